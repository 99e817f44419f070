/**
 * A site as a picture: ground, rocks and symbols, camps, areas, tokens.
 *
 * @typedef {import("../logic/site-model.js").SiteModel} SiteModel
 * @typedef {import("../logic/site-model.js").Camp} Camp
 * @typedef {import("../logic/site-model.js").Dug} Dug
 * @typedef {import("../logic/site-model.js").Paid} Paid
 * @typedef {import("../logic/squares.js").Square} Square
 * @typedef {import("../../../looks/worlds.js").World} World
 *
 * @typedef {object} SiteLook
 * @property {World} world
 * @property {boolean} [small] a thumbnail, without letters, texture and small drawings
 * @property {number} [fresh] cards from this one on are new and animated
 * @property {readonly number[]} [still] seats whose tiles are not animated, because they were placed on this page
 */

import { picture } from "../../../looks/pictures.js";
import { CAMPS } from "../../../looks/worlds.js";
import { svg } from "../../../ui/dom.js";
import { COLUMNS, placeOf, SIDE } from "../logic/squares.js";
import { outline } from "./outline.js";

export const CELL = 100;
export const FRAME = 64;
const GROUND = SIDE * CELL;
/** The central squares, marked until the first tile is placed. @type {readonly Square[]} */
const CENTRE = [[4, 4], [4, 5], [5, 4], [5, 5]];

/** @param {Square} square */
export function middle([row, column]) {
  return { x: (column + 0.5) * CELL, y: (row + 0.5) * CELL };
}

/**
 * Return an empty picture of a site.
 *
 * @param {World} world
 * @param {...Element} layers
 */
export function siteFrame(world, ...layers) {
  const side = GROUND + 2 * FRAME;
  return svg(
    "svg",
    {
      class: "scarabya-site", viewBox: `${-FRAME} ${-FRAME} ${side} ${side}`,
      "data-world": world, "aria-hidden": "true",
    },
    ...layers,
  );
}

/**
 * Return what never changes on a site: its frame, its ground, rocks and symbols.
 *
 * @param {string} marks
 * @param {SiteLook} look
 */
export function groundLayer(marks, { world, small }) {
  const squares = [...marks].map((mark, n) => ({ mark, at: middle([Math.floor(n / SIDE), n % SIDE]) }));
  return svg(
    "g",
    {},
    frame(small),
    svg("rect", { class: "scarabya-ground", width: GROUND, height: GROUND }),
    svg("path", { class: "scarabya-check", d: checks() }),
    !small && [0, 1, 2, 3].map((n) => texture(world, n)),
    svg("path", { class: "scarabya-lines", d: lines() }),
    svg("path", { class: "scarabya-seams", d: `M500 0V${GROUND}M0 500H${GROUND}` }),
    squares.filter(({ mark }) => mark === "s").map(({ at }) => picture("scarab", { ...at, size: 74 })),
    squares.filter(({ mark }) => mark === "#").map(({ at }) => picture(`rock-${world}`, { ...at, size: 96 })),
  );
}

/**
 * Return what players have laid on a site.
 *
 * @param {SiteModel} model
 * @param {SiteLook} look
 */
export function laidLayer(model, look) {
  const paid = new Map(model.tokens.map((each) => [placeOf(each.square), each]));
  const isNew = (/** @type {number} */ card) => look.fresh !== undefined && card >= look.fresh;
  return svg(
    "g",
    {},
    !model.camps.length && !model.open && svg("path", { class: "scarabya-centre", d: outline(CENTRE, CELL, 4, 20) }),
    model.areas.map((area) => dugArea(area, model, isNew(area.card))),
    model.camps.map((camp, n) => campShape(camp, look, {
      fresh: isNew(camp.card) && !look.still?.includes(camp.seat),
      class: model.shared && n === model.camps.length - 1 ? "scarabya-last" : "",
    })),
    model.open && campShape(model.open, look, { open: true }),
    [...paid.values()].map((each) => tokens(each, model, isNew(cardOf(each, model)))),
    model.lost.map(lostMark),
  );
}

