import assert from "node:assert/strict";
import { test } from "node:test";

import { changesBetween } from "../../../../../src/kheper/web/games/scarabya/logic/changes.js";
import { changeWords } from "../../../../../src/kheper/web/games/scarabya/logic/descriptions.js";
import { DUEL, EXPEDITION, SOLO } from "../states.js";

/** A voice that says keys and values, so that a test can read them. */
const voice = {
  t: (key, values = {}) => [key.replace("scarabya.", ""), ...Object.values(values)].join(" "),
  names: (seat) => ["Anna", "Ben"][seat - 1],
  tiles: { reasons: { n: "no-contact" } },
};
/** A state a few cards earlier. */
function earlier(state, cards) {
  const cut = (site) => ({ ...site, entries: site.entries.slice(0, cards), areas: site.areas.filter((a) => a.card <= cards) });
  return { ...state, cards: state.cards.slice(0, cards + 1), card: state.cards[cards], outcome: null,
    to_move: [1], sites: state.sites.map(cut) };
}

test("changes have the tiles, areas and points between two states", () => {
  const told = changesBetween(earlier(EXPEDITION, 3), earlier(EXPEDITION, 4));
  assert.deepEqual(told.placed.map(({ seat, points }) => [seat, points]), [[1, 1], [2, 5]]);
  assert.deepEqual([told.card, told.number], [EXPEDITION.cards[4], 5]);
  assert.deepEqual(changeWords(voice, told, EXPEDITION, 1), [
    "event.scored-you Anna U 1", "event.scored-other Ben U 5", `event.card 5 ${EXPEDITION.cards[4]}`,
  ]);
});

test("changes have a discarded tile and the end", () => {
  const told = changesBetween(earlier(EXPEDITION, 11), EXPEDITION);
  assert.equal(told.over, true);
  assert.equal(told.placed[1].move, "x");
  assert.equal(changeWords(voice, told, EXPEDITION, 2)[1], `event.discarded-you Ben ${EXPEDITION.cards[11]}`);
});

test("in a one-on-one a tile belongs to the player who placed it", () => {
  const told = changesBetween(earlier(DUEL, 1), earlier(DUEL, 2));
  assert.deepEqual(told.placed.map(({ seat, points }) => [seat, points]), [[2, 3]]);
});

test("without a successor there are no changes: a step back, another site, another try", () => {
  assert.deepEqual(changesBetween(EXPEDITION, earlier(EXPEDITION, 3)).placed, []);
  assert.deepEqual(changesBetween(earlier(DUEL, 3), { ...DUEL, site: "#" + DUEL.site.slice(1) }).placed, []);
  assert.deepEqual(changesBetween(SOLO, { ...earlier(SOLO, 0), tries: 2 }).placed, []);
  assert.equal(changesBetween(null, DUEL).over, false);
});

test("changes have who became ready and unready while the round is open", () => {
  const open = { ...earlier(EXPEDITION, 3), ready: [] };
  assert.deepEqual(changesBetween(open, { ...open, ready: [2] }).ready, [2]);
  assert.deepEqual(changesBetween({ ...open, ready: [2] }, open).unready, [2]);
  assert.deepEqual(changesBetween({ ...open, ready: [2] }, { ...earlier(EXPEDITION, 4), ready: [] }).unready, []);
});
