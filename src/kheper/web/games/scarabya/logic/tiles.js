/**
 * The orientations of tiles, and the index of a placement in `marks`.
 *
 * @typedef {import("./squares.js").Square} Square
 * @typedef {readonly Orientation[]} Ways the ways one tile can lie, as the server counts them
 */

import { SIDE } from "./squares.js";

/** @param {Orientation} way */
export function height(way) {
  return SIDE + 1 - way.down;
}

/** @param {Orientation} way */
export function width(way) {
  return SIDE + 1 - way.across;
}

/**
 * Return the way a tile lies after a quarter turn.
 *
 * @param {Ways} ways
 * @param {number} way
 * @param {1 | -1} by 1 for clockwise, -1 for counter-clockwise
 */
export function turned(ways, way, by) {
  const lying = ways[way];
  if (!lying) return way;
  const [down, across] = [height(lying) - 1, width(lying) - 1];
  return find(
    ways,
    lying.squares.map(([r, c]) => (by === 1 ? [c, down - r] : [across - c, r])),
    way,
  );
}

/**
 * Return the way a tile lies after it was turned over, left to right.
 *
 * @param {Ways} ways
 * @param {number} way
 */
export function turnedOver(ways, way) {
  const lying = ways[way];
  if (!lying) return way;
  return find(ways, lying.squares.map(([r, c]) => [r, width(lying) - 1 - c]), way);
}

/**
 * @param {Ways} ways
 * @param {Square[]} squares
 * @param {number} otherwise
 */
function find(ways, squares, otherwise) {
  const wanted = shapeText(squares);
  const found = ways.findIndex((way) => shapeText(way.squares) === wanted);
  return found < 0 ? otherwise : found;
}

/** @param {readonly Square[]} squares */
function shapeText(squares) {
  return squares.map(([r, c]) => `${r}${c}`).sort().join();
}

/**
 * Return the squares that a tile covers with the corner of its frame here.
 *
 * @param {Orientation} way
 * @param {Square} corner
 * @returns {Square[]}
 */
export function squaresAt(way, [row, column]) {
  return way.squares.map(([r, c]) => /** @type {Square} */ ([row + r, column + c]));
}

/**
 * Return the nearest corner with which a tile lies inside the frame.
 *
 * @param {Orientation} way
 * @param {Square} corner
 * @returns {Square}
 */
export function inside(way, [row, column]) {
  return [Math.max(0, Math.min(way.down - 1, row)), Math.max(0, Math.min(way.across - 1, column))];
}

/**
 * Return a placement's place in `marks`.
 *
 * @param {Orientation} way
 * @param {Square} corner
 */
export function placeInMarks(way, [row, column]) {
  return way.first + row * way.across + column;
}

/**
 * Return the way and the corner of a place in `marks`.
 *
 * @param {Ways} ways
 * @param {number} place
 * @returns {{way: number, corner: Square}}
 */
export function lying(ways, place) {
  const way = ways.findLastIndex((each) => each.first <= place);
  const { first, across } = /** @type {Orientation} */ (ways[way]);
  const rest = place - first;
  return { way, corner: [Math.floor(rest / across), rest % across] };
}

/**
 * Return the place in `marks` of squares that are covered, or -1.
 *
 * @param {Ways} ways
 * @param {readonly Square[]} squares
 */
export function placeOfSquares(ways, squares) {
  const row = Math.min(...squares.map(([r]) => r));
  const column = Math.min(...squares.map(([, c]) => c));
  const way = find(ways, squares.map(([r, c]) => [r - row, c - column]), -1);
  const found = ways[way];
  return found ? placeInMarks(found, [row, column]) : -1;
}
