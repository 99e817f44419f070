/** Where the ring of buttons and the label lie around a draft, in squares. */

import { SIDE, squaresOf } from "./squares.js";

/** Where the buttons lie around the draft's box: part of its width and height, and squares away. */
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

/** How far beyond the ground a button may lie, in squares: still on the frame. */
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

/** The label of the draft: half its width, and its height, in squares. */
const CHIP = { half: 2.2, high: 0.7 };

/**
 * Return where the label lies: below or above the draft, preferably not on an area that it closes.
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
