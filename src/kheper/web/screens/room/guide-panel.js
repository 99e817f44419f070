/** The guide beside the board: one step at a time, each until its trigger happens. */

import { words } from "../../i18n/words.js";
import { h } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { advanced, triggers } from "./guide-steps.js";

const KEY = "kheper.guide";

/**
 * Show the guide beside a match.
 *
 * @param {string} match
 */
export function guide(match) {
  sessionStorage.setItem(KEY, JSON.stringify({ match, at: 0 }));
}

/** @returns {{match: string, at: number}} */
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "") ?? { match: "", at: 0 };
  } catch {
    return { match: "", at: 0 };
  }
}

/**
 * @param {RoomPage} page
 * @param {string} match
 * @param {GameName} game
 */
export async function guidePanel(page, match, game) {
  const { t } = words;
  const isGuided = kept().match === match;
  if (isGuided) await words.load("guide");
  const steps = /** @type {import("./guide-steps.js").Step[]} */ (
    /** @type {unknown} */ ((isGuided && words.entry(`guide.${game}`)) || [])
  );
  const text = h("p", { "aria-live": "polite" });
  const count = h("span", { class: "soft number" });
  const next = h("button", { type: "button", class: "small", onclick: () => go(at + 1) });
  const back = h("button", { type: "button", class: "small", onclick: () => go(at - 1) }, t("page.guide.back"));
  const end = h("button", { type: "button", class: "small quiet guide-end", onclick: () => go(steps.length) }, icon("cross"), h("span", { class: "guide-label" }, t("page.guide.end")));
  const element = h("section", { class: "guide", "aria-label": t("page.guide.label") }, text, h("div", { class: "row" }, count, back, next, end));
  let at = isGuided ? kept().at : steps.length;

  /** @param {number} to */
  function go(to) {
    at = to;
    sessionStorage.setItem(KEY, JSON.stringify({ match, at }));
    show();
  }

  function show() {
    const step = steps[at];
    element.hidden = !step;
    if (!step) return;
    if (text.textContent !== step.text) text.textContent = step.text;
    back.disabled = at === 0;
    // A step that waits for an action does not offer "next" as the main button.
    const waits = step.until !== "next";
    next.textContent = waits ? t("page.guide.skip") : t("page.guide.next");
    next.classList.toggle("strong", !waits);
    count.textContent = `${at + 1}/${steps.length}`;
  }

  /** @param {string} trigger */
  function happened(trigger) {
    const to = advanced(steps, at, trigger);
    if (to !== at) go(to);
  }

  page.onHappened = happened;
  show();
  return {
    element,
    /** @param {View} view @param {News[]} news */
    draw(view, news) {
      for (const trigger of triggers(view, news)) happened(trigger);
    },
  };
}
