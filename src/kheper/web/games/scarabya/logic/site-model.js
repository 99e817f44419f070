/**
 * The model of one site: what is drawn there, from the state of the game.
 *
 * @typedef {import("./squares.js").Square} Square
 * @typedef {{squares: Square[], tile: string, seat: number, card: number}} Camp
 * @typedef {{squares: Square[], scarabs: Square[], points: number, owner: number, card: number}} Dug
 * @typedef {{square: Square, tokens: number[], owed: number, owner: number}} Paid
 *
 * @typedef {object} SiteModel
 * @property {string} marks of the ground, row by row
 * @property {Camp[]} camps
 * @property {Dug[]} areas
 * @property {Paid[]} tokens
 * @property {Square[]} lost symbols that can no longer be covered
 * @property {Camp | null} open the placement of the open round
 * @property {boolean} shared whether two players dig here
 * @property {boolean} scores whether areas score here at all
 *
 * @typedef {object} SquareFacts what there is to say about a square
 * @property {string} mark
 * @property {Camp | null} camp
 * @property {Dug | null} area
 * @property {Paid | null} paid
 * @property {boolean} lost
 */

import { marksOf, placeOf, SIDE, squaresOf } from "./squares.js";

/**
 * Return which of the sites a seat digs on.
 *
 * @param {ScarabyaState} state
 * @param {number} seat
 */
export function siteOf(state, seat) {
  return state.mode === "expedition" ? Math.max(0, seat - 1) : 0;
}

/**
 * Return the model of a seat's site.
 *
 * @param {ScarabyaState} state
 * @param {number} seat
 * @param {string} [open] its placement in the open round, where the reader may see it
 * @returns {SiteModel}
 */
export function siteModel(state, seat, open = "") {
  const index = siteOf(state, seat);
  const site = /** @type {Site} */ (state.sites[index]);
  const shown = open || state.open?.[index] || "";
  return {
    marks: marksOf(state.site),
    camps: site.entries.flatMap((entry, n) => camp(state, entry, n + 1, index)),
    areas: site.areas.map((area, n) => dug(state, area, n, index)),
    tokens: tokensOf(state, index),
    lost: squaresOf((state.uncoverable ?? []).join("")),
    open: camp(state, shown || "x", state.cards.length, index)[0] ?? null,
    shared: state.mode === "duel",
    scores: state.mode !== "solo",
  };
}

/**
 * @param {ScarabyaState} state
 * @param {string} entry
 * @param {number} card
 * @param {number} index
 * @returns {Camp[]}
 */
function camp(state, entry, card, index) {
  if (entry === "x") return [];
  const seat = state.movers?.[card - 1] ?? index + 1;
  return [{ squares: squaresOf(entry), tile: state.cards[card - 1] ?? "", seat, card }];
}

/**
 * @param {ScarabyaState} state
 * @param {SiteArea} area
 * @param {number} n
 * @param {number} index
 * @returns {Dug}
 */
function dug(state, area, n, index) {
  return {
    squares: squaresOf(area.squares.join("")),
    scarabs: squaresOf(area.scarabs.join("")),
    points: area.points,
    owner: state.owners?.[n] ?? index + 1,
    card: area.card,
  };
}

/**
 * @param {ScarabyaState} state
 * @param {number} index
 * @returns {Paid[]}
 */
function tokensOf(state, index) {
  const paid = state.payments ?? [];
  return paid.flatMap((payments, n) =>
    state.mode === "expedition" && n !== index
      ? []
      : payments.map(({ symbol, tokens, owed }) => ({
          square: /** @type {Square} */ (squaresOf(symbol)[0]), tokens, owed, owner: n + 1,
        })),
  );
}

/**
 * Return what there is to say about every square, row by row.
 *
 * @param {SiteModel} model
 * @returns {SquareFacts[]}
 */
export function factsOf(model) {
  const facts = [...model.marks].map((mark) => /** @type {SquareFacts} */ (
    { mark, camp: null, area: null, paid: null, lost: false }
  ));
  const at = (/** @type {Square} */ square) => /** @type {SquareFacts} */ (facts[placeOf(square)]);
  for (const each of model.camps) for (const square of each.squares) at(square).camp = each;
  for (const square of model.open?.squares ?? []) at(square).camp = model.open;
  for (const area of model.areas) for (const square of area.squares) at(square).area = area;
  for (const paid of model.tokens) at(paid.square).paid = paid;
  for (const square of model.lost) at(square).lost = true;
  return facts.slice(0, SIDE * SIDE);
}
