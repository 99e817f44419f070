import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { games } from "../../../src/kheper/web/games/registry.js";
import { applyUpdate, applyPreview } from "../../../src/kheper/web/net/apply-update.js";
import { frozen } from "../freeze.js";

const LOBBY = frozen({
  match: "M", game: "scarab", mode: "priests", phase: "open", created: 1, at: 10, settings: {}, terms: {},
  seats: [{ kind: "person", name: "Ana", host: true }, { kind: "open" }], host_name: "Ana",
  you: [1], hosting: true, may: ["change", "say"], setup: { ground: "" },
});
const STATE = frozen({
  game: "scarab", seats: 2, size: 3, start: "P +3 A/. . ./. . .", position: "P +3 A/. . ./. . .", axis: "h",
  hands: [[], []], moves: [], to_move: [1], scores: [0, 0], outcome: null,
});
const WALKS = frozen({ kind: "walks", moves: ["hb1", "hc1"], ankhs: 1 });
const FORECASTS = frozen({ kind: "forecasts", lines: [["v", 0, 0, 0, 0, 0], ["v", 0, 0, 0, 0, 0]] });
const { setup: _, ...begun } = LOBBY;
const RUNNING = frozen({
  ...begun, phase: "running", may: ["say"], state: STATE, own: [{ seat: 1, legal: WALKS, preview: FORECASTS }],
});
const update = (news, more = {}) => frozen({ type: "update", number: news.at(-1)?.number ?? 1, news, ...more });
const event = (kind, more = {}) => ({ number: 2, kind, at: 20, ...more });
const after = (view, news, more) => applyUpdate(view, update(news, more), games);
/** Run one of the programs that the tests of the server use. */
function run(name, lines = []) {
  const program = fileURLToPath(new URL(name, import.meta.url));
  const input = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  return spawnSync(process.execPath, [program], { input, encoding: "utf-8" });
}

test("a whole view replaces everything", () => {
  assert.equal(applyUpdate(null, { type: "update", number: 1, view: LOBBY }, games), LOBBY);
  assert.equal(applyUpdate(RUNNING, { type: "update", number: 1, view: LOBBY }, games), LOBBY);
});

test("without a view, or a state that facts could change, a whole view is needed", () => {
  assert.equal(after(null, [event("sat")]), null);
  assert.equal(applyUpdate(null, update([], { may: [] }), games), null);
  assert.equal(after(LOBBY, [event("played", { facts: {} })]), null);
});

test("settings, terms and seats are replaced, without changing the view before", () => {
  const changed = {
    settings: { teams: "on" }, terms: { listed: true }, mode: "teams", seats: [{ kind: "open" }], host_name: "Ben",
    setup: { ground: "x" },
  };
  const next = after(LOBBY, [event("changed", changed)]);
  assert.deepEqual(next, { ...LOBBY, ...changed, at: 20 });
  assert.equal(next.you, LOBBY.you);
});

test("the start brings a state and removes the set-up", () => {
  const own = [{ seat: 1, legal: WALKS }];
  const started = event("started", { phase: "running", state: STATE, to_move: [1], settings: {} });
  assert.deepEqual(after(LOBBY, [started], { may: ["say"], own }), { ...RUNNING, at: 20, own });
});

test("several events are applied in order", () => {
  const started = event("started", { phase: "running", state: STATE, to_move: [1], settings: {} });
  const played = event("played", {
    number: 3, at: 30, seat: 1, move: "hb1", to_move: [2], plays: 1, points: [3, 0],
    facts: { squares: [["a1", "."], ["b1", "P"]], axis: "v", taken: "+3" },
  });
  const next = after(LOBBY, [started, played], { may: ["say"], own: [{ seat: 1 }] });
  assert.deepEqual([next.state.hands, next.state.scores], [[["+3"], []], [3, 0]]);
  assert.deepEqual([next.at, next.plays, next.own], [30, 1, [{ seat: 1 }]]);
  assert.deepEqual(STATE.hands, [[], []]);
});

test("a take-back brings a whole state; an empty number of moves is left out", () => {
  const played = { ...RUNNING, plays: 1, asked: { number: 2 }, state: { ...STATE, moves: ["hb1"] } };
  const back = event("taken-back", { seat: 1, state: STATE, to_move: [1], plays: 0, scores: [0, 0], asked: null });
  assert.deepEqual(after(played, [back]), { ...RUNNING, at: 20 });
});

