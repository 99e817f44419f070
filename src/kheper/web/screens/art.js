/** Two small pictures for the way in: a corner of a site, and a corner of a board of stones. */

import { svg } from "../shell/dom.js";

const SQUARE = 20;

/**
 * @param {GameName} game
 */
export function art(game) {
  const parts = game === "scarabya" ? site() : stones();
  return svg(
    "svg",
    { class: `art art-${game}`, viewBox: "0 0 160 80", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    ...parts,
  );
}

/** @param {number} x @param {number} y @param {string} kind */
function square(x, y, kind) {
  return svg("rect", { class: kind, x: x * SQUARE, y: y * SQUARE, width: SQUARE, height: SQUARE });
}

function site() {
  const ground = Array.from({ length: 32 }, (_, n) => {
    const [x, y] = [n % 8, Math.floor(n / 8)];
    return square(x, y, (x + y) % 2 ? "art-ground" : "art-ground-2");
  });
  const dug = [[3, 1], [3, 2], [4, 2]].map(([x = 0, y = 0]) => square(x, y, "art-dug"));
  return [
    ...ground,
    ...dug,
    tile("M40 0h60v20h-20v20h-20v-20h-20z", "art-camp"),
    tile("M20 20h40v60h-20v-20h-20z", "art-camp art-camp-2"),
    tile("M100 20h20v60h-40v-20h20z", "art-camp art-camp-3"),
    ...[[130, 30], [146, 69]].map(([x = 0, y = 0]) =>
      svg("path", { class: "art-rock", d: `M${x - 8} ${y + 7}l3-10 6-5 6 4 2 11z` }),
    ),
    ...[[70, 30], [90, 50], [10, 10], [150, 10], [10, 70], [130, 70]].map(([x = 0, y = 0]) => beetle(x, y)),
  ];
}

/** @param {string} d @param {string} kind */
function tile(d, kind) {
  return svg("path", { class: kind, d });
}

/** @param {number} x @param {number} y */
function beetle(x, y) {
  return svg(
    "g",
    { class: "art-beetle", transform: `translate(${x} ${y})` },
    svg("path", { d: "M-6-3l3 2M6-3l-3 2M-7 1h3M7 1h-3M-6 6l3-2M6 6l-3-2" }),
    svg("ellipse", { cy: 1, rx: 4, ry: 5.5 }),
    svg("circle", { cy: -5.5, r: 2.2 }),
  );
}

function stones() {
  const values = ["+3", "−7", "+8", "−2", "+5", "−1", "+6", "−4"];
  const drawn = Array.from({ length: 32 }, (_, n) => {
    const [x, y] = [n % 8, Math.floor(n / 8)];
    const value = values[(n * 3 + y) % 8] ?? "";
    return x === 3 && y === 1 ? null : stone(x, y, value);
  });
  return [
    svg("rect", { class: "art-board", width: 160, height: 80 }),
    svg("rect", { class: "art-line", x: 0, y: 20, width: 160, height: 20 }),
    ...drawn.filter((each) => each !== null),
    svg(
      "g",
      { class: "art-priest", transform: "translate(70 30)" },
      svg("path", { d: "M-5 8c0-8 2-10 5-10s5 2 5 10z" }),
      svg("circle", { cy: -5, r: 3.4 }),
    ),
  ];
}

/** @param {number} x @param {number} y @param {string} value */
function stone(x, y, value) {
  const [left, top] = [x * SQUARE + 10, y * SQUARE + 10];
  const kind = value.startsWith("+") ? "art-plus" : "art-minus";
  return svg(
    "g",
    { class: kind },
    svg("ellipse", { cx: left, cy: top, rx: 8.5, ry: 8 }),
    svg("text", { x: left, y: top + 3, "text-anchor": "middle" }, value),
  );
}
