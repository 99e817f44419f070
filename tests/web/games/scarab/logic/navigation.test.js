import assert from "node:assert/strict";
import { test } from "node:test";

import { following, jump, nearest, neighbour } from "../../../../../src/kheper/web/games/scarab/logic/navigation.js";
import { line, position, squareAt, squareName } from "../../../../../src/kheper/web/games/scarab/logic/position.js";

const at = (/** @type {string} */ name) => squareAt(name, 8);

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

test("one key cycles through all stops, and squares have neighbours", () => {
  assert.equal(following(5, 1, [9, 2, 5]), 9);
  assert.equal(following(9, 1, [9, 2, 5]), 2);
  assert.equal(following(2, -1, [9, 2, 5]), 9);
  assert.equal(neighbour(at("a1"), "ArrowLeft", 8), at("a1"));
  assert.equal(neighbour(at("a1"), "ArrowDown", 8), at("a2"));
});
