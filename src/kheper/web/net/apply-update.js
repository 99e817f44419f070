/**
 * The next view, from the last one and what the server tells. No DOM and no rules here.
 *
 * A view that was handed out is never changed: the next one shares with it what stayed the same,
 * so that a state which is the same object is the same state. What a whole view leaves out when
 * it is empty is left out here as well.
 */

import { applied as scarabApplied } from "../games/scarab/logic/apply-facts.js";
import { applied as scarabyaApplied } from "../games/scarabya/logic/apply-facts.js";

/** How many lines of chat a view has. */
const LINES = 50;

/** What an event replaces in the view. */
const REPLACED = /** @type {const} */ ([
  "phase", "settings", "terms", "mode", "seats", "host_name", "setup", "plays", "clocks", "running", "asked",
]);

/** What an update replaces for its reader. */
const READERS = /** @type {const} */ (["you", "hosting", "may", "seats_may"]);

/** What a view leaves out when it is empty. */
const OPTIONAL = /** @type {const} */ ([
  "you", "hosting", "may", "seats_may", "setup", "state", "own", "plays", "clocks", "running", "asked", "chat", "previous", "next",
]);

/**
 * Return the view after an update; nothing if only a whole view can tell.
 *
 * @param {View | null} view
 * @param {Update} update
 * @returns {View | null}
 */
export function applied(view, update) {
  if (update.view) return update.view;
  let next = view;
  for (const event of update.news ?? []) next = next && after(next, event);
  return view && next && withoutEmpty({ ...next, ...present(update, READERS), own: owned(view, next, update) });
}

/**
 * Return the view with a preview of a seat's legal moves, where the seat still has them.
 *
 * @param {View} view
 * @param {Previewed} message
 * @returns {View}
 */
export function previewed(view, { seat, preview }) {
  const found = view.own?.find((own) => own.seat === seat);
  if (!found?.legal || !fits(found.legal, preview)) return view;
  return { ...view, own: merged(view.own ?? [], [{ ...found, preview }]) };
}

/**
 * @param {Legal} legal
 * @param {Preview} preview
 */
function fits(legal, preview) {
  if (legal.kind === "placements") return preview.kind === "closings";
  return preview.kind === "forecasts" && preview.lines.length === legal.moves.length;
}

/**
 * Return the view after an event; nothing if there is no state that its facts could change.
 *
 * @param {View} view
 * @param {News} event
 * @returns {View | null}
 */
function after(view, event) {
  /** @type {Record<string, unknown>} */
  const changed = { at: event.at, ...present(event, REPLACED) };
  // Where no clock runs, that is left out of the event.
  if (event.clocks && !event.running) changed.running = [];
  if (event.kind === "said") changed.chat = [...(view.chat ?? []), lineOf(event)].slice(-LINES);
  if (event.kind === "linked") changed.next = event.match;
  if (event.state) {
    changed.state = event.state;
    changed.setup = undefined;
  } else if (event.facts) {
    if (!view.state) return null;
    changed.state = stateAfter(view.state, event);
  }
  return { ...view, ...changed };
}

/**
 * @param {GameState} state
 * @param {News} event
 * @returns {GameState}
 */
function stateAfter(state, event) {
  const points = event.points ?? [];
  const scored = { ...state, scores: state.scores.map((score, n) => score + (points[n] ?? 0)) };
  if (scored.game === "scarab") return scarabApplied(scored, event);
  const digs = /** @type {ScarabyaState} */ (/** @type {unknown} */ (scored));
  return /** @type {GameState} */ (/** @type {unknown} */ (scarabyaApplied(digs, event)));
}

/**
 * @param {News} event
 * @returns {ChatLine}
 */
function lineOf({ number, at, seat = 0, name = "", text = "", phrase = "" }) {
  return [number, at, seat, name, text, phrase];
}

/**
 * Return what the reader's seats have after an update.
 *
 * @param {View} before
 * @param {View} next the view after the events of the update
 * @param {Update} update
 */
function owned(before, next, update) {
  const you = update.you ?? before.you ?? [];
  const told = update.own ?? [];
  const fresh = before.state === next.state ? told.map((own) => withPreview(own, before)) : told;
  return merged(before.own ?? [], fresh).filter(({ seat }) => you.includes(seat));
}

/**
 * Let moves that are told again keep their preview: it would be away until it is told again, too.
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
 * Return what the seats have, with some of it replaced, in the order of the seats.
 *
 * @param {readonly Own[]} known
 * @param {readonly Own[]} fresh
 */
function merged(known, fresh) {
  const kept = known.filter((own) => !fresh.some(({ seat }) => seat === own.seat));
  return [...kept, ...fresh].sort((a, b) => a.seat - b.seat);
}

/**
 * Return those of the fields that are told.
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
  for (const field of OPTIONAL) {
    const value = shown[field];
    if (!value || (Array.isArray(value) && !value.length)) delete shown[field];
  }
  return shown;
}
