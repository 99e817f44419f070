import assert from "node:assert/strict";
import { test } from "node:test";

import { actionOf, arrow } from "../../../../../src/kheper/web/games/scarabya/logic/keys.js";

const key = (name, more = {}) => ({ key: name, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...more });

test("the keys that move the tile", () => {
  assert.deepEqual(actionOf(key("ArrowUp")), { type: "nudge", down: -1, across: 0 });
  assert.deepEqual(arrow(key("ArrowRight", { shiftKey: true })), { down: 0, across: 3 });
  assert.deepEqual(actionOf(key(" ", { shiftKey: true })), { type: "next-way", by: -1 });
  assert.deepEqual(actionOf(key("N", { shiftKey: true })), { type: "next-legal", by: -1 });
  assert.deepEqual(actionOf(key("Enter")), { type: "confirm" });
  assert.deepEqual(actionOf(key("Escape")), { type: "undo" });
  assert.equal(actionOf(key("n", { ctrlKey: true })), null);
  assert.equal(actionOf(key("q")), null);
});
