/**
 * The board: the picture of a site, squares that can be read one by one, the ghost and its ring.
 *
 * @typedef {import("../logic/site-model.js").SiteModel} SiteModel
 * @typedef {import("../logic/tile-in-hand.js").TileInHand} TileInHand
 * @typedef {import("../logic/tile-in-hand.js").Draft} Draft
 * @typedef {import("./ring.js").Dispatch} Dispatch
 * @typedef {import("./ring.js").Box} Box
 * @typedef {import("./site.js").SiteLook} SiteLook
 */

import { icon } from "../../../looks/pictures.js";
import { h, replace, svg } from "../../../ui/dom.js";
import { squareWords } from "../logic/descriptions.js";
import { factsOf } from "../logic/site-model.js";
import { SIDE, squaresOf } from "../logic/squares.js";
import { canTurnOver, waysOf } from "../logic/tile-in-hand.js";
import { height, width } from "../logic/tiles.js";
import { outline } from "./outline.js";
import { chipPlace, ringPlaces, tool } from "./ring.js";
import { campShape, CELL, FRAME, groundLayer, centreSquare, laidLayer, middle, siteFrame } from "./site.js";

/** Half a button: on a small board, where squares are smaller, it stays on the board all the same. */
const HALF = "1.4rem";

const RING = ["turn-left", "up", "turn-right", "right", "confirm", "down", "turn-over", "left"];

/** @param {number} squares */
function percent(squares) {
  return `${((FRAME + squares * CELL) / (SIDE * CELL + 2 * FRAME)) * 100}%`;
}

/**
 * Return a board.
 *
 * @param {Page} page
 * @param {Dispatch} act
 */
export function board(page, act) {
  const ground = svg("g");
  const laid = svg("g");
  const ghost = svg("g", { class: "scarabya-draft" });
  const gains = svg("g", { class: "scarabya-gains" });
  const site = siteFrame("desert", ground, laid, ghost, gains);
  const cells = Array.from({ length: SIDE * SIDE }, (_, place) => cell(place));
  const grid = h(
    "div",
    { class: "scarabya-grid", role: "grid", "aria-label": page.t("scarabya.board.label") },
    Array.from({ length: SIDE }, (_, row) =>
      h("div", { role: "row" }, cells.slice(row * SIDE, (row + 1) * SIDE))),
  );
  const buttons = RING.map((name) => tool(page, name, act));
  const ring = h("div", { class: "scarabya-ring", hidden: true }, buttons);
  const chip = h("div", { class: "scarabya-chip", "aria-hidden": "true", hidden: true });
  const element = h("div", { class: "scarabya-board" }, site, grid, ring, chip);
  let known = "";
  let cursor = 44;

  return {
    element,
    grid,
    /** Where the keyboard's reader is, row by row. */
    get cursor() {
      return cursor;
    },

    /**
     * Put the keyboard's reader on a square.
     *
     * @param {number} place
     * @param {boolean} focus
     */
    moveTo(place, focus) {
      cells[cursor]?.setAttribute("tabindex", "-1");
      cursor = place;
      cells[cursor]?.setAttribute("tabindex", "0");
      if (focus) cells[cursor]?.focus({ preventScroll: true });
    },

    /**
     * Draw a site.
     *
     * @param {SiteModel} model
     * @param {SiteLook} look
     */
    draw(model, look) {
      const wanted = `${look.world} ${model.marks}`;
      if (wanted !== known) {
        site.dataset.world = element.dataset.world = look.world;
        replace(ground, groundLayer(model.marks, look));
        known = wanted;
      }
      replace(laid, laidLayer(model, look));
      replace(gains, ...risingPoints(model, look));
      factsOf(model).forEach((facts, place) => {
        const words = squareWords(page, facts, place, model.shared);
        const spoken = /** @type {HTMLElement} */ (cells[place]);
        if (spoken.getAttribute("aria-label") !== words) spoken.setAttribute("aria-label", words);
      });
      if (!grid.querySelector("[tabindex='0']")) this.moveTo(cursor, false);
    },

    /**
     * Draw the ghost where it is, with what would become of it.
     *
     * @param {TileInHand} hand
     * @param {Draft | null} reading
     * @param {SiteLook} look
     * @param {{words: string, ring: boolean, seconds: number}} how
     */
    drawDraft(hand, reading, look, { words, ring: wantsRing, seconds }) {
      element.classList.toggle("scarabya-playing", hand.legal !== null && !hand.sent);
      ring.hidden = !reading || !hand.pinned || hand.sent || !wantsRing;
      chip.hidden = !reading || hand.sent;
      if (!reading) {
        replace(ghost);
        return;
      }
      replace(ghost, draftShape(hand, reading, look, seconds));
      if (hand.sent) return;
      const way = /** @type {Orientation} */ (waysOf(hand)[reading.way]);
      const [row, column] = reading.corner;
      const box = { row, column, height: height(way), width: width(way) };
      if (!ring.hidden) placeRing(buttons, box, reading, hand);
      placeChip(chip, box, reading, words, !ring.hidden);
    },
  };
}

