/**
 * The line to a table: one socket after another, and nothing lost in between.
 *
 * A command is kept until it is answered, and sent again with the same id on the next socket; the
 * server carries it out once. What came before the cut is not asked for again: `hello` tells the
 * last number. Where something is missing, it tells 0 and is answered with a whole view.
 */

import { Refusal } from "./api.js";

/**
 * @typedef {"joining" | "open" | "lost" | "gone"} Status
 * @typedef {object} Socket
 * @property {(text: string) => void} send
 * @property {() => void} close
 * @typedef {object} SocketEvents
 * @property {() => void} opened
 * @property {(text: string) => void} said
 * @property {() => void} closed
 * @typedef {object} World what the line needs of the browser, so that tests can do without one
 * @property {(events: SocketEvents) => Socket} connect
 * @property {(run: () => void, milliseconds: number) => unknown} after
 * @property {(timer: any) => void} cancel
 * @property {() => string} id
 * @property {() => Promise<void>} prepare called before each socket: makes sure of the guest
 * @typedef {object} Ear
 * @property {(message: Update) => boolean} update returns whether the update could be followed
 * @property {(message: Previewed) => void} preview
 * @property {(message: Extract<FromServer, {type: "presence"}>) => void} presence
 * @property {(status: Status, refusal?: Refusal) => void} status
 * @typedef {{message: Record<string, unknown>, resolve: (answer: any) => void, reject: (why: Refusal) => void}} Pending
 */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const PING_EVERY = 20_000;
const ANSWER_WITHIN = 8_000;
const AGAIN_AFTER = 1_500;
// What another try may mend: nothing was done.
const PASSING = new Set(["unavailable", "busy"]);
const FINAL = new Set(["no-match", "not-allowed", "watching", "other-version"]);

/**
 * Return how long to wait before the next socket.
 *
 * @param {number} tries
 */
export function waiting(tries) {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(tries, 10));
}

/**
 * Return the first message on a socket.
 *
 * @param {string} match
 * @param {number} last the last number that was told, or 0 for a whole view
 */
export function hello(match, last) {
  return { type: "hello", version: 1, match, last, follow: "facts" };
}

export class Line {
  /**
   * @param {string} match
   * @param {World} world
   * @param {Ear} ear
   */
  constructor(match, world, ear) {
    this.match = match;
    this.world = world;
    this.ear = ear;
    /** The last number that was told. */
    this.last = 0;
    /** @type {Status} */
    this.status = "joining";
    /** @type {Map<string, Pending>} */
    this.pending = new Map();
    /** @type {Socket | null} */
    this.socket = null;
    this.welcomed = false;
    /** Whether hello was said and not answered yet. */
    this.asking = false;
    this.opening = false;
    this.tries = 0;
    /** @type {unknown} */
    this.timer = null;
  }

  /** Open the line, or try at once again if it is cut. */
  async open() {
    if (this.socket || this.opening || this.isGone()) return;
    this.rest();
    this.opening = true;
    try {
      await this.world.prepare();
    } catch {
      return this.cut();
    } finally {
      this.opening = false;
    }
    if (!this.isGone()) this.connect();
  }

  connect() {
    // A socket that was given up may still speak: only the present one is heard.
    const current = () => this.socket === mine;
    const mine = this.world.connect({
      opened: () => current() && this.hello(this.last),
      said: (text) => current() && this.hear(JSON.parse(text)),
      closed: () => current() && this.cut(),
    });
    this.socket = mine;
    this.timer = this.world.after(() => this.hang(), ANSWER_WITHIN);
  }

  /** Close the line for good. */
  close() {
    this.status = "gone";
    this.rest();
    this.socket?.close();
    this.socket = null;
  }

  /**
   * Send a command, as seen from the last number; the promise is kept when it is in the log, however
   * many sockets that takes.
   *
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<any>}
   */
  command(type, fields = {}) {
    return new Promise((resolve, reject) => {
      const id = this.world.id();
      const message = { type, id, ...fields, seen: this.last };
      this.pending.set(id, { message, resolve, reject });
      if (this.welcomed) this.send(message);
      else this.ear.status(this.status);
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

  /** How many commands have not been answered. */
  get unanswered() {
    return this.pending.size;
  }

  isGone() {
    return this.status === "gone";
  }

  /** @param {number} last the number to go on from, or 0 for a whole view */
  hello(last) {
    this.asking = true;
    this.send(hello(this.match, last));
  }

  /** @param {FromServer} message */
  hear(message) {
    this.rest();
    this.timer = this.world.after(() => this.ping(), PING_EVERY);
    switch (message.type) {
      case "welcome":
        return this.welcome();
      case "update":
        return this.update(message);
      case "preview":
        // It may be about moves of an update that was missed.
        return message.number > this.last ? undefined : this.ear.preview(message);
      case "ack":
      case "hints":
        return this.settle(message.id, (kept) => kept.resolve(message));
      case "refused":
        return this.refuse(message);
      case "presence":
        return this.ear.presence(message);
    }
  }

  welcome() {
    this.welcomed = true;
    this.asking = false;
    this.tries = 0;
    this.say("open");
    for (const { message } of this.pending.values()) this.send(message);
  }

  /** @param {Update} message */
  update(message) {
    // Before hello is answered, updates still belong to the one before.
    if (!message.view && (this.asking || message.number < this.last)) return;
    const news = (message.news ?? []).filter(({ number }) => number > this.last);
    const isGap = !message.view && (news[0]?.number ?? 0) > this.last + 1;
    if (isGap || !this.ear.update({ ...message, news })) return this.hello(0);
    this.last = message.number;
  }

  /** @param {Extract<FromServer, {type: "refused"}>} message */
  refuse(message) {
    const refusal = new Refusal(message.code, message.sentence, message.rule);
    const kept = this.pending.get(message.id ?? "");
    if (kept && PASSING.has(message.code)) {
      this.world.after(() => this.welcomed && this.send(kept.message), AGAIN_AFTER);
    } else if (kept) {
      this.settle(message.id ?? "", (each) => each.reject(refusal));
    } else if (message.code === "ahead") {
      this.last = 0;
      this.hello(0);
    } else if (FINAL.has(message.code)) {
      this.close();
      this.ear.status("gone", refusal);
    } else if (this.asking) {
      this.hang();
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
    this.send({ type: "ping", id: this.world.id() });
    this.timer = this.world.after(() => this.hang(), ANSWER_WITHIN);
  }

  /** The other side is silent: begin again. */
  hang() {
    const socket = this.socket;
    this.cut();
    socket?.close();
  }

  cut() {
    if (this.status === "gone") return;
    this.rest();
    this.socket = null;
    this.welcomed = false;
    this.say("lost");
    this.timer = this.world.after(() => this.open(), waiting(this.tries));
    this.tries += 1;
  }

  rest() {
    this.world.cancel(this.timer);
    this.timer = null;
  }

  /** @param {Record<string, unknown>} message */
  send(message) {
    this.socket?.send(JSON.stringify(message));
  }

  /** @param {Status} status */
  say(status) {
    if (status === this.status) return;
    this.status = status;
    this.ear.status(status);
  }
}
