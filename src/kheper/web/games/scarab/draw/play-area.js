/** SCARAB's table: the board, the bar and the collections, kept in step with view and choice. */

import { h } from "../../../ui/dom.js";
import { boardModel } from "../logic/board-model.js";
import { choose, confirmable, shown, START } from "../logic/choice.js";
import { landingWords, markText, markWords, moveWords, turnWords } from "../logic/descriptions.js";
import { history, seatAfter } from "../logic/history.js";
import { nearest } from "../logic/navigation.js";
import { position, squareName, value } from "../logic/position.js";
import { corners, noOptions, optionsOf } from "../logic/priest-moves.js";
import { fly, walker } from "./animation.js";
import { bar } from "./bar.js";
import { board } from "./board.js";
import { collections } from "./collections.js";
import { grid } from "./grid.js";
import { keys } from "./keys.js";
import { moveList } from "./move-list.js";

export { breakdown } from "./breakdown.js";

/**
 * @typedef {import("../logic/choice.js").Choice} Choice
 * @typedef {import("../logic/choice.js").Event} Event
 * @typedef {import("../logic/history.js").Played} Played
 */

/** How many moves at once are shown one after another; more than that is a jump. */
const FOLLOWED = 4;

/**
 * @param {Page} page
 * @returns {PlayArea}
 */
