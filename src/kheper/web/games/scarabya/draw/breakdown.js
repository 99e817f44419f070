/** The breakdown of a result: who won, and where the points come from. */

import { h } from "../../../ui/dom.js";
import { bonusWords } from "../logic/descriptions.js";

/**
 * Return the breakdown of a result.
 *
 * @param {Page} page
 * @param {View} view
 */
export function breakdown(page, view) {
  const state = /** @type {ScarabyaState} */ (/** @type {unknown} */ (view.state));
  const parts = state.mode === "solo" ? soloParts(page, state) : scoredParts(page, state);
  return h("div", { class: "scarabya-breakdown stack" }, ...parts);
}

/**
 * Return a seat's areas by size, with their scarabs and points.
 *
 * @param {ScarabyaState} state
 * @param {number} seat
 */
export function gainsOf(state, seat) {
  const isDuel = state.mode === "duel";
  const site = state.sites[isDuel ? 0 : seat - 1];
  const areas = (site?.areas ?? []).filter((_, n) => !isDuel || state.owners?.[n] === seat);
  const bonus = isDuel && seat === 2 ? (state.bonus?.length ?? 0) : 0;
  const bySize = [1, 2, 3, 4].map((size) => {
    const found = areas.filter((area) => area.squares.length === size);
    const scarabs = found.reduce((sum, area) => sum + area.scarabs.length, 0);
    return { size, areas: found.length, scarabs, points: size * scarabs };
  });
  return { bySize, bonus, points: state.scores[seat - 1] ?? 0, best: Math.max(0, ...areas.map((a) => a.points)) };
}

/**
 * @param {Page} page
 * @param {ScarabyaState} state
 */
function scoredParts(page, state) {
  const { t, names } = page;
  const seats = Array.from({ length: state.seats }, (_, n) => n + 1);
  const winners = state.outcome?.winners ?? [];
  const table = h(
    "table",
    { class: "scarabya-sums" },
    h("caption", { class: "unseen" }, t("scarabya.over.caption")),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("scarabya.over.areas")),
      seats.map((seat) => h("th", { scope: "col" }, names(seat))))),
    h("tbody", {},
      [1, 2, 3, 4].map((size) => h("tr", {},
        h("th", { scope: "row" }, t("scarabya.over.size", { count: size })),
        seats.map((seat) => h("td", { class: "number" }, sum(gainsOf(state, seat).bySize[size - 1]))))),
      state.mode === "duel" && (state.bonus?.length ?? 0) > 0 && h("tr", {},
        h("th", { scope: "row" }, t("scarabya.over.bonus")),
        seats.map((seat) => h("td", { class: "number" }, gainsOf(state, seat).bonus || "–")))),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("scarabya.over.total")),
      seats.map((seat) => h("td", { class: "number" }, h("b", {}, state.scores[seat - 1] ?? 0))))),
  );
  return [
    h("p", { class: "scarabya-verdict" }, verdict(page, state, winners)),
    h("div", { class: "scarabya-scroll", tabindex: "0", role: "group", "aria-label": t("scarabya.over.caption") }, table),
    state.mode === "duel" && (state.bonus?.length ?? 0) > 0 && h("p", {}, bonusWords(page, state)),
    h("p", { class: "soft" }, t("scarabya.over.how")),
  ];
}

/** @param {{size: number, areas: number, scarabs: number, points: number} | undefined} gain */
function sum(gain) {
  if (!gain?.areas) return "–";
  return [h("small", { class: "soft" }, `${gain.scarabs} × ${gain.size} = `), gain.points];
}

/**
 * @param {Page} page
 * @param {ScarabyaState} state
 * @param {number[]} winners
 */
function verdict({ t, names }, state, winners) {
  const points = state.scores[(winners[0] ?? 1) - 1] ?? 0;
  if (state.seats === 1) return t("scarabya.over.alone", { count: points });
  const named = winners.map(names).join(", ");
  if (winners.length > 1) return t("scarabya.over.shared", { names: named, count: points });
  const others = state.scores.map((score, n) => ({ score, seat: n + 1 })).filter(({ seat }) => !winners.includes(seat));
  const best = Math.max(...others.map(({ score }) => score));
  const second = others.filter(({ score }) => score === best).map(({ seat }) => names(seat)).join(", ");
  return t("scarabya.over.won", { name: named, count: points - best, other: second });
}

/**
 * @param {Page} page
 * @param {ScarabyaState} state
 */
function soloParts({ t }, state) {
  const open = state.uncovered ?? [];
  const won = open.length === 0;
  return [
    h("p", { class: "scarabya-verdict" }, won
      ? t("scarabya.over.solo-won", { count: state.tries ?? 1 })
      : t("scarabya.over.solo-lost", { count: open.length, squares: open.join(" ") })),
    h("p", { class: "soft" }, t(won ? "scarabya.over.solo-story" : "scarabya.over.solo-again")),
  ];
}
