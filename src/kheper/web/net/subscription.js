/**
 * Following a match: the line to its table, and the last that was heard of it.
 *
 * It outlives the drawing of a screen, so that a change of language cuts nothing.
 *
 * @typedef {object} Following
 * @property {string} match
 * @property {View | null} view
 * @property {number} heard when the view last changed, by this machine's clock
 * @property {{seats: number[] | null, watching: number}} presence `seats` is unknown at times
 * @property {import("./connection.js").Status} status
 * @property {import("./api.js").Refusal | null} refusal
 * @property {Line} line
 * @property {((news: News[]) => void) | null} ear told of everything new
 */

import { ask } from "./api.js";
import { applied, previewed } from "./apply-update.js";
import * as guest from "./guest.js";
import { Line } from "./connection.js";
import { reachable } from "./reachability.js";

// The network is gone a moment after the browser says so.
const DOUBT = 300;

/** @type {Following | null} */
let present = null;

/**
 * Follow a match, and no other.
 *
 * @param {string} match
 * @returns {Following}
 */
export function follow(match) {
  if (present?.match === match && present.status !== "gone") return present;
  leave();
  present = begun(match);
  void present.line.open();
  return present;
}

/** Follow no match any more. */
export function leave() {
  present?.line.close();
  present = null;
}

/**
 * @param {string} match
 * @returns {Following}
 */
function begun(match) {
  /** @type {Following} */
  const following = {
    match,
    view: null,
    heard: 0,
    presence: { seats: null, watching: 0 },
    status: "joining",
    refusal: null,
    ear: null,
    line: new Line(match, world(), {
      update(message) {
        const view = applied(following.view, message);
        if (!view) return false;
        following.view = view;
        // Only then have the clocks been told.
        if (message.view || message.news?.length) following.heard = Date.now();
        // Who is there was told by seats: until it is told again, nobody is taken for away.
        if (message.news?.some((event) => event.seats)) following.presence = { ...following.presence, seats: null };
        following.ear?.(message.news ?? []);
        return true;
      },
      preview(message) {
        if (!following.view) return;
        following.view = previewed(following.view, message);
        following.ear?.([]);
      },
      presence({ seats, watching = 0 }) {
        following.presence = { seats, watching };
        following.ear?.([]);
      },
      status(status, refusal) {
        following.status = status;
        following.refusal = refusal ?? null;
        following.ear?.([]);
      },
    }),
  };
  return following;
}

/** @returns {import("./connection.js").World} */
function world() {
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
      socket.onmessage = ({ data }) => events.said(data);
      socket.onclose = () => events.closed();
      return { send: (text) => socket.send(text), close: () => socket.close() };
    },
    after: (run, milliseconds) => setTimeout(run, milliseconds),
    cancel: (timer) => clearTimeout(timer),
    id: () => crypto.getRandomValues(new Uint32Array(4)).join("-").slice(0, 40),
    async prepare() {
      if (!(await reachable())) throw new Error("offline");
      // A socket that never opened may mean that the server does not know the cookie.
      if (!opened && guest.name()) await known();
      await guest.ensure();
    },
  };
}

async function known() {
  try {
    await ask("GET", "guest");
  } catch (why) {
    if (/** @type {{code?: string}} */ (why).code !== "no-guest") throw why;
    await guest.renew();
  }
}

/** Try at once when there is a reason to hope. */
function hope() {
  if (present?.status === "lost" && !document.hidden) void present.line.open();
}

/** Give the line up if the network has gone, and the server with it. */
async function doubt() {
  const line = present?.line;
  if (line && line.status === "open" && !(await reachable())) line.hang();
}

if (typeof window !== "undefined") {
  addEventListener("online", hope);
  addEventListener("offline", () => setTimeout(doubt, DOUBT));
  document.addEventListener("visibilitychange", hope);
}
