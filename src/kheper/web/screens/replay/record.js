/**
 * Looking back: where a game can be stopped, and what happened between two stops. No DOM here.
 *
 * @typedef {{state: GameState, news: News[], lines: number}} Stop `lines` are those of the record
 */

/**
 * Return the states that differ for who looks: in an expedition each round, else each move.
 *
 * @param {RecordRead} read
 * @returns {Stop[]}
 */
export function stops(read) {
  /** @type {Stop[]} */
  const found = [];
  /** @type {News[]} */
  let news = [];
  read.states.forEach((state, index) => {
    const play = read.plays[index - 1];
    if (play) news.push({ number: index, kind: "played", at: 0, seat: play.seat, move: play.move });
    const before = found.at(-1)?.state;
    if (before && isOpenRound(before, state)) return;
    found.push({ state, news: before ? told(before, state, news) : [], lines: lines(state) });
    news = [];
  });
  return found;
}

/**
 * @param {GameState} before
 * @param {GameState} after
 */
function isOpenRound(before, after) {
  return after.mode === "expedition" && !after.outcome && lines(before) === lines(after);
}

/**
 * Add to the last play what followed from it.
 *
 * @param {GameState} before
 * @param {GameState} after
 * @param {News[]} news
 * @returns {News[]}
 */
function told(before, after, news) {
  const last = news.at(-1);
  if (!last) return news;
  const points = after.scores.map((score, n) => score - (before.scores[n] ?? 0));
  const closing = { ...last, to_move: after.to_move };
  if (points.some(Boolean)) closing.points = points;
  if (after.mode === "expedition") {
    closing.reveal = after.sites.map((/** @type {{entries: string[]}} */ site) => site.entries.at(-1) ?? "x");
  }
  if (after.outcome) closing.outcome = after.outcome;
  return [...news.slice(0, -1), closing];
}

/** @param {GameState} state */
function lines(state) {
  return state.game === "scarab" ? state.moves.length : state.sites[0].entries.length;
}

/**
 * Return a record up to some of its lines, as an unfinished game.
 *
 * @param {string} record
 * @param {number} count
 */
export function cutRecord(record, count) {
  const kept = record.split("\n").filter((line) => {
    const number = /^\s*(\d+)\./.exec(line)?.[1];
    return number === undefined || Number(number) <= count;
  });
  return kept.join("\n").replace(/^\[Result ".*"\]/m, '[Result "*"]');
}

/**
 * Return the names that a record has for its seats.
 *
 * @param {string} record
 * @param {number} seats
 */
export function namesIn(record, seats) {
  return Array.from({ length: seats }, (_, n) => {
    const found = new RegExp(`^\\[\\s*Seat${n + 1}\\s+"((?:[^"\\\\]|\\\\.)*)"`, "m").exec(record);
    return (found?.[1] ?? "").replace(/\\(.)/g, "$1");
  });
}

/**
 * Return the level of a bot by the name that records give it; 0 for a person.
 *
 * @param {string} name
 */
export function botIn(name) {
  return Number(/^Bot ([1-8])$/.exec(name)?.[1] ?? 0);
}

/**
 * Return who sits where when a recorded game goes on: the reader for the first person, bots as
 * they were, and open seats for whoever else played.
 *
 * @param {string} record
 * @param {number} seats
 * @returns {{occupant: "here" | "open" | "bot", level?: number}[]}
 */
export function seatsIn(record, seats) {
  const levels = namesIn(record, seats).map(botIn);
  const mine = Math.max(0, levels.indexOf(0));
  return levels.map((level, n) => {
    if (n === mine) return { occupant: "here" };
    return level ? { occupant: "bot", level } : { occupant: "open" };
  });
}

/**
 * Return the view of a state of a record: nobody plays, everybody looks.
 *
 * @param {RecordRead} read
 * @param {GameState} state
 * @param {string[]} names
 * @returns {View}
 */
export function viewOf(read, state, names) {
  return {
    match: "",
    game: read.game,
    mode: read.mode,
    phase: state.outcome ? "over" : "running",
    created: 0,
    at: 0,
    settings: {},
    terms: {},
    host_name: "",
    seats: names.map((name) => ({ kind: "person", name })),
    state,
    plays: 0,
  };
}
