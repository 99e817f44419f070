import assert from "node:assert/strict";
import { test } from "node:test";

import { line, position, rack, signed, sorted, squareAt, squareName, sum, written } from "../../../../../src/kheper/web/games/scarab/logic/position.js";

const TEXT =
  "+4* +6 +5 +6 +8 +5* -7 -2/+8* -7 . -4 +7 +8 -3 -1/. -4 . +6 -3 . -3 ./-7 -5 +4 +3 -8 -6 +1 -6/" +
  "-1* . . . +7 -4 -8 -4/-8 +3 -6 -7* +4 -8 . -2/+6 +7 . -6* +4 -2 +3 ./+7 P +1 +5 -5 -5 +2 +2";
const at = (/** @type {string} */ name) => squareAt(name, 8);
const names = (/** @type {Iterable<number>} */ squares) => [...squares].map((n) => squareName(n, 8));

test("a position is read and written", () => {
  const { side, marks, priest } = position(TEXT);
  assert.deepEqual([side, marks.length, squareName(priest, side)], [8, 64, "b8"]);
  assert.equal(written(marks, side), TEXT);
  assert.equal(squareName(squareAt("j10", 10), 10), "j10");
});

test("values are written with their sign, and a true minus", () => {
  assert.deepEqual([8, 0, -3].map(signed), ["+8", "0", "\u22123"]);
});

test("a collection is sorted, counted and added up", () => {
  const stones = ["-5", "+3", "+8", "+3*"];
  assert.deepEqual(sorted(stones), ["+8", "+3", "+3*", "-5"]);
  assert.equal(sum(stones), 9);
  assert.deepEqual(rack(stones).filter(({ count }) => count), [
    { value: 8, count: 1, stars: 0 },
    { value: 3, count: 2, stars: 1 },
    { value: -5, count: 1, stars: 0 },
  ]);
});

test("a line is a row or a column", () => {
  assert.deepEqual(names(line(at("c2"), "h", 8)), ["a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2"]);
  assert.deepEqual(names(line(at("c2"), "v", 8)).at(-1), "c8");
});
