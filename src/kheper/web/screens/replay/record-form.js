/** The form for a record, as text or as a file. */

import { words } from "../../i18n/words.js";
import { h } from "../../ui/dom.js";
import { refused } from "../../ui/notices.js";

/**
 * @param {(record: string) => Promise<void>} look
 */
export function entering(look) {
  const { t } = words;
  const text = h("textarea", { rows: 10, spellcheck: "false", placeholder: '[Game "Scarabya"]' });
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    look(text.value).catch(refused);
  };
  const read = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    text.value = await file.text();
    await look(text.value).catch(refused);
  };
  const file = h("input", { type: "file", accept: ".txt,.kheper,text/plain", onchange: () => void read(file.files?.[0]) });
  return h(
    "form",
    {
      class: "entering stack",
      onsubmit: send,
      ondragover: (/** @type {DragEvent} */ event) => event.preventDefault(),
      ondrop: (/** @type {DragEvent} */ event) => {
        event.preventDefault();
        void read(event.dataTransfer?.files[0]);
      },
    },
    h("h1", {}, t("page.replay.title")),
    h("p", {}, t("page.replay.text")),
    h("label", { class: "field" }, h("span", {}, t("page.replay.file")), file),
    h("label", { class: "field" }, h("span", {}, t("page.replay.record")), text),
    h("div", { class: "row" }, h("button", { class: "strong" }, t("page.replay.look")), h("a", { class: "button quiet", href: "#" }, t("page.room.home"))),
  );
}
