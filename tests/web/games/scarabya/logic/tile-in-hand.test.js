import assert from "node:assert/strict";
import { test } from "node:test";

import {
  canTurnOver, withLegalMoves, noTile, afterEvent, legalCount, draftOf, wayOf,
} from "../../../../../src/kheper/web/games/scarabya/logic/tile-in-hand.js";
import { placementOf, squaresOf } from "../../../../../src/kheper/web/games/scarabya/logic/squares.js";
import { TILES } from "../tiles.js";

/** Marks of a tile that may lie anywhere, but for the places given. */
function marks(tile, others = {}) {
  const last = TILES[tile].at(-1);
  const all = Array(last.first + last.down * last.across).fill("+");
  for (const [place, mark] of Object.entries(others)) all[Number(place)] = mark;
  return all.join("");
}

/** A hand that holds a tile. */
function holding(tile, { flip = true, ...more } = {}) {
  return withLegalMoves(noTile(TILES), own(tile, more), flip);
}

/** What the holder of a seat is told: where a tile can lie and, perhaps, what it would close. */
function own(tile, { others = {}, closes } = {}) {
  const legal = { kind: "placements", tile, marks: marks(tile, others) };
  return { seat: 1, legal, ...(closes && { preview: { kind: "closings", closes } }) };
}

const after = (hand, ...events) => events.reduce(afterEvent, hand);

test("a draft lies around the pointer, and inside the frame", () => {
  const hand = after(holding("I"), { type: "point", x: 5.2, y: 0.3 });
  assert.equal(placementOf(draftOf(hand).squares), "f1f2f3f4f5");
  const low = after(hand, { type: "point", x: 9.9, y: 9.9 });
  assert.equal(placementOf(draftOf(low).squares), "j6j7j8j9j10");
});

test("without a turn there is no draft, and events are ignored", () => {
  const hand = afterEvent(noTile(TILES), { type: "point", x: 3, y: 3 });
  assert.equal(draftOf(hand), null);
});

test("the server's mark is read at the draft's place", () => {
  const closes = [[1, 8, ["a1b1"]]];
  const hand = holding("X", { others: { 0: "n" }, closes });
  const corner = draftOf(after(hand, { type: "point", x: 1.5, y: 1.5 }));
  assert.deepEqual([corner.place, corner.legal, corner.mark], [0, false, "n"]);
  const beside = draftOf(after(hand, { type: "point", x: 2.5, y: 1.5 }));
  assert.deepEqual([beside.place, beside.points, beside.areas], [1, 8, ["a1b1"]]);
});

test("what a draft would close is read from the preview, and the draft stays", () => {
  const early = after(holding("X"), { type: "point", x: 2.5, y: 1.5 }, { type: "pin" });
  assert.deepEqual([draftOf(early).legal, draftOf(early).points, draftOf(early).areas], [true, 0, []]);
  const told = withLegalMoves(early, own("X", { closes: [[1, 8, ["a1b1"]]] }), true);
  assert.deepEqual([told.at, told.pinned, draftOf(told).points], [early.at, true, 8]);
});

test("a pinned draft does not follow the pointer, and can be nudged as far as the frame", () => {
  const pinned = after(holding("X"), { type: "point", x: 1.5, y: 1.5 }, { type: "pin" },
    { type: "point", x: 8, y: 8 }, { type: "leave" });
  assert.equal(placementOf(draftOf(pinned).squares), "b1a2b2c2b3");
  const nudged = after(pinned, { type: "nudge", down: 0, across: -1 }, { type: "nudge", down: 3, across: 0 });
  assert.equal(placementOf(draftOf(nudged).squares), "b4a5b5c5b6");
});

test("an unpinned draft leaves with the pointer, and comes back", () => {
  const gone = after(holding("X"), { type: "point", x: 4, y: 4 }, { type: "leave" });
  assert.equal(draftOf(gone), null);
});

