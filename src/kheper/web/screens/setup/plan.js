/**
 * The plan of a match: what is played, who sits where, by which rules and terms. No DOM here.
 *
 * @typedef {{occupant: "here" | "open" | "bot", level?: number, name?: string}} SeatPlan
 * @typedef {object} Plan
 * @property {string} kind
 * @property {SeatPlan[]} seats
 * @property {Record<string, string>} options the chosen options that are not the default
 * @property {Terms} terms
 */

import { kindNamed, kindOf, OPTIONS, optionsOf } from "../../games/kinds.js";
import { games } from "../../games/registry.js";

/**
 * Return the default plan: the reader against bots.
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
 * Return a plan of another kind that keeps what fits.
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
 * Return a plan with another number of seats; new seats are open.
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
 * Return a plan with another occupant of a seat: `here`, `open`, or `bot 3`.
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
 * Return the choice for a seat, as `seatOf` reads it.
 *
 * @param {SeatPlan} seat
 */
export function choiceOf(seat) {
  return seat.occupant === "bot" ? `bot ${seat.level}` : seat.occupant;
}

/**
 * Return the game's settings for a plan, with one's own material.
 *
 * @param {Plan} plan
 */
export function settingsOf(plan) {
  return { ...kindNamed(plan.kind).settings, ...fitting(plan.kind, plan.options) };
}

/**
 * Return the request that creates the match; it starts at once if nothing is left to decide.
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
 * Return whether the players' ages decide something.
 *
 * @param {Record<string, string>} settings
 */
export function asksAges(settings) {
  return Object.entries(settings).some(([name, value]) => name in OPTIONS && ["youngest", "oldest"].includes(value));
}

/**
 * Return the plan of an existing match.
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
