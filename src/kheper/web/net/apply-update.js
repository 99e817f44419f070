/**
 * Computes the next view from the last one and an update of the server.
 *
 * Views are never changed in place: the next one shares with the last what stayed the same, so a
 * state that is the same object is the same state. Empty fields are left out, as the server does.
 *
 * @typedef {Pick<Game, "applyFacts" | "fitsPreview">} GameLogic
 * @typedef {Record<string, GameLogic>} GamesLogic by the game's name
 */

/** The number of chat lines in a view. */
const CHAT_LINES = 50;

/** The fields of a view that an event replaces. */
const EVENT_FIELDS = /** @type {const} */ ([
  "phase", "settings", "terms", "mode", "seats", "host_name", "setup", "plays", "clocks", "running", "asked",
]);

/** The fields that an update replaces for its reader. */
const READER_FIELDS = /** @type {const} */ (["you", "hosting", "may", "seats_may"]);

/** The fields that are left out when they are empty. */
const OPTIONAL_FIELDS = /** @type {const} */ ([
  "you", "hosting", "may", "seats_may", "setup", "state", "own", "plays", "clocks", "running", "asked", "chat", "previous", "next",
]);

/**
 * Return the view after an update, or null if a whole view is needed first.
 *
 * @param {View | null} view
 * @param {Update} update
 * @param {GamesLogic} games
 * @returns {View | null}
 */
export function applyUpdate(view, update, games) {
  if (update.view) return update.view;
  let next = view;
  for (const event of update.news ?? []) next = next && after(next, event, games);
  return view && next && withoutEmpty({ ...next, ...present(update, READER_FIELDS), own: owned(view, next, update) });
}

/**
 * Return the view with a preview of a seat's legal moves, if the seat still has them.
 *
 * @param {View} view
 * @param {Previewed} message
 * @param {GamesLogic} games
 * @returns {View}
 */
export function applyPreview(view, { seat, preview }, games) {
  const found = view.own?.find((own) => own.seat === seat);
  if (!found?.legal || !logicOf(games, view.game).fitsPreview(found.legal, preview)) return view;
  return { ...view, own: merged(view.own ?? [], [{ ...found, preview }]) };
}

/**
 * @param {GamesLogic} games
 * @param {string} name
 * @returns {GameLogic}
 */
function logicOf(games, name) {
  const found = games[name];
  if (!found) throw new Error(`the page has no game ${name}`);
  return found;
}

/**
 * Return the view after an event, or null if there is no state that its facts could change.
 *
 * @param {View} view
 * @param {News} event
 * @param {GamesLogic} games
 * @returns {View | null}
 */
function after(view, event, games) {
  /** @type {Record<string, unknown>} */
  const changed = { at: event.at, ...present(event, EVENT_FIELDS) };
  // An event leaves `running` out when no clock runs.
  if (event.clocks && !event.running) changed.running = [];
  if (event.kind === "said") changed.chat = [...(view.chat ?? []), lineOf(event)].slice(-CHAT_LINES);
  if (event.kind === "linked") changed.next = event.match;
  if (event.state) {
    changed.state = event.state;
    changed.setup = undefined;
  } else if (event.facts) {
    if (!view.state) return null;
    changed.state = stateAfter(view.state, event, logicOf(games, view.game));
  }
  return { ...view, ...changed };
}

/**
 * @param {GameState} state
 * @param {News} event
 * @param {GameLogic} logic
 */
function stateAfter(state, event, logic) {
  const points = event.points ?? [];
  return logic.applyFacts({ ...state, scores: state.scores.map((score, n) => score + (points[n] ?? 0)) }, event);
}

/**
 * @param {News} event
 * @returns {ChatLine}
 */
function lineOf({ number, at, seat = 0, name = "", text = "", phrase = "" }) {
  return [number, at, seat, name, text, phrase];
}

/**
 * Return the reader's seats after an update.
 *
 * @param {View} before
 * @param {View} next the view after the events of the update
 * @param {Update} update
 */
function owned(before, next, update) {
  const you = update.you ?? before.you ?? [];
  const given = update.own ?? [];
  const fresh = before.state === next.state ? given.map((own) => withPreview(own, before)) : given;
  return merged(before.own ?? [], fresh).filter(({ seat }) => you.includes(seat));
}

/**
 * Keep the preview of moves that were sent again unchanged: the server will not repeat it at once.
 *
 * @param {Own} own
 * @param {View} before
 * @returns {Own}
 */
function withPreview(own, before) {
  const { legal, preview } = before.own?.find(({ seat }) => seat === own.seat) ?? {};
  const isSame = own.legal && JSON.stringify(own.legal) === JSON.stringify(legal);
  return isSame && preview ? { ...own, preview } : own;
}

/**
 * Return the seats with some replaced, in the order of their numbers.
 *
 * @param {readonly Own[]} known
 * @param {readonly Own[]} fresh
 */
function merged(known, fresh) {
  const kept = known.filter((own) => !fresh.some(({ seat }) => seat === own.seat));
  return [...kept, ...fresh].sort((a, b) => a.seat - b.seat);
}

/**
 * Return the fields that are present.
 *
 * @template {object} T
 * @template {keyof T} K
 * @param {T} from
 * @param {readonly K[]} fields
 * @returns {Partial<Pick<T, K>>}
 */
function present(from, fields) {
  /** @type {Partial<Pick<T, K>>} */
  const found = {};
  for (const field of fields) if (from[field] !== undefined) found[field] = from[field];
  return found;
}

/**
 * @param {object} view
 * @returns {View}
 */
function withoutEmpty(view) {
  const shown = /** @type {View} */ ({ ...view });
  for (const field of OPTIONAL_FIELDS) {
    const value = shown[field];
    if (!value || (Array.isArray(value) && !value.length)) delete shown[field];
  }
  return shown;
}
