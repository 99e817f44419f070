"""What a reader takes beside what a writer writes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import kheper
from kheper.core import KheperError, NotationError, Record
from kheper.games import GAMES, SCARAB, record_of, replay
from kheper.scarab import Stone
from tests.records.examples import DUEL, EXPEDITION, SOLO, scarab

SCARAB_RECORD = scarab("hd5", "vd1", hands="+5 -3;-8*", a5="P", d5="+5", d1="-1", a1="+2")
RECORDS = {"expedition": EXPEDITION, "duel": DUEL, "solo": SOLO, "scarab": SCARAB_RECORD}


def read(text: str) -> Any:
    """Return the end of a record's game."""
    return replay(text, Random(1)).end


def shuffled_tags(text: str, rng: Random) -> str:
    """Return the same record with its tags in another order."""
    head, body = text.split("\n\n", 1)
    tags = head.split("\n")
    rng.shuffle(tags)
    return "\n".join(tags) + "\n\n" + body


# Ways to write the same record otherwise.
WAYS: dict[str, Callable[[str], str]] = {
    "windows line ends": lambda text: text.replace("\n", "\r\n"),
    "a byte order mark": lambda text: "\ufeff" + text,
    "both": lambda text: "\ufeff" + text.replace("\n", "\r\n"),
    "a semicolon for the empty line": lambda text: text.replace("\n\n", "\n;\n"),
    "no empty line": lambda text: text.replace("\n\n", "\n"),
    "many empty lines": lambda text: text.replace("\n", "\n\n \n\t\n"),
    "no last line end": lambda text: text.rstrip("\n"),
    "comments": lambda text: "; by hand\n" + text.replace("\n", " ; why not? [Game\n"),
    "comment lines": lambda text: text.replace("\n", "\n  ; 1. hd5 [Mode\n"),
    "spaces around": lambda text: "".join(f"  {line} \n" for line in text.split("\n")),
    "spaces within tags": lambda text: text.replace("[", "[ ").replace('"]', '" ]'),
    "tabs behind numbers": lambda text: text.replace(". ", ".\t"),
    "tags in another order": lambda text: shuffled_tags(text, Random(5)),
    "tags in yet another order": lambda text: shuffled_tags(text, Random(6)),
    "no version": lambda text: text.replace('[Version "1"]\n', ""),
    "no names": lambda text: "".join(
        line + "\n" for line in text.split("\n") if not line.startswith("[Seat")
    ),
    "no result": lambda text: "".join(
        line + "\n" for line in text.split("\n") if not line.startswith("[Result")
    ),
    "a game that goes on, says the result": lambda text: text.replace('"won"', '"*"'),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", RECORDS)
def test_the_same_record_written_otherwise(kind: str, way: str) -> None:
    text = RECORDS[kind]
    assert read(WAYS[way](text)) == read(text)


@pytest.mark.parametrize("kind", ["expedition", "duel", "solo"])
def test_squares_of_a_placement_may_stand_in_any_order(kind: str) -> None:
    text = RECORDS[kind]
    for old, new in (("e4e5f5f6g6", "g6f5e4f6e5"), ("a5b5c5d5e5", "e5a5d5b5c5")):
        text = text.replace(old, new)
    assert text != RECORDS[kind]
    assert read(text) == read(RECORDS[kind])
    assert record_of(read(text)).lines == Record.parse(RECORDS[kind]).lines


def test_spaces_between_entries_do_not_matter() -> None:
    assert read(EXPEDITION.replace(" | ", "|")) == read(EXPEDITION)
    assert read(EXPEDITION.replace(" | ", "   |\t ")) == read(EXPEDITION)
    assert read(EXPEDITION.replace("W: ", "W:")) == read(EXPEDITION)


VALUES = [
    "plain",
    "",
    'a "quoted" word',
    "back\\slash",
    "\\",
    '\\"',
    'ends with a quote"',
    "semi; colon ] bracket [",
    "tab\tinside",
    "non\u00a0breaking, zero\u200bwidth, right\u200fto left",
    "👨\u200d👩\u200d👧 𓆣 ☥ é e\u0301 ß 漢字 العربية",
    " spaces around ",
    "x" * 10_000,
]


@pytest.mark.parametrize("value", VALUES, ids=range(len(VALUES)))
@pytest.mark.parametrize("kind", RECORDS)
def test_unknown_tags_survive(kind: str, value: str) -> None:
    state = read(RECORDS[kind])
    tags = [("Event", value), ("Round", "1"), ("my_own_2", value), ("Seat1", value)]
    record = Record.parse(str(record_of(state, tags)))
    assert dict(record.tags) == dict(record_of(state, tags).tags)
    assert [record.tag(name) for name, _ in tags] == [value, "1", value, value]
    again = record_of(read(str(record)), record.tags)
    assert again == record
    assert read(str(again)) == read(str(record))


def test_unknown_tags_keep_their_order_and_the_games_own_win() -> None:
    tags = [("Zeta", "1"), ("Game", "Chess"), ("Alpha", "2"), ("Result", "99"), ("Site", "Cairo")]
    record = record_of(read(EXPEDITION), tags)
    names = [name for name, _ in record.tags]
    assert names[-3:] == ["Zeta", "Alpha", "Result"]
    assert record.tag("Game") == "Scarabya"
    assert record.tag("Result") == "*"
    assert record.tag("Site") == Record.parse(EXPEDITION).tag("Site")


def test_a_tag_given_twice_is_written_once() -> None:
    record = record_of(read(EXPEDITION), [("Event", "a"), ("Event", "b")])
    assert Record.parse(str(record)).tag("Event") == "b"


@pytest.mark.parametrize(
    "value", ["two\nlines", "a\rb", "\0", "\x1b[31m", "\u2028", "\ud800", "\x85"]
)
@pytest.mark.parametrize("name", ["Event", "Seat1"])
def test_a_tag_that_is_not_one_line_of_text_is_not_written(name: str, value: str) -> None:
    for state in (game.new({}, Random(1)) for game in GAMES.values()):
        with pytest.raises(NotationError, match=f"the tag {name} contains a character that cannot"):
            record_of(state, [(name, value)])


@pytest.mark.parametrize("name", ["", "two words", "Zoë", 'a"', "[", "a\nb"])
def test_a_tag_needs_a_name_of_letters_and_digits(name: str) -> None:
    with pytest.raises(NotationError, match="is not a name for a tag"):
        record_of(read(EXPEDITION), [(name, "value")])


def test_some_seats_may_go_unnamed() -> None:
    text = EXPEDITION.replace('[Seat1 "Desert"]\n', "")
    assert read(text) == read(EXPEDITION)
    assert record_of(read(text), Record.parse(text).tags).tag("Seat2") == "Ice"
    for gone in ('[Seat1 "Priest 1"]\n', '[Seat2 "Priest 2"]\n'):
        assert read(SCARAB_RECORD.replace(gone, "")) == read(SCARAB_RECORD)


def test_seats_without_names_are_counted_by_entries_or_hands() -> None:
    lines = "1. W: e4e5f5f6g6 | d5e5e6f6f7 | e4e5f5f6g6\n"
    head = EXPEDITION.split("[Seat1")[0]
    assert read(head + lines).seats == 3
    assert read(head).seats == 1
    nameless = SCARAB_RECORD.replace('[Seat1 "Priest 1"]\n[Seat2 "Priest 2"]\n', "")
    three = read(nameless.replace("+5 -3;-8*", "+5 -3;-8*;+8"))
    assert three.hands[2] == (Stone(8),)


def test_sb_s2_the_option_starts_is_kept_with_who_began() -> None:
    state = SCARAB.new({"starts": "random", "seats": "3"}, Random(2))
    record = record_of(state)
    assert record.tag("starts") == "random"
    assert record.tag("Mover") == str(state.to_move[0])
    for seed in range(5):
        assert kheper.replay(record, game="scarab", seed=seed).end == state


def test_the_full_deck_gives_the_same_game_whatever_the_rng() -> None:
    for text in RECORDS.values():
        assert len({replay(text, Random(seed)).end for seed in range(4)}) == 1


def test_errors_can_be_pickled_with_their_place() -> None:
    import pickle

    with pytest.raises(KheperError) as refusal:
        read(EXPEDITION.replace("W: e4", "W: a1"))
    again = pickle.loads(pickle.dumps(refusal.value))
    assert str(again) == str(refusal.value)
    assert vars(again) == vars(refusal.value)
