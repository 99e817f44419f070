import assert from "node:assert/strict";
import { test } from "node:test";

import { applyFacts } from "../../../../../src/kheper/web/games/scarabya/logic/apply-facts.js";
import { frozen } from "../../../freeze.js";

const area = (points, card) => ({ squares: ["a1"], scarabs: ["a1"], points, card });
const paid = (symbol, token) => ({ symbol, tokens: [token], owed: 0 });
const site = (entries, areas = []) => ({ entries, points: areas.reduce((sum, each) => sum + each.points, 0), areas });

const ROUND = frozen({
  game: "scarabya", mode: "expedition", seat: null, seats: 2, options: {}, site: "", cards: "LF", card: "F",
  to_move: [1, 2], scores: [2, 0], outcome: null,
  sites: [site(["d4e4e5e6e7"], [area(2, 1)]), site(["x"])],
  open: [null, null], ready: [], bank: { 1: 18, 2: 17, 3: 18, 4: 18 }, payments: [[paid("a1", 2)], []],
});

test("in an open round only who is ready changes", () => {
  const event = { number: 4, kind: "played", at: 0, seat: 2, to_move: [1], facts: { ready: [2], open: [null, null] } };
  const after = applyFacts(ROUND, event);
  assert.deepEqual(after, { ...ROUND, ready: [2], to_move: [1] });
  assert.equal(after.sites, ROUND.sites);
});

test("a round that closes adds entries, areas, points and payments, and opens the next card", () => {
  const facts = {
    entries: [["f6f7g7h7i7"], ["c1c2", "x"]], areas: [[], [area(3, 2), area(0, 2)]], payments: [[], [paid("b1", 3)]],
    bank: { 1: 18, 2: 17, 3: 17, 4: 18 }, cards: "LFIU", card: "U", ready: [], open: [null, null],
  };
  const event = { number: 5, kind: "played", at: 0, seat: 1, move: "f6f7g7h7i7", to_move: [1], facts };
  assert.deepEqual(applyFacts(frozen({ ...ROUND, ready: [2], to_move: [1] }), event), {
    ...ROUND,
    cards: "LFIU", card: "U", to_move: [1], bank: facts.bank,
    sites: [
      { entries: ["d4e4e5e6e7", "f6f7g7h7i7"], points: 2, areas: [area(2, 1)] },
      { entries: ["x", "c1c2", "x"], points: 3, areas: [area(3, 2), area(0, 2)] },
    ],
    payments: [[paid("a1", 2)], [paid("b1", 3)]],
  });
});

test("the last card leaves none, and brings the outcome", () => {
  const outcome = { scores: [2, 0], winners: [1], result: "2 0", reason: "points" };
  const event = { number: 5, kind: "played", at: 0, seat: 1, to_move: [], outcome, facts: { card: null } };
  const after = applyFacts(ROUND, event);
  assert.deepEqual([after.card, after.outcome, after.to_move], [null, outcome, []]);
});

test("solo: uncovered symbols are replaced as a whole, also when none is left", () => {
  const solo = { ...ROUND, mode: "solo", number: 2, uncovered: ["a1"], uncoverable: ["a1"] };
  const event = { number: 5, kind: "played", at: 0, facts: { number: 3, uncovered: [], uncoverable: [] } };
  const after = applyFacts(solo, event);
  assert.deepEqual([after.number, after.uncovered, after.uncoverable], [3, [], []]);
});
