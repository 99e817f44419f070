"""docs/protocol.md is complete: every message, field, event and code that there is stands in it."""

from __future__ import annotations

import re
import typing
from pathlib import Path

import pytest

from kheper.server import commands, entries, ghosts, messages, phrases, terms
from kheper.server.words import LONGEST_LINE, LONGEST_NAME

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs/protocol.md").read_text("utf-8")
CODE = set(re.findall(r"`([^`\n]+)`", PAGE))
# What speaks HTTP, or starts the server, has its codes in docs/api.md.
HTTP = ("api", "app", "desk", "gate", "security", "serving", "settings")
SOURCES = "".join(
    path.read_text("utf-8")
    for package in ("core", "scarabya", "scarab", "server")
    for path in (ROOT / "src/kheper" / package).rglob("*.py")
    if package != "server" or path.stem not in HTTP
)


def row(name: str) -> str:
    """Return the line of a table that begins with a name."""
    found = re.search(rf"^\| `{name}` \|.*$", PAGE, re.M)
    assert found is not None, name
    return found[0]


@pytest.mark.parametrize(
    "kind",
    [*typing.get_args(messages.FromClient), *typing.get_args(messages.FromServer)],
    ids=lambda kind: str(kind.__struct_config__.tag),
)
def test_every_message_stands_there_with_its_fields(kind: type) -> None:
    line = row(kind.__struct_config__.tag)  # type: ignore[attr-defined] # a struct
    for field in kind.__struct_fields__:  # type: ignore[attr-defined] # a struct
        if field != "id":
            assert f"`{field}`" in line, (kind, field)


def test_every_kind_of_event_stands_there() -> None:
    assert {kind.__struct_config__.tag for kind in typing.get_args(entries.AnyEntry)} <= CODE


@pytest.mark.parametrize(
    "part",
    [
        messages.Event,
        messages.View,
        messages.SeatShown,
        messages.AskedShown,
        messages.SetUp,
        messages.Own,
        ghosts.Placements,
        ghosts.Walks,
        terms.Terms,
    ],
)
def test_every_field_of_what_is_shown_stands_there(part: type) -> None:
    assert set(part.__struct_fields__) <= CODE  # type: ignore[attr-defined] # a struct


def test_every_code_stands_there_and_no_other() -> None:
    codes = set(re.findall(r'refuse\(\s*"([a-z-]+)"', SOURCES))
    codes |= set(re.findall(r'code(?:: str)? ?= ?"([a-z-]+)"', SOURCES))
    codes |= set(messages.CONNECTION) | set(ghosts.REASONS.values())
    section = PAGE[PAGE.index("## Codes") : PAGE.index("## Limits")]
    listed = set(re.findall(r"`([a-z]+(?:-[a-z]+)*)`", section))
    assert codes - listed == set()
    assert listed - codes <= {"last", "seen", "hello", "back"}


def test_phrases_and_limits_stand_there() -> None:
    assert set(phrases.PHRASES) <= CODE
    for number in (
        messages.LONGEST_FRAME,
        commands.LONGEST_ID,
        commands.LONGEST_SETTING,
        commands.LONGEST_RECORD,
        LONGEST_LINE,
        LONGEST_NAME,
    ):
        assert re.search(rf"\b{number:,}\b", PAGE), number


def test_every_ruling_of_the_table_is_cited_by_code_or_test() -> None:
    rulings = re.findall(r"^\| \*\*(TB-\d+)\*\*", (ROOT / "docs/rulings.md").read_text(), re.M)
    assert rulings == [f"TB-{n}" for n in range(1, len(rulings) + 1)]
    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("*.py"))
    for ruling in rulings:
        assert ruling.lower().replace("-", "_") in tests, ruling
    cited = set(re.findall(r"\bTB-\d+", SOURCES))
    assert cited <= set(rulings)
