/** Scarabya's picture on the home page: a corner of a dig. */

import { picture } from "../../../looks/pictures.js";
import { svg } from "../../../ui/dom.js";
import { preferences } from "../../../ui/preferences.js";
import { campShape, groundLayer, middle } from "./site.js";

const SITE = "s....s...s.......#...s.#....s....s...s.....#..s...s.......s.".padEnd(100, ".");

/** @type {{tile: string, squares: [number, number][]}[]} */
const CAMPS = [
  { tile: "W", squares: [[0, 2], [1, 2], [1, 3], [2, 3], [2, 4]] },
  { tile: "T", squares: [[0, 3], [0, 4], [0, 5], [1, 5], [2, 5]] },
  { tile: "L", squares: [[3, 4], [3, 5], [3, 6], [3, 7], [2, 7]] },
];
/** @type {[number, number][]} */
const DUG = [[1, 4]];

export function artwork() {
  const world = /** @type {import("../../../looks/worlds.js").World} */ (preferences.world);
  return svg(
    "svg",
    { class: "art", viewBox: "0 0 1000 330", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true", "data-world": world },
    groundLayer(SITE, { world }),
    ...DUG.map((square) => token(middle(square))),
    ...CAMPS.map((camp) => campShape(camp, { world })),
  );
}

/** @param {{x: number, y: number}} at */
function token({ x, y }) {
  return svg("g", {}, svg("rect", { class: "art-dug", x: x - 50, y: y - 50, width: 100, height: 100 }), picture("scarab", { x, y, size: 74 }));
}
