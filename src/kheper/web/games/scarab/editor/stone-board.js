/** A board on which stones are laid by hand: dragged, or picked up and put down. */

import { icon, piece } from "../../../looks/stones.js";
import { h } from "../../../ui/dom.js";
import { board, idleModel } from "../draw/board.js";
import { grid } from "../draw/grid.js";
import { markWords } from "../logic/descriptions.js";
import { isArrow, neighbour } from "../logic/navigation.js";
import { squareName } from "../logic/position.js";

/** How far a pointer goes before it drags, in pixels; and how far above a finger the stone is. */
const DRAG = 6;
const ABOVE = 44;

/**
 * @typedef {object} Hands
 * @property {(square: number) => void} press a square, by mouse, finger or Enter
 * @property {(from: number, to: number) => void} drag from one square to another
 * @property {(square: number, key: string) => boolean} [type] a key on a square
 */

/**
 * @param {Page} page
 * @param {number} side
 * @param {Hands} hands
 */
export function stoneBoard(page, side, hands) {
  const picture = board(side);
  let dragged = false;
  const touched = grid(side, page.t("scarab.board.title"), {
    point: () => {},
    press: (square) => {
      if (!dragged) hands.press(square);
      dragged = false;
    },
  });
  const element = h(
    "div",
    { class: "scarab-board scarab-spread", onkeydown: key },
    picture.element,
    touched.element,
  );
  /** @type {readonly string[]} */
  let marks = [];
  touched.element.addEventListener("pointerdown", (event) => grab(event));

  /** @param {PointerEvent} event */
  function grab(event) {
    dragged = false;
    const from = squareOf(event.target);
    if (from < 0 || event.button || (marks[from] ?? ".") === "." || element.inert) return;
    const { clientX, clientY } = event;
    const above = event.pointerType === "touch" ? ABOVE : 0;
    /** @type {HTMLElement | null} */
    let held = null;
    const ear = new AbortController();
    const { signal } = ear;

    window.addEventListener("pointermove", (moved) => {
      if (!held && Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < DRAG) return;
      if (!held) {
        held = h("div", { class: "scarab-held" }, icon(piece(marks[from] ?? ".")));
        document.body.append(held);
        dragged = true;
      }
      held.style.transform = `translate(${moved.clientX - 24}px, ${moved.clientY - 24 - above}px)`;
    }, { signal });
    const drop = (/** @type {PointerEvent} */ ended) => {
      ear.abort();
      held?.remove();
      const to = squareAtPoint(ended.clientX, ended.clientY - (held ? above : 0));
      if (held && ended.type === "pointerup" && to >= 0 && to !== from) hands.drag(from, to);
    };
    window.addEventListener("pointerup", drop, { signal });
    window.addEventListener("pointercancel", drop, { signal });
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  function squareAtPoint(x, y) {
    return squareOf(document.elementFromPoint(x, y));
  }

  /** @param {EventTarget | null} target */
  function squareOf(target) {
    const cell = target instanceof Element ? target.closest("[data-square]") : null;
    return cell && touched.element.contains(cell) ? Number(cell.getAttribute("data-square")) : -1;
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const from = touched.stop;
    let used = false;
    if (isArrow(event.key)) {
      touched.focus(neighbour(from, event.key, side));
      used = true;
    } else if (event.key === "Enter" || event.key === " ") {
      hands.press(from);
      used = true;
    } else if (!event.ctrlKey && !event.metaKey && !event.altKey) {
      used = hands.type?.(from, event.key) ?? false;
    }
    if (!used) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return {
    element,
    /** @param {number} square */
    focus: (square) => touched.focus(square),
    /**
     * @param {readonly string[]} next
     * @param {number} pinned
     */
    draw(next, pinned) {
      marks = next;
      picture.draw({ ...idleModel(next), pinned });
      next.forEach((mark, square) => {
        const name = `${squareName(square, side)}: ${markWords(page, mark)}`;
        const cell = touched.cells[square];
        cell?.setAttribute("aria-label", name);
        cell?.setAttribute("aria-selected", String(square === pinned));
        cell?.classList.toggle("scarab-cell-pinned", square === pinned);
      });
    },
  };
}
