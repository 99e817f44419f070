/** Scarabya, as the screens know it. */

/** @type {Game} */
export const game = {
  playArea: () => import("./draw/play-area.js"),
  arranging: () => import("./editor/arrange-boards.js"),
  editor: () => import("./editor/board-editor.js"),
};
