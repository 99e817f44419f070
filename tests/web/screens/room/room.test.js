import assert from "node:assert/strict";
import { test } from "node:test";

import { possible } from "../../../../src/kheper/web/screens/room/seat-menu.js";
import { actingSeat } from "../../../../src/kheper/web/screens/room/room-page.js";
import { seatBack } from "../../../../src/kheper/web/screens/room/menu.js";
import { ending } from "../../../../src/kheper/web/screens/room/result.js";
import { marks, sideOf } from "../../../../src/kheper/web/screens/room/seats.js";
import { situation } from "../../../../src/kheper/web/screens/room/turn-line.js";
import { left, written } from "../../../../src/kheper/web/screens/room/clock.js";
import { advanced, triggers } from "../../../../src/kheper/web/screens/room/guide-steps.js";
import { read } from "../../../../src/kheper/web/ui/preferences.js";
import { route } from "../../../../src/kheper/web/routes.js";

const person = (name, more = {}) => ({ kind: "person", name, ...more });
const view = (more = {}) => ({
  game: "scarabya",
  mode: "expedition",
  phase: "running",
  settings: {},
  seats: [person("Ana", { host: true }), person("Ben")],
  you: [1],
  hosting: true,
  state: { to_move: [1, 2], scores: [0, 0], outcome: null },
  ...more,
});

const TEAMS = {
  game: "scarab",
  mode: "teams",
  seats: ["Ana", "Ben", "Cem", "Dua"].map((name) => person(name)),
  state: { to_move: [1], scores: [0, 0], outcome: null },
};

test("whose turn it is, for somebody", () => {
  assert.deepEqual(situation(view()), { key: "yours", seats: [1] });
  assert.deepEqual(situation(view({ you: [1, 2] })), { key: "of-yours", seats: [1, 2] });
  assert.deepEqual(situation(view({ you: [] })), { key: "theirs", seats: [1, 2] });
  const over = { to_move: [], outcome: { winners: [2] } };
  assert.deepEqual(situation(view({ state: over })), { key: "over", seats: [2] });
});

test("of several own seats the chosen one acts as long as it can", () => {
  const own = [{ seat: 1 }, { seat: 2, legal: {} }, { seat: 3, legal: {} }];
  const table = view({ you: [1, 2, 3], own });
  assert.equal(actingSeat(table, 3), 3);
  assert.equal(actingSeat(table, 1), 2);
  assert.equal(actingSeat(view({ you: [1, 2], own: [] }), 2), 2);
  assert.equal(actingSeat(view({ you: [] }), 0), 0);
  assert.equal(actingSeat(null, 0), 0);
});

test("seats are marked: you, host, away, left, bots that stand in, ready", () => {
  const table = view({ seats: [person("Ana", { host: true }), person("Ben", { stand_in: 3 }), person("Cem", { left: true })] });
  table.state = { ...table.state, scores: [0, 0, 0], ready: [1] };
  assert.deepEqual(marks(table, 1, [1]), ["you", "host", "ready"]);
  assert.deepEqual(marks({ ...table, you: [1, 2, 3] }, 1, null), ["ready"]);
  assert.deepEqual(marks(table, 2, [1]), ["away", "stand-in"]);
  assert.deepEqual(marks(table, 3, [1]), ["left"]);
  assert.deepEqual([1, 2, 3, 4].map((seat) => sideOf(view(TEAMS), seat)), [0, 0, 1, 1]);
});

test("a seat's menu has the commands that the server would accept, in an order of its own", () => {
  const table = view({ seats_may: [["stand-in", "rename", "offer", "sit"], []] });
  assert.deepEqual(possible(table, 1), ["rename", "offer", "stand-in"]);
  assert.deepEqual(possible(table, 2), []);
  assert.deepEqual(possible(view(), 1), []);
});

