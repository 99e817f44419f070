/** A table before the start: who sits where, the link and its QR code, what was settled. */

import { h, replace } from "../../ui/dom.js";
import * as guest from "../../net/guest.js";
import { tableAddress } from "../../routes.js";
import { words } from "../../i18n/words.js";
import { lobbySeats } from "./lobby-seats.js";
import { summary } from "./summary.js";
import { asksAges, kindOf, planOf } from "../setup/plan.js";
import { chat } from "../../ui/chat.js";
import { openChange } from "../setup/setup-dialog.js";
import { qrCode, shareField } from "../../ui/share.js";
import { askFirst } from "../../ui/dialog.js";

/**
 * @param {import("../room/room-page.js").RoomHost} host
 * @param {import("../../net/subscription.js").Following} following
 * @returns {import("../room/room.js").Stage}
 */
export function lobby(host, following) {
  const { t } = words;
  const match = following.match;
  const seats = lobbySeats(host, following);
  const title = h("h1", {});
  const settled = h("dl", { class: "summary" });
  const foot = h("div", { class: "row lobby-foot" });
  const talk = chat(host);
  const element = h(
    "div",
    { class: "lobby" },
    h(
      "div",
      { class: "lobby-main stack" },
      title,
      seats.element,
      foot,
    ),
    h(
      "aside",
      { class: "lobby-side stack", "aria-label": t("shell.lobby.side") },
      h("section", { class: "card stack" }, h("h2", {}, t("shell.lobby.invite")), shareField(tableAddress(match)), qrCode(match)),
      h("section", { class: "card" }, h("h2", {}, t("shell.lobby.settled")), settled),
      talk.element,
    ),
  );
  return {
    element,
    draw(view, news) {
      title.textContent = `${t(`shell.games.${view.game}.name`)} · ${t(`shell.kinds.${kindOf(view.game, view.settings)}.name`)}`;
      seats.draw(view);
      replace(settled, ...summary(view));
      replaceKeepingFocus(foot, buttons(host, view));
      talk.draw(view, news);
    },
    key: (event) => talk.key(event),
  };
}

/**
 * @param {Element} parent
 * @param {(Element | string | false | null | undefined)[]} children
 */
function replaceKeepingFocus(parent, children) {
  const focused = document.activeElement?.id;
  replace(parent, ...children);
  if (focused) document.getElementById(focused)?.focus();
}

/**
 * @param {import("../room/room-page.js").RoomHost} host
 * @param {View} view
 */
function buttons(host, view) {
  const { t } = words;
  const may = (/** @type {string} */ what) => view.may?.includes(what);
  const open = view.seats.filter((seat) => seat.kind === "open").length;
  const close = () =>
    askFirst(t("shell.lobby.close"), t("shell.lobby.close-text"), t("shell.lobby.close"), () => {
      void host.send("close").then(() => (location.hash = ""));
    });
  return [
    view.hosting &&
      h(
        "button",
        { type: "button", id: "lobby-start", class: "strong", disabled: !may("start"), onclick: () => void host.send("start") },
        t("shell.lobby.start"),
      ),
    may("change") && h("button", { type: "button", id: "lobby-change", onclick: () => openChange(planOf(view), host.command) }, t("shell.lobby.change")),
    may("close") && h("button", { type: "button", id: "lobby-close", class: "quiet", onclick: close }, t("shell.lobby.close")),
    h("p", { class: "soft lobby-note" }, note(view, open)),
  ];
}

/**
 * Say what the table waits for.
 *
 * @param {View} view
 * @param {number} open
 */
function note(view, open) {
  const { t } = words;
  if (open) return t("shell.lobby.waiting", { count: open });
  if (asksAges(view.settings)) return t("shell.lobby.ages");
  return view.hosting ? t("shell.lobby.ready") : t("shell.lobby.waiting-host", { name: view.host_name || guest.name() });
}
