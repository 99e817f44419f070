/**
 * Animations: the priest walks, and a stone flies to its collection.
 *
 * The board is always drawn in its final state; an animation only shows how it got there.
 */

import { icon, piece } from "../../../looks/stones.js";
import { h } from "../../../ui/dom.js";
import { middle } from "./geometry.js";

const LEG = 230;
const FLIGHT = 420;

/**
 * Animate the priest. A walk that starts during another continues it.
 *
 * @param {SVGGElement} priest
 * @param {number} side
 */
export function walker(priest, side) {
  /** @type {Animation | null} */
  let walking = null;
  /** @type {number[]} the corners still ahead, the last one being where it is drawn */
  let ahead = [];

  return {
    /** @param {readonly number[]} corners */
    walk(corners) {
      const running = walking?.playState === "running";
      const from = running ? place(priest) : null;
      walking?.cancel();
      ahead = [...(running ? ahead.slice(-1) : []), ...corners.slice(running ? 1 : 0)];
      const points = ahead.map((square) => middle(square, side));
      const frames = from ? [from, ...points] : points;
      walking = priest.animate(
        frames.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` })),
        { duration: LEG * (frames.length - 1), easing: "ease-in-out" },
      );
    },
    stop() {
      walking?.cancel();
    },
  };
}

/** @param {SVGGElement} node */
function place(node) {
  const matrix = new DOMMatrixReadOnly(getComputedStyle(node).transform);
  return { x: matrix.e, y: matrix.f };
}

/**
 * Animate a stone from one element to another, unless the target is out of sight.
 *
 * @param {string} mark
 * @param {Element} from
 * @param {Element | null | undefined} to
 */
export function fly(mark, from, to) {
  const start = from.getBoundingClientRect();
  const end = to?.getBoundingClientRect();
  if (!start.width || !end?.width || end.top > innerHeight || end.bottom < 0) return;
  const flown = h("div", { class: "scarab-flown", "aria-hidden": "true" }, icon(piece(mark)));
  flown.style.width = flown.style.height = `${start.width}px`;
  document.body.append(flown);
  const scale = end.height / start.height;
  const flight = flown.animate(
    [
      { transform: `translate(${start.x}px, ${start.y}px)` },
      { transform: `translate(${start.x}px, ${start.y - 6}px) scale(1.12)`, offset: 0.25 },
      { transform: `translate(${end.x}px, ${end.y}px) scale(${scale})`, opacity: 0.6 },
    ],
    { duration: FLIGHT, delay: LEG / 2, easing: "ease-in-out", fill: "backwards" },
  );
  const done = () => flown.remove();
  flight.finished.then(done, done);
}
