/**
 * The tile in hand, and the draft of its placement before it is sent.
 *
 * Pure functions from a state and an event to the next state. Legality and reasons come from the
 * view's `legal`, areas and points from its `preview`; nothing here knows a rule.
 *
 * @typedef {import("./squares.js").Square} Square
 * @typedef {object} TileInHand
 * @property {Record<string, Orientation[]>} tiles how every tile can lie
 * @property {boolean} flip whether tiles may be turned over
 * @property {Placements | null} legal what can be played; null if it is not this seat's turn
 * @property {Closings | null} closings what would be closed; null until it is known
 * @property {Record<string, number>} ways how each tile lay when it was last in hand
 * @property {{x: number, y: number} | null} at the middle of the draft, in squares; null if there is none
 * @property {boolean} pinned whether it stays when the pointer moves on
 * @property {boolean} sent whether it is on its way to the server
 *
 * @typedef {object} Draft a placement that is not sent yet
 * @property {number} place its place in `marks`
 * @property {number} way
 * @property {Square} corner
 * @property {Square[]} squares
 * @property {boolean} legal
 * @property {string} mark
 * @property {number} points
 * @property {string[]} areas each area's squares, written together
 *
 * @typedef {{type: "point", x: number, y: number}
 *   | {type: "leave"} | {type: "pin"} | {type: "clear"} | {type: "send"} | {type: "refused"}
 *   | {type: "turn", by: 1 | -1} | {type: "turn-over"} | {type: "next-way", by: 1 | -1}
 *   | {type: "nudge", down: number, across: number} | {type: "next-legal", by: 1 | -1}
 *   | {type: "put", squares: Square[]}} TileEvent
 *
 * @typedef {TileEvent | {type: "confirm"} | {type: "undo"}} Action
 * @typedef {(action: Action) => void} Dispatch
 */

import { SIDE } from "./squares.js";
import {
  height, inside, lying, placeInMarks, placeOfSquares, squaresAt, turned, turnedOver, width,
} from "./tiles.js";

/**
 * Return a hand without a tile.
 *
 * @param {Record<string, Orientation[]>} tiles
 * @returns {TileInHand}
 */
export function noTile(tiles) {
  return { tiles, flip: true, legal: null, closings: null, ways: {}, at: null, pinned: false, sent: false };
}

/**
 * Return the tile with the present legal moves. While they stay the same, so does the draft: an
 * update about others must not move it.
 *
 * @param {TileInHand} hand
 * @param {Own | undefined} own
 * @param {boolean} flip
 * @returns {TileInHand}
 */
export function withLegalMoves(hand, own, flip) {
  const legal = own?.legal?.kind === "placements" ? own.legal : null;
  const closings = own?.preview?.kind === "closings" ? own.preview : null;
  const same = legal !== null && hand.legal !== null
    && legal.tile === hand.legal.tile && legal.marks === hand.legal.marks;
  if (same) return { ...hand, legal, closings, flip };
  return { ...hand, legal, closings, flip, at: null, pinned: false, sent: false };
}

/**
 * Return the tile after an event.
 *
 * @param {TileInHand} hand
 * @param {TileEvent} event
 * @returns {TileInHand}
 */
export function afterEvent(hand, event) {
  if (!hand.legal) return hand;
  if (event.type === "refused") return { ...hand, sent: false, pinned: true };
  if (hand.sent) return hand;
  switch (event.type) {
    case "point":
      return hand.pinned ? hand : { ...hand, at: { x: event.x, y: event.y } };
    case "leave":
      return hand.pinned ? hand : { ...hand, at: null };
    case "pin":
      return hand.at ? { ...hand, pinned: true } : hand;
    case "clear":
      return { ...hand, at: null, pinned: false };
    case "send":
      return draftOf(hand)?.legal ? { ...hand, pinned: true, sent: true } : hand;
    case "turn":
      return laid(hand, turned(waysOf(hand), wayOf(hand), event.by));
    case "turn-over":
      return laid(hand, turnedOver(waysOf(hand), wayOf(hand)));
    case "next-way":
      return laid(hand, nextWay(hand, event.by));
    case "nudge":
      return nudged(hand, event.down, event.across);
    case "next-legal":
      return nextLegal(hand, event.by);
    case "put":
      return put(hand, placeOfSquares(waysOf(hand), event.squares));
  }
}

