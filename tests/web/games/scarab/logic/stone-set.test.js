import assert from "node:assert/strict";
import { test } from "node:test";

import { ladder, sides } from "../../../../../src/kheper/web/games/scarab/logic/tie-break.js";
import { history } from "../../../../../src/kheper/web/games/scarab/logic/history.js";
import { kind, starred, value } from "../../../../../src/kheper/web/games/scarab/logic/position.js";
import { copies, filledUp, left, put, spread, swapped } from "../../../../../src/kheper/web/games/scarab/logic/stone-set.js";

/** Fourteen moves of a short game with bends, as the server tells it. */
const GAME = /** @type {any} */ ({
  game: "scarab", seats: 2, size: 8, turning: true, teams: false,
  start: "+4* +6 +5 +6 +8 +5* -7 -2/+8* -7 +3 -4 +7 +3 -3 -1/A -4 -3* +6 -3 -5 -3 +1/-7 -5 +4 +3 -8 -6 +1 -6/-1* +8 -1 +5 +7 -4 -8 -4/-8 +3 -6 -7* +4 -8 -2 P/+6 +7 A -6* +4 -2 +8 A/+7 +2* +1 +5 -5 -5 +2 +2",
  position: "", axis: "h",
  hands: [["+8", "+5", "+3", "-3*", "-5"], ["+2*", "+1", "-1"]],
  moves: ["hg6", "vg7", "hh7^-2@h6", "vh3", "hf3", "vf2", "hc2", "vc7^+3@g7", "hd7vd5", "ha5va3^+8@f2", "hc3", "vc5", "hb5", "vb8"],
  to_move: [1], scores: [8, 2], outcome: null,
});

test("the moves of a game are told with what they took", () => {
  const played = history(GAME);
  assert.deepEqual(played.map(({ seat }) => seat), [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2]);
  assert.deepEqual(
    played.map(({ taken }) => taken),
    ["-2", "+8", "A", "+1", "-5", "+3", "+3", "A", "+5", "A", "-3*", "-1", "+8", "+2*"],
  );
  assert.deepEqual([played[2]?.stone, played[2]?.back], ["-2", 47]);
});

test("who began is found at the end, too, when nobody is to move", () => {
  const over = { ...GAME, to_move: [] };
  assert.equal(history(over)[0]?.seat, 1);
  const other = { ...over, hands: [over.hands[1], over.hands[0]] };
  assert.equal(history(other)[0]?.seat, 2);
});

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

test("of equals the first value decides of which one has more", () => {
  const rungs = ladder(sides(ended([["+8", "-3"], ["+5"], ["+1"]], [5, 5, 1])));
  assert.deepEqual(rungs.map((rung) => [rung.value, rung.counts.map(({ count }) => count), rung.ahead]), [[8, [1, 0], [0]]]);
});

test("three who are equal fall out one after another", () => {
  const rungs = ladder(sides(ended([["+7", "+3"], ["+7", "+2", "+1"], ["+6", "+4"]], [10, 10, 10])));
  assert.deepEqual(rungs.map(({ value: points }) => points), [8, 7, 6, 5, 4, 3]);
  assert.deepEqual(rungs.at(1)?.ahead, [0, 1]);
  assert.deepEqual(rungs.at(-1)?.ahead, [0]);
});

test("teams are compared by their joint stones", () => {
  const [first, second] = sides(ended([["+8"], ["-1"], ["+4"], ["+3"]], [7, 7], true));
  assert.deepEqual([first?.seats, first?.stones, second?.seats], [[1, 2], ["+8", "-1"], [3, 4]]);
});

for (const side of [10, 8]) {
  test(`a seed spreads the whole box of ${side} × ${side}, always in the same way`, () => {
    const marks = spread(side, "thot");
    assert.deepEqual(marks, spread(side, "thot"));
    assert.notDeepEqual(marks, spread(side, "ibis"));
    assert.equal(marks.length, side * side);
    assert.deepEqual([marks.filter(starred).length, marks.filter((each) => each === "A").length], [8, 3]);
    assert.equal(new Set(marks.filter(starred).map((each) => Math.abs(value(each)))).size, 8);
    assert.ok([...left(marks, side).stones.values()].every((count) => count === 0));
    assert.equal(left(marks, side).priest, false);
  });

  test(`what is missing on ${side} × ${side} is filled up from the box`, () => {
    const begun = put(put(Array(side * side).fill("."), 0, "P", side), 1, "-8*", side);
    const marks = filledUp(begun, side, "x");
    assert.deepEqual(marks.slice(0, 2), ["P", "-8*"]);
    assert.ok(marks.every((each) => kind(each) !== "empty"));
    assert.deepEqual([marks.filter(starred).length, [...left(marks, side).stones.values()].every((count) => count === 0)], [8, true]);
  });
}

test("nothing is put on the board that is not in the box", () => {
  let marks = /** @type {string[]} */ (Array(100).fill("."));
  for (let square = 0; square < 8; square += 1) marks = put(marks, square, "+8", 10);
  assert.equal(marks.filter((each) => each === "+8").length, copies(8, 10));
  assert.deepEqual(put(put(marks, 50, "P", 10), 60, "P", 10).filter((each) => each === "P").length, 1);
  assert.equal(put(marks, 20, "+8", 10, [])[20], ".");
  assert.equal(put(Array(64).fill("."), 3, "-1", 8, ["-1", "-1*", "-1"])[3], ".");
});

test("two stones change places", () => {
  assert.deepEqual(swapped(["+1", "P", "-3"], 0, 2), ["-3", "P", "+1"]);
});
