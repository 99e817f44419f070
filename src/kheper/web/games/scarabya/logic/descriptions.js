/**
 * Describes squares, drafts and changes in words.
 *
 * @typedef {import("./tile-in-hand.js").Draft} Draft
 * @typedef {import("./site-model.js").SquareFacts} SquareFacts
 * @typedef {import("./changes.js").Changes} Changes
 * @typedef {Pick<Page, "t" | "names" | "tiles">} Voice
 */

import { placeOf, squareName, SIDE } from "./squares.js";

/**
 * Say what a draft would do, or why it is not legal.
 *
 * @param {Voice} voice
 * @param {Draft} reading
 * @param {string} marks of the ground
 */
export function draftWords({ t, tiles }, { legal, mark, areas, points, squares }, marks) {
  if (!legal) return t(`scarabya.draft.${tiles.reasons[mark] ?? "no-contact"}`);
  const covered = squares.filter((square) => marks[placeOf(square)] === "s").length;
  const parts = [t("scarabya.draft.fits")];
  if (areas.length) {
    parts[0] = t("scarabya.draft.closes", { count: areas.length });
    parts.push(t("scarabya.points", { count: points }));
  }
  if (covered) parts.push(t("scarabya.draft.covers", { count: covered }));
  return parts.join(" · ");
}

/**
 * Say what is on a square.
 *
 * @param {Voice} voice
 * @param {SquareFacts} facts
 * @param {number} place
 * @param {boolean} shared
 */
export function squareWords(voice, facts, place, shared) {
  const name = squareName([Math.floor(place / SIDE), place % SIDE]);
  return [name, ...things(voice, facts, shared)].join(", ");
}

/**
 * @param {Voice} voice
 * @param {SquareFacts} facts
 * @param {boolean} shared
 */
function things({ t, names }, { mark, camp, area, paid, lost }, shared) {
  if (mark === "#") return [t("scarabya.square.rock")];
  if (camp) return [t("scarabya.square.camp", { tile: camp.tile })];
  const said = [t(mark === "s" ? "scarabya.square.scarab" : "scarabya.square.free")];
  if (area) said.push(t("scarabya.square.area", { count: area.squares.length }));
  if (area && shared) said.push(t("scarabya.square.of", { name: names(area.owner) }));
  if (paid) said.push(t("scarabya.square.token", { value: paid.tokens.join("+") || `(${paid.owed})` }));
  if (lost) said.push(t("scarabya.square.lost"));
  return said;
}

/**
 * Describe changes in sentences.
 *
 * @param {Voice} voice
 * @param {Changes} story
 * @param {ScarabyaState} state
 * @param {number} seat whose sentences say "you"
 */
export function changeWords(voice, story, state, seat) {
  const { t, names } = voice;
  const said = story.placed.map((placed) => placedWords(voice, placed, seat));
  for (const each of story.ready) {
    if (each !== seat) said.push(t("scarabya.event.ready", { name: names(each) }));
  }
  for (const each of story.unready) {
    if (each !== seat) said.push(t("scarabya.event.unready", { name: names(each) }));
  }
  if (story.lost.length) {
    said.push(t("scarabya.event.lost", { count: story.lost.length, squares: story.lost.join(", ") }));
  }
  if (story.bonus) said.push(bonusWords(voice, state));
  if (story.card) said.push(t("scarabya.event.card", { number: story.number, tile: story.card }));
  return said;
}

/**
 * @param {Voice} voice
 * @param {import("./changes.js").Placed} placed
 * @param {number} seat
 */
function placedWords({ t, names }, placed, seat) {
  const values = { name: names(placed.seat), tile: placed.tile };
  const who = placed.seat === seat ? "you" : "other";
  if (placed.move === "x") return t(`scarabya.event.discarded-${who}`, values);
  if (!placed.points) return t(`scarabya.event.placed-${who}`, values);
  return t(`scarabya.event.scored-${who}`, { ...values, count: placed.points });
}

/**
 * Explain the second player's bonus.
 *
 * @param {Voice} voice
 * @param {ScarabyaState} state
 */
export function bonusWords({ t, names }, state) {
  return t("scarabya.bonus", {
    count: state.bonus?.length ?? 0, first: names(1), second: names(2),
  });
}
