/** The mission cards: the open one, those already seen, and those still to come. */

import { h, replace } from "../../../ui/dom.js";
import { numberOf } from "../logic/changes.js";
import { tilePicture } from "./tile.js";

/**
 * Return the cards by what is known of them: seen, open, known from an earlier try, or unknown.
 *
 * @param {ScarabyaState} state
 * @param {readonly string[]} all
 */
export function deckOf(state, all) {
  const drawn = numberOf(state);
  const seen = [...state.cards].slice(0, state.card ? drawn - 1 : drawn);
  const known = [...state.cards].slice(drawn);
  const rest = all.filter((tile) => !state.cards.includes(tile));
  return { seen, open: state.card ?? "", known, rest, number: drawn, of: all.length };
}

/**
 * Return the panel of the cards.
 *
 * @param {Page} page
 */
export function cardsPanel(page) {
  const element = h("section", { class: "scarabya-cards card" });
  let shown = "";

  return {
    element,
    /**
     * @param {ScarabyaState} state
     * @param {import("../../../looks/worlds.js").World} world
     */
    draw(state, world) {
      const deck = deckOf(state, Object.keys(page.tiles.tiles));
      const wanted = `${JSON.stringify(deck)} ${world} ${state.sites.map((s) => s.entries.at(-1))}`;
      if (wanted === shown) return;
      shown = wanted;
      replace(element, ...content(page, deck, state, world));
    },
  };
}

/**
 * @param {Page} page
 * @param {ReturnType<typeof deckOf>} deck
 * @param {ScarabyaState} state
 * @param {import("../../../looks/worlds.js").World} world
 */
function content({ t, tiles }, deck, state, world) {
  const card = (/** @type {string} */ tile, /** @type {string} */ kind, words = tile) => {
    const way = tiles.tiles[tile]?.[0];
    return h(
      "li",
      { class: `scarabya-card scarabya-card-${kind}`, title: words },
      way && tilePicture(tile, way, world, { side: 4, small: kind !== "open" }),
      h("span", {}, h("span", { "aria-hidden": "true" }, tile), h("span", { class: "unseen" }, words)),
    );
  };
  const discarded = (/** @type {number} */ n) => state.sites.every((site) => site.entries[n] === "x");
  const seen = deck.seen.map((tile, n) =>
    discarded(n)
      ? card(tile, "gone", t("scarabya.cards.gone", { tile, number: n + 1 }))
      : card(tile, "seen", t("scarabya.cards.one", { tile, number: n + 1 })),
  );
  const known = deck.known.map((tile, n) =>
    card(tile, "known", t("scarabya.cards.one", { tile, number: deck.number + n + 1 })));
  return [
    deck.open && h("ul", { class: "scarabya-open-card" },
      card(deck.open, "open", t("scarabya.cards.open", { tile: deck.open }))),
    h("h2", {}, t(state.mode === "expedition" ? "scarabya.cards.round" : "scarabya.cards.card",
      { number: deck.number, of: deck.of })),
    known.length > 0 && group(t("scarabya.cards.known"), known),
    deck.rest.length > 0 && group(t("scarabya.cards.rest", { count: deck.rest.length }),
      deck.rest.map((tile) => card(tile, "rest"))),
    seen.length > 0 && group(t("scarabya.cards.seen"), seen),
  ];
}

/**
 * @param {string} title
 * @param {HTMLElement[]} cards
 */
function group(title, cards) {
  return h("div", { class: "scarabya-deck" }, h("h3", {}, title), h("ul", {}, cards));
}
