/** What may be done with a seat in the game: names, bots that stand in, other devices, the host. */

import { askFirst, openDialog } from "../../ui/dialog.js";
import { h, replace } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { seatName } from "../../i18n/names.js";
import { tableAddress } from "../../routes.js";
import { words } from "../../i18n/words.js";
import { qrCode, shareField } from "../../ui/share.js";

const LONGEST = 24;

/** The commands about a seat that have a place in its menu, in the menu's order. */
const COMMANDS = ["rename", "offer", "back", "stand-in", "pass-host"];

/**
 * Return the commands about a seat that the server would accept from the reader now.
 *
 * @param {View} view
 * @param {number} seat
 * @returns {string[]}
 */
export function possible(view, seat) {
  return COMMANDS.filter((command) => view.seats_may?.[seat - 1]?.includes(command));
}

/**
 * @param {import("./room-page.js").RoomHost} host
 * @param {View} view
 * @param {number} seat
 */
export function seatActions(host, view, seat) {
  const { t } = words;
  const names = possible(view, seat);
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
 * @param {import("./room-page.js").RoomHost} host
 * @param {View} view
 * @param {number} seat
 * @param {string} action
 */
function run(host, view, seat, action) {
  const { t } = words;
  const name = seatName(view, seat);
  if (action === "rename") return openRename(name, (wish) => host.send("rename", { seat, name: wish }));
  if (action === "offer") return openOffer(host, view.match, seat);
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
 * @param {import("./room-page.js").RoomHost} host
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
