import assert from "node:assert/strict";
import { test } from "node:test";

import { cutRecord, namesIn, seatsIn, stops, viewOf } from "../../../../src/kheper/web/screens/replay/record.js";

const site = (...entries) => ({ entries, points: 0, areas: [] });
const expedition = (scores, ...sites) => ({ game: "scarabya", mode: "expedition", scores, sites, to_move: [1, 2], outcome: null });

const round = {
  game: "scarabya",
  mode: "expedition",
  seats: 2,
  plays: [{ seat: 1, move: "a" }, { seat: 2, move: "b" }, { seat: 2, move: "d" }],
  states: [
    expedition([0, 0], site(), site()),
    expedition([0, 0], site(), site()),
    expedition([2, 0], site("a"), site("b")),
    expedition([2, 0], site("a"), site("b")),
  ],
  outcome: null,
};

test("an expedition stops at each round", () => {
  const found = stops(round);
  assert.deepEqual(found.map(({ lines }) => lines), [0, 1]);
});

test("other games stop at each move, and the last one has the outcome", () => {
  const state = (moves, outcome = null) => ({ game: "scarab", moves, scores: [moves.length, 0], to_move: [1], outcome });
  const over = { scores: [2, 0], winners: [1], result: "2 0", reason: "" };
  const found = stops({
    game: "scarab", mode: "priests", seats: 2,
    plays: [{ seat: 1, move: "hd5" }, { seat: 2, move: "vd6" }],
    states: [state([]), state(["hd5"]), state(["hd5", "vd6"], over)],
    outcome: over,
  });
  assert.deepEqual(found.map(({ lines }) => lines), [0, 1, 2]);
  assert.equal(found[2].state.outcome, over);
  assert.equal(viewOf({ game: "scarab", mode: "priests" }, found[2].state, ["Ana", "Ben"]).phase, "over");
});

const RECORD = `[Game "Scarab"]
[Seat1 "Ana \\"the\\" first"]
[Seat2 "Ben"]
[Result "3 4"]

1. hd5
2. vd6
10. ha1
`;

test("a record is cut after a line, and its game is unfinished", () => {
  assert.equal(
    cutRecord(RECORD, 1),
    '[Game "Scarab"]\n[Seat1 "Ana \\"the\\" first"]\n[Seat2 "Ben"]\n[Result "*"]\n\n1. hd5\n',
  );
  assert.ok(cutRecord(RECORD, 2).includes("2. vd6"));
  assert.ok(!cutRecord(RECORD, 2).includes("10. ha1"));
});

test("names are read from a record, where present", () => {
  assert.deepEqual(namesIn(RECORD, 3), ['Ana "the" first', "Ben", ""]);
});

test("a recorded game continues with its bots, the reader, and open seats for the others", () => {
  const record = (...names) => names.map((name, n) => `[Seat${n + 1} "${name}"]`).join("\n");
  assert.deepEqual(seatsIn(record("Bot 3", "Ana", "Ben"), 3), [
    { occupant: "bot", level: 3 }, { occupant: "here" }, { occupant: "open" },
  ]);
  assert.deepEqual(seatsIn(record("Bot 1", "Bot 2"), 2), [{ occupant: "here" }, { occupant: "bot", level: 2 }]);
});
