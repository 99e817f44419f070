/** The players' collections, with a place for each value. */

import { icon, piece } from "../../../looks/stones.js";
import { h, replace } from "../../../ui/dom.js";
import { markWords } from "../logic/descriptions.js";
import { rack, signed, sum } from "../logic/position.js";
import { sides } from "../logic/tie-break.js";

/**
 * @param {Page} page
 * @param {(stone: string) => void} choose when a stone of one's own is pressed
 */
export function collections(page, choose) {
  const element = h("div", { class: "scarab-collections" });
  let drawn = "";

  /**
   * @param {GameState} state
   * @param {{seat: number, stones: readonly string[], stone: string}} choosing
   */
  function draw(state, choosing) {
    const all = Array.from({ length: state.seats }, (_, n) => n + 1);
    const words = [...all.map(page.names), page.t("scarab.collection.now")];
    const key = JSON.stringify([state.hands, state.to_move, choosing, words]);
    if (key === drawn) return;
    drawn = key;
    element.classList.toggle("scarab-teamed", state.teams);
    replace(element, state.teams ? sides(state).map(team) : seats(all));

    /** @param {number[]} wanted */
    function seats(wanted) {
      return wanted.map((seat) => collection(page, state, seat, choosing, choose));
    }

    /**
     * @param {import("../logic/tie-break.js").Side} side
     * @param {number} n
     */
    function team(side, n) {
      return h(
        "section",
        { class: "scarab-team", "aria-label": page.t("scarab.collection.team", { number: n + 1 }) },
        h(
          "h2",
          { class: "scarab-total" },
          h("span", {}, page.t("scarab.collection.team", { number: n + 1 })),
          h("strong", { class: "number" }, signed(side.score)),
        ),
        seats(side.seats),
      );
    }
  }

  return {
    element,
    draw,
    /**
     * The place of a value in a seat's collection.
     *
     * @param {number} seat
     * @param {number} points
     */
    place: (seat, points) => element.querySelector(`[data-place="${seat}/${points}"]`),
  };
}

/**
 * @param {Page} page
 * @param {GameState} state
 * @param {number} seat
 * @param {{seat: number, stones: readonly string[], stone: string}} choosing
 * @param {(stone: string) => void} choose
 */
function collection(page, state, seat, choosing, choose) {
  const stones = /** @type {string[]} */ (state.hands[seat - 1]);
  const turn = state.to_move.includes(seat);
  const open = choosing.seat === seat ? choosing.stones : [];
  return h(
    "section",
    {
      class: `scarab-collection scarab-seat-${seat}${turn ? " scarab-now" : ""}`,
      "aria-label": page.t("scarab.collection.of", { name: page.names(seat) }),
    },
    h(
      state.teams ? "h3" : "h2",
      { class: "scarab-owner" },
      h("span", { class: "scarab-number", "aria-hidden": "true" }, String(seat)),
      h("span", { class: "scarab-who" }, page.names(seat), turn && h("span", { class: "unseen" }, ` ${page.t("scarab.collection.now")}`)),
      h("span", { class: "scarab-count soft" }, page.t("scarab.collection.stones", { count: stones.length })),
      h("strong", { class: "scarab-sum number" }, signed(sum(stones))),
    ),
    rackList(page, stones, seat, open, choosing.stone, choose),
  );
}

/**
 * Return a collection's stones: every value has its place.
 *
 * @param {Pick<Page, "t" | "names">} page
 * @param {readonly string[]} stones
 * @param {number} seat
 * @param {readonly string[]} [open] what may be chosen
 * @param {string} [chosen]
 * @param {(stone: string) => void} [choose]
 */
export function rackList(page, stones, seat, open = [], chosen = "", choose = () => {}) {
  return h(
    "ul",
    { class: "scarab-rack" },
    rack(stones).map(({ value, count, stars }) => {
      const mark = `${value > 0 ? "+" : ""}${value}`;
      const shown = stars ? `${mark}*` : mark;
      const offered = open.find((each) => each === mark) ?? open.find((each) => each === `${mark}*`);
      return h(
        "li",
        {
          class: [
            "scarab-place",
            !count && "scarab-none",
            offered && "scarab-offered",
            chosen && chosen === offered && "scarab-chosen",
          ].filter(Boolean).join(" "),
          "data-place": `${seat}/${value}`,
          "aria-hidden": count ? null : "true",
          onclick: offered ? () => choose(offered) : null,
        },
        icon(piece(shown)),
        h("span", { class: "unseen" }, count > 1 ? `${count} × ${markWords(page, shown)}` : markWords(page, shown)),
        count > 1 && h("span", { class: "scarab-times", "aria-hidden": "true" }, `×${count}`),
      );
    }),
  );
}
