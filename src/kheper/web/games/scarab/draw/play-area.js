/**
 * SCARAB's play area: the board, the bar and the collections, drawn from the view and the choice.
 *
 * @typedef {import("../logic/choice.js").Choice} Choice
 * @typedef {import("../logic/choice.js").Event} Event
 * @typedef {import("../logic/history.js").Played} Played
 *
 * @typedef {object} Surface the board of one size
 * @property {number} size
 * @property {ReturnType<typeof board>} picture
 * @property {ReturnType<typeof grid>} grid
 * @property {ReturnType<typeof walker>} walker
 *
 * @typedef {object} Area
 * @property {Page} page
 * @property {HTMLElement} element
 * @property {ReturnType<typeof bar>} bar
 * @property {ReturnType<typeof collections>} collections
 * @property {ReturnType<typeof moveList>} moves
 * @property {Surface | null} surface
 * @property {View | null} view
 * @property {Played[]} played
 * @property {Choice} choice
 * @property {import("../logic/priest-moves.js").Options} options
 * @property {boolean} hasPreview whether the options have a preview
 * @property {string} turn a key of the present turn
 * @property {string} labelled a key of what the squares' labels were made from
 * @property {string} news the last move, in words
 * @property {boolean} byKey whether the last input was a key
 * @property {number} timer until a choice is sent by itself
 */

import { h } from "../../../ui/dom.js";
import { START } from "../logic/choice.js";
import { markText, moveWords, turnWords } from "../logic/descriptions.js";
import { history } from "../logic/history.js";
import { position, value } from "../logic/position.js";
import { corners, noOptions, optionsOf } from "../logic/priest-moves.js";
import { fly, walker } from "./animation.js";
import { bar } from "./bar.js";
import { board } from "./board.js";
import { collections } from "./collections.js";
import { grid } from "./grid.js";
import { keys } from "./keys.js";
import { choose } from "./move-choice.js";
import { moveList } from "./move-list.js";
import { onlySeat, render } from "./render.js";

export { breakdown } from "./breakdown.js";

/** The most moves that are animated one after another; more than that is a jump. */
const ANIMATED_MOVES = 4;

/**
 * @param {Page} page
 * @returns {PlayArea}
 */
export function playArea(page) {
  /** @type {Area} */
  const area = {
    page,
    element: h("div", { class: "scarab-board" }),
    bar: bar(page, (event) => choose(area, event)),
    collections: collections(page, (stone) => choose(area, { type: "stone", stone })),
    moves: moveList(page),
    surface: null,
    view: null,
    played: [],
    choice: { ...START },
    options: noOptions(),
    hasPreview: false,
    turn: "",
    labelled: "",
    news: "",
    byKey: false,
    timer: 0,
  };
  const side = h("div", { class: "scarab-side" }, area.collections.element, area.moves.element);
  const parts = [area.element, area.bar.element, side];
  for (const part of parts) part.addEventListener("pointerdown", () => (area.byKey = false));
  const key = keys({
    state: () => keyState(area),
    send: (event) => choose(area, event),
    twice: () => page.preferences.confirm !== "off",
  });
  return {
    element: area.element,
    side,
    bar: area.bar.element,
    key(event) {
      area.byKey = true;
      return key(event);
    },
    draw(view) {
      if (!view.state) return;
      // Without turning, stars would only confuse.
      for (const part of parts) part.classList.toggle("scarab-starless", !view.state.turning);
      draw(area, view, view.state);
    },
    close() {
      clearTimeout(area.timer);
      area.surface?.walker.stop();
    },
  };
}

/**
 * @param {Area} area
 * @param {View} view
 * @param {GameState} state
 */
function draw(area, view, state) {
  const { page, played: before } = area;
  area.view = view;
  if (area.surface?.size !== state.size) area.surface = createSurface(area, state.size);
  const seat = page.seat();
  const own = page.readonly ? undefined : view.own?.find((each) => each.seat === seat);
  area.options = optionsOf(own, position(state.position));
  area.hasPreview = Boolean(own?.preview);
  area.played = history(state);
  const turn = [state.start, state.moves.length, state.position, seat, area.options.ways.size].join();
  const fresh = turn === area.turn ? [] : newMoves(before, area.played);
  if (turn !== area.turn) {
    area.choice = { ...START };
    clearTimeout(area.timer);
    area.bar.count(0);
  }
  area.turn = turn;
  const last = area.played.at(-1);
  area.news = last ? moveWords(page, last, state.size, markText) : "";
  render(area);
  if (fresh.length) showMoves(area, state, fresh);
}

/**
 * Return the board that the game is played on; another size needs another one.
 *
 * @param {Area} area
 * @param {number} size
 * @returns {Surface}
 */
function createSurface(area, size) {
  const { page, element } = area;
  const picture = board(size);
  const squares = grid(size, page.t("scarab.board.title"), {
    point: (square) => {
      if (square !== area.choice.pointed) choose(area, { type: "point", square });
    },
    press: (square, touch) => {
      choose(area, { type: "press", square, twice: touch || page.preferences.confirm !== "off" });
    },
    focus: (square) => choose(area, { type: "point", square }),
  });
  element.replaceChildren(picture.element, squares.element);
  return { size, picture, grid: squares, walker: walker(picture.priest, size) };
}

/**
 * Animate and announce new moves.
 *
 * @param {Area} area
 * @param {GameState} state
 * @param {readonly Played[]} fresh
 */
function showMoves(area, state, fresh) {
  const { page, surface } = area;
  for (const each of fresh) {
    page.sound(each.taken === "A" ? "ankh" : "walk");
    if (surface && page.animated()) animate(area, surface, each);
  }
  const { priest } = position(state.position);
  page.say([...fresh.map((each) => moveWords(page, each, state.size)), turnWords(page, state, priest, onlySeat(area))].join(" "));
}

/**
 * @param {Area} area
 * @param {Surface} surface
 * @param {Played} move
 */
function animate({ collections: all }, { grid: { cells }, walker: priest }, move) {
  const cell = cells[move.target];
  priest.walk(corners(move.from, move));
  if (cell && move.taken !== "A") fly(move.taken, cell, all.place(move.seat, value(move.taken)));
  const back = cells[move.back];
  if (back) fly(move.stone, all.place(move.seat, value(move.stone)) ?? back, back);
}

/**
 * @param {Area} area
 * @returns {import("./keys.js").Held | null}
 */
function keyState({ view, surface, choice, options, bar: { chips } }) {
  const state = view?.state;
  if (!state || !surface) return null;
  const { priest } = position(state.position);
  return { choice, options, size: state.size, priest, grid: surface.grid, chips: chips() };
}

/**
 * Return the moves that were added to those already drawn; none if it is another game, or a jump
 * in a replay.
 *
 * @param {readonly Played[]} before
 * @param {readonly Played[]} after
 */
function newMoves(before, after) {
  const added = after.length - before.length;
  const same = before.every((each, n) => each.move === after[n]?.move && each.back === after[n]?.back);
  return same && added > 0 && added <= ANIMATED_MOVES ? after.slice(before.length) : [];
}
