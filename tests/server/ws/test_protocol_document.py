"""docs/protocol.md is complete: every message, field, event, code and limit, and a real example."""

from __future__ import annotations

import re
import typing
from pathlib import Path
from random import Random

import pytest

from kheper.server import refusals
from kheper.server.config import Settings
from kheper.server.games.scarab import facts as scarab
from kheper.server.games.scarabya import facts as scarabya
from kheper.server.games.scarabya import placements
from kheper.server.games.scarabya.tiles import tile_constants
from kheper.server.live import LiveLimits, messages, publish, sessions
from kheper.server.match import apply, commands, decide, events, phrases, terms, views
from kheper.server.match.decide.chat import TALK_LIMITS
from kheper.server.match.text import LONGEST_LINE, LONGEST_NAME
from kheper.server.ws import connection, session
from tests.samples import VARIANTS, new, walk
from tests.server.match.test_encoding import lines
from tests.server.ws.example_exchange import exchanges

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs/protocol.md").read_text("utf-8")
CODE = set(re.findall(r"`([^`\n]+)`", PAGE))
# Fields of all commands; what has no other fields has an id alone.
COMMON = {"id", "seen"}
# What speaks HTTP, or starts the server, has its codes in docs/api.md.
HTTP = ("http", "main", "config", "app")
SOURCES = "".join(
    path.read_text("utf-8")
    for package in ("core", "scarabya", "scarab", "server")
    for path in (ROOT / "src/kheper" / package).rglob("*.py")
    if package != "server" or not {path.stem, path.parent.name} & {*HTTP}
)


def section(title: str) -> str:
    """Return the text under a heading."""
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
    assert found is not None, title
    return found[1]


def codes_in(text: str) -> set[str]:
    """Return what is set as code in a text."""
    return set(re.findall(r"`([^`\n]+)`", text))


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
        if field not in COMMON or (field == "seen" and kind is commands.Play):
            assert f"`{field}`" in line, (kind, field)


def test_what_all_commands_have_stands_before_them() -> None:
    before = re.search(r"^Commands\. All .*$", PAGE, re.M)
    assert before is not None
    assert codes_in(before[0]) >= COMMON
    for kind in typing.get_args(commands.AnyGuestCommand):
        assert set(kind.__struct_fields__) >= COMMON


def test_every_kind_of_event_stands_there() -> None:
    assert {kind.__struct_config__.tag for kind in typing.get_args(events.AnyEvent)} <= CODE


@pytest.mark.parametrize(
    ("part", "title"),
    [
        (views.EventView, "Events"),
        (views.MatchView, "The view"),
        (views.SeatView, "The view"),
        (views.TakeBackView, "The view"),
        (views.SetupView, "The view"),
        (views.OwnView, "The view"),
        (messages.Update, "Applying updates"),
        (scarabya.PlacementFacts, "Facts"),
        (scarab.MoveFacts, "Facts"),
        (placements.Placements, "Legal moves and previews"),
        (scarab.PriestMoves, "Legal moves and previews"),
        (placements.Closings, "Legal moves and previews"),
        (scarab.Forecasts, "Legal moves and previews"),
        (terms.MatchTerms, "Settings and terms"),
    ],
)
def test_every_field_of_what_is_shown_stands_in_its_section(part: type, title: str) -> None:
    assert set(part.__struct_fields__) <= codes_in(section(title))  # type: ignore[attr-defined] # a struct


@pytest.mark.parametrize("part", [placements.Closing, scarab.NextLine])
def test_lists_stand_there_with_their_elements_in_order(part: type) -> None:
    fields = part.__struct_fields__  # type: ignore[attr-defined] # a struct
    assert f"`[{', '.join(fields)}]`" in section("Legal moves and previews")


@pytest.mark.parametrize(
    "kind", [placements.Placements, scarab.PriestMoves, placements.Closings, scarab.Forecasts]
)
def test_kinds_of_moves_and_previews_stand_there(kind: type) -> None:
    tag = kind.__struct_config__.tag  # type: ignore[attr-defined] # a struct
    assert f'"kind": "{tag}"' in section("Legal moves and previews")


