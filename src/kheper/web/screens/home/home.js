/** The home screen: play now, set up a match, continue one, or open a record. */

import { kindsOf } from "../../games/kinds.js";
import { games } from "../../games/registry.js";
import { LEVELS, levelName } from "../../i18n/names.js";
import { words } from "../../i18n/words.js";
import { ask } from "../../net/api.js";
import * as guest from "../../net/guest.js";
import { h } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { refused } from "../../ui/notices.js";
import { firstPlan, wishOf } from "../setup/plan.js";
import { openSetup } from "../setup/setup-dialog.js";
import { continued, openTables } from "./match-lists.js";

const GAMES = /** @type {GameName[]} */ (Object.keys(games));
const LEVEL_KEY = "kheper.level";
const USUAL_LEVEL = 2;

/** @returns {PageScreen} */
export function screen() {
  const { t } = words;
  const lists = [continued(), openTables()];
  const element = h(
    "div",
    { class: "home" },
    h("header", { class: "home-head" }, h("h1", {}, t("page.home.title")), h("p", { class: "soft" }, t("page.home.text"))),
    lists[0]?.element ?? null,
    h("div", { class: "home-games" }, ...GAMES.map(gameCard)),
    opponent(),
    lists[1]?.element ?? null,
    looking(),
  );
  return { element, title: "", close: () => lists.forEach((list) => list.close()) };
}

/** Return the bots' level that was chosen last. */
function level() {
  const kept = Number(localStorage.getItem(LEVEL_KEY));
  return LEVELS.includes(kept) ? kept : USUAL_LEVEL;
}

/** @param {GameName} game */
function gameCard(game) {
  const { t } = words;
  return h(
    "section",
    { class: "game card", "aria-labelledby": `home-${game}` },
    games[game].artwork(),
    h(
      "div",
      { class: "game-body" },
      h("h2", { id: `home-${game}` }, t(`page.games.${game}.name`)),
      h("p", {}, t(`page.games.${game}.text`)),
      h("ul", { class: "kinds" }, ...kindsOf(game).map((kind) => h("li", {}, kindButton(kind)))),
      h(
        "div",
        { class: "row game-foot" },
        h("a", { class: guest.name() ? "button" : "button strong", href: `#guide/${game}` }, icon("flag"), t("page.home.guide")),
        h("button", { type: "button", onclick: () => openSetup(game, level()) }, icon("person"), t("page.home.set")),
        h("a", { class: "button quiet", href: `#rules/${game}` }, icon("book"), t("page.home.rules")),
      ),
    ),
  );
}

/** @param {string} kind */
function kindButton(kind) {
  const { t } = words;
  const button = h(
    "button",
    {
      type: "button",
      class: "kind",
      "data-kind": kind,
      onclick: () => {
        button.disabled = true;
        playNow(kind)
          .catch(refused)
          .finally(() => (button.disabled = false));
      },
    },
    h(
      "span",
      { class: "kind-words" },
      h("strong", {}, t(`page.kinds.${kind}.name`)),
      h("span", { class: "soft" }, t(`page.kinds.${kind}.text`)),
    ),
    h("span", { class: "kind-play" }, icon("play"), t("page.home.play")),
  );
  return button;
}

/** @param {string} kind */
async function playNow(kind) {
  await guest.ensure();
  const { match } = await ask("POST", "matches", wishOf(firstPlan(kind, level())));
  location.hash = `t/${match}`;
}

function opponent() {
  const { t } = words;
  const character = h("span", { class: "soft" }, t(`bots.${level()}.character`));
  const select = h(
    "select",
    {
      id: "home-level",
      onchange: () => {
        localStorage.setItem(LEVEL_KEY, select.value);
        character.textContent = t(`bots.${select.value}.character`);
      },
    },
    ...LEVELS.map((n) => h("option", { value: n, selected: n === level() }, levelName(n))),
  );
  return h("div", { class: "home-level" }, h("label", { for: "home-level" }, t("page.home.level")), select, character);
}

function looking() {
  const { t } = words;
  return h(
    "section",
    { class: "home-more row", "aria-label": t("page.home.more") },
    h("a", { class: "button", href: "#replay" }, icon("eye"), t("page.home.record")),
    ...GAMES.map((game) => h("a", { class: "button", href: `#editor/${game}` }, t(`page.games.${game}.editor`))),
  );
}
