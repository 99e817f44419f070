/**
 * The priest's legal moves, as the server sends them, and the ways they take.
 *
 * @typedef {import("./position.js").Axis} Axis
 * @typedef {import("./position.js").Position} Position
 *
 * @typedef {object} Next the line that the next player would have
 * @property {Axis} axis
 * @property {number} best
 * @property {number} worst
 * @property {number} sum
 * @property {number} stones
 * @property {number} ankhs
 *
 * @typedef {object} PriestMove a move of the priest, read
 * @property {string} move as it is sent, without a stone that returns
 * @property {Axis} axis the axis on which it leaves
 * @property {number} bend the starred square where it turns, or -1
 * @property {number} target
 * @property {string} stone the stone that returns, or nothing
 * @property {number} back the square to which it returns, or -1
 *
 * @typedef {PriestMove & {points: number, ankh: boolean, next: Next | null}} Landing `next` comes later
 *
 * @typedef {object} Options what can be chosen
 * @property {Map<number, Landing[]>} ways the ways to each square, the straight one first
 * @property {string[]} stones what may return after an ankh
 * @property {Set<number>} squares where it may go
 */

import { line, squareAt, squareName, value } from "./position.js";

const MOVE = /^([hv])([a-j]\d+)(?:([hv])([a-j]\d+))?(?:\^([+-][1-8]\*?)@([a-j]\d+))?$/;

/** @returns {Options} */
export function noOptions() {
  return { ways: new Map(), stones: [], squares: new Set() };
}

/**
 * Read a move.
 *
 * @param {string} text
 * @param {number} side
 * @returns {PriestMove}
 */
export function parseMove(text, side) {
  const [, axis, first = "", turned, second, stone = "", back] = MOVE.exec(text) ?? [];
  return {
    move: text.split("^")[0] ?? text,
    axis: axis === "v" ? "v" : "h",
    bend: turned ? squareAt(first, side) : -1,
    target: squareAt(second ?? first, side),
    stone,
    back: back ? squareAt(back, side) : -1,
  };
}

/**
 * Return the legal moves of a seat, as options to choose from.
 *
 * @param {Own | undefined} own
 * @param {Position} position
 * @returns {Options}
 */
export function optionsOf(own, position) {
  if (own?.legal?.kind !== "walks") return noOptions();
  const { side } = position;
  const { stones = [], squares = [] } = own.legal;
  /** @type {Map<number, Landing[]>} */
  const ways = new Map();
  for (const each of landings(own.legal, own.preview, position)) {
    const others = ways.get(each.target) ?? [];
    ways.set(each.target, each.bend < 0 ? [each, ...others] : [...others, each]);
  }
  return { ways, stones, squares: new Set(squares.map((name) => squareAt(name, side))) };
}

/**
 * @param {Walks} legal
 * @param {Preview | undefined} preview
 * @param {Position} position
 * @returns {Landing[]}
 */
function landings({ moves, ankhs = 0 }, preview, { marks, side }) {
  const lines = preview?.kind === "forecasts" ? preview.lines : [];
  return moves.map((move, n) => {
    const taken = parseMove(move, side);
    const points = value(marks[taken.target] ?? ".");
    return { ...taken, points, ankh: n >= moves.length - ankhs, next: nextOf(lines[n]) };
  });
}

/**
 * @param {Forecasts["lines"][number] | undefined} told
 * @returns {Next | null}
 */
function nextOf(told) {
  if (!told) return null;
  const [axis, best, worst, sum, stones, ankhs] = told;
  return { axis, best, worst, sum, stones, ankhs };
}

/**
 * Return the squares at which the way begins, turns and ends.
 *
 * @param {number} from
 * @param {PriestMove} taken
 */
export function corners(from, taken) {
  return taken.bend < 0 ? [from, taken.target] : [from, taken.bend, taken.target];
}

/**
 * Return the next player's line with the returning stone, if it lies in that line; null while the
 * line is unknown.
 *
 * @param {Landing} landing
 * @param {string} stone
 * @param {number} back
 * @param {number} side
 * @returns {Next | null}
 */
export function lineWith(landing, stone, back, side) {
  const { target, next } = landing;
  if (!next || !stone || back < 0 || !line(target, next.axis, side).includes(back)) return next;
  const points = value(stone);
  return {
    ...next,
    best: next.stones ? Math.max(next.best, points) : points,
    worst: next.stones ? Math.min(next.worst, points) : points,
    sum: next.sum + points,
    stones: next.stones + 1,
  };
}

/**
 * Write a move with the stone that returns.
 *
 * @param {PriestMove} landing
 * @param {string} stone
 * @param {number} back
 * @param {number} side
 */
export function withReturn(landing, stone, back, side) {
  return `${landing.move}^${stone}@${squareName(back, side)}`;
}

/**
 * Return the lines through which the priest can turn: the stars that some way bends on.
 *
 * @param {Options} options
 * @returns {{star: number, axis: Axis}[]} the star, and the axis on which it is left
 */
export function bends(options) {
  /** @type {Map<string, {star: number, axis: Axis}>} */
  const found = new Map();
  for (const each of [...options.ways.values()].flat()) {
    if (each.bend < 0) continue;
    const axis = each.axis === "h" ? "v" : "h";
    found.set(`${each.bend}${axis}`, { star: each.bend, axis });
  }
  return [...found.values()];
}
