/** The picture of one of the four boards. */

import { picture } from "../../../looks/pictures.js";
import { svg } from "../../../ui/dom.js";
import { CELL, middle } from "./site.js";

const SIDE = 5;
const WIDE = SIDE * CELL;

/**
 * Return a picture of a board.
 *
 * @param {import("../logic/board-layout.js").Rows} rows
 * @param {import("../../../looks/worlds.js").World} world
 */
export function boardPicture(rows, world) {
  const squares = [...rows.join("")].map((mark, n) => ({
    mark, row: Math.floor(n / SIDE), column: n % SIDE, at: middle([Math.floor(n / SIDE), n % SIDE]),
  }));
  const checks = squares
    .filter(({ row, column }) => (row + column) % 2)
    .map(({ row, column }) => `M${column * CELL} ${row * CELL}h${CELL}v${CELL}h-${CELL}z`);
  const lines = [1, 2, 3, 4].map((n) => `M${n * CELL} 0V${WIDE}M0 ${n * CELL}H${WIDE}`);
  return svg(
    "svg",
    { class: "scarabya-piece-picture", viewBox: `0 0 ${WIDE} ${WIDE}`, "data-world": world, "aria-hidden": "true" },
    svg("rect", { class: "scarabya-ground", width: WIDE, height: WIDE }),
    svg("path", { class: "scarabya-check", d: checks.join("") }),
    picture(`ground-${world}`, { x: WIDE / 2, y: WIDE / 2, size: WIDE }),
    svg("path", { class: "scarabya-lines", d: lines.join("") }),
    squares.filter(({ mark }) => mark === "s").map(({ at }) => picture("scarab", { ...at, size: 74 })),
    squares.filter(({ mark }) => mark === "#").map(({ at }) => picture(`rock-${world}`, { ...at, size: 96 })),
  );
}
