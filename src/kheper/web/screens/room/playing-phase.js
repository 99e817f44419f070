/** The phase in which the game is played: board, bar, seats, panels, requests, chat. */

import { games } from "../../games/registry.js";
import { words } from "../../i18n/words.js";
import { h, replace } from "../../ui/dom.js";
import { chat } from "../chat/chat.js";
import { guidePanel } from "./guide-panel.js";
import { menu } from "./menu.js";
import { over } from "./result.js";
import { seatList } from "./seats.js";
import { asking } from "./take-back-request.js";
import { turnLine } from "./turn-line.js";

/**
 * @param {RoomPage} page
 * @param {Subscription} subscription
 * @param {View} view
 * @returns {Promise<Stage>}
 */
export async function playing(page, subscription, { game }) {
  await words.load(game);
  const module = await games[game].loadPlayArea();
  const area = module.playArea(page);
  const parts = {
    seats: seatList(page, subscription, () => area.draw(/** @type {View} */ (subscription.view))),
    turn: turnLine(page),
    asking: asking(page),
    menu: menu(page, subscription, area.element),
    over: over(page, module),
    guide: await guidePanel(page, subscription.match, game),
    chat: chat(page),
  };
  const all = Object.values(parts);
  const element = h(
    "div",
    { class: `room room-${game}` },
    h("h1", { class: "unseen" }, words.t(`page.games.${game}.name`)),
    h("div", { class: "room-head" }, parts.turn.element, parts.menu.element),
    h("div", { class: "room-seats" }, parts.seats.element, parts.asking.element),
    parts.guide.element,
    h("div", { class: "room-main" }, h("div", { class: "room-board" }, area.element), h("div", { class: "room-bar" }, area.bar)),
    h("aside", { class: "room-side", "aria-label": words.t("page.room.side") }, parts.over.element, h("div", { class: "room-own" }, area.side), parts.chat.element),
  );
  let first = true;
  return {
    element,
    draw(view, news) {
      for (const part of all) part.draw(view, first ? [] : news);
      area.draw(view);
      first = false;
    },
    key: (event) => parts.chat.key(event) || area.key(event),
    close() {
      for (const part of all) if ("close" in part) part.close();
      area.close();
      replace(element);
    },
  };
}
