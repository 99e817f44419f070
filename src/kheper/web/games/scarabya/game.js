/** Scarabya, as the screens know it. */

import { artwork } from "./draw/artwork.js";
import { rulesPictures } from "./draw/rules-pictures.js";
import { applyFacts } from "./logic/apply-facts.js";
import { kindOf, kinds, materialSettings, options } from "./logic/kinds.js";

/** @type {Game} */
export const game = {
  kinds,
  options,
  kindOf,
  materialSettings,
  fitsKind: () => true,
  guide: { kind: "expedition", picture: "area" },
  guideTriggers: (event) => (event.reveal ? ["revealed"] : []),
  applyFacts: (state, event) => /** @type {GameState} */ (/** @type {unknown} */ (
    applyFacts(/** @type {ScarabyaState} */ (/** @type {unknown} */ (state)), event)
  )),
  fitsPreview: (legal, preview) => legal.kind === "placements" && preview.kind === "closings",
  recordLines: (state) => state.sites[0].entries.length,
  artwork,
  rulesPictures,
  loadPlayArea: () => import("./draw/play-area.js"),
  loadArranging: () => import("./editor/arrange-boards.js"),
  loadEditor: () => import("./editor/board-editor.js"),
};
