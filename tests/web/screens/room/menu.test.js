import assert from "node:assert/strict";
import { test } from "node:test";

import { seatBack } from "../../../../src/kheper/web/screens/room/menu.js";
import { view } from "./views.js";

test("the last own seat that may take back does", () => {
  assert.equal(seatBack(view({ own: [{ seat: 1, may: ["take-back"] }, { seat: 2, may: ["hint"] }] })), 1);
  assert.equal(seatBack(view()), 0);
});