/**
 * Return a camp: one piece with a seam, a trail from square to square, and what stands on it.
 *
 * @param {Pick<Camp, "squares" | "tile">} camp
 * @param {SiteLook} look
 * @param {{fresh?: boolean, open?: boolean, class?: string}} [how]
 */
export function campShape({ squares, tile }, { world, small }, how = {}) {
  const names = ["scarabya-camp", how.fresh && "scarabya-new", how.open && "scarabya-open", how.class];
  return svg(
    "g",
    { class: names.filter(Boolean).join(" "), "data-tile": tile },
    svg("path", { class: "scarabya-camp-body", d: outline(squares, CELL, 4, 16) }),
    !small && svg("path", { class: "scarabya-camp-seam", d: outline(squares, CELL, 13, 9) }),
    svg("path", { class: "scarabya-trail", d: trail(squares) }),
    !small && things(squares, tile, world),
  );
}

/**
 * Return a mark on a square of an area: whose it is can be told by pattern as well as colour.
 *
 * @param {Dug} area
 * @param {SiteModel} model
 * @param {boolean} fresh
 */
function dugArea(area, model, fresh) {
  const owner = model.shared ? ` scarabya-of-${area.owner}` : "";
  const ticks = area.squares.map((square) => pattern(square, model.shared && area.owner === 2)).join("");
  return svg(
    "g",
    { class: `scarabya-area${owner}${fresh ? " scarabya-lit" : ""}${model.scores ? "" : " scarabya-idle"}` },
    svg("path", { class: "scarabya-dug", d: outline(area.squares, CELL, 3, 14) }),
    svg("path", { class: "scarabya-pattern", d: ticks }),
    svg("path", { class: "scarabya-dug-edge", d: outline(area.squares, CELL, 7, 12) }),
    area.scarabs.map((square) => picture("scarab", { ...middle(square), size: 74 })),
    fresh && svg("path", { class: "scarabya-flash", d: outline(area.squares, CELL, 3, 14) }),
  );
}

/**
 * @param {Square} square
 * @param {boolean} dots
 */
function pattern(square, dots) {
  const { x, y } = middle(square);
  if (dots) {
    return [[-28, -28], [28, -28], [0, 0], [-28, 28], [28, 28]]
      .map(([dx = 0, dy = 0]) => `M${x + dx} ${y + dy}h.1`)
      .join("");
  }
  return `M${x - 34} ${y + 6}l40 -40M${x - 34} ${y + 34}l68 -68M${x - 6} ${y + 34}l40 -40`;
}

/**
 * Return the tokens on one symbol: one of its value, or several that add up to it.
 *
 * @param {Paid} paid
 * @param {SiteModel} model
 * @param {boolean} fresh
 */
function tokens(paid, model, fresh) {
  const { x, y } = middle(paid.square);
  const shape = model.shared && paid.owner === 2 ? "plaque" : "coin";
  const values = paid.tokens.length ? paid.tokens : [paid.owed];
  const drawing = paid.tokens.length ? shape : "note";
  const size = [86, 56, 48, 48][values.length - 1] ?? 48;
  const spots = SPOTS[values.length - 1] ?? SPOTS[3] ?? [];
  return svg(
    "g",
    { class: `scarabya-token${fresh ? " scarabya-new" : ""}` },
    values.map((value, n) => {
      const [dx = 0, dy = 0] = spots[n] ?? [];
      return svg(
        "g",
        {},
        picture(drawing, { x: x + dx, y: y + dy, size }),
        svg("text", { x: x + dx, y: y + dy + size * 0.19, "font-size": size * 0.54 }, String(value)),
      );
    }),
  );
}

const SPOTS = [
  [[0, 0]],
  [[-21, -8], [21, 12]],
  [[-22, -18], [22, -18], [0, 22]],
  [[-23, -22], [23, -22], [-23, 24], [23, 24]],
];

