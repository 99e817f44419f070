/**
 * An editor of positions: stones laid out by hand, or a game in progress.
 *
 * @typedef {object} Position what is edited
 * @property {Page} page
 * @property {number} side
 * @property {string[]} marks
 * @property {string} tool the mark that is put on a square
 * @property {string} sign of the values that are typed
 * @property {ReturnType<typeof stoneBoard> | null} board
 * @property {ReturnType<typeof createFields>} fields
 */

import { icon, piece } from "../../../looks/stones.js";
import { h, replace } from "../../../ui/dom.js";
import { markWords } from "../logic/descriptions.js";
import { kind, position, value, VALUES, written } from "../logic/position.js";
import { filledUp, left, mark, newSeed, put, SIDES, STARS, swapped } from "../logic/stone-set.js";
import { stoneBoard } from "./stone-board.js";

const STONE = /^[+-][1-8]\*?$/;

/**
 * @param {Page} page
 * @returns {Editor}
 */
export function editor(page) {
  const fields = createFields(page);
  /** @type {Position} */
  const edited = { page, side: 0, marks: [], tool: "+8", sign: "+", fields, board: null };
  const { size, star, text, axis, hands } = fields;
  size.onchange = () => begin(edited, Number(size.value), null);
  star.onchange = () => draw(edited);
  text.onchange = () => read(edited);
  axis.onchange = hands.onchange = () => draw(edited);
  begin(edited, 10, null);
  return { element: layOut(edited), value: () => settingsOf(edited) };
}

/** @param {Page} page */
function createFields({ t }) {
  return {
    size: h("select", {}, SIDES.map((side) => h("option", { value: side }, t("scarab.editor.size", { side })))),
    palette: h("div", { class: "scarab-palette", role: "group", "aria-label": t("scarab.editor.palette") }),
    star: h("input", { type: "checkbox" }),
    status: h("p", { role: "status" }),
    text: h("textarea", { class: "scarab-notation", rows: 4, spellcheck: "false" }),
    axis: h(
      "select",
      {},
      h("option", { value: "" }, t("scarab.editor.no-axis")),
      h("option", { value: "h" }, t("scarab.editor.row")),
      h("option", { value: "v" }, t("scarab.editor.column")),
    ),
    mover: h("select", {}, [1, 2, 3, 4].map((seat) => h("option", { value: seat }, String(seat)))),
    hands: h("input", { type: "text", spellcheck: "false", placeholder: "+5 -3 ; -8*" }),
    place: h("div", {}),
  };
}

/** @param {Position} edited */
function layOut(edited) {
  const { t } = edited.page;
  const { size, palette, star, status, text, axis, mover, hands, place } = edited.fields;
  const button = (/** @type {string} */ words, /** @type {() => void} */ onclick) =>
    h("button", { type: "button", class: "small", onclick }, words);
  return h(
    "div",
    { class: "scarab-editor" },
    h(
      "div",
      { class: "row" },
      h("label", {}, t("scarab.editor.board"), size),
      button(t("scarab.editor.fill"), () => change(edited, filledUp(edited.marks, edited.side, newSeed()))),
      button(t("scarab.editor.clear"), () => begin(edited, edited.side, null)),
    ),
    h("p", { class: "soft" }, t("scarab.editor.hint")),
    place,
    status,
    palette,
    h("label", {}, star, t("scarab.editor.star")),
    h("label", { class: "stack" }, t("scarab.editor.notation"), text),
    h(
      "details",
      {},
      h("summary", {}, t("scarab.editor.middle")),
      h(
        "div",
        { class: "scarab-middle" },
        h("label", {}, t("scarab.editor.axis"), axis),
        h("label", {}, t("scarab.editor.mover"), mover),
        h("label", {}, t("scarab.editor.hands"), hands),
      ),
    ),
  );
}

/**
 * Begin on a board of a size, empty or with marks.
 *
 * @param {Position} edited
 * @param {number} side
 * @param {string[] | null} marks
 */
function begin(edited, side, marks) {
  edited.side = side;
  edited.fields.size.value = String(side);
  edited.board = stoneBoard(edited.page, side, {
    press: (square) => set(edited, square, edited.marks[square] === chosen(edited) ? "." : chosen(edited)),
    drag: (from, to) => change(edited, swapped(edited.marks, from, to)),
    type: (square, key) => type(edited, square, key),
  });
  replace(edited.fields.place, edited.board.element);
  change(edited, marks ?? Array(side * side).fill("."));
}

/**
 * @param {Position} edited
 * @param {string[]} marks
 */
function change(edited, marks) {
  edited.marks = marks;
  draw(edited);
}

