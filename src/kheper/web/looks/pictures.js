/**
 * Drawings, each a symbol in a box from -50 to 50 that is added to the page once.
 *
 * A picture has the colours of the world around it: a symbol's content inherits the custom
 * properties of its `use` element.
 *
 * @typedef {[tag: keyof SVGElementTagNameMap, attributes: Record<string, string | number>]} Stroke
 */

import { svg } from "../ui/dom.js";

/** @type {Map<string, readonly Stroke[]>} */
const drawings = new Map();
/** @type {SVGSVGElement | null} */
let sprite = null;

/**
 * Register drawings by name.
 *
 * @param {Record<string, readonly Stroke[]>} added
 */
export function define(added) {
  for (const [name, strokes] of Object.entries(added)) drawings.set(name, strokes);
}

/**
 * Return a drawing to put into an SVG: `x` and `y` are its middle, `size` its side.
 *
 * @param {string} name
 * @param {{x?: number, y?: number, size?: number} & Record<string, unknown>} [attributes]
 */
export function picture(name, { x = 0, y = 0, size = 100, ...attributes } = {}) {
  ensure(name);
  const box = { x: x - size / 2, y: y - size / 2, width: size, height: size };
  return svg("use", { href: `#look-${name}`, ...box, ...attributes });
}

/**
 * Return a drawing as an icon among text.
 *
 * @param {string} name
 * @param {Record<string, unknown>} [attributes]
 */
export function icon(name, attributes = {}) {
  return svg(
    "svg",
    { viewBox: "-50 -50 100 100", class: "look-icon", "aria-hidden": "true", ...attributes },
    picture(name),
  );
}

/** @param {string} name */
function ensure(name) {
  if (!sprite?.isConnected) {
    sprite = svg("svg", { class: "look-sprite", width: 0, height: 0, "aria-hidden": "true" });
    document.body.append(sprite);
  }
  if (sprite.querySelector(`#look-${name}`)) return;
  const strokes = drawings.get(name) ?? [];
  sprite.append(
    svg(
      "symbol",
      { id: `look-${name}`, viewBox: "-50 -50 100 100", overflow: "visible" },
      strokes.map(([tag, attributes]) => svg(tag, attributes)),
    ),
  );
}

/**
 * @param {string} d
 * @param {string} fill
 * @param {Record<string, string | number>} [more]
 * @returns {Stroke}
 */
export function shape(d, fill, more = {}) {
  return ["path", { d, fill, ...more }];
}

/**
 * @param {string} d
 * @param {string} stroke
 * @param {number} width
 * @param {Record<string, string | number>} [more]
 * @returns {Stroke}
 */
