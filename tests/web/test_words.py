"""The page's words are complete in eight languages, and the check that says so can fail."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kheper.bots import LEVELS, level
from scripts.check_words import CATEGORIES, WEB, leaves, problems

ROOT = Path(__file__).resolve().parents[2]
# Of the table and of the connection, but never sent to a client; the page's own.
NEVER_SENT = {"not-a-bot", "not-due", "bad-entry"}
OWN = {"offline"}

PAGE = 't("site.areas", { count }); t("site.of", { name });'


def english(namespace: str) -> Any:
    return json.loads((WEB / "locales/en" / f"{namespace}.json").read_bytes())


def found(
    web: Path, page: str = PAGE, built: dict[str, str] | None = None, **changed: Any
) -> list[str]:
    """Return what is wrong with a small page, whose languages are as given or as they should be."""
    for language, categories in CATEGORIES.items():
        areas = dict.fromkeys(categories, "{count}")
        words = changed.get(language, {"site": {"areas": areas, "of": "{name}"}})
        for namespace, texts in words.items():
            path = web / "locales" / language / f"{namespace}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(texts if isinstance(texts, str) else json.dumps(texts), "utf-8")
    (web / "page.js").write_text(page, "utf-8")
    return sorted(set(problems(web, built or {})))


def test_the_words_are_complete() -> None:
    assert sorted(set(problems())) == []


GERMAN = {"areas": {"one": "Eine", "other": "{count}"}, "of": "{name}"}


def test_a_small_page_has_no_problems(tmp_path: Path) -> None:
    assert found(tmp_path, de={"site": GERMAN}) == []


@pytest.mark.parametrize(
    ("german", "sentence"),
    [
        ({"areas": GERMAN["areas"]}, "de: site.of is missing"),
        (GERMAN | {"new": "Neu"}, "de: site.new is not in English"),
        (GERMAN | {"of": "{who}"}, "de: site.of has the placeholders who, not name"),
        (GERMAN | {"of": " "}, "de: site.of is not a text"),
        (GERMAN | {"areas": "{count}"}, "de: site.areas has plural forms in only one of the two"),
        (
            GERMAN | {"areas": {"other": "{count}"}},
            "de: site.areas has the plural forms other, not",
        ),
        (GERMAN | {"areas": {"one": "{a}", "other": "{count}"}}, "de: site.areas (one) has the"),
        ("{", "de/site.json: "),
        ('{"of": "1", "of": "2"}', "de/site.json: 'of' is a duplicate key"),
    ],
)
def test_a_language_that_differs_is_told(tmp_path: Path, german: Any, sentence: str) -> None:
    assert any(each.startswith(sentence) for each in found(tmp_path, de={"site": german}))


def test_one_that_is_also_said_of_zero_keeps_its_number(tmp_path: Path) -> None:
    french = {"site": {"areas": {"one": "Une zone", "other": "{count} zones"}, "of": "{name}"}}
    sentence = "fr: site.areas (one) has the placeholders (none), not count"
    assert found(tmp_path, fr=french) == [sentence]


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        (PAGE + 't("site.no")', "page.js: no words for site.no"),
        ('t("site.of")', "site.areas is not used"),
        (PAGE + "/* t('site.no') */ // t('site.no')", None),
        (PAGE + "t(`site.${x}`)", "page.js: builds keys from 'site.', which is not"),
    ],
)
def test_a_page_that_says_other_words_is_told(
    tmp_path: Path, page: str, sentence: str | None
) -> None:
    told = found(tmp_path, page)
    assert told == [] if sentence is None else told[0].startswith(sentence)


@pytest.mark.parametrize(
    ("built", "sentences"),
    [
        ({"site.": ""}, []),
        ({"site.": "areas of"}, []),
        ({"site.": "areas"}, ["site.of is not used"]),
        ({"site.": "areas of no"}, ["no words for site.no, which is declared"]),
        ({"site.": "", "no.": ""}, ["'no.' is declared, but no key is built from it"]),
    ],
)
def test_keys_that_are_put_together_are_declared(
    tmp_path: Path, built: dict[str, str], sentences: list[str]
) -> None:
    assert found(tmp_path, "t(`site.${x}`)", built) == sentences


def test_every_code_that_a_client_can_be_told_has_a_sentence() -> None:
    protocol = (ROOT / "docs/protocol.md").read_text("utf-8")
    tables = protocol.split("## Codes\n")[1].split("## Limits\n")[0]
    codes = set(re.findall(r"`([a-z-]+)`", " ".join(re.findall(r"^\|([^|]*)\|", tables, re.M))))
    codes |= set(re.findall(r"`([a-z-]+)`", tables.split("Of the games")[1]))
    api = (ROOT / "docs/api.md").read_text("utf-8")
    codes |= set(re.findall(r"^\| \d+ \| `([a-z-]+)`", api, re.M))
    assert set(english("refusals")) == codes - NEVER_SENT | OWN


def test_the_bots_are_called_what_they_are_called() -> None:
    bots = {str(each): level(each) for each in LEVELS}
    told = {key: {"name": bot.name, "character": bot.character} for key, bot in bots.items()}
    assert english("bots") == told


def test_the_rules_show_every_picture_that_is_drawn_and_no_other() -> None:
    drawn = [path.read_text("utf-8") for path in WEB.glob("games/*/draw/rules-pictures.js")]
    pictures = [name for text in drawn for name in re.findall(r"^  (\w+): \{$", text, re.M)]
    shown = [text for key, text in leaves(english("rules")).items() if key.endswith(".picture")]
    assert sorted(shown) == sorted(pictures)


def test_the_guide_waits_for_triggers_that_are_written_down() -> None:
    table = (ROOT / "docs/words.md").read_text("utf-8").split("## The files")[0]
    triggers = set(re.findall(r"^\| `([a-z-]+)` \|", table, re.M))
    steps = [step for game in english("guide").values() for step in game]
    assert {step["until"] for step in steps} == triggers
    assert all(6 <= len(game) <= 10 for game in english("guide").values())
