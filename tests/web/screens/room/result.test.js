import assert from "node:assert/strict";
import { test } from "node:test";

import { ending } from "../../../../src/kheper/web/screens/room/result.js";
import { person, TEAMS, view } from "./views.js";

test("how a game ended, as the reader sees it", () => {
  const won = (more, ...winners) => ending(view(more), { scores: [1, 0], winners, result: "", reason: "" }).key;
  assert.equal(won({}, 1), "yours");
  assert.equal(won({}, 2), "theirs");
  assert.equal(won({ you: [1, 2] }, 1), "theirs");
  assert.equal(won({}, 1, 2), "shared");
  assert.equal(won(TEAMS, 1, 2), "team-yours");
  assert.equal(won(TEAMS, 3, 4), "team");
  assert.equal(won(TEAMS, 1, 2, 3, 4), "shared");
  assert.equal(won({ mode: "solo" }), "lost-alone");
  assert.equal(won({ mode: "solo" }, 1), "won-alone");
  assert.equal(won({ seats: [person("Ana")] }, 1), "alone");
});