/**
 * @param {Paid} paid
 * @param {SiteModel} model
 */
function cardOf(paid, model) {
  const place = placeOf(paid.square);
  const area = model.areas.find((each) => each.scarabs.some((square) => placeOf(square) === place));
  return area?.card ?? SIDE * SIDE; // a bonus at the end is new with the last card
}

/** @param {Square} square */
function lostMark(square) {
  const { x, y } = middle(square);
  return svg(
    "g",
    { class: "scarabya-lost" },
    svg("circle", { cx: x, cy: y, r: 43 }),
    svg("path", { d: `M${x - 31} ${y - 31}l62 62` }),
  );
}

/**
 * Join the middles of squares that lie side by side.
 *
 * @param {readonly Square[]} squares
 */
function trail(squares) {
  const held = new Set(squares.map(String));
  return squares
    .map(([r, c]) => {
      const { x, y } = middle([r, c]);
      const right = held.has(String([r, c + 1])) ? `M${x} ${y}h${CELL}` : "";
      return right + (held.has(String([r + 1, c])) ? `M${x} ${y}v${CELL}` : "");
    })
    .join("");
}

/**
 * Return the square nearest to the middle of a tile.
 *
 * @param {readonly Square[]} squares
 * @returns {Square}
 */
export function centreSquare(squares) {
  const row = squares.reduce((sum, [r]) => sum + r, 0) / squares.length;
  const column = squares.reduce((sum, [, c]) => sum + c, 0) / squares.length;
  const away = (/** @type {Square} */ [r, c]) => (r - row) ** 2 + (c - column) ** 2;
  return squares.reduce((best, each) => (away(each) < away(best) ? each : best));
}

/**
 * @param {readonly Square[]} squares
 * @param {string} tile
 * @param {World} world
 */
function things(squares, tile, world) {
  const [house = "", ...rest] = CAMPS[world];
  const home = centreSquare(squares);
  const first = tile.charCodeAt(0);
  return squares.map((square, n) =>
    square === home
      ? picture(house, { ...middle(square), size: 100 })
      : picture(rest[(first + n) % rest.length] ?? house, { ...middle(square), size: 98 }),
  );
}

/**
 * @param {World} world
 * @param {number} quarter
 */
function texture(world, quarter) {
  const [x, y] = [quarter % 2 ? 750 : 250, quarter > 1 ? 750 : 250];
  const turn = `rotate(${[0, 90, 270, 180][quarter]} ${x} ${y})`;
  return picture(`ground-${world}`, { x, y, size: 500, transform: turn });
}

/** @param {boolean | undefined} small */
function frame(small) {
  const outer = GROUND + 2 * FRAME;
  const box = { x: -FRAME, y: -FRAME, width: outer, height: outer };
  return svg(
    "g",
    { class: "scarabya-frame" },
    svg("rect", { ...box, rx: 26 }),
    !small && svg("rect", {
      class: "scarabya-frame-line", x: -10, y: -10, width: GROUND + 20, height: GROUND + 20, rx: 8,
    }),
    !small && [...COLUMNS].map((letter, n) => [
      svg("text", { x: n * CELL + 50, y: -24 }, letter),
      svg("text", { x: -36, y: n * CELL + 62 }, String(n + 1)),
    ]).flat(),
  );
}

function checks() {
  const squares = Array.from({ length: SIDE * SIDE }, (_, n) => [n % SIDE, Math.floor(n / SIDE)]);
  return squares
    .filter(([c = 0, r = 0]) => (r + c) % 2)
    .map(([c = 0, r = 0]) => `M${c * CELL} ${r * CELL}h${CELL}v${CELL}h-${CELL}z`)
    .join("");
}

function lines() {
  const inner = Array.from({ length: SIDE - 1 }, (_, n) => (n + 1) * CELL);
  return inner.map((at) => `M${at} 0V${GROUND}M0 ${at}H${GROUND}`).join("");
}
