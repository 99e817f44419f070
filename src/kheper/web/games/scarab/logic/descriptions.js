/**
 * Describes marks, lines and moves in words, for the bar, the list of moves and screen readers.
 *
 * @typedef {Pick<Page, "t" | "names">} Speaker
 * @typedef {import("./priest-moves.js").Landing} Landing
 * @typedef {import("./priest-moves.js").Next} Next
 * @typedef {import("./history.js").Played} Played
 */

import { kind, lineName, signed, squareName, starred, value } from "./position.js";

/**
 * Say what a mark is.
 *
 * @param {Speaker} page
 * @param {string} mark
 */
export function markWords({ t }, mark) {
  switch (kind(mark)) {
    case "ankh":
      return t("scarab.mark.ankh");
    case "priest":
      return t("scarab.mark.priest");
    case "empty":
      return t("scarab.mark.empty");
    case "stone": {
      const values = { value: Math.abs(value(mark)) };
      const words = value(mark) > 0 ? t("scarab.mark.plus", values) : t("scarab.mark.minus", values);
      return starred(mark) ? t("scarab.mark.starred", { stone: words }) : words;
    }
  }
}

/**
 * Write a mark for the screen: `+5`, `−8 ★`.
 *
 * @param {Speaker} page
 * @param {string} mark
 */
export function markText(page, mark) {
  if (kind(mark) !== "stone") return markWords(page, mark);
  return `${signed(value(mark))}${starred(mark) ? " \u2605" : ""}`;
}

/**
 * Say which line the next player would get.
 *
 * @param {Speaker} page
 * @param {number} target where the priest lands
 * @param {Next} next
 * @param {number} side
 * @param {string} name
 */
export function nextLine({ t }, target, { axis, stones, ankhs }, side, name) {
  const values = { name, line: lineName(target, axis, side) };
  if (!stones && !ankhs) {
    return axis === "h" ? t("scarab.next.end-row", values) : t("scarab.next.end-column", values);
  }
  return axis === "h" ? t("scarab.next.row", values) : t("scarab.next.column", values);
}

/**
 * Say what a line holds, as pairs of a name and a text.
 *
 * @param {Speaker} page
 * @param {Next} next
 * @returns {[string, string][]}
 */
export function figures({ t }, next) {
  /** @type {[string, string][]} */
  const told = [];
  if (next.stones) {
    told.push(
      [t("scarab.next.best"), signed(next.best)],
      [t("scarab.next.worst"), signed(next.worst)],
      [t("scarab.next.sum"), signed(next.sum)],
      [t("scarab.next.stones"), String(next.stones)],
    );
  }
  if (next.ankhs) told.push([t("scarab.next.ankhs"), String(next.ankhs)]);
  return told;
}

/**
 * Say how the priest gets to a landing and, once known, which line follows.
 *
 * @param {Speaker} page
 * @param {Landing} landing
 * @param {number} side
 * @param {string} name
 */
export function landingWords(page, landing, side, name) {
  const { next, target } = landing;
  const told = next ? figures(page, next).map(([label, text]) => `${label} ${text}`) : [];
  const turn = landing.bend >= 0 && wayWords(page, landing, side);
  return [turn && `${turn}.`, next && nextLine(page, target, next, side, name), told.join(", ")]
    .filter(Boolean)
    .join(" ");
}

/**
 * Say how the priest gets there.
 *
 * @param {Speaker} page
 * @param {import("./priest-moves.js").PriestMove} walk
 * @param {number} side
 */
export function wayWords({ t }, walk, side) {
  if (walk.bend < 0) return walk.axis === "h" ? t("scarab.way.row") : t("scarab.way.column");
  const square = squareName(walk.bend, side);
  return walk.axis === "h" ? t("scarab.way.row-first", { square }) : t("scarab.way.column-first", { square });
}

/**
 * Say what somebody did.
 *
 * @param {Speaker} page
 * @param {Played} played
 * @param {number} side
 * @param {(host: Speaker, mark: string) => string} [named] how stones are named
 */
export function moveWords(page, played, side, named = markWords) {
  const { t } = page;
  const name = page.names(played.seat);
  const square = squareName(played.target, side);
  const taken =
    played.taken === "A"
      ? t("scarab.event.ankh", { name, square })
      : t("scarab.event.taken", { name, square, stone: named(page, played.taken) });
  const bend =
    played.bend >= 0 && t("scarab.event.bend", { square: squareName(played.bend, side) });
  const back =
    played.back >= 0 &&
    t("scarab.event.returned", {
      stone: named(page, played.stone),
      square: squareName(played.back, side),
    });
  return [taken, bend, back].filter(Boolean).join(" ");
}

/**
 * Say whose turn it is, and along which line.
 *
 * @param {Speaker} page
 * @param {GameState} state
 * @param {number} priest
 * @param {number} you the reader's only seat, or 0
 */
export function turnWords({ t, names }, state, priest, you) {
  const [seat] = state.to_move;
  if (!seat) return t("scarab.turn.over");
  const values = { name: names(seat), line: state.axis ? lineName(priest, state.axis, state.size) : "" };
  if (seat === you) {
    if (!state.axis) return t("scarab.turn.you-first");
    return state.axis === "h" ? t("scarab.turn.you-row", values) : t("scarab.turn.you-column", values);
  }
  if (!state.axis) return t("scarab.turn.first", values);
  return state.axis === "h" ? t("scarab.turn.row", values) : t("scarab.turn.column", values);
}
