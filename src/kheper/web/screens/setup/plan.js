/**
 * The plan of a table: what is played, who sits where, by which rules and terms. No DOM here.
 *
 * @typedef {"expedition" | "duel" | "solo" | "long" | "short" | "teams"} Kind
 * @typedef {{occupant: "here" | "open" | "bot", level?: number, name?: string}} SeatPlan
 * @typedef {object} Plan
 * @property {Kind} kind
 * @property {SeatPlan[]} seats
 * @property {Record<string, string>} options the choices that differ by table
 * @property {Terms} terms
 */

/** @type {Record<Kind, {game: GameName, seats: [number, number], settings: Record<string, string>}>} */
export const KINDS = {
  expedition: { game: "scarabya", seats: [1, 4], settings: { mode: "expedition" } },
  duel: { game: "scarabya", seats: [2, 2], settings: { mode: "duel" } },
  solo: { game: "scarabya", seats: [1, 1], settings: { mode: "solo" } },
  long: { game: "scarab", seats: [2, 4], settings: {} },
  short: { game: "scarab", seats: [2, 4], settings: { size: "8" } },
  teams: { game: "scarab", seats: [4, 4], settings: { teams: "yes" } },
};

/** The choices of each option, the default first; where it can be chosen. */
export const OPTIONS = {
  size: { choices: ["10", "8"], kinds: ["teams"] },
  turning: { choices: ["no", "yes"], kinds: ["long", "short", "teams"] },
  starts: { choices: ["first", "youngest", "random"], kinds: ["long", "short", "teams"] },
  flip: { choices: ["on", "off"], kinds: ["expedition", "duel", "solo"] },
  open_table: { choices: ["hidden", "open"], kinds: ["expedition"] },
  great_explorer: {
    choices: ["host", "youngest", "oldest", "random"],
    kinds: ["expedition", "duel", "solo"],
  },
  rematch: { choices: ["same", "reverse"], kinds: ["duel"] },
};

/**
 * Return the kinds of a game.
 *
 * @param {GameName} game
 */
export function kindsOf(game) {
  return /** @type {Kind[]} */ (Object.keys(KINDS)).filter((kind) => KINDS[kind].game === game);
}

/**
 * Return the kind that a table is of.
 *
 * @param {GameName} game
 * @param {Record<string, string>} settings
 * @returns {Kind}
 */
export function kindOf(game, settings) {
  if (game === "scarabya") return /** @type {Kind} */ (settings.mode ?? "expedition");
  if (settings.teams === "yes") return "teams";
  const rows = (settings.position ?? "").split("/").length;
  return settings.size === "8" || rows === 8 ? "short" : "long";
}

/**
 * Return the options that can be chosen for a kind.
 *
 * @param {Kind} kind
 */
export function optionsOf(kind) {
  return /** @type {(keyof typeof OPTIONS)[]} */ (Object.keys(OPTIONS)).filter((name) =>
    OPTIONS[name].kinds.includes(kind),
  );
}

/**
 * Return a first plan: oneself against bots.
 *
 * @param {Kind} kind
 * @param {number} level
 * @returns {Plan}
 */
export function firstPlan(kind, level) {
  const [fewest, most] = KINDS[kind].seats;
  const count = Math.min(most, Math.max(fewest, 2));
  /** @type {SeatPlan[]} */
  const seats = [{ occupant: "here" }];
  while (seats.length < count) seats.push({ occupant: "bot", level });
  return { kind, seats, options: {}, terms: {} };
}

/**
 * Return a plan of another kind, with as much of the old one as fits.
 *
 * @param {Plan} plan
 * @param {Kind} kind
 * @returns {Plan}
 */
export function withKind(plan, kind) {
  const [fewest, most] = KINDS[kind].seats;
  const count = Math.min(most, Math.max(fewest, plan.seats.length));
  const game = KINDS[kind].game;
  const options = game === KINDS[plan.kind].game ? plan.options : {};
  return resized({ ...plan, kind, options: fitting(kind, options) }, count);
}

/**
 * Return a plan with another number of seats; those that are new are open.
 *
 * @param {Plan} plan
 * @param {number} count
 * @returns {Plan}
 */
export function resized(plan, count) {
  const seats = plan.seats.slice(0, count);
  while (seats.length < count) seats.push({ occupant: "open" });
  return { ...plan, seats };
}

/**
 * Return a plan in which a seat is filled in another way: `here`, `open`, or `bot 3`.
 *
 * @param {Plan} plan
 * @param {number} index
 * @param {string} choice
 * @returns {Plan}
 */
export function seated(plan, index, choice) {
  return { ...plan, seats: plan.seats.map((seat, n) => (n === index ? seatOf(choice) : seat)) };
}

/**
 * @param {string} choice
 * @returns {SeatPlan}
 */
export function seatOf(choice) {
  const [occupant, level] = choice.split(" ");
  if (occupant === "bot") return { occupant, level: Number(level) };
  return { occupant: occupant === "here" ? "here" : "open" };
}

/**
 * Return the choice that a seat is.
 *
 * @param {SeatPlan} seat
 */
export function choiceOf(seat) {
  return seat.occupant === "bot" ? `bot ${seat.level}` : seat.occupant;
}

/**
 * Return the settings of the game that a plan means; own material is among its options.
 *
 * @param {Plan} plan
 */
export function settingsOf(plan) {
  return { ...KINDS[plan.kind].settings, ...fitting(plan.kind, plan.options) };
}

/**
 * Return what is sent to set the table up; it starts at once when nothing is left to settle.
 *
 * @param {Plan} plan
 */
export function wishOf(plan) {
  return {
    game: KINDS[plan.kind].game,
    settings: settingsOf(plan),
    terms: plan.terms,
    seats: plan.seats,
    start: startsAtOnce(plan),
  };
}

/** @param {Plan} plan */
export function startsAtOnce(plan) {
  const alone = plan.seats.filter((seat) => seat.occupant === "here").length <= 1;
  const full = plan.seats.every((seat) => seat.occupant !== "open");
  return full && alone && !plan.terms.arrange && !asksAges(plan.options);
}

/**
 * Say whether an age decides something.
 *
 * @param {Record<string, string>} settings
 */
export function asksAges(settings) {
  return settings.starts === "youngest" || ["youngest", "oldest"].includes(settings.great_explorer ?? "");
}

/**
 * Return the plan behind a table that is set up already.
 *
 * @param {View} view
 * @returns {Plan}
 */
export function planOf(view) {
  const kind = kindOf(view.game, view.settings);
  const { mode, teams, ...options } = view.settings;
  if (kind !== "teams") delete options.size;
  /** @type {SeatPlan[]} */
  const seats = view.seats.map((seat) =>
    seat.kind === "bot"
      ? { occupant: "bot", level: seat.level ?? 1 }
      : { occupant: seat.kind === "person" ? "here" : "open" },
  );
  return { kind, seats, options, terms: view.terms };
}

/**
 * Leave out options that a kind does not have, and those at their default.
 *
 * @param {Kind} kind
 * @param {Record<string, string>} options
 */
function fitting(kind, options) {
  const known = /** @type {Record<string, {choices: string[], kinds: string[]}>} */ (OPTIONS);
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => {
      const option = known[name];
      if (!option) return true;
      return option.kinds.includes(kind) && value !== option.choices[0];
    }),
  );
}
