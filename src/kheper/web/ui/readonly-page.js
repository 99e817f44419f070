/** The page around a game where nobody plays: a replay, an editor. */

import { words } from "../i18n/words.js";
import { say } from "./live-region.js";
import { animated, preferences } from "./preferences.js";
import { sound } from "./sound.js";

/**
 * @param {Tiles} tiles
 * @param {() => string[]} names
 * @returns {Page}
 */
export function readonlyPage(tiles, names) {
  const refuse = async () => {};
  return {
    t: words.t,
    play: refuse,
    command: refuse,
    preferences,
    animated,
    say,
    sound,
    names: (seat) => names()[seat - 1] || words.t("page.seat.number", { seat }),
    seat: () => 0,
    tiles,
    happened() {},
    readonly: true,
  };
}
