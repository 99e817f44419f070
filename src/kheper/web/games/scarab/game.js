/** SCARAB, as the screens know it. */

/** @type {Game} */
export const game = {
  playArea: () => import("./draw/play-area.js"),
  arranging: () => import("./editor/arrange-stones.js"),
  editor: () => import("./editor/position-editor.js"),
};
