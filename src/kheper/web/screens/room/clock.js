/** The clocks, from the last view and the time since. No DOM here. */

/**
 * Return the milliseconds that a seat has left now.
 *
 * @param {View} view
 * @param {number} seat
 * @param {number} since milliseconds since the view was received
 */
export function left(view, seat, since) {
  const told = view.clocks?.[seat - 1];
  if (told === undefined) return null;
  const runs = view.running?.includes(seat) && view.phase === "running";
  return Math.max(0, told - (runs ? since : 0));
}

/**
 * Format a time: days and hours, hours and minutes, minutes and seconds, with tenths below ten
 * seconds.
 *
 * @param {number} milliseconds
 */
export function written(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const [days, hours] = [Math.floor(seconds / 86400), Math.floor((seconds % 86400) / 3600)];
  const minutes = Math.floor((seconds % 3600) / 60);
  if (days) return `${days}d ${hours}h`;
  if (hours) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  if (seconds < 10) return `0:0${(milliseconds / 1000).toFixed(1)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

/** @param {number} value */
function two(value) {
  return String(value).padStart(2, "0");
}
