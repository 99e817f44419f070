/** An editor of positions: stones of one's own box, or a game that is under way. */

import { icon, piece } from "../../../looks/stones.js";
import { h, replace } from "../../../ui/dom.js";
import { markWords } from "../logic/descriptions.js";
import { kind, position, value, VALUES, written } from "../logic/position.js";
import { filledUp, left, mark, newSeed, put, SIDES, STARS, swapped } from "../logic/stone-set.js";
import { stoneBoard } from "./stone-board.js";

const STONE = /^[+-][1-8]\*?$/;

/**
 * @param {Page} page
 * @returns {Editor & {load(settings: Record<string, string>): void}}
 */
export function editor(page) {
  const { t } = page;
  let side = 10;
  /** @type {string[]} */
  let marks = empty(side);
  let tool = "+8";
  let sign = "+";
  const size = h(
    "select",
    { onchange: () => begin(Number(size.value), null) },
    SIDES.map((each) => h("option", { value: each }, t("scarab.editor.size", { side: each }))),
  );
  const palette = h("div", { class: "scarab-palette", role: "group", "aria-label": t("scarab.editor.palette") });
  const star = h("input", { type: "checkbox", onchange: () => choose(tool.replace("*", "")) });
  const status = h("p", { role: "status" });
  const text = h("textarea", { class: "scarab-notation", rows: 4, spellcheck: "false", onchange: read });
  const axis = h(
    "select",
    { onchange: draw },
    h("option", { value: "" }, t("scarab.editor.no-axis")),
    h("option", { value: "h" }, t("scarab.editor.row")),
    h("option", { value: "v" }, t("scarab.editor.column")),
  );
  const mover = h("select", {}, [1, 2, 3, 4].map((seat) => h("option", { value: seat }, String(seat))));
  const hands = h("input", { type: "text", spellcheck: "false", placeholder: "+5 -3 ; -8*", onchange: draw });
  const place = h("div", {});
  /** @type {ReturnType<typeof stoneBoard>} */
  let ground;

  const element = h(
    "div",
    { class: "scarab-editor" },
    h("div", { class: "row" }, h("label", {}, t("scarab.editor.board"), size), action("fill", fill), action("clear", () => begin(side, null))),
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

  /**
   * @param {"fill" | "clear"} name
   * @param {() => void} act
   */
  function action(name, act) {
    const words = name === "fill" ? t("scarab.editor.fill") : t("scarab.editor.clear");
    return h("button", { type: "button", class: "small", onclick: act }, words);
  }

  /**
   * @param {number} wanted
   * @param {string[] | null} next
   */
  function begin(wanted, next) {
    side = wanted;
    size.value = String(side);
    marks = next ?? empty(side);
    ground = stoneBoard(page, side, {
      press: (square) => set(square, marks[square] === chosen() ? "." : chosen()),
      drag: (from, to) => {
        marks = swapped(marks, from, to);
        draw();
      },
      type,
    });
    replace(place, ground.element);
    draw();
  }

  function fill() {
    marks = filledUp(marks, side, newSeed());
    draw();
  }

  /**
   * @param {number} square
   * @param {string} wanted
   */
  function set(square, wanted) {
    marks = put(marks, square, wanted, side, held());
    draw();
  }

  /**
   * Write on the board: a sign, a number, `*`, `A`, `P`, and Delete.
   *
   * @param {number} square
   * @param {string} key
   */
  function type(square, key) {
    const now = marks[square] ?? ".";
    if (key === "+" || key === "-") {
      sign = key;
      return true;
    }
    // Behind a number the cursor is on the next square already.
    if (key === "*") toggle(kind(now) === "stone" ? square : square - 1);
    else if (key === "Delete" || key === "Backspace" || key === ".") set(square, ".");
    else if (/^[1-8]$/.test(key)) step(square, `${sign}${key}`);
    else if (/^[ap]$/i.test(key)) step(square, key.toUpperCase());
    else return false;
    return true;
  }

  /** @param {number} square */
  function toggle(square) {
    const now = marks[square] ?? ".";
    if (kind(now) === "stone") set(square, now.endsWith("*") ? now.slice(0, -1) : `${now}*`);
  }

  /**
   * @param {number} square
   * @param {string} wanted
   */
  function step(square, wanted) {
    set(square, wanted);
    ground.focus(Math.min(square + 1, side * side - 1));
  }

  function chosen() {
    return star.checked && kind(tool) === "stone" ? `${tool}*` : tool;
  }

  /** @param {string} next */
  function choose(next) {
    tool = next;
    draw();
  }

  function read() {
    const given = position(text.value.trim());
    const sound = SIDES.includes(given.side) && given.marks.length === given.side ** 2;
    if (sound && given.marks.every((each) => STONE.test(each) || "AP.".includes(each))) begin(given.side, given.marks);
    else replace(status, t("scarab.editor.unreadable"));
  }

  /** The stones that are in hands. */
  function held() {
    return hands.value.split(/[\s;]+/).filter((each) => STONE.test(each));
  }

  function draw() {
    ground.draw(marks, -1);
    text.value = written(marks, side);
    const rest = left([...marks, ...held()], side);
    const tools = [...VALUES.map(mark), "A", "P", "."];
    replace(palette, tools.map((each) => chip(each, rest)));
    star.disabled = rest.stars <= 0;
    const open = [...rest.stones.values()].reduce((sum, count) => sum + count, 0) + rest.ankhs;
    replace(status, state(open, rest));
  }

  /**
   * @param {number} open how many stones are in the box still
   * @param {ReturnType<typeof left>} rest
   */
  function state(open, rest) {
    const stars = t("scarab.editor.stars", { count: STARS - rest.stars });
    if (rest.priest) return t("scarab.editor.no-priest");
    return `${open ? t("scarab.editor.open", { count: open }) : t("scarab.editor.complete")} ${stars}`;
  }

  /**
   * @param {string} each
   * @param {ReturnType<typeof left>} rest
   */
  function chip(each, rest) {
    const count = kind(each) === "stone" ? (rest.stones.get(value(each)) ?? 0) : each === "A" ? rest.ankhs : null;
    return h(
      "button",
      {
        type: "button",
        "aria-pressed": String(each === tool),
        "aria-label": each === "." ? null : count === null ? markWords(page, each) : `${markWords(page, each)}: ×${count}`,
        onclick: () => choose(each),
      },
      each === "." ? h("span", {}, t("scarab.editor.erase")) : icon(piece(each)),
      count === null ? null : `×${count}`,
    );
  }

  begin(side, null);
  return {
    element,
    value() {
      if (!marks.includes("P")) return null;
      const whole = !axis.value && !held().length;
      if (whole && marks.includes(".")) return null;
      const settings = { size: String(side), position: written(marks, side) };
      if (whole) return settings;
      const more = { mover: mover.value, ...(hands.value.trim() && { hands: hands.value.trim() }) };
      return { ...settings, ...more, ...(axis.value && { axis: axis.value }) };
    },
    load(settings) {
      axis.value = settings.axis ?? "";
      hands.value = settings.hands ?? "";
      mover.value = settings.mover ?? "1";
      const given = position(settings.position ?? "");
      if (SIDES.includes(given.side)) begin(given.side, given.marks);
    },
  };
}

/** @param {number} side */
function empty(side) {
  return Array(side * side).fill(".");
}
