/** Controls to step through a game: buttons, a slider, and automatic play. */

import { words } from "../../i18n/words.js";
import { h, replace } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";

const PACE = 1400;

/**
 * @param {number} count the number of stops
 * @param {(at: number) => void} show
 */
export function stepper(count, show) {
  const { t } = words;
  let now = -1;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let running;
  const slider = h("input", { type: "range", min: 0, max: count - 1, value: 0, "aria-label": t("page.replay.slider"), oninput: () => go(Number(slider.value)) });
  const number = h("output", { class: "number" });
  const play = button("play", () => (running ? stop() : run()));
  const buttons = {
    first: button("first", () => go(0)),
    previous: button("previous", () => go(now - 1)),
    next: button("next", () => go(now + 1)),
    last: button("last", () => go(count - 1)),
  };
  const element = h(
    "div",
    { class: "stepper", role: "group", "aria-label": t("page.replay.steps") },
    slider,
    h("div", { class: "row" }, buttons.first, buttons.previous, play, buttons.next, buttons.last, number),
  );

  /** @param {number} to */
  function go(to) {
    const before = now;
    now = Math.max(0, Math.min(count - 1, to));
    if (now === before) return;
    slider.value = String(now);
    number.textContent = `${now} / ${count - 1}`;
    if (now === count - 1) stop();
    show(now);
  }

  function run() {
    if (now === count - 1) go(0);
    running = setInterval(() => go(now + 1), PACE);
    label(play, "pause");
  }

  function stop() {
    clearInterval(running);
    running = undefined;
    label(play, "play");
  }

  return {
    element,
    go,
    at: () => now,
    /** @param {KeyboardEvent} event */
    key(event) {
      if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return false;
      const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: count - 1 }[event.key];
      if (to === undefined) return false;
      go(to);
      return true;
    },
    close: stop,
  };
}

/**
 * @param {string} name of its icon, and of its words
 * @param {() => void} onclick
 */
function button(name, onclick) {
  return label(h("button", { type: "button", onclick }), name);
}

/**
 * @param {HTMLButtonElement} element
 * @param {string} name
 */
function label(element, name) {
  const text = words.t(`page.replay.${name}`);
  element.setAttribute("aria-label", text);
  element.title = text;
  replace(element, icon(name));
  return element;
}
