/** The buttons that move the tile in hand, around the draft and in the bar. */

import { icon } from "../../../looks/pictures.js";
import { h } from "../../../ui/dom.js";

/**
 * @typedef {import("../logic/tile-in-hand.js").Action} Action
 * @typedef {import("../logic/tile-in-hand.js").Dispatch} Dispatch
 */

/** @type {Record<string, {act: Action, picture: string}>} */
export const TOOLS = {
  "turn-left": { act: { type: "turn", by: -1 }, picture: "turn-left" },
  "turn-right": { act: { type: "turn", by: 1 }, picture: "turn-right" },
  "turn-over": { act: { type: "turn-over" }, picture: "turn-over" },
  up: { act: { type: "nudge", down: -1, across: 0 }, picture: "up" },
  down: { act: { type: "nudge", down: 1, across: 0 }, picture: "down" },
  left: { act: { type: "nudge", down: 0, across: -1 }, picture: "left" },
  right: { act: { type: "nudge", down: 0, across: 1 }, picture: "right" },
  next: { act: { type: "next-legal", by: 1 }, picture: "next" },
  confirm: { act: { type: "confirm" }, picture: "tick" },
};

/**
 * Return one of the buttons.
 *
 * @param {Page} page
 * @param {string} name
 * @param {Dispatch} act
 * @param {string} [more] another class
 */
export function tool(page, name, act, more = "") {
  const { act: does, picture } = /** @type {{act: Action, picture: string}} */ (TOOLS[name]);
  const words = page.t(`scarabya.tool.${name}`);
  return h(
    "button",
    {
      type: "button", class: `scarabya-tool ${more}`, "data-tool": name, title: words,
      "aria-label": words, onclick: () => act(does),
      // Keep the focus where it is, so that Enter still places the tile after a click.
      onmousedown: (/** @type {Event} */ event) => event.preventDefault(),
    },
    icon(picture),
  );
}
