/**
 * Scarabya's play area: the site, the bar, and the panels beside them, drawn from the view.
 *
 * `tile-actions.js` changes the tile in hand, `tile-keys.js` reads the keyboard.
 *
 * @typedef {object} Area
 * @property {Page} page
 * @property {View | null} view
 * @property {ScarabyaState | null} state
 * @property {import("../logic/tile-in-hand.js").TileInHand} tile
 * @property {number} seat whose site is drawn large
 * @property {number} chosen the seat that a spectator chose to see
 * @property {boolean} usesTouch
 * @property {string} refusal why the server refused the last move, in words
 * @property {string} openBefore the open placement at the last draw; picked up, it lies there again
 * @property {unknown[]} drawnFrom what the site was last drawn from
 * @property {string} countdown the draft that is about to be sent by itself
 * @property {number} sendTimer
 * @property {number} speechTimer
 * @property {ReturnType<typeof siteGrid>} grid
 * @property {ReturnType<typeof bar>} bar
 * @property {ReturnType<typeof cardsPanel>} cards
 * @property {ReturnType<typeof soloPanel>} solo
 * @property {ReturnType<typeof sitesPanel>} sites
 */

import { h } from "../../../ui/dom.js";
import { changesBetween } from "../logic/changes.js";
import { changeWords } from "../logic/descriptions.js";
import { siteModel } from "../logic/site-model.js";
import { squaresOf } from "../logic/squares.js";
import { afterEvent, noTile, withLegalMoves } from "../logic/tile-in-hand.js";
import { bar } from "./bar.js";
import { cardsPanel } from "./cards.js";
import { help } from "./help.js";
import { followPointer } from "./pointer.js";
import { siteGrid } from "./site-grid.js";
import { enlarge, sitesPanel } from "./sites-panel.js";
import { soloPanel } from "./solo-panel.js";
import { act, drawTile, ownSeat, setPointerType, worldAt } from "./tile-actions.js";
import { handleKey } from "./tile-keys.js";

export { breakdown } from "./breakdown.js";

/**
 * @param {Page} page
 * @returns {PlayArea}
 */
export function playArea(page) {
  const area = createArea(page);
  const { grid, bar: strip, cards, solo, sites } = area;
  for (const element of [grid.element, strip.hand]) {
    followPointer(element, grid.squares, () => area.tile, (action) => act(area, action), (type) => setPointerType(area, type));
  }
  grid.squares.addEventListener("focusin", (event) => {
    const place = Number(/** @type {HTMLElement} */ (event.target).dataset.place);
    if (!Number.isNaN(place)) grid.moveTo(place, false);
  });
  return {
    element: grid.element,
    side: h("div", { class: "scarabya-side" }, solo.element, cards.element, sites.element, help(page)),
    bar: strip.element,
    draw: (view) => draw(area, view),
    key: (event) => handleKey(area, event),
    close() {
      clearTimeout(area.sendTimer);
      clearTimeout(area.speechTimer);
    },
  };
}

/**
 * @param {Page} page
 * @returns {Area}
 */
function createArea(page) {
  /** @type {Area} */
  const area = {
    page,
    view: null,
    state: null,
    tile: noTile(page.tiles.tiles),
    seat: 0,
    chosen: 0,
    usesTouch: false,
    refusal: "",
    openBefore: "",
    drawnFrom: [],
    countdown: "",
    sendTimer: 0,
    speechTimer: 0,
    grid: siteGrid(page, (action) => act(area, action)),
    bar: bar(page, (action) => act(area, action)),
    cards: cardsPanel(page),
    solo: soloPanel(page),
    sites: sitesPanel(page, (seat) => worldAt(area, seat), (seat) => showSite(area, seat)),
  };
  return area;
}

/**
 * Show another site large: a spectator's in place, a player's in a dialog.
 *
 * @param {Area} area
 * @param {number} seat
 */
