/** The phase in which one player lays out boards or stones, and the others watch. */

import { games } from "../../games/registry.js";
import { seatName } from "../../i18n/names.js";
import { words } from "../../i18n/words.js";
import { h, replace } from "../../ui/dom.js";
import { chat } from "../chat/chat.js";

/**
 * @param {RoomPage} page
 * @param {Subscription} _subscription
 * @param {View} view
 * @returns {Promise<Stage>}
 */
export async function arranging(page, _subscription, { game }) {
  const { t } = words;
  await words.load(game);
  const module = await games[game].loadArranging();
  const part = module.arranging(page);
  const talk = chat(page);
  const text = h("p", {});
  const warnings = h("ul", { class: "warnings" });
  const start = h("button", { type: "button", class: "strong", onclick: () => void page.send("start") }, t("page.arranging.start"));
  const element = h(
    "div",
    { class: "room arranging" },
    h("div", { class: "room-main" }, h("h1", {}, t(`page.games.${game}.arranging`)), text, part.element, warnings, h("div", { class: "row" }, start)),
    h("aside", { class: "room-side", "aria-label": t("page.room.side") }, talk.element),
  );
  return {
    element,
    draw(view, news) {
      const mine = view.may?.includes("arrange");
      const who = view.setup?.arranger ? seatName(view, view.setup.arranger) : view.host_name;
      text.textContent = t(mine ? `page.games.${game}.arranging-yours` : "page.arranging.theirs", { name: who });
      start.hidden = !view.may?.includes("start");
      replace(warnings, ...(view.setup?.warnings ?? []).map((line) => h("li", {}, line)));
      part.draw(view);
      talk.draw(view, news);
    },
    key: (event) => talk.key(event),
    close: () => part.close(),
  };
}
