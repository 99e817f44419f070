import assert from "node:assert/strict";
import { test } from "node:test";

import { lying, placeInMarks, placeOfSquares, squaresAt } from "../../../../../src/kheper/web/games/scarabya/logic/tiles.js";
import { TILES } from "../tiles.js";

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
