"""A refusal is data: its kind, the rule's id and its code are a contract with other programs.

`REFUSALS` lists all that core, scarabya and scarab can refuse. A change to it is a change of
what other programs read, and is made on purpose.
"""

import ast
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kheper
from kheper.core import KheperError, NotationError, Record, RuleError, SetupError, Square
from kheper.core.record import check_version
from kheper.games import SCARAB, SCARABYA, record_of, replay
from kheper.scarab import Position, ScarabState, Start, parse_move
from kheper.scarab.stones import Stone
from kheper.scarabya import Arrangement, Board, Site, parse_material, parse_placement
from kheper.scarabya.records import replay as replay_scarabya
from kheper.scarabya.tiles import parse_tile
from tests.rules.table import OPEN_GROUND, duel, expedition, name_of, play, scarab, solo

KINDS = (RuleError, SetupError, NotationError)

# kind, rule (`-`: no rule refuses it), code; `*` where the rule depends on the game.
REFUSALS = """
NotationError  -      no-move
NotationError  -      not-a-number
NotationError  -      not-a-square
NotationError  -      other-result
NotationError  -      other-version
NotationError  -      unreadable
NotationError  SB-M1  no-stone
NotationError  SB-M1  unreadable
NotationError  SB-V2  no-move
NotationError  SY-B1  other-card
NotationError  SY-B1  unreadable
NotationError  SY-M1  unreadable
NotationError  SY-M2  unreadable
NotationError  SY-M3  no-tile
NotationError  SY-O5  unreadable
NotationError  SY-S1  unreadable
RuleError      *      other-tile
RuleError      SB-E1  over
RuleError      SB-S2  not-to-move
RuleError      SB-T1  ankh-first
RuleError      SB-T2  other-axis
RuleError      SB-T3  no-stone
RuleError      SB-T3  off-line
RuleError      SB-T5  no-ankh
RuleError      SB-T5  no-such-stone
RuleError      SB-T5  not-empty
RuleError      SB-T6  nothing-to-take-back
RuleError      SB-V2  no-star
RuleError      SB-V2  no-turning
RuleError      SB-V2  off-line
RuleError      SY-B1  not-to-move
RuleError      SY-B1  nothing-to-take-back
RuleError      SY-B3  over
RuleError      SY-D1  not-to-move
RuleError      SY-D1  nothing-to-take-back
RuleError      SY-D4  over
RuleError      SY-D6  not-over
RuleError      SY-L1  no-centre
RuleError      SY-L2  no-contact
RuleError      SY-L3  covered
RuleError      SY-L3  rock
RuleError      SY-L4  flipped
RuleError      SY-L6  must-discard
RuleError      SY-L6  must-place
RuleError      SY-L6  not-to-move
RuleError      SY-M3  no-tile
RuleError      SY-M4  over
RuleError      SY-O1  nothing-to-take-back
RuleError      SY-O1  over
RuleError      SY-O3  won
SetupError     *      bad-ages
SetupError     *      bad-set
SetupError     -      bad-option
SetupError     -      no-seat
SetupError     -      no-setting
SetupError     -      out-of-range
SetupError     SB-M1  bad-priest
SetupError     SB-M1  bad-set
SetupError     SB-M2  bad-stars
SetupError     SB-S2  bad-seats
SetupError     SB-T2  bad-axis
SetupError     SB-T4  bad-hands
SetupError     SB-V3  bad-seats
SetupError     SY-B1  bad-seats
SetupError     SY-D1  bad-seats
SetupError     SY-M1  bad-boards
SetupError     SY-M2  bad-board
SetupError     SY-M4  bad-deck
SetupError     SY-O1  bad-seats
SetupError     SY-S1  bad-boards
SetupError     SY-S1  bad-site
"""

TABLE = {tuple(line.split()) for line in REFUSALS.strip().splitlines()}


def test_all_refusals_of_the_rules_packages_are_in_the_table() -> None:
    raised = set()
    root = Path(kheper.__file__).parent
    for package in ("core", "scarabya", "scarab"):
        for path in (root / package).glob("*.py"):
            raised |= set(_raised(ast.parse(path.read_text(encoding="utf-8"))))
    assert sorted(raised) == sorted(TABLE)


def _raised(module: ast.Module) -> Iterator[tuple[str, str, str]]:
    """Yield kind, rule and code of all errors that a module makes."""
    kinds = [kind.__name__ for kind in KINDS]
    for node in ast.walk(module):
        match node:
            case ast.Call(func=ast.Name(id=kind), args=[rule, _]) if kind in kinds:
                code = next((word.value for word in node.keywords if word.arg == "code"), None)
                text = "unreadable" if code is None else _constant(code)
                if text != "*":  # else an error said again, with more words
                    for name in _rules(rule):
                        yield kind, name, text


