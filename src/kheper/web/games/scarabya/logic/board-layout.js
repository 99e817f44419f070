/**
 * How the four boards lie in the frame: top left, top right, bottom left, bottom right.
 *
 * @typedef {{name: string, degrees: number}} Piece
 * @typedef {string[]} Rows the five rows of a board
 */

const SIDE = 5;

/**
 * Read a layout, such as `B90 A0 C180 D270`.
 *
 * @param {string} layout
 * @returns {Piece[]}
 */
export function piecesOf(layout) {
  return [...layout.matchAll(/([A-D])(\d+)/g)].map(([, name = "", degrees]) => ({
    name, degrees: Number(degrees),
  }));
}

/**
 * Write a layout.
 *
 * @param {readonly Piece[]} pieces
 */
export function layoutOf(pieces) {
  return pieces.map(({ name, degrees }) => `${name}${degrees}`).join(" ");
}

/**
 * Turn a board clockwise.
 *
 * @param {Rows} rows
 * @param {number} degrees
 * @returns {Rows}
 */
export function turnedRows(rows, degrees) {
  let turned = rows;
  for (let left = ((degrees % 360) + 360) % 360; left > 0; left -= 90) {
    turned = turned.map((_, column) => turned.map((row) => row[column] ?? "").reverse().join(""));
  }
  return turned;
}

/**
 * Return the boards by name, as they lie when they are not turned.
 *
 * @param {string} ground the site that they make
 * @param {readonly Piece[]} pieces how they lie in it
 * @returns {Record<string, Rows>}
 */
export function boardsOf(ground, pieces) {
  const rows = ground.split("/");
  return Object.fromEntries(
    pieces.map(({ name, degrees }, quarter) => {
      const [top, left] = [quarter > 1 ? SIDE : 0, quarter % 2 ? SIDE : 0];
      const part = rows.slice(top, top + SIDE).map((row) => row.slice(left, left + SIDE));
      return [name, turnedRows(part, 360 - degrees)];
    }),
  );
}

/**
 * Turn the board in a quarter.
 *
 * @param {readonly Piece[]} pieces
 * @param {number} quarter
 * @param {1 | -1} by
 * @returns {Piece[]}
 */
export function turnedPiece(pieces, quarter, by) {
  return pieces.map((piece, n) =>
    n === quarter ? { ...piece, degrees: (piece.degrees + by * 90 + 360) % 360 } : piece);
}

/**
 * Swap the boards of two quarters.
 *
 * @param {readonly Piece[]} pieces
 * @param {number} one
 * @param {number} other
 * @returns {Piece[]}
 */
export function swappedPieces(pieces, one, other) {
  return pieces.map((piece, n) => (n === one ? pieces[other] : n === other ? pieces[one] : piece) ?? piece);
}

/**
 * Return the quarter beside another, or the same one at the frame.
 *
 * @param {number} quarter
 * @param {{down: number, across: number}} direction
 */
export function besideQuarter(quarter, { down, across }) {
  const row = Math.max(0, Math.min(1, (quarter > 1 ? 1 : 0) + Math.sign(down)));
  const column = Math.max(0, Math.min(1, (quarter % 2) + Math.sign(across)));
  return row * 2 + column;
}
