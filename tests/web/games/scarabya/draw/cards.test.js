import assert from "node:assert/strict";
import { test } from "node:test";

import { deckOf } from "../../../../../src/kheper/web/games/scarabya/draw/cards.js";
import { DUEL, SOLO } from "../states.js";

/** A state a few cards earlier. */
function earlier(state, cards) {
  const cut = (site) => ({ ...site, entries: site.entries.slice(0, cards), areas: site.areas.filter((a) => a.card <= cards) });
  return { ...state, cards: state.cards.slice(0, cards + 1), card: state.cards[cards], outcome: null,
    to_move: [1], sites: state.sites.map(cut) };
}

test("the cards: seen in order, open, known from earlier tries, and the rest", () => {
  const all = [..."FILNPTUVWXYZ"];
  const deck = deckOf({ ...earlier(DUEL, 2), number: undefined }, all);
  assert.deepEqual([deck.seen.join(""), deck.open, deck.number], ["IF", "T", 3]);
  assert.equal(deck.rest.length, 9);
  const again = deckOf({ ...earlier(SOLO, 0), cards: "ITY", number: 1 }, all);
  assert.deepEqual([again.seen, again.open, again.known.join("")], [[], "I", "TY"]);
  assert.equal(deckOf(DUEL, all).seen.length, 12);
});
