/** The rules of a game, with pictures. */

import { games } from "../../games/registry.js";
import { words } from "../../i18n/words.js";
import { rulesPicture } from "../../looks/rules-picture.js";
import { h } from "../../ui/dom.js";

/**
 * @typedef {{id: string, title: string, text?: string[], picture?: string, list?: string[]}} Section
 */

/**
 * @param {import("../../routes.js").Route} to
 * @returns {Promise<PageScreen>}
 */
export async function screen(to) {
  const { t } = words;
  const game = /** @type {GameName} */ (to.game);
  const others = Object.keys(games).filter((each) => each !== game);
  const title = t("page.rules.title", { game: t(`page.games.${game}.name`) });
  const element = h(
    "article",
    { class: "rules" },
    h("h1", {}, title),
    ...others.map((other) => h("p", {}, h("a", { href: `#rules/${other}` }, t("page.rules.title", { game: t(`page.games.${other}.name`) })))),
    await rulesBody(game),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button strong", href: `#guide/${game}` }, t("page.home.guide")),
      h("a", { class: "button quiet", href: "#" }, t("page.room.home")),
    ),
  );
  return { element, title };
}

/**
 * Return the rules with a table of contents.
 *
 * @param {GameName} game
 */
export async function rulesBody(game) {
  await words.load("rules");
  const sections = /** @type {Section[]} */ (/** @type {unknown} */ (words.entry(`rules.${game}`) ?? []));
  const parts = sections.map((each) => section(each, games[game].rulesPictures));
  const links = sections.map(({ title }, n) =>
    h("li", {}, h("button", { type: "button", class: "quiet small", onclick: () => show(parts[n]) }, title)),
  );
  return h(
    "div",
    { class: "rules-body" },
    h("nav", { class: "rules-contents", "aria-label": words.t("page.rules.contents") }, h("ol", {}, ...links)),
    h("div", { class: "rules-sections" }, ...parts),
  );
}

/** @param {HTMLElement | undefined} part */
function show(part) {
  part?.scrollIntoView({ block: "start" });
  part?.querySelector("h2")?.focus({ preventScroll: true });
}

/**
 * @param {Section} given
 * @param {Record<string, RulesPicture>} pictures
 */
function section({ id, title, text = [], picture = "", list = [] }, pictures) {
  const drawing = pictures[picture] && rulesPicture(picture, pictures[picture]);
  return h(
    "section",
    { class: "rules-section", "data-section": id },
    h("h2", { tabindex: -1 }, title),
    ...text.map((line) => h("p", {}, line)),
    drawing && h("figure", { class: "rules-picture" }, drawing),
    list.length > 0 && h("ul", {}, ...list.map((line) => h("li", {}, line))),
  );
}
