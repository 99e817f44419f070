/** What was settled for a table, in words. */

import { h } from "../../ui/dom.js";
import { botName } from "../../i18n/names.js";
import { words } from "../../i18n/words.js";
import { OPTIONS } from "../setup/plan.js";

/**
 * Return the terms and rules of a table that are not the usual ones, and the clock.
 *
 * @param {View} view
 */
export function summary(view) {
  const { t } = words;
  const { clock = {}, watchers, stand_in, arrange, listed } = view.terms;
  /** @type {[string, string][]} */
  const lines = Object.entries(view.settings)
    .filter(([name]) => name in OPTIONS)
    .map(([name, value]) => [t(`shell.options.${name}.label`), t(`shell.options.${name}.${value}`)]);
  if (["boards", "site", "position"].some((name) => name in view.settings)) lines.push([t("shell.material.label"), t("shell.material.own")]);
  lines.push([t("shell.terms.clock"), clockWords(clock)]);
  if (arrange) lines.push([t("shell.terms.arrange"), t("shell.yes")]);
  if (watchers) lines.push([t("shell.terms.watchers"), t(`shell.terms.watching.${watchers}`)]);
  if (stand_in) lines.push([t("shell.terms.stand_in"), botName(stand_in)]);
  if (listed) lines.push([t("shell.terms.listed"), t("shell.yes")]);
  return lines.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]);
}

/** @param {ClockTerms} clock */
function clockWords(clock) {
  const { t } = words;
  if (clock.kind === "days") return t("shell.terms.days-count", { count: clock.days ?? 0 });
  if (clock.kind !== "live") return t("shell.terms.clocks.none");
  const minutes = t("shell.terms.minutes-count", { count: (clock.seconds ?? 0) / 60 });
  return `${minutes} + ${t("shell.terms.seconds-count", { count: clock.increment ?? 0 })}`;
}
