/** The buttons around a pinned ghost, and the same ones for the bar. */

import { icon } from "../../../looks/pictures.js";
import { h } from "../../../ui/dom.js";
import { SIDE, squaresOf } from "../logic/squares.js";

/**
 * @typedef {import("../logic/tile-in-hand.js").TileEvent | {type: "confirm"} | {type: "undo"}} Action
 * @typedef {(act: Action) => void} Dispatch
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
      // The keyboard's focus stays where it is: Enter places after a click on a button, too.
      onmousedown: (/** @type {Event} */ event) => event.preventDefault(),
    },
    icon(picture),
  );
}

/** Where the buttons lie around the ghost's box: part of its width and height, and squares away. */
const AROUND = /** @type {const} */ ({
  "turn-left": [0, 0, -0.55, -0.55],
  up: [0.5, 0, 0, -0.72],
  "turn-right": [1, 0, 0.55, -0.55],
  right: [1, 0.5, 0.72, 0],
  confirm: [1, 1, 0.55, 0.55],
  down: [0.5, 1, 0, 0.72],
  "turn-over": [0, 1, -0.55, 0.55],
  left: [0, 0.5, -0.72, 0],
});

/** @typedef {{row: number, column: number, height: number, width: number}} Box */

/** How far beyond the ground a button may lie, in squares: on the frame, where it is seen. */
const BEYOND = 0.32;

/**
 * Return where each button of the ring lies, in squares.
 *
 * @param {Box} box
 * @returns {Record<string, {x: number, y: number}>}
 */
export function ringPlaces({ row, column, height, width }) {
  const kept = (/** @type {number} */ at) => Math.max(-BEYOND, Math.min(10 + BEYOND, at));
  return Object.fromEntries(
    Object.entries(AROUND).map(([name, [across, down, dx, dy]]) => [
      name,
      { x: kept(column + across * width + dx), y: kept(row + down * height + dy) },
    ]),
  );
}

/** What is said about the ghost: half its width, and its height, in squares. */
const CHIP = { half: 2.2, high: 0.7 };

/**
 * Return where that is said: below the ghost or above it, and rather not on an area that it closes.
 *
 * @param {Box} box
 * @param {readonly string[]} areas
 * @param {boolean} ringed whether there are buttons around it
 * @returns {{side: "below" | "above", x: number, y: number}}
 */
export function chipPlace({ row, column, height, width }, areas, ringed) {
  const gap = ringed ? 1.2 : 0.2;
  const x = Math.max(CHIP.half, Math.min(SIDE - CHIP.half, column + width / 2));
  const squares = areas.flatMap((area) => squaresOf(area));
  const places = /** @type {const} */ ([["below", row + height + gap], ["above", row - gap]]).map(([side, y]) => {
    const top = side === "below" ? y : y - CHIP.high;
    const outside = side === "below" ? y > SIDE - 0.4 : top < -0.4;
    const covers = squares.some(([down, across]) =>
      top < down + 1 && top + CHIP.high > down && Math.abs(across + 0.5 - x) < CHIP.half + 0.5);
    return { side, x, y, badness: Number(outside) * 2 + Number(covers) };
  });
  const [below, above] = /** @type {[typeof places[0], typeof places[0]]} */ (places);
  const { side, y } = above.badness < below.badness ? above : below;
  return { side, x, y };
}
