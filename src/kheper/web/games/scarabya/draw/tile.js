/** The picture of a single tile, on a card or in the hand. */

import { svg } from "../../../ui/dom.js";
import { height, width } from "../logic/tiles.js";
import { campShape, CELL } from "./site.js";

/**
 * Return a picture of a tile; in a square of `side` squares if it is to keep its size.
 *
 * @param {string} tile
 * @param {Orientation} way
 * @param {import("../../../looks/worlds.js").World} world
 * @param {{side?: number, small?: boolean}} [how]
 */
export function tilePicture(tile, way, world, { side = 0, small = false } = {}) {
  const wide = Math.max(side, width(way));
  const high = Math.max(side, height(way));
  const [dx, dy] = [(wide - width(way)) / 2, (high - height(way)) / 2];
  const box = `${-dx * CELL - 6} ${-dy * CELL - 6} ${wide * CELL + 12} ${high * CELL + 12}`;
  return svg(
    "svg",
    { class: "scarabya-tile", viewBox: box, "data-world": world, "aria-hidden": "true" },
    campShape({ squares: way.squares, tile }, { world, small }),
  );
}
