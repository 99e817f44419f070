/**
 * Spreading the stones before a game: at random, by a seed, or by hand.
 *
 * @typedef {object} Spread
 * @property {Page} page
 * @property {ReturnType<typeof stoneBoard> | null} board
 * @property {number} side
 * @property {string[]} marks
 * @property {number} picked the square of the stone that was picked up, or -1
 * @property {boolean} mine whether the reader spreads the stones
 */

import { h, replace } from "../../../ui/dom.js";
import { markWords } from "../logic/descriptions.js";
import { position, squareName, written } from "../logic/position.js";
import { newSeed, spread as spreadBySeed, swapped } from "../logic/stone-set.js";
import { stoneBoard } from "./stone-board.js";

/**
 * @param {Page} page
 * @returns {Arranging}
 */
export function arranging(page) {
  const { t } = page;
  /** @type {Spread} */
  const spread = { page, board: null, side: 0, marks: [], picked: -1, mine: false };
  const title = h("p", {});
  const place = h("div", {});
  const form = seedForm(spread);
  return {
    element: h("div", { class: "scarab-spreading" }, title, form, place),
    draw(view) {
      const layout = view.setup?.ground || view.setup?.layout || "";
      spread.mine = Boolean(view.may?.includes("arrange"));
      const side = layout ? position(layout).side : Number(view.settings.size ?? 10);
      if (!spread.board || side !== spread.side) replace(place, createBoard(spread, side).element);
      spread.marks = layout ? position(layout).marks : Array(side * side).fill(".");
      place.hidden = !layout;
      form.hidden = !spread.mine;
      drawBoard(spread);
      const name = page.names(view.setup?.arranger || 0) || view.host_name;
      const hint = layout ? t("scarab.arrange.hint") : t("scarab.arrange.none");
      replace(title, spread.mine ? hint : t("scarab.arrange.other", { name }));
    },
    close() {},
  };
}

/** @param {Spread} spread */
function seedForm(spread) {
  const { t } = spread.page;
  const seed = h("input", { type: "text", maxlength: 24, autocomplete: "off", spellcheck: "false" });
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    seed.value ||= newSeed();
    send(spread, written(spreadBySeed(spread.side, seed.value.trim()), spread.side));
  };
  return h(
    "form",
    { class: "scarab-seed", onsubmit: submit },
    h("button", { type: "button", onclick: () => send(spread, "") }, t("scarab.arrange.random")),
    h("label", {}, h("span", {}, t("scarab.arrange.seed")), seed),
    h("button", { type: "submit" }, t("scarab.arrange.by-seed")),
  );
}

/**
 * @param {Spread} spread
 * @param {number} side
 */
function createBoard(spread, side) {
  spread.side = side;
  spread.board = stoneBoard(spread.page, side, {
    press: (square) => press(spread, square),
    drag: (from, to) => swap(spread, from, to),
    type(_square, key) {
      if (key !== "Escape" || spread.picked < 0) return false;
      spread.picked = -1;
      drawBoard(spread);
      return true;
    },
  });
  return spread.board;
}

/** @param {Spread} spread */
function drawBoard({ board, marks, picked, mine }) {
  if (!board) return;
  board.element.inert = !mine;
  board.draw(marks, picked);
}

/**
 * @param {Spread} spread
 * @param {string} layout empty: the server draws one
 */
function send(spread, layout) {
  spread.picked = -1;
  spread.page.command("arrange", { layout }).catch(() => {});
}

/**
 * @param {Spread} spread
 * @param {number} one
 * @param {number} other
 */
function swap(spread, one, other) {
  const { page, marks, side } = spread;
  if (!spread.mine) return;
  page.say(page.t("scarab.arrange.swapped", { one: named(spread, one), other: named(spread, other) }));
  spread.marks = swapped(marks, one, other);
  send(spread, written(spread.marks, side));
  drawBoard(spread);
}

/**
 * Pick a stone up, or swap it with the one that was picked up before.
 *
 * @param {Spread} spread
 * @param {number} square
 */
function press(spread, square) {
  const { page, picked } = spread;
  if (!spread.mine) return;
  if (picked >= 0 && picked !== square) return swap(spread, picked, square);
  spread.picked = picked === square ? -1 : square;
  if (spread.picked >= 0) page.say(page.t("scarab.arrange.picked", { stone: named(spread, square) }));
  drawBoard(spread);
}

/**
 * @param {Spread} spread
 * @param {number} square
 */
function named({ page, marks, side }, square) {
  return `${markWords(page, marks[square] ?? ".")} (${squareName(square, side)})`;
}
