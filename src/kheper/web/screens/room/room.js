/** The screen of a match; each phase from the lobby to the result has a stage of its own. */

import { games } from "../../games/registry.js";
import { words } from "../../i18n/words.js";
import { constant } from "../../net/api.js";
import { subscribe } from "../../net/subscription.js";
import { h, replace } from "../../ui/dom.js";
import { lasting, refused } from "../../ui/notices.js";
import { lobby } from "../lobby/lobby.js";
import { arranging } from "./arranging-phase.js";
import { playing } from "./playing-phase.js";
import { roomPage } from "./room-page.js";

/**
 * @param {import("../../routes.js").Route} to
 * @returns {Promise<PageScreen>}
 */
export async function screen(to) {
  const match = to.match ?? "";
  const subscription = subscribe(match, games);
  const page = roomPage(subscription, await constant("tiles"));
  const element = h("div", { class: "room-screen" }, h("p", { class: "soft waiting" }, words.t("page.room.joining")));
  /** @type {Stage | null} */
  let stage = null;
  let kind = "";
  let closed = false;
  /** @type {News[]} */
  let unseen = [];
  let loading = false;

  /** @param {News[]} news */
  const draw = async (news) => {
    banner(subscription);
    unseen.push(...news);
    if (subscription.status === "gone") return replace(element, gone(subscription));
    const view = subscription.view;
    if (!view || loading) return;
    if (stageOf(view) !== kind) {
      loading = true;
      kind = stageOf(view);
      stage?.close?.();
      stage = await makers[kind]?.(page, subscription, view) ?? null;
      loading = false;
      if (closed) return stage?.close?.();
      if (stage) replace(element, stage.element);
      dispatchEvent(new Event("kheper-game"));
    }
    if (subscription.view && stageOf(subscription.view) !== kind) return draw([]);
    stage?.draw(subscription.view ?? view, unseen.splice(0));
  };
  subscription.onChange = (news) => void draw(news);
  if (to.code) claim(subscription, to.code);
  void draw([]);
  return {
    element,
    title: words.t("page.room.title"),
    game: () => subscription.view?.game,
    key: (event) => stage?.key?.(event) ?? false,
    close() {
      closed = true;
      if (subscription.onChange) subscription.onChange = null;
      lasting("");
      stage?.close?.();
    },
  };
}

/** @type {Record<string, (page: RoomPage, subscription: Subscription, view: View) => Promise<Stage> | Stage>} */
const makers = { lobby, arranging, playing, closed: closedTable };

/** @param {View} view */
function stageOf(view) {
  if (view.state) return "playing";
  return view.phase === "open" ? "lobby" : view.phase;
}

/** @returns {Stage} */
function closedTable() {
  const { t } = words;
  return { element: message(t("page.room.closed")), draw() {} };
}

/** @param {Subscription} subscription */
function gone(subscription) {
  return message(subscription.refusal ? words.refusal(subscription.refusal) : words.t("page.room.closed"));
}

/** @param {string} text */
function message(text) {
  return h(
    "div",
    { class: "room-message stack" },
    h("h1", {}, text),
    h("a", { class: "button strong", href: "#" }, words.t("page.room.home")),
  );
}

/** @param {Subscription} subscription */
function banner(subscription) {
  const { t } = words;
  if (subscription.status !== "lost") return lasting("");
  const waiting = subscription.connection.unanswered;
  lasting(waiting ? t("page.room.lost-kept", { count: waiting }) : t("page.room.lost"));
}

/**
 * Claim a seat that another device offered with a code, and remove the code from the address.
 *
 * @param {Subscription} subscription
 * @param {string} code
 */
function claim(subscription, code) {
  history.replaceState(null, "", `#t/${subscription.match}`);
  subscription.connection.command("claim", { code }).catch(refused);
}
