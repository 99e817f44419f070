/** What happened, for who listens rather than looks. */

const SECONDS = 15;

/**
 * Say something in the polite live region; what is said in one moment is said together.
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