def test_every_mark_stands_there_with_its_code() -> None:
    for letter, code in tile_constants().reasons.items():
        assert f"`{letter}` for `{code}`" in section("Legal moves and previews")


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_field_of_a_state_stands_there(variant: str) -> None:
    rng = Random(variant)
    known = codes_in(section("The state of a game"))
    for state in walk(new(variant, rng), rng):
        shown = state.view(None).json()
        assert set(shown) <= known
        assert set(shown["outcome"] or ()) <= known
        sites = shown.get("sites", ())
        areas = [area for site in sites for area in site["areas"]]
        payments = [payment for paid in shown.get("payments", ()) for payment in paid]
        for part in (*sites, *areas, *payments):
            assert set(part) <= known


def test_every_field_that_an_event_changes_in_the_view_is_applied() -> None:
    text = section("Applying updates")
    shared = {*views.EventView.__struct_fields__} & {*views.MatchView.__struct_fields__}
    assert shared - {"match"} <= codes_in(text)
    assert {"facts", "match"} <= codes_in(text)


def test_the_example_is_what_the_server_sends() -> None:
    """`python -m tests.server.ws.example_exchange` prints it, should a message have changed."""
    shown = re.findall(r"^```text\n(.*?)\n```$", section("Example"), re.M | re.S)
    assert shown == list(exchanges().values())


def test_every_other_example_is_of_the_golden_file() -> None:
    golden = b"\n".join(lines("server.v1.jsonl")).decode()
    examples = re.findall(r"^```json\n(.*?)\n```$", PAGE, re.M | re.S)
    assert examples
    for line in "\n".join(examples).splitlines():
        assert line in golden


def test_every_code_stands_there_and_no_other() -> None:
    codes = set(re.findall(r'refuse\(\s*"([a-z-]+)"', SOURCES))
    codes |= set(re.findall(r'code(?:: str)? ?= ?"([a-z-]+)"', SOURCES))
    codes |= set(refusals.SENTENCES) | set(tile_constants().reasons.values())
    listed = set(re.findall(r"`([a-z]+(?:-[a-z]+)*)`", section("Codes")))
    assert codes - listed == set()
    assert listed - codes <= {"last", "seen", "hello", "back", "bye", "refused"}


def test_phrases_stand_there() -> None:
    assert set(phrases.PHRASES) <= CODE


@pytest.mark.parametrize(
    "number",
    [
        messages.LONGEST_FRAME,
        commands.LONGEST_ID,
        commands.LONGEST_SETTING,
        commands.LONGEST_RECORD,
        LONGEST_LINE,
        LONGEST_NAME,
        Settings().messages,
        session.EVENTS_A_FRAME,
        connection.MOST_WAITING,
        connection.SLICE,
        connection.BACKLOG // 1024,
        LiveLimits().sessions,
        sessions.PAGE,
        decide.MOST_EVENTS,
        apply.MOST_ANSWERS,
        apply.MOST_ANSWERED,
        *(number for most, window in TALK_LIMITS for number in (most, window // 1000)),
    ],
)
def test_every_limit_stands_there(number: int) -> None:
    assert re.search(rf"\b{number:,}\b", section("Limits"))


def test_times_and_counts_of_the_text_are_those_of_the_server() -> None:
    assert f"for {LiveLimits().away // 1000} seconds is marked" in section("Connection")
    assert f"up to {sessions.MOST_APPLIED} events missing" in section("Connection")
    assert f"{round(publish.PREVIEW_DELAY * 1000)} milliseconds later" in PAGE
    assert f"the last {apply.MOST_ANSWERS} ids" in PAGE
    for code, number in connection._CLOSINGS.items():
        assert f"{number} for `{code}`" in section("Limits")
    assert f"{connection.POLICY} for all others" in section("Limits")
    assert connection.LINGER < 1


def test_every_ruling_of_the_table_is_cited_by_code_or_test() -> None:
    rulings = re.findall(r"^\| \*\*(TB-\d+)\*\*", (ROOT / "docs/rulings.md").read_text(), re.M)
    assert rulings == [f"TB-{n}" for n in range(1, len(rulings) + 1)]
    tests = "".join(
        path.read_text("utf-8") for path in Path(__file__).parents[1].rglob("test_*.py")
    )
    for ruling in rulings:
        assert ruling.lower().replace("-", "_") in tests, ruling
    cited = set(re.findall(r"\bTB-\d+", SOURCES))
    assert cited <= set(rulings)
