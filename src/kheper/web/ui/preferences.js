/**
 * The reader's preferences, stored in the browser.
 *
 * @typedef {typeof DEFAULTS} Choices
 */

const KEY = "kheper.preferences";

export const WORLDS = ["desert", "rainforest", "sea", "ice"];
export const THEMES = ["auto", "light", "dark", "contrast"];
export const MOTIONS = ["auto", "on", "off"];
export const CONFIRMS = ["off", "on", "after"];

const CHOICES = { theme: THEMES, motion: MOTIONS, confirm: CONFIRMS, world: WORLDS };

const DEFAULTS = {
  /** A language code; empty for the browser's. */
  language: "",
  theme: "auto",
  motion: "auto",
  sound: true,
  /** When a chosen move is sent: at once, when confirmed, or after some seconds. */
  confirm: "on",
  seconds: 3,
  world: "desert",
};

/**
 * Return valid preferences from stored ones; invalid values become defaults.
 *
 * @param {unknown} kept
 * @returns {Choices}
 */
export function read(kept) {
  const given = /** @type {Record<string, unknown>} */ (
    typeof kept === "object" && kept !== null ? kept : {}
  );
  const choices = /** @type {Record<string, unknown>} */ ({ ...DEFAULTS });
  for (const [name, usual] of Object.entries(DEFAULTS)) {
    const value = given[name];
    if (typeof value !== typeof usual) continue;
    const allowed = name in CHOICES ? CHOICES[/** @type {keyof typeof CHOICES} */ (name)] : null;
    if (!allowed || allowed.includes(String(value))) choices[name] = value;
  }
  const seconds = Number(choices.seconds);
  choices.seconds = seconds >= 1 && seconds <= 30 ? Math.round(seconds) : DEFAULTS.seconds;
  return /** @type {Choices} */ (choices);
}

/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {unknown} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** The present preferences; always the same object. */
export const preferences = /** @type {Choices} */ (read({}));

/** Load the stored preferences, and follow the system's. */
export function begin() {
  Object.assign(preferences, read(kept()));
  for (const query of ["(prefers-reduced-motion: reduce)", "(prefers-contrast: more)"]) {
    matchMedia(query).addEventListener("change", show);
  }
  show();
}

/**
 * Change preferences, store them, and notify the listeners.
 *
 * @param {Partial<Choices>} changes
 */
export function change(changes) {
  Object.assign(preferences, read({ ...preferences, ...changes }));
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // Without storage the change lasts until the page is closed.
  }
  show();
  for (const listener of listeners) listener();
}

/**
 * Listen for changes.
 *
 * @param {() => void} listener
 * @returns {() => void} stops listening
 */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Return whether animations are on. */
export function animated() {
  if (preferences.motion !== "auto") return preferences.motion === "on";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function show() {
  const { theme, world } = preferences;
  const high = theme === "contrast" || (theme === "auto" && matchMedia("(prefers-contrast: more)").matches);
  const data = document.documentElement.dataset;
  data.theme = theme === "contrast" ? "auto" : theme;
  data.contrast = high ? "high" : "normal";
  data.motion = animated() ? "on" : "off";
  data.world = world;
}
