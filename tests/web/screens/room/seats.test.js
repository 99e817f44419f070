import assert from "node:assert/strict";
import { test } from "node:test";

import { left } from "../../../../src/kheper/web/screens/room/clock.js";
import { marks, sideOf } from "../../../../src/kheper/web/screens/room/seats.js";
import { person, TEAMS, view } from "./views.js";

test("the badges of seats: you, host, away, left, stand-in, ready", () => {
  const table = view({ seats: [person("Ana", { host: true }), person("Ben", { stand_in: 3 }), person("Cem", { left: true })] });
  table.state = { ...table.state, scores: [0, 0, 0], ready: [1] };
  assert.deepEqual(marks(table, 1, [1]), ["you", "host", "ready"]);
  assert.deepEqual(marks({ ...table, you: [1, 2, 3] }, 1, null), ["ready"]);
  assert.deepEqual(marks(table, 2, [1]), ["away", "stand-in"]);
  assert.deepEqual(marks(table, 3, [1]), ["left"]);
  assert.deepEqual([1, 2, 3, 4].map((seat) => sideOf(view(TEAMS), seat)), [0, 0, 1, 1]);
});
