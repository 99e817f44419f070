/** Views of matches for the tests of the room. */

export const person = (name, more = {}) => ({ kind: "person", name, ...more });

export const view = (more = {}) => ({
  game: "scarabya",
  mode: "expedition",
  phase: "running",
  settings: {},
  seats: [person("Ana", { host: true }), person("Ben")],
  you: [1],
  hosting: true,
  state: { to_move: [1, 2], scores: [0, 0], outcome: null },
  ...more,
});

/** What differs in a team game. */
export const TEAMS = {
  game: "scarab",
  mode: "teams",
  seats: ["Ana", "Ben", "Cem", "Dua"].map((name) => person(name)),
  state: { to_move: [1], scores: [0, 0], outcome: null },
};
