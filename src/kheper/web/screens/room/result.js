/** The result: who won and why, and the ways to a rematch, the record and the replay. */

import { kindNamed, kindOf } from "../../games/kinds.js";
import { listed, seatName } from "../../i18n/names.js";
import { words } from "../../i18n/words.js";
import { ask } from "../../net/api.js";
import { h, replace } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { refused } from "../../ui/notices.js";
import { animated } from "../../ui/preferences.js";
import { saveRecord } from "../../ui/save.js";
import { hasTeams, sideOf } from "./seats.js";

// Milliseconds in which the last move is seen before the result scrolls into view.
const AFTER = 1500;

/**
 * Return the key of the words for a result, and the seats that won.
 *
 * @param {View} view
 * @param {Outcome} outcome
 * @returns {{key: string, seats: number[]}}
 */
export function ending(view, outcome) {
  const seats = outcome.winners;
  const mine = seats.filter((seat) => view.you?.includes(seat));
  const people = view.you?.length ?? 0;
  if (isUnscored(view)) return { key: seats.length ? "won-alone" : "lost-alone", seats };
  if (view.seats.length === 1) return { key: "alone", seats };
  if (new Set(seats.map((seat) => sideOf(view, seat))).size > 1) return { key: "shared", seats };
  if (people === 1 && mine.length) return { key: hasTeams(view) ? "team-yours" : "yours", seats };
  return { key: hasTeams(view) ? "team" : "theirs", seats };
}

/** @param {View} view */
function isUnscored(view) {
  return kindNamed(kindOf(view)).unscored ?? false;
}

/**
 * @param {RoomPage} page
 * @param {PlayAreaModule} module
 */
export function over(page, module) {
  const { t } = words;
  const element = h("section", { class: "over card", "aria-labelledby": "over-title", hidden: true });
  let drawn = "";
  return {
    element,
    /** @param {View} view @param {News[]} news */
    draw(view, news) {
      const outcome = view.state?.outcome;
      element.hidden = !outcome && view.phase !== "closed";
      const now = JSON.stringify([outcome, view.may, view.next, view.phase]);
      if (element.hidden || now === drawn) {
        drawn = element.hidden ? "" : drawn;
        return;
      }
      drawn = now;
      const { key, seats } = outcome ? ending(view, outcome) : { key: "closed", seats: [] };
      const title = t(`page.result.${key}`, {
        names: listed(seats.map((seat) => seatName(view, seat))),
        count: outcome?.scores[0] ?? 0,
      });
      replace(element, h("h2", { id: "over-title", tabindex: -1 }, title), outcome ? module.breakdown(page, view) : null, buttons(page, view));
      if (news.some((event) => event.outcome)) {
        ended(page, view, title, seats);
        setTimeout(() => bring(element), AFTER);
      }
      follow(view, news);
    },
  };

  /**
   * @param {View} view
   * @param {News[]} news
   */
  function follow(view, news) {
    const linked = news.find((event) => event.kind === "linked");
    if (linked && view.next && wanted) void goOn(view, view.next);
  }
}

/**
 * Scroll to the result, and move the focus there.
 *
 * @param {HTMLElement} element
 */
function bring(element) {
  if (!element.isConnected || document.querySelector("dialog[open]")) return;
  element.querySelector("h2")?.focus({ preventScroll: true });
  element.scrollIntoView({ block: "nearest", behavior: animated() ? "smooth" : "auto" });
}

/**
 * Go to the next match; without other people it starts at once.
 *
 * @param {View} view
 * @param {string} next
 */
async function goOn(view, next) {
  const alone = view.seats.every((seat, n) => seat.kind === "bot" || view.you?.includes(n + 1));
  if (alone) await ask("POST", `matches/${next}/commands`, { type: "start", id: `start-${next}`.slice(0, 40) }).catch(refused);
  location.hash = `t/${next}`;
}

// Whether this page asked for the rematch: only then it goes there by itself.
let wanted = false;

/**
 * @param {RoomPage} page
 * @param {View} view
 * @param {string} title
 * @param {number[]} winners
 */
function ended(page, view, title, winners) {
  page.say(title);
  if (view.you?.length) page.sound(winners.some((seat) => view.you?.includes(seat)) ? "win" : "lose");
}

/**
 * @param {RoomPage} page
 * @param {View} view
 */
function buttons(page, view) {
  const { t } = words;
  const may = (/** @type {string} */ what) => view.may?.includes(what);
  const rematch = () => {
    wanted = true;
    void page.send("rematch").finally(() => setTimeout(() => (wanted = false), 3000));
  };
  return h(
    "div",
    { class: "row over-buttons" },
    view.next && h("a", { class: "button strong", href: `#t/${view.next}` }, icon("again"), t("page.result.next")),
    !view.next && may("retry") && h("button", { type: "button", class: "strong", onclick: () => void page.send("retry") }, icon("again"), t("page.result.retry")),
    !view.next && may("rematch") && h("button", { type: "button", class: may("retry") ? "" : "strong", onclick: rematch }, icon("again"), t(isUnscored(view) ? "page.result.fresh" : "page.result.rematch")),
    view.state && h("a", { class: "button", href: `#replay/${view.match}` }, icon("eye"), t("page.result.replay")),
    view.state && h("button", { type: "button", onclick: () => void saveRecord(view) }, icon("save"), t("page.result.record")),
    h("a", { class: "button quiet", href: "#" }, t("page.room.home")),
  );
}
