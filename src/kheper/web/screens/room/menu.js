/** The menu of a running match: take back, rules, sharing, saving, leaving. */

import { words } from "../../i18n/words.js";
import { tableAddress } from "../../routes.js";
import { askFirst, openDialog } from "../../ui/dialog.js";
import { h } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { savePicture, saveRecord } from "../../ui/save.js";
import { qrCode, shareField } from "../../ui/share.js";
import { openPreferences } from "../preferences/preferences-dialog.js";
import { rulesBody } from "../rules/rules.js";

/**
 * @param {RoomPage} page
 * @param {Subscription} subscription
 * @param {Element} board
 */
export function menu(page, subscription, board) {
  const { t } = words;
  const back = h(
    "button",
    { type: "button", class: "take-back", onclick: () => void page.send("take-back", { seat: seatBack(subscription.view) }) },
    icon("undo"),
    h("span", { class: "top-label" }, t("page.menu.take-back")),
  );
  back.setAttribute("aria-label", t("page.menu.take-back"));
  const more = h(
    "button",
    { type: "button", onclick: () => subscription.view && openMenu(page, subscription.view, board) },
    icon("more"),
    h("span", { class: "top-label" }, t("page.menu.more")),
  );
  more.setAttribute("aria-label", t("page.menu.more"));
  return {
    element: h("div", { class: "row room-menu" }, back, more),
    /** @param {View} view */
    draw(view) {
      // Disabled rather than hidden, so that the buttons stay in place.
      back.disabled = seatBack(view) === 0;
      back.hidden = !view.you?.length;
    },
  };
}

/**
 * Return the seat whose last move can be taken back; the game's own bar picks up a tile of an open round.
 *
 * @param {View | null} view
 */
export function seatBack(view) {
  const able = (view?.own ?? []).filter((own) => own.may?.includes("take-back"));
  return able.at(-1)?.seat ?? 0;
}

/**
 * @param {RoomPage} page
 * @param {View} view
 * @param {Element} board
 */
function openMenu(page, view, board) {
  const { t } = words;
  openDialog(t("page.menu.title"), (close) => {
    /** @type {(name: string, run: () => void, symbol: string) => HTMLButtonElement} */
    const entry = (name, run, symbol) =>
      h("button", { type: "button", onclick: () => (close(), run()) }, icon(symbol), t(`page.menu.${name}`));
    return [
      h(
        "div",
        { class: "stack menu-entries" },
        entry("rules", () => openRules(view.game), "book"),
        entry("share", () => openShare(view), "link"),
        entry("picture", () => void savePicture(board, `${view.game}-${view.plays ?? 0}.png`), "save"),
        entry("record", () => void saveRecord(view), "save"),
        h("a", { class: "button", href: `#replay/${view.match}`, onclick: close }, icon("eye"), t("page.menu.replay")),
        h("button", { type: "button", onclick: () => (close(), openPreferences()) }, icon("gear"), t("page.top.preferences")),
        ...goodbyes(page, view, entry),
        h("a", { class: "button quiet", href: "#", onclick: close }, icon("back"), t("page.room.home")),
      ),
    ];
  });
}

/**
 * @param {RoomPage} page
 * @param {View} view
 * @param {(name: string, run: () => void, symbol: string) => HTMLButtonElement} entry
 */
function goodbyes(page, view, entry) {
  const { t } = words;
  const sure = (/** @type {string} */ command) => () =>
    askFirst(t(`page.menu.${command}`), t(`page.menu.${command}-text`), t(`page.menu.${command}-yes`), () => {
      void page.send(command).then(() => (location.hash = ""));
    });
  const running = view.phase === "running";
  return [
    running && view.may?.includes("retry") && entry("retry", () => askFirst(t("page.menu.retry"), t("page.menu.retry-text"), t("page.menu.retry-yes"), () => void page.send("retry")), "again"),
    running && view.you?.length && entry("leave", sure("leave"), "back"),
    running && view.may?.includes("close") && entry("close", sure("close"), "cross"),
  ];
}

/** @param {View} view */
function openShare(view) {
  const { t } = words;
  openDialog(t("page.menu.share"), () => [h("p", {}, t("page.share.watch")), shareField(tableAddress(view.match)), qrCode(view.match)]);
}

/** @param {GameName} game */
async function openRules(game) {
  const body = await rulesBody(game);
  openDialog(words.t("page.rules.title", { game: words.t(`page.games.${game}.name`) }), () => [body], "dialog-wide");
}
