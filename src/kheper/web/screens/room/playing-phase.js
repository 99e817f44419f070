/** The frame around a running table: board, bar, seats, the game's own side, requests, chat. */

import { games } from "../../games/registry.js";
import { h, replace } from "../../ui/dom.js";
import { words } from "../../i18n/words.js";
import { asking } from "./take-back-request.js";
import { chat } from "../../ui/chat.js";
import { guidePanel } from "./guide-panel.js";
import { menu } from "./menu.js";
import { over } from "./result.js";
import { seatList } from "./seats.js";
import { turnLine } from "./turn-line.js";

/**
 * @param {import("./room-page.js").RoomHost} host
 * @param {import("../../net/subscription.js").Following} following
 * @returns {Promise<import("./room.js").Stage>}
 */
export async function playing(host, following) {
  const game = following.view?.game ?? "scarabya";
  await words.load(game);
  const module = await games[game].playArea();
  const table = module.table(host);
  const parts = {
    seats: seatList(host, following, () => table.draw(/** @type {View} */ (following.view), [])),
    turn: turnLine(host),
    asking: asking(host),
    menu: menu(host, following, table.element),
    over: over(host, module),
    guide: await guidePanel(host, following.match, game),
    chat: chat(host),
  };
  const all = Object.values(parts);
  const element = h(
    "div",
    { class: `room room-${game}` },
    h("h1", { class: "unseen" }, words.t(`shell.games.${game}.name`)),
    h("div", { class: "room-head" }, parts.turn.element, parts.menu.element),
    h("div", { class: "room-seats" }, parts.seats.element, parts.asking.element),
    parts.guide.element,
    h("div", { class: "room-main" }, h("div", { class: "room-board" }, table.element), h("div", { class: "room-bar" }, table.bar)),
    h("aside", { class: "room-side", "aria-label": words.t("shell.room.side") }, parts.over.element, h("div", { class: "room-own" }, table.side), parts.chat.element),
  );
  let first = true;
  return {
    element,
    draw(view, news) {
      for (const part of all) part.draw(view, first ? [] : news);
      table.draw(view, first ? [] : news);
      first = false;
    },
    key: (event) => parts.chat.key(event) || table.key(event),
    close() {
      for (const part of all) if ("close" in part) part.close();
      table.close();
      replace(element);
    },
  };
}
