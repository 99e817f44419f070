/**
 * The bar under the board: whose turn it is, what a landing would bring, and the buttons.
 *
 * Each button has its own place and keeps it, whatever the others do.
 *
 * @typedef {import("../logic/choice.js").Choice} Choice
 * @typedef {import("../logic/choice.js").Event} Event
 * @typedef {import("../logic/priest-moves.js").Options} Options
 */

import { icon, piece } from "../../../looks/stones.js";
import { h, replace } from "../../../ui/dom.js";
import { confirmable, shown, shownBack } from "../logic/choice.js";
import { figures, markText, markWords, nextLine, turnWords, wayWords } from "../logic/descriptions.js";
import { seatAfter } from "../logic/history.js";
import { signed, sorted, squareName } from "../logic/position.js";
import { lineWith } from "../logic/priest-moves.js";

/**
 * @typedef {object} Situation
 * @property {GameState} state
 * @property {number} priest
 * @property {Choice} choice
 * @property {Options} options
 * @property {number} seat who acts here, or 0
 * @property {number} you the only seat of the reader, or 0
 * @property {string} news what happened last
 */

/**
 * @param {Page} page
 * @param {(event: Event) => void} send
 */
export function bar(page, send) {
  const { t } = page;
  const turn = h("p", { class: "scarab-turn" });
  const info = h("div", { class: "scarab-info" });
  const decline = button("decline", "", { type: "decline" });
  const cancel = button("cancel", "", { type: "cancel" });
  const confirm = button("confirm", "strong", { type: "confirm" });
  const buttons = h("div", { class: "scarab-buttons" }, decline, cancel, confirm);
  const element = h("div", { class: "scarab-bar" }, h("div", {}, h("div", { class: "scarab-words" }, turn, info), buttons));
  let drawn = "";

  /**
   * @param {string} name
   * @param {string} look
   * @param {Event} event
   */
  function button(name, look, event) {
    return h("button", { type: "button", class: `scarab-${name} ${look}`, onclick: () => send(event) });
  }

  /** @param {Situation} situation */
  function draw(situation) {
    const { state, choice, options, seat, you, priest } = situation;
    const acting = options.ways.size > 0;
    element.classList.toggle("scarab-over", !state.to_move.length);
    turn.className = `scarab-turn scarab-seat-${state.to_move[0] ?? 0}`;
    turn.classList.toggle("scarab-yours", acting);
    replace(turn, turnWords(page, state, priest, you || (state.to_move[0] === seat ? you : 0)));
    const landing = shown(choice, options);
    const key = JSON.stringify([choice, state.position, situation.news, landing?.next]);
    if (key !== drawn) rewrite(parts(situation));
    drawn = key;
    element.classList.toggle("scarab-choosing", Boolean(landing));
    buttons.hidden = !acting;
    decline.classList.toggle("scarab-away", !landing?.ankh);
    decline.disabled = choice.step !== "stone" && choice.step !== "square";
    cancel.disabled = choice.step === "look" || choice.step === "sent";
    confirm.disabled = !confirmable(choice);
    replace(decline, t("scarab.bar.decline"));
    replace(cancel, t("scarab.bar.cancel"));
    replace(confirm, choice.step === "square" ? t("scarab.bar.put") : t("scarab.bar.move"));
  }

  /**
   * Draw the words anew; the button among them that has the focus keeps it.
   *
   * @param {import("../../../ui/dom.js").Child[]} children
   */
  function rewrite(children) {
    const focused = [...info.querySelectorAll("button")].findIndex((each) => each.matches(":focus"));
    replace(info, children);
    if (focused >= 0) info.querySelectorAll("button")[focused]?.focus();
  }

  /** @param {Situation} situation */
  function parts(situation) {
    const { choice, options, news } = situation;
    const landing = shown(choice, options);
    if (choice.step === "sent") return [h("p", { class: "soft" }, t("scarab.bar.sent"))];
    if (landing && choice.step === "stone") return [h("p", {}, t("scarab.bar.which")), hand(situation)];
    if (landing && choice.step === "square") return where(situation, landing);
    if (landing) return preview(situation, landing);
    const early = situation.state.moves.length < 3 * situation.state.seats;
    return [
      news && h("p", { class: "scarab-news" }, news),
      early && options.ways.size > 0 && h("p", { class: "soft" }, t("scarab.bar.hint")),
    ];
  }

  /**
   * What the landing takes, and what it leaves.
   *
   * @param {Situation} situation
   * @param {import("../logic/priest-moves.js").Landing} landing
   */
  function preview(situation, landing) {
    const { state, seat } = situation;
    const name = page.names(seatAfter(seat, state.seats));
    const square = squareName(landing.target, state.size);
    const take = landing.ankh
      ? t("scarab.bar.ankh", { square })
      : t("scarab.bar.take", { square, points: signed(landing.points) });
    const mark = landing.ankh ? "A" : `${landing.points > 0 ? "+" : ""}${landing.points}`;
    const turned = landing.bend >= 0 && h("span", {}, wayWords(page, landing, state.size));
    return [
      h("div", { class: "scarab-take" }, icon(piece(mark)), h("strong", {}, take), ways(situation) ?? turned),
      ahead(landing.target, landing.next, state.size, name),
    ];
  }

  /**
   * The line of the next player, once it is known.
   *
   * @param {number} target
   * @param {import("../logic/priest-moves.js").Next | null} next
   * @param {number} size
   * @param {string} name
   */
  function ahead(target, next, size, name) {
    return next && h("div", { class: "scarab-then" }, h("p", {}, nextLine(page, target, next, size, name)), told(next));
  }

  /** @param {import("../logic/priest-moves.js").Next} next */
  function told(next) {
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
   * @param {Situation} situation
   */
  function ways({ choice, options, state }) {
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
   * @param {Situation} situation
   * @param {import("../logic/priest-moves.js").Landing} landing
   */
  function where({ choice, options, state, seat }, landing) {
    const back = shownBack(choice, options);
    const stone = markText(page, choice.stone);
    if (back < 0) return [h("p", {}, t("scarab.bar.where", { stone }))];
    const next = lineWith(landing, choice.stone, back, state.size);
    const name = page.names(seatAfter(seat, state.seats));
    return [
      h("p", {}, t("scarab.bar.there", { stone, square: squareName(back, state.size) })),
      ahead(landing.target, next, state.size, name),
    ];
  }

  /**
   * The stones that may return.
   *
   * @param {Situation} situation
   */
  function hand({ choice, options }) {
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

  return {
    element,
    draw,
    /** Show that a choice is going to be sent by itself, or that it is not. */
    count(/** @type {number} */ seconds) {
      confirm.classList.toggle("scarab-counting", seconds > 0);
      confirm.style.setProperty("--scarab-seconds", `${seconds}s`);
    },
    /** The chips of the stones that may return. */
    chips: () => /** @type {HTMLElement[]} */ ([...info.querySelectorAll(".scarab-chip")]),
  };
}

/** @param {string} text */
function tone(text) {
  return text.startsWith("+") ? "scarab-plus" : text.startsWith("\u2212") ? "scarab-minus" : "";
}
