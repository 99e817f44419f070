/**
 * The editor of one's own boards: choose a mark, paint squares, let the server look at it.
 *
 * @typedef {import("../logic/sheets.js").Sheets} Sheets
 */

import { words } from "../../../i18n/words.js";
import { icon, picture } from "../../../looks/pictures.js";
import { worldOf } from "../../../looks/worlds.js";
import { ask, Refusal } from "../../../net/api.js";
import { h, replace, svg } from "../../../ui/dom.js";
import { arrow } from "../logic/keys.js";
import { blank, counted, MARKS, painted, sheetsOf, settingsOf } from "../logic/sheets.js";

const NAMES = "ABCD";
/** With fewer marks on a board there is nothing yet to ask the server about. */
const WRITTEN = 8;
const PAUSE = 700;
const WORDS = { s: "scarab", "#": "rock", ".": "free" };

/**
 * Return the editor; it may begin with what was written before.
 *
 * @param {Page} page
 * @param {Record<string, string>} [before]
 * @returns {Editor & {check(): Promise<boolean>}}
 */
export function editor(page, before) {
  const { t } = page;
  const world = worldOf(page.preferences.world, 1);
  let paper = before ? sheetsOf(before) : blank();
  let brush = "s";
  /** What the server has found good, as it was written. */
  let good = "";
  let timer = 0;
  /** @type {ReturnType<typeof sheetOf>[]} */
  let all = [];
  const sheets = h("div", { class: "scarabya-sheets" });
  const verdict = h("p", { class: "scarabya-verdict-line", role: "status" });
  const element = h(
    "div",
    { class: "scarabya-editor stack", "data-world": world },
    h("p", { class: "soft" }, t("scarabya.editor.how")),
    choice("kind", ["boards", "site"], paper.kind, (kind) => {
      paper = { ...paper, kind: kind === "site" ? "site" : "boards" };
      show();
    }),
    choice("brush", [...MARKS], brush, (mark) => (brush = mark)),
    sheets,
    h("div", { class: "row" },
      h("button", { type: "button", onclick: () => void check() }, icon("tick"), t("scarabya.editor.check")),
      h("button", { type: "button", class: "quiet", onclick: clear }, t("scarabya.editor.clear"))),
    verdict,
  );
  show();

  /**
   * @param {string} name
   * @param {string[]} values
   * @param {string} chosen
   * @param {(value: string) => void} choose
   */
  function choice(name, values, chosen, choose) {
    return h(
      "fieldset",
      { class: "scarabya-choice" },
      h("legend", {}, t(`scarabya.editor.${name}`)),
      h("div", { class: "row" }, values.map((value) => {
        const word = WORDS[/** @type {keyof typeof WORDS} */ (value)] ?? value;
        return h("label", {},
          h("input", { type: "radio", name: `scarabya-${name}`, value, checked: value === chosen, onchange: () => choose(value) }),
          value === "s" && icon("scarab"), value === "#" && icon(`rock-${world}`),
          t(`scarabya.editor.${word}`));
      })),
    );
  }

  function clear() {
    paper = { ...blank(), kind: paper.kind };
    show();
  }

  /**
   * @param {number} number
   * @param {number} place
   * @param {string} mark
   * @param {boolean} wipes
   */
  function paint(number, place, mark, wipes) {
    paper = painted(paper, number, place, mark, wipes);
    verdict.textContent = "";
    for (const sheet of all) sheet.draw(paper);
    clearTimeout(timer);
    if (isWritten(paper)) timer = window.setTimeout(() => void check(), PAUSE);
  }

  function show() {
    verdict.textContent = "";
    const count = paper.kind === "site" ? 1 : NAMES.length;
    all = Array.from({ length: count }, (_, n) => sheetOf(page, paper.kind, n, world, () => brush, paint));
    for (const sheet of all) sheet.draw(paper);
    sheets.dataset.kind = paper.kind;
    replace(sheets, all.map((sheet) => sheet.element));
  }

  /** Ask the server whether a game can be played on this, and say what it says. */
  async function check() {
    clearTimeout(timer);
    const settings = settingsOf(paper);
    try {
      const warnings = settings ? await looked(settings) : [];
      verdict.dataset.mood = settings && !warnings.length ? "legal" : "refused";
      verdict.textContent = warnings.join(" ") || t(settings ? "scarabya.editor.good" : "scarabya.editor.blank");
      good = JSON.stringify(settings);
      return settings !== null;
    } catch (refused) {
      verdict.dataset.mood = "refused";
      verdict.textContent = words.refusal(refused);
      return false;
    }
  }

  /** What the server has not found good is not handed out; it is asked, and its answer shown. */
  function value() {
    const settings = settingsOf(paper);
    if (settings && JSON.stringify(settings) === good) return settings;
    void check();
    return null;
  }

  return { element, value, check, close: () => clearTimeout(timer) };
}

