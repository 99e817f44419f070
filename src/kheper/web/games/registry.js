/** The games that the page can play. A new game is a folder beside this file, and a line here. */

import { game as scarab } from "./scarab/game.js";
import { game as scarabya } from "./scarabya/game.js";

/** @satisfies {Record<string, Game>} */
export const games = { scarabya, scarab };