/**
 * @param {Position} edited
 * @param {number} square
 * @param {string} wanted
 */
function set(edited, square, wanted) {
  change(edited, put(edited.marks, square, wanted, edited.side, held(edited)));
}

/**
 * Write on the board by keys: a sign, a number, `*`, `A`, `P`, and Delete.
 *
 * @param {Position} edited
 * @param {number} square
 * @param {string} key
 */
function type(edited, square, key) {
  if (key === "+" || key === "-") {
    edited.sign = key;
    return true;
  }
  // After a number the cursor is already on the next square.
  if (key === "*") toggleStar(edited, kind(edited.marks[square] ?? ".") === "stone" ? square : square - 1);
  else if (key === "Delete" || key === "Backspace" || key === ".") set(edited, square, ".");
  else if (/^[1-8]$/.test(key)) step(edited, square, `${edited.sign}${key}`);
  else if (/^[ap]$/i.test(key)) step(edited, square, key.toUpperCase());
  else return false;
  return true;
}

/**
 * @param {Position} edited
 * @param {number} square
 */
function toggleStar(edited, square) {
  const now = edited.marks[square] ?? ".";
  if (kind(now) === "stone") set(edited, square, now.endsWith("*") ? now.slice(0, -1) : `${now}*`);
}

/**
 * @param {Position} edited
 * @param {number} square
 * @param {string} wanted
 */
function step(edited, square, wanted) {
  set(edited, square, wanted);
  edited.board?.focus(Math.min(square + 1, edited.side ** 2 - 1));
}

/** @param {Position} edited */
function chosen({ tool, fields: { star } }) {
  return star.checked && kind(tool) === "stone" ? `${tool}*` : tool;
}

/** @param {Position} edited */
function read(edited) {
  const { text, status } = edited.fields;
  const { side, marks } = position(text.value.trim());
  const isWhole = SIDES.includes(side) && marks.length === side ** 2;
  if (isWhole && marks.every((each) => STONE.test(each) || "AP.".includes(each))) begin(edited, side, marks);
  else replace(status, edited.page.t("scarab.editor.unreadable"));
}

/**
 * Return the stones that are in hands.
 *
 * @param {Position} edited
 */
function held({ fields: { hands } }) {
  return hands.value.split(/[\s;]+/).filter((each) => STONE.test(each));
}

/** @param {Position} edited */
function draw(edited) {
  const { marks, side, fields } = edited;
  edited.board?.draw(marks, -1);
  fields.text.value = written(marks, side);
  const rest = left([...marks, ...held(edited)], side);
  replace(fields.palette, [...VALUES.map(mark), "A", "P", "."].map((each) => paletteButton(edited, each, rest)));
  fields.star.disabled = rest.stars <= 0;
  replace(fields.status, statusWords(edited.page, rest));
}

/**
 * @param {Page} page
 * @param {ReturnType<typeof left>} rest
 */
function statusWords({ t }, rest) {
  if (rest.priest) return t("scarab.editor.no-priest");
  const open = [...rest.stones.values()].reduce((sum, count) => sum + count, 0) + rest.ankhs;
  const stars = t("scarab.editor.stars", { count: STARS - rest.stars });
  return `${open ? t("scarab.editor.open", { count: open }) : t("scarab.editor.complete")} ${stars}`;
}

/**
 * @param {Position} edited
 * @param {string} each
 * @param {ReturnType<typeof left>} rest
 */
function paletteButton(edited, each, rest) {
  const { page } = edited;
  const count = kind(each) === "stone" ? (rest.stones.get(value(each)) ?? 0) : each === "A" ? rest.ankhs : null;
  return h(
    "button",
    {
      type: "button",
      "aria-pressed": String(each === edited.tool),
      "aria-label": each === "." ? null : count === null ? markWords(page, each) : `${markWords(page, each)}: ×${count}`,
      onclick: () => {
        edited.tool = each;
        draw(edited);
      },
    },
    each === "." ? h("span", {}, page.t("scarab.editor.erase")) : icon(piece(each)),
    count === null ? null : `×${count}`,
  );
}

/**
 * Return the settings of a game from this position, or null while it is incomplete.
 *
 * @param {Position} edited
 */
function settingsOf(edited) {
  const { marks, side, fields: { axis, mover, hands } } = edited;
  if (!marks.includes("P")) return null;
  const isStart = !axis.value && !held(edited).length;
  if (isStart && marks.includes(".")) return null;
  const settings = { size: String(side), position: written(marks, side) };
  if (isStart) return settings;
  const more = { mover: mover.value, ...(hands.value.trim() && { hands: hands.value.trim() }) };
  return { ...settings, ...more, ...(axis.value && { axis: axis.value }) };
}
