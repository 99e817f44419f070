/** A take-back that somebody asked for: it names the move, and waits for answers. */

import { h, replace } from "../../ui/dom.js";
import { listed, seatName } from "../../i18n/names.js";
import { words } from "../../i18n/words.js";

/**
 * @param {import("./room-page.js").RoomHost} host
 */
export function asking(host) {
  const { t } = words;
  const element = h("div", { class: "asking", role: "group", "aria-label": t("shell.asking.label"), hidden: true });
  let before = 0;
  return {
    element,
    /** @param {View} view @param {News[]} news */
    draw(view, news) {
      const asked = view.asked;
      const answered = news.find((event) => event.kind === "back-answered" && event.agree === false);
      if (answered && before) host.say(t("shell.asking.refused"));
      if (news.some((event) => event.kind === "taken-back")) host.say(t("shell.asking.taken-back"));
      if (asked?.number === before && asked) return;
      before = asked?.number ?? 0;
      element.hidden = !asked;
      if (!asked) return replace(element);
      const text = question(view, asked);
      host.say(text);
      replace(element, h("p", {}, text), h("div", { class: "row" }, ...answers(host, view, asked)));
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
  return t(view.you?.includes(asked.seat) ? "shell.asking.yours" : "shell.asking.theirs", values);
}

/**
 * @param {import("./room-page.js").RoomHost} host
 * @param {View} view
 * @param {Asked} asked
 */
function answers(host, view, asked) {
  const { t } = words;
  const may = (/** @type {string} */ what) => view.may?.includes(what);
  const answer = (/** @type {boolean} */ agree) => () => void host.send("answer", { asked: asked.number, agree });
  return [
    may("answer") && h("button", { type: "button", class: "strong", onclick: answer(true) }, t("shell.asking.agree")),
    may("answer") && h("button", { type: "button", onclick: answer(false) }, t("shell.asking.disagree")),
    may("withdraw") && h("button", { type: "button", onclick: () => void host.send("withdraw") }, t("shell.asking.withdraw")),
  ];
}
