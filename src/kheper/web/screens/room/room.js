/** A table, from the lobby to the game over: what is around it, by the phase it is in. */

import { constant } from "../../net/api.js";
import { h, replace } from "../../ui/dom.js";
import { follow } from "../../net/subscription.js";
import { lasting, refused } from "../../ui/notices.js";
import { words } from "../../i18n/words.js";
import { lobby } from "../lobby/lobby.js";
import { arranging } from "./arranging-phase.js";
import { roomHost } from "./room-page.js";
import { playing } from "./playing-phase.js";

/**
 * What a phase of the room is drawn by.
 *
 * @typedef {object} Stage
 * @property {Element} element
 * @property {(view: View, news: News[]) => void} draw
 * @property {(event: KeyboardEvent) => boolean} [key]
 * @property {() => void} [close]
 */

/**
 * @param {import("../../routes.js").Route} to
 * @returns {Promise<Shown>}
 */
export async function screen(to) {
  const match = to.match ?? "";
  const following = follow(match);
  const host = roomHost(following, await constant("tiles"));
  const element = h("div", { class: "room-screen" }, h("p", { class: "soft waiting" }, words.t("shell.room.joining")));
  /** @type {Stage | null} */
  let stage = null;
  let kind = "";
  let closed = false;
  /** @type {News[]} */
  let unseen = [];
  let loading = false;

  /** @param {News[]} news */
  const draw = async (news) => {
    banner(following);
    unseen.push(...news);
    if (following.status === "gone") return replace(element, gone(following));
    const view = following.view;
    if (!view || loading) return;
    if (stageOf(view) !== kind) {
      loading = true;
      kind = stageOf(view);
      stage?.close?.();
      stage = await makers[kind]?.(host, following) ?? null;
      loading = false;
      if (closed) return stage?.close?.();
      if (stage) replace(element, stage.element);
      dispatchEvent(new Event("kheper-game"));
    }
    if (following.view && stageOf(following.view) !== kind) return draw([]);
    stage?.draw(following.view ?? view, unseen.splice(0));
  };
  following.ear = (news) => void draw(news);
  if (to.code) claim(following, to.code);
  void draw([]);
  return {
    element,
    title: words.t("shell.room.title"),
    game: () => following.view?.game,
    key: (event) => stage?.key?.(event) ?? false,
    close() {
      closed = true;
      if (following.ear) following.ear = null;
      lasting("");
      stage?.close?.();
    },
  };
}

/** @type {Record<string, (host: import("./room-page.js").RoomHost, following: import("../../net/subscription.js").Following) => Promise<Stage> | Stage>} */
const makers = { lobby, arranging, playing, closed: closedTable };

/** @param {View} view */
function stageOf(view) {
  if (view.state) return "playing";
  return view.phase === "open" ? "lobby" : view.phase;
}

/** @returns {Stage} */
function closedTable() {
  const { t } = words;
  return { element: message(t("shell.room.closed")), draw() {} };
}

/** @param {import("../../net/subscription.js").Following} following */
function gone(following) {
  return message(following.refusal ? words.refusal(following.refusal) : words.t("shell.room.closed"));
}

/** @param {string} text */
function message(text) {
  return h(
    "div",
    { class: "room-message stack" },
    h("h1", {}, text),
    h("a", { class: "button strong", href: "#" }, words.t("shell.room.home")),
  );
}

/** @param {import("../../net/subscription.js").Following} following */
function banner(following) {
  const { t } = words;
  if (following.status !== "lost") return lasting("");
  const waiting = following.line.unanswered;
  lasting(waiting ? t("shell.room.lost-kept", { count: waiting }) : t("shell.room.lost"));
}

/**
 * Take a seat along that was offered with a code; the address forgets it at once.
 *
 * @param {import("../../net/subscription.js").Following} following
 * @param {string} code
 */
function claim(following, code) {
  history.replaceState(null, "", `#t/${following.match}`);
  following.line.command("claim", { code }).catch(refused);
}
