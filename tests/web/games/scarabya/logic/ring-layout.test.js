import assert from "node:assert/strict";
import { test } from "node:test";

import { chipPlace, ringPlaces } from "../../../../../src/kheper/web/games/scarabya/logic/ring-layout.js";

test("the ring never leaves the frame", () => {
  for (const [row, column] of [[0, 0], [8, 8], [0, 8]]) {
    const places = Object.values(ringPlaces({ row, column, height: 2, width: 2 }));
    assert.equal(places.length, 8);
    for (const { x, y } of places) assert.ok(Math.min(x, y) > -0.4 && Math.max(x, y) < 10.4);
  }
});

test("the label keeps off the areas that the draft closes, where possible", () => {
  const box = { row: 3, column: 4, height: 2, width: 3 };
  assert.equal(chipPlace(box, [], true).side, "below");
  assert.equal(chipPlace(box, ["f7"], true).side, "above");
  assert.equal(chipPlace(box, ["f7", "f2"], true).side, "below");
  assert.equal(chipPlace(box, ["a7"], true).side, "below");
  assert.equal(chipPlace({ ...box, row: 8 }, [], false).side, "above");
  assert.equal(chipPlace({ ...box, row: 0 }, ["f4"], true).side, "below");
  assert.equal(chipPlace({ ...box, column: 0, width: 1 }, [], true).x, 2.2);
});
