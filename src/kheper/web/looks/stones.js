/**
 * SCARAB's pieces. Each drawing is a group around 0, 0 that fits a square of 40 units; colours
 * are those of `styles/scarab.css`.
 */

import { svg } from "../ui/dom.js";

// Plus stones are round and minus stones have corners: colour is never the only difference.
const ROUND =
  "M0-17.5C10.5-17.5 17.5-10 17.5.5S10.5 17.5 0 17.5-17.5 11-17.5.5-10.5-17.5 0-17.5Z";
const CORNERED =
  "M-9.5-17H9.5Q11.5-17 13-15.5L15.5-13Q17-11.5 17-9.5V9.5Q17 11.5 15.5 13L13 15.5Q11.5 17 9.5 17H-9.5Q-11.5 17-13 15.5L-15.5 13Q-17 11.5-17 9.5V-9.5Q-17-11.5-15.5-13L-13-15.5Q-11.5-17-9.5-17Z";
// The beetle's back: the shield behind its head, the seam of its wings, and its head.
const BACK = "M-15-6.5Q0-13.5 15-6.5M0 10V17";
const HEAD = "M-5.5-14.5Q-4-17.5 0-17.5T5.5-14.5Q0-11.5-5.5-14.5Z";
const STAR = "M0-7 1.900-2.400 6.700-2.200 2.900.9 4.200 5.700 0 3-4.200 5.700-2.900.9-6.700-2.200-1.900-2.400Z";
const ANKH =
  "M0-1.5C-4.5-5-6.5-7.5-6.5-10.300A6.5 6.200 0 0 1 6.5-10.300C6.5-7.5 4.5-5 0-1.5ZM0-1.5V14M-9 1.5H9";
const ARROW = "M15.5-5 20.5 0 15.5 5Z";
const IBIS =
  "M-3-13C2-16 8-13 8-8C8-4 5-2 5 2C5 8 9 11 9 17H-5C-6 10-3 7-3 1C-3-1-4-2-5-3C-11-2-15 2-17 9C-17 0-13-6-7-9C-6-11-5-12-3-13Z";
const MOON = "M-8-20.5A9.5 8 0 0 0 11-20.5A9.5 5.5 0 0 1-8-20.5Z";

/**
 * Draw a scarab stone; the text has the sign of its value.
 *
 * @param {string} mark such as `+5` or `-8*`
 * @param {Record<string, unknown>} [attributes]
 */
export function stone(mark, attributes = {}) {
  const shape = `stone stone-${mark.startsWith("+") ? "plus" : "minus"} ${attributes.class ?? ""}`;
  return svg("g", { ...attributes, class: shape }, body(mark), writing(mark));
}

/**
 * Draw a stone's body alone.
 *
 * @param {string} mark
 */
export function body(mark) {
  if (mark === "A") return [...ankh().childNodes];
  return [
    svg("path", { class: "stone-body", d: mark.startsWith("+") ? ROUND : CORNERED }),
    svg("path", { class: "stone-back", d: BACK }),
    svg("path", { class: "stone-head", d: HEAD }),
    mark.endsWith("*") && star(),
  ];
}

/**
 * Write a stone's value, with its sign.
 *
 * @param {string} mark
 */
export function writing(mark) {
  const points = Number.parseInt(mark, 10);
  const text = `${points > 0 ? "+" : "\u2212"}${Math.abs(points)}`;
  return mark === "A" ? null : svg("text", { class: "stone-text", y: 6.5 }, text);
}

/** Draw the star that some stones carry, in the corner. */
export function star() {
  return svg("path", { class: "stone-star", d: STAR, transform: "translate(12.5 -12)" });
}

/** @param {Record<string, unknown>} [attributes] */
export function ankh(attributes = {}) {
  return svg(
    "g",
    { ...attributes, class: `stone stone-ankh ${attributes.class ?? ""}` },
    svg("circle", { class: "stone-body", r: 17.5 }),
    svg("path", { class: "stone-sign", d: ANKH, transform: "translate(0 1) scale(.86)" }),
  );
}

/**
 * Draw the priest: a red stone with a line and arrows on it that show the axis of the next move.
 *
 * @param {readonly ("h" | "v")[]} axes none at the end, both before the first move
 */
export function priest(axes) {
  return svg(
    "g",
    { class: "priest" },
    svg("circle", { class: "priest-body", r: 16 }),
    axes.map((axis) => axisMark(axis)),
    svg("path", { class: "priest-robe", d: "M-9 10.5Q-8.5 1 0 1T9 10.5Q0 15.5-9 10.5Z" }),
    svg("path", { class: "priest-collar", d: "M-5.5 3.5Q0 8.5 5.5 3.5L4 1.600Q0 4.5-4 1.600Z" }),
    svg("circle", { class: "priest-face", cy: -4, r: 5.2 }),
    svg("path", { class: "priest-eyes", d: "M-3.200-4h2M1.200-4h2" }),
  );
}

/** @param {"h" | "v"} axis */
function axisMark(axis) {
  return svg(
    "g",
    { class: `priest-axis priest-axis-${axis}`, transform: axis === "v" ? "rotate(90)" : null },
    svg("path", { class: "priest-line", d: "M-15 0H15" }),
    svg("path", { class: "priest-arrow", d: ARROW }),
    svg("path", { class: "priest-arrow", d: ARROW, transform: "scale(-1 1)" }),
  );
}

/**
 * Draw the ibis of Thot, who invented games, under his moon.
 *
 * @param {Record<string, unknown>} [attributes]
 */
export function thot(attributes = {}) {
  return svg(
    "g",
    { ...attributes, class: `thot ${attributes.class ?? ""}` },
    svg("path", { class: "thot-moon", d: MOON }),
    svg("circle", { class: "thot-moon", cx: 1.5, cy: -20.5, r: 3.6 }),
    svg("path", { class: "thot-ibis", d: IBIS }),
    svg("circle", { class: "thot-eye", cx: -0.5, cy: -8.5, r: 1.3 }),
  );
}

/**
 * Draw the piece that a mark stands for; an empty group for an empty square.
 *
 * @param {string} mark
 * @param {Record<string, unknown>} [attributes]
 */
export function piece(mark, attributes = {}) {
  if (mark === "A") return ankh(attributes);
  if (mark === "P") return priest([]);
  return mark === "." ? svg("g", attributes) : stone(mark, attributes);
}

/**
 * Return a drawing as an icon among text.
 *
 * @param {Element} drawing
 * @param {Record<string, unknown>} [attributes]
 */
export function icon(drawing, attributes = {}) {
  const shape = { viewBox: "-20 -20 40 40", "aria-hidden": "true", focusable: "false" };
  return svg("svg", { ...shape, class: "stone-icon", ...attributes }, drawing);
}
