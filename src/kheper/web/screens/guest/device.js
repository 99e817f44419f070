/** The screen behind a link from another device: become the same guest here. */

import { words } from "../../i18n/words.js";
import * as guest from "../../net/guest.js";
import { h } from "../../ui/dom.js";
import { notice, refused } from "../../ui/notices.js";

/**
 * @param {import("../../routes.js").Route} to
 * @returns {PageScreen}
 */
export function screen(to) {
  const { t } = words;
  const code = to.code ?? "";
  history.replaceState(null, "", "#");
  const come = async () => {
    const name = await guest.takeOver(code);
    notice(t("page.device.welcome", { name }));
    dispatchEvent(new Event("hashchange"));
  };
  const before = guest.name();
  const element = h(
    "div",
    { class: "room-message stack" },
    h("h1", {}, t("page.device.title")),
    h("p", {}, before ? t("page.device.instead", { name: before }) : t("page.device.text")),
    h("div", { class: "row" }, h("button", { type: "button", class: "strong", onclick: () => come().catch(refused) }, t("page.device.come")), h("a", { class: "button", href: "#", onclick: () => dispatchEvent(new Event("hashchange")) }, t("page.cancel"))),
  );
  return { element, title: t("page.device.title") };
}
