/**
 * The guide's steps and the triggers that end them. No DOM here.
 *
 * @typedef {{until: string, text: string}} Step
 */

import { games } from "../../games/registry.js";

/**
 * Return the step after a trigger; the same one if it waits for another trigger.
 *
 * @param {readonly Step[]} steps
 * @param {number} at
 * @param {string} trigger
 */
export function advanced(steps, at, trigger) {
  return steps[at]?.until === trigger ? at + 1 : at;
}

/**
 * Return the triggers that events mean for the reader's first seat.
 *
 * @param {View} view
 * @param {readonly News[]} news
 * @returns {string[]}
 */
export function triggers(view, news) {
  const seat = view.you?.[0] ?? 0;
  /** @type {string[]} */
  const found = [];
  for (const event of news) {
    if (event.kind === "played" && event.seat === seat) {
      found.push("placed", "moved");
    }
    found.push(...games[view.game].guideTriggers(event, seat));
    if ((event.points?.[seat - 1] ?? 0) > 0) found.push("area-closed");
    if (event.kind === "played" && event.seat !== seat && event.to_move?.includes(seat)) {
      found.push("answered");
    }
    if (event.outcome) found.push("over");
  }
  return found;
}
