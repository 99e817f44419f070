import assert from "node:assert/strict";
import { test } from "node:test";

import { history } from "../../../../../src/kheper/web/games/scarab/logic/history.js";

/** Fourteen moves of a short game with bends, as the server tells it. */
const GAME = /** @type {any} */ ({
  game: "scarab", seats: 2, size: 8, turning: true, teams: false,
  start: "+4* +6 +5 +6 +8 +5* -7 -2/+8* -7 +3 -4 +7 +3 -3 -1/A -4 -3* +6 -3 -5 -3 +1/-7 -5 +4 +3 -8 -6 +1 -6/-1* +8 -1 +5 +7 -4 -8 -4/-8 +3 -6 -7* +4 -8 -2 P/+6 +7 A -6* +4 -2 +8 A/+7 +2* +1 +5 -5 -5 +2 +2",
  position: "", axis: "h",
  hands: [["+8", "+5", "+3", "-3*", "-5"], ["+2*", "+1", "-1"]],
  moves: ["hg6", "vg7", "hh7^-2@h6", "vh3", "hf3", "vf2", "hc2", "vc7^+3@g7", "hd7vd5", "ha5va3^+8@f2", "hc3", "vc5", "hb5", "vb8"],
  to_move: [1], scores: [8, 2], outcome: null,
});

test("the history has what each move took", () => {
  const played = history(GAME);
  assert.deepEqual(played.map(({ seat }) => seat), [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2]);
  assert.deepEqual(
    played.map(({ taken }) => taken),
    ["-2", "+8", "A", "+1", "-5", "+3", "+3", "A", "+5", "A", "-3*", "-1", "+8", "+2*"],
  );
  assert.deepEqual([played[2]?.stone, played[2]?.back], ["-2", 47]);
});

test("the first mover is also found at the end, when nobody is to move", () => {
  const over = { ...GAME, to_move: [] };
  assert.equal(history(over)[0]?.seat, 1);
  const other = { ...over, hands: [over.hands[1], over.hands[0]] };
  assert.equal(history(other)[0]?.seat, 2);
});
