import assert from "node:assert/strict";
import { test } from "node:test";

import { landingWords } from "../../../../../src/kheper/web/games/scarab/logic/descriptions.js";
import { position, squareAt, squareName } from "../../../../../src/kheper/web/games/scarab/logic/position.js";
import { optionsOf } from "../../../../../src/kheper/web/games/scarab/logic/priest-moves.js";

const TEXT =
  "+4* +6 +5 +6 +8 +5* -7 -2/+8* -7 . -4 +7 +8 -3 -1/. -4 . +6 -3 . -3 ./-7 -5 +4 +3 -8 -6 +1 -6/" +
  "-1* . . . +7 -4 -8 -4/-8 +3 -6 -7* +4 -8 . -2/+6 +7 . -6* +4 -2 +3 ./+7 P +1 +5 -5 -5 +2 +2";
const at = (/** @type {string} */ name) => squareAt(name, 8);
const names = (/** @type {Iterable<number>} */ squares) => [...squares].map((n) => squareName(n, 8));
const OWN = /** @type {Own} */ ({
  seat: 1,
  legal: { kind: "walks", moves: ["ha8"] },
  preview: { kind: "forecasts", lines: [["v", 8, -6, 2, 6, 0]] },
});

test("a landing is described with the next line, once known", () => {
  const host = { t: (/** @type {string} */ key) => key.replace("scarab.", ""), names: () => "Ben" };
  const [landing] = optionsOf(OWN, position(TEXT)).ways.get(at("a8")) ?? [];
  assert.ok(landing);
  assert.match(landingWords(host, landing, 8, "Ben"), /^next\.column next\.best \+8/);
  assert.equal(landingWords(host, { ...landing, next: null }, 8, "Ben"), "");
});
