/**
 * The sides of a game, and the tie-break by stones.
 *
 * @typedef {object} Side a seat, or a team
 * @property {number[]} seats
 * @property {string[]} stones
 * @property {number} score
 * @property {boolean} won
 *
 * @typedef {object} Rung one value of the ladder +8, +7, … on which equals are compared
 * @property {number} value
 * @property {{side: number, count: number}[]} counts of those who were equal until here
 * @property {number[]} ahead the sides that stay
 */

import { VALUES, value } from "./position.js";

/**
 * Return the sides of a game: its seats, or its two teams.
 *
 * @param {GameState} state
 * @returns {Side[]}
 */
export function sides(state) {
  const groups = state.teams
    ? [[1, 2], [3, 4]]
    : Array.from({ length: state.seats }, (_, n) => [n + 1]);
  return groups.map((seats, n) => ({
    seats,
    stones: seats.flatMap((seat) => state.hands[seat - 1]),
    score: state.scores[n] ?? 0,
    won: Boolean(state.outcome?.winners.includes(seats[0] ?? 0)),
  }));
}

/**
 * Return the values on which sides with equal points were compared, down to the one that decided;
 * empty if points decided.
 *
 * @param {readonly Side[]} all
 * @returns {Rung[]}
 */
export function ladder(all) {
  const most = Math.max(...all.map(({ score }) => score));
  let equal = all.map((_, n) => n).filter((n) => all[n]?.score === most);
  /** @type {Rung[]} */
  const rungs = [];
  for (const each of VALUES) {
    if (equal.length < 2) break;
    const counts = equal.map((side) => ({ side, count: countOf(all[side], each) }));
    const best = Math.max(...counts.map(({ count }) => count));
    const ahead = counts.filter(({ count }) => count === best).map(({ side }) => side);
    rungs.push({ value: each, counts, ahead });
    equal = ahead;
  }
  return rungs;
}

/**
 * @param {Side | undefined} side
 * @param {number} points
 */
function countOf(side, points) {
  return side ? side.stones.filter((mark) => value(mark) === points).length : 0;
}
