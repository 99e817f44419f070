/** The way in. */

import { ask } from "../shell/api.js";
import { h } from "../shell/dom.js";
import * as guest from "../shell/guest.js";

/** @returns {Screen} */
export function screen() {
  /** @param {string} game @param {Record<string, string>} settings @param {number} bots */
  const play = async (game, settings, bots) => {
    await guest.ensure();
    const seats = [{ occupant: "here" }, ...Array(bots).fill({ occupant: "bot", level: 1 })];
    const { match } = await ask("POST", "matches", { game, settings, seats, start: true });
    location.hash = `t/${match}`;
  };
  const element = h(
    "div",
    { class: "row" },
    h("button", { onclick: () => play("scarabya", { mode: "expedition" }, 1) }, "Expedition"),
    h("button", { onclick: () => play("scarabya", { mode: "duel" }, 1) }, "Duel"),
    h("button", { onclick: () => play("scarabya", { mode: "solo" }, 0) }, "Solo"),
    h("button", { onclick: () => play("scarab", {}, 1) }, "SCARAB"),
    h("button", { onclick: () => play("scarab", { size: "8", turning: "yes" }, 1) }, "SCARAB 8"),
  );
  return { element, title: "" };
}