/** @param {TileInHand} hand */
export function waysOf(hand) {
  return hand.tiles[hand.legal?.tile ?? ""] ?? [];
}

/** @param {TileInHand} hand */
export function wayOf(hand) {
  return hand.ways[hand.legal?.tile ?? ""] ?? 0;
}

/**
 * Return the draft, or null if the tile lies nowhere yet.
 *
 * @param {TileInHand} hand
 * @returns {Draft | null}
 */
export function draftOf(hand) {
  const { legal, closings, at } = hand;
  const way = waysOf(hand)[wayOf(hand)];
  if (!legal || !at || !way) return null;
  const corner = cornerOf(way, at);
  const place = placeInMarks(way, corner);
  const mark = legal.marks[place] ?? "";
  const [, points, areas] = closings?.closes?.find(([closing]) => closing === place) ?? [place, 0, []];
  const squares = squaresAt(way, corner);
  return { place, way: wayOf(hand), corner, squares, legal: mark === "+", mark, points, areas };
}

/**
 * Return the number of legal placements.
 *
 * @param {TileInHand} hand
 */
export function legalCount(hand) {
  return hand.legal ? hand.legal.marks.split("+").length - 1 : 0;
}

/**
 * Return whether the tile can be turned over.
 *
 * @param {TileInHand} hand
 */
export function canTurnOver(hand) {
  const way = turnedOver(waysOf(hand), wayOf(hand));
  return way !== wayOf(hand) && allowed(hand, way);
}

/**
 * @param {Orientation} way
 * @param {{x: number, y: number}} at
 */
function cornerOf(way, { x, y }) {
  return inside(way, [Math.round(y - height(way) / 2), Math.round(x - width(way) / 2)]);
}

/**
 * @param {Orientation} way
 * @param {Square} corner
 */
function middleOf(way, [row, column]) {
  return { x: column + width(way) / 2, y: row + height(way) / 2 };
}

/**
 * @param {TileInHand} hand
 * @param {number} way
 */
function allowed(hand, way) {
  return hand.flip || !waysOf(hand)[way]?.turned_over;
}

/**
 * @param {TileInHand} hand
 * @param {number} way
 * @returns {TileInHand}
 */
function laid(hand, way) {
  if (!hand.legal || !allowed(hand, way)) return hand;
  return { ...hand, ways: { ...hand.ways, [hand.legal.tile]: way } };
}

/**
 * @param {TileInHand} hand
 * @param {1 | -1} by
 */
function nextWay(hand, by) {
  const count = waysOf(hand).length;
  let way = wayOf(hand);
  do way = (way + by + count) % count;
  while (!allowed(hand, way));
  return way;
}

/**
 * @param {TileInHand} hand
 * @param {number} down
 * @param {number} across
 * @returns {TileInHand}
 */
function nudged(hand, down, across) {
  const way = waysOf(hand)[wayOf(hand)];
  if (!way) return hand;
  if (!hand.at) return { ...hand, at: middleOf(way, cornerOf(way, { x: SIDE / 2, y: SIDE / 2 })) };
  const [row, column] = cornerOf(way, hand.at);
  return { ...hand, at: middleOf(way, inside(way, [row + down, column + across])) };
}

/**
 * Go to the next legal placement, in the order in which the server counts them.
 *
 * @param {TileInHand} hand
 * @param {1 | -1} by
 * @returns {TileInHand}
 */
function nextLegal(hand, by) {
  const marks = hand.legal?.marks ?? "";
  const from = draftOf(hand)?.place ?? (waysOf(hand)[wayOf(hand)]?.first ?? 0) - by;
  for (let step = 1; step <= marks.length; step++) {
    const place = (((from + by * step) % marks.length) + marks.length) % marks.length;
    if (marks[place] === "+") return put(hand, place);
  }
  return hand;
}

/**
 * @param {TileInHand} hand
 * @param {number} place
 * @returns {TileInHand}
 */
function put(hand, place) {
  if (place < 0) return hand;
  const { way, corner } = lying(waysOf(hand), place);
  const laidOut = laid(hand, way);
  const found = waysOf(hand)[way];
  return found ? { ...laidOut, at: middleOf(found, corner), pinned: true } : hand;
}
