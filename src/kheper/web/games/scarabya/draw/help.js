/** The help panel: how to move a tile by mouse, keys and finger. */

import { h } from "../../../ui/dom.js";

const KEYS = [
  ["↑ ↓ ← →", "move"], ["Shift + ↑ ↓ ← →", "further"], ["Space", "ways"], ["Shift + Space", "ways-back"],
  ["N", "legal"], ["Shift + N", "legal-back"], ["Enter", "place"], ["Esc", "clear"],
];

/** @param {Page} page */
export function help({ t }) {
  return h(
    "details",
    { class: "scarabya-help card" },
    h("summary", {}, t("scarabya.help.title")),
    h("p", {}, t("scarabya.help.mouse")),
    h("p", {}, t("scarabya.help.touch")),
    h("dl", {}, KEYS.flatMap(([keys = "", what]) => [
      h("dt", {}, h("kbd", {}, keys)), h("dd", {}, t(`scarabya.help.${what}`)),
    ])),
  );
}
