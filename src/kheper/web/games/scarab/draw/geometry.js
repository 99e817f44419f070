/**
 * Coordinates on the board: squares of 40 units inside a frame of 22.
 *
 * @typedef {{x: number, y: number}} Point
 */

export const CELL = 40;
export const FRAME = 22;
const CORNER = 15;
const HEAD = 9;

/** @param {number} side */
export function extent(side) {
  return side * CELL + 2 * FRAME;
}

/**
 * Return the middle of a square.
 *
 * @param {number} square
 * @param {number} side
 * @returns {Point}
 */
export function middle(square, side) {
  return {
    x: FRAME + ((square % side) + 0.5) * CELL,
    y: FRAME + (Math.floor(square / side) + 0.5) * CELL,
  };
}

/**
 * Return the rectangle of a square's row or column.
 *
 * @param {number} square
 * @param {"h" | "v"} axis
 * @param {number} side
 */
export function band(square, axis, side) {
  const whole = side * CELL;
  const { x, y } = middle(square, side);
  return axis === "h"
    ? { x: FRAME, y: y - CELL / 2, width: whole, height: CELL }
    : { x: x - CELL / 2, y: FRAME, width: CELL, height: whole };
}

/**
 * Return the path of a walk: straight, or an L with a soft corner where it turns. It begins and
 * ends a little beside the middles, so that the priest and the stone stay visible.
 *
 * @param {readonly number[]} corners
 * @param {number} side
 * @param {number} [start] how far from the first middle it begins
 * @param {number} [end] how far from the last one it ends
 */
export function trail(corners, side, start = 15, end = 19) {
  const points = corners.map((square) => middle(square, side));
  const [first, second, third] = points;
  if (!first || !second) return "";
  const begin = toward(first, second, start);
  if (!third) return `M${at(begin)}L${at(toward(second, first, end))}`;
  const into = toward(second, first, CORNER);
  const out = toward(second, third, CORNER);
  return `M${at(begin)}L${at(into)}Q${at(second)} ${at(out)}L${at(toward(third, second, end))}`;
}

/**
 * Return the head of the arrow at the end of a walk.
 *
 * @param {readonly number[]} corners
 * @param {number} side
 * @param {number} [end]
 */
export function head(corners, side, end = 19) {
  const [from, to] = corners.slice(-2).map((square) => middle(square, side));
  if (!from || !to) return "";
  const tip = toward(to, from, end - HEAD);
  const base = toward(to, from, end);
  const across = { x: (base.y - tip.y) * 0.8, y: (tip.x - base.x) * 0.8 };
  const left = { x: base.x + across.x, y: base.y + across.y };
  const right = { x: base.x - across.x, y: base.y - across.y };
  return `M${at(left)}L${at(tip)}L${at(right)}Z`;
}

/**
 * Return the point that lies some way from one towards another.
 *
 * @param {Point} from
 * @param {Point} to
 * @param {number} way
 * @returns {Point}
 */
function toward(from, to, way) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(way / length, 0.5);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** @param {Point} point */
function at({ x, y }) {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}
