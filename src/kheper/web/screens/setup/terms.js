/** The terms in the set-up dialog: clock, spectators, stand-ins, arranging, listing. */

import { LEVELS, levelName } from "../../i18n/names.js";
import { words } from "../../i18n/words.js";
import { h } from "../../ui/dom.js";

/** @typedef {import("./plan.js").Plan} Plan */

const MINUTES = [1, 3, 5, 10, 15, 20, 30, 60];
const INCREMENTS = [0, 2, 5, 10, 20, 30, 60];
const DAYS = [1, 2, 3, 5, 7, 14];

/**
 * @param {Plan} plan
 * @param {(plan: Plan) => void} choose
 */
export function terms(plan, choose) {
  const { t } = words;
  const set = (/** @type {Partial<Terms>} */ changes) => choose({ ...plan, terms: { ...plan.terms, ...changes } });
  const { clock = {}, watchers = "talk", stand_in = 3, arrange = false, listed = false } = plan.terms;
  return h(
    "fieldset",
    { class: "stack" },
    h("legend", {}, t("page.setup.terms")),
    toggle("arrange", arrange, (checked) => set({ arrange: checked })),
    select("clock", clock.kind ?? "none", ["none", "live", "days"], (kind) => set({ clock: clockOf(kind) }), (kind) => t(`page.terms.clocks.${kind}`)),
    clock.kind === "live" && live(clock, set),
    clock.kind === "days" && number("days", clock.days ?? 3, DAYS, (days) => set({ clock: { kind: "days", days } }), (count) => t("page.terms.days-count", { count })),
    select("watchers", watchers, ["talk", "watch", "none"], (value) => set({ watchers: /** @type {"talk"} */ (value) }), (value) => t(`page.terms.watching.${value}`)),
    number("stand_in", stand_in, LEVELS, (level) => set({ stand_in: level }), levelName),
    toggle("listed", listed, (checked) => set({ listed: checked })),
  );
}

/**
 * @param {string} kind
 * @returns {ClockTerms}
 */
function clockOf(kind) {
  if (kind === "live") return { kind, seconds: 600, increment: 5 };
  return kind === "days" ? { kind, days: 3 } : { kind: "none" };
}

/**
 * @param {ClockTerms} clock
 * @param {(changes: Partial<Terms>) => void} set
 */
function live(clock, set) {
  const { t } = words;
  const { seconds = 600, increment = 5 } = clock;
  return h(
    "div",
    { class: "row" },
    number("minutes", seconds / 60, MINUTES, (n) => set({ clock: { kind: "live", seconds: n * 60, increment } }), (count) => t("page.terms.minutes-count", { count })),
    number("increment", increment, INCREMENTS, (n) => set({ clock: { kind: "live", seconds, increment: n } }), (count) => t("page.terms.seconds-count", { count })),
  );
}

/**
 * @param {string} name
 * @param {boolean} checked
 * @param {(checked: boolean) => void} changed
 */
function toggle(name, checked, changed) {
  const input = h("input", { type: "checkbox", id: `setting-${name}`, checked, onchange: () => changed(input.checked) });
  return h("label", {}, input, words.t(`page.terms.${name}`));
}

/**
 * @param {string} name
 * @param {number} value
 * @param {readonly number[]} values
 * @param {(value: number) => void} changed
 * @param {(value: number) => string} text
 */
function number(name, value, values, changed, text) {
  const all = values.includes(value) ? values : [...values, value].sort((a, b) => a - b);
  return select(name, String(value), all.map(String), (chosen) => changed(Number(chosen)), (each) => text(Number(each)));
}

/**
 * @param {string} name
 * @param {string} value
 * @param {readonly string[]} values
 * @param {(value: string) => void} changed
 * @param {(value: string) => string} text
 */
function select(name, value, values, changed, text) {
  const element = h(
    "select",
    { id: `setting-${name}`, onchange: () => changed(element.value) },
    ...values.map((each) => h("option", { value: each, selected: each === value }, text(each))),
  );
  return h("label", { class: "field" }, h("span", {}, words.t(`page.terms.${name}`)), element);
}
