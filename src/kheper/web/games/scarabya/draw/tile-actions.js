/**
 * What the player does with the tile in hand: moving it, placing it, taking it back.
 *
 * @typedef {import("./play-area.js").Area} Area
 * @typedef {import("../logic/tile-in-hand.js").Action} Action
 */

import { worldOf } from "../../../looks/worlds.js";
import { draftWords } from "../logic/descriptions.js";
import { marksOf, placementOf } from "../logic/squares.js";
import { statusWords } from "../logic/status.js";
import { afterEvent, canTurnOver, draftOf, wayOf, waysOf } from "../logic/tile-in-hand.js";

/**
 * Perform an action of a button, a pointer or a key.
 *
 * @param {Area} area
 * @param {Action} action
 */
export function act(area, action) {
  if (action.type === "confirm") return confirm(area);
  if (action.type === "undo") return undo(area);
  const { page, tile: before } = area;
  area.tile = afterEvent(before, action);
  if (action.type === "pin" && page.preferences.confirm === "off" && !area.usesTouch) confirm(area);
  const { tile } = area;
  if (tile === before) return;
  // The pointer moves far more often than the draft does.
  if (action.type === "point" && before.at && draftOf(tile)?.place === draftOf(before)?.place) return;
  area.refusal = "";
  if (tile.ways !== before.ways) page.happened("tile-turned");
  if (tile.at && !before.at) page.happened("tile-shown");
  drawTile(area);
}

/** @param {Area} area */
function confirm(area) {
  const { page, seat, tile } = area;
  const draft = draftOf(tile);
  if (!draft || tile.sent) return;
  if (!draft.legal) {
    area.tile = afterEvent(tile, { type: "pin" });
    page.sound("refuse");
    page.say(describe(area));
    drawTile(area);
    return;
  }
  area.tile = afterEvent(tile, { type: "send" });
  // The move is on its way before the page draws that it was sent.
  page.play(seat, placementOf(draft.squares)).catch((/** @type {{code?: string}} */ why) => {
    if (area.tile.legal !== tile.legal) return;
    area.tile = afterEvent(area.tile, { type: "refused" });
    area.refusal = page.t(`refusals.${why.code ?? "offline"}`);
    page.sound("refuse");
    page.say(area.refusal);
    drawTile(area);
  });
  page.sound("place");
  drawTile(area);
}

/** @param {Area} area */
function undo(area) {
  const kind = undoKind(area);
  if (kind === "clear") act(area, { type: "clear" });
  else if (kind) void area.page.command(kind, { seat: area.seat }).catch(() => {});
}

/**
 * Return what undo does: clear a draft, or pick up a tile of the open round.
 *
 * @param {Area} area
 * @returns {"" | "clear" | "unready"}
 */
export function undoKind(area) {
  const { page, tile } = area;
  if (tile.at && !tile.sent) return "clear";
  const may = ownSeat(area)?.may ?? [];
  return !page.readonly && !tile.sent && may.includes("unready") ? "unready" : "";
}

/**
 * Redraw for another kind of pointer: a finger needs no ring of buttons.
 *
 * @param {Area} area
 * @param {string} type
 */
export function setPointerType(area, type) {
  if ((type === "touch") === area.usesTouch) return;
  area.usesTouch = type === "touch";
  drawTile(area);
}

/**
 * Describe the draft; empty where there is none.
 *
 * @param {Area} area
 */
export function describe({ page, tile, state }) {
  const draft = draftOf(tile);
  return draft ? draftWords(page, draft, marksOf(state?.site ?? "")) : "";
}

/**
 * Draw the tile in hand, on the site and in the bar.
 *
 * @param {Area} area
 */
export function drawTile(area) {
  const { page, view, state, seat, tile, refusal } = area;
  const draft = draftOf(tile);
  const words = describe(area);
  const world = worldAt(area, seat);
  const seconds = countDown(area, draft?.legal ? draft.place : -1);
  area.grid.drawDraft(tile, draft, { world }, { words, ring: !area.usesTouch, seconds });
  const task = state && view ? statusWords(page, view, state, seat, tile.sent) : "";
  area.bar.draw({
    words: refusal || (tile.sent ? task : words || task),
    mood: refusal ? "refused" : draft && !tile.sent ? (draft.legal ? "legal" : "refused") : "",
    tile: tile.sent ? "" : tile.legal?.tile ?? "",
    way: waysOf(tile)[wayOf(tile)],
    world,
    idle: page.readonly || Boolean(state?.outcome),
    active: tile.legal !== null && !tile.sent,
    turnsOver: canTurnOver(tile),
    confirms: Boolean(draft?.legal) && !tile.sent,
    rounds: state?.mode === "expedition",
    undo: undoKind(area),
  });
}

/**
 * Start the countdown after which a pinned draft is sent by itself, if that is preferred.
 *
 * @param {Area} area
 * @param {number} place of a legal draft, or -1
 * @returns {number} its seconds, or 0
 */
function countDown(area, place) {
  const { page, seat, tile } = area;
  const { confirm: preference, seconds } = page.preferences;
  const counts = preference === "after" && tile.pinned && !tile.sent && place >= 0;
  const key = counts ? `${seat} ${place} ${tile.legal?.tile}` : "";
  if (key !== area.countdown) {
    clearTimeout(area.sendTimer);
    area.countdown = key;
    if (counts) area.sendTimer = window.setTimeout(() => confirm(area), seconds * 1000);
  }
  return counts ? seconds : 0;
}

/** @param {Area} area */
export function ownSeat({ view, seat }) {
  return view?.own?.find((each) => each.seat === seat);
}

/**
 * Return the world of a seat's site; players who share a site share the world.
 *
 * @param {Area} area
 * @param {number} seat
 */
export function worldAt({ page, view, state }, seat) {
  const mine = view?.you?.[0] ?? 1;
  return state?.mode === "expedition"
    ? worldOf(page.preferences.world, seat, mine)
    : worldOf(page.preferences.world, 1);
}
