/**
 * The boards of one's own box, or a whole site, as they are entered square by square. Whether they
 * can be played is for the server to say.
 *
 * @typedef {object} Sheets
 * @property {"boards" | "site"} kind what is entered
 * @property {string[]} boards the marks of the four boards, row by row
 * @property {string} site the marks of a whole site, row by row
 */

export const MARKS = /** @type {const} */ (["s", "#", "."]);
const BOARD = 5;
const SITE = 10;

/** @returns {Sheets} */
export function blank() {
  return { kind: "boards", boards: Array(4).fill(".".repeat(BOARD * BOARD)), site: ".".repeat(SITE * SITE) };
}

/**
 * Return the sheets with a square painted; painting the same mark again wipes it away.
 *
 * @param {Sheets} sheets
 * @param {number} sheet which board; of a site there is one sheet
 * @param {number} place
 * @param {string} mark
 * @param {boolean} [wipes]
 * @returns {Sheets}
 */
export function painted(sheets, sheet, place, mark, wipes = true) {
  const write = (/** @type {string} */ marks) =>
    marks.slice(0, place) + (wipes && marks[place] === mark ? "." : mark) + marks.slice(place + 1);
  if (sheets.kind === "site") return { ...sheets, site: write(sheets.site) };
  return { ...sheets, boards: sheets.boards.map((marks, n) => (n === sheet ? write(marks) : marks)) };
}

/**
 * Count the marks of a sheet.
 *
 * @param {string} marks
 */
export function counted(marks) {
  return { scarabs: marks.split("s").length - 1, rocks: marks.split("#").length - 1 };
}

/**
 * Return the settings of a game on these sheets, or null while they are blank.
 *
 * @param {Sheets} sheets
 * @returns {Record<string, string> | null}
 */
export function settingsOf(sheets) {
  if (sheets.kind === "site") {
    return /[s#]/.test(sheets.site) ? { site: rows(sheets.site, SITE) } : null;
  }
  if (!sheets.boards.some((marks) => /[s#]/.test(marks))) return null;
  return { boards: sheets.boards.map((marks) => rows(marks, BOARD)).join(" ") };
}

/**
 * @param {string} marks
 * @param {number} width
 */
function rows(marks, width) {
  return (marks.match(new RegExp(`.{${width}}`, "g")) ?? []).join("/");
}
