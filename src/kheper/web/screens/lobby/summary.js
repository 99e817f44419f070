/** The settings and terms of a match, in words. */

import { OPTIONS } from "../../games/kinds.js";
import { games } from "../../games/registry.js";
import { botName } from "../../i18n/names.js";
import { words } from "../../i18n/words.js";
import { h } from "../../ui/dom.js";

/**
 * Return the rules and terms that are not the default, and the clock.
 *
 * @param {View} view
 */
export function summary(view) {
  const { t } = words;
  const { clock = {}, watchers, stand_in, arrange, listed } = view.terms;
  /** @type {[string, string][]} */
  const lines = Object.entries(view.settings)
    .filter(([name]) => name in OPTIONS)
    .map(([name, value]) => [t(`page.options.${name}.label`), t(`page.options.${name}.${value}`)]);
  if (games[view.game].materialSettings.some((name) => name in view.settings)) lines.push([t("page.material.label"), t("page.material.own")]);
  lines.push([t("page.terms.clock"), clockWords(clock)]);
  if (arrange) lines.push([t("page.terms.arrange"), t("page.yes")]);
  if (watchers) lines.push([t("page.terms.watchers"), t(`page.terms.watching.${watchers}`)]);
  if (stand_in) lines.push([t("page.terms.stand_in"), botName(stand_in)]);
  if (listed) lines.push([t("page.terms.listed"), t("page.yes")]);
  return lines.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]);
}

/** @param {ClockTerms} clock */
function clockWords(clock) {
  const { t } = words;
  if (clock.kind === "days") return t("page.terms.days-count", { count: clock.days ?? 0 });
  if (clock.kind !== "live") return t("page.terms.clocks.none");
  const minutes = t("page.terms.minutes-count", { count: (clock.seconds ?? 0) / 60 });
  return `${minutes} + ${t("page.terms.seconds-count", { count: clock.increment ?? 0 })}`;
}
