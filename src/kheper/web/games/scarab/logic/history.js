/**
 * The moves of a state, each with the stone it took.
 *
 * @typedef {import("./priest-moves.js").PriestMove & {seat: number, from: number, taken: string}} Played
 */

import { position, sum } from "./position.js";
import { parseMove } from "./priest-moves.js";

/**
 * Return the moves from the start.
 *
 * @param {GameState} state
 * @returns {Played[]}
 */
export function history(state) {
  const { marks, priest, side } = position(state.start);
  const first = firstMover(state);
  let from = priest;
  return state.moves.map((/** @type {string} */ text, /** @type {number} */ n) => {
    const each = parseMove(text, side);
    const taken = marks[each.target] ?? ".";
    marks[from] = ".";
    marks[each.target] = "P";
    if (each.back >= 0) marks[each.back] = each.stone;
    const played = { ...each, seat: ((first - 1 + n) % state.seats) + 1, from, taken };
    from = each.target;
    return played;
  });
}

/**
 * Return the seat after a seat: play goes round.
 *
 * @param {number} seat
 * @param {number} seats
 */
export function seatAfter(seat, seats) {
  return (seat % seats) + 1;
}

/**
 * Return who moved first: derived from who is to move, or at the end from the hands.
 *
 * @param {GameState} state
 */
function firstMover(state) {
  const moves = state.moves.length;
  const [mover] = state.to_move;
  if (mover) return ((((mover - 1 - moves) % state.seats) + state.seats) % state.seats) + 1;
  const seats = Array.from({ length: state.seats }, (_, n) => n + 1);
  return seats.find((first) => fits(state, first)) ?? 1;
}

/**
 * Return whether the moves lead to these hands if this seat began.
 *
 * @param {GameState} state
 * @param {number} first
 */
function fits(state, first) {
  const { marks, side } = position(state.start);
  /** @type {string[][]} */
  const taken = state.hands.map(() => []);
  state.moves.forEach((/** @type {string} */ text, /** @type {number} */ n) => {
    const each = parseMove(text, side);
    const hand = taken[(first - 1 + n) % state.seats] ?? [];
    const mark = marks[each.target] ?? ".";
    if (mark !== "A" && mark !== ".") hand.push(mark);
    marks[each.target] = ".";
    if (each.back < 0) return;
    marks[each.back] = each.stone;
    if (hand.includes(each.stone)) hand.splice(hand.indexOf(each.stone), 1);
  });
  const gains = taken.map((hand, n) => sum(state.hands[n]) - sum(hand));
  const counts = taken.map((hand, n) => state.hands[n].length - hand.length);
  return gains.every((gain) => gain === 0) && counts.every((count) => count === 0);
}
