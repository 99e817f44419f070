import assert from "node:assert/strict";
import { test } from "node:test";

import {
  besideQuarter, boardsOf, layoutOf, piecesOf, swappedPieces, turnedPiece, turnedRows,
} from "../../../../../src/kheper/web/games/scarabya/logic/board-layout.js";
import { actionOf, arrow } from "../../../../../src/kheper/web/games/scarabya/logic/keys.js";
import { outline } from "../../../../../src/kheper/web/games/scarabya/draw/outline.js";
import { blank, counted, painted, settingsOf } from "../../../../../src/kheper/web/games/scarabya/logic/sheets.js";
import { chipPlace, ringPlaces } from "../../../../../src/kheper/web/games/scarabya/logic/ring-layout.js";
import { placementOf, squareName, squaresOf } from "../../../../../src/kheper/web/games/scarabya/logic/squares.js";
import { lying, placeInMarks, placeOfSquares, squaresAt } from "../../../../../src/kheper/web/games/scarabya/logic/tiles.js";
import { worldOf } from "../../../../../src/kheper/web/looks/worlds.js";
import { TILES } from "../tiles.js";

const key = (name, more = {}) => ({ key: name, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...more });

test("squares are written and read the same way", () => {
  assert.deepEqual(squaresOf("a1j10e5"), [[0, 0], [9, 9], [4, 4]]);
  assert.equal(squareName([9, 9]), "j10");
  assert.equal(placementOf(squaresOf("e6e4d5e5f4")), "e4f4d5e5e6");
});

test("every place in marks leads to squares, and these back to it", () => {
  for (const ways of Object.values(TILES)) {
    const last = ways.at(-1);
    for (let place = 0; place < last.first + last.down * last.across; place += 5) {
      const { way, corner } = lying(ways, place);
      assert.equal(placeInMarks(ways[way], corner), place);
      assert.equal(placeOfSquares(ways, squaresAt(ways[way], corner)), place);
    }
  }
});

test("the keys of the table", () => {
  assert.deepEqual(actionOf(key("ArrowUp")), { type: "nudge", down: -1, across: 0 });
  assert.deepEqual(arrow(key("ArrowRight", { shiftKey: true })), { down: 0, across: 3 });
  assert.deepEqual(actionOf(key(" ", { shiftKey: true })), { type: "next-way", by: -1 });
  assert.deepEqual(actionOf(key("N", { shiftKey: true })), { type: "next-legal", by: -1 });
  assert.deepEqual(actionOf(key("Enter")), { type: "confirm" });
  assert.deepEqual(actionOf(key("Escape")), { type: "undo" });
  assert.equal(actionOf(key("n", { ctrlKey: true })), null);
  assert.equal(actionOf(key("q")), null);
});

test("the ring never leaves the frame", () => {
  for (const [row, column] of [[0, 0], [8, 8], [0, 8]]) {
    const places = Object.values(ringPlaces({ row, column, height: 2, width: 2 }));
    assert.equal(places.length, 8);
    for (const { x, y } of places) assert.ok(Math.min(x, y) > -0.4 && Math.max(x, y) < 10.4);
  }
});

test("an outline goes once around, with a corner for each bend", () => {
  const bends = (path) => path.split("Q").length - 1;
  assert.equal(bends(outline([[0, 0]], 100, 0, 10)), 4);
  assert.equal(bends(outline(squaresOf("e4f4d5e5e6"), 100, 3, 10)), 10);
  assert.equal(outline([[0, 0]], 100, 10, 0), "M90 10Q90 10 90 10L90 90Q90 90 90 90L10 90Q10 90 10 90L10 10Q10 10 10 10Z");
});

test("layouts are read, turned, swapped and written", () => {
  const pieces = piecesOf("B90 A0 C180 D270");
  assert.equal(layoutOf(pieces), "B90 A0 C180 D270");
  assert.equal(layoutOf(turnedPiece(pieces, 3, 1)), "B90 A0 C180 D0");
  assert.equal(layoutOf(turnedPiece(pieces, 1, -1)), "B90 A270 C180 D270");
  assert.equal(layoutOf(swappedPieces(pieces, 0, 3)), "D270 A0 C180 B90");
});

test("an arrow leads to the quarter beside, and stops at the frame", () => {
  assert.equal(besideQuarter(0, { down: 0, across: 3 }), 1);
  assert.equal(besideQuarter(0, { down: 1, across: 0 }), 2);
  assert.equal(besideQuarter(3, { down: 0, across: 1 }), 3);
});

test("boards are found again in the site they make, however they are turned", () => {
  const board = ["s....", ".#...", ".....", "...s.", "....."];
  assert.deepEqual(turnedRows(board, 90), ["....s", "...#.", ".....", ".s...", "....."]);
  assert.deepEqual(turnedRows(turnedRows(board, 90), 270), board);
  const [a, b, c, d] = [0, 90, 180, 270].map((degrees) => turnedRows(board, degrees));
  const ground = [...a.map((row, n) => row + b[n]), ...c.map((row, n) => row + d[n])].join("/");
  const found = boardsOf(ground, piecesOf("A0 B90 C180 D270"));
  assert.deepEqual(Object.values(found), [board, board, board, board]);
});

test("painting writes a mark, and the same mark again wipes it away", () => {
  const once = painted(blank(), 2, 7, "s");
  assert.deepEqual(once.boards.map((marks) => counted(marks).scarabs), [0, 0, 1, 0]);
  assert.deepEqual(painted(once, 2, 7, "s"), blank());
  assert.deepEqual(painted(once, 2, 7, "s", false), once);
  assert.equal(counted(painted(once, 2, 7, "#").boards[2]).rocks, 1);
});

test("what is written becomes settings, and settings become what was written", () => {
  assert.equal(settingsOf(blank()), null);
  const paper = painted(painted(blank(), 0, 0, "s"), 3, 24, "#");
  const settings = settingsOf(paper);
  assert.equal(settings.boards.split(" ")[0], "s..../...../...../...../.....");
  const site = painted({ ...blank(), kind: "site" }, 0, 99, "s");
  assert.ok(settingsOf(site).site.endsWith("/.........s"));
});

test("everybody sees their own site in the world they chose", () => {
  assert.deepEqual([1, 2, 3, 4].map((seat) => worldOf("sea", seat, 2)), ["rainforest", "sea", "ice", "desert"]);
  assert.equal(worldOf("nowhere", 1), "desert");
});

test("what is said about the ghost keeps off the areas that it closes, if it can", () => {
  const box = { row: 3, column: 4, height: 2, width: 3 };
  assert.equal(chipPlace(box, [], true).side, "below");
  assert.equal(chipPlace(box, ["f7"], true).side, "above");
  assert.equal(chipPlace(box, ["f7", "f2"], true).side, "below");
  assert.equal(chipPlace(box, ["a7"], true).side, "below");
  assert.equal(chipPlace({ ...box, row: 8 }, [], false).side, "above");
  assert.equal(chipPlace({ ...box, row: 0 }, ["f4"], true).side, "below");
  assert.equal(chipPlace({ ...box, column: 0, width: 1 }, [], true).x, 2.2);
});