def _rules(node: ast.expr) -> list[str]:
    if isinstance(node, ast.IfExp):
        return [_constant(node.body), _constant(node.orelse)]
    return [_constant(node)]


def _constant(node: ast.expr) -> str:
    return str(node.value or "-") if isinstance(node, ast.Constant) else "*"


# Examples of them all.

ROCKY = """
    ##########
    ##########
    ##########
    ##########
    ##.......#
    #...######
    ##########
    ##########
    ##########
    ##########
"""
STONES = """
    .   .  +1   .   .  -2*  .   .
    .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .
    .   .  -4*  .   A   P   .  -6
    .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .
    .   .  -8   .   .   .   .   .
"""


# States are laid out when a test asks for them, so that a broken rule fails the tests that name it.
def begun() -> Any:
    return play(expedition(OPEN_GROUND, "IP"), "a5b5c5d5e5")


def half() -> Any:
    return expedition(OPEN_GROUND, "I", 2).play(1, parse_placement("a5b5c5d5e5"))


def unable() -> Any:
    return play(expedition(ROCKY, "IP", 2), "c5d5e5f5g5", "e5f5g5h5i5")


def won() -> Any:
    return play(solo(ROCKY, "IP"), "e5f5g5h5i5", "c5d5b6c6d6")


def bending() -> ScarabState:
    return scarab(STONES, axis="h", turning="yes", hands="+1;")


# A state, a seat, and a move that the state refuses.
MOVES: list[tuple[str, Callable[[], Any], int, str]] = [
    ("RuleError SY-L1 no-centre", lambda: expedition(OPEN_GROUND, "I"), 1, "a1b1c1d1e1"),
    ("RuleError SY-L2 no-contact", begun, 1, "f6g6f7g7f8"),
    ("RuleError SY-L3 covered", begun, 1, "d4e4d5e5d6"),
    ("RuleError SY-L3 rock", lambda: expedition(ROCKY, "I"), 1, "a5b5c5d5e5"),
    ("RuleError SY-L4 flipped", lambda: expedition(OPEN_GROUND, "F", flip="off"), 1, "d4e4e5f5e6"),
    ("RuleError SY-L6 must-place", begun, 1, "x"),
    ("RuleError SY-L6 not-to-move", unable, 1, "c5d5b6c6d6"),
    ("RuleError SY-B1 other-tile", begun, 1, "a6b6c6d6e6"),
    ("RuleError SY-B1 not-to-move", half, 1, "a5b5c5d5e5"),
    ("RuleError SY-B3 over", lambda: play(expedition(ROCKY, "I"), "c5d5e5f5g5"), 1, "a5b5c5d5e5"),
    ("RuleError SY-D1 not-to-move", lambda: duel(OPEN_GROUND, "I"), 2, "a5b5c5d5e5"),
    ("RuleError SY-D4 over", lambda: play(duel(ROCKY, "I"), "c5d5e5f5g5"), 2, "a5b5c5d5e5"),
    ("RuleError SY-O1 over", won, 1, "a5b5c5d5e5"),
    ("RuleError SY-M3 no-tile", begun, 1, "a1c1e1g1i1"),
    ("NotationError - not-a-square", begun, 1, "k1k2k3k4k5"),
    ("NotationError - unreadable", begun, 1, "a1b1c1d1"),
    ("SetupError - no-seat", begun, 2, "a6b6c6d6e6"),
    ("RuleError SB-E1 over", lambda: scarab(STONES.replace("-2*", " . "), axis="v"), 1, "vf1"),
    ("RuleError SB-S2 not-to-move", bending, 2, "hh5"),
    ("RuleError SB-T1 ankh-first", lambda: scarab(STONES, hands="+1;"), 1, "he5"),
    ("RuleError SB-T2 other-axis", bending, 1, "vf1"),
    ("RuleError SB-T3 no-stone", bending, 1, "hd5"),
    ("RuleError SB-T3 off-line", bending, 1, "hc8"),
    ("RuleError SB-T5 no-ankh", bending, 1, "hh5^+1@a1"),
    ("RuleError SB-T5 no-such-stone", bending, 1, "he5^+2@a1"),
    ("RuleError SB-T5 not-empty", bending, 1, "he5^+1@c8"),
    ("RuleError SB-V2 no-star", bending, 1, "he5ve1"),
    ("RuleError SB-V2 no-turning", lambda: scarab(STONES, axis="h"), 1, "hc5vc1"),
    ("RuleError SB-V2 off-line", bending, 1, "hf1vf5"),
    ("NotationError SB-V2 no-move", bending, 1, "hc5hh5"),
    ("NotationError - no-move", bending, 1, "c5"),
]


