import assert from "node:assert/strict";
import { test } from "node:test";

import { line, position, squareAt, squareName, sum } from "../../../../../src/kheper/web/games/scarab/logic/position.js";
import { bends, corners, lineWith, optionsOf, parseMove } from "../../../../../src/kheper/web/games/scarab/logic/priest-moves.js";

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

test("moves are read: straight, with a bend, with a stone that returns", () => {
  assert.deepEqual(parseMove("hd5", 10), { move: "hd5", axis: "h", bend: -1, target: 43, stone: "", back: -1 });
  assert.deepEqual(corners(0, parseMove("hc1vc9", 10)), [0, 2, 82]);
  const back = parseMove("vd10^-8*@e3", 10);
  assert.deepEqual([back.move, back.stone, squareName(back.back, 10)], ["vd10", "-8*", "e3"]);
});

test("the ways to a stone are kept together, the straight one first", () => {
  const legal = /** @type {Walks} */ (
    { kind: "walks", moves: ["vb2hc2", "hc2", "hd2"], ankhs: 1, stones: ["-5"], squares: ["a1"] }
  );
  const { ways, stones, squares } = optionsOf({ seat: 1, legal }, position(TEXT));
  assert.deepEqual(ways.get(at("c2"))?.map(({ move }) => move), ["hc2", "vb2hc2"]);
  assert.deepEqual([ways.get(at("c2"))?.[0]?.ankh, ways.get(at("d2"))?.[0]?.ankh], [false, true]);
  assert.deepEqual([stones, names(squares)], [["-5"], ["a1"]]);
  assert.deepEqual(bends({ ways, stones, squares }), [{ star: at("b2"), axis: "h" }]);
});

test("a landing has the points of its stone; the next line comes with the preview", () => {
  const { preview: _, ...early } = OWN;
  const [landing] = optionsOf(early, position(TEXT)).ways.get(at("a8")) ?? [];
  assert.deepEqual([landing?.points, landing?.next], [7, null]);
  const [known] = optionsOf(OWN, position(TEXT)).ways.get(at("a8")) ?? [];
  assert.deepEqual(known?.next, { axis: "v", best: 8, worst: -6, sum: 2, stones: 6, ankhs: 0 });
});

test("a stone that returns into the next line changes what that line holds", () => {
  const [landing] = optionsOf(OWN, position(TEXT)).ways.get(at("a8")) ?? [];
  assert.ok(landing);
  const { best, worst, sum: total, stones } = lineWith(landing, "-8", at("a3"), 8) ?? {};
  assert.deepEqual([best, worst, total, stones], [8, -8, -6, 7]);
  assert.equal(lineWith(landing, "-8", at("b3"), 8), landing.next);
  assert.equal(lineWith({ ...landing, next: null }, "-8", at("a3"), 8), null);
});
