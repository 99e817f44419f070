/**
 * The grid of squares over the picture, for mouse, finger, keys and screen readers.
 *
 * Tab reaches one square at a time; `focus` moves there.
 *
 * @typedef {object} Touches
 * @property {(square: number) => void} point under the mouse; -1 when it leaves
 * @property {(square: number, touch: boolean) => void} press
 * @property {(square: number) => void} [focus] when it comes by keys or by a screen reader
 */

import { h, set } from "../../../ui/dom.js";
import { extent, FRAME } from "./geometry.js";

/**
 * @param {number} side
 * @param {string} label
 * @param {Touches} touches
 */
export function grid(side, label, touches) {
  let touch = false;
  let stop = 0;
  const cells = Array.from({ length: side * side }, (_, n) =>
    h("div", { role: "gridcell", class: "scarab-cell", tabindex: n ? -1 : 0, "data-square": n }),
  );
  const rows = Array.from({ length: side }, (_, row) =>
    h("div", { role: "row", class: "scarab-row" }, cells.slice(row * side, (row + 1) * side)),
  );
  const element = h("div", { role: "grid", class: "scarab-grid", "aria-label": label }, rows);
  element.style.inset = `${(100 * FRAME) / extent(side)}%`;

  /** @param {globalThis.Event} event */
  const squareOf = (event) => {
    const found = event.target instanceof Element && event.target.closest("[data-square]");
    return found ? Number(found.getAttribute("data-square")) : -1;
  };
  set(element, {
    onpointerdown: (/** @type {PointerEvent} */ event) => (touch = event.pointerType === "touch"),
    onpointerover: (/** @type {PointerEvent} */ event) =>
      event.pointerType !== "touch" && touches.point(squareOf(event)),
    onpointerleave: (/** @type {PointerEvent} */ event) =>
      event.pointerType !== "touch" && touches.point(-1),
    onclick: (/** @type {MouseEvent} */ event) => {
      const square = squareOf(event);
      if (square >= 0) touches.press(square, touch);
    },
    onfocusin: (/** @type {FocusEvent} */ event) => {
      const square = squareOf(event);
      if (square >= 0) rove(square);
      if (square >= 0 && cells[square]?.matches(":focus-visible")) touches.focus?.(square);
    },
  });

  /** @param {number} square */
  function rove(square) {
    cells[stop]?.setAttribute("tabindex", "-1");
    stop = square;
    cells[stop]?.setAttribute("tabindex", "0");
  }

  return {
    element,
    cells,
    /** The square that Tab reaches. */
    get stop() {
      return stop;
    },
    rove,
    /** @param {number} square */
    focus(square) {
      rove(square);
      cells[square]?.focus({ preventScroll: false });
    },
  };
}
