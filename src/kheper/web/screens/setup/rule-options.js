/** The rules in the set-up dialog: where editions differ, both can be played. */

import { OPTIONS, optionsOf } from "../../games/kinds.js";
import { words } from "../../i18n/words.js";
import { h } from "../../ui/dom.js";

/**
 * @param {import("./plan.js").Plan} plan
 * @param {(plan: import("./plan.js").Plan) => void} choose
 */
export function rules(plan, choose) {
  const { t } = words;
  const names = optionsOf(plan.kind).filter((name) => !OPTIONS[name]?.onlyArranged || plan.terms.arrange);
  return h(
    "fieldset",
    { class: "stack" },
    h("legend", {}, t("page.setup.rules")),
    ...names.map((name) => {
      const choices = OPTIONS[name]?.choices ?? [];
      const chosen = plan.options[name] ?? choices[0];
      const select = h(
        "select",
        {
          id: `setting-${name}`,
          onchange: () => choose({ ...plan, options: { ...plan.options, [name]: select.value } }),
        },
        ...choices.map((value) =>
          h("option", { value, selected: value === chosen }, t(`page.options.${name}.${value}`)),
        ),
      );
      return h("label", { class: "field" }, h("span", {}, t(`page.options.${name}.label`)), select);
    }),
  );
}
