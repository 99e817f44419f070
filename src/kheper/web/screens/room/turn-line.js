/** The line above the board that says whose turn it is. */

import { listed, seatName } from "../../i18n/names.js";
import { words } from "../../i18n/words.js";
import { h } from "../../ui/dom.js";

/**
 * Return the key of what the reader waits for, and the seats it names.
 *
 * @param {View} view
 * @returns {{key: string, seats: number[]}}
 */
export function situation(view) {
  const moving = view.state?.to_move ?? [];
  const mine = moving.filter((seat) => view.you?.includes(seat));
  if (view.phase === "closed") return { key: "closed", seats: [] };
  if (view.state?.outcome) return { key: "over", seats: view.state.outcome.winners };
  if (mine.length && (view.you?.length ?? 0) > 1) return { key: "of-yours", seats: mine };
  if (mine.length) return { key: "yours", seats: mine };
  return { key: "theirs", seats: moving };
}

/**
 * @param {RoomPage} page
 */
export function turnLine(page) {
  const { t } = words;
  const element = h("p", { class: "room-turn" });
  let before = "";
  return {
    element,
    /** @param {View} view @param {News[]} news */
    draw(view, news) {
      const { key, seats } = situation(view);
      const text = t(`page.turn.${key}`, { names: listed(seats.map((seat) => seatName(view, seat))) });
      element.textContent = text;
      element.dataset.turn = key;
      const isNew = text !== before && before !== "";
      if (isNew && (key === "yours" || key === "of-yours")) {
        page.say(text);
        if (news.some((event) => event.seat && !view.you?.includes(event.seat))) page.sound("turn");
      }
      before = text;
    },
  };
}
