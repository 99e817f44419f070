/** The keys of the board: arrows from legal stone to legal stone, Enter, Escape, and N. */

import { live } from "../logic/board-model.js";
import { following, isArrow, jump, nearest, neighbour } from "../logic/navigation.js";

/**
 * @typedef {object} Held what the keys act upon
 * @property {import("../logic/choice.js").Choice} choice
 * @property {import("../logic/priest-moves.js").Options} options
 * @property {number} size
 * @property {number} priest
 * @property {ReturnType<typeof import("./grid.js").grid>} grid
 * @property {HTMLElement[]} chips
 */

/**
 * @param {object} held
 * @param {() => Held | null} held.state
 * @param {(event: import("../logic/choice.js").Event) => void} held.send
 * @param {() => boolean} held.twice whether a move needs a second Enter
 * @returns {(event: KeyboardEvent) => boolean} whether the key was used
 */
export function keys({ state, send, twice }) {
  /**
   * @param {Held} now
   * @param {number} square
   */
  function go(now, square) {
    send({ type: "point", square });
    now.grid.focus(square);
    return true;
  }

  /**
   * @param {Held} now
   * @param {KeyboardEvent} event
   */
  function arrow(now, event) {
    const chip = now.chips.indexOf(/** @type {HTMLElement} */ (event.target));
    if (chip >= 0) return along(now.chips, chip, event.key);
    const inside = now.grid.element.contains(/** @type {Node} */ (event.target));
    const from = inside ? now.grid.stop : now.priest;
    const stops = live(now.choice, now.options);
    if (event.shiftKey || !stops.size) return inside || event.shiftKey ? go(now, neighbour(from, event.key, now.size)) : false;
    const there = jump(from, event.key, stops, now.size);
    return go(now, stops.has(there) ? there : nearest(from, stops, now.size));
  }

  /**
   * @param {Held} now
   * @param {KeyboardEvent} event
   */
  function press(now, event) {
    if (!now.grid.element.contains(/** @type {Node} */ (event.target))) return false;
    if (event.key === " " && now.choice.step === "landing") {
      send({ type: "way", way: now.choice.way + 1 });
    } else {
      send({ type: "press", square: now.grid.stop, twice: twice() });
    }
    return true;
  }

  return (event) => {
    const now = state();
    if (!now || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return false;
    if (isArrow(event.key)) return arrow(now, event);
    if (event.key === "Enter" || event.key === " ") return press(now, event);
    if (event.key === "Escape" && now.choice.step !== "look" && now.choice.step !== "sent") {
      send({ type: "cancel" });
      return true;
    }
    const stops = live(now.choice, now.options);
    if (event.key.toLowerCase() === "n" && stops.size) {
      return go(now, following(now.choice.pointed, event.shiftKey ? -1 : 1, stops));
    }
    return false;
  };
}

/**
 * Focus the next chip.
 *
 * @param {HTMLElement[]} chips
 * @param {number} at
 * @param {string} key
 */
function along(chips, at, key) {
  const by = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  chips[(at + by + chips.length) % chips.length]?.focus();
  return true;
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof Element && target.matches("input, textarea, select, [contenteditable]");
}
