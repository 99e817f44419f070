/** The kinds of all games, by name. No two games have a kind of the same name. */

import { games } from "./registry.js";

/** @type {Record<string, Kind & {game: GameName}>} */
const KINDS = Object.fromEntries(
  /** @type {[GameName, Game][]} */ (Object.entries(games)).flatMap(([game, { kinds }]) =>
    Object.entries(kinds).map(([name, kind]) => [name, { ...kind, game }]),
  ),
);

/** @type {Record<string, Option>} */
export const OPTIONS = Object.assign({}, ...Object.values(games).map(({ options }) => options));

/** @param {string} name */
export function kindNamed(name) {
  const found = KINDS[name];
  if (!found) throw new Error(`no game has a kind ${name}`);
  return found;
}

/** @param {Pick<View, "game" | "mode" | "settings">} view */
export function kindOf(view) {
  return games[view.game].kindOf(view);
}

/** @param {GameName} game */
export function kindsOf(game) {
  return Object.keys(games[game].kinds);
}

/**
 * Return the options that can be chosen for a kind.
 *
 * @param {string} kind
 */
export function optionsOf(kind) {
  const { options } = games[kindNamed(kind).game];
  return Object.keys(options).filter((name) => options[name]?.kinds.includes(kind));
}

/**
 * Return the team of a seat, from 1; 0 where everybody plays alone.
 *
 * @param {string} kind
 * @param {number} seat
 */
export function teamOf(kind, seat) {
  const { teams = 0, seats } = kindNamed(kind);
  return Math.ceil((seat * teams) / seats[1]);
}
