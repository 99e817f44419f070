import assert from "node:assert/strict";
import { test } from "node:test";

import { possible } from "../../../../src/kheper/web/screens/room/seat-menu.js";
import { view } from "./views.js";

test("a seat's menu has the commands that the server would accept, in an order of its own", () => {
  const table = view({ seats_may: [["stand-in", "rename", "offer", "sit"], []] });
  assert.deepEqual(possible(table, 1), ["rename", "offer", "stand-in"]);
  assert.deepEqual(possible(table, 2), []);
  assert.deepEqual(possible(view(), 1), []);
});
