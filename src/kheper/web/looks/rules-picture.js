/**
 * Draws a small picture of the rules; each game has its own, made of squares of this size.
 *
 * The text beside a picture says all that it shows, so none has a text alternative.
 */

import { svg } from "../ui/dom.js";

export const SIDE = 40;

/**
 * @param {string} name
 * @param {RulesPicture} picture
 */
export function rulesPicture(name, { across, down, draw }) {
  const viewBox = `-6 -6 ${across * SIDE + 12} ${down * SIDE + 12}`;
  return svg("svg", { class: `rules-picture rules-${name}`, viewBox, "aria-hidden": "true" }, draw());
}

/**
 * Move drawings by squares.
 *
 * @param {number} x
 * @param {number} y
 * @param {...(SVGElement | SVGElement[])} drawn
 */
export function at(x, y, ...drawn) {
  return svg("g", { transform: `translate(${x * SIDE} ${y * SIDE})` }, ...drawn);
}

/**
 * Return the transform to the middle of a square.
 *
 * @param {number} x
 * @param {number} y
 */
export function middle(x, y) {
  return `translate(${(x + 0.5) * SIDE} ${(y + 0.5) * SIDE})`;
}
