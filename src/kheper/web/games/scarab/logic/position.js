/**
 * Positions and stones, as the notation writes them: `+5`, `-8`, `+3*`, `A`, `P`, `.`.
 *
 * A square is a number, row by row from 0; `d5` is how people and the server call it.
 *
 * @typedef {"h" | "v"} Axis
 * @typedef {"stone" | "ankh" | "priest" | "empty"} Kind
 * @typedef {{side: number, marks: string[], priest: number}} Position
 */

const COLUMNS = "abcdefghij";
export const VALUES = [8, 7, 6, 5, 4, 3, 2, 1, -1, -2, -3, -4, -5, -6, -7, -8];

/**
 * Read a position's rows.
 *
 * @param {string} text
 * @returns {Position}
 */
export function position(text) {
  const rows = text.split("/").map((row) => row.trim().split(/\s+/));
  const marks = rows.flat();
  return { side: rows.length, marks, priest: marks.indexOf("P") };
}

/**
 * Write marks down as a position.
 *
 * @param {readonly string[]} marks
 * @param {number} side
 */
export function written(marks, side) {
  const rows = Array.from({ length: side }, (_, row) => marks.slice(row * side, (row + 1) * side));
  return rows.map((row) => row.join(" ")).join("/");
}

/**
 * @param {string} mark
 * @returns {Kind}
 */
export function kind(mark) {
  if (mark === "A") return "ankh";
  if (mark === "P") return "priest";
  return mark === "." || mark === "" ? "empty" : "stone";
}

/**
 * Return a stone's value; everything else is worth nothing.
 *
 * @param {string} mark
 */
export function value(mark) {
  return kind(mark) === "stone" ? Number.parseInt(mark, 10) : 0;
}

/** @param {string} mark */
export function starred(mark) {
  return mark.endsWith("*");
}

/**
 * Write a number with its sign, and with a minus as wide as the plus.
 *
 * @param {number} number
 */
export function signed(number) {
  return number > 0 ? `+${number}` : number < 0 ? `\u2212${-number}` : "0";
}

/**
 * @param {number} square
 * @param {number} side
 */
export function squareName(square, side) {
  return `${columnName(square, side)}${rowName(square, side)}`;
}

/**
 * @param {number} square
 * @param {number} side
 */
export function columnName(square, side) {
  return COLUMNS[square % side] ?? "";
}

/**
 * @param {number} square
 * @param {number} side
 */
export function rowName(square, side) {
  return String(Math.floor(square / side) + 1);
}

/**
 * @param {string} name
 * @param {number} side
 */
export function squareAt(name, side) {
  return (Number(name.slice(1)) - 1) * side + COLUMNS.indexOf(name[0] ?? "");
}

/**
 * Return the name of a square's row or column: `5` or `d`.
 *
 * @param {number} square
 * @param {Axis} axis
 * @param {number} side
 */
export function lineName(square, axis, side) {
  return axis === "h" ? rowName(square, side) : columnName(square, side);
}

/**
 * Return the squares of a square's row or column.
 *
 * @param {number} square
 * @param {Axis} axis
 * @param {number} side
 */
export function line(square, axis, side) {
  const first = axis === "h" ? square - (square % side) : square % side;
  const step = axis === "h" ? 1 : side;
  return Array.from({ length: side }, (_, n) => first + n * step);
}

/**
 * @param {Axis} axis
 * @returns {Axis}
 */
export function across(axis) {
  return axis === "h" ? "v" : "h";
}

/**
 * Return how many stones of each value there are, the greatest value first, and how many of
 * them carry a star.
 *
 * @param {readonly string[]} stones
 */
export function rack(stones) {
  return VALUES.map((each) => {
    const alike = stones.filter((mark) => value(mark) === each);
    return { value: each, count: alike.length, stars: alike.filter(starred).length };
  });
}

/**
 * Return the sum of stones.
 *
 * @param {readonly string[]} stones
 */
export function sum(stones) {
  return stones.reduce((total, mark) => total + value(mark), 0);
}

/**
 * Return the marks in the order of a collection: the greatest value first.
 *
 * @param {readonly string[]} stones
 */
export function sorted(stones) {
  return [...stones].sort((a, b) => value(b) - value(a) || Number(starred(a)) - Number(starred(b)));
}
