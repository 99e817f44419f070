/**
 * The keys that move the tile in hand.
 *
 * @typedef {import("./tile-in-hand.js").Action} Action
 * @typedef {{key: string, shiftKey: boolean, ctrlKey: boolean, altKey: boolean, metaKey: boolean}} Key
 */

/** How far Shift and an arrow go. */
export const FURTHER = 3;

/** @type {Record<string, readonly [number, number]>} */
const ARROWS = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
};

/**
 * Return how far an arrow key goes, down and across; nothing for other keys.
 *
 * @param {Key} key
 * @returns {{down: number, across: number} | null}
 */
export function arrow({ key, shiftKey }) {
  const direction = ARROWS[key];
  if (!direction) return null;
  const by = shiftKey ? FURTHER : 1;
  return { down: direction[0] * by, across: direction[1] * by };
}

/**
 * Return what a key does; nothing if it does nothing here.
 *
 * @param {Key} pressed
 * @returns {Action | null}
 */
export function actionOf(pressed) {
  if (pressed.ctrlKey || pressed.altKey || pressed.metaKey) return null;
  const moved = arrow(pressed);
  if (moved) return { type: "nudge", ...moved };
  const by = pressed.shiftKey ? -1 : 1;
  switch (pressed.key) {
    case " ":
      return { type: "next-way", by };
    case "Enter":
      return { type: "confirm" };
    case "Escape":
      return { type: "undo" };
    case "n":
    case "N":
      return { type: "next-legal", by };
    default:
      return null;
  }
}