/** @param {Sheets} paper */
function isWritten(paper) {
  if (paper.kind === "site") return /[s#]/.test(paper.site);
  return paper.boards.every((marks) => {
    const { scarabs, rocks } = counted(marks);
    return scarabs + rocks >= WRITTEN;
  });
}

/**
 * Ask whether a game can be played on such ground: only the server knows the rules.
 *
 * @param {Record<string, string>} settings
 * @returns {Promise<string[]>} warnings
 */
async function looked(settings) {
  const arranged = settings.boards ? { arrangement: "A0 B0 C0 D0" } : {};
  const { refused, warnings } = await ask("POST", "settings", {
    game: "scarabya", settings: { mode: "solo", ...settings, ...arranged },
  });
  if (refused) throw new Refusal(refused.code, refused.sentence);
  return warnings;
}

/**
 * A sheet: squares to paint, by pointer and by keys.
 *
 * @param {Page} page
 * @param {"boards" | "site"} kind
 * @param {number} number
 * @param {import("../../../looks/worlds.js").World} world
 * @param {() => string} brush
 * @param {(number: number, place: number, mark: string, wipes: boolean) => void} paint
 */
function sheetOf({ t }, kind, number, world, brush, paint) {
  const side = kind === "site" ? 10 : 5;
  const name = kind === "site" ? t("scarabya.editor.site") : t("scarabya.editor.board", { name: NAMES[number] ?? "" });
  const count = h("span", { class: "soft" });
  const cells = Array.from({ length: side * side }, (_, place) =>
    h("div", { role: "gridcell", tabindex: place ? "-1" : "0", "data-place": place }));
  const grid = h("div", { class: "scarabya-sheet", role: "grid", "aria-label": name },
    Array.from({ length: side }, (_, row) => h("div", { role: "row" }, cells.slice(row * side, (row + 1) * side))));
  let shown = "";
  const placeOf = (/** @type {Event} */ event) => {
    const cell = event.target instanceof Element ? event.target.closest("[data-place]") : null;
    return cell ? Number(/** @type {HTMLElement} */ (cell).dataset.place) : -1;
  };

  grid.addEventListener("click", (event) => {
    const place = placeOf(event);
    if (place >= 0) paint(number, place, brush(), true);
  });
  grid.addEventListener("keydown", (event) => {
    const place = placeOf(event);
    const moved = arrow(event);
    const mark = { s: "s", r: "#", "#": "#", ".": ".", Delete: ".", Backspace: "." }[event.key];
    if (moved) focus(place, moved);
    else if (event.key === " " || event.key === "Enter") paint(number, place, brush(), true);
    else if (mark) paint(number, place, mark, false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  /**
   * @param {number} place
   * @param {{down: number, across: number}} moved
   */
  function focus(place, moved) {
    const kept = (/** @type {number} */ at) => Math.max(0, Math.min(side - 1, at));
    const to = kept(Math.floor(place / side) + moved.down) * side + kept((place % side) + moved.across);
    cells[place]?.setAttribute("tabindex", "-1");
    cells[to]?.setAttribute("tabindex", "0");
    cells[to]?.focus();
  }

  return {
    element: h("div", { class: "scarabya-sheet-box" }, h("h2", {}, name), grid, count),
    /** @param {Sheets} paper */
    draw(paper) {
      const marks = (kind === "site" ? paper.site : paper.boards[number]) ?? "";
      if (marks === shown) return;
      cells.forEach((cell, place) => {
        const mark = marks[place] ?? ".";
        if (mark === shown[place]) return;
        const word = t(`scarabya.editor.${WORDS[/** @type {keyof typeof WORDS} */ (mark)]}`);
        cell.setAttribute("aria-label", t("scarabya.editor.square", {
          row: Math.floor(place / side) + 1, column: (place % side) + 1, mark: word,
        }));
        const drawing = mark === "s" ? "scarab" : mark === "#" ? `rock-${world}` : "";
        replace(cell, drawing && svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, picture(drawing, { size: 88 })));
      });
      shown = marks;
      count.textContent = t("scarabya.editor.count", counted(marks));
    },
  };
}