test("clocks are as of the event; without a running one, `running` is left out", () => {
  const timed = after(RUNNING, [event("said", { text: "a", clocks: [5, 5], running: [1] })]);
  assert.deepEqual([timed.clocks, timed.running], [[5, 5], [1]]);
  assert.ok(!("running" in after(timed, [event("lost", { clocks: [4, 5], running: [] })])));
  assert.ok(!("running" in after(timed, [event("lost", { clocks: [4, 5] })])));
});

test("a take-back request is open until an event closes it", () => {
  const asked = { number: 2, seat: 1, move: "hb1", play: 1, plays: 0, waiting: [2] };
  const open = after(RUNNING, [event("back-asked", { asked })]);
  assert.deepEqual(open.asked, asked);
  assert.deepEqual(after(open, [event("said", { text: "no" })]).asked, asked);
  assert.ok(!("asked" in after(open, [event("back-withdrawn", { asked: null })])));
});

test("the last fifty lines of chat are kept", () => {
  const first = after(LOBBY, [event("said", { name: "Zoe", phrase: "hello" })]);
  assert.deepEqual(first.chat, [[2, 20, 0, "Zoe", "", "hello"]]);
  const lines = Array.from({ length: 60 }, (_, n) => event("said", { number: n + 3, seat: 1, name: "Ana", text: String(n) }));
  const { chat } = after(first, lines);
  assert.deepEqual([chat.length, chat[0][4], chat.at(-1)], [50, "10", [62, 20, 1, "Ana", "59", ""]]);
});

test("a rematch is linked", () => {
  assert.equal(after(RUNNING, [event("linked", { match: "N" })]).next, "N");
});

test("the reader's seats and permissions are replaced where present, and left out where empty", () => {
  const next = after(LOBBY, [event("left")], { you: [], hosting: false, may: [] });
  assert.deepEqual(["you", "hosting", "may"].filter((field) => field in next), []);
  assert.deepEqual(applyUpdate(LOBBY, update([], { may: ["start"] }), games), { ...LOBBY, may: ["start"] });
});

test("own seats are replaced one by one, kept in order, and dropped when lost", () => {
  const two = frozen({ ...RUNNING, you: [1, 2], own: [{ seat: 1, legal: WALKS }, { seat: 2 }] });
  const moved = after(two, [event("played", { facts: {} })], { own: [{ seat: 2, legal: WALKS }, { seat: 1 }] });
  assert.deepEqual(moved.own, [{ seat: 1 }, { seat: 2, legal: WALKS }]);
  const third = after(two, [event("claimed")], { you: [1, 2, 3], own: [{ seat: 3, may: ["hint"] }] });
  assert.deepEqual(third.own.map(({ seat }) => seat), [1, 2, 3]);
  assert.deepEqual(after(two, [event("claimed")], { you: [2] }).own, [{ seat: 2 }]);
  assert.ok(!("own" in after(two, [event("claimed")], { you: [] })));
});

test("a preview is added to the moves it belongs to", () => {
  const early = frozen({ ...RUNNING, own: [{ seat: 1, legal: WALKS }] });
  const message = { type: "preview", number: 2, seat: 1, preview: FORECASTS };
  assert.deepEqual(applyPreview(early, message, games), RUNNING);
  assert.equal(applyPreview(early, message, games).state, early.state);
  for (const own of [[], [{ seat: 1 }], [{ seat: 1, legal: { ...WALKS, moves: ["hb1"] } }], [{ seat: 2, legal: WALKS }]]) {
    const view = { ...RUNNING, own };
    assert.equal(applyPreview(view, message, games), view);
  }
  const placements = { ...RUNNING, game: "scarabya", own: [{ seat: 1, legal: { kind: "placements", tile: "X", marks: "+" } }] };
  assert.equal(applyPreview(placements, message, games), placements);
  const closings = { kind: "closings", closes: [[0, 1, ["a1"]]] };
  assert.equal(applyPreview(placements, { ...message, preview: closings }, games).own[0].preview, closings);
});

test("a preview stays while state and moves stay the same", () => {
  const told = { own: [{ seat: 1, legal: structuredClone(WALKS), may: ["take-back"] }] };
  assert.equal(after(RUNNING, [event("back-asked")], told).own[0].preview, FORECASTS);
  assert.equal(after(RUNNING, [event("said", { text: "a" })]).own[0].preview, FORECASTS);
  assert.ok(!("preview" in after(RUNNING, [event("played", { facts: {} })], told).own[0]));
  const other = { own: [{ seat: 1, legal: { ...WALKS, moves: ["hb1"] } }] };
  assert.ok(!("preview" in after(RUNNING, [event("back-asked")], other).own[0]));
});
