/**
 * Boards and stones of one's own, stored in the browser and chosen when a match is set up.
 *
 * @typedef {{name: string, game: GameName, settings: Record<string, string>}} Material
 */

import { kindNamed } from "../../games/kinds.js";
import { games } from "../../games/registry.js";
import { words } from "../../i18n/words.js";
import { h } from "../../ui/dom.js";

const KEY = "kheper.material";
const SETTINGS = Object.values(games).flatMap((game) => game.materialSettings);

/**
 * Return the valid entries of what was stored.
 *
 * @param {unknown} kept
 * @returns {Material[]}
 */
export function readMaterial(kept) {
  if (!Array.isArray(kept)) return [];
  return kept.filter(
    (each) =>
      typeof each?.name === "string" &&
      Object.hasOwn(games, each.game) &&
      typeof each.settings === "object" &&
      each.settings !== null,
  );
}

/** @returns {Material[]} */
export function material() {
  try {
    return readMaterial(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
  } catch {
    return [];
  }
}

/** @param {Material[]} all */
export function keepMaterial(all) {
  localStorage.setItem(KEY, JSON.stringify(all));
}

/**
 * Return the options of a plan without any material of one's own.
 *
 * @param {Record<string, string>} options
 */
export function withoutMaterial(options) {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !SETTINGS.includes(name)));
}

/**
 * Return the choice between the game's material and one's own, or null if there is none.
 *
 * @param {import("./plan.js").Plan} plan
 * @param {(plan: import("./plan.js").Plan) => void} choose
 */
export function ownMaterial(plan, choose) {
  const { t } = words;
  const { game } = kindNamed(plan.kind);
  const fits = (/** @type {Material} */ each) => each.game === game && games[game].fitsKind(plan.kind, each.settings);
  const all = material().filter(fits);
  if (all.length === 0) return null;
  const same = (/** @type {Material} */ each) =>
    Object.entries(each.settings).every(([name, value]) => plan.options[name] === value);
  const select = h(
    "select",
    {
      id: "setting-material",
      onchange: () => {
        const chosen = all[Number(select.value)];
        choose({ ...plan, options: { ...withoutMaterial(plan.options), ...chosen?.settings } });
      },
    },
    h("option", { value: "" }, t("page.material.usual")),
    ...all.map((each, n) => h("option", { value: n, selected: same(each) }, each.name)),
  );
  return h("label", { class: "field" }, h("span", {}, t("page.material.label")), select);
}
