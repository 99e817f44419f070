/**
 * The bar under the board: whose turn it is, what a landing would bring, and the buttons.
 *
 * Each button keeps its place, whatever the others do.
 *
 * @typedef {import("./bar-content.js").Situation} Situation
 * @typedef {import("./bar-content.js").Send} Send
 */

import { h, replace } from "../../../ui/dom.js";
import { confirmable, shown } from "../logic/choice.js";
import { turnWords } from "../logic/descriptions.js";
import { barContent } from "./bar-content.js";

/**
 * @param {Page} page
 * @param {Send} send
 */
export function bar(page, send) {
  const turn = h("p", { class: "scarab-turn" });
  const info = h("div", { class: "scarab-info" });
  const buttons = {
    decline: button("decline", "", () => send({ type: "decline" })),
    cancel: button("cancel", "", () => send({ type: "cancel" })),
    confirm: button("confirm", "strong", () => send({ type: "confirm" })),
  };
  const row = h("div", { class: "scarab-buttons" }, Object.values(buttons));
  const element = h("div", { class: "scarab-bar" }, h("div", {}, h("div", { class: "scarab-words" }, turn, info), row));
  let drawn = "";

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
    if (key !== drawn) replaceKeepingFocus(info, barContent(page, send, situation));
    drawn = key;
    element.classList.toggle("scarab-choosing", Boolean(landing));
    row.hidden = !acting;
    drawButtons(page, buttons, choice, Boolean(landing?.ankh));
  }

  return {
    element,
    draw,
    /** Show the countdown after which a choice is sent by itself; 0 shows none. */
    count(/** @type {number} */ seconds) {
      buttons.confirm.classList.toggle("scarab-counting", seconds > 0);
      buttons.confirm.style.setProperty("--scarab-seconds", `${seconds}s`);
    },
    /** The buttons of the stones that may return. */
    chips: () => /** @type {HTMLElement[]} */ ([...info.querySelectorAll(".scarab-chip")]),
  };
}

/**
 * @param {string} name
 * @param {string} look
 * @param {() => void} onclick
 */
function button(name, look, onclick) {
  return h("button", { type: "button", class: `scarab-${name} ${look}`, onclick });
}

/**
 * @param {Page} page
 * @param {Record<"decline" | "cancel" | "confirm", HTMLButtonElement>} buttons
 * @param {import("../logic/choice.js").Choice} choice
 * @param {boolean} isAnkh
 */
function drawButtons({ t }, { decline, cancel, confirm }, choice, isAnkh) {
  decline.classList.toggle("scarab-away", !isAnkh);
  decline.disabled = choice.step !== "stone" && choice.step !== "square";
  cancel.disabled = choice.step === "look" || choice.step === "sent";
  confirm.disabled = !confirmable(choice);
  replace(decline, t("scarab.bar.decline"));
  replace(cancel, t("scarab.bar.cancel"));
  replace(confirm, choice.step === "square" ? t("scarab.bar.put") : t("scarab.bar.move"));
}

/**
 * Replace the children; a button among them that has the focus keeps it.
 *
 * @param {Element} parent
 * @param {import("../../../ui/dom.js").Child[]} children
 */
function replaceKeepingFocus(parent, children) {
  const focused = [...parent.querySelectorAll("button")].findIndex((each) => each.matches(":focus"));
  replace(parent, children);
  if (focused >= 0) parent.querySelectorAll("button")[focused]?.focus();
}
