import assert from "node:assert/strict";
import { test } from "node:test";

import { boardModel } from "../../../../../src/kheper/web/games/scarab/logic/board-model.js";
import { START } from "../../../../../src/kheper/web/games/scarab/logic/choice.js";
import { line, position, squareAt, squareName } from "../../../../../src/kheper/web/games/scarab/logic/position.js";
import { optionsOf } from "../../../../../src/kheper/web/games/scarab/logic/priest-moves.js";

const TEXT =
  "+4* +6 +5 +6 +8 +5* -7 -2/+8* -7 . -4 +7 +8 -3 -1/. -4 . +6 -3 . -3 ./-7 -5 +4 +3 -8 -6 +1 -6/" +
  "-1* . . . +7 -4 -8 -4/-8 +3 -6 -7* +4 -8 . -2/+6 +7 . -6* +4 -2 +3 ./+7 P +1 +5 -5 -5 +2 +2";
const at = (/** @type {string} */ name) => squareAt(name, 8);
const names = (/** @type {Iterable<number>} */ squares) => [...squares].map((n) => squareName(n, 8));
const OWN = /** @type {Own} */ ({
  seat: 1,
  legal: { kind: "walks", moves: ["ha8"] },
  preview: { kind: "forecasts", lines: [["v", 8, -6, 2, 6, 0]] },
});
const STATE = /** @type {any} */ ({ position: TEXT, axis: "h", to_move: [1], moves: [], hands: [[], []], seats: 2 });

test("the model has the line, the axis and the next line's best and worst stones", () => {
  const preview = /** @type {Forecasts} */ ({ kind: "forecasts", lines: [["v", 8, -8, 2, 6, 0]] });
  const options = optionsOf({ ...OWN, preview }, position(TEXT));
  const seen = boardModel(STATE, { ...START, pointed: at("a8") }, options, undefined);
  assert.deepEqual([seen.axes, seen.acting, names(seen.live)], [["h"], true, ["a8"]]);
  assert.equal(seen.preview?.axis, "v");
  assert.deepEqual(names(seen.preview?.best ?? []), ["a2"]);
  assert.deepEqual(names(seen.preview?.worst ?? []), ["a6"]);
  assert.deepEqual(boardModel({ ...STATE, to_move: [] }, { ...START }, options, undefined).axes, []);
});

test("without a forecast the model has the way, and nothing about the next line", () => {
  const { preview: _, ...early } = OWN;
  const seen = boardModel(STATE, { ...START, pointed: at("a8") }, optionsOf(early, position(TEXT)), undefined);
  assert.deepEqual(names(seen.preview?.corners ?? []), ["b8", "a8"]);
  assert.deepEqual([seen.preview?.axis, seen.preview?.line, seen.preview?.best], [null, [], []]);
});
