/**
 * The words of the page, in the reader's language.
 *
 * A key is `namespace.group.name`; the namespace is a file of the language's folder. A value is
 * a text with `{name}` placeholders, or an object of plural forms, chosen by `count`.
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
 * Return the first language of a list that the page has.
 *
 * @param {readonly string[]} wanted
 */
export function spoken(wanted) {
  const found = wanted.map((each) => each.toLowerCase().split("-")[0] ?? "");
  return found.find((each) => each in LANGUAGES) ?? "en";
}

/**
 * Return the entry at a path of names, or undefined.
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
 * Format an entry: choose the plural form, then fill the placeholders.
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
  /** The present language. */
  get language() {
    return language;
  },

  /**
   * Return the words for a key; a key without words is returned itself, so that it shows up.
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
   * Return the words for a refusal, or the server's own sentence for an unknown code.
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
   * Return the entry of a key, which may be a whole group of texts.
   *
   * @param {string} key
   */
  entry(key) {
    const [namespace = "", ...path] = key.split(".");
    return entryAt(loaded.get(`${language}/${namespace}`), path);
  },

  /**
   * Load another language and switch to it.
   *
   * @param {string} wanted
   * @param {readonly string[]} namespaces
   */
  async use(wanted, namespaces) {
    const next = wanted in LANGUAGES ? wanted : "en";
    await Promise.all(namespaces.map((namespace) => fetched(next, namespace)));
    language = next;
    // Plain `pt` is Brazilian, where 0 takes the singular.
    rules = new Intl.PluralRules(next === "pt" ? "pt-PT" : next);
    numbers = new Intl.NumberFormat(next, { useGrouping: false });
    document.documentElement.lang = next;
  },

  /**
   * Load the words of these namespaces.
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
