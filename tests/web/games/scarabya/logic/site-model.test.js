import assert from "node:assert/strict";
import { test } from "node:test";

import { siteModel } from "../../../../../src/kheper/web/games/scarabya/logic/site-model.js";
import { DUEL, EXPEDITION } from "../states.js";

test("every seat of an expedition has its own site, tokens and areas", () => {
  const anna = siteModel(EXPEDITION, 1);
  const ben = siteModel(EXPEDITION, 2);
  assert.deepEqual([anna.camps.length, ben.camps.length], [12, 11]); // Ben's last tile was discarded
  assert.equal(anna.tokens.length, EXPEDITION.payments[0].length);
  assert.ok(anna.areas.every((area) => area.owner === 1));
});

test("a one-on-one has one site; tiles and areas have owners", () => {
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
