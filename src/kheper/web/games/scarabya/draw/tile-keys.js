/**
 * The keyboard on the site: moving the tile in hand, and reading the squares one by one.
 *
 * @typedef {import("./play-area.js").Area} Area
 */

import { actionOf, arrow } from "../logic/keys.js";
import { placeOf, SIDE } from "../logic/squares.js";
import { draftOf } from "../logic/tile-in-hand.js";
import { centreSquare } from "./site.js";
import { act, describe, setPointerType, undoKind } from "./tile-actions.js";

/** Milliseconds after the last key before a draft is described to screen readers. */
const SPEECH_DELAY = 300;

/**
 * @param {Area} area
 * @param {KeyboardEvent} event
 * @returns {boolean} whether the key was used
 */
export function handleKey(area, event) {
  const { grid, tile } = area;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest("input, select, textarea, dialog")) return false;
  const isPress = event.key === "Enter" || event.key === " ";
  if (isPress && target.closest("button, a, summary")) return false;
  if (grid.squares.contains(target) && moveReader(area, event)) return true;
  const action = actionOf(event);
  if (!action || (!tile.legal && action.type !== "undo")) return false;
  if (action.type === "undo" && undoKind(area) !== "clear") return false;
  setPointerType(area, "mouse");
  act(area, action);
  if (action.type !== "confirm") describeSoon(area);
  const draft = draftOf(area.tile);
  if (draft) grid.moveTo(placeOf(centreSquare(draft.squares)), grid.squares.contains(target));
  return true;
}

/**
 * Move the focus from square to square with the arrows, and the tile in hand with it.
 *
 * @param {Area} area
 * @param {KeyboardEvent} event
 */
function moveReader(area, event) {
  const { grid, tile } = area;
  const moved = arrow(event);
  if (!moved) return false;
  const kept = (/** @type {number} */ at) => Math.max(0, Math.min(SIDE - 1, at));
  const row = kept(Math.floor(grid.cursor / SIDE) + moved.down);
  const column = kept((grid.cursor % SIDE) + moved.across);
  grid.moveTo(placeOf([row, column]), true);
  if (tile.legal) {
    if (tile.pinned) act(area, { type: "clear" });
    act(area, { type: "point", x: column + 0.5, y: row + 0.5 });
    describeSoon(area);
  }
  return true;
}

/** @param {Area} area */
function describeSoon(area) {
  clearTimeout(area.speechTimer);
  area.speechTimer = window.setTimeout(() => area.page.say(describe(area)), SPEECH_DELAY);
}
