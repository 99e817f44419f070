import assert from "node:assert/strict";
import { test } from "node:test";

import { Line, waiting } from "../../src/kheper/web/shell/line.js";

/** A world without a network: sockets that a test answers, and timers that a test lets ring. */
function world() {
  const sockets = [];
  const timers = [];
  let ids = 0;
  return {
    sockets,
    timers,
    connect(events) {
      const socket = { ...events, sent: [], shut: false };
      socket.send = (text) => socket.sent.push(JSON.parse(text));
      socket.close = () => (socket.shut = true);
      sockets.push(socket);
      return socket;
    },
    after(run, milliseconds) {
      const timer = { run, milliseconds, live: true };
      timers.push(timer);
      return timer;
    },
    cancel(timer) {
      if (timer) timer.live = false;
    },
    ring() {
      const timer = timers.filter((each) => each.live).at(-1);
      timer.live = false;
      return timer.run();
    },
    id: () => `id-${(ids += 1)}`,
    prepare: async () => {},
  };
}

function ear() {
  const heard = { updates: [], statuses: [] };
  return {
    heard,
    update: (message) => heard.updates.push(message),
    presence() {},
    status: (status, refusal) => heard.statuses.push(refusal ? [status, refusal.code] : status),
  };
}

async function joined() {
  const [around, listener] = [world(), ear()];
  const line = new Line("match", around, listener);
  await line.open();
  const socket = around.sockets[0];
  socket.opened();
  const says = (at, message) => around.sockets[at].said(JSON.stringify(message));
  says(0, { type: "welcome", match: "match", number: 3, you: [1] });
  says(0, { type: "update", number: 3, view: {} });
  return { line, world: around, heard: listener.heard, socket, says };
}

/** Cut the line, let it come back, and be welcomed on the new socket. */
async function cutAndBack({ world: around, says }) {
  const at = around.sockets.length;
  around.sockets[at - 1].closed();
  await around.ring();
  around.sockets[at].opened();
  says(at, { type: "welcome", match: "match", number: 3, you: [1] });
  return around.sockets[at];
}

test("the first message is hello, with the view from the beginning", async () => {
  const { socket, heard } = await joined();
  assert.deepEqual(socket.sent, [{ type: "hello", version: 1, match: "match", last: 0, follow: "view" }]);
  assert.deepEqual(heard.statuses, ["open"]);
  assert.equal(heard.updates.length, 1);
});

test("a move names the last number that was seen, and is kept until it is acknowledged", async () => {
  const { line, socket, says } = await joined();
  const played = line.play(1, "hd5");
  assert.deepEqual(socket.sent.at(-1), { type: "play", id: "id-1", seat: 1, move: "hd5", seen: 3 });
  assert.equal(line.unanswered, 1);
  says(0, { type: "ack", id: "id-1", number: 4 });
  assert.equal((await played).number, 4);
  assert.equal(line.unanswered, 0);
});

test("after a cut it resumes from the last number and sends again what was not answered", async () => {
  const table = await joined();
  const played = table.line.play(1, "hd5");
  const message = table.socket.sent.at(-1);
  const socket = await cutAndBack(table);
  assert.deepEqual(socket.sent, [
    { type: "hello", version: 1, match: "match", last: 3, follow: "view" },
    message,
  ]);
  assert.deepEqual(table.heard.statuses, ["open", "lost", "open"]);
  table.says(1, { type: "ack", id: "id-1", number: 4 });
  await played;
});

test("a command that is given while the line is cut is sent when it is back", async () => {
  const table = await joined();
  table.socket.closed();
  void table.line.play(1, "hd5");
  await table.world.ring();
  table.world.sockets[1].opened();
  assert.equal(table.world.sockets[1].sent.length, 1);
  table.says(1, { type: "welcome", match: "match", number: 3, you: [1] });
  assert.equal(table.world.sockets[1].sent[1].move, "hd5");
});

test("a refusal rejects with its code; what may pass is sent again with the same id", async () => {
  const { line, world: around, socket, says } = await joined();
  const refused = line.play(1, "hd5");
  says(0, { type: "refused", id: "id-1", code: "unavailable", sentence: "later" });
  assert.equal(line.unanswered, 1);
  around.ring();
  assert.equal(socket.sent.filter(({ id }) => id === "id-1").length, 2);
  says(0, { type: "refused", id: "id-1", code: "stale", rule: "", sentence: "too late" });
  await assert.rejects(refused, { code: "stale" });
});

test("a gap in the numbers is asked for again, and what was told twice changes nothing", async () => {
  const { line, socket, heard, says } = await joined();
  says(0, { type: "update", number: 6, news: [{ number: 6, kind: "said", at: 0 }], view: {} });
  assert.deepEqual(socket.sent.at(-1).type, "hello");
  assert.equal(line.last, 3);
  assert.equal(heard.updates.length, 1);
  says(0, { type: "update", number: 2, news: [{ number: 2, kind: "said", at: 0 }] });
  assert.equal(heard.updates.length, 1);
});

test("a table that is shorter than remembered is followed from its beginning", async () => {
  const { line, socket, says } = await joined();
  says(0, { type: "refused", code: "ahead", sentence: "start from 0" });
  assert.equal(line.last, 0);
  assert.equal(socket.sent.at(-1).last, 0);
});

test("where there is no such match the line is closed for good", async () => {
  const { line, world: around, heard, says } = await joined();
  says(0, { type: "refused", code: "no-match", sentence: "no" });
  assert.deepEqual(heard.statuses.at(-1), ["gone", "no-match"]);
  await line.open();
  assert.equal(around.sockets.length, 1);
});

test("a silent server is pinged, and given up when it does not answer", async () => {
  const { world: around, heard, socket } = await joined();
  around.ring();
  assert.equal(socket.sent.at(-1).type, "ping");
  around.ring();
  assert.ok(socket.shut);
  assert.equal(heard.statuses.at(-1), "lost");
});

test("the waits grow to ten seconds, and a socket that was given up is not heard", async () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5, 99].map(waiting), [400, 800, 1600, 3200, 6400, 10_000, 10_000]);
  const table = await joined();
  await cutAndBack(table);
  table.says(0, { type: "update", number: 9, view: {} });
  assert.equal(table.line.last, 3);
});
