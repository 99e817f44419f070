/** Asks for a name. */

import { words } from "../i18n/words.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";

const LONGEST = 24;

/**
 * Return a form with a field for a name.
 *
 * @param {string} name the present one
 * @param {string} button
 * @param {(name: string) => void} done
 */
export function nameForm(name, button, done) {
  const input = h("input", { value: name, maxlength: LONGEST, required: true, autocomplete: "nickname" });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    done(input.value.trim());
  };
  return h(
    "form",
    { class: "stack", onsubmit: submit },
    h("label", { class: "field" }, h("span", {}, words.t("page.name.label")), input),
    h("button", { class: "strong" }, button),
  );
}

/**
 * Ask for a name in a dialog.
 *
 * @param {string} name the present one
 * @param {(name: string) => void} done
 * @param {string} [title]
 */
export function askName(name, done, title = words.t("page.name.title")) {
  openDialog(title, (close) => [nameForm(name, words.t("page.ok"), (wish) => (close(), done(wish)))]);
}
