/** The seats in the lobby, with the commands that the server accepts for each. */

import { kindOf, teamOf } from "../../games/kinds.js";
import { LEVELS, levelName, seatName } from "../../i18n/names.js";
import { words } from "../../i18n/words.js";
import * as guest from "../../net/guest.js";
import { h, replaceKeepingFocus } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { askName } from "../../ui/name-form.js";
import { asksAges } from "../setup/plan.js";

/**
 * @param {RoomPage} page
 * @param {Subscription} subscription
 */
export function lobbySeats(page, subscription) {
  const { t } = words;
  const element = h("ol", { class: "lobby-seats", "aria-label": t("page.room.seats") });
  let drawn = "";
  return {
    element,
    /** @param {View} view */
    draw(view) {
      const now = JSON.stringify([view.seats, view.you, view.may, view.seats_may, view.settings, subscription.presence]);
      if (now === drawn) return;
      drawn = now;
      replaceKeepingFocus(element, ...view.seats.map((_, n) => item(page, view, n + 1, subscription.presence.seats)));
    },
  };
}

/**
 * @param {RoomPage} page
 * @param {View} view
 * @param {number} seat
 * @param {readonly number[] | null} present
 */
function item(page, view, seat, present) {
  const { t } = words;
  const shown = view.seats[seat - 1];
  const team = teamOf(kindOf(view), seat);
  const isMine = view.you?.includes(seat) ?? false;
  const away = shown?.kind === "person" && present?.includes(seat) === false;
  return h(
    "li",
    { class: `seat seat-${seat}`, "data-kind": shown?.kind },
    h("span", { class: "seat-colour", "aria-hidden": "true" }, shown?.kind === "bot" ? icon("bot") : String(seat)),
    h(
      "span",
      { class: "seat-words" },
      h("span", { class: "seat-name" }, seatName(view, seat), team > 0 && h("span", { class: "soft" }, ` ${t("page.seat.team", { team })}`)),
      h(
        "span",
        { class: "seat-marks" },
        shown?.host && h("span", { class: "badge" }, icon("crown"), t("page.seat.host")),
        isMine && h("span", { class: "badge" }, t("page.seat.you")),
        away && h("span", { class: "badge badge-away" }, t("page.seat.away")),
      ),
    ),
    h("span", { class: "row seat-buttons" }, ...buttons(page, view, seat, isMine)),
  );
}

/**
 * @param {RoomPage} page
 * @param {View} view
 * @param {number} seat
 * @param {boolean} isMine
 */
function buttons(page, view, seat, isMine) {
  const { t } = words;
  const isPerson = view.seats[seat - 1]?.kind === "person";
  const may = (/** @type {string} */ command) => view.seats_may?.[seat - 1]?.includes(command);
  /** @type {(name: string, run: () => void, look?: string) => HTMLButtonElement} */
  const button = (name, run, look = "small") =>
    h("button", { type: "button", class: look, id: `lobby-${name}-${seat}`, onclick: run }, t(`page.lobby.${name}`));
  const send = page.send;
  return [
    may("sit") && button("sit", () => sit(page, view, seat), "small strong"),
    isMine && asksAges(view.settings) && age(page, seat),
    may("rename") && button("rename", () => askName(seatName(view, seat), (name) => void send("rename", { seat, name }))),
    may("stand") && button("stand", () => void send("stand", { seat })),
    may("fill") && !isPerson && filling(page, view, seat),
    may("fill") && isPerson && !isMine && button("free", () => void send("fill", { seat, occupant: "open" })),
    view.may?.includes("change") && seat > 1 && up(page, view, seat),
  ];
}

/**
 * @param {RoomPage} page
 * @param {View} view
 * @param {number} seat
 */
function sit(page, view, seat) {
  const { t } = words;
  const isFirst = !view.you?.length;
  askName(isFirst ? guest.name() : "", async (name) => {
    if (isFirst && name !== guest.name()) await guest.rename(name).catch(() => {});
    await page.send("sit", { seat, name });
  }, t(isFirst ? "page.lobby.sit-title" : "page.lobby.sit-beside"));
}

/**
 * @param {RoomPage} page
 * @param {number} seat
 */
function age(page, seat) {
  const input = h("input", {
    type: "number",
    min: 0,
    max: 150,
    id: `lobby-age-${seat}`,
    class: "lobby-age",
    placeholder: words.t("page.lobby.age"),
    "aria-label": words.t("page.lobby.age"),
    onchange: () => input.value && void page.send("age", { seat, age: Number(input.value) }),
  });
  return input;
}

/**
 * @param {RoomPage} page
 * @param {View} view
 * @param {number} seat
 */
function filling(page, view, seat) {
  const { t } = words;
  const level = view.seats[seat - 1]?.level ?? 0;
  const select = h(
    "select",
    {
      id: `lobby-fill-${seat}`,
      "aria-label": t("page.lobby.fill", { seat }),
      onchange: () => {
        const chosen = Number(select.value);
        void page.send("fill", chosen ? { seat, occupant: "bot", level: chosen } : { seat, occupant: "open" });
      },
    },
    h("option", { value: 0, selected: !level }, t("page.lobby.open")),
    ...LEVELS.map((n) => h("option", { value: n, selected: n === level }, levelName(n))),
  );
  return select;
}

/**
 * @param {RoomPage} page
 * @param {View} view
 * @param {number} seat
 */
function up(page, view, seat) {
  const label = words.t("page.lobby.swap", { name: seatName(view, seat), other: seatName(view, seat - 1) });
  return h(
    "button",
    { type: "button", class: "small quiet", id: `lobby-swap-${seat}`, "aria-label": label, title: label, onclick: () => void page.send("swap", { seat, other: seat - 1 }) },
    icon("swap"),
  );
}
