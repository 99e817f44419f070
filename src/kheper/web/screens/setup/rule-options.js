/** The part of a table's setting that is about rules: where editions differ, both can be played. */

import { h } from "../../ui/dom.js";
import { words } from "../../i18n/words.js";
import { OPTIONS, optionsOf } from "./plan.js";

/**
 * @param {import("./plan.js").Plan} plan
 * @param {(plan: import("./plan.js").Plan) => void} choose
 */
export function rules(plan, choose) {
  const { t } = words;
  const names = optionsOf(plan.kind).filter((name) => name !== "great_explorer" || plan.terms.arrange);
  return h(
    "fieldset",
    { class: "stack" },
    h("legend", {}, t("shell.setting.rules")),
    ...names.map((name) => {
      const chosen = plan.options[name] ?? OPTIONS[name].choices[0];
      const select = h(
        "select",
        {
          id: `setting-${name}`,
          onchange: () => choose({ ...plan, options: { ...plan.options, [name]: select.value } }),
        },
        ...OPTIONS[name].choices.map((value) =>
          h("option", { value, selected: value === chosen }, t(`shell.options.${name}.${value}`)),
        ),
      );
      return h("label", { class: "field" }, h("span", {}, t(`shell.options.${name}.label`)), select);
    }),
  );
}
