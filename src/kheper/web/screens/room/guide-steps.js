/**
 * The first-game guide: which step is shown, and what ends it. No DOM here.
 *
 * @typedef {{until: string, text: string}} Step
 */

import { games } from "../../games/registry.js";

/**
 * Return the step that follows when something happened; the same one if it waits for another.
 *
 * @param {readonly Step[]} steps
 * @param {number} at
 * @param {string} trigger
 */
export function advanced(steps, at, trigger) {
  return steps[at]?.until === trigger ? at + 1 : at;
}

/**
 * Return the triggers that news mean for who sits at a seat.
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
