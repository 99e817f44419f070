/**
 * The words of the page, in the reader's language.
 *
 * A key is `namespace.group.name`; the namespace is a file of the language's folder. A value is
 * a text with `{name}` places, or an object of plural forms, chosen by `count`.
 *
 * @typedef {string | {[key: string]: Entry}} Entry
 * @typedef {Record<string, string | number>} Values
 */

export const LANGUAGES = /** @type {const} */ ({
  en: "English",
  fr: "Français",
  de: "Deutsch",
  it: "Italiano",
  es: "Español",
  pt: "Português",
  nl: "Nederlands",
  ru: "Русский",
});

const FORMS = ["zero", "one", "two", "few", "many", "other"];

let language = "en";
let rules = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");
/** @type {Map<string, Entry>} */
const loaded = new Map();

/**
 * Return the first language of a list that the page speaks.
 *
 * @param {readonly string[]} wanted
 */
export function spoken(wanted) {
  const found = wanted.map((each) => each.toLowerCase().split("-")[0] ?? "");
  return found.find((each) => each in LANGUAGES) ?? "en";
}

/**
 * Return the entry behind a path of names, or nothing.
 *
 * @param {Entry | undefined} entry
 * @param {readonly string[]} path
 * @returns {Entry | undefined}
 */
export function entryAt(entry, path) {
  if (entry === undefined || path.length === 0) return entry;
  if (typeof entry === "string") return undefined;
  const [name = "", ...rest] = path;
  return Object.hasOwn(entry, name) ? entryAt(entry[name], rest) : undefined;
}

/**
 * Write an entry with its values: choose the plural form, then fill the places.
 *
 * @param {Entry} entry
 * @param {Values} values
 * @param {Intl.PluralRules} plurals
 * @param {(value: number) => string} number
 * @returns {string | undefined}
 */
export function filled(entry, values, plurals, number = String) {
  const text = typeof entry === "string" ? entry : pluralForm(entry, values, plurals);
  return text?.replace(/\{(\w+)\}/g, (place, name) => {
    const value = values[name];
    if (value === undefined) return place;
    return typeof value === "number" ? number(value) : value;
  });
}

/**
 * @param {{[key: string]: Entry}} entry
 * @param {Values} values
 * @param {Intl.PluralRules} plurals
 */
function pluralForm(entry, values, plurals) {
  const form = entry[plurals.select(Number(values.count))] ?? entry.other;
  return typeof form === "string" ? form : undefined;
}

/** @param {Entry | undefined} entry */
export function isPlural(entry) {
  return typeof entry === "object" && Object.keys(entry).every((key) => FORMS.includes(key));
}

export const words = {
  /** The language that is spoken now. */
  get language() {
    return language;
  },

  /**
   * Say something; a key without words is said as it is, so that it is seen and mended.
   *
   * @param {string} key
   * @param {Values} [values]
   */
  t(key, values = {}) {
    const entry = words.entry(key);
    const text = entry === undefined ? undefined : filled(entry, values, rules, numbers.format);
    return text ?? key;
  },

  /**
   * Say what the server refused, or its own sentence where there are no words for the code.
   *
   * @param {unknown} why
   */
  refusal(why) {
    const { code = "internal", message = "" } = /** @type {{code?: string, message?: string}} */ (why);
    return words.has(`refusals.${code}`) ? words.t(`refusals.${code}`) : message;
  },

  /**
   * Say whether there are words for a key.
   *
   * @param {string} key
   */
  has(key) {
    return words.entry(key) !== undefined;
  },

  /**
   * Return what is behind a key, also a whole group of texts.
   *
   * @param {string} key
   */
  entry(key) {
    const [namespace = "", ...path] = key.split(".");
    return entryAt(loaded.get(`${language}/${namespace}`), path);
  },

  /**
   * Speak another language from now on, once its words are there.
   *
   * @param {string} wanted
   * @param {readonly string[]} namespaces
   */
  async speak(wanted, namespaces) {
    const next = wanted in LANGUAGES ? wanted : "en";
    await Promise.all(namespaces.map((namespace) => fetched(next, namespace)));
    language = next;
    // Without a country Portuguese is Brazil's, where nothing is singular.
    rules = new Intl.PluralRules(next === "pt" ? "pt-PT" : next);
    numbers = new Intl.NumberFormat(next, { useGrouping: false });
    document.documentElement.lang = next;
  },

  /**
   * Make sure that the words of these namespaces are there.
   *
   * @param {...string} namespaces
   */
  async load(...namespaces) {
    await Promise.all(namespaces.map((namespace) => fetched(language, namespace)));
  },
};

/**
 * @param {string} wanted
 * @param {string} namespace
 */
async function fetched(wanted, namespace) {
  const name = `${wanted}/${namespace}`;
  if (loaded.has(name)) return;
  const answer = await fetch(`locales/${name}.json`);
  if (answer.ok) {
    loaded.set(name, /** @type {Entry} */ (await answer.json()));
  } else if (wanted !== "en") {
    await fetched("en", namespace);
    loaded.set(name, loaded.get(`en/${namespace}`) ?? {});
  }
}
