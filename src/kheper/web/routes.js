/**
 * Which screen the fragment of an address names.
 *
 * @typedef {{screen: string, match?: string, game?: GameName, code?: string}} Route
 */

import { games } from "./games/registry.js";

/**
 * Parse a fragment; an invalid one leads home.
 *
 * @param {string} fragment with or without its `#`
 * @returns {Route}
 */
export function route(fragment) {
  const [screen = "", first = "", second = ""] = decoded(fragment.replace(/^#/, "")).split("/");
  const match = /^[a-z0-9]{10,64}$/i.test(first) ? first : undefined;
  const game = /** @type {GameName | undefined} */ (Object.keys(games).find((each) => each === first));
  if (screen === "t" && match) return { screen: "table", match, ...(second && { code: second }) };
  if (screen === "device" && first) return { screen: "device", code: first, ...(second && { match: second }) };
  if (screen === "replay") return { screen: "replay", ...(match && { match }) };
  if (["rules", "guide", "editor"].includes(screen) && game) return { screen, game };
  return { screen: "home" };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/**
 * Return the whole address of a match, to be shared.
 *
 * @param {string} match
 * @param {string} [code] that hands a seat over to another device
 */
export function tableAddress(match, code) {
  return `${location.origin}${location.pathname}#t/${match}${code ? `/${code}` : ""}`;
}
