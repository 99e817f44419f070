/**
 * Mouse, pen and finger on the board: pointing, pinning, dragging, turning.
 *
 * @typedef {import("../logic/tile-in-hand.js").TileInHand} TileInHand
 * @typedef {import("../logic/tile-in-hand.js").Dispatch} Dispatch
 */

import { placeOf, SIDE } from "../logic/squares.js";
import { draftOf, waysOf, wayOf } from "../logic/tile-in-hand.js";
import { height } from "../logic/tiles.js";

/** A press that moves less than this many pixels is a tap. */
const STILL = 8;
/** The wheel's delta for a quarter turn. */
const NOTCH = 60;
const PAUSE = 220;

/**
 * Let pointers act on a board.
 *
 * @param {HTMLElement} element the board, or the tile in hand from which a drag may start
 * @param {HTMLElement} grid the board's ground
 * @param {() => TileInHand} hand
 * @param {Dispatch} act
 * @param {(kind: string) => void} [using] called with the pointer's type
 */
export function followPointer(element, grid, hand, act, using = () => {}) {
  /** @type {{id: number, x: number, y: number, drags: boolean} | null} */
  let press = null;

  const place = (/** @type {PointerEvent} */ event, /** @type {boolean} */ lifted) => {
    const box = grid.getBoundingClientRect();
    const side = box.width / SIDE;
    const lift = lifted && event.pointerType === "touch" ? liftOf(hand(), side) : 0;
    return { x: (event.clientX - box.left) / side, y: (event.clientY - box.top) / side - lift };
  };

  element.addEventListener("pointerdown", (event) => {
    using(event.pointerType);
    if (event.button !== 0 || onButton(event) || !hand().legal) return;
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, drags: false };
  });

  element.addEventListener("pointermove", (event) => {
    using(event.pointerType);
    if (!hand().legal) return;
    if (press?.id === event.pointerId) {
      const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > STILL;
      if (far && !press.drags) {
        press.drags = true;
        element.setPointerCapture(event.pointerId);
        act({ type: "clear" });
      }
      if (press.drags) act({ type: "point", ...place(event, true) });
    } else if (event.pointerType !== "touch" && element.contains(grid) && !onButton(event)) {
      act({ type: "point", ...place(event, false) });
    }
  });

  element.addEventListener("pointerup", (event) => {
    if (press?.id !== event.pointerId) return;
    const { drags } = press;
    press = null;
    const at = place(event, drags);
    if (drags && outside(at)) act({ type: "clear" });
    else if (drags) act({ type: "pin" });
    else if (element.contains(grid)) tap(hand(), at, act);
  });

  element.addEventListener("pointercancel", () => {
    if (press?.drags) act({ type: "clear" });
    press = null;
  });

  element.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch" && !press?.drags) act({ type: "leave" });
  });

  element.addEventListener("contextmenu", (event) => {
    if (!hand().legal) return;
    event.preventDefault();
    if (!press) act({ type: "turn-over" });
  });

  followWheel(element, hand, act);
}

/**
 * @param {HTMLElement} element
 * @param {() => TileInHand} hand
 * @param {Dispatch} act
 */
function followWheel(element, hand, act) {
  let turned = 0;
  let last = 0;
  element.addEventListener(
    "wheel",
    (event) => {
      if (!hand().legal || event.ctrlKey) return;
      event.preventDefault();
      if (event.timeStamp - last > PAUSE) turned = 0;
      last = event.timeStamp;
      turned += event.deltaMode ? Math.sign(event.deltaY) * NOTCH : event.deltaY;
      if (Math.abs(turned) < NOTCH) return;
      act({ type: "turn", by: turned > 0 ? 1 : -1 });
      turned = 0;
    },
    { passive: false },
  );
}

/**
 * A tap pins the draft; a tap on the pinned draft confirms it.
 *
 * @param {TileInHand} hand
 * @param {{x: number, y: number}} at
 * @param {Dispatch} act
 */
function tap(hand, at, act) {
  if (outside(at)) return;
  const square = placeOf([Math.floor(at.y), Math.floor(at.x)]);
  const covers = draftOf(hand)?.squares.some((each) => placeOf(each) === square);
  if (hand.pinned && covers) {
    act({ type: "confirm" });
    return;
  }
  if (hand.pinned) act({ type: "clear" });
  act({ type: "point", ...at });
  act({ type: "pin" });
}

/**
 * Return how far above the finger a tile is drawn, in squares: the finger must not hide it.
 *
 * @param {TileInHand} hand
 * @param {number} side of a square in pixels
 */
function liftOf(hand, side) {
  const way = waysOf(hand)[wayOf(hand)];
  return (way ? height(way) / 2 : 1) + Math.max(0.6, 34 / side);
}

/** @param {{x: number, y: number}} at */
function outside({ x, y }) {
  return x < -0.6 || y < -0.6 || x > SIDE + 0.6 || y > SIDE + 0.6;
}

/** @param {Event} event */
function onButton(event) {
  return event.target instanceof Element && event.target.closest("button") !== null;
}
