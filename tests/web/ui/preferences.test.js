import assert from "node:assert/strict";
import { test } from "node:test";

import { left } from "../../../src/kheper/web/screens/room/clock.js";
import { read } from "../../../src/kheper/web/ui/preferences.js";

test("invalid preferences become defaults", () => {
  assert.deepEqual(read({ theme: "dark", world: "moon", seconds: 99, sound: "loud" }), { ...read({}), theme: "dark" });
  assert.deepEqual(read(null), read({}));
});
