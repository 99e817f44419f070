/**
 * The lists on the home screen: the guest's own matches, and open ones to join.
 *
 * @typedef {{element: Element, close: () => void}} List
 */

import { kindsOf } from "../../games/kinds.js";
import { ago } from "../../i18n/names.js";
import { words } from "../../i18n/words.js";
import { ask } from "../../net/api.js";
import * as guest from "../../net/guest.js";
import { h, replace } from "../../ui/dom.js";

const EVERY = 15_000;
const SHOWN = 5;
const GOING = ["open", "arranging", "running"];

/** @returns {List} */
export function continued() {
  const { t } = words;
  return list("page.lists.continue", true, async (heading) => {
    if (!guest.name()) return [];
    const { matches } = /** @type {{matches: Listed[]}} */ (await ask("GET", "guest/matches?limit=30"));
    const going = matches.filter((match) => GOING.includes(match.state));
    heading.hidden = going.length === 0;
    const over = matches.filter((match) => match.state === "over").slice(0, SHOWN);
    return [
      ...going.slice(0, SHOWN).map((match) => item(match, t(`page.phases.${match.state}`))),
      over.length > 0 && h("li", { class: "list-past" }, past(over)),
    ];
  });
}

/** @param {Listed[]} matches */
function past(matches) {
  const { t } = words;
  return h(
    "details",
    {},
    h("summary", {}, t("page.lists.past")),
    h("ul", { class: "list" }, ...matches.map((match) => item(match, t("page.phases.over")))),
  );
}

/** @returns {List} */
export function openTables() {
  const { t } = words;
  return list("page.lists.open", false, async () => {
    const { matches } = /** @type {{matches: Listed[]}} */ (await ask("GET", "matches?limit=20"));
    return matches
      .filter((match) => match.you.length === 0)
      .map((match) => item(match, t("page.lists.host", { name: match.host })));
  });
}

/**
 * @param {string} title
 * @param {boolean} now whether to load it at once rather than a moment later
 * @param {(heading: HTMLElement) => Promise<(Element | false)[]>} items
 * @returns {List}
 */
function list(title, now, items) {
  const rows = h("ul", { class: "list" });
  const heading = h("h2", {}, words.t(title));
  const element = h("section", { class: "home-list", hidden: true }, heading, rows);
  const draw = async () => {
    if (document.hidden) return;
    const found = await items(heading).catch(() => []);
    element.hidden = found.every((each) => !each);
    if (!rows.contains(document.activeElement)) replace(rows, ...found);
  };
  void (now ? draw() : Promise.resolve().then(draw));
  const timer = setInterval(draw, EVERY);
  return { element, close: () => clearInterval(timer) };
}

/**
 * @param {Listed} match
 * @param {string} note
 */
function item(match, note) {
  const { t } = words;
  return h(
    "li",
    {},
    h(
      "a",
      { class: "button list-item", href: `#t/${match.match}` },
      h("strong", {}, t(`page.games.${match.game}.name`)),
      h("span", {}, kindsOf(match.game).includes(match.mode) && t(`page.kinds.${match.mode}.name`)),
      h("span", { class: "soft" }, note),
      h("span", { class: "soft list-when" }, ago(match.updated)),
    ),
  );
}
