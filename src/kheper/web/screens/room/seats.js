/** The seats of a running match: names, points, clocks, presence, and their menus. */

import { botName, seatName } from "../../i18n/names.js";
import { words } from "../../i18n/words.js";
import { h, replace } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { written, left } from "./clock.js";
import { seatActions } from "./seat-menu.js";

const TICK = 200;
const SHORT = 30_000;

/**
 * Return the side that a seat plays for, from 0: there is one score for each side.
 *
 * @param {View} view
 * @param {number} seat
 */
export function sideOf(view, seat) {
  const sides = view.state?.scores.length ?? view.seats.length;
  return Math.floor(((seat - 1) * sides) / view.seats.length);
}

/** @param {View} view */
export function hasTeams(view) {
  return (view.state?.scores.length ?? view.seats.length) < view.seats.length;
}

/**
 * Return the keys of a seat's badges.
 *
 * @param {View} view
 * @param {number} seat
 * @param {readonly number[] | null} present the seats whose guests are connected, if known
 * @returns {string[]}
 */
export function marks(view, seat, present) {
  const shown = view.seats[seat - 1];
  if (!shown) return [];
  const found = [];
  const others = view.seats.some((each, n) => each.kind === "person" && !view.you?.includes(n + 1));
  if (view.seats.length > 1 && view.you?.length === 1 && view.you[0] === seat) found.push("you");
  if (shown.host && others) found.push("host");
  if (shown.left) found.push("left");
  else if (shown.kind === "person" && (shown.away || present?.includes(seat) === false)) found.push("away");
  if (shown.stand_in) found.push("stand-in");
  if (view.state?.ready?.includes(seat)) found.push("ready");
  return found;
}

/**
 * @param {RoomPage} page
 * @param {Subscription} subscription
 * @param {() => void} redraw
 */
export function seatList(page, subscription, redraw) {
  const { t } = words;
  const element = h("ul", { class: "seats", "aria-label": t("page.room.seats") });
  const tick = () => {
    const view = subscription.view;
    if (!view) return;
    for (const clock of element.querySelectorAll("[data-clock]")) {
      const time = left(view, Number(clock.getAttribute("data-clock")), Date.now() - subscription.receivedAt) ?? 0;
      const text = written(time);
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("seat-clock-short", time < SHORT);
    }
  };
  const timer = setInterval(tick, TICK);
  return {
    element,
    /** @param {View} view */
    draw(view) {
      const focused = document.activeElement?.id;
      const choice = (view.own ?? []).filter((own) => own.legal).length > 1;
      replace(
        element,
        ...view.seats.map((_, n) => seatItem(page, subscription, view, n + 1, choice, () => (redraw(), this.draw(view)))),
      );
      if (focused?.startsWith("seat-")) document.getElementById(focused)?.focus();
      tick();
    },
    close: () => clearInterval(timer),
  };
}

/**
 * @param {RoomPage} page
 * @param {Subscription} subscription
 * @param {View} view
 * @param {number} seat
 * @param {boolean} choice whether one of several own seats can be chosen
 * @param {() => void} redraw
 */
function seatItem(page, subscription, view, seat, choice, redraw) {
  const { t } = words;
  const name = seatName(view, seat);
  const isMine = view.you?.includes(seat) ?? false;
  const acts = view.state?.to_move.includes(seat) && !view.state.outcome;
  const canAct = choice && view.own?.some((own) => own.seat === seat && own.legal);
  return h(
    "li",
    {
      class: `seat seat-${seat}`,
      "data-acts": acts || null,
      "data-mine": isMine || null,
      "data-chosen": (isMine && (view.you?.length ?? 0) > 1 && page.seat() === seat) || null,
    },
    h("span", { class: "seat-colour", "aria-hidden": "true" }, String(seat)),
    h(
      "span",
      { class: "seat-words" },
      h("span", { class: "seat-name" }, view.seats[seat - 1]?.kind === "bot" && icon("bot"), name),
      h("span", { class: "seat-marks" }, hasTeams(view) && h("span", {}, t("page.seat.team", { team: sideOf(view, seat) + 1 })), ...badges(view, seat, subscription.presence.seats)),
    ),
    view.clocks?.[seat - 1] !== undefined &&
      view.seats[seat - 1]?.kind === "person" &&
      h("span", { class: "seat-clock number", "data-clock": seat, role: "timer", "aria-live": "off", "aria-label": t("page.seat.clock", { name }) }),
    h(
      "span",
      { class: "seat-score number" },
      h("span", { "aria-hidden": "true" }, String(score(view, seat)).replace("-", "−")),
      h("span", { class: "unseen" }, t("page.seat.points", { count: score(view, seat) })),
    ),
    canAct &&
      h(
        "button",
        {
          class: "small",
          type: "button",
          id: `seat-choose-${seat}`,
          "aria-pressed": String(page.seat() === seat),
          onclick: () => {
            page.choose(seat);
            redraw();
          },
        },
        t("page.seat.choose"),
      ),
    seatActions(page, view, seat),
  );
}

/** @param {View} view @param {number} seat */
function score(view, seat) {
  return view.state?.scores[sideOf(view, seat)] ?? 0;
}

/**
 * @param {View} view
 * @param {number} seat
 * @param {readonly number[] | null} present
 */
function badges(view, seat, present) {
  const level = view.seats[seat - 1]?.stand_in ?? 0;
  return marks(view, seat, present).map((mark) =>
    h(
      "span",
      { class: `badge badge-${mark}` },
      mark === "ready" ? icon("check") : mark === "host" ? icon("crown") : null,
      words.t(`page.seat.${mark}`, level ? { name: botName(level) } : {}),
    ),
  );
}
