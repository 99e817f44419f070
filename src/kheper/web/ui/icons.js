/** Icons for buttons; screen readers skip them and read the button's label. */

import { svg } from "./dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  cross: "M5 5 15 15M15 5 5 15",
  gear: "M10 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6M10 1.5v3M10 15.5v3M1.5 10h3M15.5 10h3M4 4l2.1 2.1M13.9 13.9 16 16M16 4l-2.1 2.1M6.1 13.9 4 16",
  back: "M15.5 10h-11M9 4.5 3.5 10 9 15.5",
  play: "M6 4v12l9.5-6z",
  first: "M5 4v12M15.5 4 8 10l7.5 6z",
  previous: "M13 4 6 10l7 6z",
  next: "M7 4l7 6-7 6z",
  last: "M15 4v12M4.5 4 12 10l-7.5 6z",
  pause: "M7 4v12M13 4v12",
  copy: "M7 7h9v9H7zM4 13V4h9",
  undo: "M4 8h7.5a4 4 0 0 1 0 8H7M8 4 4 8l4 4",
  book: "M10 5.5C8 4 5.5 3.5 3 4v11.5c2.5-.5 5 0 7 1.5 2-1.5 4.5-2 7-1.5V4c-2.5-.5-5 0-7 1.5V17",
  chat: "M3 4h14v9.5H9L5.5 17v-3.5H3z",
  person: "M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3.5 17.5c.5-3.5 3-5.5 6.5-5.5s6 2 6.5 5.5",
  bot: "M4.5 7.5h11V16h-11zM10 7.5V4M7.5 11.5v.5M12.5 11.5v.5M9 3.5h2",
  device: "M6 2.5h8v15H6zM9 15h2",
  save: "M10 3v9.5M6 9l4 4 4-4M4 16.5h12",
  link: "M8.5 11.5 11.5 8.5M9 6l2-2a3.5 3.5 0 0 1 5 5l-2 2M11 14l-2 2a3.5 3.5 0 0 1-5-5l2-2",
  flag: "M5 17.5V3h10l-2 3.5 2 3.5H5",
  more: "M4.5 10h.01M10 10h.01M15.5 10h.01",
  swap: "M4 7h11M12 4l3 3-3 3M16 13H5M8 10l-3 3 3 3",
  check: "M4 10.5 8 14.5 16 5.5",
  again: "M16 10a6 6 0 1 1-2-4.5M16 3v4h-4",
  eye: "M2 10c2-3.5 4.700-5 8-5s6 1.5 8 5c-2 3.5-4.700 5-8 5s-6-1.5-8-5M10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4",
  crown: "M3.5 15.5h13l1-9-4.5 3.5-3-5.5-3 5.5L2.5 6.5z",
};

/**
 * Return an icon by its name.
 *
 * @param {string} name
 */
export function icon(name) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 20 20", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: PATHS[name] ?? "" }),
  );
}
