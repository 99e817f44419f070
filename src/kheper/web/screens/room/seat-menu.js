/** The menu of a seat: rename, another device, a bot that stands in, the host's role. */

import { seatName } from "../../i18n/names.js";
import { words } from "../../i18n/words.js";
import { tableAddress } from "../../routes.js";
import { askFirst, openDialog } from "../../ui/dialog.js";
import { h, replace } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { askName } from "../../ui/name-form.js";
import { qrCode, shareField } from "../../ui/share.js";

/** The commands in a seat's menu, in order. */
const COMMANDS = ["rename", "offer", "back", "stand-in", "pass-host"];

/**
 * Return the commands in a seat's menu that the server would accept now.
 *
 * @param {View} view
 * @param {number} seat
 * @returns {string[]}
 */
export function possible(view, seat) {
  return COMMANDS.filter((command) => view.seats_may?.[seat - 1]?.includes(command));
}

/**
 * @param {RoomPage} page
 * @param {View} view
 * @param {number} seat
 */
export function seatActions(page, view, seat) {
  const { t } = words;
  const names = possible(view, seat);
  if (names.length === 0) return null;
  const name = seatName(view, seat);
  const label = t("page.seat.more", { name });
  const open = () =>
    openDialog(name, (close) => [
      h(
        "div",
        { class: "stack" },
        ...names.map((action) =>
          h("button", { type: "button", onclick: () => (close(), run(page, view, seat, action)) }, t(`page.seat-menu.${action}`, { name })),
        ),
      ),
    ]);
  return h("button", { type: "button", class: "quiet small seat-more", id: `seat-more-${seat}`, "aria-label": label, onclick: open }, icon("more"));
}

/**
 * @param {RoomPage} page
 * @param {View} view
 * @param {number} seat
 * @param {string} action
 */
function run(page, view, seat, action) {
  const { t } = words;
  const name = seatName(view, seat);
  if (action === "rename") return askName(name, (wish) => page.send("rename", { seat, name: wish }));
  if (action === "offer") return openOffer(page, view.match, seat);
  if (action === "back") return void page.send("back");
  if (action === "stand-in") return void page.send("stand-in", { seat });
  if (view.you?.includes(seat)) return void page.send("pass-host", { seat });
  askFirst(t("page.seat-menu.pass-host", { name }), t("page.seat-menu.pass-host-text", { name }), t("page.seat-menu.pass-host-yes"), () => void page.send("pass-host", { seat }));
}

/**
 * Offer a seat to another device, with a new random code.
 *
 * @param {RoomPage} page
 * @param {string} match
 * @param {number} seat
 */
function openOffer(page, match, seat) {
  const { t } = words;
  const code = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  openDialog(t("page.offer.title"), () => {
    const body = h("div", { class: "stack" }, h("p", { class: "soft" }, t("page.room.joining")));
    page
      .command("offer", { seat, code })
      .then(() => replace(body, h("p", {}, t("page.offer.text")), shareField(tableAddress(match, code)), qrCode(match, code)), () => {});
    return [body];
  });
}
