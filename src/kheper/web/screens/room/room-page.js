/** The page around a match, as its game and its panels see it. */

import { seatName } from "../../i18n/names.js";
import { words } from "../../i18n/words.js";
import { say } from "../../ui/live-region.js";
import { refused } from "../../ui/notices.js";
import { animated, preferences } from "../../ui/preferences.js";
import { sound } from "../../ui/sound.js";

/**
 * Return which of the reader's seats acts: the chosen one while it can, else the first that can.
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
 * @param {Subscription} subscription
 * @param {Tiles} tiles
 * @returns {RoomPage}
 */
export function roomPage(subscription, tiles) {
  let chosen = 0;
  const { connection } = subscription;
  /** @param {unknown} why */
  const told = (why) => {
    refused(why);
    throw why;
  };
  return {
    t: words.t,
    play: (seat, move) => connection.play(seat, move).catch(told),
    command: (type, fields) => connection.command(type, fields).catch(told),
    send: (type, fields) => connection.command(type, fields).catch(refused),
    preferences,
    animated,
    say,
    sound,
    names: (seat) => seatName(subscription.view, seat),
    seat: () => actingSeat(subscription.view, chosen),
    choose: (seat) => (chosen = seat),
    tiles,
    onHappened: null,
    happened(trigger) {
      this.onHappened?.(trigger);
    },
    get readonly() {
      return !subscription.view?.you?.length || subscription.view.phase !== "running";
    },
  };
}
