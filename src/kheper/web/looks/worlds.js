/**
 * The four worlds: desert, rainforest, deep sea and ice, with the drawings of their ground and camps.
 *
 * A new world needs its drawings and a line in `WORLDS` and `CAMPS` here, its colours in
 * `styles/base.css`, and a name under `preferences.worlds` in the locales.
 *
 * @typedef {"desert" | "rainforest" | "sea" | "ice"} World
 */

import { define, disc, line, shape } from "./pictures.js";

/** @type {readonly World[]} */
export const WORLDS = ["desert", "rainforest", "sea", "ice"];

/**
 * Return the world of a seat: the chosen one for the reader, the next ones for the others.
 *
 * @param {string} chosen
 * @param {number} seat from 1
 * @param {number} [own] whose world was chosen
 * @returns {World}
 */
export function worldOf(chosen, seat, own = 1) {
  const first = Math.max(0, WORLDS.indexOf(/** @type {World} */ (chosen)));
  return /** @type {World} */ (WORLDS[(first + seat - own + 8) % WORLDS.length]);
}

/**
 * The drawings on a camp's squares: first the one in its middle, then the smaller ones.
 *
 * @type {Record<World, readonly string[]>}
 */
export const CAMPS = {
  desert: ["tent", "crate", "barrel", "fire"],
  rainforest: ["hut", "fern", "drum", "planks"],
  sea: ["dome", "tank", "hatch", "lamp"],
  ice: ["igloo", "sledge", "flag", "cans"],
};

const CREAM = "#fbf0d6";
const EDGE = "light-dark(var(--world-camp-2), #2a1a0e)";
const GROUND = "var(--world-line)";
const SHADE = "#000";
const DIM = { "fill-opacity": 0.22 };
const soft = { "stroke-opacity": 0.55 };
const SOFT = { "fill-opacity": 0.5 };

