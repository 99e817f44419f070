/**
 * The match that the page follows: its connection, and the view as last received.
 *
 * A subscription outlives the drawing of a screen, so a change of language does not reconnect.
 *
 * @typedef {object} Subscription
 * @property {string} match
 * @property {View | null} view
 * @property {number} receivedAt when the view last changed, by this machine's clock
 * @property {{seats: number[] | null, watching: number}} presence `seats` may be unknown
 * @property {import("./connection.js").Status} status
 * @property {import("./api.js").Refusal | null} refusal
 * @property {Connection} connection
 * @property {((news: News[]) => void) | null} onChange called with the events of each change
 */

import { ask } from "./api.js";
import { applyPreview, applyUpdate } from "./apply-update.js";
import { Connection } from "./connection.js";
import * as guest from "./guest.js";
import { reachable } from "./reachability.js";

// The browser reports "offline" a moment before the network is really gone.
const OFFLINE_DELAY = 300;

/** @type {Subscription | null} */
let current = null;

/**
 * Follow a match, and no other.
 *
 * @param {string} match
 * @param {import("./apply-update.js").GamesLogic} games
 * @returns {Subscription}
 */
export function subscribe(match, games) {
  if (current?.match === match && current.status !== "gone") return current;
  unsubscribe();
  current = create(match, games);
  void current.connection.open();
  return current;
}

/** Stop following. */
export function unsubscribe() {
  current?.connection.close();
  current = null;
}

/**
 * @param {string} match
 * @param {import("./apply-update.js").GamesLogic} games
 * @returns {Subscription}
 */
function create(match, games) {
  /** @type {Subscription} */
  const subscription = {
    match,
    view: null,
    receivedAt: 0,
    presence: { seats: null, watching: 0 },
    status: "joining",
    refusal: null,
    onChange: null,
    connection: new Connection(match, transport(), {
      update(message) {
        const view = applyUpdate(subscription.view, message, games);
        if (!view) return false;
        subscription.view = view;
        // Other updates carry no clocks.
        if (message.view || message.news?.length) subscription.receivedAt = Date.now();
        // Presence goes by seat: when the seats change, it is unknown until the next message.
        if (message.news?.some((event) => event.seats)) subscription.presence = { ...subscription.presence, seats: null };
        subscription.onChange?.(message.news ?? []);
        return true;
      },
      preview(message) {
        if (!subscription.view) return;
        subscription.view = applyPreview(subscription.view, message, games);
        subscription.onChange?.([]);
      },
      presence({ seats, watching = 0 }) {
        subscription.presence = { seats, watching };
        subscription.onChange?.([]);
      },
      status(status, refusal) {
        subscription.status = status;
        subscription.refusal = refusal ?? null;
        subscription.onChange?.([]);
      },
    }),
  };
  return subscription;
}

/** @returns {import("./connection.js").Transport} */
function transport() {
  let opened = true;
  return {
    connect(events) {
      const secure = location.protocol === "https:" ? "wss" : "ws";
      const socket = new WebSocket(`${secure}://${location.host}/api/socket`);
      opened = false;
      socket.onopen = () => {
        opened = true;
        events.opened();
      };
      socket.onmessage = ({ data }) => events.received(data);
      socket.onclose = () => events.closed();
      return { send: (text) => socket.send(text), close: () => socket.close() };
    },
    after: (run, milliseconds) => setTimeout(run, milliseconds),
    cancel: (timer) => clearTimeout(timer),
    id: () => crypto.getRandomValues(new Uint32Array(4)).join("-").slice(0, 40),
    async prepare() {
      if (!(await reachable())) throw new Error("offline");
      // A socket that never opened may mean that the server does not know the cookie.
      if (!opened && guest.name()) await renewUnknownGuest();
      await guest.ensure();
    },
  };
}

async function renewUnknownGuest() {
  try {
    await ask("GET", "guest");
  } catch (why) {
    if (/** @type {{code?: string}} */ (why).code !== "no-guest") throw why;
    await guest.renew();
  }
}

function retryNow() {
  if (current?.status === "lost" && !document.hidden) void current.connection.open();
}

async function checkReachable() {
  const connection = current?.connection;
  if (connection && connection.status === "open" && !(await reachable())) connection.reconnect();
}

if (typeof window !== "undefined") {
  addEventListener("online", retryNow);
  addEventListener("offline", () => setTimeout(checkReachable, OFFLINE_DELAY));
  document.addEventListener("visibilitychange", retryNow);
}
