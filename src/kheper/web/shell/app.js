/** The start of the page: preferences, words, and the screen that the address means. */

import { h, replace } from "./dom.js";
import { leave } from "./follow.js";
import { begin, onChange, preferences } from "./preferences.js";
import { route } from "./route.js";
import { spoken, words } from "./words.js";

const NAMESPACES = ["shell", "refusals", "bots"];

/** @type {Screen | null} */
let shown = null;
let turn = 0;

/** @returns {string} */
function wantedLanguage() {
  return preferences.language || spoken(navigator.languages);
}

/**
 * @param {import("./route.js").Route} to
 * @returns {Promise<Screen>}
 */
async function screenOf(to) {
  const module = await import(`../screens/${to.screen === "table" ? "room" : to.screen}.js`);
  return module.screen(to);
}

/** Draw the screen of the address anew. */
async function show() {
  const mine = ++turn;
  const to = route(location.hash);
  if (to.screen !== "table") leave();
  const next = await screenOf(to);
  if (mine !== turn) return next.close?.();
  shown?.close?.();
  shown = next;
  document.title = next.title ? `${next.title} · Kheper` : "Kheper";
  replace(element("main"), next.element);
  replace(element("top"), h("a", { class: "brand", href: "#" }, "Kheper"));
}

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

async function start() {
  begin();
  await words.speak(wantedLanguage(), NAMESPACES);
  addEventListener("hashchange", () => void show());
  onChange(async () => {
    if (wantedLanguage() === words.language) return;
    await words.speak(wantedLanguage(), NAMESPACES);
    await show();
  });
  addEventListener("keydown", (event) => {
    if (!event.defaultPrevented && shown?.key?.(event)) event.preventDefault();
  });
  await show();
}

void start();
