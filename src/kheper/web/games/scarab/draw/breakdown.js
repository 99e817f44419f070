/** The breakdown of a result: who is high priest, and why. */

import { icon, thot } from "../../../looks/stones.js";
import { h } from "../../../ui/dom.js";
import { history } from "../logic/history.js";
import { lineName, position, signed, sum, value } from "../logic/position.js";
import { ladder, sides } from "../logic/tie-break.js";

/**
 * @param {Page} page
 * @param {View} view
 * @returns {Element}
 */
export function breakdown(page, view) {
  const state = /** @type {GameState} */ (view.state);
  const all = sides(state);
  return h(
    "section",
    { class: "scarab-breakdown" },
    icon(thot(), { class: "stone-icon scarab-thot", viewBox: "-20 -25 40 43" }),
    h("h3", {}, headline(page, all)),
    h("p", {}, reason(page, all, state)),
    h("p", { class: "soft" }, ended(page, state)),
    explained(page, all),
    h("div", { class: "scarab-scroll" }, table(page, state)),
  );
}

/**
 * Name a side: its player, or the number of the team.
 *
 * @param {Page} page
 * @param {import("../logic/tie-break.js").Side} side
 */
function called({ t, names }, { seats }) {
  const [first = 0, second] = seats;
  return second ? t("scarab.collection.team", { number: second / 2 }) : names(first);
}

/**
 * @param {Page} page
 * @param {readonly import("../logic/tie-break.js").Side[]} all
 */
function headline(page, all) {
  const { t, names } = page;
  const winners = all.filter(({ won }) => won);
  if (winners.length > 1) return t("scarab.end.shared", { names: listed(page, winners) });
  const [first = 0, second] = winners[0]?.seats ?? [];
  if (!second) return t("scarab.end.won", { name: names(first) });
  const pair = t("scarab.end.pair", { first: names(first), second: names(second) });
  return t("scarab.end.team", { names: pair });
}

/**
 * @param {Page} page
 * @param {readonly import("../logic/tie-break.js").Side[]} some
 */
function listed(page, some) {
  const language = page.preferences.language || document.documentElement.lang || "en";
  return new Intl.ListFormat(language).format(some.map((side) => called(page, side)));
}

/**
 * Say why the game ended: nothing was left in the line.
 *
 * @param {Page} page
 * @param {GameState} state
 */
function ended({ t }, state) {
  const axis = state.axis ?? "h";
  const line = lineName(position(state.position).priest, axis, state.size);
  return axis === "h" ? t("scarab.end.row", { line }) : t("scarab.end.column", { line });
}

/**
 * Say what decided: points, the tie-break, or nothing.
 *
 * @param {Page} page
 * @param {readonly import("../logic/tie-break.js").Side[]} all
 * @param {GameState} state
 */
function reason(page, all, state) {
  const { t } = page;
  const scores = [...all].sort((a, b) => b.score - a.score);
  const [first, second] = scores;
  if (state.outcome?.reason === "shared") return t("scarab.end.all-equal", { points: signed(first?.score ?? 0) });
  if (first && second && first.score === second.score) {
    return t("scarab.end.equal", { points: signed(first.score), names: listed(page, all.filter(({ score }) => score === first.score)) });
  }
  const lead = (first?.score ?? 0) - (second?.score ?? 0);
  return t("scarab.end.points", { points: signed(first?.score ?? 0), count: lead });
}

/**
 * Show the tie-break value by value.
 *
 * @param {Page} page
 * @param {readonly import("../logic/tie-break.js").Side[]} all
 */
function explained(page, all) {
  const rungs = ladder(all);
  if (!rungs.length) return null;
  const { t } = page;
  const last = rungs.at(-1);
  const equals = rungs[0]?.counts.map(({ side }) => side) ?? [];
  return h(
    "div",
    { class: "scarab-ladder" },
    h("p", {}, t("scarab.end.ladder")),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("scarab.end.stone")), equals.map((side) => h("th", { scope: "col" }, name(side))))),
      h(
        "tbody",
        {},
        rungs.map((rung) =>
          h(
            "tr",
            { class: rung === last && rung.ahead.length === 1 ? "scarab-decided" : null },
            h("th", { scope: "row" }, signed(rung.value)),
            equals.map((side) => {
              const found = rung.counts.find((each) => each.side === side);
              return h("td", { class: rung.ahead.includes(side) ? "scarab-ahead" : null }, found ? String(found.count) : "\u2013");
            }),
          ),
        ),
      ),
    ),
    last && last.ahead.length === 1 && h("p", {}, t("scarab.end.decided", { name: name(last.ahead[0] ?? 0), stone: signed(last.value) })),
  );

  /** @param {number} side */
  function name(side) {
    const found = all[side];
    return found ? called(page, found) : "";
  }
}

/**
 * The points of every seat: good stones, bad stones, ankhs.
 *
 * @param {Page} page
 * @param {GameState} state
 */
function table(page, state) {
  const { t } = page;
  const played = history(state);
  const seats = Array.from({ length: state.seats }, (_, n) => n + 1);
  const of = (/** @type {number} */ seat) => played.filter((each) => each.seat === seat);
  /** @type {[string, (stones: string[], seat: number) => string][]} */
  const lines = [
    [t("scarab.end.plus"), (stones) => signed(sum(stones.filter((mark) => value(mark) > 0)))],
    [t("scarab.end.minus"), (stones) => signed(sum(stones.filter((mark) => value(mark) < 0)))],
    [t("scarab.end.stones"), (stones) => String(stones.length)],
    [t("scarab.end.ankhs"), (_, seat) => String(of(seat).filter(({ taken }) => taken === "A").length)],
    [t("scarab.end.returned"), (_, seat) => returned(of(seat)) || "\u2013"],
    [t("scarab.end.total"), (stones) => signed(sum(stones))],
  ];
  const name = (/** @type {number} */ seat) =>
    h("th", { scope: "col", class: `scarab-seat-${seat}` }, page.names(seat));
  const total = (/** @type {import("../logic/tie-break.js").Side} */ side) =>
    h("td", { class: "number", colspan: 2 }, signed(side.score));
  return h(
    "table",
    { class: "scarab-points" },
    h("caption", { class: "unseen" }, t("scarab.end.table")),
    h("thead", {}, h("tr", {}, h("td", {}), seats.map(name))),
    h(
      "tbody",
      {},
      lines.map(([label, cell]) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, label),
          seats.map((seat) => h("td", { class: "number" }, cell(state.hands[seat - 1], seat))),
        ),
      ),
    ),
    state.teams &&
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("scarab.end.team-total")), sides(state).map(total))),
  );
}

/** @param {readonly import("../logic/history.js").Played[]} played */
function returned(played) {
  return played.filter(({ back }) => back >= 0).map(({ stone }) => signed(value(stone))).join(" ");
}
