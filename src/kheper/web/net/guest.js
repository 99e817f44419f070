/** Who plays here: a name, and a cookie that only the server reads. */

import { words } from "../i18n/words.js";
import { ask } from "./api.js";

const KEY = "kheper.name";

/** @type {Promise<string> | null} */
let making = null;

/** Return the guest's name, or nothing for who is none yet. */
export function name() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** Return a friendly name in the reader's language, for who has not given one. */
export function friendlyName() {
  const names = words.t("page.guest.names").split("|");
  return (names[Math.floor(Math.random() * names.length)] ?? "").trim().slice(0, 24);
}

/**
 * Make sure that there is a guest; without a wish the name is a friendly one.
 *
 * @param {string} [wish]
 * @returns {Promise<string>}
 */
export function ensure(wish) {
  const known = name();
  if (known) return Promise.resolve(known);
  making ??= make(wish || friendlyName()).finally(() => {
    making = null;
  });
  return making;
}

/**
 * Change the name, or become a guest with it.
 *
 * @param {string} wish
 */
export async function rename(wish) {
  if (!name()) return keep(await ensure(wish));
  return keep((await ask("PATCH", "guest", { name: wish })).name);
}

/** Become a guest again whose cookie the server no longer knows. */
export async function renew() {
  const before = name();
  keep("");
  return ensure(before);
}

/**
 * Be the guest who made a code on another device.
 *
 * @param {string} code
 */
export async function comeAlong(code) {
  return keep((await ask("POST", "guest/device", { code })).name);
}

/** @param {string} wish */
async function make(wish) {
  try {
    return keep((await ask("POST", "guest", { name: wish })).name);
  } catch (why) {
    if (/** @type {{code?: string}} */ (why).code !== "guest-already") throw why;
    return keep((await ask("GET", "guest")).name);
  }
}

/** @param {string} given */
function keep(given) {
  try {
    if (given) localStorage.setItem(KEY, given);
    else localStorage.removeItem(KEY);
  } catch {
    // The cookie knows the guest; the name is asked for again next time.
  }
  dispatchEvent(new Event("kheper-name"));
  return given;
}
