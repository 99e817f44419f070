/** Keyboard navigation on the board: from stop to stop, or square by square. */

/** @type {Record<string, [number, number]>} rows down, columns right */
const DIRECTIONS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** @param {string} key */
export function isArrow(key) {
  return key in DIRECTIONS;
}

/**
 * Return the next stop in a direction: the first one on the same line, or else the nearest on
 * that side. Without one it is the square itself.
 *
 * @param {number} from
 * @param {string} key
 * @param {Iterable<number>} stops
 * @param {number} side
 */
export function jump(from, key, stops, side) {
  const [down, right] = DIRECTIONS[key] ?? [0, 0];
  const ahead = [...stops]
    .map((stop) => {
      const rows = Math.floor(stop / side) - Math.floor(from / side);
      const columns = (stop % side) - (from % side);
      const along = rows * down + columns * right;
      return { stop, along, off: Math.abs(rows * right) + Math.abs(columns * down) };
    })
    .filter(({ along }) => along > 0);
  const straight = ahead.filter(({ off }) => off === 0);
  const [found] = (straight.length ? straight : ahead).sort(
    (a, b) => a.along + 2 * a.off - b.along - 2 * b.off || a.stop - b.stop,
  );
  return found?.stop ?? from;
}

/**
 * Return the neighbouring square, or the square itself at the edge.
 *
 * @param {number} from
 * @param {string} key
 * @param {number} side
 */
export function neighbour(from, key, side) {
  const [down, right] = DIRECTIONS[key] ?? [0, 0];
  const row = Math.floor(from / side) + down;
  const column = (from % side) + right;
  return row < 0 || column < 0 || row >= side || column >= side ? from : row * side + column;
}

/**
 * Return the stop after or before a square in reading order, with wrap-around.
 *
 * @param {number} from
 * @param {1 | -1} by
 * @param {Iterable<number>} stops
 */
export function following(from, by, stops) {
  const order = [...stops].sort((a, b) => by * (a - b));
  return order.find((stop) => by * (stop - from) > 0) ?? order[0] ?? from;
}

/**
 * Return the stop that is nearest to a square: where the keys begin.
 *
 * @param {number} from
 * @param {Iterable<number>} stops
 * @param {number} side
 */
export function nearest(from, stops, side) {
  /** @param {number} stop */
  const distance = (stop) =>
    Math.abs(Math.floor(stop / side) - Math.floor(from / side)) +
    Math.abs((stop % side) - (from % side));
  const [found] = [...stops].sort((a, b) => distance(a) - distance(b) || a - b);
  return found ?? from;
}
