/**
 * What somebody likes, kept in the browser.
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
  /** A language, or nothing: the browser's. */
  language: "",
  theme: "auto",
  motion: "auto",
  sound: true,
  /** How a move that was chosen is sent: at once, when confirmed, or after some seconds. */
  confirm: "on",
  seconds: 3,
  world: "desert",
};

/**
 * Return whole preferences from what was kept; what makes no sense is left aside.
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

/** The preferences as they are now: always the same object. */
export const preferences = /** @type {Choices} */ (read({}));

/** Take up what was kept, and follow what the system wants. */
export function begin() {
  Object.assign(preferences, read(kept()));
  for (const query of ["(prefers-reduced-motion: reduce)", "(prefers-contrast: more)"]) {
    matchMedia(query).addEventListener("change", show);
  }
  show();
}

/**
 * Change something, keep it, and tell who listens.
 *
 * @param {Partial<Choices>} changes
 */
export function change(changes) {
  Object.assign(preferences, read({ ...preferences, ...changes }));
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // A browser that keeps nothing still plays.
  }
  show();
  for (const listener of listeners) listener();
}

/**
 * Be told of changes.
 *
 * @param {() => void} listener
 * @returns {() => void} to be told no longer
 */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Say whether things may move on the screen. */
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
