import assert from "node:assert/strict";
import { test } from "node:test";

import { outline } from "../../../../../src/kheper/web/games/scarabya/draw/outline.js";
import { squaresOf } from "../../../../../src/kheper/web/games/scarabya/logic/squares.js";

test("an outline goes once around, with a corner for each bend", () => {
  const bends = (path) => path.split("Q").length - 1;
  assert.equal(bends(outline([[0, 0]], 100, 0, 10)), 4);
  assert.equal(bends(outline(squaresOf("e4f4d5e5e6"), 100, 3, 10)), 10);
  assert.equal(outline([[0, 0]], 100, 10, 0), "M90 10Q90 10 90 10L90 90Q90 90 90 90L10 90Q10 90 10 90L10 10Q10 10 10 10Z");
});
