/** The lobby of a match: the seats, the link and its QR code, the settings. */

import { kindOf } from "../../games/kinds.js";
import { words } from "../../i18n/words.js";
import * as guest from "../../net/guest.js";
import { tableAddress } from "../../routes.js";
import { askFirst } from "../../ui/dialog.js";
import { h, replace, replaceKeepingFocus } from "../../ui/dom.js";
import { qrCode, shareField } from "../../ui/share.js";
import { chat } from "../chat/chat.js";
import { asksAges, planOf } from "../setup/plan.js";
import { openChange } from "../setup/setup-dialog.js";
import { lobbySeats } from "./lobby-seats.js";
import { summary } from "./summary.js";

/**
 * @param {RoomPage} page
 * @param {Subscription} subscription
 * @returns {Stage}
 */
export function lobby(page, subscription) {
  const { t } = words;
  const match = subscription.match;
  const seats = lobbySeats(page, subscription);
  const title = h("h1", {});
  const settled = h("dl", { class: "summary" });
  const foot = h("div", { class: "row lobby-foot" });
  const talk = chat(page);
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
      { class: "lobby-side stack", "aria-label": t("page.lobby.side") },
      h("section", { class: "card stack" }, h("h2", {}, t("page.lobby.invite")), shareField(tableAddress(match)), qrCode(match)),
      h("section", { class: "card" }, h("h2", {}, t("page.lobby.settled")), settled),
      talk.element,
    ),
  );
  return {
    element,
    draw(view, news) {
      title.textContent = `${t(`page.games.${view.game}.name`)} · ${t(`page.kinds.${kindOf(view)}.name`)}`;
      seats.draw(view);
      replace(settled, ...summary(view));
      replaceKeepingFocus(foot, ...buttons(page, view));
      talk.draw(view, news);
    },
    key: (event) => talk.key(event),
  };
}

/**
 * @param {RoomPage} page
 * @param {View} view
 */
function buttons(page, view) {
  const { t } = words;
  const may = (/** @type {string} */ what) => view.may?.includes(what);
  const open = view.seats.filter((seat) => seat.kind === "open").length;
  const close = () =>
    askFirst(t("page.lobby.close"), t("page.lobby.close-text"), t("page.lobby.close"), () => {
      void page.send("close").then(() => (location.hash = ""));
    });
  return [
    view.hosting &&
      h(
        "button",
        { type: "button", id: "lobby-start", class: "strong", disabled: !may("start"), onclick: () => void page.send("start") },
        t("page.lobby.start"),
      ),
    may("change") && h("button", { type: "button", id: "lobby-change", onclick: () => openChange(planOf(view), page.command) }, t("page.lobby.change")),
    may("close") && h("button", { type: "button", id: "lobby-close", class: "quiet", onclick: close }, t("page.lobby.close")),
    h("p", { class: "soft lobby-note" }, note(view, open)),
  ];
}

/**
 * Say what the match waits for.
 *
 * @param {View} view
 * @param {number} open
 */
function note(view, open) {
  const { t } = words;
  if (open) return t("page.lobby.waiting", { count: open });
  if (asksAges(view.settings)) return t("page.lobby.ages");
  return view.hosting ? t("page.lobby.ready") : t("page.lobby.waiting-host", { name: view.host_name || guest.name() });
}
