/** A sheet of squares that are painted by pointer and by keys. */

import { picture } from "../../../looks/pictures.js";
import { h, replace, svg } from "../../../ui/dom.js";
import { arrow } from "../logic/keys.js";
import { counted } from "../logic/sheets.js";

export const NAMES = "ABCD";
/** @type {Record<string, string>} */
export const WORDS = { s: "scarab", "#": "rock", ".": "free" };
/** @type {Record<string, string>} */
const KEYS = { s: "s", r: "#", "#": "#", ".": ".", Delete: ".", Backspace: "." };

/**
 * @param {Page} page
 * @param {"boards" | "site"} kind
 * @param {number} number which board it is
 * @param {import("../../../looks/worlds.js").World} world
 * @param {{brush: () => string, paint: (place: number, mark: string, wipes: boolean) => void}} tools
 */
export function sheetGrid({ t }, kind, number, world, tools) {
  const side = kind === "site" ? 10 : 5;
  const name = kind === "site" ? t("scarabya.editor.site") : t("scarabya.editor.board", { name: NAMES[number] ?? "" });
  const count = h("span", { class: "soft" });
  const cells = Array.from({ length: side * side }, (_, place) =>
    h("div", { role: "gridcell", tabindex: place ? "-1" : "0", "data-place": place }));
  const grid = h("div", { class: "scarabya-sheet", role: "grid", "aria-label": name },
    Array.from({ length: side }, (_, row) => h("div", { role: "row" }, cells.slice(row * side, (row + 1) * side))));
  let shown = "";

  grid.addEventListener("click", (event) => {
    const place = placeOf(event);
    if (place >= 0) tools.paint(place, tools.brush(), true);
  });
  grid.addEventListener("keydown", (event) => {
    const place = placeOf(event);
    const moved = arrow(event);
    const mark = KEYS[event.key];
    if (moved) moveFocus(cells, place, moved);
    else if (event.key === " " || event.key === "Enter") tools.paint(place, tools.brush(), true);
    else if (mark) tools.paint(place, mark, false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    element: h("div", { class: "scarabya-sheet-box" }, h("h2", {}, name), grid, count),
    /** @param {import("../logic/sheets.js").Sheets} sheets */
    draw(sheets) {
      const marks = (kind === "site" ? sheets.site : sheets.boards[number]) ?? "";
      if (marks === shown) return;
      cells.forEach((cell, place) => {
        if (marks[place] !== shown[place]) drawCell(t, cell, place, marks[place] ?? ".", side, world);
      });
      shown = marks;
      count.textContent = t("scarabya.editor.count", counted(marks));
    },
  };
}

/** @param {Event} event */
function placeOf(event) {
  const cell = event.target instanceof Element ? event.target.closest("[data-place]") : null;
  return cell ? Number(/** @type {HTMLElement} */ (cell).dataset.place) : -1;
}

/**
 * @param {HTMLElement[]} cells
 * @param {number} place
 * @param {{down: number, across: number}} moved
 */
function moveFocus(cells, place, moved) {
  const side = Math.sqrt(cells.length);
  const kept = (/** @type {number} */ at) => Math.max(0, Math.min(side - 1, at));
  const to = kept(Math.floor(place / side) + moved.down) * side + kept((place % side) + moved.across);
  cells[place]?.setAttribute("tabindex", "-1");
  cells[to]?.setAttribute("tabindex", "0");
  cells[to]?.focus();
}

/**
 * @param {Page["t"]} t
 * @param {HTMLElement} cell
 * @param {number} place
 * @param {string} mark
 * @param {number} side
 * @param {string} world
 */
function drawCell(t, cell, place, mark, side, world) {
  cell.setAttribute("aria-label", t("scarabya.editor.square", {
    row: Math.floor(place / side) + 1, column: (place % side) + 1, mark: t(`scarabya.editor.${WORDS[mark]}`),
  }));
  const drawing = mark === "s" ? "scarab" : mark === "#" ? `rock-${world}` : "";
  replace(cell, drawing && svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, picture(drawing, { size: 88 })));
}
