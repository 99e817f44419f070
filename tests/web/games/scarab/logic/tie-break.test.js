import assert from "node:assert/strict";
import { test } from "node:test";

import { value } from "../../../../../src/kheper/web/games/scarab/logic/position.js";
import { ladder, sides } from "../../../../../src/kheper/web/games/scarab/logic/tie-break.js";

/**
 * @param {string[][]} hands
 * @param {number[]} scores
 * @param {boolean} teams
 */
function ended(hands, scores, teams = false) {
  return /** @type {any} */ ({ hands, scores, teams, seats: hands.length, outcome: { winners: [1] } });
}

test("points decide, and then there is nothing to explain", () => {
  assert.deepEqual(ladder(sides(ended([["+8"], ["+7"]], [8, 7]))), []);
});

test("between equals the first value with different counts decides", () => {
  const rungs = ladder(sides(ended([["+8", "-3"], ["+5"], ["+1"]], [5, 5, 1])));
  assert.deepEqual(rungs.map((rung) => [rung.value, rung.counts.map(({ count }) => count), rung.ahead]), [[8, [1, 0], [0]]]);
});

test("three equals are eliminated one after another", () => {
  const rungs = ladder(sides(ended([["+7", "+3"], ["+7", "+2", "+1"], ["+6", "+4"]], [10, 10, 10])));
  assert.deepEqual(rungs.map(({ value: points }) => points), [8, 7, 6, 5, 4, 3]);
  assert.deepEqual(rungs.at(1)?.ahead, [0, 1]);
  assert.deepEqual(rungs.at(-1)?.ahead, [0]);
});

test("teams are compared by their joint stones", () => {
  const [first, second] = sides(ended([["+8"], ["-1"], ["+4"], ["+3"]], [7, 7], true));
  assert.deepEqual([first?.seats, first?.stones, second?.seats], [[1, 2], ["+8", "-1"], [3, 4]]);
});
