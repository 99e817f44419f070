import assert from "node:assert/strict";
import { test } from "node:test";

import { band, head, middle, trail } from "../../../../../src/kheper/web/games/scarab/draw/geometry.js";
import { boardModel } from "../../../../../src/kheper/web/games/scarab/logic/board-model.js";
import { START } from "../../../../../src/kheper/web/games/scarab/logic/choice.js";
import {
  line, position, rack, signed, sorted, squareAt, squareName, sum, written,
} from "../../../../../src/kheper/web/games/scarab/logic/position.js";
import { landingWords } from "../../../../../src/kheper/web/games/scarab/logic/descriptions.js";
import { following, jump, nearest, neighbour } from "../../../../../src/kheper/web/games/scarab/logic/navigation.js";
import { bends, corners, lineWith, optionsOf, parseMove } from "../../../../../src/kheper/web/games/scarab/logic/priest-moves.js";

const TEXT =
  "+4* +6 +5 +6 +8 +5* -7 -2/+8* -7 . -4 +7 +8 -3 -1/. -4 . +6 -3 . -3 ./-7 -5 +4 +3 -8 -6 +1 -6/" +
  "-1* . . . +7 -4 -8 -4/-8 +3 -6 -7* +4 -8 . -2/+6 +7 . -6* +4 -2 +3 ./+7 P +1 +5 -5 -5 +2 +2";
const at = (/** @type {string} */ name) => squareAt(name, 8);
const names = (/** @type {Iterable<number>} */ squares) => [...squares].map((n) => squareName(n, 8));

test("a position is read and written", () => {
  const { side, marks, priest } = position(TEXT);
  assert.deepEqual([side, marks.length, squareName(priest, side)], [8, 64, "b8"]);
  assert.equal(written(marks, side), TEXT);
  assert.equal(squareName(squareAt("j10", 10), 10), "j10");
});

test("values are written with their sign, and a true minus", () => {
  assert.deepEqual([8, 0, -3].map(signed), ["+8", "0", "\u22123"]);
});

test("a collection is sorted, counted and added up", () => {
  const stones = ["-5", "+3", "+8", "+3*"];
  assert.deepEqual(sorted(stones), ["+8", "+3", "+3*", "-5"]);
  assert.equal(sum(stones), 9);
  assert.deepEqual(rack(stones).filter(({ count }) => count), [
    { value: 8, count: 1, stars: 0 },
    { value: 3, count: 2, stars: 1 },
    { value: -5, count: 1, stars: 0 },
  ]);
});

test("a line is a row or a column", () => {
  assert.deepEqual(names(line(at("c2"), "h", 8)), ["a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2"]);
  assert.deepEqual(names(line(at("c2"), "v", 8)).at(-1), "c8");
});

test("moves are read: straight, with a bend, with a stone that returns", () => {
  assert.deepEqual(parseMove("hd5", 10), { move: "hd5", axis: "h", bend: -1, target: 43, stone: "", back: -1 });
  assert.deepEqual(corners(0, parseMove("hc1vc9", 10)), [0, 2, 82]);
  const back = parseMove("vd10^-8*@e3", 10);
  assert.deepEqual([back.move, back.stone, squareName(back.back, 10)], ["vd10", "-8*", "e3"]);
});

