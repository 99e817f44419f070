/**
 * The Great Explorer arranges the four boards: by dragging and turning, by keys, or at random.
 *
 * @typedef {import("../logic/board-layout.js").Piece} Piece
 */

import { icon } from "../../../looks/pictures.js";
import { worldOf } from "../../../looks/worlds.js";
import { h, replace } from "../../../ui/dom.js";
import { boardPicture } from "../draw/board.js";
import {
  besideQuarter, boardsOf, layoutOf, piecesOf, swappedPieces, turnedPiece, turnedRows,
} from "../logic/board-layout.js";
import { arrow } from "../logic/keys.js";

/** So far, in pixels, a press is a tap and no drag. */
const STILL = 8;

/**
 * Return the place where the boards are arranged.
 *
 * @param {Page} page
 * @returns {Arranging}
 */
export function arranging(page) {
  const { t } = page;
  /** @type {Piece[]} */
  let pieces = [];
  /** @type {Record<string, string[]>} */
  let boards = {};
  let mine = false;
  let asked = false;
  const quarters = [0, 1, 2, 3].map((quarter) => quarterOf(quarter));
  const random = h(
    "button", { type: "button", onclick: () => send("") }, icon("shuffle"), t("scarabya.arrange.random"),
  );
  const how = h("p", { class: "soft" }, t("scarabya.arrange.how"));
  const element = h(
    "div",
    { class: "scarabya-arranging stack" },
    how,
    h("div", { class: "scarabya-quarters", "data-world": worldOf(page.preferences.world, 1) }, quarters),
    h("div", { class: "row" }, random),
  );

  /** @param {string} layout */
  function send(layout) {
    void page.command("arrange", { layout }).catch(() => {});
  }

  /**
   * Show a layout at once, and send it.
   *
   * @param {Piece[]} next
   * @param {string} words
   */
  function lay(next, words) {
    if (!mine) return;
    pieces = next;
    show();
    page.say(words);
    page.sound("place");
    send(layoutOf(next));
  }

  /**
   * @param {number} quarter
   * @param {1 | -1} by
   */
  function turn(quarter, by) {
    const next = turnedPiece(pieces, quarter, by);
    const { name = "", degrees = 0 } = next[quarter] ?? {};
    if (mine && page.animated()) animateTurn(quarters[quarter], by);
    lay(next, t("scarabya.arrange.turned", { name, degrees }));
  }

  /**
   * @param {number} quarter
   * @param {number} other
   */
  function swap(quarter, other) {
    if (quarter === other) return;
    const { name = "" } = pieces[quarter] ?? {};
    lay(swappedPieces(pieces, quarter, other),
      t("scarabya.arrange.swapped", { name, quarter: t(`scarabya.arrange.quarter-${other + 1}`) }));
    quarters[other]?.focus();
  }

  /** @param {number} quarter */
  function quarterOf(quarter) {
    const place = h("div", { class: "scarabya-quarter", role: "button", tabindex: "0", "data-quarter": quarter });
    place.addEventListener("keydown", (event) => {
      const moved = arrow(event);
      if (moved) swap(quarter, besideQuarter(quarter, moved));
      else if (event.key === " " || event.key === "Enter") turn(quarter, event.shiftKey ? -1 : 1);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    place.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      turn(quarter, -1);
    });
    dragged(place, () => mine, () => turn(quarter, 1), (other) => swap(quarter, other));
    return place;
  }

  function show() {
    quarters.forEach((place, quarter) => {
      const piece = pieces[quarter];
      if (!piece) return;
      const rows = turnedRows(boards[piece.name] ?? [], piece.degrees);
      const words = t("scarabya.arrange.board", {
        name: piece.name, degrees: piece.degrees, quarter: t(`scarabya.arrange.quarter-${quarter + 1}`),
      });
      place.setAttribute("aria-label", words);
      place.setAttribute("aria-disabled", String(!mine));
      replace(place, boardPicture(rows, worldOf(page.preferences.world, 1)),
        h("span", { class: "scarabya-piece-name", "aria-hidden": "true" }, piece.name));
    });
  }

  return {
    element,
    draw(view) {
      mine = view.may?.includes("arrange") ?? false;
      random.hidden = how.hidden = !mine;
      const { layout = "", ground = "" } = view.setup ?? {};
      // Boards are shown as soon as they lie somehow; at first chance lays them.
      if (!layout && mine && !asked) send("");
      asked = true;
      if (!layout) return;
      pieces = piecesOf(layout);
      boards = boardsOf(ground, pieces);
      show();
    },
    close() {},
  };
}

/**
 * @param {HTMLElement | undefined} place
 * @param {1 | -1} by
 */
function animateTurn(place, by) {
  place?.animate(
    [{ transform: `rotate(${by * -90}deg) scale(.94)` }, { transform: "none" }], { duration: 220, easing: "ease-out" },
  );
}

/**
 * Let a board be dragged onto another one; a tap is something else.
 *
 * @param {HTMLElement} place
 * @param {() => boolean} may
 * @param {() => void} tap
 * @param {(quarter: number) => void} drop
 */
function dragged(place, may, tap, drop) {
  /** @type {{id: number, x: number, y: number, drags: boolean} | null} */
  let press = null;
  const rest = () => {
    place.style.transform = "";
    place.classList.remove("scarabya-carried");
    press = null;
  };
  place.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !may()) return;
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, drags: false };
    place.setPointerCapture(event.pointerId);
  });
  place.addEventListener("pointermove", (event) => {
    if (press?.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    press.drags ||= Math.hypot(dx, dy) > STILL;
    if (!press.drags) return;
    place.classList.add("scarabya-carried");
    place.style.transform = `translate(${dx}px, ${dy}px) scale(1.04)`;
  });
  place.addEventListener("pointerup", (event) => {
    if (press?.id !== event.pointerId) return;
    const { drags } = press;
    rest();
    const below = document.elementsFromPoint(event.clientX, event.clientY);
    const onto = below.map((each) => each.closest("[data-quarter]")).find((each) => each && each !== place);
    if (!drags) tap();
    else if (onto) drop(Number(/** @type {HTMLElement} */ (onto).dataset.quarter));
  });
  place.addEventListener("pointercancel", rest);
}