def scarabya_record(*lines: str, **tags: str) -> Callable[[], object]:
    """Return the reading of a solo record."""
    tags = {"Game": "Scarabya", "Mode": "solo", "Site": "/".join(ROCKY.split())} | tags
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    text = head + "\n" + "\n".join(lines)
    return lambda: replay(text, Random(1))


def new(game: Any, **settings: str) -> Callable[[], object]:
    return lambda: game.new(settings, Random(1))


POSITION = "/".join(" ".join(line.split()) for line in STONES.strip().splitlines())
LONG = [f"{n}. {card}: x" for n, card in enumerate("FLNPTUVWXYZ", 2)]

# Anything else that is refused.
DEEDS: list[tuple[str, Callable[[], object]]] = [
    ("RuleError SY-B1 nothing-to-take-back", lambda: begun().take_back(1)),
    ("RuleError SY-D1 nothing-to-take-back", lambda: duel(OPEN_GROUND).take_back(1)),
    ("RuleError SY-O1 nothing-to-take-back", lambda: won().take_back(1)),
    ("RuleError SB-T6 nothing-to-take-back", lambda: bending().take_back(1)),
    ("RuleError SY-D6 not-over", lambda: duel(OPEN_GROUND).rematch()),
    ("RuleError SY-O3 won", lambda: won().retry()),
    ("RuleError SY-L6 must-place", scarabya_record("1. I: x")),
    ("RuleError SY-L6 must-discard", scarabya_record("1. I: c5d5e5f5g5", "2. F: -")),
    ("RuleError SY-M4 over", scarabya_record("1. I: c5d5e5f5g5", *LONG, "13. I: x")),
    ("SetupError SY-M4 bad-deck", scarabya_record("1. I: c5d5e5f5g5", "2. I: x")),
    ("SetupError SY-M4 bad-deck", new(SCARABYA, deck="II")),
    ("NotationError SY-B1 other-card", scarabya_record("1. I: c5d5e5f5g5", Deck="X")),
    (
        "NotationError SY-B1 unreadable",
        lambda: replay(f"{record_of(half())}2. P: x | x\n", Random(1)),
    ),
    ("NotationError - unreadable", scarabya_record("1. I: x | x")),
    ("NotationError - other-result", scarabya_record("1. I: c5d5e5f5g5", Result="lost?")),
    ("NotationError - other-version", lambda: check_version(Record((("Version", "9"),), ()))),
    (
        "NotationError - unreadable",
        lambda: replay_scarabya(Record((("Game", "Scarabya"),), ()), Random(1)),
    ),
    ("NotationError - unreadable", lambda: Record.parse("no tags")),
    ("NotationError - not-a-square", lambda: Square.parse("a1b1")),
    ("NotationError - not-a-square", lambda: parse_move("hj10", 8)),
    ("NotationError - not-a-number", new(SCARAB, seats="two")),
    ("SetupError - out-of-range", new(SCARAB, mover="0")),
    ("SetupError - bad-option", new(SCARABYA, flip="maybe")),
    ("SetupError - no-setting", new(SCARABYA, colour="red")),
    ("SetupError SB-S2 bad-ages", new(SCARAB, starts="youngest", ages="1")),
    ("SetupError SB-M1 bad-set", new(SCARAB, position=POSITION, axis="h", hands="+1 +1 +1;")),
    ("SetupError SB-V1 bad-set", new(SCARAB, position=POSITION)),
    (
        "SetupError SB-M1 bad-priest",
        new(SCARAB, size="8", position="/".join([" ".join("." * 8)] * 8)),
    ),
    (
        "SetupError SB-M2 bad-stars",
        lambda: Start(Position.parse(POSITION, 8), axis="h", hands=(_stars(7), ())),
    ),
    ("SetupError SB-S2 bad-seats", new(SCARAB, seats="5")),
    ("SetupError SB-T2 bad-axis", lambda: Start(Position.parse(POSITION, 8), axis="d")),
    ("SetupError SB-T4 bad-hands", new(SCARAB, axis="h", hands="+1;+1;+1")),
    ("SetupError SB-V3 bad-seats", new(SCARAB, teams="yes", seats="3")),
    ("SetupError SY-B1 bad-seats", new(SCARABYA, seats="5")),
    ("SetupError SY-D1 bad-seats", new(SCARABYA, mode="duel", seats="3")),
    ("SetupError SY-O1 bad-seats", new(SCARABYA, mode="solo", seats="2")),
    ("SetupError SY-M1 bad-boards", new(SCARABYA, boards=".#ss./..s../s...s/..#../.s...")),
    ("SetupError SY-M2 bad-board", lambda: Board.parse("/".join(["....."] * 5))),
    ("SetupError SY-S1 bad-boards", new(SCARABYA, arrangement="A0 A0 A0 A0")),
    ("SetupError SY-S1 bad-site", new(SCARABYA, arrangement="A0 B0 C0 D0", site="")),
    ("NotationError SY-S1 unreadable", lambda: Arrangement.parse("north")),
    ("NotationError SY-M1 unreadable", lambda: Site.parse("s")),
    ("NotationError SY-M2 unreadable", lambda: Site.parse("/".join(["?........."] * 10))),
    ("NotationError SY-M3 no-tile", lambda: parse_tile("Q")),
    ("NotationError SY-O5 unreadable", lambda: parse_material("")),
    ("NotationError SB-M1 no-stone", lambda: Stone.parse("+9")),
    ("NotationError SB-M1 unreadable", new(SCARAB, position="P")),
]


