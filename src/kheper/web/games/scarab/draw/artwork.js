/** SCARAB's picture on the home page: a corner of a board of stones. */

import { piece, priest } from "../../../looks/stones.js";
import { svg } from "../../../ui/dom.js";

const STONES = ["+3 -7 +8 -2 A +6 -4 +1 -5", "-1 +5 -6 P +7 -3 +2 -8 +4", "+6 -2 +4 +8 -5 +1 A -7 +3"];
const CELL = 40;

export function artwork() {
  const drawn = STONES.flatMap((row, y) =>
    row.split(" ").map((mark, x) => {
      const transform = `translate(${(x + 0.5) * CELL} ${(y + 0.5) * CELL})`;
      return mark === "P" ? svg("g", { transform }, priest(["h"])) : piece(mark, { transform });
    }),
  );
  return svg(
    "svg",
    { class: "art", viewBox: `0 0 ${9 * CELL} ${3 * CELL}`, preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    svg("rect", { class: "art-board", width: "100%", height: "100%" }),
    svg("rect", { class: "art-line", x: 1, y: CELL + 1, width: 9 * CELL - 2, height: CELL - 2, rx: 8 }),
    ...drawn,
  );
}
