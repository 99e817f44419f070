/**
 * Reads records: the states to stop at, names and seats. No DOM here.
 *
 * @typedef {{state: GameState, lines: number}} Stop `lines` are those of the record
 */

import { games } from "../../games/registry.js";

/**
 * Return the states to stop at: in an expedition each round, otherwise each move.
 *
 * @param {RecordRead} read
 * @returns {Stop[]}
 */
export function stops(read) {
  const { recordLines } = games[read.game];
  const all = read.states.map((state) => ({ state, lines: recordLines(state) }));
  // A state without a new line of the record is in the middle of a round.
  return all.filter(({ state, lines }, n) => n === 0 || state.outcome || lines !== all[n - 1]?.lines);
}

/**
 * Return a record cut after a number of lines, as an unfinished game.
 *
 * @param {string} record
 * @param {number} count
 */
export function cutRecord(record, count) {
  const kept = record.split("\n").filter((line) => {
    const number = /^\s*(\d+)\./.exec(line)?.[1];
    return number === undefined || Number(number) <= count;
  });
  return kept.join("\n").replace(/^\[Result ".*"\]/m, '[Result "*"]');
}

/**
 * Return the names that a record has for its seats.
 *
 * @param {string} record
 * @param {number} seats
 */
export function namesIn(record, seats) {
  return Array.from({ length: seats }, (_, n) => {
    const found = new RegExp(`^\\[\\s*Seat${n + 1}\\s+"((?:[^"\\\\]|\\\\.)*)"`, "m").exec(record);
    return (found?.[1] ?? "").replace(/\\(.)/g, "$1");
  });
}

/**
 * Return the level of a bot from its name in a record; 0 for a person.
 *
 * @param {string} name
 */
export function botIn(name) {
  return Number(/^Bot ([1-8])$/.exec(name)?.[1] ?? 0);
}

/**
 * Return the seats of a match that continues a record: the reader for the first person, the same
 * bots, and open seats for the other people.
 *
 * @param {string} record
 * @param {number} seats
 * @returns {{occupant: "here" | "open" | "bot", level?: number}[]}
 */
export function seatsIn(record, seats) {
  const levels = namesIn(record, seats).map(botIn);
  const mine = Math.max(0, levels.indexOf(0));
  return levels.map((level, n) => {
    if (n === mine) return { occupant: "here" };
    return level ? { occupant: "bot", level } : { occupant: "open" };
  });
}

/**
 * Return the view of a recorded state, as a spectator sees it.
 *
 * @param {RecordRead} read
 * @param {GameState} state
 * @param {string[]} names
 * @returns {View}
 */
export function viewOf(read, state, names) {
  return {
    match: "",
    game: read.game,
    mode: read.mode,
    phase: state.outcome ? "over" : "running",
    created: 0,
    at: 0,
    settings: {},
    terms: {},
    host_name: "",
    seats: names.map((name) => ({ kind: "person", name })),
    state,
    plays: 0,
  };
}
