import assert from "node:assert/strict";
import { test } from "node:test";

import { hello, Connection, retryDelay } from "../../../src/kheper/web/net/connection.js";

/** A transport without a network: sockets that a test answers, and timers that a test lets ring. */
function transport() {
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

/** A listener that can follow what has a view, and what comes after it. */
function listener() {
  const heard = { updates: [], previews: [], statuses: [], viewed: false };
  return {
    heard,
    update(message) {
      heard.viewed ||= Boolean(message.view);
      if (heard.viewed) heard.updates.push(message);
      return heard.viewed;
    },
    preview: (message) => heard.previews.push(message),
    presence() {},
    status: (status, refusal) => heard.statuses.push(refusal ? [status, refusal.code] : status),
  };
}

async function joined() {
  const [around, heardBy] = [transport(), listener()];
  const connection = new Connection("match", around, heardBy);
  await connection.open();
  const socket = around.sockets[0];
  socket.opened();
  const says = (at, message) => around.sockets[at].received(JSON.stringify(message));
  says(0, { type: "welcome", match: "match", number: 3, you: [1] });
  says(0, { type: "update", number: 3, view: {} });
  return { connection, transport: around, heard: heardBy.heard, socket, says };
}

/** Cut the connection, let it come back, and be welcomed on the new socket. */
async function lostAndBack({ transport: around, says }) {
  const at = around.sockets.length;
  around.sockets[at - 1].closed();
  await around.ring();
  around.sockets[at].opened();
  says(at, { type: "welcome", match: "match", number: 3, you: [1] });
  return around.sockets[at];
}

const received = (number) => ({ type: "update", number, news: [{ number, kind: "said", at: 0 }] });

test("the first message is hello, with the view from the beginning", async () => {
  const { socket, heard } = await joined();
  assert.deepEqual(socket.sent, [{ type: "hello", version: 1, match: "match", last: 0, follow: "facts" }]);
  assert.deepEqual(heard.statuses, ["open"]);
  assert.equal(heard.updates.length, 1);
});

test("a move carries the last number received, and is kept until it is acknowledged", async () => {
  const { connection, socket, says } = await joined();
  const played = connection.play(1, "hd5");
  assert.deepEqual(socket.sent.at(-1), { type: "play", id: "id-1", seat: 1, move: "hd5", seen: 3 });
  assert.equal(connection.unanswered, 1);
  says(0, { type: "ack", id: "id-1", number: 4 });
  assert.equal((await played).number, 4);
  assert.equal(connection.unanswered, 0);
});

test("after a lost socket it resumes from the last number and resends unanswered commands", async () => {
  const table = await joined();
  const played = table.connection.play(1, "hd5");
  const message = table.socket.sent.at(-1);
  const socket = await lostAndBack(table);
  assert.deepEqual(socket.sent, [
    hello("match", 3),
    message,
  ]);
  assert.deepEqual(table.heard.statuses, ["open", "lost", "open"]);
  table.says(1, { type: "ack", id: "id-1", number: 4 });
  await played;
});

test("a command given while the connection is lost is sent when it is back", async () => {
  const table = await joined();
  table.socket.closed();
  void table.connection.play(1, "hd5");
  await table.transport.ring();
  table.transport.sockets[1].opened();
  assert.equal(table.transport.sockets[1].sent.length, 1);
  table.says(1, { type: "welcome", match: "match", number: 3, you: [1] });
  assert.equal(table.transport.sockets[1].sent[1].move, "hd5");
});

test("a refusal rejects with its code; after a temporary one the command is sent again with the same id", async () => {
  const { connection, transport: around, socket, says } = await joined();
  const refused = connection.play(1, "hd5");
  says(0, { type: "refused", id: "id-1", code: "unavailable", sentence: "later" });
  assert.equal(connection.unanswered, 1);
  around.ring();
  assert.equal(socket.sent.filter(({ id }) => id === "id-1").length, 2);
  says(0, { type: "refused", id: "id-1", code: "stale", rule: "", sentence: "too late" });
  await assert.rejects(refused, { code: "stale" });
});

test("every command carries the last number received", async () => {
  const { connection, socket, says } = await joined();
  says(0, received(4));
  void connection.command("take-back", { seat: 1 });
  assert.deepEqual(socket.sent.at(-1), { type: "take-back", id: "id-1", seat: 1, seen: 4 });
});

test("after a gap in the numbers a whole view is requested once", async () => {
  const { connection, socket, heard, says } = await joined();
  says(0, received(6));
  says(0, received(7));
  assert.deepEqual(socket.sent.slice(1), [hello("match", 0)]);
  assert.deepEqual([connection.last, heard.updates.length], [3, 1]);
  says(0, { type: "welcome", match: "match", number: 7, you: [1] });
  says(0, { type: "update", number: 7, view: {} });
  says(0, received(8));
  assert.deepEqual([connection.last, heard.updates.length, socket.sent.length], [8, 3, 2]);
});

test("a whole view closes a gap", async () => {
  const { connection, socket, heard, says } = await joined();
  says(0, { ...received(9), view: {} });
  assert.deepEqual([connection.last, heard.updates.length, socket.sent.length], [9, 2, 1]);
});

test("events that arrive twice are applied once", async () => {
  const { heard, says } = await joined();
  says(0, received(2));
  assert.equal(heard.updates.length, 1);
  says(0, { type: "update", number: 5, news: [3, 4, 5].map((number) => ({ number, kind: "said", at: 0 })) });
  assert.deepEqual(heard.updates.at(-1).news.map(({ number }) => number), [4, 5]);
  says(0, { type: "update", number: 5, may: ["say"] });
  assert.deepEqual([heard.updates.at(-1).may, heard.updates.at(-1).news], [["say"], []]);
});

test("after a lost socket, events and whole views are both accepted", async () => {
  const table = await joined();
  await lostAndBack(table);
  table.says(1, { type: "update", number: 5, news: [4, 5].map((number) => ({ number, kind: "said", at: 0 })) });
  assert.deepEqual([table.connection.last, table.heard.updates.length], [5, 2]);
  const socket = await lostAndBack(table);
  assert.equal(socket.sent[0].last, 5);
  table.says(2, { type: "update", number: 900, view: {} });
  assert.deepEqual([table.connection.last, table.heard.updates.length], [900, 3]);
});

test("an update that cannot be applied is answered with a hello for a whole view", async () => {
  const [around, heardBy] = [transport(), listener()];
  const connection = new Connection("match", around, heardBy);
  await connection.open();
  const [socket] = around.sockets;
  socket.opened();
  socket.received(JSON.stringify({ type: "welcome", match: "match", number: 1, you: [] }));
  socket.received(JSON.stringify(received(1)));
  assert.deepEqual([socket.sent.length, socket.sent.at(-1).last, connection.last], [2, 0, 0]);
});

test("a hello that is refused temporarily is repeated on another socket", async () => {
  const { transport: around, heard, says } = await joined();
  says(0, received(6));
  says(0, { type: "refused", code: "unavailable", sentence: "later" });
  assert.equal(heard.statuses.at(-1), "lost");
  await around.ring();
  around.sockets[1].opened();
  assert.equal(around.sockets[1].sent[0].last, 3);
});

test("a preview of missed moves is ignored", async () => {
  const { heard, says } = await joined();
  says(0, { type: "preview", number: 4, seat: 1, preview: {} });
  assert.deepEqual(heard.previews, []);
  says(0, { type: "preview", number: 3, seat: 1, preview: {} });
  assert.equal(heard.previews.length, 1);
});

test("a match with fewer entries than remembered is followed from its beginning", async () => {
  const { connection, socket, says } = await joined();
  says(0, { type: "refused", code: "ahead", sentence: "start from 0" });
  assert.equal(connection.last, 0);
  assert.equal(socket.sent.at(-1).last, 0);
});

test("for an unknown match the connection is closed for good", async () => {
  const { connection, transport: around, heard, says } = await joined();
  says(0, { type: "refused", code: "no-match", sentence: "no" });
  assert.deepEqual(heard.statuses.at(-1), ["gone", "no-match"]);
  await connection.open();
  assert.equal(around.sockets.length, 1);
});

test("a silent server is pinged, and abandoned when it does not answer", async () => {
  const { transport: around, heard, socket } = await joined();
  around.ring();
  assert.equal(socket.sent.at(-1).type, "ping");
  around.ring();
  assert.ok(socket.shut);
  assert.equal(heard.statuses.at(-1), "lost");
});

test("delays grow to ten seconds, and an abandoned socket is ignored", async () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5, 99].map(retryDelay), [400, 800, 1600, 3200, 6400, 10_000, 10_000]);
  const table = await joined();
  await lostAndBack(table);
  table.says(0, { type: "update", number: 9, view: {} });
  assert.equal(table.connection.last, 3);
});
