/** Modal dialogs, closed by Escape, by a click beside them, or by their button. */

import { words } from "../i18n/words.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";

/**
 * Open a dialog.
 *
 * @param {string} title
 * @param {(close: () => void) => Node[]} content
 * @param {string} [kind] another class
 */
export function openDialog(title, content, kind = "") {
  const close = () => dialog.close();
  const heading = h("h2", { id: "dialog-title" }, title);
  const cross = h(
    "button",
    { class: "quiet dialog-cross", type: "button", "aria-label": words.t("page.close"), onclick: close },
    icon("cross"),
  );
  const dialog = h(
    "dialog",
    {
      class: `dialog ${kind}`,
      "aria-labelledby": "dialog-title",
      onclick: (/** @type {MouseEvent} */ event) => event.target === dialog && close(),
      onclose: () => dialog.remove(),
    },
    h("div", { class: "dialog-body" }, h("div", { class: "dialog-head" }, heading, cross), ...content(close)),
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Ask for confirmation before something that cannot be undone.
 *
 * @param {string} title
 * @param {string} question
 * @param {string} yes what the button says
 * @param {() => void} run
 */
export function askFirst(title, question, yes, run) {
  openDialog(title, (close) => [
    h("p", {}, question),
    h(
      "div",
      { class: "row dialog-foot" },
      h("button", { type: "button", onclick: close }, words.t("page.cancel")),
      h("button", { type: "button", class: "strong", onclick: () => (close(), run()) }, yes),
    ),
  ]);
}
