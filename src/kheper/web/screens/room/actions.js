/** What may be done with a seat in the game: names, bots that stand in, other devices, the host. */

import { askFirst, openDialog } from "../../shell/dialog.js";
import { h, replace } from "../../shell/dom.js";
import { icon } from "../../shell/icons.js";
import { seatName } from "../../shell/names.js";
import { tableAddress } from "../../shell/route.js";
import { words } from "../../shell/words.js";
import { qrCode, shareField } from "../share.js";

const LONGEST = 24;

/**
 * Return the names of what the reader may do with a seat.
 *
 * @param {View} view
 * @param {number} seat
 * @param {readonly number[] | null} present
 * @returns {string[]}
 */
export function possible(view, seat, present) {
  const shown = view.seats[seat - 1];
  if (!shown || shown.kind !== "person" || view.phase === "closed") return [];
  const mine = view.you?.includes(seat);
  const plays = (view.you?.length ?? 0) > 0 || view.hosting;
  const gone = shown.away || shown.left || present?.includes(seat) === false;
  const running = view.phase === "running";
  const found = [];
  if (mine && !(running && view.mode === "teams")) found.push("rename");
  if (mine) found.push("device");
  if (mine && running) found.push(shown.stand_in ? "back" : "stand-in");
  if (!mine && running && plays && (shown.away || shown.left) && !shown.stand_in) found.push("stand-in");
  if (view.hosting && !mine && !shown.left) found.push("pass-host");
  if (mine && !view.hosting && hostGone(view) && !gone) found.push("pass-host");
  return found;
}

/** @param {View} view */
function hostGone(view) {
  const host = view.seats.find((seat) => seat.host);
  return Boolean(host?.away || host?.left);
}

/**
 * @param {import("./host.js").RoomHost} host
 * @param {View} view
 * @param {number} seat
 * @param {readonly number[] | null} present
 */
export function seatActions(host, view, seat, present) {
  const { t } = words;
  const names = possible(view, seat, present);
  if (names.length === 0) return null;
  const name = seatName(view, seat);
  const label = t("shell.seat.more", { name });
  const open = () =>
    openDialog(name, (close) => [
      h(
        "div",
        { class: "stack" },
        ...names.map((action) =>
          h("button", { type: "button", onclick: () => (close(), run(host, view, seat, action)) }, t(`shell.actions.${action}`, { name })),
        ),
      ),
    ]);
  return h("button", { type: "button", class: "quiet small seat-more", id: `seat-more-${seat}`, "aria-label": label, onclick: open }, icon("more"));
}

/**
 * @param {import("./host.js").RoomHost} host
 * @param {View} view
 * @param {number} seat
 * @param {string} action
 */
function run(host, view, seat, action) {
  const { t } = words;
  const name = seatName(view, seat);
  if (action === "rename") return openRename(name, (wish) => host.send("rename", { seat, name: wish }));
  if (action === "device") return openOffer(host, view.match, seat);
  if (action === "back") return void host.send("back");
  if (action === "stand-in") return void host.send("stand-in", { seat });
  if (view.you?.includes(seat)) return void host.send("pass-host", { seat });
  askFirst(t("shell.actions.pass-host", { name }), t("shell.actions.pass-host-text", { name }), t("shell.actions.pass-host-yes"), () => void host.send("pass-host", { seat }));
}

/**
 * Ask for a name.
 *
 * @param {string} name
 * @param {(name: string) => void} done
 * @param {string} [title]
 */
export function openRename(name, done, title = words.t("shell.name.title")) {
  const { t } = words;
  openDialog(title, (close) => {
    const input = h("input", { value: name, maxlength: LONGEST, required: true, autocomplete: "nickname" });
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      close();
      done(input.value.trim());
    };
    return [
      h(
        "form",
        { class: "stack", onsubmit: send },
        h("label", { class: "field" }, h("span", {}, t("shell.name.label")), input),
        h("button", { class: "strong" }, t("shell.ok")),
      ),
    ];
  });
}

/**
 * Offer a seat to another device, with a code that is drawn here.
 *
 * @param {import("./host.js").RoomHost} host
 * @param {string} match
 * @param {number} seat
 */
function openOffer(host, match, seat) {
  const { t } = words;
  const code = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  openDialog(t("shell.offer.title"), () => {
    const body = h("div", { class: "stack" }, h("p", { class: "soft" }, t("shell.room.joining")));
    host
      .command("offer", { seat, code })
      .then(() => replace(body, h("p", {}, t("shell.offer.text")), shareField(tableAddress(match, code)), qrCode(match, code)), () => {});
    return [body];
  });
}
