/** A request to take a move back, with the buttons to answer it. */

import { listed, seatName } from "../../i18n/names.js";
import { words } from "../../i18n/words.js";
import { h, replace } from "../../ui/dom.js";

/**
 * @param {RoomPage} page
 */
export function asking(page) {
  const { t } = words;
  const element = h("div", { class: "asking", role: "group", "aria-label": t("page.take-back.label"), hidden: true });
  let before = 0;
  return {
    element,
    /** @param {View} view @param {News[]} news */
    draw(view, news) {
      const asked = view.asked;
      const answered = news.find((event) => event.kind === "back-answered" && event.agree === false);
      if (answered && before) page.say(t("page.take-back.refused"));
      if (news.some((event) => event.kind === "taken-back")) page.say(t("page.take-back.taken-back"));
      if (asked?.number === before && asked) return;
      before = asked?.number ?? 0;
      element.hidden = !asked;
      if (!asked) return replace(element);
      const text = question(view, asked);
      page.say(text);
      replace(element, h("p", {}, text), h("div", { class: "row" }, ...answers(page, view, asked)));
    },
  };
}

/**
 * @param {View} view
 * @param {Asked} asked
 */
function question(view, asked) {
  const { t } = words;
  const waiting = listed((asked.waiting ?? []).map((seat) => seatName(view, seat)));
  const values = { name: seatName(view, asked.seat), move: asked.move, play: asked.plays + 1, names: waiting };
  return t(view.you?.includes(asked.seat) ? "page.take-back.yours" : "page.take-back.theirs", values);
}

/**
 * @param {RoomPage} page
 * @param {View} view
 * @param {Asked} asked
 */
function answers(page, view, asked) {
  const { t } = words;
  const may = (/** @type {string} */ what) => view.may?.includes(what);
  const answer = (/** @type {boolean} */ agree) => () => void page.send("answer", { asked: asked.number, agree });
  return [
    may("answer") && h("button", { type: "button", class: "strong", onclick: answer(true) }, t("page.take-back.agree")),
    may("answer") && h("button", { type: "button", onclick: answer(false) }, t("page.take-back.disagree")),
    may("withdraw") && h("button", { type: "button", onclick: () => void page.send("withdraw") }, t("page.take-back.withdraw")),
  ];
}
