/** Computes SCARAB's state after a move, from the facts in the server's event. */

import { position, sorted, squareAt, written } from "./position.js";

/**
 * Return the state after an event, without changing the one before.
 *
 * @param {GameState} state
 * @param {News} event
 * @returns {GameState}
 */
export function applyFacts(state, event) {
  const facts = /** @type {ScarabFacts} */ (event.facts ?? {});
  return {
    ...state,
    position: placed(state.position, facts.squares ?? []),
    axis: facts.axis === undefined ? state.axis : facts.axis,
    hands: state.hands.map((/** @type {string[]} */ hand, /** @type {number} */ n) =>
      n + 1 === event.seat ? handAfter(hand, facts) : hand),
    moves: event.move ? [...state.moves, event.move] : state.moves,
    to_move: event.to_move ?? state.to_move,
    outcome: event.outcome ?? null,
  };
}

/**
 * @param {string} text
 * @param {readonly [string, string][]} squares
 */
function placed(text, squares) {
  const { marks, side } = position(text);
  for (const [name, mark] of squares) marks[squareAt(name, side)] = mark;
  return written(marks, side);
}

/**
 * @param {string[]} hand
 * @param {ScarabFacts} facts
 */
function handAfter(hand, { taken, returned }) {
  if (taken) return sorted([...hand, taken]);
  const gone = returned ? hand.indexOf(returned) : -1;
  return hand.filter((_, n) => n !== gone);
}
