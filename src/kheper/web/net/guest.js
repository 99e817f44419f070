/** The guest: a name, and a cookie that only the server reads. */

import { words } from "../i18n/words.js";
import { ask } from "./api.js";

const KEY = "kheper.name";

/** @type {Promise<string> | null} */
let making = null;

/** Return the guest's name; empty before there is a guest. */
export function name() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** Return a random default name in the reader's language. */
export function defaultName() {
  const names = words.t("page.guest.names").split("|");
  return (names[Math.floor(Math.random() * names.length)] ?? "").trim().slice(0, 24);
}

/**
 * Register a guest unless there is one; without a wish the name is a default one.
 *
 * @param {string} [wish]
 * @returns {Promise<string>}
 */
export function ensure(wish) {
  const known = name();
  if (known) return Promise.resolve(known);
  making ??= make(wish || defaultName()).finally(() => {
    making = null;
  });
  return making;
}

/**
 * Rename the guest, or register one with this name.
 *
 * @param {string} wish
 */
export async function rename(wish) {
  if (!name()) return keep(await ensure(wish));
  return keep((await ask("PATCH", "guest", { name: wish })).name);
}

/** Register again after the server has forgotten the cookie. */
export async function renew() {
  const before = name();
  keep("");
  return ensure(before);
}

/**
 * Become the guest who created a code on another device.
 *
 * @param {string} code
 */
export async function takeOver(code) {
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
    // The cookie identifies the guest; the name is only a copy.
  }
  dispatchEvent(new Event("kheper-name"));
  return given;
}
