import assert from "node:assert/strict";
import { test } from "node:test";

import { entryAt, filled, isPlural, spoken } from "../../../src/kheper/web/i18n/words.js";

const plurals = (language) => new Intl.PluralRules(language);

test("placeholders are filled, and those without a value stay visible", () => {
  assert.equal(filled("{name} took {count}", { name: "Ana", count: 3 }, plurals("en")), "Ana took 3");
  assert.equal(filled("{name} took {what}", { name: "{count}" }, plurals("en")), "{count} took {what}");
});

test("the plural form is the language's", () => {
  const forms = { one: "{count} очко", few: "{count} очка", many: "{count} очков", other: "{count} очка" };
  const said = (count) => filled(forms, { count }, plurals("ru"));
  assert.deepEqual([1, 2, 5, 11, 21].map(said), ["1 очко", "2 очка", "5 очков", "11 очков", "21 очко"]);
  assert.equal(filled({ other: "{count} x" }, { count: 1 }, plurals("en")), "1 x");
});

test("a key leads to its entry, and never to an inherited property", () => {
  const entry = { over: { yours: "You win!" } };
  assert.equal(entryAt(entry, ["over", "yours"]), "You win!");
  assert.equal(entryAt(entry, ["over", "yours", "more"]), undefined);
  assert.equal(entryAt(entry, ["constructor"]), undefined);
});

test("groups of texts are distinguished from plural forms", () => {
  assert.ok(isPlural({ one: "a", other: "b" }));
  assert.ok(!isPlural({ one: "a", name: "b" }));
});

test("the first available language is used, else English", () => {
  assert.equal(spoken(["ja", "pt-BR", "fr"]), "pt");
  assert.equal(spoken(["ja"]), "en");
  assert.equal(spoken([]), "en");
});
