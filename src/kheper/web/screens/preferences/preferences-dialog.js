/** The dialog for the preferences: language, looks, motion, sound, confirmation of moves. */

import { LANGUAGES, words } from "../../i18n/words.js";
import { openDialog } from "../../ui/dialog.js";
import { h, replace } from "../../ui/dom.js";
import { CONFIRMS, MOTIONS, THEMES, WORLDS, change, preferences } from "../../ui/preferences.js";
import { sound } from "../../ui/sound.js";

const { t } = words;

/** Open the dialog; every choice takes effect at once. */
export function openPreferences() {
  const body = h("div", { class: "stack preferences" });
  const draw = () => replace(body, ...fields(draw));
  draw();
  const dialog = openDialog(t("page.preferences.title"), () => [body]);
  const spoken = () => {
    replace(/** @type {Element} */ (dialog.querySelector("h2")), t("page.preferences.title"));
    draw();
    body.querySelector("select")?.focus();
  };
  addEventListener("kheper-language", spoken);
  dialog.addEventListener("close", () => removeEventListener("kheper-language", spoken));
}

/** @param {() => void} draw */
function fields(draw) {
  const seconds = h("input", {
    type: "number",
    min: 1,
    max: 30,
    value: preferences.seconds,
    "aria-label": t("page.preferences.seconds"),
    onchange: () => change({ seconds: Number(seconds.value) }),
  });
  return [
    language(),
    choice("theme", THEMES, draw),
    choice("world", WORLDS, draw),
    choice("motion", MOTIONS, draw),
    choice("confirm", CONFIRMS, draw),
    preferences.confirm === "after" && h("label", { class: "preferences-seconds" }, t("page.preferences.seconds"), seconds),
    toggle(),
  ];
}

function language() {
  const select = h(
    "select",
    { onchange: () => change({ language: select.value }) },
    h("option", { value: "" }, t("page.preferences.language-auto")),
    ...Object.entries(LANGUAGES).map(([code, name]) =>
      h("option", { value: code, lang: code, selected: preferences.language === code }, name),
    ),
  );
  return h("label", { class: "field" }, h("span", {}, t("page.preferences.language")), select);
}

/**
 * @param {"theme" | "world" | "motion" | "confirm"} name
 * @param {readonly string[]} values
 * @param {() => void} draw
 */
function choice(name, values, draw) {
  return h(
    "fieldset",
    { class: "choices" },
    h("legend", {}, t(`page.preferences.${name}`)),
    ...values.map((value) => {
      const input = h("input", {
        type: "radio",
        name: `preference-${name}`,
        value,
        checked: preferences[name] === value,
        onchange: () => {
          change({ [name]: value });
          if (name === "confirm") {
            draw();
            /** @type {HTMLElement | null} */ (document.querySelector(`[name="preference-confirm"][value="${value}"]`))?.focus();
          }
        },
      });
      return h("label", { class: "choice" }, input, t(`page.preferences.${name}s.${value}`));
    }),
  );
}

function toggle() {
  const input = h("input", {
    type: "checkbox",
    checked: preferences.sound,
    onchange: () => {
      change({ sound: input.checked });
      sound("area");
    },
  });
  return h("label", {}, input, t("page.preferences.sound"));
}
