/** The laying out of boards or stones before the game, by who arranges; the others look on. */

import { games } from "../../games/registry.js";
import { h, replace } from "../../ui/dom.js";
import { seatName } from "../../i18n/names.js";
import { words } from "../../i18n/words.js";
import { chat } from "../../ui/chat.js";

/**
 * @param {import("./room-page.js").RoomHost} host
 * @param {import("../../net/subscription.js").Following} following
 * @returns {Promise<import("./room.js").Stage>}
 */
export async function arranging(host, following) {
  const { t } = words;
  const game = following.view?.game ?? "scarabya";
  await words.load(game);
  const module = await games[game].arranging();
  const part = module.arranging(host);
  const talk = chat(host);
  const text = h("p", {});
  const warnings = h("ul", { class: "warnings" });
  const start = h("button", { type: "button", class: "strong", onclick: () => void host.send("start") }, t("shell.arranging.start"));
  const element = h(
    "div",
    { class: "room arranging" },
    h("div", { class: "room-main" }, h("h1", {}, t(`shell.arranging.${game}`)), text, part.element, warnings, h("div", { class: "row" }, start)),
    h("aside", { class: "room-side", "aria-label": t("shell.room.side") }, talk.element),
  );
  return {
    element,
    draw(view, news) {
      const mine = view.may?.includes("arrange");
      const who = view.setup?.arranger ? seatName(view, view.setup.arranger) : view.host_name;
      text.textContent = t(mine ? `shell.arranging.yours-${game}` : "shell.arranging.theirs", { name: who });
      start.hidden = !view.may?.includes("start");
      replace(warnings, ...(view.setup?.warnings ?? []).map((line) => h("li", {}, line)));
      part.draw(view);
      talk.draw(view, news);
    },
    key: (event) => talk.key(event),
    close: () => part.close(),
  };
}