function showSite(area, seat) {
  const { page, state, view } = area;
  if (!state || !view) return;
  if (!page.readonly) {
    enlarge(page, state, seat, worldAt(area, seat));
    return;
  }
  area.chosen = seat;
  draw(area, view);
}

/**
 * @param {Area} area
 * @param {View} view
 */
function draw(area, view) {
  const { page, grid, cards, sites, solo } = area;
  const before = area.state;
  const state = /** @type {ScarabyaState | undefined} */ (/** @type {unknown} */ (view.state));
  area.view = view;
  area.state = state ?? null;
  if (!state) return;
  takeTurn(area, state);
  const changes = changesBetween(before, state);
  const fresh = page.animated() && changes.placed.length ? firstNew(before, state) : undefined;
  drawSite(area, view, state, fresh);
  cards.draw(state, worldAt(area, area.seat));
  sites.draw(state, area.seat, fresh);
  solo.element.hidden = state.mode !== "solo";
  solo.draw(state, view.may?.includes("retry") ?? false);
  drawTile(area);
  announce(area, changes, state);
  // Whoever tries again has scrolled down to the result of the last try.
  if (before && before.tries !== state.tries) grid.element.scrollIntoView({ block: "nearest" });
}

/**
 * Draw the site, unless nothing has changed there: drawing it again would stop its animation.
 *
 * @param {Area} area
 * @param {View} view
 * @param {ScarabyaState} state
 * @param {number} [fresh] cards from this one on are new
 */
function drawSite(area, view, state, fresh) {
  const { page, grid, seat } = area;
  const open = ownSeat(area)?.open;
  const world = worldAt(area, seat);
  const from = [state, view.seats, seat, open, world];
  if (from.every((each, n) => each === area.drawnFrom[n])) return;
  area.drawnFrom = from;
  const still = page.readonly ? [] : view.you ?? [];
  grid.draw(siteModel(state, seat, open), fresh === undefined ? { world } : { world, fresh, still });
}

/**
 * Update whose turn it is, and the tile that can be played.
 *
 * @param {Area} area
 * @param {ScarabyaState} state
 */
function takeTurn(area, state) {
  const { page } = area;
  const next = (page.readonly && area.chosen) || page.seat() || 1;
  if (next !== area.seat) {
    area.tile = { ...area.tile, legal: null, at: null, pinned: false };
    area.openBefore = "";
  }
  area.seat = Math.min(next, state.seats);
  const own = ownSeat(area);
  area.tile = withLegalMoves(area.tile, page.readonly ? undefined : own, state.options.flip !== "off");
  const { openBefore } = area;
  const pickedUp = openBefore && !own?.open && !state.sites[area.seat - 1]?.entries.includes(openBefore);
  if (pickedUp && area.tile.legal) area.tile = afterEvent(area.tile, { type: "put", squares: squaresOf(openBefore) });
  area.openBefore = own?.open ?? "";
  area.refusal = "";
}

/**
 * Announce what happened, by words and sounds.
 *
 * @param {Area} area
 * @param {import("../logic/changes.js").Changes} changes
 * @param {ScarabyaState} state
 */
function announce({ page, seat }, changes, state) {
  const words = changeWords(page, changes, state, page.readonly ? 0 : seat);
  if (words.length) page.say(words.join(" "));
  const shown = changes.placed.filter((placed) => placed.seat === seat || state.mode !== "expedition");
  if (shown.some((placed) => placed.areas.length)) page.sound(shown.some(({ points }) => points) ? "points" : "area");
  else if (changes.card && state.seats > 1) page.sound("reveal");
  else if (shown.some((placed) => placed.seat !== seat)) page.sound("place");
  if (changes.ready.length) page.sound("ready");
}

/**
 * Return the number of the first card that was not there before.
 *
 * @param {ScarabyaState | null} before
 * @param {ScarabyaState} after
 */
function firstNew(before, after) {
  return Math.min(...after.sites.map((_, n) => before?.sites[n]?.entries.length ?? 0)) + 1;
}
