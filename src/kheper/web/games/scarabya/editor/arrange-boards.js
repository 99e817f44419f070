/**
 * The Great Explorer arranges the four boards: by dragging and turning, by keys, or at random.
 *
 * @typedef {import("../logic/board-layout.js").Piece} Piece
 *
 * @typedef {object} Arrangement
 * @property {Page} page
 * @property {Piece[]} pieces
 * @property {Record<string, string[]>} boards the rows of each board by its name
 * @property {boolean} mine whether the reader arranges
 * @property {boolean} asked whether the server was asked for a first layout
 * @property {HTMLElement[]} quarters
 */

import { icon } from "../../../looks/pictures.js";
import { worldOf } from "../../../looks/worlds.js";
import { h, replace } from "../../../ui/dom.js";
import { boardPicture } from "../draw/board.js";
import {
  besideQuarter, boardsOf, layoutOf, piecesOf, swappedPieces, turnedPiece, turnedRows,
} from "../logic/board-layout.js";
import { arrow } from "../logic/keys.js";

/** A press that moves less than this many pixels is a tap. */
const STILL = 8;

/**
 * Return the panel in which the boards are arranged.
 *
 * @param {Page} page
 * @returns {Arranging}
 */
export function arranging(page) {
  const { t } = page;
  const random = h(
    "button", { type: "button", onclick: () => send(page, "") }, icon("shuffle"), t("scarabya.arrange.random"),
  );
  const how = h("p", { class: "soft" }, t("scarabya.arrange.how"));
  /** @type {Arrangement} */
  const arrangement = { page, pieces: [], boards: {}, mine: false, asked: false, quarters: [] };
  arrangement.quarters = [0, 1, 2, 3].map((quarter) => quarterElement(arrangement, quarter));
  const element = h(
    "div",
    { class: "scarabya-arranging stack" },
    how,
    h("div", { class: "scarabya-quarters", "data-world": worldOf(page.preferences.world, 1) }, arrangement.quarters),
    h("div", { class: "row" }, random),
  );
  return {
    element,
    draw(view) {
      arrangement.mine = view.may?.includes("arrange") ?? false;
      random.hidden = how.hidden = !arrangement.mine;
      const { layout = "", ground = "" } = view.setup ?? {};
      // There is nothing to rearrange before the first layout, so the server draws one.
      if (!layout && arrangement.mine && !arrangement.asked) send(page, "");
      arrangement.asked = true;
      if (!layout) return;
      arrangement.pieces = piecesOf(layout);
      arrangement.boards = boardsOf(ground, arrangement.pieces);
      show(arrangement);
    },
    close() {},
  };
}

/**
 * @param {Page} page
 * @param {string} layout empty: the server draws one
 */
function send(page, layout) {
  void page.command("arrange", { layout }).catch(() => {});
}

/**
 * Show a layout at once, and send it.
 *
 * @param {Arrangement} arrangement
 * @param {Piece[]} pieces
 * @param {string} words
 */
function lay(arrangement, pieces, words) {
  const { page } = arrangement;
  if (!arrangement.mine) return;
  arrangement.pieces = pieces;
  show(arrangement);
  page.say(words);
  page.sound("place");
  send(page, layoutOf(pieces));
}

/**
 * @param {Arrangement} arrangement
 * @param {number} quarter
 * @param {1 | -1} by
 */
function turn(arrangement, quarter, by) {
  const { page } = arrangement;
  const pieces = turnedPiece(arrangement.pieces, quarter, by);
  const { name = "", degrees = 0 } = pieces[quarter] ?? {};
  if (arrangement.mine && page.animated()) animateTurn(arrangement.quarters[quarter], by);
  lay(arrangement, pieces, page.t("scarabya.arrange.turned", { name, degrees }));
}

/**
 * @param {Arrangement} arrangement
 * @param {number} quarter
 * @param {number} other
 */
function swap(arrangement, quarter, other) {
  const { t } = arrangement.page;
  if (quarter === other) return;
  const { name = "" } = arrangement.pieces[quarter] ?? {};
  lay(arrangement, swappedPieces(arrangement.pieces, quarter, other),
    t("scarabya.arrange.swapped", { name, quarter: t(`scarabya.arrange.quarter-${other + 1}`) }));
  arrangement.quarters[other]?.focus();
}

/**
 * @param {Arrangement} arrangement
 * @param {number} quarter
 */
function quarterElement(arrangement, quarter) {
  const place = h("div", { class: "scarabya-quarter", role: "button", tabindex: "0", "data-quarter": quarter });
  place.addEventListener("keydown", (event) => {
    const moved = arrow(event);
    if (moved) swap(arrangement, quarter, besideQuarter(quarter, moved));
    else if (event.key === " " || event.key === "Enter") turn(arrangement, quarter, event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  place.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    turn(arrangement, quarter, -1);
  });
  dragged(place, () => arrangement.mine, () => turn(arrangement, quarter, 1), (other) => swap(arrangement, quarter, other));
  return place;
}

/** @param {Arrangement} arrangement */
function show({ page, pieces, boards, mine, quarters }) {
  const { t } = page;
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
 * Let a board be dragged onto another one, or tapped.
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
