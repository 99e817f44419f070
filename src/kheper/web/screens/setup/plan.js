/**
 * The plan of a match: what is played, who sits where, by which rules and terms. No DOM here.
 *
 * @typedef {{occupant: "here" | "open" | "bot", level?: number, name?: string}} SeatPlan
 * @typedef {object} Plan
 * @property {string} kind
 * @property {SeatPlan[]} seats
 * @property {Record<string, string>} options the choices that differ by table
 * @property {Terms} terms
 */

import { kindNamed, kindOf, OPTIONS, optionsOf } from "../../games/kinds.js";
import { games } from "../../games/registry.js";

/**
 * Return a first plan: oneself against bots.
 *
 * @param {string} kind
 * @param {number} level
 * @returns {Plan}
 */
export function firstPlan(kind, level) {
  const [fewest, most] = kindNamed(kind).seats;
  const count = Math.min(most, Math.max(fewest, 2));
  /** @type {SeatPlan[]} */
  const seats = [{ occupant: "here" }];
  while (seats.length < count) seats.push({ occupant: "bot", level });
  return { kind, seats, options: {}, terms: {} };
}

/**
 * Return a plan of another kind, with as much of the old one as fits.
 *
 * @param {Plan} plan
 * @param {string} kind
 * @returns {Plan}
 */
export function withKind(plan, kind) {
  const [fewest, most] = kindNamed(kind).seats;
  const count = Math.min(most, Math.max(fewest, plan.seats.length));
  const game = kindNamed(kind).game;
  const options = game === kindNamed(plan.kind).game ? plan.options : {};
  return resized({ ...plan, kind, options: fitting(kind, options) }, count);
}

/**
 * Return a plan with another number of seats; those that are new are open.
 *
 * @param {Plan} plan
 * @param {number} count
 * @returns {Plan}
 */
export function resized(plan, count) {
  const seats = plan.seats.slice(0, count);
  while (seats.length < count) seats.push({ occupant: "open" });
  return { ...plan, seats };
}

/**
 * Return a plan in which a seat is filled in another way: `here`, `open`, or `bot 3`.
 *
 * @param {Plan} plan
 * @param {number} index
 * @param {string} choice
 * @returns {Plan}
 */
export function seated(plan, index, choice) {
  return { ...plan, seats: plan.seats.map((seat, n) => (n === index ? seatOf(choice) : seat)) };
}

/**
 * @param {string} choice
 * @returns {SeatPlan}
 */
export function seatOf(choice) {
  const [occupant, level] = choice.split(" ");
  if (occupant === "bot") return { occupant, level: Number(level) };
  return { occupant: occupant === "here" ? "here" : "open" };
}

/**
 * Return the choice that a seat is.
 *
 * @param {SeatPlan} seat
 */
export function choiceOf(seat) {
  return seat.occupant === "bot" ? `bot ${seat.level}` : seat.occupant;
}

/**
 * Return the settings of the game that a plan means; own material is among its options.
 *
 * @param {Plan} plan
 */
export function settingsOf(plan) {
  return { ...kindNamed(plan.kind).settings, ...fitting(plan.kind, plan.options) };
}

/**
 * Return what is sent to set the table up; it starts at once when nothing is left to settle.
 *
 * @param {Plan} plan
 */
export function wishOf(plan) {
  return {
    game: kindNamed(plan.kind).game,
    settings: settingsOf(plan),
    terms: plan.terms,
    seats: plan.seats,
    start: startsAtOnce(plan),
  };
}

/** @param {Plan} plan */
export function startsAtOnce(plan) {
  const alone = plan.seats.filter((seat) => seat.occupant === "here").length <= 1;
  const full = plan.seats.every((seat) => seat.occupant !== "open");
  return full && alone && !plan.terms.arrange && !asksAges(plan.options);
}

/**
 * Say whether an age decides something.
 *
 * @param {Record<string, string>} settings
 */
export function asksAges(settings) {
  return Object.entries(settings).some(([name, value]) => name in OPTIONS && ["youngest", "oldest"].includes(value));
}

/**
 * Return the plan behind a table that is set up already.
 *
 * @param {View} view
 * @returns {Plan}
 */
export function planOf(view) {
  const kind = kindOf(view);
  // Settings that tell kinds apart are part of the kind, unless it offers them as an option.
  const fixed = Object.values(games[view.game].kinds).flatMap(({ settings }) => Object.keys(settings));
  const isOption = (/** @type {string} */ name) => optionsOf(kind).includes(name) || !fixed.includes(name);
  const options = Object.fromEntries(Object.entries(view.settings).filter(([name]) => isOption(name)));
  /** @type {SeatPlan[]} */
  const seats = view.seats.map((seat) =>
    seat.kind === "bot"
      ? { occupant: "bot", level: seat.level ?? 1 }
      : { occupant: seat.kind === "person" ? "here" : "open" },
  );
  return { kind, seats, options, terms: view.terms };
}

/**
 * Leave out options that a kind does not have, and those at their default.
 *
 * @param {string} kind
 * @param {Record<string, string>} options
 */
function fitting(kind, options) {
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => {
      const option = OPTIONS[name];
      if (!option) return true;
      return option.kinds.includes(kind) && value !== option.choices[0];
    }),
  );
}
