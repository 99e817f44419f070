import assert from "node:assert/strict";
import { test } from "node:test";

import { afterEvent, confirmable, shown, shownBack, START } from "../../../../../src/kheper/web/games/scarab/logic/choice.js";
import { squareAt } from "../../../../../src/kheper/web/games/scarab/logic/position.js";
import { optionsOf } from "../../../../../src/kheper/web/games/scarab/logic/priest-moves.js";

/** The priest is on b8: two stones, a stone that two bends lead to, and an ankh. */
const LEGAL = /** @type {Walks} */ ({
  kind: "walks",
  moves: ["ha8", "hc8", "hc8vc2", "vb2hc2", "hh8"],
  ankhs: 1,
  stones: ["+8", "-5", "-3*"],
  squares: ["c3", "a1"],
});
const BOARD = { side: 8, marks: [], priest: -1 };
const CHOICES = optionsOf({ seat: 1, legal: LEGAL }, BOARD);
const at = (/** @type {string} */ name) => squareAt(name, 8);

/** @param {import("../../../../../src/kheper/web/games/scarab/logic/choice.js").Event[]} events */
function after(...events) {
  return events.reduce((choice, event) => afterEvent(choice, event, CHOICES, 8), { ...START });
}
const press = (/** @type {string} */ name, twice = true) =>
  /** @type {const} */ ({ type: "press", square: at(name), twice });

test("a choice stays the same when a preview arrives", () => {
  const choice = after(press("c2"), { type: "way", way: 1 });
  const lines = LEGAL.moves.map(() => /** @type {Forecasts["lines"][number]} */ (["v", 4, -1, 3, 2, 0]));
  const told = optionsOf({ seat: 1, legal: LEGAL, preview: { kind: "forecasts", lines } }, BOARD);
  assert.deepEqual([shown(choice, CHOICES)?.move, shown(choice, CHOICES)?.next], ["vb2hc2", null]);
  assert.deepEqual([shown(choice, told)?.move, shown(choice, told)?.next?.best], ["vb2hc2", 4]);
});

test("pointing shows what a landing brings and chooses nothing", () => {
  const choice = after({ type: "point", square: at("c8") });
  assert.equal(choice.step, "look");
  assert.equal(shown(choice, CHOICES)?.move, "hc8");
  assert.equal(shown(after({ type: "point", square: at("d4") }), CHOICES), undefined);
});

test("the first press shows, the second one moves", () => {
  const first = after(press("a8"));
  assert.equal(first.step, "landing");
  assert.ok(confirmable(first));
  const second = after(press("a8"), press("a8"));
  assert.deepEqual([second.step, second.move], ["sent", "ha8"]);
});

test("without confirmation one press moves", () => {
  assert.equal(after(press("a8", false)).move, "ha8");
});

test("a pressed stone stays chosen while the mouse goes elsewhere", () => {
  const choice = after(press("a8"), { type: "point", square: at("c8") });
  assert.equal(shown(choice, CHOICES)?.move, "ha8");
});

test("pressing another stone chooses that one, pressing an empty square cancels", () => {
  assert.equal(after(press("a8"), press("c8")).target, at("c8"));
  assert.equal(after(press("a8"), press("d4")).step, "look");
});

test("two ways to a stone are never sent without having been shown", () => {
  const choice = after(press("c2", false));
  assert.equal(choice.step, "landing");
  assert.equal(after(press("c2", false), { type: "confirm" }).move, "hc8vc2");
  assert.equal(after(press("c2"), { type: "way", way: 1 }, press("c2")).move, "vb2hc2");
  assert.equal(after(press("c2"), { type: "way", way: 2 }, press("c2")).move, "hc8vc2");
});

test("an ankh asks for a stone, then for an empty square", () => {
  const landed = after(press("h8"), press("h8"));
  assert.deepEqual([landed.step, landed.move], ["stone", ""]);
  const stone = after(press("h8", false), { type: "stone", stone: "-5" });
  assert.equal(stone.step, "square");
  const square = afterEvent(stone, press("c3"), CHOICES, 8);
  assert.deepEqual([square.step, shownBack(square, CHOICES)], ["square", at("c3")]);
  const sent = afterEvent(square, { type: "confirm" }, CHOICES, 8);
  assert.deepEqual([sent.step, sent.move], ["sent", "hh8^-5@c3"]);
});

test("another stone can be taken instead, and only what may return", () => {
  const stone = after(press("h8", false), { type: "stone", stone: "-5" }, { type: "stone", stone: "-3*" });
  assert.equal(afterEvent(stone, press("a1", false), CHOICES, 8).move, "hh8^-3*@a1");
  assert.equal(after(press("h8", false), { type: "stone", stone: "+1" }).step, "stone");
  assert.equal(afterEvent(stone, press("d4", false), CHOICES, 8).step, "square");
});

test("declining is one press, from either step of the ankh and from nowhere else", () => {
  assert.equal(after(press("h8", false), { type: "decline" }).move, "hh8");
  assert.equal(after(press("h8", false), { type: "stone", stone: "-5" }, { type: "decline" }).move, "hh8");
  assert.equal(after(press("h8"), { type: "decline" }).step, "landing");
});

test("an ankh without anything to return is a move like any other", () => {
  const bare = optionsOf({ seat: 1, legal: { ...LEGAL, stones: [] } }, BOARD);
  assert.equal(afterEvent({ ...START }, press("h8", false), bare, 8).move, "hh8");
});

test("cancelling goes a step back until nothing is chosen", () => {
  const steps = [press("h8", false), { type: "stone", stone: "-5" }, press("c3")];
  const events = /** @type {import("../../../../../src/kheper/web/games/scarab/logic/choice.js").Event[]} */ (steps);
  const cancel = /** @type {const} */ ({ type: "cancel" });
  assert.deepEqual([after(...events, cancel).step, after(...events, cancel).back], ["square", -1]);
  assert.equal(after(...events, cancel, cancel).step, "stone");
  assert.deepEqual(after(...events, cancel, cancel, cancel), START);
});

test("what was sent stays so until the server refuses it", () => {
  const sent = after(press("a8", false));
  assert.equal(afterEvent(sent, { type: "cancel" }, CHOICES, 8), sent);
  assert.equal(afterEvent(sent, press("c8", false), CHOICES, 8), sent);
  assert.equal(afterEvent(sent, { type: "refused" }, CHOICES, 8).step, "look");
});