test("the first arrow key puts the draft in the middle", () => {
  const hand = after(holding("X"), { type: "nudge", down: 1, across: 0 });
  assert.equal(placementOf(draftOf(hand).squares).includes("e5") || placementOf(draftOf(hand).squares).includes("f6"), true);
});

test("four quarter turns, or two turnings over, lead back", () => {
  for (const tile of Object.keys(TILES)) {
    const hand = holding(tile);
    const turn = { type: "turn", by: 1 };
    assert.equal(wayOf(after(hand, turn, turn, turn, turn)), wayOf(hand), tile);
    assert.equal(wayOf(after(hand, turn, { type: "turn", by: -1 })), wayOf(hand), tile);
    assert.equal(wayOf(after(hand, { type: "turn-over" }, { type: "turn-over" })), wayOf(hand), tile);
  }
});

test("the orientations go round, forwards and backwards", () => {
  const next = { type: "next-way", by: 1 };
  const seen = new Set();
  let hand = holding("F");
  for (let n = 0; n < 8; n++) seen.add(wayOf(hand = after(hand, next)));
  assert.equal(seen.size, 8);
  assert.equal(wayOf(after(hand, next, { type: "next-way", by: -1 })), wayOf(hand));
});

test("where tiles are not turned over, no way leads to their other face", () => {
  let hand = holding("F", { flip: false });
  assert.equal(canTurnOver(hand), false);
  assert.equal(wayOf(after(hand, { type: "turn-over" })), 0);
  const seen = new Set();
  for (let n = 0; n < 9; n++) seen.add(wayOf(hand = after(hand, { type: "next-way", by: 1 })));
  assert.equal(seen.size, 4);
});

test("the orientation belongs to the tile and is remembered", () => {
  const turned = after(holding("F"), { type: "turn", by: 1 });
  const other = withLegalMoves(turned, own("L"), true);
  assert.equal(wayOf(other), 0);
  const again = withLegalMoves(other, own("F"), true);
  assert.equal(wayOf(again), wayOf(turned));
});

test("the draft stays while the tile and its legal moves are the same", () => {
  const pinned = after(holding("W"), { type: "point", x: 4, y: 4 }, { type: "pin" });
  const chat = withLegalMoves(pinned, own("W"), true);
  assert.equal(chat.pinned, true);
  const next = withLegalMoves(pinned, own("W", { others: { 3: "c" } }), true);
  assert.deepEqual([next.at, next.pinned], [null, false]);
});

test("one key goes through all legal placements and round again", () => {
  const all = marks("I").length;
  const others = Object.fromEntries(Array.from({ length: all }, (_, n) => [n, "r"]));
  delete others[7];
  delete others[all - 1];
  let hand = holding("I", { others });
  assert.equal(legalCount(hand), 2);
  const places = [];
  for (let n = 0; n < 3; n++) {
    hand = afterEvent(hand, { type: "next-legal", by: 1 });
    places.push(draftOf(hand).place);
  }
  assert.deepEqual(places, [7, all - 1, 7]);
  assert.equal(draftOf(afterEvent(hand, { type: "next-legal", by: -1 })).place, all - 1);
});

test("only a legal draft is sent, and nothing moves it while it is sent", () => {
  const hand = after(holding("X", { others: { 0: "e" } }), { type: "point", x: 1, y: 1 }, { type: "pin" });
  assert.equal(afterEvent(hand, { type: "send" }).sent, false);
  const sent = after(hand, { type: "nudge", down: 0, across: 1 }, { type: "send" });
  assert.equal(sent.sent, true);
  assert.equal(after(sent, { type: "nudge", down: 1, across: 0 }, { type: "clear" }), sent);
  const refused = afterEvent(sent, { type: "refused" });
  assert.deepEqual([refused.sent, refused.pinned], [false, true]);
});

test("a placement that is picked up again lies where it lay", () => {
  const hand = after(holding("F"), { type: "put", squares: squaresOf("e4f4d5e5e6") });
  assert.equal(placementOf(draftOf(hand).squares), "e4f4d5e5e6");
  assert.equal(hand.pinned, true);
});
