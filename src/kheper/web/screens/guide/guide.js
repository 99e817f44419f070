/** The first game, with a guide beside it: an easy bot, and a step at a time. */

import { rulesPicture } from "../../looks/rules-pictures.js";
import { ask } from "../../net/api.js";
import { h } from "../../ui/dom.js";
import * as guest from "../../net/guest.js";
import { icon } from "../../ui/icons.js";
import { refused } from "../../ui/notices.js";
import { words } from "../../i18n/words.js";
import { firstPlan, wishOf } from "../setup/plan.js";
import { guide } from "../room/guide-panel.js";

const EASIEST = 1;
const PICTURES = { scarabya: "area", scarab: "line" };

/**
 * @param {import("../../routes.js").Route} to
 * @returns {Promise<Shown>}
 */
export async function screen(to) {
  const { t } = words;
  const game = to.game ?? "scarabya";
  await words.load("rules");
  const story = /** @type {import("../rules/rules.js").Section[]} */ (/** @type {unknown} */ (words.entry(`rules.${game}`) ?? []));
  const name = t(`shell.games.${game}.name`);
  const part = (/** @type {string} */ wanted) => story.find(({ id }) => id === wanted)?.text ?? [];
  const opening = [part("story").at(-1), part("goal")[0]];
  const element = h(
    "article",
    { class: "rules guide-screen" },
    h("h1", {}, t("shell.guide.title", { game: name })),
    ...opening.map((line) => h("p", {}, line)),
    h("figure", { class: "rules-picture" }, rulesPicture(PICTURES[game])),
    h("p", {}, t("shell.guide.text")),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "strong", onclick: () => begin(game).catch(refused) }, icon("play"), t("shell.guide.begin")),
      h("a", { class: "button", href: `#rules/${game}` }, icon("book"), t("shell.home.rules")),
      h("a", { class: "button quiet", href: "#" }, t("shell.room.home")),
    ),
  );
  return { element, title: t("shell.guide.title", { game: name }) };
}

/** @param {GameName} game */
async function begin(game) {
  await guest.ensure();
  const plan = firstPlan(game === "scarabya" ? "expedition" : "short", EASIEST);
  const { match } = await ask("POST", "matches", wishOf(plan));
  guide(match);
  location.hash = `t/${match}`;
}
