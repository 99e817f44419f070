import assert from "node:assert/strict";
import { test } from "node:test";

import { blank, counted, painted, settingsOf } from "../../../../../src/kheper/web/games/scarabya/logic/sheets.js";

test("painting writes a mark, and the same mark again wipes it away", () => {
  const once = painted(blank(), 2, 7, "s");
  assert.deepEqual(once.boards.map((marks) => counted(marks).scarabs), [0, 0, 1, 0]);
  assert.deepEqual(painted(once, 2, 7, "s"), blank());
  assert.deepEqual(painted(once, 2, 7, "s", false), once);
  assert.equal(counted(painted(once, 2, 7, "#").boards[2]).rocks, 1);
});

test("sheets become settings", () => {
  assert.equal(settingsOf(blank()), null);
  const paper = painted(painted(blank(), 0, 0, "s"), 3, 24, "#");
  const settings = settingsOf(paper);
  assert.equal(settings.boards.split(" ")[0], "s..../...../...../...../.....");
  const site = painted({ ...blank(), kind: "site" }, 0, 99, "s");
  assert.ok(settingsOf(site).site.endsWith("/.........s"));
});
