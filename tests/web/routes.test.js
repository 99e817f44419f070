import assert from "node:assert/strict";
import { test } from "node:test";

import { route } from "../../src/kheper/web/routes.js";

test("addresses lead to screens, and invalid ones lead home", () => {
  assert.deepEqual(route(""), { screen: "home" });
  assert.deepEqual(route("#t/43it2mniwi9sc4g34ta6vhn3hp"), { screen: "table", match: "43it2mniwi9sc4g34ta6vhn3hp" });
  assert.deepEqual(route("#t/43it2mniwi9sc4g34ta6vhn3hp/c0de"), { screen: "table", match: "43it2mniwi9sc4g34ta6vhn3hp", code: "c0de" });
  assert.deepEqual(route("#rules/scarab"), { screen: "rules", game: "scarab" });
  assert.deepEqual(route("#rules/chess"), { screen: "home" });
  assert.deepEqual(route("#replay"), { screen: "replay" });
  assert.deepEqual(route("#t/<script>"), { screen: "home" });
  assert.deepEqual(route("#%"), { screen: "home" });
});
