/**
 * The bar: the tile in hand, the task, and the buttons, which keep their places.
 *
 * @typedef {import("../logic/tile-in-hand.js").Dispatch} Dispatch
 * @typedef {import("../../../looks/worlds.js").World} World
 *
 * @typedef {object} BarState
 * @property {string} words
 * @property {"" | "legal" | "refused"} mood
 * @property {string} tile in hand; nothing if there is none
 * @property {Orientation | undefined} way how it lies
 * @property {World} world
 * @property {boolean} idle whether nothing can be played here
 * @property {boolean} active whether the tile can be moved
 * @property {boolean} turnsOver
 * @property {boolean} confirms whether it can be placed as it lies
 * @property {boolean} rounds whether a placement means to be ready for the round
 * @property {"" | "clear" | "unready"} undo what undo would do
 */

import { icon } from "../../../looks/pictures.js";
import { h, replace } from "../../../ui/dom.js";
import { tool } from "./tools.js";
import { tilePicture } from "./tile.js";

const TOOLS = ["turn-left", "turn-right", "turn-over", "left", "up", "down", "right", "next"];

/**
 * Return the bar.
 *
 * @param {Page} page
 * @param {Dispatch} act
 */
export function bar(page, act) {
  const { t } = page;
  const hand = h("div", { class: "scarabya-hand" });
  const words = h("p", { class: "scarabya-words" });
  const tools = TOOLS.map((name) => tool(page, name, act));
  const still = (/** @type {Event} */ event) => event.preventDefault();
  const undo = h(
    "button",
    { type: "button", class: "scarabya-undo", onclick: () => act({ type: "undo" }), onmousedown: still },
    icon("undo"), h("span", {}, t("scarabya.pick-up")),
  );
  const confirm = h(
    "button",
    { type: "button", class: "scarabya-confirm strong", onclick: () => act({ type: "confirm" }), onmousedown: still },
    icon("tick"), h("span", {}),
  );
  const strip = h(
    "div",
    { class: "scarabya-strip" },
    h("div", { class: "scarabya-task" }, hand, words),
    h("div", { class: "scarabya-tools", role: "group", "aria-label": t("scarabya.tool.group") }, tools),
    h("div", { class: "scarabya-decide" }, undo, confirm),
  );
  const element = h("div", { class: "scarabya-bar" }, strip);
  let inHand = "";

  return {
    element,
    hand,
    /** @param {BarState} state */
    draw(state) {
      const wanted = `${state.tile} ${state.way?.first} ${state.world}`;
      if (wanted !== inHand) {
        replace(hand, state.way && tilePicture(state.tile, state.way, state.world, { side: 5 }));
        inHand = wanted;
      }
      hand.hidden = !state.tile;
      if (words.textContent !== state.words) words.textContent = state.words;
      words.dataset.mood = state.mood;
      element.classList.toggle("scarabya-resting", !state.active);
      element.classList.toggle("scarabya-idle-bar", state.idle);
      for (const button of tools) {
        button.disabled = !state.active || (button.dataset.tool === "turn-over" && !state.turnsOver);
      }
      undo.disabled = !state.undo;
      confirm.disabled = !state.confirms;
      label(confirm, t(state.rounds ? "scarabya.ready" : "scarabya.place"));
    },
  };
}

/**
 * @param {HTMLElement} button
 * @param {string} words
 */
function label(button, words) {
  const span = button.querySelector("span");
  if (span && span.textContent !== words) span.textContent = words;
}
