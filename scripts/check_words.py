"""Checks the words of the page: every language has every key, and every key is used.

It reports unreadable files, missing, unknown and unused keys, and placeholders, plural forms and
lists that differ from the English ones.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

WEB = Path(__file__).resolve().parent.parent / "src/kheper/web"

# The plural categories of CLDR, without a `many` that is only for millions.
CATEGORIES = {
    "en": {"one", "other"},
    "fr": {"one", "other"},
    "de": {"one", "other"},
    "it": {"one", "other"},
    "es": {"one", "other"},
    "pt": {"one", "other"},
    "nl": {"one", "other"},
    "ru": {"one", "few", "many", "other"},
}
FORMS = {"zero", "one", "two", "few", "many", "other"}
# Here "one" also covers 0 or 21, so it cannot leave the number out.
ONE_IS_NOT_ALWAYS_ONE = {"fr", "ru"}

# Keys that the page builds at run time: their prefixes and possible endings. An empty string means
# that all keys with the prefix are used, as where the ending comes from the server.
BUILT: dict[str, str] = {
    "bots.": "",
    "guide.": "",
    "refusals.": "",
    "rules.": "",
    "scarabya.arrange.quarter-": "1 2 3 4",
    "scarabya.editor.": "kind boards site brush free scarab rock",
    "scarabya.draft.": "rock covered flipped no-contact no-centre",
    "scarabya.help.": "move further ways ways-back legal legal-back place clear",
    "scarabya.sites.": "turn next",
    "scarabya.event.discarded-": "you other",
    "scarabya.event.placed-": "you other",
    "scarabya.event.scored-": "you other",
    "scarabya.tool.": "turn-left turn-right turn-over up down left right next confirm",
    "page.seat-menu.": "rename offer stand-in back pass-host",
    "page.games.": "",
    "page.kinds.": "",
    "page.lobby.": "sit rename stand free",
    "page.menu.": "rules share picture record retry leave leave-text leave-yes close close-text"
    " close-yes",
    "page.options.": "",
    "page.result.": "yours theirs shared team-yours team alone won-alone lost-alone closed",
    "page.phases.": "open arranging running",
    "page.phrases.": "",
    "page.preferences.": "theme themes world worlds motion motions confirm confirms",
    "page.replay.": "first previous play pause next last",
    "page.seat.": "host you away left stand-in ready",
    "page.terms.": "arrange listed clock watchers stand_in minutes increment days",
    "page.terms.clocks.": "none live days",
    "page.terms.watching.": "talk watch none",
    "page.turn.": "yours of-yours theirs over closed",
}

# In files that are read whole, these fields are for the page and the same in every language.
READ_WHOLE = ("guide.", "rules.")
UNTRANSLATED = (".id", ".until", ".picture")

_COMMENT = re.compile(r"/\*.*?\*/|(?:^|(?<=\s))//[^\n]*", re.S)
_PLACE = re.compile(r"\{(\w+)\}")

Words = Mapping[str, Any]


def problems(web: Path = WEB, built: Mapping[str, str] = BUILT) -> Iterator[str]:
    """Yields a sentence for each problem."""
    languages: dict[str, dict[str, Any]] = {language: {} for language in CATEGORIES}
    for language, words in languages.items():
        for path in sorted((web / "locales" / language).glob("*.json")):
            try:
                words[path.stem] = json.loads(path.read_bytes(), object_pairs_hook=_once)
            except ValueError as error:
                yield f"{language}/{path.name}: {error}"
    english = leaves(languages["en"])
    for language, words in languages.items():
        yield from _differences(language, leaves(words), english)
    yield from _uses(web, english, built)


def leaves(words: Any, key: str = "") -> dict[str, Any]:
    """Returns the value of every complete key: a text, plural forms, or an invalid value."""
    if isinstance(words, list):
        words = dict(enumerate(words))
    if not isinstance(words, dict) or is_plural(words):
        return {key: words}
    return {
        name: text
        for part, inside in words.items()
        for name, text in leaves(inside, f"{key}.{part}" if key else str(part)).items()
    }


def is_plural(words: Any) -> bool:
    """Says whether this is one text in several plural forms."""
    return isinstance(words, dict) and "other" in words and set(words) <= FORMS


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"'{twice}' is a duplicate key")
    return found


def _differences(language: str, found: Words, english: Words) -> Iterator[str]:
    for key in english.keys() - found.keys():
        yield f"{language}: {key} is missing"
    for key in found.keys() - english.keys():
        yield f"{language}: {key} is not in English"
    for key in found.keys() & english.keys():
        for sentence in _faults(language, key, found[key], english[key]):
            yield f"{language}: {key} {sentence}"


def _faults(language: str, key: str, text: Any, english: Any) -> Iterator[str]:
    texts = text.values() if is_plural(text) else [text]
    if not all(isinstance(each, str) and each.strip() for each in texts):
        yield "is not a text"
        return
    if key.startswith(READ_WHOLE) and key.endswith(UNTRANSLATED) and text != english:
        yield f"is '{text}', but '{english}' in English"
    if is_plural(text) != is_plural(english):
        yield "has plural forms in only one of the two languages"
    elif is_plural(text):
        yield from _plural_faults(language, text, english)
    elif places(text) != places(english):
        yield f"has the placeholders {_named(places(text))}, not {_named(places(english))}"


def _plural_faults(language: str, text: Words, english: Words) -> Iterator[str]:
    wanted = CATEGORIES[language]
    if set(text) != wanted:
        yield f"has the plural forms {_named(set(text))}, not {_named(wanted)}"
    expected = places(english["other"])
    for form, each in text.items():
        free = {"count"} if form == "one" and language not in ONE_IS_NOT_ALWAYS_ONE else set()
        if places(each) | free != expected | free:
            yield f"({form}) has the placeholders {_named(places(each))}, not {_named(expected)}"


def places(text: str) -> set[str]:
    """Returns the names of a text's placeholders."""
    return set(_PLACE.findall(text))


