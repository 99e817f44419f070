import assert from "node:assert/strict";
import { test } from "node:test";

import { besideQuarter, boardsOf, layoutOf, piecesOf, swappedPieces, turnedPiece, turnedRows } from "../../../../../src/kheper/web/games/scarabya/logic/board-layout.js";
import { arrow } from "../../../../../src/kheper/web/games/scarabya/logic/keys.js";

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
