/** The live region, which screen readers read aloud. */

const SECONDS = 15;

/**
 * Announce something politely, after what was announced in the same moment.
 *
 * @param {string} text
 */
export function say(text) {
  const region = document.getElementById("live");
  if (!region || !text) return;
  const line = document.createElement("p");
  line.textContent = text;
  region.append(line);
  setTimeout(() => line.remove(), SECONDS * 1000);
}
