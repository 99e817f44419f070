/** SCARAB, as the screens know it. */

import { artwork } from "./draw/artwork.js";
import { rulesPictures } from "./draw/rules-pictures.js";
import { applyFacts } from "./logic/apply-facts.js";
import { fitsKind, kindOf, kinds, materialSettings, options } from "./logic/kinds.js";

/** @type {Game} */
export const game = {
  kinds,
  options,
  kindOf,
  materialSettings,
  fitsKind,
  guide: { kind: "short", picture: "line" },
  guideTriggers: (event, seat) => (event.kind === "played" && event.seat === seat && isAnkh(event) ? ["ankh"] : []),
  applyFacts,
  fitsPreview: (legal, preview) =>
    legal.kind === "walks" && preview.kind === "forecasts" && preview.lines.length === legal.moves.length,
  recordLines: (state) => state.moves.length,
  artwork,
  rulesPictures,
  loadPlayArea: () => import("./draw/play-area.js"),
  loadArranging: () => import("./editor/arrange-stones.js"),
  loadEditor: () => import("./editor/position-editor.js"),
};

/**
 * Say whether a move went onto an ankh: a stone was returned, or nothing was gained.
 *
 * @param {News} event
 */
function isAnkh(event) {
  return Boolean(event.move?.includes("^")) || !event.points;
}
