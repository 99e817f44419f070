/**
 * Choosing a move, step by step, before anything is sent.
 *
 *     look ──press──▶ landing ──press, confirm──▶ sent
 *                        └── on an ankh ──▶ stone ──▶ square ──▶ sent
 *
 * `cancel` goes a step back from everywhere but `sent`; `decline` sends from `stone` and `square`.
 *
 * @typedef {import("./priest-moves.js").Options} Options
 * @typedef {import("./priest-moves.js").Landing} Landing
 *
 * @typedef {object} Choice
 * @property {"look" | "landing" | "stone" | "square" | "sent"} step
 * @property {number} pointed the square under mouse or keyboard, or -1
 * @property {number} target the landing that was pressed, or -1
 * @property {number} way which of the ways there
 * @property {string} stone the stone that is to return
 * @property {number} back the square that was pressed for it, or -1
 * @property {string} move what was sent
 *
 * @typedef {{type: "point", square: number}
 *   | {type: "press", square: number, twice: boolean}
 *   | {type: "way", way: number}
 *   | {type: "stone", stone: string}
 *   | {type: "confirm"} | {type: "decline"} | {type: "cancel"} | {type: "refused"}} Event
 */

import { withReturn } from "./priest-moves.js";

/** @type {Readonly<Choice>} */
export const START = {
  step: "look",
  pointed: -1,
  target: -1,
  way: 0,
  stone: "",
  back: -1,
  move: "",
};

/**
 * Return the choice after an event.
 *
 * @param {Choice} choice
 * @param {Event} event
 * @param {Options} options
 * @param {number} side
 * @returns {Choice}
 */
export function afterEvent(choice, event, options, side) {
  if (event.type === "refused") return { ...START, pointed: choice.pointed };
  if (choice.step === "sent") return choice;
  switch (event.type) {
    case "point":
      return { ...choice, pointed: event.square };
    case "press":
      return press(choice, event, options, side);
    case "way":
      return turnTo(choice, event.way, options);
    case "stone":
      return take(choice, event.stone, options);
    case "confirm":
      return confirm(choice, options, side);
    case "decline":
      return decline(choice, options);
    case "cancel":
      return cancel(choice);
  }
}

/**
 * Return the landing whose consequences are to be shown, or nothing.
 *
 * @param {Choice} choice
 * @param {Options} options
 * @returns {Landing | undefined}
 */
export function shown(choice, options) {
  if (choice.step === "look") return options.ways.get(choice.pointed)?.[0];
  return options.ways.get(choice.target)?.[choice.way];
}

/**
 * Return the square that the stone would go to: the pressed one, or the one pointed at.
 *
 * @param {Choice} choice
 * @param {Options} options
 */
export function shownBack(choice, options) {
  if (choice.step !== "square") return -1;
  if (choice.back >= 0) return choice.back;
  return options.squares.has(choice.pointed) ? choice.pointed : -1;
}

/**
 * Say whether a confirmation would send something, or go on to the stones.
 *
 * @param {Choice} choice
 */
export function confirmable(choice) {
  return choice.step === "landing" || (choice.step === "square" && choice.back >= 0);
}

/**
 * @param {Choice} choice
 * @param {{square: number, twice: boolean}} event
 * @param {Options} options
 * @param {number} side
 * @returns {Choice}
 */
function press(choice, { square, twice }, options, side) {
  if (choice.step === "stone") return choice;
  if (choice.step === "square") {
    if (!options.squares.has(square)) return { ...choice, back: -1 };
    const pressed = { ...choice, pointed: square, back: square };
    return twice && choice.back !== square ? pressed : confirm(pressed, options, side);
  }
  const ways = options.ways.get(square);
  if (!ways) return { ...START, pointed: choice.pointed };
  if (choice.target === square) return confirm(choice, options, side);
  /** @type {Choice} */
  const pressed = { ...START, step: "landing", pointed: square, target: square };
  return twice || ways.length > 1 ? pressed : confirm(pressed, options, side);
}

/**
 * @param {Choice} choice
 * @param {number} way
 * @param {Options} options
 */
function turnTo(choice, way, options) {
  const ways = options.ways.get(choice.target)?.length ?? 0;
  return choice.step === "landing" && ways ? { ...choice, way: (way + ways) % ways } : choice;
}

/**
 * @param {Choice} choice
 * @param {string} stone
 * @param {Options} options
 * @returns {Choice}
 */
function take(choice, stone, options) {
  if (choice.step !== "stone" && choice.step !== "square") return choice;
  return options.stones.includes(stone) ? { ...choice, step: "square", stone } : choice;
}

/**
 * @param {Choice} choice
 * @param {Options} options
 * @param {number} side
 * @returns {Choice}
 */
function confirm(choice, options, side) {
  const landing = options.ways.get(choice.target)?.[choice.way];
  if (!landing || !confirmable(choice)) return choice;
  if (choice.step === "square") {
    return { ...choice, step: "sent", move: withReturn(landing, choice.stone, choice.back, side) };
  }
  const returns = landing.ankh && options.stones.length > 0 && options.squares.size > 0;
  return returns ? { ...choice, step: "stone" } : { ...choice, step: "sent", move: landing.move };
}

/**
 * @param {Choice} choice
 * @param {Options} options
 * @returns {Choice}
 */
function decline(choice, options) {
  const landing = options.ways.get(choice.target)?.[choice.way];
  if (!landing || (choice.step !== "stone" && choice.step !== "square")) return choice;
  return { ...choice, step: "sent", stone: "", back: -1, move: landing.move };
}

/**
 * @param {Choice} choice
 * @returns {Choice}
 */
function cancel(choice) {
  if (choice.step !== "square") return { ...START };
  if (choice.back >= 0) return { ...choice, back: -1 };
  return { ...choice, step: "stone", stone: "" };
}
