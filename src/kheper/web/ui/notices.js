/** Notices above the screen: short ones, and one that stays while the connection is lost. */

import { words } from "../i18n/words.js";
import { h } from "./dom.js";
import { say } from "./live-region.js";

const SECONDS = 6;

/**
 * Show a short notice and announce it.
 *
 * @param {string} text
 * @param {"plain" | "bad"} [kind]
 */
export function notice(text, kind = "plain") {
  const line = h("p", { class: `notice notice-${kind}` }, text);
  document.getElementById("notices")?.append(line);
  say(text);
  setTimeout(() => line.remove(), SECONDS * 1000);
}

/**
 * Show a refusal; other errors are thrown again. For the end of a chain of promises.
 *
 * @param {unknown} why
 */
export function refused(why) {
  if (why instanceof Error && "code" in why) notice(words.refusal(why), "bad");
  else throw why;
}

/** @type {HTMLElement | null} */
let banner = null;

/**
 * Show a notice until it is replaced.
 *
 * @param {string} text empty to remove it
 */
export function lasting(text) {
  if (banner?.textContent === text) return;
  banner?.remove();
  banner = text ? h("p", { class: "notice notice-lasting", role: "status" }, text) : null;
  if (banner) document.getElementById("notices")?.prepend(banner);
}
