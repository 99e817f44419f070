/** What a table is given where nobody plays: a replay, an editor. */

import { say } from "../shell/live.js";
import { animated, preferences } from "../shell/preferences.js";
import { sound } from "../shell/sound.js";
import { words } from "../shell/words.js";

/**
 * @param {Tiles} tiles
 * @param {() => string[]} names
 * @returns {Host}
 */
export function onlooker(tiles, names) {
  const refuse = async () => {};
  return {
    t: words.t,
    play: refuse,
    command: refuse,
    preferences,
    animated,
    say,
    sound,
    names: (seat) => names()[seat - 1] || words.t("shell.seat.number", { seat }),
    seat: () => 0,
    tiles,
    happened() {},
    readonly: true,
  };
}
