/**
 * The connection to a match. It survives lost sockets without losing commands or events.
 *
 * A command is kept until it is answered, and sent again with the same id on the next socket; the
 * server executes it once. `hello` names the last number received, so only later events are sent
 * again. After a gap it names 0 and is answered with a whole view.
 */

import { Refusal } from "./api.js";

/**
 * @typedef {"joining" | "open" | "lost" | "gone"} Status
 * @typedef {object} Socket
 * @property {(text: string) => void} send
 * @property {() => void} close
 * @typedef {object} SocketEvents
 * @property {() => void} opened
 * @property {(text: string) => void} received
 * @property {() => void} closed
 * @typedef {object} Transport the browser's part of the connection; tests pass their own
 * @property {(events: SocketEvents) => Socket} connect
 * @property {(run: () => void, milliseconds: number) => unknown} after
 * @property {(timer: any) => void} cancel
 * @property {() => string} id
 * @property {() => Promise<void>} prepare called before each socket; registers the guest if needed
 * @typedef {object} Listener
 * @property {(message: Update) => boolean} update returns whether the update could be applied
 * @property {(message: Previewed) => void} preview
 * @property {(message: Extract<FromServer, {type: "presence"}>) => void} presence
 * @property {(status: Status, refusal?: Refusal) => void} status
 * @typedef {{message: Record<string, unknown>, resolve: (answer: any) => void, reject: (why: Refusal) => void}} Pending
 */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const PING_EVERY = 20_000;
const ANSWER_WITHIN = 8_000;
const RESEND_AFTER = 1_500;
// Temporary refusals: the command had no effect and is sent again.
const TEMPORARY = new Set(["unavailable", "busy"]);
const FINAL = new Set(["no-match", "not-allowed", "watching", "other-version"]);

/**
 * Return the milliseconds to wait before the next socket.
 *
 * @param {number} tries
 */
export function retryDelay(tries) {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(tries, 10));
}

/**
 * Return the first message on a socket.
 *
 * @param {string} match
 * @param {number} last the last number received, or 0 for a whole view
 */
export function hello(match, last) {
  return { type: "hello", version: 1, match, last, follow: "facts" };
}

export class Connection {
  /**
   * @param {string} match
   * @param {Transport} transport
   * @param {Listener} listener
   */
  constructor(match, transport, listener) {
    this.match = match;
    this.transport = transport;
    this.listener = listener;
    /** The last number received. */
    this.last = 0;
    /** @type {Status} */
    this.status = "joining";
    /** @type {Map<string, Pending>} */
    this.pending = new Map();
    /** @type {Socket | null} */
    this.socket = null;
    this.welcomed = false;
    /** Whether a hello has not been answered yet. */
    this.awaitsWelcome = false;
    this.opening = false;
    this.tries = 0;
    /** @type {unknown} */
    this.timer = null;
  }

  /** Open the connection; if it is lost, retry at once. */
  async open() {
    if (this.socket || this.opening || this.isGone()) return;
    this.stopTimer();
    this.opening = true;
    try {
      await this.transport.prepare();
    } catch {
      return this.onLost();
    } finally {
      this.opening = false;
    }
    if (!this.isGone()) this.connect();
  }

  connect() {
    // An abandoned socket may still deliver messages; only the current one counts.
    const current = () => this.socket === mine;
    const mine = this.transport.connect({
      opened: () => current() && this.hello(this.last),
      received: (text) => current() && this.receive(JSON.parse(text)),
      closed: () => current() && this.onLost(),
    });
    this.socket = mine;
    this.timer = this.transport.after(() => this.reconnect(), ANSWER_WITHIN);
  }

  /** Close the connection for good. */
  close() {
    this.status = "gone";
    this.stopTimer();
    this.socket?.close();
    this.socket = null;
  }

