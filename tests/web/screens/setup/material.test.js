import assert from "node:assert/strict";
import { test } from "node:test";

import { readMaterial, withoutMaterial } from "../../../../src/kheper/web/screens/setup/material.js";

test("stored material is read back, and invalid entries are ignored", () => {
  const good = { name: "My box", game: "scarabya", settings: { boards: "…" } };
  assert.deepEqual(readMaterial([good, { name: 3 }, null, { ...good, game: "chess" }]), [good]);
  assert.deepEqual(readMaterial({}), []);
  assert.deepEqual(withoutMaterial({ boards: "x", flip: "off" }), { flip: "off" });
});
