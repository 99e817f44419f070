/** The screen before the guided first game, against an easy bot. */

import { games } from "../../games/registry.js";
import { words } from "../../i18n/words.js";
import { rulesPicture } from "../../looks/rules-picture.js";
import { ask } from "../../net/api.js";
import * as guest from "../../net/guest.js";
import { h } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { refused } from "../../ui/notices.js";
import { guide } from "../room/guide-panel.js";
import { firstPlan, wishOf } from "../setup/plan.js";

const EASIEST = 1;

/**
 * @param {import("../../routes.js").Route} to
 * @returns {Promise<PageScreen>}
 */
export async function screen(to) {
  const { t } = words;
  const game = /** @type {GameName} */ (to.game);
  const { picture } = games[game].guide;
  await words.load("rules");
  const story = /** @type {import("../rules/rules.js").Section[]} */ (/** @type {unknown} */ (words.entry(`rules.${game}`) ?? []));
  const name = t(`page.games.${game}.name`);
  const part = (/** @type {string} */ wanted) => story.find(({ id }) => id === wanted)?.text ?? [];
  const opening = [part("story").at(-1), part("goal")[0]];
  const element = h(
    "article",
    { class: "rules guide-screen" },
    h("h1", {}, t("page.guide.title", { game: name })),
    ...opening.map((line) => h("p", {}, line)),
    h("figure", { class: "rules-picture" }, rulesPicture(picture, /** @type {RulesPicture} */ (games[game].rulesPictures[picture]))),
    h("p", {}, t("page.guide.text")),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "strong", onclick: () => begin(game).catch(refused) }, icon("play"), t("page.guide.begin")),
      h("a", { class: "button", href: `#rules/${game}` }, icon("book"), t("page.home.rules")),
      h("a", { class: "button quiet", href: "#" }, t("page.room.home")),
    ),
  );
  return { element, title: t("page.guide.title", { game: name }) };
}

/** @param {GameName} game */
async function begin(game) {
  await guest.ensure();
  const plan = firstPlan(games[game].guide.kind, EASIEST);
  const { match } = await ask("POST", "matches", wishOf(plan));
  guide(match);
  location.hash = `t/${match}`;
}
