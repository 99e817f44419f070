import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { frozen } from "./freeze.js";

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
/** Run one of the programs that the tests of the server use. */
function run(name, lines = []) {
  const program = fileURLToPath(new URL(name, import.meta.url));
  const input = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  return spawnSync(process.execPath, [program], { input, encoding: "utf-8" });
}

test("a transcript is checked view by view, previews aside", () => {
  const told = { update: update([event("linked", { match: "N" })]), expect: { ...RUNNING, at: 20, next: "N" } };
  const preview = { preview: { type: "preview", number: 2, seat: 1, preview: FORECASTS } };
  const { preview: _, ...bare } = RUNNING.own[0];
  const good = run("apply-transcript.js", [{ view: { ...RUNNING, own: [bare] } }, preview, told]);
  assert.deepEqual([good.status, good.stdout], [0, "1\n"]);
  const bad = run("apply-transcript.js", [{ view: RUNNING }, { ...told, expect: { ...told.expect, next: "O" } }]);
  assert.equal(bad.status, 1);
  assert.match(bad.stderr, /line 2: update 2 differs\nview\.next\n {2}page: {3}"N"\n {2}server: "O"/);
});

test("the hello of the page can be printed", () => {
  assert.deepEqual(JSON.parse(run("print-hello.js").stdout), {
    type: "hello", version: 1, match: "M", last: 0, follow: "facts",
  });
});
