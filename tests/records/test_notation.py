"""The notation's examples, to the letter."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kheper.core import Record, Square
from kheper.games import record_of, replay
from kheper.scarab import Stone, parse_move
from kheper.scarabya import Tile, parse_placement
from tests.records.examples import DUEL, EXPEDITION, SOLO, position, scarab


def read(text: str) -> Any:
    """Return the end of a record's game."""
    return replay(text, Random(1)).end


def test_squares_are_named_from_the_top_left() -> None:
    assert Square.parse("a1") == (0, 0)
    assert Square.parse("j10") == (9, 9)
    assert [str(square) for square in Square.parse_all("e5f5e6f6")] == ["e5", "f5", "e6", "f6"]
    assert str(Square.parse("h8", 8)) == "h8"


def test_a_placement_is_five_squares_and_writers_sort_them() -> None:
    placement = parse_placement("e4f4d5e5e6")
    assert placement.tile is Tile.F
    for text in ("e6e5d5f4e4", "d5e4e5e6f4", "e4f4d5e5e6"):
        assert str(parse_placement(text)) == "e4f4d5e5e6"


def test_stones_are_written_with_sign_and_star() -> None:
    for text in ("+5", "-8", "+3*"):
        assert str(Stone.parse(text)) == text
    assert Stone.parse("+3*") == Stone(3, starred=True)


def test_a_position_holds_stones_ankhs_the_priest_and_empty_squares() -> None:
    text = position(a1="+5", b1="-8", c1="+3*", d1="A", e1="P")
    assert text.startswith("+5 -8 +3* A P . . . . ./. . .")
    state = read(scarab(a1="+5", b1="-8", c1="+3*", d1="A", e1="P"))
    assert str(state.position) == text


@pytest.mark.parametrize("text", ["hd5", "hc5vc9", "vd5^-8@e3", "hc5vc9^+3*@a10"])
def test_moves_read_and_write(text: str) -> None:
    assert str(parse_move(text)) == text


def test_a_plain_move_takes_the_stone() -> None:
    state = read(scarab("hd5", a5="P", d5="+5", d1="-1"))
    assert state.hands == ((Stone(5),), ())
    assert (state.axis, state.to_move) == ("v", (2,))


def test_a_move_with_a_turn() -> None:
    state = read(scarab("hc5vc9", turning="yes", f5="P", c5="+3*", c9="-1", a9="+1"))
    assert state.hands == ((Stone(-1),), ())
    assert (state.axis, state.to_move) == ("h", (2,))


def test_an_ankh_return() -> None:
    text = scarab("vd5^-8@e3", axis="v", hands="+2 -8;-8*", d1="P", d5="A", a5="+1")
    state = read(text)
    assert state.hands == ((Stone(2),), (Stone(-8, starred=True),))
    assert state.mark(Square.parse("e3")) == "-8"
    without = read(text.replace("^-8@e3", ""))
    assert without.hands[0] == (Stone(2), Stone(-8))


def test_the_example_of_an_expedition() -> None:
    state = read(EXPEDITION)
    assert state.seats == 2
    assert (state.card, state.number, state.to_move) == (Tile.I, 3, (1, 2))
    tags = Record.parse(EXPEDITION).tags
    assert str(record_of(state, tags, deck=True)) == EXPEDITION


def test_an_unfinished_record_may_leave_the_deck_to_the_cards_drawn() -> None:
    for deck in ('[Deck "WFI"]\n', '[Deck "WF"]\n', '[Deck "W"]\n', '[Deck ""]\n', ""):
        text = EXPEDITION.replace('[Deck "WFILNPTUVXYZ"]\n', deck)
        state = read(text)
        assert state.deck[:2] == (Tile.W, Tile.F)
        assert sorted(state.deck) == sorted(Tile)
    assert read(EXPEDITION.replace("WFILNPTUVXYZ", "WFI")).card is Tile.I


def test_one_entry_a_line_in_a_duel_and_options_as_tags() -> None:
    state = read(DUEL)
    assert (state.mode, state.options.flip, state.to_move) == ("duel", "off", (1,))
    assert str(record_of(state, Record.parse(DUEL).tags, deck=True)) == DUEL


def test_a_solo_result_is_won_or_lost() -> None:
    assert read(SOLO).outcome.result == "won"
    one_more = SOLO.replace("#####/##########/", "#####/s#########/", 1)
    assert read(one_more.replace('"won"', '"lost"')).outcome.result == "lost"


def test_kh_8_a_solo_game_that_ended_early_may_go_on_with_discards() -> None:
    state = read(SOLO)
    assert len(record_of(state).lines) == 3
    rest = "".join(f"{number}. {card}: x\n" for number, card in enumerate("LNPTUVXYZ", 4))
    assert read(SOLO + rest) == state


def test_kh_4_an_open_round_is_written_with_a_dash() -> None:
    text = EXPEDITION + "3. I: - | i1i2i3i4i5\n"
    state = read(text)
    assert state.to_move == (1,)
    assert str(record_of(state, Record.parse(text).tags, deck=True)) == text
    hidden = str(record_of(state.view(1), Record.parse(text).tags))
    assert hidden.endswith("2. F: d4c5d5d6e6 | h6i6g7h7h8\n")
    assert "WFI" in hidden
    assert "WFIL" not in hidden
    seen = str(record_of(state.view(2), Record.parse(text).tags))
    assert seen.endswith("3. I: - | i1i2i3i4i5\n")


def test_kh_5_tries_and_known_cards_are_told() -> None:
    text = (
        SOLO.replace('[Result "won"]', '[Tries "3"]\n[Known "5"]\n[Result "*"]')
        .replace("1. W: x\n2. F: x\n3. I: a5b5c5d5e5\n", "")
        .replace("WFILNPTUVXYZ", "WFILN")
    )
    state = read(text)
    assert (state.tries, state.known, state.number) == (3, 5, 3)
    assert state.view(1).cards == tuple("WFILN")
    assert record_of(state).tag("Tries") == "3"
    assert record_of(state).tag("Known") == "5"
    assert record_of(state).tag("Deck") == "WFILN"


def test_a_record_may_start_in_the_middle_of_a_game_of_scarab() -> None:
    state = read(scarab(mover="2", hands="+5 -3;-8*", a5="P", d5="+5"))
    assert state.to_move == (2,)
    assert state.scores == (2, -8)
    assert state.axis == "h"


def test_a_team_result_is_the_two_sums() -> None:
    text = scarab("hd5", hands="+5;+1;-3;-2*", a5="P", d5="+4", result="10 -5")
    text = text.replace('[Teams "no"]', '[Teams "yes"]').replace(
        '[Seat2 "Priest 2"]\n', '[Seat2 "b"]\n[Seat3 "c"]\n[Seat4 "d"]\n'
    )
    assert read(text).outcome.result == "10 -5"
