import assert from "node:assert/strict";
import { test } from "node:test";

import { statusWords } from "../../../../../src/kheper/web/games/scarabya/logic/status.js";
import { DUEL, EXPEDITION } from "../states.js";

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

test("the status says what to do, or whom the player waits for", () => {
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
