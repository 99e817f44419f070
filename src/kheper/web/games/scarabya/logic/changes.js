/**
 * What happened between two states of a game, for sounds, animation and the live region.
 *
 * It is derived from the states alone. After a jump, where one state does not follow from the
 * other, there are no changes to show.
 *
 * @typedef {object} Placed
 * @property {number} seat
 * @property {number} site which of the sites, from 0
 * @property {string} tile
 * @property {string} move squares, or `x`
 * @property {SiteArea[]} areas that it closed
 * @property {number} points
 *
 * @typedef {object} Changes
 * @property {Placed[]} placed
 * @property {string} card a card that was turned over
 * @property {number} number which one it is
 * @property {number[]} ready seats that are ready now and were not before
 * @property {number[]} unready
 * @property {string[]} lost symbols that can no longer be covered
 * @property {boolean} bonus whether the second player has just got the bonus
 * @property {boolean} over
 */

/** @type {Changes} */
const NOTHING = {
  placed: [], card: "", number: 0, ready: [], unready: [], lost: [], bonus: false, over: false,
};

/**
 * Return what happened.
 *
 * @param {ScarabyaState | null} before
 * @param {ScarabyaState} after
 * @returns {Changes}
 */
export function changesBetween(before, after) {
  if (!before || !follows(before, after)) return NOTHING;
  const isReady = (/** @type {ScarabyaState} */ state) => state.ready ?? [];
  const drawn = numberOf(after) > numberOf(before) && after.card;
  return {
    placed: after.sites.flatMap((_, site) => placedOn(before, after, site)),
    card: drawn || "",
    number: drawn ? numberOf(after) : 0,
    ready: isReady(after).filter((seat) => !isReady(before).includes(seat)),
    unready: drawn || after.outcome ? [] : isReady(before).filter((s) => !isReady(after).includes(s)),
    lost: (after.uncoverable ?? []).filter((name) => !before.uncoverable?.includes(name)),
    bonus: Boolean(after.bonus?.length) && !before.bonus?.length,
    over: after.outcome !== null && before.outcome === null,
  };
}

/**
 * Return how many cards have been drawn.
 *
 * @param {ScarabyaState} state
 */
export function numberOf(state) {
  return state.number ?? state.cards.length;
}

/**
 * @param {ScarabyaState} before
 * @param {ScarabyaState} after
 */
function follows(before, after) {
  if (before.site !== after.site || before.mode !== after.mode) return false;
  if (before.sites.length !== after.sites.length || before.tries !== after.tries) return false;
  return before.sites.every((site, n) => {
    const now = after.sites[n]?.entries ?? [];
    return now.length >= site.entries.length && site.entries.every((entry, k) => entry === now[k]);
  });
}

/**
 * @param {ScarabyaState} before
 * @param {ScarabyaState} after
 * @param {number} site
 * @returns {Placed[]}
 */
function placedOn(before, after, site) {
  const known = before.sites[site]?.entries.length ?? 0;
  const { entries, areas } = /** @type {Site} */ (after.sites[site]);
  return entries.slice(known).map((move, n) => {
    const card = known + n + 1;
    const closed = areas.filter((area) => area.card === card);
    return {
      seat: after.movers?.[card - 1] ?? site + 1,
      site,
      tile: after.cards[card - 1] ?? "",
      move,
      areas: closed,
      points: after.mode === "solo" ? 0 : closed.reduce((sum, area) => sum + area.points, 0),
    };
  });
}
