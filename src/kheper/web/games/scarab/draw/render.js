/**
 * Draws the board, the bar and the panels from the view and the choice of a move.
 *
 * @typedef {import("./play-area.js").Area} Area
 * @typedef {import("./play-area.js").Surface} Surface
 */

import { boardModel } from "../logic/board-model.js";
import { landingWords, markWords } from "../logic/descriptions.js";
import { seatAfter } from "../logic/history.js";
import { squareName } from "../logic/position.js";

/** @param {Area} area */
export function render(area) {
  const { page, surface, choice, options, played, news } = area;
  const state = area.view?.state;
  if (!surface || !state) return;
  const seat = page.seat();
  const model = boardModel(state, choice, options, played.at(-1));
  surface.picture.draw(model);
  area.bar.draw({ state, priest: model.priest, choice, options, seat, you: onlySeat(area), news });
  const returning = choice.step === "stone" || choice.step === "square";
  area.collections.draw(state, { seat, stones: returning ? options.stones : [], stone: choice.stone });
  area.moves.draw(played, state.size);
  labelSquares(area, surface, model);
}

/**
 * Label every square with its stone, and what taking it would bring.
 *
 * @param {Area} area
 * @param {Surface} surface
 * @param {import("../logic/board-model.js").BoardModel} model
 */
function labelSquares(area, surface, model) {
  const { page, choice } = area;
  const key = [area.turn, area.hasPreview, choice.step, choice.way, choice.stone, choice.back, page.t("scarab.board.title")].join();
  if (key === area.labelled) return;
  area.labelled = key;
  model.marks.forEach((mark, square) => {
    const live = model.live.has(square);
    const way = square === choice.target ? choice.way : 0;
    const landing = choice.step === "square" ? undefined : area.options.ways.get(square)?.[way];
    const words = [`${squareName(square, model.side)}: ${markWords(page, mark)}.`, landing && describeLanding(area, landing)];
    const cell = surface.grid.cells[square];
    cell?.setAttribute("aria-label", words.filter(Boolean).join(" "));
    cell?.classList.toggle("scarab-cell-live", live);
    if (model.acting) cell?.setAttribute("aria-disabled", String(!live));
    else cell?.removeAttribute("aria-disabled");
  });
}

/**
 * @param {Area} area
 * @param {import("../logic/priest-moves.js").Landing} landing
 */
export function describeLanding({ page, view }, landing) {
  const { size, seats } = /** @type {GameState} */ (view?.state);
  return landingWords(page, landing, size, page.names(seatAfter(page.seat(), seats)));
}

/**
 * Return the only seat of the reader; 0 for those who have none or several.
 *
 * @param {Area} area
 */
export function onlySeat({ view }) {
  return view?.you?.length === 1 ? (view.you[0] ?? 0) : 0;
}