export function playArea(page) {
  const element = h("div", { class: "scarab-board" });
  const under = bar(page, send);
  const laid = collections(page, (stone) => send({ type: "stone", stone }));
  const story = moveList(page);
  const side = h("div", { class: "scarab-side" }, laid.element, story.element);

  /** @type {ReturnType<typeof surface> | null} */
  let ground = null;
  /** @type {View | null} */
  let view = null;
  /** @type {Played[]} */
  let played = [];
  /** @type {Choice} */
  let choice = { ...START };
  let options = noOptions();
  /** Whether it is known what the options would lead to. */
  let known = false;
  let turn = "";
  let told = "";
  let news = "";
  let byKey = false;
  let timer = 0;

  /**
   * Take an event of mouse, finger or keys to the choice, and send what was chosen.
   *
   * @param {Event} event
   */
  function send(event) {
    if (!view?.state) return;
    const before = choice;
    choice = choose(choice, event, options, view.state.size);
    if (choice === before) return;
    // A move is on its way while the page draws that it is.
    if (choice.step === "sent" && before.step !== "sent") dispatch(choice.move);
    const landing = shown(choice, options);
    if (landing && landing !== shown(before, options)) page.happened("landing-previewed");
    render();
    wait(before);
    follow(before);
  }

  /** @param {string} move */
  function dispatch(move) {
    const sent = choice;
    page.play(page.seat(), move).catch(() => {
      if (choice === sent) send({ type: "refused" });
    });
  }

  /**
   * Let a choice be sent by itself after some seconds, if that is liked.
   *
   * @param {Choice} before
   */
  function wait(before) {
    const pointed = { ...before, pointed: choice.pointed };
    if (JSON.stringify(choice) === JSON.stringify(pointed)) return;
    clearTimeout(timer);
    const { confirm, seconds } = page.preferences;
    const counting = confirm === "after" && confirmable(choice);
    under.count(counting ? seconds : 0);
    if (counting) timer = window.setTimeout(() => send({ type: "confirm" }), seconds * 1000);
  }

  /**
   * Let the focus follow who chooses by keys, and say what a finger has chosen.
   *
   * @param {Choice} before
   */
  function follow(before) {
    if (!ground || !view?.state || choice.step === before.step) return;
    if (byKey && choice.step === "stone") under.chips()[0]?.focus();
    if (byKey && choice.step === "square") ground.grid.focus(nearest(choice.target, options.squares, view.state.size));
    if (byKey && choice.step === "look" && before.target >= 0) ground.grid.focus(before.target);
    const landing = shown(choice, options);
    if (landing && choice.step === "landing" && !byKey) page.say(words(landing));
    if (choice.step === "stone") page.say(page.t("scarab.bar.which"));
    if (choice.step === "square") page.say(page.t("scarab.bar.where", { stone: markWords(page, choice.stone) }));
  }

  /** @param {import("../logic/priest-moves.js").Landing} landing */
  function words(landing) {
    const { size, seats } = /** @type {GameState} */ (view?.state);
    return landingWords(page, landing, size, page.names(seatAfter(page.seat(), seats)));
  }

  /**
   * Return the board that the game is played on; another size needs another one.
   *
   * @param {number} size
   */
  function surface(size) {
    const picture = board(size);
    const touched = grid(size, page.t("scarab.board.title"), {
      point: (square) => {
        if (square !== choice.pointed) send({ type: "point", square });
      },
      press: (square, touch) => {
        send({ type: "press", square, twice: touch || page.preferences.confirm !== "off" });
      },
      focus: (square) => send({ type: "point", square }),
    });
    element.replaceChildren(picture.element, touched.element);
    return { size, picture, grid: touched, walker: walker(picture.priest, size) };
  }

  function render() {
    const state = view?.state;
    if (!ground || !state) return;
    const seat = page.seat();
    const seen = boardModel(state, choice, options, played.at(-1));
    ground.picture.draw(seen);
    const priest = seen.priest;
    under.draw({ state, priest, choice, options: options, seat, you: alone(), news });
    const choosing = choice.step === "stone" || choice.step === "square";
    laid.draw(state, { seat, stones: choosing ? options.stones : [], stone: choice.stone });
    story.draw(played, state.size);
    label(seen);
  }

  /**
   * Let every square say what is on it, and what it would bring.
   *
   * @param {import("../logic/board-model.js").Seen} seen
   */
  function label(seen) {
    const key = [turn, known, choice.step, choice.way, choice.stone, choice.back, page.t("scarab.board.title")].join();
    if (!ground || key === told) return;
    told = key;
    seen.marks.forEach((mark, square) => {
      const live = seen.live.has(square);
      const landing = choice.step === "square" ? undefined : ways(square);
      const words_ = [`${squareName(square, seen.side)}: ${markWords(page, mark)}.`, landing && words(landing)];
      const cell = ground?.grid.cells[square];
      cell?.setAttribute("aria-label", words_.filter(Boolean).join(" "));
      cell?.classList.toggle("scarab-cell-live", live);
      if (seen.acting) cell?.setAttribute("aria-disabled", String(!live));
      else cell?.removeAttribute("aria-disabled");
    });
  }

  /** @param {number} square */
  function ways(square) {
    return options.ways.get(square)?.[square === choice.target ? choice.way : 0];
  }

  /** The only seat of the reader; 0 for who has none or several. */
  function alone() {
    return view?.you?.length === 1 ? (view.you[0] ?? 0) : 0;
  }

  /**
   * Show how the new moves came about, and say it.
   *
   * @param {readonly Played[]} fresh
   */
  function show(fresh) {
    const state = view?.state;
    if (!ground || !state) return;
    for (const each of fresh) {
      page.sound(each.taken === "A" ? "ankh" : "walk");
      if (!page.animated()) continue;
      const cell = ground.grid.cells[each.target];
      ground.walker.walk(corners(each.from, each));
      if (cell && each.taken !== "A") fly(each.taken, cell, laid.place(each.seat, value(each.taken)));
      const back = ground.grid.cells[each.back];
      if (back) fly(each.stone, laid.place(each.seat, value(each.stone)) ?? back, back);
    }
    const { priest } = position(state.position);
    page.say([...fresh.map((each) => moveWords(page, each, state.size)), turnWords(page, state, priest, alone())].join(" "));
  }

  for (const part of [element, under.element, side]) {
    part.addEventListener("pointerdown", () => (byKey = false));
  }
  const key = keys({ state: held, send, twice: () => page.preferences.confirm !== "off" });

  /** @returns {import("./keys.js").Held | null} */
  function held() {
    const state = view?.state;
    if (!state || !ground) return null;
    const { priest } = position(state.position);
    return { choice, options, size: state.size, priest, grid: ground.grid, chips: under.chips() };
  }

  return {
    element,
    side,
    bar: under.element,
    key(event) {
      byKey = true;
      return key(event);
    },
    draw(next) {
      const state = next.state;
      if (!state) return;
      const before = played;
      view = next;
      if (ground?.size !== state.size) ground = surface(state.size);
      // Where nobody turns on stars, they would only puzzle.
      for (const part of [element, under.element, side]) part.classList.toggle("scarab-starless", !state.turning);
      const seat = page.seat();
      const own = page.readonly ? undefined : next.own?.find((each) => each.seat === seat);
      options = optionsOf(own, position(state.position));
      known = Boolean(own?.preview);
      played = history(state);
      const now = [state.start, state.moves.length, state.position, seat, options.ways.size].join();
      const fresh = now === turn ? [] : newMoves(before, played);
      if (now !== turn) {
        choice = { ...START };
        clearTimeout(timer);
        under.count(0);
      }
      turn = now;
      news = played.length ? moveWords(page, /** @type {Played} */ (played.at(-1)), state.size, markText) : "";
      render();
      if (fresh.length) show(fresh);
    },
    close() {
      clearTimeout(timer);
      ground?.walker.stop();
    },
  };
}

/**
 * Return the moves that were added to those that were shown; none if it is another game, or if
 * somebody leafs through one.
 *
 * @param {readonly Played[]} before
 * @param {readonly Played[]} after
 */
function newMoves(before, after) {
  const added = after.length - before.length;
  const same = before.every((each, n) => each.move === after[n]?.move && each.back === after[n]?.back);
  return same && added > 0 && added <= FOLLOWED ? after.slice(before.length) : [];
}
