/** The dialog for the guest's name, with a link to be the same guest on another device. */

import { words } from "../../i18n/words.js";
import { ask } from "../../net/api.js";
import * as guest from "../../net/guest.js";
import { openDialog } from "../../ui/dialog.js";
import { h, replace } from "../../ui/dom.js";
import { nameForm } from "../../ui/name-form.js";
import { notice, refused } from "../../ui/notices.js";
import { shareField } from "../../ui/share.js";

/** Open the dialog. */
export function openName() {
  const { t } = words;
  openDialog(t("page.name.title"), (close) => {
    const keep = async (/** @type {string} */ wish) => {
      await guest.rename(wish).then((name) => notice(t("page.name.kept", { name })), refused);
      close();
    };
    return [nameForm(guest.name(), t("page.name.keep"), (wish) => void keep(wish)), device()];
  });
}

function device() {
  const { t } = words;
  const box = h("div", { class: "stack" });
  const make = async () => {
    const { code } = await ask("POST", "guest/code");
    const address = `${location.origin}${location.pathname}#device/${code}`;
    replace(box, h("p", { class: "soft" }, t("page.name.device-text")), shareField(address));
  };
  replace(box, h("button", { type: "button", onclick: () => make().catch(refused) }, t("page.name.device")));
  return h("section", { class: "stack name-device" }, h("h3", {}, t("page.name.device-title")), box);
}
