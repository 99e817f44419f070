import assert from "node:assert/strict";
import { test } from "node:test";

import { placementOf, squareName, squaresOf } from "../../../../../src/kheper/web/games/scarabya/logic/squares.js";

test("squares are written and read the same way", () => {
  assert.deepEqual(squaresOf("a1j10e5"), [[0, 0], [9, 9], [4, 4]]);
  assert.equal(squareName([9, 9]), "j10");
  assert.equal(placementOf(squaresOf("e6e4d5e5f4")), "e4f4d5e5e6");
});
