/**
 * Squares of a site: `[row, column]` from 0, written `a1` (top left) to `j10`.
 *
 * @typedef {readonly [number, number]} Square
 */

export const SIDE = 10;
export const COLUMNS = "abcdefghij";

/**
 * Write a square.
 *
 * @param {Square} square
 */
export function squareName([row, column]) {
  return `${COLUMNS[column]}${row + 1}`;
}

/**
 * Read squares that are written together, such as `e4f4d5e5e6`.
 *
 * @param {string} text
 * @returns {Square[]}
 */
export function squaresOf(text) {
  return (text.match(/[a-j]\d+/g) ?? []).map((name) => [
    Number(name.slice(1)) - 1,
    COLUMNS.indexOf(name[0] ?? "a"),
  ]);
}

/**
 * Write squares together, by row and then column, as the notation wants a placement.
 *
 * @param {readonly Square[]} squares
 */
export function placementOf(squares) {
  return [...squares].sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(squareName).join("");
}

/**
 * Return a number for a square, row by row.
 *
 * @param {Square} square
 */
export function placeOf([row, column]) {
  return row * SIDE + column;
}

/**
 * Return the marks of a site, row by row: `.` free, `s` a scarab symbol, `#` a rock.
 *
 * @param {string} site ten rows joined with `/`
 */
export function marksOf(site) {
  return site.replaceAll("/", "");
}
