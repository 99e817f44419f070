import assert from "node:assert/strict";
import { test } from "node:test";

import { left, written } from "../../../../src/kheper/web/screens/room/clock.js";
import { view } from "./views.js";

test("only running clocks run, and never below zero", () => {
  const table = view({ clocks: [60_000, 5_000], running: [1] });
  assert.equal(left(table, 1, 1_500), 58_500);
  assert.equal(left(table, 2, 1_500), 5_000);
  assert.equal(left(table, 1, 99_000), 0);
  assert.equal(left(view(), 1, 0), null);
  assert.equal(left({ ...table, phase: "over" }, 1, 1_500), 60_000);
});

test("times are formatted briefly", () => {
  assert.deepEqual(
    [0, 9_940, 61_000, 3_600_000, 2 * 86_400_000 + 5 * 3_600_000].map(written),
    ["0:00.0", "0:09.9", "1:01", "1:00:00", "2d 5h"],
  );
});