test("a take-back is that of the last own seat which may", () => {
  assert.equal(seatBack(view({ own: [{ seat: 1, may: ["take-back"] }, { seat: 2, may: ["hint"] }] })), 1);
  assert.equal(seatBack(view()), 0);
});

test("how a game ended, for somebody", () => {
  const won = (more, ...winners) => ending(view(more), { scores: [1, 0], winners, result: "", reason: "" }).key;
  assert.equal(won({}, 1), "yours");
  assert.equal(won({}, 2), "theirs");
  assert.equal(won({ you: [1, 2] }, 1), "theirs");
  assert.equal(won({}, 1, 2), "shared");
  assert.equal(won(TEAMS, 1, 2), "team-yours");
  assert.equal(won(TEAMS, 3, 4), "team");
  assert.equal(won(TEAMS, 1, 2, 3, 4), "shared");
  assert.equal(won({ mode: "solo" }), "lost-alone");
  assert.equal(won({ mode: "solo" }, 1), "won-alone");
  assert.equal(won({ seats: [person("Ana")] }, 1), "alone");
});

test("clocks run only where they are said to, and never below nothing", () => {
  const table = view({ clocks: [60_000, 5_000], running: [1] });
  assert.equal(left(table, 1, 1_500), 58_500);
  assert.equal(left(table, 2, 1_500), 5_000);
  assert.equal(left(table, 1, 99_000), 0);
  assert.equal(left(view(), 1, 0), null);
  assert.equal(left({ ...table, phase: "over" }, 1, 1_500), 60_000);
});

test("times are written short", () => {
  assert.deepEqual(
    [0, 9_940, 61_000, 3_600_000, 2 * 86_400_000 + 5 * 3_600_000].map(written),
    ["0:00.0", "0:09.9", "1:01", "1:00:00", "2d 5h"],
  );
});

test("the guide goes on when what it waits for happens", () => {
  const steps = [{ until: "next", text: "" }, { until: "placed", text: "" }];
  assert.equal(advanced(steps, 0, "placed"), 0);
  assert.equal(advanced(steps, 0, "next"), 1);
  assert.equal(advanced(steps, 1, "placed"), 2);
  assert.equal(advanced(steps, 2, "placed"), 2);
});

test("news mean triggers for who sits at a seat", () => {
  const played = { number: 1, at: 0, kind: "played", seat: 1, move: "x", points: [3, 0] };
  assert.deepEqual(triggers(view(), [{ ...played, reveal: ["x", "y"] }]), ["placed", "moved", "revealed", "area-closed"]);
  const priests = view({ game: "scarab" });
  assert.deepEqual(triggers(priests, [{ ...played, points: undefined }]), ["placed", "moved", "ankh"]);
  assert.deepEqual(triggers(priests, [{ ...played, seat: 2, to_move: [1], points: [0, 2] }]), ["answered"]);
});

test("preferences that make no sense are left aside", () => {
  assert.deepEqual(read({ theme: "dark", world: "moon", seconds: 99, sound: "loud" }), { ...read({}), theme: "dark" });
  assert.deepEqual(read(null), read({}));
});

test("addresses lead to screens, and what is none leads home", () => {
  assert.deepEqual(route(""), { screen: "home" });
  assert.deepEqual(route("#t/43it2mniwi9sc4g34ta6vhn3hp"), { screen: "table", match: "43it2mniwi9sc4g34ta6vhn3hp" });
  assert.deepEqual(route("#t/43it2mniwi9sc4g34ta6vhn3hp/c0de"), { screen: "table", match: "43it2mniwi9sc4g34ta6vhn3hp", code: "c0de" });
  assert.deepEqual(route("#rules/scarab"), { screen: "rules", game: "scarab" });
  assert.deepEqual(route("#rules/chess"), { screen: "home" });
  assert.deepEqual(route("#replay"), { screen: "replay" });
  assert.deepEqual(route("#t/<script>"), { screen: "home" });
  assert.deepEqual(route("#%"), { screen: "home" });
});
