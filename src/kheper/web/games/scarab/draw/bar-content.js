/**
 * The words and choices in the bar: what a landing takes and leaves, ways, and stones that return.
 *
 * @typedef {(event: import("../logic/choice.js").Event) => void} Send
 */

import { icon, piece } from "../../../looks/stones.js";
import { h } from "../../../ui/dom.js";
import { shown, shownBack } from "../logic/choice.js";
import { figures, markText, markWords, nextLine, wayWords } from "../logic/descriptions.js";
import { seatAfter } from "../logic/history.js";
import { signed, sorted, squareName } from "../logic/position.js";
import { lineWith } from "../logic/priest-moves.js";

/**
 * @typedef {object} Situation
 * @property {GameState} state
 * @property {number} priest
 * @property {import("../logic/choice.js").Choice} choice
 * @property {import("../logic/priest-moves.js").Options} options
 * @property {number} seat who acts here, or 0
 * @property {number} you the only seat of the reader, or 0
 * @property {string} news what happened last
 */

/**
 * Return what the bar says in a situation.
 *
 * @param {Page} page
 * @param {Send} send
 * @param {Situation} situation
 */
export function barContent(page, send, situation) {
  const { t } = page;
  const { choice, options, news } = situation;
  const landing = shown(choice, options);
  if (choice.step === "sent") return [h("p", { class: "soft" }, t("scarab.bar.sent"))];
  if (landing && choice.step === "stone") return [h("p", {}, t("scarab.bar.which")), hand(page, send, situation)];
  if (landing && choice.step === "square") return where(page, situation, landing);
  if (landing) return preview(page, send, situation, landing);
  const early = situation.state.moves.length < 3 * situation.state.seats;
  return [
    news && h("p", { class: "scarab-news" }, news),
    early && options.ways.size > 0 && h("p", { class: "soft" }, t("scarab.bar.hint")),
  ];
}

/**
 * What the landing takes, and what it leaves.
 *
 * @param {Page} page
 * @param {Send} send
 * @param {Situation} situation
 * @param {import("../logic/priest-moves.js").Landing} landing
 */
function preview(page, send, situation, landing) {
  const { t } = page;
  const { state, seat } = situation;
  const name = page.names(seatAfter(seat, state.seats));
  const square = squareName(landing.target, state.size);
  const take = landing.ankh
    ? t("scarab.bar.ankh", { square })
    : t("scarab.bar.take", { square, points: signed(landing.points) });
  const mark = landing.ankh ? "A" : `${landing.points > 0 ? "+" : ""}${landing.points}`;
  const turned = landing.bend >= 0 && h("span", {}, wayWords(page, landing, state.size));
  return [
    h("div", { class: "scarab-take" }, icon(piece(mark)), h("strong", {}, take), ways(page, send, situation) ?? turned),
    ahead(page, landing.target, landing.next, state.size, name),
  ];
}

/**
 * The line of the next player, once it is known.
 *
 * @param {Page} page
 * @param {number} target
 * @param {import("../logic/priest-moves.js").Next | null} next
 * @param {number} size
 * @param {string} name
 */
function ahead(page, target, next, size, name) {
  return next && h("div", { class: "scarab-then" }, h("p", {}, nextLine(page, target, next, size, name)), lineFigures(page, next));
}

/**
 * @param {Page} page
 * @param {import("../logic/priest-moves.js").Next} next
 */
function lineFigures(page, next) {
  const pairs = figures(page, next);
  if (!pairs.length) return null;
  return h(
    "dl",
    { class: "scarab-figures" },
    pairs.map(([name, text]) => h("div", {}, h("dt", {}, name), h("dd", { class: tone(text) }, text))),
  );
}

/**
 * The ways to a stone, where there are several.
 *
 * @param {Page} page
 * @param {Send} send
 * @param {Situation} situation
 */
function ways(page, send, { choice, options, state }) {
  const { t } = page;
  const all = options.ways.get(choice.step === "landing" ? choice.target : choice.pointed) ?? [];
  if (all.length < 2) return null;
  if (choice.step !== "landing") {
    return h("span", { class: "soft" }, t("scarab.way.several", { count: all.length }));
  }
  return h(
    "div",
    { class: "scarab-ways", role: "group", "aria-label": t("scarab.way.choose") },
    all.map((each, way) =>
      h(
        "button",
        {
          type: "button",
          class: "small",
          "aria-pressed": String(way === choice.way),
          onclick: () => send({ type: "way", way }),
        },
        wayWords(page, each, state.size),
      ),
    ),
  );
}

/**
 * Where the stone goes, and what that makes of the next line.
 *
 * @param {Page} page
 * @param {Situation} situation
 * @param {import("../logic/priest-moves.js").Landing} landing
 */
function where(page, { choice, options, state, seat }, landing) {
  const { t } = page;
  const back = shownBack(choice, options);
  const stone = markText(page, choice.stone);
  if (back < 0) return [h("p", {}, t("scarab.bar.where", { stone }))];
  const next = lineWith(landing, choice.stone, back, state.size);
  const name = page.names(seatAfter(seat, state.seats));
  return [
    h("p", {}, t("scarab.bar.there", { stone, square: squareName(back, state.size) })),
    ahead(page, landing.target, next, state.size, name),
  ];
}

/**
 * The stones that may return.
 *
 * @param {Page} page
 * @param {Send} send
 * @param {Situation} situation
 */
function hand(page, send, { choice, options }) {
  const { t } = page;
  return h(
    "div",
    { class: "scarab-hand", role: "group", "aria-label": t("scarab.bar.which") },
    sorted(options.stones).reverse().map((stone) =>
      h(
        "button",
        {
          type: "button",
          class: "scarab-chip",
          "aria-label": markWords(page, stone),
          "aria-pressed": String(stone === choice.stone),
          "data-stone": stone,
          onclick: () => send({ type: "stone", stone }),
        },
        icon(piece(stone)),
      ),
    ),
  );
}

/** @param {string} text */
function tone(text) {
  return text.startsWith("+") ? "scarab-plus" : text.startsWith("\u2212") ? "scarab-minus" : "";
}
