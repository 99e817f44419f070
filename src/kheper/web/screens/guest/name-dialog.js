/** One's name, and the way to be the same guest on another device. */

import { ask } from "../../net/api.js";
import { openDialog } from "../../ui/dialog.js";
import { h, replace } from "../../ui/dom.js";
import * as guest from "../../net/guest.js";
import { notice, refused } from "../../ui/notices.js";
import { words } from "../../i18n/words.js";
import { shareField } from "../../ui/share.js";

const LONGEST = 24;

/** Open the dialog. */
export function openName() {
  const { t } = words;
  openDialog(t("shell.name.title"), (close) => {
    const input = h("input", { value: guest.name(), maxlength: LONGEST, autocomplete: "nickname", required: true });
    const keep = async (/** @type {Event} */ event) => {
      event.preventDefault();
      await guest.rename(input.value).then((name) => notice(t("shell.name.kept", { name })), refused);
      close();
    };
    return [
      h(
        "form",
        { class: "stack", onsubmit: keep },
        h("label", { class: "field" }, h("span", {}, t("shell.name.label")), input),
        h("button", { class: "strong" }, t("shell.name.keep")),
      ),
      device(),
    ];
  });
}

function device() {
  const { t } = words;
  const box = h("div", { class: "stack" });
  const make = async () => {
    const { code } = await ask("POST", "guest/code");
    const address = `${location.origin}${location.pathname}#device/${code}`;
    replace(box, h("p", { class: "soft" }, t("shell.name.device-text")), shareField(address));
  };
  replace(box, h("button", { type: "button", onclick: () => make().catch(refused) }, t("shell.name.device")));
  return h("section", { class: "stack name-device" }, h("h3", {}, t("shell.name.device-title")), box);
}
