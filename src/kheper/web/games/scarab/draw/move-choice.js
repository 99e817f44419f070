/**
 * Applies the events of mouse, finger and keys to the choice of a move, and sends the move.
 *
 * @typedef {import("./play-area.js").Area} Area
 * @typedef {import("../logic/choice.js").Choice} Choice
 */

import { afterEvent, confirmable, shown } from "../logic/choice.js";
import { markWords } from "../logic/descriptions.js";
import { nearest } from "../logic/navigation.js";
import { describeLanding, render } from "./render.js";

/**
 * @param {Area} area
 * @param {import("../logic/choice.js").Event} event
 */
export function choose(area, event) {
  const { page, view, options, choice: before } = area;
  if (!view?.state) return;
  const choice = afterEvent(before, event, options, view.state.size);
  area.choice = choice;
  if (choice === before) return;
  // The move is on its way before the page draws that it was sent.
  if (choice.step === "sent" && before.step !== "sent") play(area, choice);
  const landing = shown(choice, options);
  if (landing && landing !== shown(before, options)) page.happened("landing-previewed");
  render(area);
  countDown(area, before);
  follow(area, before);
}

/**
 * @param {Area} area
 * @param {Choice} sent
 */
function play(area, sent) {
  const { page } = area;
  page.play(page.seat(), sent.move).catch(() => {
    if (area.choice === sent) choose(area, { type: "refused" });
  });
}

/**
 * Start the countdown after which a choice is sent by itself, if that is preferred.
 *
 * @param {Area} area
 * @param {Choice} before
 */
function countDown(area, before) {
  const { choice, page } = area;
  const pointed = { ...before, pointed: choice.pointed };
  if (JSON.stringify(choice) === JSON.stringify(pointed)) return;
  clearTimeout(area.timer);
  const { confirm, seconds } = page.preferences;
  const counts = confirm === "after" && confirmable(choice);
  area.bar.count(counts ? seconds : 0);
  if (counts) area.timer = window.setTimeout(() => choose(area, { type: "confirm" }), seconds * 1000);
}

/**
 * Move the focus of those who choose by keys, and announce what was chosen otherwise.
 *
 * @param {Area} area
 * @param {Choice} before
 */
function follow(area, before) {
  const { page, surface, view, choice, options, byKey } = area;
  if (!surface || !view?.state || choice.step === before.step) return;
  if (byKey && choice.step === "stone") area.bar.chips()[0]?.focus();
  if (byKey && choice.step === "square") surface.grid.focus(nearest(choice.target, options.squares, view.state.size));
  if (byKey && choice.step === "look" && before.target >= 0) surface.grid.focus(before.target);
  const landing = shown(choice, options);
  if (landing && choice.step === "landing" && !byKey) page.say(describeLanding(area, landing));
  if (choice.step === "stone") page.say(page.t("scarab.bar.which"));
  if (choice.step === "square") page.say(page.t("scarab.bar.where", { stone: markWords(page, choice.stone) }));
}
