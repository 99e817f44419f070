import assert from "node:assert/strict";
import { test } from "node:test";

import { gainsOf } from "../../../../../src/kheper/web/games/scarabya/draw/breakdown.js";
import { deckOf } from "../../../../../src/kheper/web/games/scarabya/draw/cards.js";
import { factsOf, siteModel } from "../../../../../src/kheper/web/games/scarabya/logic/site-model.js";
import { draftWords, squareWords, changeWords } from "../../../../../src/kheper/web/games/scarabya/logic/descriptions.js";
import { statusWords } from "../../../../../src/kheper/web/games/scarabya/logic/status.js";
import { changesBetween } from "../../../../../src/kheper/web/games/scarabya/logic/changes.js";
import { DUEL, EXPEDITION, SOLO } from "../states.js";

/** A voice that says keys and values, so that a test can read them. */
const voice = {
  t: (key, values = {}) => [key.replace("scarabya.", ""), ...Object.values(values)].join(" "),
  names: (seat) => ["Anna", "Ben"][seat - 1],
  tiles: { reasons: { n: "no-contact" } },
};

const at = (facts, name) => facts[(Number(name.slice(1)) - 1) * 10 + "abcdefghij".indexOf(name[0])];

test("every seat of an expedition has its own site, tokens and areas", () => {
  const anna = siteModel(EXPEDITION, 1);
  const ben = siteModel(EXPEDITION, 2);
  assert.deepEqual([anna.camps.length, ben.camps.length], [12, 11]); // Ben's last tile was discarded
  assert.equal(anna.tokens.length, EXPEDITION.payments[0].length);
  assert.ok(anna.areas.every((area) => area.owner === 1));
});

test("a one-on-one has one site; tiles and areas belong to who placed them", () => {
  const model = siteModel(DUEL, 2);
  assert.equal(model.shared, true);
  assert.deepEqual(model.camps.slice(0, 3).map((camp) => camp.seat), [1, 2, 1]);
  assert.deepEqual(model.areas.map((area) => area.owner), DUEL.owners);
  assert.equal(model.tokens.length, DUEL.payments.flat().length);
});

test("an open placement is shown where the reader may see it, and nowhere else", () => {
  const open = { ...EXPEDITION, cards: "L", card: "L", open: [null, null],
    sites: EXPEDITION.sites.map((site) => ({ ...site, entries: [], areas: [] })) };
  assert.equal(siteModel(open, 1).open, null);
  assert.equal(siteModel(open, 1, "d4e4e5e6e7").open.tile, "L");
});

test("a square is read with all that is on it", () => {
  const facts = factsOf(siteModel(DUEL, 1));
  const say = (name) => squareWords(voice, at(facts, name), facts.indexOf(at(facts, name)), true);
  assert.equal(say("h1"), "h1, square.rock");
  assert.equal(say("f5"), "f5, square.camp I");
  assert.equal(say("i1"), "i1, square.scarab, square.area 2, square.of Ben, square.token 2");
  assert.equal(say("j10"), "j10, square.free, square.area 4, square.of Ben");
});

test("tokens that add up are read as a sum, and what is owed as a note", () => {
  const paid = { square: [0, 0], tokens: [3, 1], owed: 0, owner: 1 };
  const facts = { mark: "s", camp: null, area: null, paid, lost: false };
  assert.equal(squareWords(voice, facts, 0, false), "a1, square.scarab, square.token 3+1");
  const owed = { ...facts, paid: { ...paid, tokens: [], owed: 4 } };
  assert.equal(squareWords(voice, owed, 0, false), "a1, square.scarab, square.token (4)");
});

test("solo: what can no longer be covered is told", () => {
  const facts = factsOf(siteModel(SOLO, 1));
  assert.equal(at(facts, "d6").lost, true);
  assert.match(squareWords(voice, at(facts, "d6"), 53, false), /square\.lost/);
  assert.deepEqual(siteModel(SOLO, 1).tokens, []);
});

test("a draft placement is described by what it closes, or why it may not lie there", () => {
  const squares = [[0, 0], [0, 1]];
  const base = { place: 0, way: 0, corner: [0, 0], squares, mark: "+", legal: true, points: 0, areas: [] };
  assert.equal(draftWords(voice, base, ".".repeat(100)), "draft.fits");
  assert.equal(draftWords(voice, { ...base, points: 8, areas: ["a2b2"] }, "s".padEnd(100, ".")),
    "draft.closes 1 · points 8 · draft.covers 1");
  assert.equal(draftWords(voice, { ...base, legal: false, mark: "n" }, ""), "draft.no-contact");
});

