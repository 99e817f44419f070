/** Names of people and bots, lists of names, and relative times. */

import { words } from "./words.js";

/**
 * Return the name at a seat: a person's, a bot's, or the words for an open seat.
 *
 * @param {View | null} view
 * @param {number} seat
 */
export function seatName(view, seat) {
  const found = view?.seats[seat - 1];
  if (!found || found.kind === "open") return words.t("page.seat.open", { seat });
  if (found.kind === "bot") return botName(found.level ?? 1, sameLevel(view, seat));
  return found.name || words.t("page.seat.number", { seat });
}

/**
 * Return a bot's name; a second bot of the same level is numbered.
 *
 * @param {number} level
 * @param {number} [same] the number of bots of this level before it
 */
export function botName(level, same = 0) {
  const name = words.t(`bots.${level}.name`);
  return same ? `${name} ${same + 1}` : name;
}

export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];

/**
 * Return the name of a level in a list: its number and its bot's name.
 *
 * @param {number} level
 */
export function levelName(level) {
  return words.t("page.bot.level", { level, name: botName(level) });
}

/**
 * @param {View} view
 * @param {number} seat
 */
function sameLevel(view, seat) {
  const bot = view.seats[seat - 1];
  return view.seats.slice(0, seat - 1).filter((each) => each.kind === "bot" && each.level === bot?.level).length;
}

/**
 * Return some names as a list in the reader's language.
 *
 * @param {string[]} names
 */
export function listed(names) {
  return new Intl.ListFormat(words.language, { type: "conjunction" }).format(names);
}

/**
 * Return how long ago something was, in words.
 *
 * @param {number} at
 * @param {number} [now]
 */
export function ago(at, now = Date.now()) {
  const format = new Intl.RelativeTimeFormat(words.language, { numeric: "auto" });
  const minutes = Math.round((at - now) / 60_000);
  if (minutes > -60) return format.format(Math.min(minutes, 0), "minute");
  if (minutes > -60 * 24) return format.format(Math.round(minutes / 60), "hour");
  return format.format(Math.round(minutes / 60 / 24), "day");
}
