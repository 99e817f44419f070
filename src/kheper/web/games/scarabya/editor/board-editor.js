/**
 * The editor of one's own boards: choose a mark, paint squares, have the server check them.
 *
 * @typedef {import("../logic/sheets.js").Sheets} Sheets
 *
 * @typedef {object} Drawing
 * @property {Page} page
 * @property {import("../../../looks/worlds.js").World} world
 * @property {Sheets} sheets
 * @property {string} brush the mark that is painted
 * @property {string} accepted the settings that the server accepted, as JSON
 * @property {number} timer until the next check
 * @property {ReturnType<typeof sheetGrid>[]} grids
 * @property {HTMLElement} place where the sheets are
 * @property {HTMLElement} verdict
 */

import { words } from "../../../i18n/words.js";
import { icon } from "../../../looks/pictures.js";
import { worldOf } from "../../../looks/worlds.js";
import { ask, Refusal } from "../../../net/api.js";
import { h, replace } from "../../../ui/dom.js";
import { blank, counted, MARKS, painted, settingsOf } from "../logic/sheets.js";
import { NAMES, sheetGrid, WORDS } from "./sheet-grid.js";

/** A board with fewer marks is not sent to the server yet. */
const WRITTEN = 8;
const PAUSE = 700;

/**
 * @param {Page} page
 * @returns {Editor}
 */
export function editor(page) {
  const { t } = page;
  const world = worldOf(page.preferences.world, 1);
  /** @type {Drawing} */
  const drawing = {
    page,
    world,
    sheets: blank(),
    brush: "s",
    accepted: "",
    timer: 0,
    grids: [],
    place: h("div", { class: "scarabya-sheets" }),
    verdict: h("p", { class: "scarabya-verdict-line", role: "status" }),
  };
  const element = h(
    "div",
    { class: "scarabya-editor stack", "data-world": world },
    h("p", { class: "soft" }, t("scarabya.editor.how")),
    choice(drawing, "kind", ["boards", "site"], drawing.sheets.kind, (kind) => {
      drawing.sheets = { ...drawing.sheets, kind: kind === "site" ? "site" : "boards" };
      show(drawing);
    }),
    choice(drawing, "brush", [...MARKS], drawing.brush, (mark) => (drawing.brush = mark)),
    drawing.place,
    h("div", { class: "row" },
      h("button", { type: "button", onclick: () => void check(drawing) }, icon("tick"), t("scarabya.editor.check")),
      h("button", { type: "button", class: "quiet", onclick: () => clear(drawing) }, t("scarabya.editor.clear"))),
    drawing.verdict,
  );
  show(drawing);
  return { element, value: () => value(drawing), close: () => clearTimeout(drawing.timer) };
}

/**
 * @param {Drawing} drawing
 * @param {string} name
 * @param {string[]} values
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
function choice({ page: { t }, world }, name, values, chosen, choose) {
  return h(
    "fieldset",
    { class: "scarabya-choice" },
    h("legend", {}, t(`scarabya.editor.${name}`)),
    h("div", { class: "row" }, values.map((value) => {
      const word = WORDS[value] ?? value;
      return h("label", {},
        h("input", { type: "radio", name: `scarabya-${name}`, value, checked: value === chosen, onchange: () => choose(value) }),
        value === "s" && icon("scarab"), value === "#" && icon(`rock-${world}`),
        t(`scarabya.editor.${word}`));
    })),
  );
}

/** @param {Drawing} drawing */
function clear(drawing) {
  drawing.sheets = { ...blank(), kind: drawing.sheets.kind };
  show(drawing);
}

/**
 * @param {Drawing} drawing
 * @param {number} number
 * @param {number} place
 * @param {string} mark
 * @param {boolean} wipes
 */
function paint(drawing, number, place, mark, wipes) {
  drawing.sheets = painted(drawing.sheets, number, place, mark, wipes);
  drawing.verdict.textContent = "";
  for (const grid of drawing.grids) grid.draw(drawing.sheets);
  clearTimeout(drawing.timer);
  if (isWritten(drawing.sheets)) drawing.timer = window.setTimeout(() => void check(drawing), PAUSE);
}

/** @param {Drawing} drawing */
function show(drawing) {
  const { page, sheets, place, verdict, world } = drawing;
  verdict.textContent = "";
  const count = sheets.kind === "site" ? 1 : NAMES.length;
  drawing.grids = Array.from({ length: count }, (_, n) =>
    sheetGrid(page, sheets.kind, n, world, {
      brush: () => drawing.brush,
      paint: (square, mark, wipes) => paint(drawing, n, square, mark, wipes),
    }));
  for (const grid of drawing.grids) grid.draw(sheets);
  place.dataset.kind = sheets.kind;
  replace(place, drawing.grids.map((grid) => grid.element));
}

/**
 * Ask the server whether a game can be played on this, and show its answer.
 *
 * @param {Drawing} drawing
 */
async function check(drawing) {
  const { page: { t }, verdict } = drawing;
  clearTimeout(drawing.timer);
  const settings = settingsOf(drawing.sheets);
  try {
    const warnings = settings ? await checkedByServer(settings) : [];
    verdict.dataset.mood = settings && !warnings.length ? "legal" : "refused";
    verdict.textContent = warnings.join(" ") || t(settings ? "scarabya.editor.good" : "scarabya.editor.blank");
    drawing.accepted = JSON.stringify(settings);
  } catch (refused) {
    verdict.dataset.mood = "refused";
    verdict.textContent = words.refusal(refused);
  }
}

/**
 * Return the settings if the server has accepted them; otherwise ask it and show its answer.
 *
 * @param {Drawing} drawing
 */
function value(drawing) {
  const settings = settingsOf(drawing.sheets);
  if (settings && JSON.stringify(settings) === drawing.accepted) return settings;
  void check(drawing);
  return null;
}

/** @param {Sheets} sheets */
function isWritten(sheets) {
  if (sheets.kind === "site") return /[s#]/.test(sheets.site);
  return sheets.boards.every((marks) => {
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
async function checkedByServer(settings) {
  const arranged = settings.boards ? { arrangement: "A0 B0 C0 D0" } : {};
  const { refused, warnings } = await ask("POST", "settings", {
    game: "scarabya", settings: { mode: "solo", ...settings, ...arranged },
  });
  if (refused) throw new Refusal(refused.code, refused.sentence);
  return warnings;
}
