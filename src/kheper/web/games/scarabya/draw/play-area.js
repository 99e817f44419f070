/**
 * Scarabya's table: what somebody does becomes a hand, a hand and a view become a picture.
 *
 * @typedef {import("../logic/tile-in-hand.js").TileInHand} TileInHand
 * @typedef {import("./ring.js").Action} Action
 */

import { worldOf } from "../../../looks/worlds.js";
import { h } from "../../../ui/dom.js";
import { changesBetween } from "../logic/changes.js";
import { draftWords, changeWords } from "../logic/descriptions.js";
import { actionOf, arrow } from "../logic/keys.js";
import { siteModel } from "../logic/site-model.js";
import { marksOf, placementOf, placeOf, SIDE, squaresOf } from "../logic/squares.js";
import { statusWords } from "../logic/status.js";
import { canTurnOver, withLegalMoves, emptyHand, afterEvent, draftOf, wayOf, waysOf } from "../logic/tile-in-hand.js";
import { bar } from "./bar.js";
import { cardsPanel } from "./cards.js";
import { help } from "./help.js";
import { followPointer } from "./pointer.js";
import { board } from "./site-grid.js";
import { centreSquare } from "./site.js";
import { enlarge, sitesPanel } from "./sites-panel.js";
import { soloPanel } from "./solo-panel.js";

export { breakdown } from "./breakdown.js";

/** So long the keyboard rests before a ghost is described aloud. */
const REST = 300;

/**
 * Return Scarabya's table.
 *
 * @param {Page} page
 * @returns {PlayArea}
 */
