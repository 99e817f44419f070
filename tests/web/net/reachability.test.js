import assert from "node:assert/strict";
import { test } from "node:test";

import { isOwnMachine } from "../../../src/kheper/web/net/reachability.js";

test("one's own machine needs no network", () => {
  for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) assert.ok(isOwnMachine(host));
  for (const host of ["192.168.1.2", "localhost.example", "kheper.local", "12.7.0.0"]) assert.ok(!isOwnMachine(host));
});
