import assert from "node:assert/strict";
import { test } from "node:test";

import { actingSeat } from "../../../../src/kheper/web/screens/room/room-page.js";
import { view } from "./views.js";

test("of several own seats the chosen one acts while it can", () => {
  const own = [{ seat: 1 }, { seat: 2, legal: {} }, { seat: 3, legal: {} }];
  const table = view({ you: [1, 2, 3], own });
  assert.equal(actingSeat(table, 3), 3);
  assert.equal(actingSeat(table, 1), 2);
  assert.equal(actingSeat(view({ you: [1, 2], own: [] }), 2), 2);
  assert.equal(actingSeat(view({ you: [] }), 0), 0);
  assert.equal(actingSeat(null, 0), 0);
});
