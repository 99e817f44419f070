import assert from "node:assert/strict";
import { test } from "node:test";

import { situation } from "../../../../src/kheper/web/screens/room/turn-line.js";
import { view } from "./views.js";

test("whose turn it is, as the reader sees it", () => {
  assert.deepEqual(situation(view()), { key: "yours", seats: [1] });
  assert.deepEqual(situation(view({ you: [1, 2] })), { key: "of-yours", seats: [1, 2] });
  assert.deepEqual(situation(view({ you: [] })), { key: "theirs", seats: [1, 2] });
  const over = { to_move: [], outcome: { winners: [2] } };
  assert.deepEqual(situation(view({ state: over })), { key: "over", seats: [2] });
});