/** A state a few cards earlier. */
function earlier(state, cards) {
  const cut = (site) => ({ ...site, entries: site.entries.slice(0, cards), areas: site.areas.filter((a) => a.card <= cards) });
  return { ...state, cards: state.cards.slice(0, cards + 1), card: state.cards[cards], outcome: null,
    to_move: [1], sites: state.sites.map(cut) };
}

test("a story tells the tiles, areas and points between two states", () => {
  const told = changesBetween(earlier(EXPEDITION, 3), earlier(EXPEDITION, 4));
  assert.deepEqual(told.placed.map(({ seat, points }) => [seat, points]), [[1, 1], [2, 5]]);
  assert.deepEqual([told.card, told.number], [EXPEDITION.cards[4], 5]);
  assert.deepEqual(changeWords(voice, told, EXPEDITION, 1), [
    "event.scored-you Anna U 1", "event.scored-other Ben U 5", `event.card 5 ${EXPEDITION.cards[4]}`,
  ]);
});

test("a discarded tile and the end are told", () => {
  const told = changesBetween(earlier(EXPEDITION, 11), EXPEDITION);
  assert.equal(told.over, true);
  assert.equal(told.placed[1].move, "x");
  assert.equal(changeWords(voice, told, EXPEDITION, 2)[1], `event.discarded-you Ben ${EXPEDITION.cards[11]}`);
});

test("in a one-on-one the tile is told of who placed it", () => {
  const told = changesBetween(earlier(DUEL, 1), earlier(DUEL, 2));
  assert.deepEqual(told.placed.map(({ seat, points }) => [seat, points]), [[2, 3]]);
});

test("what does not follow is no story: a step back, another site, another try", () => {
  assert.deepEqual(changesBetween(EXPEDITION, earlier(EXPEDITION, 3)).placed, []);
  assert.deepEqual(changesBetween(earlier(DUEL, 3), { ...DUEL, site: "#" + DUEL.site.slice(1) }).placed, []);
  assert.deepEqual(changesBetween(SOLO, { ...earlier(SOLO, 0), tries: 2 }).placed, []);
  assert.equal(changesBetween(null, DUEL).over, false);
});

test("who is ready, and who is no longer, is told while the round is open", () => {
  const open = { ...earlier(EXPEDITION, 3), ready: [] };
  assert.deepEqual(changesBetween(open, { ...open, ready: [2] }).ready, [2]);
  assert.deepEqual(changesBetween({ ...open, ready: [2] }, open).unready, [2]);
  assert.deepEqual(changesBetween({ ...open, ready: [2] }, { ...earlier(EXPEDITION, 4), ready: [] }).unready, []);
});

test("the cards: seen in order, open, known from earlier tries, and the rest", () => {
  const all = [..."FILNPTUVWXYZ"];
  const deck = deckOf({ ...earlier(DUEL, 2), number: undefined }, all);
  assert.deepEqual([deck.seen.join(""), deck.open, deck.number], ["IF", "T", 3]);
  assert.equal(deck.rest.length, 9);
  const again = deckOf({ ...earlier(SOLO, 0), cards: "ITY", number: 1 }, all);
  assert.deepEqual([again.seen, again.open, again.known.join("")], [[], "I", "TY"]);
  assert.equal(deckOf(DUEL, all).seen.length, 12);
});

test("the sentence of the bar: what to do, or whom one waits for", () => {
  const view = (own) => ({ own: [{ seat: 1, ...own }] });
  const say = (state, own, seat = 1) => statusWords({ ...voice, readonly: false }, view(own), state, seat, false);
  const round = { ...earlier(EXPEDITION, 3), to_move: [1, 2] };
  assert.equal(say(round, { legal: {} }), "status.place U");
  assert.equal(say(earlier(EXPEDITION, 0), { legal: {} }), "status.first L");
  assert.equal(say({ ...round, to_move: [2] }, { open: "a1" }), "status.ready Ben");
  assert.equal(say({ ...round, to_move: [2] }, {}), "status.cannot U Ben");
  assert.equal(say({ ...earlier(DUEL, 3), to_move: [2] }, {}), "status.waits Ben N");
  assert.equal(say(DUEL, {}), "status.over");
  const gone = earlier(DUEL, 3);
  gone.sites[0].entries[2] = "x";
  assert.equal(say(gone, { legal: {} }), "status.gone T status.place N");
});

test("the sum at the end is made of the areas by their size, and of the bonus", () => {
  for (const seat of [1, 2]) {
    const { bySize, bonus, points } = gainsOf(DUEL, seat);
    assert.equal(bySize.reduce((sum, each) => sum + each.points, bonus), points);
  }
  const withBonus = { ...DUEL, bonus: ["a1", "b1"], scores: [DUEL.scores[0], DUEL.scores[1] + 2] };
  assert.equal(gainsOf(withBonus, 2).bonus, 2);
  assert.equal(gainsOf(withBonus, 1).bonus, 0);
});
