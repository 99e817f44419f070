/** The seats of a table before the start. */

import { h, replace } from "../../ui/dom.js";
import * as guest from "../../net/guest.js";
import { icon } from "../../ui/icons.js";
import { botName, seatName } from "../../i18n/names.js";
import { words } from "../../i18n/words.js";
import { asksAges } from "../setup/plan.js";
import { openRename } from "../room/seat-menu.js";

/**
 * @param {import("../room/room-page.js").RoomHost} host
 * @param {import("../../net/subscription.js").Following} following
 */
export function lobbySeats(host, following) {
  const { t } = words;
  const element = h("ol", { class: "lobby-seats", "aria-label": t("shell.room.seats") });
  let drawn = "";
  return {
    element,
    /** @param {View} view */
    draw(view) {
      const now = JSON.stringify([view.seats, view.you, view.may, view.settings, following.presence]);
      if (now === drawn) return;
      drawn = now;
      const focused = document.activeElement?.id;
      replace(element, ...view.seats.map((_, n) => item(host, view, n + 1, following.presence.seats)));
      if (focused) document.getElementById(focused)?.focus();
    },
  };
}

/**
 * @param {import("../room/room-page.js").RoomHost} host
 * @param {View} view
 * @param {number} seat
 * @param {readonly number[] | null} present
 */
function item(host, view, seat, present) {
  const { t } = words;
  const shown = view.seats[seat - 1];
  const isMine = view.you?.includes(seat) ?? false;
  const away = shown?.kind === "person" && present?.includes(seat) === false;
  return h(
    "li",
    { class: `seat seat-${seat}`, "data-kind": shown?.kind },
    h("span", { class: "seat-colour", "aria-hidden": "true" }, shown?.kind === "bot" ? icon("bot") : String(seat)),
    h(
      "span",
      { class: "seat-words" },
      h("span", { class: "seat-name" }, seatName(view, seat), view.mode === "teams" && h("span", { class: "soft" }, ` ${t("shell.seat.team", { team: seat <= 2 ? 1 : 2 })}`)),
      h(
        "span",
        { class: "seat-marks" },
        shown?.host && h("span", { class: "badge" }, icon("crown"), t("shell.seat.host")),
        isMine && h("span", { class: "badge" }, t("shell.seat.you")),
        away && h("span", { class: "badge badge-away" }, t("shell.seat.away")),
      ),
    ),
    h("span", { class: "row seat-buttons" }, ...buttons(host, view, seat, isMine)),
  );
}

/**
 * @param {import("../room/room-page.js").RoomHost} host
 * @param {View} view
 * @param {number} seat
 * @param {boolean} isMine
 */
function buttons(host, view, seat, isMine) {
  const { t } = words;
  const kind = view.seats[seat - 1]?.kind;
  /** @type {(name: string, run: () => void, look?: string) => HTMLButtonElement} */
  const button = (name, run, look = "small") =>
    h("button", { type: "button", class: look, id: `lobby-${name}-${seat}`, onclick: run }, t(`shell.lobby.${name}`));
  const send = host.send;
  return [
    kind === "open" && view.may?.includes("sit") && button("sit", () => sit(host, view, seat), "small strong"),
    isMine && asksAges(view.settings) && age(host, seat),
    isMine && button("rename", () => openRename(seatName(view, seat), (name) => void send("rename", { seat, name }))),
    isMine && button("stand", () => void send("stand", { seat })),
    view.hosting && kind !== "person" && filling(host, view, seat),
    view.hosting && kind === "person" && !isMine && button("free", () => void send("fill", { seat, occupant: "open" })),
    view.hosting && seat > 1 && up(host, view, seat),
  ];
}

/**
 * @param {import("../room/room-page.js").RoomHost} host
 * @param {View} view
 * @param {number} seat
 */
function sit(host, view, seat) {
  const { t } = words;
  const isFirst = !view.you?.length;
  openRename(isFirst ? guest.name() : "", async (name) => {
    if (isFirst && name !== guest.name()) await guest.rename(name).catch(() => {});
    await host.send("sit", { seat, name });
  }, t(isFirst ? "shell.lobby.sit-title" : "shell.lobby.sit-beside"));
}

/**
 * @param {import("../room/room-page.js").RoomHost} host
 * @param {number} seat
 */
function age(host, seat) {
  const input = h("input", {
    type: "number",
    min: 0,
    max: 150,
    id: `lobby-age-${seat}`,
    class: "lobby-age",
    placeholder: words.t("shell.lobby.age"),
    "aria-label": words.t("shell.lobby.age"),
    onchange: () => input.value && void host.send("age", { seat, age: Number(input.value) }),
  });
  return input;
}

/**
 * @param {import("../room/room-page.js").RoomHost} host
 * @param {View} view
 * @param {number} seat
 */
function filling(host, view, seat) {
  const { t } = words;
  const level = view.seats[seat - 1]?.level ?? 0;
  const select = h(
    "select",
    {
      id: `lobby-fill-${seat}`,
      "aria-label": t("shell.lobby.fill", { seat }),
      onchange: () => {
        const chosen = Number(select.value);
        void host.send("fill", chosen ? { seat, occupant: "bot", level: chosen } : { seat, occupant: "open" });
      },
    },
    h("option", { value: 0, selected: !level }, t("shell.lobby.open")),
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => h("option", { value: n, selected: n === level }, t("shell.bot.level", { level: n, name: botName(n) }))),
  );
  return select;
}

/**
 * @param {import("../room/room-page.js").RoomHost} host
 * @param {View} view
 * @param {number} seat
 */
function up(host, view, seat) {
  const label = words.t("shell.lobby.swap", { name: seatName(view, seat), other: seatName(view, seat - 1) });
  return h(
    "button",
    { type: "button", class: "small quiet", id: `lobby-swap-${seat}`, "aria-label": label, title: label, onclick: () => void host.send("swap", { seat, other: seat - 1 }) },
    icon("swap"),
  );
}
