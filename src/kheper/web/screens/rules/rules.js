/** The rules of a game: short, with pictures, in the reader's language. */

import { rulesPicture } from "../../looks/rules-pictures.js";
import { h } from "../../ui/dom.js";
import { words } from "../../i18n/words.js";

/**
 * @typedef {{id: string, title: string, text?: string[], picture?: string, list?: string[]}} Section
 */

/**
 * @param {import("../../routes.js").Route} to
 * @returns {Promise<Shown>}
 */
export async function screen(to) {
  const { t } = words;
  const game = to.game ?? "scarabya";
  const other = game === "scarabya" ? "scarab" : "scarabya";
  const title = t("shell.rules.title", { game: t(`shell.games.${game}.name`) });
  const element = h(
    "article",
    { class: "rules" },
    h("h1", {}, title),
    h("p", {}, h("a", { href: `#rules/${other}` }, t("shell.rules.title", { game: t(`shell.games.${other}.name`) }))),
    await rulesBody(game),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button strong", href: `#guide/${game}` }, t("shell.home.guide")),
      h("a", { class: "button quiet", href: "#" }, t("shell.room.home")),
    ),
  );
  return { element, title };
}

/**
 * Return the rules themselves, with a list of what is in them.
 *
 * @param {GameName} game
 */
export async function rulesBody(game) {
  await words.load("rules");
  const sections = /** @type {Section[]} */ (/** @type {unknown} */ (words.entry(`rules.${game}`) ?? []));
  const parts = sections.map(section);
  const links = sections.map(({ title }, n) =>
    h("li", {}, h("button", { type: "button", class: "quiet small", onclick: () => show(parts[n]) }, title)),
  );
  return h(
    "div",
    { class: "rules-body" },
    h("nav", { class: "rules-contents", "aria-label": words.t("shell.rules.contents") }, h("ol", {}, ...links)),
    h("div", { class: "rules-sections" }, ...parts),
  );
}

/** @param {HTMLElement | undefined} part */
function show(part) {
  part?.scrollIntoView({ block: "start" });
  part?.querySelector("h2")?.focus({ preventScroll: true });
}

/** @param {Section} given */
function section({ id, title, text = [], picture, list = [] }) {
  const drawing = picture ? rulesPicture(picture) : null;
  return h(
    "section",
    { class: "rules-section", "data-section": id },
    h("h2", { tabindex: -1 }, title),
    ...text.map((line) => h("p", {}, line)),
    drawing && h("figure", { class: "rules-picture" }, drawing),
    list.length > 0 && h("ul", {}, ...list.map((line) => h("li", {}, line))),
  );
}