define({
  tent: [
    shape("M-34 -26H34V30H-34Z", SHADE, { ...DIM, transform: "translate(3 4)" }),
    shape("M-36 -28H0V28H-36Z", CREAM),
    shape("M0 -28H36V28H0Z", "#dcc291"),
    line("M0 -32V32M-36 -28H36V28H-36Z", EDGE, 3),
    line("M-36 -28L-44 -36M36 -28L44 -36M-36 28L-44 36M36 28L44 36", EDGE, 3),
    shape("M-8 28L0 8L8 28Z", EDGE),
  ],
  crate: [
    shape("M-22 -22H22V22H-22Z", "#e0b878"),
    line("M-22 -22H22V22H-22ZM-22 -22L22 22M22 -22L-22 22", EDGE, 4),
  ],
  barrel: [
    disc(0, 0, 22, "#cf9250"),
    disc(0, 0, 20, "none", { stroke: EDGE, "stroke-width": 4 }),
    line("M-14 -14H14M-19 0H19M-14 14H14", EDGE, 3),
  ],
  fire: [
    line("M-20 16L20 6M-20 6L20 16", EDGE, 6),
    shape("M0 -26C14 -12 18 -2 10 10C4 14 -6 14 -11 9C-18 -2 -6 -8 0 -26Z", "#f5a33b"),
    shape("M1 -8C7 -1 8 4 4 9C0 11 -4 10 -6 7C-8 2 -2 -2 1 -8Z", "#fff1b8"),
  ],
  hut: [
    disc(3, 4, 36, SHADE, DIM),
    disc(0, 0, 37, "#d9bd72"),
    line("M0 -36V36M-36 0H36M-26 -26L26 26M26 -26L-26 26M-14 -34L14 34M14 -34L-14 34M-34 -14L34 14M34 -14L-34 14", "#8a6a2c", 2.5),
    disc(0, 0, 36, "none", { stroke: EDGE, "stroke-width": 3 }),
    disc(0, 0, 8, EDGE),
  ],
  fern: [
    line("M0 28C-2 8 2 -10 10 -28M0 18L-18 6M0 18L18 10M1 4L-15 -8M1 4L18 -4M5 -10L-8 -20M5 -10L19 -16", "#a9d178", 5.5),
  ],
  drum: [
    disc(0, 0, 21, "#f0dfb4"),
    disc(0, 0, 20, "none", { stroke: EDGE, "stroke-width": 5 }),
    disc(0, 0, 9, "none", { stroke: "#8a6a2c", "stroke-width": 3 }),
  ],
  planks: [
    shape("M-24 -20H24V-8H-24ZM-24 -5H24V7H-24ZM-24 10H24V22H-24Z", "#c99b5d", { stroke: EDGE, "stroke-width": 2.5 }),
    line("M-14 -20V22M14 -20V22", EDGE, 2.5),
  ],
  dome: [
    disc(3, 4, 36, SHADE, DIM),
    disc(0, 0, 37, "#e7f4f7"),
    disc(0, 0, 36, "none", { stroke: EDGE, "stroke-width": 3 }),
    line("M-36 0H36M0 -36V36M-26 -26C-8 -10 -8 10 -26 26M26 -26C8 -10 8 10 26 26", "#5f9bb0", 2.5),
    shape("M-22 -20C-14 -28 -4 -30 2 -30C-6 -24 -14 -18 -18 -8Z", "#fff"),
  ],
  tank: [
    ["rect", { x: -24, y: -15, width: 48, height: 30, rx: 15, fill: "#f2c24f", stroke: EDGE, "stroke-width": 3.5 }],
    line("M-8 -15V15M8 -15V15", EDGE, 3),
  ],
  hatch: [
    disc(0, 0, 22, "#9fc3cf"),
    disc(0, 0, 20.5, "none", { stroke: EDGE, "stroke-width": 4 }),
    disc(0, 0, 11, "#e7f4f7", { stroke: EDGE, "stroke-width": 3 }),
  ],
  lamp: [
    shape("M0 0L-22 -22A31 31 0 0 1 22 -22Z", "#fff3b0", { "fill-opacity": 0.75 }),
    disc(0, 4, 11, "#fff3b0", { stroke: EDGE, "stroke-width": 4 }),
    line("M0 16V26M-10 26H10", EDGE, 5),
  ],
  igloo: [
    disc(3, 4, 36, SHADE, DIM),
    disc(0, 0, 37, "#f6fbff"),
    disc(0, 0, 36, "none", { stroke: EDGE, "stroke-width": 3 }),
    disc(0, 0, 23, "none", { stroke: "#8fb4d4", "stroke-width": 2.5 }),
    line("M0 -36V-23M25 -25L16 -16M36 0H23M-25 -25L-16 -16M-36 0H-23M-10 -20L-5 -9M10 -20L5 -9M-21 8L-9 4M21 8L9 4", "#8fb4d4", 2.5),
    shape("M-11 38V20A11 11 0 0 1 11 20V38Z", EDGE),
  ],
  sledge: [
    line("M-16 -26V24M16 -26V24M-16 -14H16M-16 0H16M-16 14H16", "#e8c48a", 6),
    line("M-16 -26C-16 -32 16 -32 16 -26", "#e8c48a", 5),
  ],
  flag: [
    line("M-12 28V-28", "#f6fbff", 6),
    shape("M-9 -28L24 -17L-9 -4Z", "#f08a5d", { stroke: EDGE, "stroke-width": 2.5 }),
  ],
  cans: [
    disc(-11, -9, 12, "#f6fbff", { stroke: EDGE, "stroke-width": 3 }),
    disc(13, -5, 11, "#f08a5d", { stroke: EDGE, "stroke-width": 3 }),
    disc(-1, 14, 12, "#cfe2f2", { stroke: EDGE, "stroke-width": 3 }),
  ],
  // The ground of one board, five squares of 20 wide.
  "ground-desert": [
    line("M-46 -38c6 -3 10 3 16 0s10 3 16 0M8 -44c5 -3 9 2 14 0s9 2 14 0M-20 -14c6 -3 10 3 16 0s10 3 16 0M24 -20c5 -2 8 2 13 0"
      + "M-44 8c6 -3 10 3 16 0s8 2 12 0M6 14c6 -3 10 3 16 0s10 3 16 0M-30 34c6 -3 10 3 16 0s10 3 16 0M22 40c5 -2 9 2 14 0", GROUND, 0.9, soft),
    disc(-34, -22, 0.9, GROUND, SOFT), disc(18, 28, 1.1, GROUND, SOFT), disc(40, 2, 0.8, GROUND, SOFT),
    disc(-8, -32, 0.7, GROUND, SOFT), disc(-42, 24, 0.8, GROUND, SOFT),
  ],
  "ground-rainforest": [
    shape("M-42 -40q5 -7 11 -3q-4 7 -11 3M30 -44q8 -2 10 5q-8 3 -10 -5M-12 -18q2 -8 9 -8q0 8 -9 8M18 -12q7 -4 11 2q-6 6 -11 -2"
      + "M-44 6q4 -7 11 -4q-3 7 -11 4M0 20q7 -5 12 1q-6 6 -12 -1M34 26q1 -8 9 -8q0 8 -9 8M-28 38q4 -7 11 -4q-3 7 -11 4M8 46q6 -5 11 0q-5 3 -11 0", GROUND, SOFT),
    line("M-42 -40l11 -3M30 -44l10 5M-12 -18l9 -8M18 -12l11 2M-44 6l11 -4M0 20l12 1M34 26l9 -8M-28 38l11 -4", "var(--world-ground)", 0.6, soft),
  ],
  "ground-sea": [
    line("M-46 -34q5 -5 10 0t10 0t10 0M6 -42q4 -4 8 0t8 0M14 -18q5 -5 10 0t10 0M-40 -6q5 -5 10 0t10 0M-6 8q5 -5 10 0t10 0t10 0"
      + "M-44 26q4 -4 8 0t8 0t8 0M6 36q5 -5 10 0t10 0", GROUND, 0.9, soft),
    disc(-12, -20, 1.8, "none", { stroke: GROUND, "stroke-width": 0.7 }), disc(-8, -25, 1, "none", { stroke: GROUND, "stroke-width": 0.6 }),
    disc(38, 18, 2, "none", { stroke: GROUND, "stroke-width": 0.7 }), disc(42, 13, 1.1, "none", { stroke: GROUND, "stroke-width": 0.6 }),
    disc(-18, 42, 1.5, "none", { stroke: GROUND, "stroke-width": 0.7 }),
  ],
  "ground-ice": [
    line("M-48 -30L-34 -36L-26 -30L-12 -34M-34 -36L-36 -46M20 -48L26 -36L40 -32M26 -36L18 -26M-22 -4L-10 -10L2 -4M-10 -10L-12 -18"
      + "M30 4L42 -2M-46 18L-32 14L-26 22M-32 14L-30 6M4 22L16 18L24 26L38 24M16 18L18 10M-14 44L-4 38L6 44", GROUND, 0.8, soft),
    line("M-2 -44v4M-4 -42h4M44 40v4M42 42h4M-40 40v4M-42 42h4M10 2v4M8 4h4", GROUND, 0.8),
  ],
  // The worlds' icons.
  "world-desert": [
    disc(22, -22, 14, "#f0b23f"),
    shape("M-48 36L-14 -22L20 36Z", "#d9a55c"), shape("M-14 -22L20 36H-4Z", "#a8713a"),
    shape("M6 36L26 4L46 36Z", "#e3b871"), shape("M26 4L46 36H32Z", "#b27a3f"),
  ],
  "world-rainforest": [
    line("M0 44C-2 16 2 -4 0 -16", "#6b4a2a", 7),
    shape("M0 -14C-14 -38 -38 -34 -46 -20C-30 -24 -16 -18 0 -14ZM0 -14C14 -38 38 -34 46 -20C30 -24 16 -18 0 -14Z", "#4d8a3f"),
    shape("M0 -14C-24 -18 -36 2 -34 18C-24 4 -14 -6 0 -14ZM0 -14C24 -18 36 2 34 18C24 4 14 -6 0 -14Z", "#6ea857"),
    shape("M0 -14C-8 -30 -2 -44 8 -46C8 -34 6 -24 0 -14Z", "#3c7233"),
  ],
  "world-sea": [
    shape("M-44 0C-24 -26 8 -26 26 0C8 26 -24 26 -44 0ZM20 0L46 -20V20Z", "#3f88ad"),
    shape("M-14 -19C-6 -8 -6 8 -14 19C-2 18 14 12 26 0C14 -12 -2 -18 -14 -19Z", "#74b4cf"),
    disc(-26, -4, 4.5, "#fff"), disc(-27, -4, 2.2, "#14344a"),
    disc(-40, -26, 4, "none", { stroke: "#74b4cf", "stroke-width": 3 }), disc(-30, -38, 3, "none", { stroke: "#74b4cf", "stroke-width": 3 }),
  ],
  "world-ice": [
    line("M0 -44V44M-38 -22L38 22M38 -22L-38 22M-10 -38L0 -28L10 -38M-10 38L0 28L10 38M-38 -10L-25 -14L-28 -28M38 -10L25 -14L28 -28M-38 10L-25 14L-28 28M38 10L25 14L28 28", "#6f9fc9", 6),
  ],
});
