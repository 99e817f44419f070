import assert from "node:assert/strict";
import { test } from "node:test";

import { applyFacts } from "../../../../../src/kheper/web/games/scarab/logic/apply-facts.js";
import { frozen } from "../../../freeze.js";

const STATE = frozen({
  game: "scarab", seats: 2, size: 3, turning: true, teams: false,
  start: "P +3 A/-8 +5 +5*/-1 . +2", position: "P +3 A/-8 +5 +5*/-1 . +2", axis: "h",
  hands: [["+5", "-4"], []], moves: [], to_move: [1], scores: [1, 0], outcome: null,
});

test("a move takes a stone: squares, axis, hand and turn follow", () => {
  const event = {
    number: 5, kind: "played", at: 9, seat: 1, move: "hb1", to_move: [2],
    facts: { squares: [["a1", "."], ["b1", "P"]], axis: "v", taken: "+3" },
  };
  assert.deepEqual(applyFacts(STATE, event), {
    ...STATE,
    position: ". P A/-8 +5 +5*/-1 . +2", axis: "v", hands: [["+5", "+3", "-4"], []], moves: ["hb1"],
    to_move: [2],
  });
});

test("stones are sorted as by the server: the greatest value first, stars last", () => {
  const taking = (taken, hands) =>
    applyFacts({ ...STATE, hands }, { number: 1, kind: "played", at: 0, seat: 1, move: "hb1", facts: { taken } }).hands[0];
  assert.deepEqual(taking("+5*", [["+8", "+5", "-4"], []]), ["+8", "+5", "+5*", "-4"]);
  assert.deepEqual(taking("+5", [["+5*", "-4"], []]), ["+5", "+5*", "-4"]);
});

test("a stone that returns leaves the hand once, also where the priest stood", () => {
  const event = {
    number: 5, kind: "played", at: 9, seat: 1, move: "hc1^+5@a1", to_move: [2],
    facts: { squares: [["c1", "P"], ["a1", "+5"]], axis: "v", returned: "+5" },
  };
  const after = applyFacts({ ...STATE, hands: [["+5", "+5", "-4"], []] }, event);
  assert.equal(after.position, "+5 +3 P/-8 +5 +5*/-1 . +2");
  assert.deepEqual(after.hands, [["+5", "-4"], []]);
});

test("the last move brings the outcome, and nobody is to move", () => {
  const outcome = { scores: [4, 0], winners: [1], result: "4 0", reason: "points" };
  const event = { number: 5, kind: "expired", at: 9, seat: 1, move: "hb1", to_move: [], outcome, facts: {} };
  const after = applyFacts(STATE, event);
  assert.deepEqual([after.outcome, after.to_move, after.moves], [outcome, [], ["hb1"]]);
});
