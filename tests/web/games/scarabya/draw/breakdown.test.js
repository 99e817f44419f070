import assert from "node:assert/strict";
import { test } from "node:test";

import { gainsOf } from "../../../../../src/kheper/web/games/scarabya/draw/breakdown.js";
import { DUEL } from "../states.js";

const at = (facts, name) => facts[(Number(name.slice(1)) - 1) * 10 + "abcdefghij".indexOf(name[0])];

test("the breakdown adds up areas by size, and the bonus", () => {
  for (const seat of [1, 2]) {
    const { bySize, bonus, points } = gainsOf(DUEL, seat);
    assert.equal(bySize.reduce((sum, each) => sum + each.points, bonus), points);
  }
  const withBonus = { ...DUEL, bonus: ["a1", "b1"], scores: [DUEL.scores[0], DUEL.scores[1] + 2] };
  assert.equal(gainsOf(withBonus, 2).bonus, 2);
  assert.equal(gainsOf(withBonus, 1).bonus, 0);
});
