/** The pictures of Scarabya's rules: contact, and an excavation area. */

import { picture } from "../../../looks/pictures.js";
import { at, middle, SIDE } from "../../../looks/rules-picture.js";
import { svg } from "../../../ui/dom.js";

/** @type {Record<string, RulesPicture>} */
export const rulesPictures = {
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
};

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
