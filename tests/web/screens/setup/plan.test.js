import assert from "node:assert/strict";
import { test } from "node:test";

import { kindOf, kindsOf, optionsOf } from "../../../../src/kheper/web/games/kinds.js";
import { firstPlan, planOf, resized, seated, settingsOf, startsAtOnce, withKind, wishOf } from "../../../../src/kheper/web/screens/setup/plan.js";

test("the default plan is the reader against bots, started at once", () => {
  assert.deepEqual(wishOf(firstPlan("expedition", 2)), {
    game: "scarabya",
    settings: { mode: "expedition" },
    terms: {},
    seats: [{ occupant: "here" }, { occupant: "bot", level: 2 }],
    start: true,
  });
  assert.equal(firstPlan("solo", 2).seats.length, 1);
  assert.equal(firstPlan("teams", 2).seats.length, 4);
});

test("another kind keeps what fits it", () => {
  const plan = { ...firstPlan("expedition", 1), options: { flip: "off", open_table: "open" } };
  const duel = withKind(resized(plan, 4), "duel");
  assert.equal(duel.seats.length, 2);
  assert.deepEqual(settingsOf(duel), { mode: "duel", flip: "off" });
  assert.deepEqual(settingsOf(withKind(plan, "short")), { size: "8" });
});

test("default options are left out, and those of other kinds cannot be chosen", () => {
  const plan = { ...firstPlan("teams", 1), options: { size: "10", turning: "yes" } };
  assert.deepEqual(settingsOf(plan), { teams: "yes", turning: "yes" });
  assert.deepEqual(optionsOf("solo"), ["flip", "great_explorer"]);
  assert.deepEqual(kindsOf("scarab"), ["long", "short", "teams"]);
});

test("a match waits for open seats, for people at one device, for arranging and for ages", () => {
  const plan = firstPlan("expedition", 1);
  assert.ok(startsAtOnce(plan));
  assert.ok(!startsAtOnce(seated(plan, 1, "open")));
  assert.ok(!startsAtOnce(seated(plan, 1, "here")));
  assert.ok(!startsAtOnce({ ...plan, terms: { arrange: true } }));
  assert.ok(!startsAtOnce({ ...plan, options: { great_explorer: "oldest" } }));
  assert.deepEqual(seated(plan, 1, "bot 5").seats[1], { occupant: "bot", level: 5 });
});

test("the plan of an existing match gives the same settings again", () => {
  for (const settings of [
    { mode: "duel", rematch: "reverse" },
    { mode: "expedition", boards: "x", flip: "off" },
  ]) {
    const view = { game: "scarabya", mode: settings.mode, settings, terms: { listed: true }, seats: [{ kind: "person" }, { kind: "open" }] };
    assert.deepEqual(settingsOf(planOf(view)), settings);
  }
  for (const settings of [{ size: "8", turning: "yes" }, { teams: "yes", size: "8" }, {}]) {
    const view = { game: "scarab", mode: settings.teams ? "teams" : "priests", settings, terms: {}, seats: [{ kind: "bot", level: 3 }] };
    assert.deepEqual(settingsOf(planOf(view)), settings);
  }
  assert.equal(kindOf({ game: "scarab", mode: "priests", settings: { position: Array(8).fill("x").join("/") } }), "short");
});