def _named(names: set[str]) -> str:
    return ", ".join(sorted(names)) or "(none)"


def _uses(web: Path, english: Words, built: Mapping[str, str]) -> Iterator[str]:
    used: set[str] = set()
    begun: set[str] = set()
    for where, key, goes_on in spoken(web, {key.partition(".")[0] for key in english}):
        if not goes_on:
            used |= (inside := behind(key, english))
            if not inside:
                yield f"{where}: no words for {key}"
        elif declared := _declared(key, built):
            begun.add(declared)
        else:
            yield f"{where}: builds keys from '{key}', which is not declared"
    for beginning, endings in built.items():
        if beginning not in begun:
            yield f"'{beginning}' is declared, but no key is built from it"
        used |= set() if endings else {key for key in english if key.startswith(beginning)}
        for ending in endings.split():
            used |= (inside := behind(beginning + ending, english))
            if not inside:
                yield f"no words for {beginning + ending}, which is declared"
    for key in sorted(english.keys() - used):
        yield f"{key} is not used"


def behind(key: str, words: Words) -> set[str]:
    """Returns the complete keys that a key names: itself, or all of its group."""
    return {each for each in words if each == key or each.startswith(f"{key}.")}


def _declared(key: str, built: Mapping[str, str]) -> str | None:
    fitting = [each for each in built if key == each or (not built[each] and key.startswith(each))]
    return max(fitting, key=len, default=None)


def spoken(web: Path, namespaces: set[str]) -> Iterator[tuple[str, str, bool]]:
    """Yields the file, the key, and whether it is only a prefix, for each key in the page."""
    names = "|".join(sorted(namespaces))
    literal = re.compile(rf"""["'`]((?:{names})\.[\w.-]*)(["'`]|\$\{{)""")
    for path in sorted([*web.rglob("*.js"), *web.rglob("*.html")]):
        text = _COMMENT.sub("", path.read_text("utf-8"))
        for key, end in literal.findall(text):
            yield str(path.relative_to(web)), key, end == "${" or key.endswith((".", "-"))


def main() -> int:
    found = sorted(set(problems()))
    for sentence in found:
        print(sentence)
    if not found:
        print(f"the words: complete in {len(CATEGORIES)} languages")
    return min(len(found), 1)


if __name__ == "__main__":
    sys.exit(main())
