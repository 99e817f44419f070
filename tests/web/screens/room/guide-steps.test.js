import assert from "node:assert/strict";
import { test } from "node:test";

import { advanced, triggers } from "../../../../src/kheper/web/screens/room/guide-steps.js";
import { view } from "./views.js";

test("a step of the guide ends with its trigger", () => {
  const steps = [{ until: "next", text: "" }, { until: "placed", text: "" }];
  assert.equal(advanced(steps, 0, "placed"), 0);
  assert.equal(advanced(steps, 0, "next"), 1);
  assert.equal(advanced(steps, 1, "placed"), 2);
  assert.equal(advanced(steps, 2, "placed"), 2);
});

test("events become triggers for the reader's seat", () => {
  const played = { number: 1, at: 0, kind: "played", seat: 1, move: "x", points: [3, 0] };
  assert.deepEqual(triggers(view(), [{ ...played, reveal: ["x", "y"] }]), ["placed", "moved", "revealed", "area-closed"]);
  const priests = view({ game: "scarab" });
  assert.deepEqual(triggers(priests, [{ ...played, points: undefined }]), ["placed", "moved", "ankh"]);
  assert.deepEqual(triggers(priests, [{ ...played, seat: 2, to_move: [1], points: [0, 2] }]), ["answered"]);
});
