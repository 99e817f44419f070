/**
 * The site that is played on: its picture, a grid of squares, the draft, and the ring of buttons.
 *
 * @typedef {import("../logic/site-model.js").SiteModel} SiteModel
 * @typedef {import("../logic/tile-in-hand.js").TileInHand} TileInHand
 * @typedef {import("../logic/tile-in-hand.js").Draft} Draft
 * @typedef {import("../logic/tile-in-hand.js").Dispatch} Dispatch
 * @typedef {import("../logic/ring-layout.js").Box} Box
 * @typedef {import("./site.js").SiteLook} SiteLook
 * @typedef {ReturnType<typeof createParts>} Parts
 * @typedef {{words: string, ring: boolean, seconds: number}} DraftLook
 */

import { icon } from "../../../looks/pictures.js";
import { h, replace, svg } from "../../../ui/dom.js";
import { squareWords } from "../logic/descriptions.js";
import { factsOf } from "../logic/site-model.js";
import { SIDE, squaresOf } from "../logic/squares.js";
import { canTurnOver, waysOf } from "../logic/tile-in-hand.js";
import { height, width } from "../logic/tiles.js";
import { outline } from "./outline.js";
import { chipPlace, ringPlaces } from "../logic/ring-layout.js";
import { tool } from "./tools.js";
import { campShape, CELL, FRAME, groundLayer, centreSquare, laidLayer, middle, siteFrame } from "./site.js";

/** Half a button's width, by which it stays inside a small board. */
const HALF = "1.4rem";

const RING = ["turn-left", "up", "turn-right", "right", "confirm", "down", "turn-over", "left"];

/** @param {number} squares */
function percent(squares) {
  return `${((FRAME + squares * CELL) / (SIDE * CELL + 2 * FRAME)) * 100}%`;
}

/**
 * Return the site with squares that can be read one by one, the draft, and its ring of buttons.
 *
 * @param {Page} page
 * @param {Dispatch} act
 */
export function siteGrid(page, act) {
  const parts = createParts(page, act);
  return {
    element: parts.element,
    squares: parts.squares,
    /** The place of the square that Tab reaches. */
    get cursor() {
      return parts.cursor;
    },
    /** @type {(place: number, focus: boolean) => void} */
    moveTo: (place, focus) => moveTo(parts, place, focus),
    /** @type {(model: SiteModel, look: SiteLook) => void} */
    draw: (model, look) => draw(page, parts, model, look),
    /** @type {(tile: TileInHand, draft: Draft | null, look: SiteLook, how: DraftLook) => void} */
    drawDraft: (tile, draft, look, how) => drawDraft(parts, tile, draft, look, how),
  };
}

/**
 * @param {Page} page
 * @param {Dispatch} act
 */
function createParts(page, act) {
  const layers = { ground: svg("g"), laid: svg("g"), draft: svg("g", { class: "scarabya-draft" }), gains: svg("g", { class: "scarabya-gains" }) };
  const site = siteFrame("desert", ...Object.values(layers));
  const cells = Array.from({ length: SIDE * SIDE }, (_, place) => cell(place));
  const squares = h(
    "div",
    { class: "scarabya-grid", role: "grid", "aria-label": page.t("scarabya.board.label") },
    Array.from({ length: SIDE }, (_, row) =>
      h("div", { role: "row" }, cells.slice(row * SIDE, (row + 1) * SIDE))),
  );
  const buttons = RING.map((name) => tool(page, name, act));
  const ring = h("div", { class: "scarabya-ring", hidden: true }, buttons);
  const chip = h("div", { class: "scarabya-chip", "aria-hidden": "true", hidden: true });
  const element = h("div", { class: "scarabya-board" }, site, squares, ring, chip);
  return { element, site, layers, squares, cells, buttons, ring, chip, drawnGround: "", cursor: 44 };
}

/**
 * Let Tab reach another square.
 *
 * @param {Parts} parts
 * @param {number} place
 * @param {boolean} focus
 */
