import assert from "node:assert/strict";
import { test } from "node:test";

import { kind, starred, value } from "../../../../../src/kheper/web/games/scarab/logic/position.js";
import { copies, filledUp, left, put, spread, swapped } from "../../../../../src/kheper/web/games/scarab/logic/stone-set.js";

for (const side of [10, 8]) {
  test(`a seed spreads the whole box of ${side} × ${side}, always in the same way`, () => {
    const marks = spread(side, "thot");
    assert.deepEqual(marks, spread(side, "thot"));
    assert.notDeepEqual(marks, spread(side, "ibis"));
    assert.equal(marks.length, side * side);
    assert.deepEqual([marks.filter(starred).length, marks.filter((each) => each === "A").length], [8, 3]);
    assert.equal(new Set(marks.filter(starred).map((each) => Math.abs(value(each)))).size, 8);
    assert.ok([...left(marks, side).stones.values()].every((count) => count === 0));
    assert.equal(left(marks, side).priest, false);
  });

  test(`what is missing on ${side} × ${side} is filled up from the box`, () => {
    const begun = put(put(Array(side * side).fill("."), 0, "P", side), 1, "-8*", side);
    const marks = filledUp(begun, side, "x");
    assert.deepEqual(marks.slice(0, 2), ["P", "-8*"]);
    assert.ok(marks.every((each) => kind(each) !== "empty"));
    assert.deepEqual([marks.filter(starred).length, [...left(marks, side).stones.values()].every((count) => count === 0)], [8, true]);
  });
}

test("nothing is put on the board that is not in the box", () => {
  let marks = /** @type {string[]} */ (Array(100).fill("."));
  for (let square = 0; square < 8; square += 1) marks = put(marks, square, "+8", 10);
  assert.equal(marks.filter((each) => each === "+8").length, copies(8, 10));
  assert.deepEqual(put(put(marks, 50, "P", 10), 60, "P", 10).filter((each) => each === "P").length, 1);
  assert.equal(put(marks, 20, "+8", 10, [])[20], ".");
  assert.equal(put(Array(64).fill("."), 3, "-1", 8, ["-1", "-1*", "-1"])[3], ".");
});

test("two stones change places", () => {
  assert.deepEqual(swapped(["+1", "P", "-3"], 0, 2), ["-3", "P", "+1"]);
});
