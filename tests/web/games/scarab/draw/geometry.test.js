import assert from "node:assert/strict";
import { test } from "node:test";

import { band, head, middle, trail } from "../../../../../src/kheper/web/games/scarab/draw/geometry.js";

test("a walk is drawn straight, and as an L where it turns", () => {
  assert.deepEqual(middle(0, 10), { x: 42, y: 42 });
  assert.equal(trail([0, 2], 10), "M57 42L103 42");
  assert.equal(trail([0, 2, 22], 10), "M57 42L107 42Q122 42 122 57L122 103");
  assert.match(head([0, 2, 22], 10), /L122 112L/);
  assert.deepEqual(band(13, "v", 10), { x: 142, y: 22, width: 40, height: 400 });
});