  /**
   * Send a command with the last number received. The promise resolves when the command is in the
   * log, however many sockets that takes.
   *
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<any>}
   */
  command(type, fields = {}) {
    return new Promise((resolve, reject) => {
      const id = this.transport.id();
      const message = { type, id, ...fields, seen: this.last };
      this.pending.set(id, { message, resolve, reject });
      if (this.welcomed) this.send(message);
      else this.listener.status(this.status);
    });
  }

  /**
   * Move.
   *
   * @param {number} seat
   * @param {string} move
   * @returns {Promise<void>}
   */
  play(seat, move) {
    return this.command("play", { seat, move });
  }

  /** The number of commands without an answer. */
  get unanswered() {
    return this.pending.size;
  }

  isGone() {
    return this.status === "gone";
  }

  /** @param {number} last the number to resume from, or 0 for a whole view */
  hello(last) {
    this.awaitsWelcome = true;
    this.send(hello(this.match, last));
  }

  /** @param {FromServer} message */
  receive(message) {
    this.stopTimer();
    this.timer = this.transport.after(() => this.ping(), PING_EVERY);
    switch (message.type) {
      case "welcome":
        return this.welcome();
      case "update":
        return this.update(message);
      case "preview":
        // It may belong to an update that was missed.
        return message.number > this.last ? undefined : this.listener.preview(message);
      case "ack":
      case "hints":
        return this.settle(message.id, (kept) => kept.resolve(message));
      case "refused":
        return this.refuse(message);
      case "presence":
        return this.listener.presence(message);
    }
  }

  welcome() {
    this.welcomed = true;
    this.awaitsWelcome = false;
    this.tries = 0;
    this.setStatus("open");
    for (const { message } of this.pending.values()) this.send(message);
  }

  /** @param {Update} message */
  update(message) {
    // Until `welcome`, updates belong to the previous hello.
    if (!message.view && (this.awaitsWelcome || message.number < this.last)) return;
    const news = (message.news ?? []).filter(({ number }) => number > this.last);
    const isGap = !message.view && (news[0]?.number ?? 0) > this.last + 1;
    if (isGap || !this.listener.update({ ...message, news })) return this.hello(0);
    this.last = message.number;
  }

  /** @param {Extract<FromServer, {type: "refused"}>} message */
  refuse(message) {
    const refusal = new Refusal(message.code, message.sentence, message.rule);
    const kept = this.pending.get(message.id ?? "");
    if (kept && TEMPORARY.has(message.code)) {
      this.transport.after(() => this.welcomed && this.send(kept.message), RESEND_AFTER);
    } else if (kept) {
      this.settle(message.id ?? "", (each) => each.reject(refusal));
    } else if (message.code === "ahead") {
      this.last = 0;
      this.hello(0);
    } else if (FINAL.has(message.code)) {
      this.close();
      this.listener.status("gone", refusal);
    } else if (this.awaitsWelcome) {
      this.reconnect();
    }
  }

  /**
   * @param {string} id
   * @param {(kept: Pending) => void} how
   */
  settle(id, how) {
    const kept = this.pending.get(id);
    if (!kept) return;
    this.pending.delete(id);
    how(kept);
  }

  ping() {
    this.send({ type: "ping", id: this.transport.id() });
    this.timer = this.transport.after(() => this.reconnect(), ANSWER_WITHIN);
  }

  /** Drop a silent socket and try another one. */
  reconnect() {
    const socket = this.socket;
    this.onLost();
    socket?.close();
  }

  onLost() {
    if (this.status === "gone") return;
    this.stopTimer();
    this.socket = null;
    this.welcomed = false;
    this.setStatus("lost");
    this.timer = this.transport.after(() => this.open(), retryDelay(this.tries));
    this.tries += 1;
  }

  stopTimer() {
    this.transport.cancel(this.timer);
    this.timer = null;
  }

  /** @param {Record<string, unknown>} message */
  send(message) {
    this.socket?.send(JSON.stringify(message));
  }

  /** @param {Status} status */
  setStatus(status) {
    if (status === this.status) return;
    this.status = status;
    this.listener.status(status);
  }
}
