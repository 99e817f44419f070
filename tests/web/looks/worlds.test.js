import assert from "node:assert/strict";
import { test } from "node:test";

import { worldOf } from "../../../src/kheper/web/looks/worlds.js";

test("players see their own site in the world they chose", () => {
  assert.deepEqual([1, 2, 3, 4].map((seat) => worldOf("sea", seat, 2)), ["rainforest", "sea", "ice", "desert"]);
  assert.equal(worldOf("nowhere", 1), "desert");
});
