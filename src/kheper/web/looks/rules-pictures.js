/**
 * The small pictures of the rules: contact, an excavation area, the priest's line, an ankh, a bend.
 *
 * Each is drawn from rows of marks, in the world and the colours of the page around it. The text
 * beside a picture says all that it shows, so none has a text of its own.
 */

import { svg } from "../ui/dom.js";
import { picture } from "./pictures.js";
import { piece, priest } from "./stones.js";

const SIDE = 40;

/** @type {Record<string, {across: number, down: number, draw: () => SVGElement[]}>} */
const PICTURES = {
  contact: {
    across: 13,
    down: 4,
    draw: () => [
      at(0, 0, site([".aaa..", "..abb.", "..abb.", "...b.."]), verdict(5, 3, true)),
      at(7, 0, site([".aaa..", "..a.b.", "..a.bb", "....bb"]), corner(4, 1), verdict(1, 3, false)),
    ],
  },
  area: {
    across: 7,
    down: 4,
    draw: () => [
      ...site(["Sdaa..s", "dSa..#.", "#aa.s..", "......."]),
      frame(7, 4),
      ...gains([[0, 0], [1, 1]], "+4"),
    ],
  },
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

/** The names of all pictures. */
export const NAMES = Object.keys(PICTURES);

/**
 * Return a picture of the rules, or nothing if there is none of that name.
 *
 * @param {string} name
 * @returns {SVGSVGElement | null}
 */
export function rulesPicture(name) {
  const found = Object.hasOwn(PICTURES, name) ? PICTURES[name] : undefined;
  if (!found) return null;
  const viewBox = `-6 -6 ${found.across * SIDE + 12} ${found.down * SIDE + 12}`;
  return svg(
    "svg",
    { class: `rules-picture rules-${name}`, viewBox, "aria-hidden": "true" },
    found.draw(),
  );
}

/**
 * @param {number} x
 * @param {number} y
 * @param {...(SVGElement | SVGElement[])} drawn
 */
function at(x, y, ...drawn) {
  return svg("g", { transform: `translate(${x * SIDE} ${y * SIDE})` }, ...drawn);
}

/**
 * @param {number} x
 * @param {number} y
 */
function middle(x, y) {
  return `translate(${(x + 0.5) * SIDE} ${(y + 0.5) * SIDE})`;
}

/**
 * Draw a piece of a site: tiles are small letters, `s` a scarab, `#` a rock, `d` and `S` squares
 * of an excavation area, without and with a scarab.
 *
 * @param {readonly string[]} rows
 */
function site(rows) {
  const ground = svg("g", { stroke: "var(--world-line)" });
  const above = svg("g", {});
  rows.forEach((row, y) => {
    [...row].forEach((mark, x) => {
      ground.append(square(x, y, "dS".includes(mark) ? "var(--world-dug)" : "var(--world-ground)"));
      if ("ab".includes(mark)) above.append(camp(rows, x, y, mark));
      const name = { s: "scarab", S: "scarab", "#": "rock-desert" }[mark];
      const place = { x: (x + 0.5) * SIDE, y: (y + 0.5) * SIDE, size: SIDE * 0.8 };
      if (name) above.append(picture(name, place));
    });
  });
  return [ground, above];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} fill
 */
function square(x, y, fill) {
  return svg("rect", { x: x * SIDE, y: y * SIDE, width: SIDE, height: SIDE, fill });
}

/**
 * Draw a square of a camp, with an edge where its tile ends.
 *
 * @param {readonly string[]} rows
 * @param {number} x
 * @param {number} y
 * @param {string} mark
 */
function camp(rows, x, y, mark) {
  const [left, top, right, below] = [x * SIDE, y * SIDE, (x + 1) * SIDE, (y + 1) * SIDE];
  const edges = [
    rows[y]?.[x - 1] !== mark && `M${left} ${top}V${below}`,
    rows[y]?.[x + 1] !== mark && `M${right} ${top}V${below}`,
    rows[y - 1]?.[x] !== mark && `M${left} ${top}H${right}`,
    rows[y + 1]?.[x] !== mark && `M${left} ${below}H${right}`,
  ];
  const edge = { stroke: "var(--world-camp-2)", "stroke-width": 4, "stroke-linecap": "round" };
  return svg(
    "g",
    {},
    square(x, y, "var(--world-camp)"),
    svg("path", { d: edges.filter(Boolean).join(""), fill: "none", ...edge }),
  );
}

/**
 * Draw the frame along the upper and the left edge.
 *
 * @param {number} across
 * @param {number} down
 */
function frame(across, down) {
  return svg("path", {
    d: `M0 ${down * SIDE}V0H${across * SIDE}`,
    fill: "none",
    stroke: "var(--ink)",
    "stroke-width": 7,
    "stroke-linejoin": "round",
  });
}

/**
 * Write what squares score.
 *
 * @param {readonly [number, number][]} places
 * @param {string} text
 */
function gains(places, text) {
  return places.map(([x, y]) =>
    svg(
      "g",
      { transform: middle(x, y) },
      svg("circle", { r: 14, fill: "var(--ground-3)", stroke: "var(--world-symbol)", "stroke-width": 2 }),
      svg(
        "text",
        { "text-anchor": "middle", y: 5.5, "font-size": 16, "font-weight": 700, fill: "var(--ink)" },
        text,
      ),
    ),
  );
}

/**
 * Put a ring where two tiles meet at a corner only.
 *
 * @param {number} x
 * @param {number} y
 */
function corner(x, y) {
  return svg("circle", { cx: x * SIDE, cy: y * SIDE, r: 10, fill: "none", stroke: "var(--bad)", "stroke-width": 4 });
}

/**
 * Draw a tick or a cross.
 *
 * @param {number} x
 * @param {number} y
 * @param {boolean} good
 */
function verdict(x, y, good) {
  const stroke = { stroke: "var(--ground-3)", "stroke-width": 4, fill: "none", "stroke-linecap": "round" };
  return svg(
    "g",
    { transform: middle(x, y) },
    svg("circle", { r: 15, fill: good ? "var(--good)" : "var(--bad)" }),
    svg("path", { d: good ? "M-7 0L-2 6L7 -6" : "M-5 -5L5 5M5 -5L-5 5", ...stroke }),
  );
}

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
