/**
 * Thumbnails of the others' sites, which open on a tap; in a one-on-one, who owns which areas.
 *
 * @typedef {import("../../../looks/worlds.js").World} World
 * @typedef {(seat: number) => World} WorldOf
 */

import { openDialog } from "../../../ui/dialog.js";
import { h, replace } from "../../../ui/dom.js";
import { squareWords } from "../logic/descriptions.js";
import { factsOf, siteModel } from "../logic/site-model.js";
import { groundLayer, laidLayer, siteFrame } from "./site.js";

/**
 * Return the panel of the sites.
 *
 * @param {Page} page
 * @param {WorldOf} worldOf
 * @param {(seat: number) => void} choose called with the seat whose site is opened
 */
export function sitesPanel(page, worldOf, choose) {
  const list = h("ul", { class: "scarabya-sites" });
  const title = h("h2", {});
  const element = h("section", { class: "card" }, title, list);
  let shown = "";

  return {
    element,
    /**
     * @param {ScarabyaState} state
     * @param {number} large whose site is the large one
     * @param {number} [fresh] cards from this one on are new
     */
    draw(state, large, fresh) {
      const seats = Array.from({ length: state.seats }, (_, n) => n + 1);
      const isShared = state.mode === "duel";
      const wanted = JSON.stringify([
        state.sites.map((site) => site.entries), state.open, state.to_move, state.scores, large, isShared,
        state.outcome, seats.map((seat) => [page.names(seat), worldOf(seat)]),
      ]);
      if (wanted === shown) return;
      shown = wanted;
      title.textContent = page.t(isShared ? "scarabya.sites.areas" : "scarabya.sites.title");
      list.classList.toggle("scarabya-shared", isShared);
      const others = seats.filter((seat) => seat !== large);
      element.hidden = !isShared && others.length === 0;
      replace(list, isShared
        ? seats.map((seat) => ownerItem(page, state, seat))
        : others.map((seat) => siteButton(page, state, seat, { world: worldOf(seat), small: true, ...(fresh ? { fresh } : {}) }, choose)));
    },
  };
}

/**
 * A thumbnail of a site, which opens on a tap.
 *
 * @param {Page} page
 * @param {ScarabyaState} state
 * @param {number} seat
 * @param {import("./site.js").SiteLook} look
 * @param {(seat: number) => void} choose
 */
function siteButton({ t, names }, state, seat, look, choose) {
  const model = siteModel(state, seat);
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", class: "scarabya-mini", onclick: () => choose(seat) },
      h("span", { class: "unseen" }, t("scarabya.sites.enlarge")),
      siteFrame(look.world, groundLayer(model.marks, look), laidLayer(model, look)),
      h("span", { class: "scarabya-caption" },
        h("span", { class: "scarabya-name" }, names(seat)), h("b", { class: "number" }, state.scores[seat - 1] ?? 0)),
    ),
  );
}

/**
 * A player's areas in a one-on-one, and whether they draw the next card.
 *
 * @param {Page} page
 * @param {ScarabyaState} state
 * @param {number} seat
 */
function ownerItem({ t, names }, state, seat) {
  const areas = state.owners?.filter((owner) => owner === seat).length ?? 0;
  const turn = state.to_move.includes(seat) ? "turn" : "next";
  return h(
    "li",
    { class: `scarabya-ownerItem scarabya-of-${seat}` },
    h("span", { class: "scarabya-swatch", "aria-hidden": "true" }),
    h("span", { class: "scarabya-name" }, names(seat)),
    h("span", { class: "soft" }, t("scarabya.sites.count", { count: areas })),
    !state.outcome && h("span", { class: `scarabya-${turn}` }, t(`scarabya.sites.${turn}`)),
  );
}

/**
 * Show somebody's site large, in a dialog that can be read square by square.
 *
 * @param {Page} page
 * @param {ScarabyaState} state
 * @param {number} seat
 * @param {World} world
 */
export function enlarge(page, state, seat, world) {
  const { t, names } = page;
  const model = siteModel(state, seat);
  const site = siteFrame(world, groundLayer(model.marks, { world }), laidLayer(model, { world }));
  const facts = factsOf(model).map((each, place) => squareWords(page, each, place, model.shared));
  return openDialog(names(seat), () => [
    h("p", { class: "number" }, t("scarabya.points", { count: state.scores[seat - 1] ?? 0 })),
    site,
    h("ol", { class: "unseen" }, facts.map((words) => h("li", {}, words))),
  ], "scarabya-dialog");
}
