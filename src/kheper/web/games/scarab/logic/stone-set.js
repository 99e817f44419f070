/**
 * The set of stones in a box, and ways to spread them: by a seed or by hand.
 *
 * Whether a spread can be played is for the server to say.
 */

import { kind, starred, value, VALUES } from "./position.js";

const ANKHS = 3;
export const STARS = 8;
export const SIDES = [10, 8];

/**
 * Return the number of stones of a value in the box.
 *
 * @param {number} points
 * @param {number} side
 */
export function copies(points, side) {
  if (side === 10) return 6;
  return Math.abs(points) <= 2 ? 3 : 4;
}

/**
 * Spread all stones by a seed: the same seed always gives the same spread.
 *
 * @param {number} side
 * @param {string} seed
 */
export function spread(side, seed) {
  const random = generator(`${side} ${seed}`);
  const stones = VALUES.flatMap((points) => Array(copies(points, side)).fill(mark(points)));
  for (let size = 1; size <= STARS; size += 1) {
    const places = stones.map((_, n) => n).filter((n) => Math.abs(value(stones[n])) === size);
    const place = places[Math.floor(random() * places.length)] ?? 0;
    stones[place] += "*";
  }
  return shuffled([...stones, ...Array(ANKHS).fill("A"), "P"], random);
}

/**
 * Fill the empty squares with what is left in the box.
 *
 * @param {readonly string[]} marks
 * @param {number} side
 * @param {string} seed
 */
export function filledUp(marks, side, seed) {
  const random = generator(seed);
  const { stones, ankhs, priest, stars } = left(marks, side);
  const rest = VALUES.flatMap((points) => Array(stones.get(points) ?? 0).fill(mark(points)));
  const chosen = shuffled(rest.map((_, n) => n), random).slice(0, Math.max(0, stars));
  for (const n of chosen) rest[n] += "*";
  const bag = shuffled([...rest, ...Array(ankhs).fill("A"), ...(priest ? ["P"] : [])], random);
  return marks.map((each) => (each === "." ? (bag.pop() ?? ".") : each));
}

/**
 * Return what is left in the box.
 *
 * @param {readonly string[]} marks on the board, and perhaps in hands
 * @param {number} side
 */
export function left(marks, side) {
  const stones = new Map(
    VALUES.map((points) => [points, copies(points, side) - marks.filter((each) => value(each) === points).length]),
  );
  return {
    stones,
    ankhs: ANKHS - marks.filter((each) => each === "A").length,
    priest: !marks.includes("P"),
    stars: STARS - marks.filter(starred).length,
  };
}

/**
 * Swap the contents of two squares.
 *
 * @param {readonly string[]} marks
 * @param {number} one
 * @param {number} other
 */
export function swapped(marks, one, other) {
  return marks.map((each, n) => (n === one ? (marks[other] ?? each) : n === other ? (marks[one] ?? each) : each));
}

/**
 * Put something on a square, if the box still has it; the priest moves there.
 *
 * @param {readonly string[]} marks
 * @param {number} square
 * @param {string} wanted
 * @param {number} side
 * @param {readonly string[]} [hands] stones in hands
 */
export function put(marks, square, wanted, side, hands = []) {
  const others = marks.map((each, n) => (n === square || (wanted === "P" && each === "P") ? "." : each));
  const rest = left([...others, ...hands], side);
  const there =
    kind(wanted) === "empty" ||
    (kind(wanted) === "stone" && (rest.stones.get(value(wanted)) ?? 0) > 0 && (!starred(wanted) || rest.stars > 0)) ||
    (kind(wanted) === "ankh" && rest.ankhs > 0) ||
    kind(wanted) === "priest";
  return there ? others.map((each, n) => (n === square ? wanted : each)) : [...marks];
}

/** @param {number} points */
export function mark(points) {
  return points > 0 ? `+${points}` : String(points);
}

/** Return a random seed that is easy to dictate: five letters. */
export function newSeed() {
  const letters = "abcdefghijkmnpqrstuvwxyz";
  const numbers = crypto.getRandomValues(new Uint8Array(5));
  return [...numbers].map((number) => letters[number % letters.length]).join("");
}

/**
 * @template T
 * @param {readonly T[]} all
 * @param {() => number} random
 */
function shuffled(all, random) {
  const some = [...all];
  for (let n = some.length - 1; n > 0; n -= 1) {
    const other = Math.floor(random() * (n + 1));
    [some[n], some[other]] = [/** @type {T} */ (some[other]), /** @type {T} */ (some[n])];
  }
  return some;
}

/**
 * Return a generator of numbers from 0 to 1, seeded by a text (FNV-1a, then mulberry32).
 *
 * @param {string} seed
 */
function generator(seed) {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
