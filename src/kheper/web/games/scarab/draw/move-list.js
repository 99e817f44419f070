/** The list of moves, the last one first. */

import { icon, piece } from "../../../looks/stones.js";
import { h, replace } from "../../../ui/dom.js";
import { moveWords } from "../logic/descriptions.js";
import { squareName } from "../logic/position.js";

/** @param {Page} page */
export function moveList(page) {
  const title = h("summary", {});
  const list = h("ol", { class: "scarab-moves", reversed: true });
  const element = h("details", { class: "scarab-story" }, title, list);
  let drawn = "";

  return {
    element,
    /**
     * @param {readonly import("../logic/history.js").Played[]} played
     * @param {number} side
     */
    draw(played, side) {
      const key = JSON.stringify([played.length, played.at(-1)?.move, page.t("scarab.moves.title")]);
      if (key === drawn) return;
      drawn = key;
      replace(title, page.t("scarab.moves.title", { count: played.length }));
      element.hidden = !played.length;
      const items = played.map((each) =>
        h(
          "li",
          { class: `scarab-seat-${each.seat}` },
          icon(piece(each.taken)),
          h("span", { class: "unseen" }, moveWords(page, each, side)),
          h("span", { "aria-hidden": "true" }, h("b", {}, page.names(each.seat)), ` ${shape(each, side)}`),
        ),
      );
      replace(list, items.reverse());
    },
  };
}

/**
 * Write a move in squares: where it turned, where it landed, and what went back.
 *
 * @param {import("../logic/history.js").Played} played
 * @param {number} side
 */
function shape(played, side) {
  const turn = played.bend >= 0 ? `\u21b1${squareName(played.bend, side)} ` : "";
  const arrow = played.axis === "h" ? "\u2194" : "\u2195";
  const stone = played.stone.replace("-", "\u2212").replace("*", "\u2605");
  const back = played.back >= 0 ? ` (${stone} \u2192 ${squareName(played.back, side)})` : "";
  return `${arrow} ${turn}${squareName(played.target, side)}${back}`;
}
