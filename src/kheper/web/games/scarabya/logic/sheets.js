/**
 * Writing down the boards of one's own box, or a whole site. No DOM, and no rules: whether what
 * was written can be played is the server's to say.
 *
 * @typedef {object} Sheets
 * @property {"boards" | "site"} kind what is being written
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
 * Return the paper with a square painted; what is there already is wiped away.
 *
 * @param {Sheets} paper
 * @param {number} sheet which board; of a site there is one sheet
 * @param {number} place
 * @param {string} mark
 * @param {boolean} [wipes]
 * @returns {Sheets}
 */
export function painted(paper, sheet, place, mark, wipes = true) {
  const write = (/** @type {string} */ marks) =>
    marks.slice(0, place) + (wipes && marks[place] === mark ? "." : mark) + marks.slice(place + 1);
  if (paper.kind === "site") return { ...paper, site: write(paper.site) };
  return { ...paper, boards: paper.boards.map((marks, n) => (n === sheet ? write(marks) : marks)) };
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
 * Return the settings of a game on what was written; nothing while the paper is blank.
 *
 * @param {Sheets} paper
 * @returns {Record<string, string> | null}
 */
export function settingsOf(paper) {
  if (paper.kind === "site") {
    return /[s#]/.test(paper.site) ? { site: rows(paper.site, SITE) } : null;
  }
  if (!paper.boards.some((marks) => /[s#]/.test(marks))) return null;
  return { boards: paper.boards.map((marks) => rows(marks, BOARD)).join(" ") };
}

/**
 * Return the paper on which settings were written.
 *
 * @param {Record<string, string>} settings
 * @returns {Sheets}
 */
export function sheetsOf({ boards, site }) {
  const paper = blank();
  if (site) return { ...paper, kind: "site", site: site.replaceAll("/", "") };
  if (boards) return { ...paper, boards: boards.split(" ").map((board) => board.replaceAll("/", "")) };
  return paper;
}

/**
 * @param {string} marks
 * @param {number} width
 */
function rows(marks, width) {
  return (marks.match(new RegExp(`.{${width}}`, "g")) ?? []).join("/");
}
