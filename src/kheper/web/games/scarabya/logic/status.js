/** The player's present task, in one sentence. */

/**
 * Say what somebody at a seat is to do, or what they wait for.
 *
 * @param {Pick<Page, "t" | "names" | "readonly">} page
 * @param {View} view
 * @param {ScarabyaState} state
 * @param {number} seat
 * @param {boolean} sent
 */
export function statusWords(page, view, state, seat, sent) {
  const gone = sent ? "" : discarded(state, seat);
  const words = taskWords(page, view, state, seat, sent);
  return gone ? `${page.t("scarabya.status.gone", { tile: gone })} ${words}` : words;
}

/**
 * @param {Pick<Page, "t" | "names" | "readonly">} page
 * @param {View} view
 * @param {ScarabyaState} state
 * @param {number} seat
 * @param {boolean} sent
 */
function taskWords({ t, names, readonly }, view, state, seat, sent) {
  if (state.outcome) return t("scarabya.status.over");
  const own = view.own?.find((each) => each.seat === seat);
  const tile = state.card ?? "";
  const waiting = state.to_move.filter((each) => each !== seat).map(names).join(", ");
  if (readonly || !own) return t("scarabya.status.waits", { names: state.to_move.map(names).join(", "), tile });
  if (state.mode === "expedition") {
    if (own.open || sent) return waiting ? t("scarabya.status.ready", { names: waiting }) : t("scarabya.status.sent");
    if (own.legal) return t(first(state, seat - 1) ? "scarabya.status.first" : "scarabya.status.place", { tile });
    return t("scarabya.status.cannot", { tile, names: waiting });
  }
  if (sent) return t("scarabya.status.sent");
  if (own.legal) return t(first(state, 0) ? "scarabya.status.first" : "scarabya.status.place", { tile });
  return t("scarabya.status.waits", { names: state.to_move.map(names).join(", "), tile });
}

/**
 * Return the tile that fitted nowhere just now.
 *
 * @param {ScarabyaState} state
 * @param {number} seat
 */
function discarded(state, seat) {
  const entries = state.sites[state.mode === "expedition" ? seat - 1 : 0]?.entries ?? [];
  return !state.outcome && entries.at(-1) === "x" ? (state.cards[entries.length - 1] ?? "") : "";
}

/**
 * Say whether no tile lies on a site yet.
 *
 * @param {ScarabyaState} state
 * @param {number} site
 */
function first(state, site) {
  return state.sites[site]?.entries.every((entry) => entry === "x") ?? false;
}
