import assert from "node:assert/strict";
import { test } from "node:test";

// Where acorn is not installed, `scripts/node sizes` is skipped as well.
const { tooLong } = await import("../../scripts/check_page_sizes.js").catch(() => ({}));
const skip = !tooLong;

const lines = (count) => "  1;\n".repeat(count);

test("functions of at most 60 lines and modules of at most 450 are allowed", { skip }, () => {
  assert.deepEqual(tooLong("a.js", `export function f() {\n${lines(58)}}\n`), []);
  assert.deepEqual(tooLong("a.js", lines(450)), []);
});

test("a function that is too long is named by its line, whatever kind it is", { skip }, () => {
  const found = ["a.js:2: a function of 61 lines, at most 60"];
  for (const start of ["function f() {", "const f = () => {", "const o = { f() {", "class A { f() {"]) {
    const end = start.endsWith("{ f() {") ? "}}" : "}";
    assert.deepEqual(tooLong("a.js", `\n${start}\n${lines(59)}${end}\n`), found, start);
  }
});

test("a module that is too long is named", { skip }, () => {
  assert.deepEqual(tooLong("a.js", lines(451)), ["a.js: 451 lines, at most 450"]);
});