/** @param {number} place */
function cell(place) {
  return h("div", { role: "gridcell", tabindex: "-1", "data-place": place });
}

/**
 * @param {TileInHand} hand
 * @param {Draft} reading
 * @param {SiteLook} look
 * @param {number} seconds until it is sent by itself; 0 if it is not
 */
function draftShape(hand, reading, look, seconds) {
  const { legal, squares, areas, points } = reading;
  const state = hand.sent ? "sent" : legal ? "legal" : "refused";
  const names = `scarabya-draft-${state}${hand.pinned ? " scarabya-pinned" : ""}`;
  const tile = hand.legal?.tile ?? "";
  const edge = outline(squares, CELL, 1, 18);
  return svg(
    "g",
    { class: names },
    legal && areas.map((area) => closing(area, points, areas.length)),
    campShape({ squares, tile }, look),
    svg("path", { class: "scarabya-draft-edge", d: edge }),
    seconds > 0 && countdown(edge, seconds),
    !legal && svg("path", { class: "scarabya-draft-cross", d: crosses(squares) }),
  );
}

/**
 * @param {string} edge
 * @param {number} seconds
 */
function countdown(edge, seconds) {
  const path = svg("path", { class: "scarabya-countdown", d: edge, pathLength: 1 });
  path.style.animationDuration = `${seconds}s`; // in script: the page forbids style attributes
  return path;
}

/** @param {readonly import("../logic/squares.js").Square[]} squares */
function crosses(squares) {
  return squares
    .map((square) => {
      const { x, y } = middle(square);
      return `M${x - 20} ${y - 20}l40 40M${x + 20} ${y - 20}l-40 40`;
    })
    .join("");
}

/**
 * @param {string} area
 * @param {number} points
 * @param {number} count of areas: the points are written on the only one
 */
function closing(area, points, count) {
  const squares = squaresOf(area);
  const { x, y } = middle(centreSquare(squares));
  return svg(
    "g",
    { class: "scarabya-closing" },
    svg("path", { d: outline(squares, CELL, 5, 14) }),
    count === 1 && points > 0 && svg("text", { x, y: y + 17 }, `+${points}`),
  );
}

/**
 * @param {SiteModel} model
 * @param {SiteLook} look
 */
function risingPoints(model, { fresh }) {
  if (fresh === undefined || !model.scores) return [];
  return model.areas
    .filter((area) => area.card >= fresh && area.points > 0)
    .map((area) => {
      const { x, y } = middle(centreSquare(area.squares));
      return svg("text", { x, y: y + 22 }, `+${area.points}`);
    });
}

/**
 * @param {HTMLButtonElement[]} buttons
 * @param {Box} box
 * @param {Draft} reading
 * @param {TileInHand} hand
 */
function placeRing(buttons, box, reading, hand) {
  const places = ringPlaces(box);
  for (const button of buttons) {
    const name = button.dataset.tool ?? "";
    const at = places[name];
    if (!at) continue;
    button.style.left = `clamp(${HALF}, ${percent(at.x)}, 100% - ${HALF})`;
    button.style.top = `clamp(${HALF}, ${percent(at.y)}, 100% - ${HALF})`;
    if (name === "confirm") button.disabled = !reading.legal;
    if (name === "turn-over") button.disabled = !canTurnOver(hand);
  }
}

/**
 * @param {HTMLElement} chip
 * @param {Box} box
 * @param {Draft} reading
 * @param {string} words
 * @param {boolean} ringed
 */
function placeChip(chip, box, { legal, areas }, words, ringed) {
  const { side, x, y } = chipPlace(box, areas, ringed);
  chip.className = `scarabya-chip ${legal ? "scarabya-chip-legal" : "scarabya-chip-refused"}`;
  chip.dataset.side = side;
  chip.style.left = percent(x);
  chip.style.top = percent(y);
  replace(chip, icon(legal ? "tick" : "cross"), h("span", {}, words));
}
