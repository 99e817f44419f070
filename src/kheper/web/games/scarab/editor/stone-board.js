/** A board on which stones are laid by hand: dragged, or picked up and put down. */

import { icon, piece } from "../../../looks/stones.js";
import { h } from "../../../ui/dom.js";
import { board } from "../draw/board.js";
import { grid } from "../draw/grid.js";
import { idleModel } from "../logic/board-model.js";
import { markWords } from "../logic/descriptions.js";
import { isArrow, neighbour } from "../logic/navigation.js";
import { squareName } from "../logic/position.js";

/** How far a pointer goes before it drags, in pixels; and how far above a finger the stone is. */
const DRAG = 6;
const ABOVE = 44;

/**
 * @typedef {object} Handlers
 * @property {(square: number) => void} press a square, by mouse, finger or Enter
 * @property {(from: number, to: number) => void} drag from one square to another
 * @property {(square: number, key: string) => boolean} [type] a key on a square
 *
 * @typedef {object} StoneBoard
 * @property {HTMLElement} element
 * @property {HTMLElement} squares
 * @property {readonly string[]} marks
 * @property {boolean} dragged whether the pointer has dragged since it was pressed
 * @property {Handlers} handlers
 */

/**
 * @param {Page} page
 * @param {number} side
 * @param {Handlers} handlers
 */
export function stoneBoard(page, side, handlers) {
  const picture = board(side);
  const squares = grid(side, page.t("scarab.board.title"), {
    point: () => {},
    press: (square) => {
      if (!state.dragged) handlers.press(square);
      state.dragged = false;
    },
  });
  const element = h("div", { class: "scarab-board scarab-spread", onkeydown: key }, picture.element, squares.element);
  /** @type {StoneBoard} */
  const state = { element, squares: squares.element, marks: [], dragged: false, handlers };
  squares.element.addEventListener("pointerdown", (event) => grab(state, event));

  /** @param {KeyboardEvent} event */
  function key(event) {
    const from = squares.stop;
    let used = true;
    if (isArrow(event.key)) squares.focus(neighbour(from, event.key, side));
    else if (event.key === "Enter" || event.key === " ") handlers.press(from);
    else used = !event.ctrlKey && !event.metaKey && !event.altKey && (handlers.type?.(from, event.key) ?? false);
    if (!used) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return {
    element,
    /** @param {number} square */
    focus: (square) => squares.focus(square),
    /**
     * @param {readonly string[]} marks
     * @param {number} pinned
     */
    draw(marks, pinned) {
      state.marks = marks;
      picture.draw({ ...idleModel(marks), pinned });
      marks.forEach((mark, square) => {
        const cell = squares.cells[square];
        cell?.setAttribute("aria-label", `${squareName(square, side)}: ${markWords(page, mark)}`);
        cell?.setAttribute("aria-selected", String(square === pinned));
        cell?.classList.toggle("scarab-cell-pinned", square === pinned);
      });
    },
  };
}

/**
 * Start to drag the stone under a pointer.
 *
 * @param {StoneBoard} state
 * @param {PointerEvent} event
 */
function grab(state, event) {
  const { element, marks } = state;
  state.dragged = false;
  const from = squareOf(state, event.target);
  if (from < 0 || event.button || (marks[from] ?? ".") === "." || element.inert) return;
  const { clientX, clientY } = event;
  const above = event.pointerType === "touch" ? ABOVE : 0;
  /** @type {HTMLElement | null} */
  let held = null;
  const listening = new AbortController();
  const { signal } = listening;

  window.addEventListener("pointermove", (moved) => {
    if (!held && Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < DRAG) return;
    if (!held) {
      held = h("div", { class: "scarab-held" }, icon(piece(marks[from] ?? ".")));
      document.body.append(held);
      state.dragged = true;
    }
    held.style.transform = `translate(${moved.clientX - 24}px, ${moved.clientY - 24 - above}px)`;
  }, { signal });
  const drop = (/** @type {PointerEvent} */ ended) => {
    listening.abort();
    held?.remove();
    const to = squareOf(state, document.elementFromPoint(ended.clientX, ended.clientY - (held ? above : 0)));
    if (held && ended.type === "pointerup" && to >= 0 && to !== from) state.handlers.drag(from, to);
  };
  window.addEventListener("pointerup", drop, { signal });
  window.addEventListener("pointercancel", drop, { signal });
}

/**
 * @param {StoneBoard} state
 * @param {EventTarget | null} target
 */
function squareOf({ squares }, target) {
  const cell = target instanceof Element ? target.closest("[data-square]") : null;
  return cell && squares.contains(cell) ? Number(cell.getAttribute("data-square")) : -1;
}