def _stars(count: int) -> tuple[Stone, ...]:
    return tuple(Stone(value, starred=True) for value in range(2, 2 + count))


def kind_of(error: KheperError) -> str:
    return f"{type(error).__name__} {error.rule or '-'} {error.code}"


def refused(deed: Callable[[], object]) -> KheperError:
    with pytest.raises(KheperError) as caught:
        deed()
    return caught.value


def try_move(state: Any, seat: int, text: str) -> KheperError:
    return refused(lambda: state.play(seat, state.parse_move(text)))


def all_errors() -> list[KheperError]:
    moves = [try_move(begin(), seat, text) for _, begin, seat, text in MOVES]
    return moves + [refused(deed) for _, deed in DEEDS]


@pytest.mark.parametrize(("kind", "begin", "seat", "text"), MOVES, ids=[row[0] for row in MOVES])
def test_a_refused_move_leaves_the_state_as_it_was(
    kind: str, begin: Callable[[], Any], seat: int, text: str
) -> None:
    state = begin()
    before, written = pickle.dumps(state), str(record_of(state, deck=True))
    assert kind_of(try_move(state, seat, text)) == kind
    assert pickle.dumps(state) == before
    assert state == pickle.loads(before)
    assert str(record_of(state, deck=True)) == written


@pytest.mark.parametrize(("kind", "deed"), DEEDS, ids=[row[0] for row in DEEDS])
def test_a_refusal_is_of_its_kind(kind: str, deed: Callable[[], object]) -> None:
    assert kind_of(refused(deed)) == kind


def test_there_is_an_example_of_every_refusal() -> None:
    names = [row[0] for row in MOVES] + [row[0] for row in DEEDS]
    shown = {tuple(name.split()) for name in names}
    missing = {
        (kind, rule, code)
        for kind, rule, code in TABLE
        if not any((kind, code) == (k, c) and rule in (r, "*") for k, r, c in shown)
    }
    assert not missing


def test_errors_pickle_with_all_they_say() -> None:
    for error in all_errors():
        placed = error.at(line=7, column=3)
        for original in (error, placed):
            copy = pickle.loads(pickle.dumps(original))
            assert type(copy) is type(original)
            assert vars(copy) == vars(original)
            assert str(copy) == str(original)


def test_a_refusal_is_one_sentence_on_one_line() -> None:
    for error in all_errors():
        assert error.sentence.isprintable(), error.sentence
        assert error.sentence.strip(".") == error.sentence or "such as" in error.sentence
        assert error.refusal == (
            f"{error.rule}: {error.sentence}" if error.rule else error.sentence
        )


def test_a_place_that_an_error_has_is_kept() -> None:
    error = RuleError("SY-L2", "the tile touches no placed tile", code="no-contact")
    assert str(error) == "SY-L2: the tile touches no placed tile"
    assert str(error.at(line=7)) == "line 7: SY-L2: the tile touches no placed tile"
    assert str(error.at(line=7).at(line=9, column=2)).startswith("line 7, column 2: ")
    assert name_of(error.at(line=7)) == "SY-L2 no-contact"


def test_what_cannot_be_read_is_another_error_than_what_is_forbidden() -> None:
    assert not issubclass(NotationError, RuleError)
    assert not issubclass(RuleError, NotationError)
    assert all(issubclass(kind, KheperError) for kind in KINDS)


def test_foreign_text_in_a_refusal_is_short_and_printable() -> None:
    for text in ("\n\x1b[31m" + "z" * 10_000, "\u202e" * 500, "a1" * 5000):
        error = refused(lambda text=text: parse_placement(text))  # type: ignore[misc]
        assert error.sentence.isprintable()
        assert len(error.sentence) < 120
