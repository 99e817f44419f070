/** The top bar: home, the rules, the guest's name, the preferences. */

import { words } from "../i18n/words.js";
import * as guest from "../net/guest.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";

/**
 * Return the content of the top bar.
 *
 * @param {GameName} game whose rules are linked
 * @param {{openName: () => void, openPreferences: () => void}} dialogs
 */
export function topBar(game, { openName, openPreferences }) {
  const { t } = words;
  const name = guest.name();
  return [
    h("a", { class: "brand", href: "#" }, h("img", { src: "icon.svg", alt: "", width: 28, height: 28 }), "Kheper"),
    h(
      "nav",
      { class: "top-links", "aria-label": t("page.top.links") },
      h("a", { class: "button quiet", href: `#rules/${game}` }, icon("book"), label(t("page.top.rules"))),
      name &&
        h(
          "button",
          { class: "quiet", type: "button", "aria-label": t("page.top.name", { name }), onclick: openName },
          icon("person"),
          label(name),
        ),
      h("button", { class: "quiet", type: "button", onclick: openPreferences }, icon("gear"), label(t("page.top.preferences"))),
    ),
  ];
}

/** @param {string} text */
function label(text) {
  return h("span", { class: "top-label" }, text);
}
