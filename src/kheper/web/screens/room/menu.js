/** What can always be done at a table: take back, look up the rules, share it, leave it. */

import { askFirst, openDialog } from "../../ui/dialog.js";
import { h } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { savePicture } from "../../ui/save.js";
import { tableAddress } from "../../routes.js";
import { words } from "../../i18n/words.js";
import { openPreferences } from "../preferences/preferences-dialog.js";
import { rulesBody } from "../rules/rules.js";
import { saveRecord } from "../../ui/save-record.js";
import { qrCode, shareField } from "../../ui/share.js";

/**
 * @param {import("./room-page.js").RoomHost} host
 * @param {import("../../net/subscription.js").Following} following
 * @param {Element} board
 */
export function menu(host, following, board) {
  const { t } = words;
  const back = h(
    "button",
    { type: "button", class: "take-back", onclick: () => void host.send("take-back", { seat: seatBack(following.view) }) },
    icon("undo"),
    h("span", { class: "top-label" }, t("shell.menu.take-back")),
  );
  back.setAttribute("aria-label", t("shell.menu.take-back"));
  const more = h(
    "button",
    { type: "button", onclick: () => following.view && openMenu(host, following.view, board) },
    icon("more"),
    h("span", { class: "top-label" }, t("shell.menu.more")),
  );
  more.setAttribute("aria-label", t("shell.menu.more"));
  return {
    element: h("div", { class: "row room-menu" }, back, more),
    /** @param {View} view */
    draw(view) {
      // It stays where it is, whether it can be used or not.
      back.disabled = seatBack(view) === 0 || Boolean(view.asked);
      back.hidden = !view.you?.length;
    },
  };
}

/**
 * Return the seat whose last move can be taken back; a tile of an open round is the table's own.
 *
 * @param {View | null} view
 */
export function seatBack(view) {
  const able = (view?.own ?? []).filter((own) => own.may?.includes("take-back"));
  return able.at(-1)?.seat ?? 0;
}

/**
 * @param {import("./room-page.js").RoomHost} host
 * @param {View} view
 * @param {Element} board
 */
function openMenu(host, view, board) {
  const { t } = words;
  openDialog(t("shell.menu.title"), (close) => {
    /** @type {(name: string, run: () => void, symbol: string) => HTMLButtonElement} */
    const entry = (name, run, symbol) =>
      h("button", { type: "button", onclick: () => (close(), run()) }, icon(symbol), t(`shell.menu.${name}`));
    return [
      h(
        "div",
        { class: "stack menu-entries" },
        entry("rules", () => openRules(view.game), "book"),
        entry("share", () => openShare(view), "link"),
        entry("picture", () => void savePicture(board, `${view.game}-${view.plays ?? 0}.png`), "save"),
        entry("record", () => void saveRecord(view), "save"),
        h("a", { class: "button", href: `#replay/${view.match}`, onclick: close }, icon("eye"), t("shell.menu.replay")),
        h("button", { type: "button", onclick: () => (close(), openPreferences()) }, icon("gear"), t("shell.top.preferences")),
        ...goodbyes(host, view, entry),
        h("a", { class: "button quiet", href: "#", onclick: close }, icon("back"), t("shell.room.home")),
      ),
    ];
  });
}

/**
 * @param {import("./room-page.js").RoomHost} host
 * @param {View} view
 * @param {(name: string, run: () => void, symbol: string) => HTMLButtonElement} entry
 */
function goodbyes(host, view, entry) {
  const { t } = words;
  const sure = (/** @type {string} */ command) => () =>
    askFirst(t(`shell.menu.${command}`), t(`shell.menu.${command}-text`), t(`shell.menu.${command}-yes`), () => {
      void host.send(command).then(() => (location.hash = ""));
    });
  const running = view.phase === "running";
  return [
    running && view.may?.includes("retry") && entry("retry", () => askFirst(t("shell.menu.retry"), t("shell.menu.retry-text"), t("shell.menu.retry-yes"), () => void host.send("retry")), "again"),
    running && view.you?.length && entry("leave", sure("leave"), "back"),
    running && view.may?.includes("close") && entry("close", sure("close"), "cross"),
  ];
}

/** @param {View} view */
function openShare(view) {
  const { t } = words;
  openDialog(t("shell.menu.share"), () => [h("p", {}, t("shell.share.watch")), shareField(tableAddress(view.match)), qrCode(view.match)]);
}

/** @param {GameName} game */
async function openRules(game) {
  const body = await rulesBody(game);
  openDialog(words.t("shell.rules.title", { game: words.t(`shell.games.${game}.name`) }), () => [body], "dialog-wide");
}
