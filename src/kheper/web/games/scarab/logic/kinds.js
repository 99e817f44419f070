/** The kinds of SCARAB that can be chosen, and their options. */

/** @satisfies {Record<string, Kind>} */
export const kinds = {
  long: { seats: [2, 4], settings: {} },
  short: { seats: [2, 4], settings: { size: "8" } },
  teams: { seats: [4, 4], settings: { teams: "yes" }, teams: 2, silent: true },
};

const ALL = Object.keys(kinds);

/** @type {Record<string, Option>} */
export const options = {
  size: { choices: ["10", "8"], kinds: ["teams"] },
  turning: { choices: ["no", "yes"], kinds: ALL },
  starts: { choices: ["first", "youngest", "random"], kinds: ALL },
};

/** The settings that hold stones laid out by hand. */
export const materialSettings = ["position"];

/** @param {Pick<View, "mode" | "settings">} view */
export function kindOf({ mode, settings }) {
  if (mode === "teams") return "teams";
  return settings.size === "8" || rows(settings.position) === 8 ? "short" : "long";
}

/**
 * Say whether a position of one's own has the size of a kind's board.
 *
 * @param {string} kind
 * @param {Record<string, string>} settings
 */
export function fitsKind(kind, { position }) {
  return !position || rows(position) === (kind === "short" ? 8 : 10);
}

/** @param {string | undefined} position */
function rows(position) {
  return (position ?? "").split("/").length;
}