export function line(d, stroke, width, more = {}) {
  const round = { "stroke-linecap": "round", "stroke-linejoin": "round" };
  return ["path", { d, fill: "none", stroke, "stroke-width": width, ...round, ...more }];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {string} fill
 * @param {Record<string, string | number>} [more]
 * @returns {Stroke}
 */
export function disc(x, y, r, fill, more = {}) {
  return ["circle", { cx: x, cy: y, r, fill, ...more }];
}

const SYMBOL = "var(--world-symbol)";
const ROCK = "var(--world-rock)";
const ROCK_2 = "var(--world-rock-2)";
const DARK = { "fill-opacity": 0.28 };
const LIGHT = { "fill-opacity": 0.3 };

/** @type {Stroke} */
const SHADOW = ["ellipse", { cx: 2, cy: 34, rx: 42, ry: 10, fill: "#000", "fill-opacity": 0.22 }];

define({
  scarab: [
    line(
      "M-16 -20C-26 -24 -31 -29 -32 -41M16 -20C26 -24 31 -29 32 -41M-25 4C-34 2 -41 6 -45 15"
        + "M25 4C34 2 41 6 45 15M-20 25C-29 28 -34 36 -34 46M20 25C29 28 34 36 34 46",
      SYMBOL,
      5,
    ),
    shape(
      "M0 -8C-12 -13 -26 -10 -28 3C-30 23 -17 43 0 46C17 43 30 23 28 3C26 -10 12 -13 0 -8Z"
        + "M-26 -9C-27 -20 -16 -27 0 -27C16 -27 27 -20 26 -9C15 -16 -15 -16 -26 -9Z"
        + "M-13 -28C-14 -34 -12 -38 -10 -41L-6 -38L-4 -43L0 -39L4 -43L6 -38L10 -41"
        + "C12 -38 14 -34 13 -28C7 -30 -7 -30 -13 -28Z",
      SYMBOL,
    ),
    line("M0 -8V45M-14 -7C-18 9 -15 26 -8 39M14 -7C18 9 15 26 8 39", "var(--world-ground)", 2.5),
  ],
  "rock-desert": [
    SHADOW,
    shape("M-40 30L-44 4L-28 -22L-4 -36L20 -30L40 -6L43 26L24 36H-22Z", ROCK),
    shape("M-28 -22L-4 -36L20 -30L6 -10L-20 -2Z", "#fff", LIGHT),
    shape("M20 -30L40 -6L43 26L24 36L6 -10Z", ROCK_2),
    shape("M-44 4L-28 -22L-20 -2L-26 30L-40 30Z", "#fff", { "fill-opacity": 0.12 }),
    line("M-8 4L2 18L-2 30M-34 16L-26 12", ROCK_2, 2.5),
  ],
  "rock-rainforest": [
    SHADOW,
    shape("M-42 32C-48 4 -34 -28 -4 -33C28 -36 46 -6 42 32C20 39 -20 39 -42 32Z", ROCK),
    shape("M10 -31C32 -26 45 -4 42 32C34 35 24 36 14 37C24 14 22 -10 10 -31Z", ROCK_2),
    shape(
      "M-40 4C-38 -18 -24 -34 -2 -34C24 -35 36 -20 40 -6C34 -10 30 -2 24 -8C20 -14 14 0 6 -8"
        + "C0 -14 -4 4 -12 -4C-18 -10 -22 6 -28 0C-32 -4 -36 6 -40 4Z",
      "light-dark(#5f8f3e, #6f9d4c)",
    ),
    line("M-16 16C-10 20 -6 26 -6 32M-28 18L-22 24", ROCK_2, 2.5),
  ],
  "rock-sea": [
    SHADOW,
    shape("M-44 34C-44 14 -34 10 -30 -2C-24 -18 -8 -16 2 -12C20 -18 26 -4 30 6C42 12 44 24 43 34Z", ROCK),
    shape("M2 -12C20 -18 26 -4 30 6C42 12 44 24 43 34H14C18 16 12 0 2 -12Z", ROCK_2),
    line(
      "M-14 -10C-16 -20 -22 -24 -24 -34M-16 -22C-12 -28 -12 -32 -12 -38M14 -10C14 -22 20 -26 22 -36"
        + "M16 -22C10 -26 8 -30 8 -34M19 -28C24 -28 28 -30 30 -34",
      "light-dark(#c75a4c, #e2877a)",
      5.5,
    ),
    disc(-22, 16, 5, ROCK_2),
    disc(-6, 22, 3.5, ROCK_2),
  ],
  "rock-ice": [
    SHADOW,
    shape("M-38 32L-42 -4L-20 -34L14 -36L38 -14L42 28L20 36H-20Z", ROCK),
    shape("M-20 -34L14 -36L4 -14L-16 -10Z", "#fff", { "fill-opacity": 0.75 }),
    shape("M14 -36L38 -14L24 4L4 -14Z", "#fff", { "fill-opacity": 0.4 }),
    shape("M-42 -4L-20 -34L-16 -10L-24 16Z", "#fff", { "fill-opacity": 0.55 }),
    shape("M24 4L42 28L20 36L6 14ZM38 -14L42 28L24 4Z", ROCK_2, { "fill-opacity": 0.8 }),
    line("M-16 -10L4 -14L24 4L6 14L-24 16M6 14L20 36M-24 16L-20 36", "#fff", 1.5, { "stroke-opacity": 0.6 }),
  ],
  coin: [
    disc(1.5, 3, 40, "#000", DARK),
    disc(0, 0, 40, "light-dark(#e9b949, #e3b24a)"),
    disc(0, 0, 38, "none", { stroke: "light-dark(#7d5508, #5e3f06)", "stroke-width": 4 }),
    disc(0, 0, 31, "none", {
      stroke: "light-dark(#7d5508, #5e3f06)", "stroke-width": 2, "stroke-dasharray": "2 6.1",
    }),
  ],
  plaque: [
    ["rect", { x: -35.5, y: -34, width: 74, height: 74, rx: 14, fill: "#000", ...DARK }],
    ["rect", { x: -37, y: -37, width: 74, height: 74, rx: 14, fill: "light-dark(#dbe9ee, #c4d9e2)" }],
    ["rect", {
      x: -35, y: -35, width: 70, height: 70, rx: 12, fill: "none", stroke: "#1d4f6e", "stroke-width": 4,
    }],
    ["rect", {
      x: -28, y: -28, width: 56, height: 56, rx: 6, fill: "none", stroke: "#1d4f6e",
      "stroke-width": 2, "stroke-dasharray": "2 6",
    }],
  ],
  note: [
    shape("M-34 -40H22L36 -26V40H-34Z", "light-dark(#fffdf5, #efe6d2)", { stroke: "#6d6252", "stroke-width": 3 }),
    shape("M22 -40V-26H36Z", "#6d6252"),
  ],
  tick: [line("M-30 4L-8 26L32 -26", "currentColor", 13)],
  cross: [line("M-26 -26L26 26M26 -26L-26 26", "currentColor", 13)],
  "turn-right": [
    line("M26 -16A32 32 0 1 0 30 14", "currentColor", 10),
    shape("M12 -13H40V-41Z", "currentColor"),
  ],
  "turn-left": [
    line("M-26 -16A32 32 0 1 1 -30 14", "currentColor", 10),
    shape("M-12 -13H-40V-41Z", "currentColor"),
  ],
  "turn-over": [
    line("M0 -42V42", "currentColor", 6, { "stroke-dasharray": "9 11" }),
    shape("M-12 -30V30L-44 30Z", "currentColor"),
    line("M14 -26V28H40Z", "currentColor", 6),
  ],
  up: [line("M0 36V-30M-26 -6L0 -34L26 -6", "currentColor", 11)],
  down: [line("M0 -36V30M-26 6L0 34L26 6", "currentColor", 11)],
  left: [line("M36 0H-30M-6 -26L-34 0L-6 26", "currentColor", 11)],
  right: [line("M-36 0H30M6 -26L34 0L6 26", "currentColor", 11)],
  next: [
    line("M-38 -26L-12 0L-38 26M-6 -26L20 0L-6 26", "currentColor", 11),
    line("M36 -26V26", "currentColor", 9),
  ],
  shuffle: [
    line("M-40 -22H-22C0 -22 0 22 22 22H30M-40 22H-22C-14 22 -9 16 -5 9M5 -9C9 -16 14 -22 22 -22H30", "currentColor", 9),
    shape("M26 -40L48 -22L26 -4ZM26 4L48 22L26 40Z", "currentColor"),
  ],
  undo: [
    line("M-26 -14H14A22 22 0 0 1 14 30H-14", "currentColor", 10),
    shape("M-22 -40V12L-48 -14Z", "currentColor"),
  ],
});
