/**
 * What a table is given of the page around it.
 *
 * @typedef {Host & {
 *   choose: (seat: number) => void,
 *   send: (type: string, fields?: Record<string, unknown>) => Promise<void>,
 *   onHappened: ((trigger: string) => void) | null,
 * }} RoomHost
 */

import { say } from "../../ui/live-region.js";
import { seatName } from "../../i18n/names.js";
import { refused } from "../../ui/notices.js";
import { animated, preferences } from "../../ui/preferences.js";
import { sound } from "../../ui/sound.js";
import { words } from "../../i18n/words.js";

/**
 * Return which of the reader's seats acts: the chosen one as long as it can, else the first.
 *
 * @param {View | null} view
 * @param {number} chosen
 */
export function actingSeat(view, chosen) {
  const own = view?.own ?? [];
  const able = own.filter((each) => each.legal);
  const found = able.find((each) => each.seat === chosen) ?? able[0];
  if (found) return found.seat;
  return view?.you?.includes(chosen) ? chosen : (view?.you?.[0] ?? 0);
}

/**
 * @param {import("../../net/subscription.js").Following} following
 * @param {Tiles} tiles
 * @returns {RoomHost}
 */
export function roomHost(following, tiles) {
  let chosen = 0;
  const { line } = following;
  /** @param {unknown} why */
  const told = (why) => {
    refused(why);
    throw why;
  };
  return {
    t: words.t,
    play: (seat, move) => line.play(seat, move).catch(told),
    command: (type, fields) => line.command(type, fields).catch(told),
    send: (type, fields) => line.command(type, fields).catch(refused),
    preferences,
    animated,
    say,
    sound,
    names: (seat) => seatName(following.view, seat),
    seat: () => actingSeat(following.view, chosen),
    choose: (seat) => (chosen = seat),
    tiles,
    onHappened: null,
    happened(trigger) {
      this.onHappened?.(trigger);
    },
    get readonly() {
      return !following.view?.you?.length || following.view.phase !== "running";
    },
  };
}
