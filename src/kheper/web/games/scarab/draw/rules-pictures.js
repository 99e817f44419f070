/** The pictures of SCARAB's rules: the priest's line, an ankh, a bend. */

import { at, middle, SIDE } from "../../../looks/rules-picture.js";
import { piece, priest } from "../../../looks/stones.js";
import { svg } from "../../../ui/dom.js";

/** @type {Record<string, RulesPicture>} */
export const rulesPictures = {
  line: {
    across: 7,
    down: 4,
    draw: () => [
      lit(0, 2, 7, 1),
      lit(3, 0, 1, 4),
      ...stones(["-3 +5 . +2 -1 +4 -6", "+1 . -2 +8 +3 A +5", "+7 -4 +2 P -5 +6 -1", "-8 +2 +4 -7 . +1 +3"], ["h", "v"]),
    ],
  },
  ankh: {
    across: 7,
    down: 3,
    draw: () => [
      lit(0, 1, 5, 1),
      arrow([[0, 1], [4, 1]]),
      arrow([[6, 2], [4, 2]]),
      ...stones(["+2 . -3 +6 -1", "P . +4 . A", "-5 +1 . +3 ."], ["h"]),
      at(6, 0, stones(["+5", "+2", "-8"], [])),
    ],
  },
  bend: {
    across: 7,
    down: 3,
    draw: () => [
      lit(0, 2, 7, 1),
      lit(4, 0, 1, 3),
      arrow([[0, 2], [4, 2], [4, 0]]),
      ...stones(["+1 -4 +2 -3 +7 . -6", ". +5 -3 +6 . A +1", "P +2 . -5 +3* -1 +4"], ["h"]),
    ],
  },
};

/**
 * Light up some squares: the line that may be used.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} across
 * @param {number} down
 */
function lit(x, y, across, down) {
  const box = { x: x * SIDE, y: y * SIDE, width: across * SIDE, height: down * SIDE, rx: 8 };
  return svg("rect", { ...box, fill: "var(--accent-soft)", stroke: "var(--accent)", "stroke-width": 2 });
}

/**
 * Draw a piece of SCARAB's board.
 *
 * @param {readonly string[]} rows
 * @param {readonly ("h" | "v")[]} axes
 */
function stones(rows, axes) {
  return rows.flatMap((row, y) =>
    row.split(" ").flatMap((mark, x) =>
      mark === "."
        ? [svg("circle", { r: 3, fill: "var(--line-strong)", transform: middle(x, y) })]
        : [svg("g", { transform: middle(x, y) }, mark === "P" ? priest(axes) : piece(mark))],
    ),
  );
}

/**
 * Draw a way from square to square.
 *
 * @param {readonly [number, number][]} places
 */
function arrow(places) {
  const points = places.map(([x, y]) => ({ x: (x + 0.5) * SIDE, y: (y + 0.5) * SIDE }));
  const last = points.at(-1) ?? { x: 0, y: 0 };
  const before = points.at(-2) ?? last;
  const angle = (Math.atan2(last.y - before.y, last.x - before.x) * 180) / Math.PI;
  const way = { stroke: "var(--accent)", "stroke-width": 5, "stroke-linecap": "round", "stroke-dasharray": "1 9" };
  return svg(
    "g",
    {},
    svg("path", { d: `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`, fill: "none", ...way }),
    svg("path", {
      d: "M-10 -9L6 0L-10 9Z",
      fill: "var(--accent)",
      transform: `translate(${last.x} ${last.y}) rotate(${angle}) translate(-24 0)`,
    }),
  );
}
