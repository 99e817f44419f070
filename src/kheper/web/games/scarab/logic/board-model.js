/**
 * The model of the board: what is drawn, from the state of the game and the choice of a move.
 *
 * @typedef {import("./position.js").Axis} Axis
 *
 * @typedef {object} BoardModel what the board shows
 * @property {number} side
 * @property {readonly string[]} marks
 * @property {number} priest
 * @property {readonly Axis[]} axes those on which the priest leaves
 * @property {readonly {star: number, axis: Axis}[]} bends lines into which it can turn
 * @property {boolean} acting whether somebody here is to move
 * @property {ReadonlySet<number>} live squares that react
 * @property {readonly number[]} last the corners of the last move
 * @property {Preview | null} preview
 * @property {number} pinned the square that was pressed, or -1
 * @property {{mark: string, square: number} | null} returning a stone that would return
 *
 * @typedef {object} Preview
 * @property {readonly number[]} corners of the walk
 * @property {readonly (readonly number[])[]} others the other ways to the same stone
 * @property {Axis | null} axis the next one, once it is known
 * @property {readonly number[]} line the squares of the next line
 * @property {readonly number[]} best squares of the next line with its best stone
 * @property {readonly number[]} worst
 */

import { shown, shownBack } from "./choice.js";
import { line, position, value } from "./position.js";
import { bends, corners, lineWith } from "./priest-moves.js";

/**
 * @typedef {import("./priest-moves.js").Options} Options
 * @typedef {import("./priest-moves.js").Landing} Landing
 */

/**
 * @param {GameState} state
 * @param {import("./choice.js").Choice} choice
 * @param {Options} options
 * @param {import("./history.js").Played | undefined} last
 * @returns {BoardModel}
 */
export function boardModel(state, choice, options, last) {
  const { marks, priest, side } = position(state.position);
  const landing = shown(choice, options);
  const back = shownBack(choice, options);
  const acting = options.ways.size > 0;
  return {
    side,
    marks,
    priest,
    axes: axes(state),
    bends: bends(options),
    acting,
    live: live(choice, options),
    last: last ? corners(last.from, last) : [],
    preview: landing ? preview(marks, priest, side, landing, options, choice.stone, back) : null,
    pinned: choice.step === "square" ? choice.back : choice.target,
    returning: back >= 0 ? { mark: choice.stone, square: back } : null,
  };
}

/**
 * Return the squares that react in this step.
 *
 * @param {import("./choice.js").Choice} choice
 * @param {Options} options
 * @returns {Set<number>}
 */
export function live(choice, options) {
  if (choice.step === "square") return options.squares;
  return choice.step === "stone" || choice.step === "sent" ? new Set() : new Set(options.ways.keys());
}

/**
 * @param {GameState} state
 * @returns {import("./position.js").Axis[]}
 */
function axes(state) {
  if (!state.to_move.length) return [];
  return state.axis ? [state.axis] : ["h", "v"];
}

/**
 * @param {readonly string[]} marks
 * @param {number} priest
 * @param {number} side
 * @param {Landing} landing
 * @param {Options} options
 * @param {string} stone
 * @param {number} back
 */
function preview(marks, priest, side, landing, options, stone, back) {
  const others = (options.ways.get(landing.target) ?? []).filter((each) => each !== landing);
  return {
    corners: corners(priest, landing),
    others: others.map((each) => corners(priest, each)),
    ...ahead(marks, landing.target, lineWith(landing, stone, back, side), side),
  };
}

/**
 * Return the next player's line, and where its best and its worst stones are.
 *
 * @param {readonly string[]} marks
 * @param {number} target
 * @param {import("./priest-moves.js").Next | null} next
 * @param {number} side
 */
function ahead(marks, target, next, side) {
  if (!next) return { axis: null, line: [], best: [], worst: [] };
  const squares = line(target, next.axis, side).filter((square) => square !== target);
  /** @param {number} points */
  const worth = (points) => squares.filter((square) => next.stones && value(marks[square] ?? ".") === points);
  return {
    axis: next.axis,
    line: squares,
    best: worth(next.best),
    worst: next.best === next.worst ? [] : worth(next.worst),
  };
}

/**
 * Return the model of a board that nobody plays on yet.
 *
 * @param {readonly string[]} marks
 * @returns {BoardModel}
 */
export function idleModel(marks) {
  const priest = marks.indexOf("P");
  return {
    side: Math.sqrt(marks.length),
    marks,
    priest,
    axes: [],
    bends: [],
    acting: false,
    live: new Set(),
    last: [],
    preview: null,
    pinned: -1,
    returning: null,
  };
}
