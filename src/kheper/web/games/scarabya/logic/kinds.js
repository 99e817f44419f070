/** The kinds of Scarabya that can be chosen, and their options. */

/** @satisfies {Record<string, Kind>} */
export const kinds = {
  expedition: { seats: [1, 4], settings: { mode: "expedition" } },
  duel: { seats: [2, 2], settings: { mode: "duel" } },
  solo: { seats: [1, 1], settings: { mode: "solo" }, unscored: true },
};

/** @type {Record<string, Option>} */
export const options = {
  flip: { choices: ["on", "off"], kinds: ["expedition", "duel", "solo"] },
  open_table: { choices: ["hidden", "open"], kinds: ["expedition"] },
  great_explorer: {
    choices: ["host", "youngest", "oldest", "random"],
    kinds: ["expedition", "duel", "solo"],
    onlyArranged: true,
  },
  rematch: { choices: ["same", "reverse"], kinds: ["duel"] },
};

/** The settings that hold boards of one's own. */
export const materialSettings = ["boards", "arrangement", "site"];

/** @param {Pick<View, "mode">} view */
export function kindOf({ mode }) {
  return mode;
}
