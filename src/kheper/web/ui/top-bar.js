/** The head of the page: the way home, the rules, one's name, the preferences. */

import { openName } from "../screens/guest/name-dialog.js";
import { openPreferences } from "../screens/preferences/preferences-dialog.js";
import { h } from "./dom.js";
import * as guest from "../net/guest.js";
import { icon } from "./icons.js";
import { words } from "../i18n/words.js";

/**
 * Return what stands in the head.
 *
 * @param {GameName | null} game the one that is shown, for its rules
 */
export function top(game) {
  const { t } = words;
  const name = guest.name();
  return [
    h("a", { class: "brand", href: "#" }, h("img", { src: "icon.svg", alt: "", width: 28, height: 28 }), "Kheper"),
    h(
      "nav",
      { class: "top-links", "aria-label": t("shell.top.links") },
      h("a", { class: "button quiet", href: `#rules/${game ?? "scarabya"}` }, icon("book"), label(t("shell.top.rules"))),
      name &&
        h(
          "button",
          { class: "quiet", type: "button", "aria-label": t("shell.top.name", { name }), onclick: openName },
          icon("person"),
          label(name),
        ),
      h("button", { class: "quiet", type: "button", onclick: openPreferences }, icon("gear"), label(t("shell.top.preferences"))),
    ),
  ];
}

/** @param {string} text */
function label(text) {
  return h("span", { class: "top-label" }, text);
}
