/** Two pictures for the way in: a corner of a dig, and a corner of a board of stones. */

import { piece, priest } from "../../looks/stones.js";
import { campShape, groundLayer, middle } from "../../games/scarabya/draw/site.js";
import { picture } from "../../looks/pictures.js";
import { svg } from "../../ui/dom.js";
import { preferences } from "../../ui/preferences.js";

const SITE = "s....s...s.......#...s.#....s....s...s.....#..s...s.......s.".padEnd(100, ".");

/** @type {{tile: string, squares: [number, number][]}[]} */
const CAMPS = [
  { tile: "W", squares: [[0, 2], [1, 2], [1, 3], [2, 3], [2, 4]] },
  { tile: "T", squares: [[0, 3], [0, 4], [0, 5], [1, 5], [2, 5]] },
  { tile: "L", squares: [[3, 4], [3, 5], [3, 6], [3, 7], [2, 7]] },
];
/** @type {[number, number][]} */
const DUG = [[1, 4]];

const STONES = ["+3 -7 +8 -2 A +6 -4 +1 -5", "-1 +5 -6 P +7 -3 +2 -8 +4", "+6 -2 +4 +8 -5 +1 A -7 +3"];
const CELL = 40;

/**
 * @param {GameName} game
 */
export function art(game) {
  return game === "scarabya" ? dig() : stones();
}

function dig() {
  const world = /** @type {import("../../looks/worlds.js").World} */ (preferences.world);
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

function stones() {
  const drawn = STONES.flatMap((row, y) =>
    row.split(" ").map((mark, x) => {
      const transform = `translate(${(x + 0.5) * CELL} ${(y + 0.5) * CELL})`;
      return mark === "P" ? svg("g", { transform }, priest(["h"])) : piece(mark, { transform });
    }),
  );
  return svg(
    "svg",
    { class: "art", viewBox: `0 0 ${9 * CELL} ${3 * CELL}`, preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    svg("rect", { class: "art-board", width: "100%", height: "100%" }),
    svg("rect", { class: "art-line", x: 1, y: CELL + 1, width: 9 * CELL - 2, height: CELL - 2, rx: 8 }),
    ...drawn,
  );
}
