/** Computes Scarabya's state after a play, from the facts in the server's event. */

/**
 * Return the state after an event, without changing the one before.
 *
 * @param {ScarabyaState} state
 * @param {News} event
 * @returns {ScarabyaState}
 */
export function applyFacts(state, event) {
  const { entries, areas, payments, ...replaced } = /** @type {ScarabyaFacts} */ (event.facts ?? {});
  const next = {
    ...state,
    ...replaced,
    to_move: event.to_move ?? state.to_move,
    outcome: event.outcome ?? null,
  };
  if (entries || areas) next.sites = state.sites.map((site, n) => dug(site, entries?.[n], areas?.[n]));
  if (payments) next.payments = (state.payments ?? []).map((paid, n) => [...paid, ...(payments[n] ?? [])]);
  return next;
}

/**
 * @param {Site} site
 * @param {readonly string[]} [entries]
 * @param {readonly SiteArea[]} [areas]
 * @returns {Site}
 */
function dug(site, entries = [], areas = []) {
  return {
    entries: [...site.entries, ...entries],
    points: areas.reduce((sum, area) => sum + area.points, site.points),
    areas: [...site.areas, ...areas],
  };
}