function moveTo(parts, place, focus) {
  const { cells } = parts;
  cells[parts.cursor]?.setAttribute("tabindex", "-1");
  parts.cursor = place;
  cells[place]?.setAttribute("tabindex", "0");
  if (focus) cells[place]?.focus({ preventScroll: true });
}

/**
 * @param {Page} page
 * @param {Parts} parts
 * @param {SiteModel} model
 * @param {SiteLook} look
 */
function draw(page, parts, model, look) {
  const { element, site, layers, squares, cells } = parts;
  const ground = `${look.world} ${model.marks}`;
  if (ground !== parts.drawnGround) {
    site.dataset.world = element.dataset.world = look.world;
    replace(layers.ground, groundLayer(model.marks, look));
    parts.drawnGround = ground;
  }
  replace(layers.laid, laidLayer(model, look));
  replace(layers.gains, ...risingPoints(model, look));
  factsOf(model).forEach((facts, place) => {
    const words = squareWords(page, facts, place, model.shared);
    const square = /** @type {HTMLElement} */ (cells[place]);
    if (square.getAttribute("aria-label") !== words) square.setAttribute("aria-label", words);
  });
  if (!squares.querySelector("[tabindex='0']")) moveTo(parts, parts.cursor, false);
}

/**
 * Draw the draft where it lies, with what it would do.
 *
 * @param {Parts} parts
 * @param {TileInHand} tile
 * @param {Draft | null} draft
 * @param {SiteLook} look
 * @param {DraftLook} how
 */
function drawDraft(parts, tile, draft, look, { words, ring: wantsRing, seconds }) {
  const { element, layers, ring, chip, buttons } = parts;
  element.classList.toggle("scarabya-playing", tile.legal !== null && !tile.sent);
  ring.hidden = !draft || !tile.pinned || tile.sent || !wantsRing;
  chip.hidden = !draft || tile.sent;
  if (!draft) return replace(layers.draft);
  replace(layers.draft, draftShape(tile, draft, look, seconds));
  if (tile.sent) return;
  const way = /** @type {Orientation} */ (waysOf(tile)[draft.way]);
  const [row, column] = draft.corner;
  const box = { row, column, height: height(way), width: width(way) };
  if (!ring.hidden) placeRing(buttons, box, draft, tile);
  placeChip(chip, box, draft, words, !ring.hidden);
}

/** @param {number} place */
function cell(place) {
  return h("div", { role: "gridcell", tabindex: "-1", "data-place": place });
}

/**
 * @param {TileInHand} tile
 * @param {Draft} draft
 * @param {SiteLook} look
 * @param {number} seconds until it is sent by itself; 0 if it is not
 */
function draftShape(tile, draft, look, seconds) {
  const { legal, squares, areas, points } = draft;
  const state = tile.sent ? "sent" : legal ? "legal" : "refused";
  const names = `scarabya-draft-${state}${tile.pinned ? " scarabya-pinned" : ""}`;
  const edge = outline(squares, CELL, 1, 18);
  return svg(
    "g",
    { class: names },
    legal && areas.map((area) => closing(area, points, areas.length)),
    campShape({ squares, tile: tile.legal?.tile ?? "" }, look),
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
 * @param {Draft} draft
 * @param {TileInHand} tile
 */
function placeRing(buttons, box, draft, tile) {
  const places = ringPlaces(box);
  for (const button of buttons) {
    const name = button.dataset.tool ?? "";
    const at = places[name];
    if (!at) continue;
    button.style.left = `clamp(${HALF}, ${percent(at.x)}, 100% - ${HALF})`;
    button.style.top = `clamp(${HALF}, ${percent(at.y)}, 100% - ${HALF})`;
    if (name === "confirm") button.disabled = !draft.legal;
    if (name === "turn-over") button.disabled = !canTurnOver(tile);
  }
}

/**
 * @param {HTMLElement} chip
 * @param {Box} box
 * @param {Draft} draft
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
