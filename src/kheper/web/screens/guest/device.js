/** Arriving with a code from another device. */

import { h } from "../../ui/dom.js";
import * as guest from "../../net/guest.js";
import { notice, refused } from "../../ui/notices.js";
import { words } from "../../i18n/words.js";

/**
 * @param {import("../../routes.js").Route} to
 * @returns {Shown}
 */
export function screen(to) {
  const { t } = words;
  const code = to.code ?? "";
  history.replaceState(null, "", "#");
  const come = async () => {
    const name = await guest.comeAlong(code);
    notice(t("shell.device.welcome", { name }));
    dispatchEvent(new Event("hashchange"));
  };
  const before = guest.name();
  const element = h(
    "div",
    { class: "room-message stack" },
    h("h1", {}, t("shell.device.title")),
    h("p", {}, before ? t("shell.device.instead", { name: before }) : t("shell.device.text")),
    h("div", { class: "row" }, h("button", { type: "button", class: "strong", onclick: () => come().catch(refused) }, t("shell.device.come")), h("a", { class: "button", href: "#", onclick: () => dispatchEvent(new Event("hashchange")) }, t("shell.cancel"))),
  );
  return { element, title: t("shell.device.title") };
}
