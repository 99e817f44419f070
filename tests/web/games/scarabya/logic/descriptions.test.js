import assert from "node:assert/strict";
import { test } from "node:test";

import { draftWords, squareWords } from "../../../../../src/kheper/web/games/scarabya/logic/descriptions.js";
import { factsOf, siteModel } from "../../../../../src/kheper/web/games/scarabya/logic/site-model.js";
import { DUEL, SOLO } from "../states.js";

/** A voice that says keys and values, so that a test can read them. */
const voice = {
  t: (key, values = {}) => [key.replace("scarabya.", ""), ...Object.values(values)].join(" "),
  names: (seat) => ["Anna", "Ben"][seat - 1],
  tiles: { reasons: { n: "no-contact" } },
};
const at = (facts, name) => facts[(Number(name.slice(1)) - 1) * 10 + "abcdefghij".indexOf(name[0])];

test("a square is described with all that is on it", () => {
  const facts = factsOf(siteModel(DUEL, 1));
  const say = (name) => squareWords(voice, at(facts, name), facts.indexOf(at(facts, name)), true);
  assert.equal(say("h1"), "h1, square.rock");
  assert.equal(say("f5"), "f5, square.camp I");
  assert.equal(say("i1"), "i1, square.scarab, square.area 2, square.of Ben, square.token 2");
  assert.equal(say("j10"), "j10, square.free, square.area 4, square.of Ben");
});

test("several tokens are described as a sum, and a debt as a note", () => {
  const paid = { square: [0, 0], tokens: [3, 1], owed: 0, owner: 1 };
  const facts = { mark: "s", camp: null, area: null, paid, lost: false };
  assert.equal(squareWords(voice, facts, 0, false), "a1, square.scarab, square.token 3+1");
  const owed = { ...facts, paid: { ...paid, tokens: [], owed: 4 } };
  assert.equal(squareWords(voice, owed, 0, false), "a1, square.scarab, square.token (4)");
});

test("solo: symbols that can no longer be covered are described", () => {
  const facts = factsOf(siteModel(SOLO, 1));
  assert.equal(at(facts, "d6").lost, true);
  assert.match(squareWords(voice, at(facts, "d6"), 53, false), /square\.lost/);
  assert.deepEqual(siteModel(SOLO, 1).tokens, []);
});

test("a draft is described by what it closes, or why it is not legal", () => {
  const squares = [[0, 0], [0, 1]];
  const base = { place: 0, way: 0, corner: [0, 0], squares, mark: "+", legal: true, points: 0, areas: [] };
  assert.equal(draftWords(voice, base, ".".repeat(100)), "draft.fits");
  assert.equal(draftWords(voice, { ...base, points: 8, areas: ["a2b2"] }, "s".padEnd(100, ".")),
    "draft.closes 1 · points 8 · draft.covers 1");
  assert.equal(draftWords(voice, { ...base, legal: false, mark: "n" }, ""), "draft.no-contact");
});
