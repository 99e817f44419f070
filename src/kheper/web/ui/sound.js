/** Sounds, synthesized from a few sine waves. */

import { preferences } from "./preferences.js";

/** @type {Record<string, [pitch: number, at: number, length: number][]>} */
const SOUNDS = {
  place: [[196, 0, 0.12], [294, 0.03, 0.1]],
  area: [[523, 0, 0.16], [659, 0.09, 0.2]],
  points: [[659, 0, 0.12], [784, 0.07, 0.18]],
  ready: [[440, 0, 0.09]],
  reveal: [[392, 0, 0.14], [494, 0.08, 0.14], [587, 0.16, 0.2]],
  walk: [[247, 0, 0.09], [330, 0.06, 0.12]],
  ankh: [[587, 0, 0.2], [880, 0.12, 0.3]],
  turn: [[523, 0, 0.1], [392, 0.1, 0.16]],
  refuse: [[147, 0, 0.16]],
  chat: [[784, 0, 0.07]],
  win: [[523, 0, 0.2], [659, 0.14, 0.2], [784, 0.28, 0.2], [1047, 0.42, 0.5]],
  lose: [[392, 0, 0.25], [330, 0.2, 0.25], [262, 0.4, 0.45]],
};

const LOUDNESS = 0.07;
/** @type {AudioContext | null} */
let context = null;

/**
 * Play a sound, if sounds are on and the browser allows it after a first touch.
 *
 * @param {string} name
 */
export function sound(name) {
  if (!preferences.sound || !navigator.userActivation?.hasBeenActive) return;
  // Draw first: opening the audio device is slow.
  requestAnimationFrame(() => setTimeout(() => made(name)));
}

/** @param {string} name */
function made(name) {
  context ??= new AudioContext();
  for (const [pitch, at, length] of SOUNDS[name] ?? []) tone(context, pitch, at, length);
}

/**
 * @param {AudioContext} audio
 * @param {number} pitch
 * @param {number} at
 * @param {number} length
 */
function tone(audio, pitch, at, length) {
  const wave = new OscillatorNode(audio, { frequency: pitch });
  const volume = new GainNode(audio, { gain: 0 });
  const start = audio.currentTime + at;
  volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0004, start + length + 0.08);
  wave.connect(volume).connect(audio.destination);
  wave.start(start);
  wave.stop(start + length + 0.1);
}
