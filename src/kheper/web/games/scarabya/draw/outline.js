/**
 * The outline of squares, as the path of an SVG.
 *
 * @typedef {import("../logic/squares.js").Square} Square
 * @typedef {readonly [x: number, y: number]} Point
 */

/**
 * Return a path around squares: drawn inwards by `inset`, its corners rounded by `radius`.
 *
 * @param {readonly Square[]} squares connected by sides
 * @param {number} cell the side of a square
 * @param {number} inset
 * @param {number} radius
 */
export function outline(squares, cell, inset, radius) {
  return loops(squares)
    .map((loop) => rounded(corners(loop).map((corner) => drawnIn(corner, cell, inset)), radius))
    .join("");
}

/**
 * Walk around squares clockwise; the corners of their sides, in order.
 *
 * @param {readonly Square[]} squares
 * @returns {Point[][]}
 */
function loops(squares) {
  const held = new Set(squares.map(String));
  /** @type {Map<string, Point>} */
  const next = new Map();
  for (const [r, c] of squares) {
    if (!held.has(String([r - 1, c]))) next.set(String([c, r]), [c + 1, r]);
    if (!held.has(String([r, c + 1]))) next.set(String([c + 1, r]), [c + 1, r + 1]);
    if (!held.has(String([r + 1, c]))) next.set(String([c + 1, r + 1]), [c, r + 1]);
    if (!held.has(String([r, c - 1]))) next.set(String([c, r + 1]), [c, r]);
  }
  const found = [];
  while (next.size) {
    const [first] = next.keys();
    /** @type {Point[]} */
    const loop = [];
    let at = first ?? "";
    for (let to = next.get(at); to; to = next.get(at)) {
      next.delete(at);
      loop.push(to);
      at = String(to);
    }
    found.push(loop);
  }
  return found;
}

/**
 * Leave out the points where a loop goes straight on; keep each corner with its two directions.
 *
 * @param {Point[]} loop
 * @returns {{at: Point, from: Point, to: Point}[]}
 */
function corners(loop) {
  return loop.flatMap((at, n) => {
    const before = /** @type {Point} */ (loop.at(n - 1));
    const after = /** @type {Point} */ (loop[(n + 1) % loop.length]);
    /** @type {Point} */
    const from = [at[0] - before[0], at[1] - before[1]];
    /** @type {Point} */
    const to = [after[0] - at[0], after[1] - at[1]];
    return from[0] === to[0] && from[1] === to[1] ? [] : [{ at, from, to }];
  });
}

/**
 * Move a corner inwards: clockwise, the inside lies to the right of both its sides.
 *
 * @param {{at: Point, from: Point, to: Point}} corner
 * @param {number} cell
 * @param {number} inset
 */
function drawnIn({ at, from, to }, cell, inset) {
  const x = at[0] * cell + (-from[1] - to[1]) * inset;
  const y = at[1] * cell + (from[0] + to[0]) * inset;
  return { x, y, from, to };
}

/**
 * @param {{x: number, y: number, from: Point, to: Point}[]} points
 * @param {number} radius
 */
function rounded(points, radius) {
  const bends = points.map(
    ({ x, y, from, to }, n) =>
      `${n ? "L" : "M"}${x - from[0] * radius} ${y - from[1] * radius}`
      + `Q${x} ${y} ${x + to[0] * radius} ${y + to[1] * radius}`,
  );
  return `${bends.join("")}Z`;
}