export function playArea(page) {
  /** @type {View | null} */
  let view = null;
  /** @type {ScarabyaState | null} */
  let state = null;
  let hand = emptyHand(page.tiles.tiles);
  /** The seat whose site is the large one; chosen by who only watches. */
  let seat = 0;
  let chosen = 0;
  let touched = false;
  let refusal = "";
  /** The placement that was open at the last draw: picked up again, it lies where it lay. */
  let wasOpen = "";
  /** @type {unknown[]} what the ground was drawn from */
  let drawn = [];
  let timer = 0;
  let countdown = "";
  let speaking = 0;

  const own = () => view?.own?.find((each) => each.seat === seat);
  const world = (/** @type {number} */ each) => {
    const mine = view?.you?.[0] ?? 1;
    return state?.mode === "expedition"
      ? worldOf(page.preferences.world, each, mine)
      : worldOf(page.preferences.world, 1);
  };
  const look = () => ({ world: world(seat) });

  const ground = board(page, act);
  const strip = bar(page, act);
  const cards = cardsPanel(page);
  const solo = soloPanel(page);
  const sites = sitesPanel(page, world, (wanted) => {
    if (!state) return;
    if (page.readonly) {
      chosen = wanted;
      if (view) draw(view);
    } else enlarge(page, state, wanted, world(wanted));
  });
  const side = h(
    "div", { class: "scarabya-side" }, solo.element, cards.element, sites.element, help(page),
  );

  const using = (/** @type {string} */ kind) => {
    if ((kind === "touch") === touched) return;
    touched = kind === "touch";
    drawHand();
  };
  followPointer(ground.element, ground.grid, () => hand, act, using);
  followPointer(strip.hand, ground.grid, () => hand, act, using);
  ground.grid.addEventListener("focusin", (event) => {
    const place = Number(/** @type {HTMLElement} */ (event.target).dataset.place);
    if (!Number.isNaN(place)) ground.moveTo(place, false);
  });

  /**
   * Do what a button, a pointer or a key wants.
   *
   * @param {Action} wanted
   */
  function act(wanted) {
    if (wanted.type === "confirm") {
      confirm();
      return;
    }
    if (wanted.type === "undo") {
      undo();
      return;
    }
    const before = hand;
    hand = afterEvent(hand, wanted);
    if (wanted.type === "pin" && page.preferences.confirm === "off" && !touched) confirm();
    if (hand === before) return;
    // The pointer moves far more often than the ghost does.
    if (wanted.type === "point" && before.at && draftOf(hand)?.place === draftOf(before)?.place) return;
    refusal = "";
    if (hand.ways !== before.ways) page.happened?.("tile-turned");
    if (hand.at && !before.at) page.happened?.("tile-shown");
    drawHand();
  }

  function confirm() {
    const found = draftOf(hand);
    if (!found || hand.sent) return;
    if (!found.legal) {
      hand = afterEvent(hand, { type: "pin" });
      page.sound("refuse");
      page.say(draftWords(page, found, marks()));
      drawHand();
      return;
    }
    const [mover, before] = [seat, hand];
    hand = afterEvent(hand, { type: "send" });
    // It is on its way while the page draws that it is.
    page.play(mover, placementOf(found.squares)).catch((/** @type {{code?: string}} */ refused) => {
      if (hand.legal !== before.legal) return;
      hand = afterEvent(hand, { type: "refused" });
      refusal = page.t(`refusals.${refused.code ?? "offline"}`);
      page.sound("refuse");
      page.say(refusal);
      drawHand();
    });
    page.sound("place");
    drawHand();
  }

  /** Take back what was not sent; in an open round the tile can be picked up again. */
  function undo() {
    const kind = undoing();
    if (kind === "clear") act({ type: "clear" });
    else if (kind) void page.command(kind, { seat }).catch(() => {});
  }

  function undoing() {
    if (hand.at && !hand.sent) return "clear";
    const may = own()?.may ?? [];
    return !page.readonly && !hand.sent && may.includes("unready") ? "unready" : "";
  }

  const marks = () => marksOf(state?.site ?? "");

  function drawHand() {
    const found = draftOf(hand);
    const words = found ? draftWords(page, found, marks()) : "";
    const seconds = waits(found?.legal ? found.place : -1);
    ground.drawDraft(hand, found, look(), { words, ring: !touched, seconds });
    const task = state && view ? statusWords(page, view, state, seat, hand.sent) : "";
    strip.draw({
      words: refusal || (hand.sent ? task : words || task),
      mood: refusal ? "refused" : found && !hand.sent ? (found.legal ? "legal" : "refused") : "",
      tile: hand.sent ? "" : hand.legal?.tile ?? "",
      way: waysOf(hand)[wayOf(hand)],
      world: world(seat),
      idle: page.readonly || Boolean(state?.outcome),
      active: hand.legal !== null && !hand.sent,
      turnsOver: canTurnOver(hand),
      confirms: Boolean(found?.legal) && !hand.sent,
      rounds: state?.mode === "expedition",
      undo: undoing(),
    });
  }

  /**
   * Let a pinned ghost be sent by itself after some seconds, if that is wanted.
   *
   * @param {number} place of a legal ghost, or -1
   */
  function waits(place) {
    const wanted = page.preferences.confirm === "after" && hand.pinned && !hand.sent && place >= 0;
    const key = wanted ? `${seat} ${place} ${hand.legal?.tile}` : "";
    if (key !== countdown) {
      clearTimeout(timer);
      countdown = key;
      if (wanted) timer = window.setTimeout(confirm, page.preferences.seconds * 1000);
    }
    return wanted ? page.preferences.seconds : 0;
  }

  /** @param {View} now */
  function draw(now) {
    const before = state;
    view = now;
    state = /** @type {ScarabyaState | undefined} */ (/** @type {unknown} */ (now.state)) ?? null;
    if (!state) return;
    takeUp(state);
    const told = changesBetween(before, state);
    const fresh = page.animated() && told.placed.length ? firstNew(before, state) : undefined;
    drawGround(now, state, fresh);
    cards.draw(state, world(seat));
    sites.draw(state, seat, fresh);
    solo.element.hidden = state.mode !== "solo";
    solo.draw(state, now.may?.includes("retry") ?? false);
    drawHand();
    tell(told, state);
    // Who has tried again has read the end of the last try, further down.
    if (before && before.tries !== state.tries) ground.element.scrollIntoView({ block: "nearest" });
  }

  /**
   * Draw the site, unless nothing has changed there: another drawing would end its animation.
   *
   * @param {View} now
   * @param {ScarabyaState} shown
   * @param {number} [fresh] cards from this one on are new
   */
  function drawGround(now, shown, fresh) {
    const open = own()?.open;
    const wanted = [shown, now.seats, seat, open, world(seat)];
    if (wanted.every((each, n) => each === drawn[n])) return;
    drawn = wanted;
    const still = page.readonly ? [] : now.you ?? [];
    ground.draw(siteModel(shown, seat, open), fresh === undefined ? look() : { ...look(), fresh, still });
  }

  /**
   * Take up whose turn it is, and what can be played.
   *
   * @param {ScarabyaState} now
   */
  function takeUp(now) {
    const next = (page.readonly && chosen) || page.seat() || 1;
    if (next !== seat) {
      hand = { ...hand, legal: null, at: null, pinned: false };
      wasOpen = "";
    }
    seat = Math.min(next, now.seats);
    const mine = own();
    hand = withLegalMoves(hand, page.readonly ? undefined : mine, now.options.flip !== "off");
    const pickedUp = wasOpen && !mine?.open && !now.sites[seat - 1]?.entries.includes(wasOpen);
    if (pickedUp && hand.legal) hand = afterEvent(hand, { type: "put", squares: squaresOf(wasOpen) });
    wasOpen = mine?.open ?? "";
    refusal = "";
  }

  /**
   * Let everybody hear what happened.
   *
   * @param {import("../logic/changes.js").Changes} told
   * @param {ScarabyaState} now
   */
  function tell(told, now) {
    const words = changeWords(page, told, now, page.readonly ? 0 : seat);
    if (words.length) page.say(words.join(" "));
    const mine = told.placed.filter((placed) => placed.seat === seat || now.mode !== "expedition");
    if (mine.some((placed) => placed.areas.length)) page.sound(mine.some((p) => p.points) ? "points" : "area");
    else if (told.card && now.seats > 1) page.sound("reveal");
    else if (mine.some((placed) => placed.seat !== seat)) page.sound("place");
    if (told.ready.length) page.sound("ready");
  }

  /**
   * Say in words where the ghost is, once the keys rest.
   */
  function describe() {
    clearTimeout(speaking);
    speaking = window.setTimeout(() => {
      const found = draftOf(hand);
      if (found) page.say(draftWords(page, found, marks()));
    }, REST);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input, select, textarea, dialog")) return false;
    const isPress = event.key === "Enter" || event.key === " ";
    if (isPress && target.closest("button, a, summary")) return false;
    if (ground.grid.contains(target) && readOn(event)) return true;
    const wanted = actionOf(event);
    if (!wanted || (!hand.legal && wanted.type !== "undo")) return false;
    if (wanted.type === "undo" && undoing() !== "clear") return false;
    using("mouse");
    act(wanted);
    if (wanted.type !== "confirm") describe();
    followCursor(target);
    return true;
  }

  /**
   * With the focus on the squares, an arrow goes to the next one, and the ghost comes along.
   *
   * @param {KeyboardEvent} event
   */
  function readOn(event) {
    const moved = arrow(event);
    if (!moved) return false;
    const kept = (/** @type {number} */ at) => Math.max(0, Math.min(SIDE - 1, at));
    const row = kept(Math.floor(ground.cursor / SIDE) + moved.down);
    const column = kept((ground.cursor % SIDE) + moved.across);
    ground.moveTo(placeOf([row, column]), true);
    if (hand.legal) {
      if (hand.pinned) act({ type: "clear" });
      act({ type: "point", x: column + 0.5, y: row + 0.5 });
      describe();
    }
    return true;
  }

  /** @param {Element} target */
  function followCursor(target) {
    const found = draftOf(hand);
    if (found) ground.moveTo(placeOf(centreSquare(found.squares)), ground.grid.contains(target));
  }

  return {
    element: ground.element,
    side,
    bar: strip.element,
    draw,
    key,
    close() {
      clearTimeout(timer);
      clearTimeout(speaking);
    },
  };
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
