/** What people, bots and games are called. */

import { words } from "./words.js";

/**
 * Return the name at a seat: a person's, a bot's, or that it is open.
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
 * Return a bot's name; of two alike the second is numbered.
 *
 * @param {number} level
 * @param {number} [same] how many before it have the same level
 */
export function botName(level, same = 0) {
  const name = words.t(`bots.${level}.name`);
  return same ? `${name} ${same + 1}` : name;
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
 * Say how long ago something was.
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