const OWN = /** @type {Own} */ ({
  seat: 1,
  legal: { kind: "walks", moves: ["ha8"] },
  preview: { kind: "forecasts", lines: [["v", 8, -6, 2, 6, 0]] },
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

test("a landing brings the stone that stands there; what comes then is told later", () => {
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

test("arrows jump from stop to stop, along the line first", () => {
  const stops = ["b5", "f5", "h5", "f2", "f8"].map(at);
  assert.equal(squareName(jump(at("b5"), "ArrowRight", stops, 8), 8), "f5");
  assert.equal(squareName(jump(at("f5"), "ArrowUp", stops, 8), 8), "f2");
  assert.equal(squareName(jump(at("f2"), "ArrowRight", stops, 8), 8), "h5");
  assert.equal(squareName(jump(at("h5"), "ArrowRight", stops, 8), 8), "h5");
  assert.equal(squareName(nearest(at("a1"), stops, 8), 8), "b5");
});

test("every legal stone is reached by arrows, whatever the position", () => {
  // The priest's line and the columns through its stars: the shape that legal moves have.
  for (let seed = 1; seed < 60; seed += 1) {
    const row = line((seed * 13) % 100, "h", 10).filter((n) => (n * seed) % 7);
    const columns = row.filter((n) => (n + seed) % 4 === 0).flatMap((n) => line(n, "v", 10)).filter((n) => (n * seed) % 5);
    const stops = new Set([...row, ...columns]);
    const reached = new Set([row[0] ?? 0]);
    for (const stop of reached) {
      for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) reached.add(jump(stop, key, stops, 10));
    }
    assert.deepEqual([...stops].filter((stop) => !reached.has(stop)), [], `seed ${seed}`);
  }
});

test("one key goes round all stops, and squares have neighbours", () => {
  assert.equal(following(5, 1, [9, 2, 5]), 9);
  assert.equal(following(9, 1, [9, 2, 5]), 2);
  assert.equal(following(2, -1, [9, 2, 5]), 9);
  assert.equal(neighbour(at("a1"), "ArrowLeft", 8), at("a1"));
  assert.equal(neighbour(at("a1"), "ArrowDown", 8), at("a2"));
});

test("a walk is drawn straight, and as an L where it turns", () => {
  assert.deepEqual(middle(0, 10), { x: 42, y: 42 });
  assert.equal(trail([0, 2], 10), "M57 42L103 42");
  assert.equal(trail([0, 2, 22], 10), "M57 42L107 42Q122 42 122 57L122 103");
  assert.match(head([0, 2, 22], 10), /L122 112L/);
  assert.deepEqual(band(13, "v", 10), { x: 142, y: 22, width: 40, height: 400 });
});

const STATE = /** @type {any} */ ({ position: TEXT, axis: "h", to_move: [1], moves: [], hands: [[], []], seats: 2 });

test("the look has the line, the axis and the next line's best and worst stones", () => {
  const preview = /** @type {Forecasts} */ ({ kind: "forecasts", lines: [["v", 8, -8, 2, 6, 0]] });
  const options = optionsOf({ ...OWN, preview }, position(TEXT));
  const seen = boardModel(STATE, { ...START, pointed: at("a8") }, options, undefined);
  assert.deepEqual([seen.axes, seen.acting, names(seen.live)], [["h"], true, ["a8"]]);
  assert.equal(seen.preview?.axis, "v");
  assert.deepEqual(names(seen.preview?.best ?? []), ["a2"]);
  assert.deepEqual(names(seen.preview?.worst ?? []), ["a6"]);
  assert.deepEqual(boardModel({ ...STATE, to_move: [] }, { ...START }, options, undefined).axes, []);
});

test("without a forecast the look has the way, and nothing made up about the next line", () => {
  const { preview: _, ...early } = OWN;
  const seen = boardModel(STATE, { ...START, pointed: at("a8") }, optionsOf(early, position(TEXT)), undefined);
  assert.deepEqual(names(seen.preview?.corners ?? []), ["b8", "a8"]);
  assert.deepEqual([seen.preview?.axis, seen.preview?.line, seen.preview?.best], [null, [], []]);
});

test("a landing is said with what comes then, once that is known", () => {
  const host = { t: (/** @type {string} */ key) => key.replace("scarab.", ""), names: () => "Ben" };
  const [landing] = optionsOf(OWN, position(TEXT)).ways.get(at("a8")) ?? [];
  assert.ok(landing);
  assert.match(landingWords(host, landing, 8, "Ben"), /^next\.column next\.best \+8/);
  assert.equal(landingWords(host, { ...landing, next: null }, 8, "Ben"), "");
});
