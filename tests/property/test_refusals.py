"""No error that a set-up or a record raises tells the order of undrawn cards (SY-S5).

As in `test_views`: two texts that differ in nothing but that order must be refused in the same
words, whatever else is wrong with them.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kheper.core import KheperError
from kheper.games import SCARABYA, record_of, replay
from tests.property.strategies import SEEDS, Story, stories
from tests.property.test_views import twins_by_deck
from tests.samples import draw_deck

BROKEN_SETTINGS = [
    {"mode": "race"},
    {"seats": "9"},
    {"seats": "many"},
    {"mode": "duel", "seats": "3"},
    {"mode": "solo", "seats": "2"},
    {"flip": "maybe"},
    {"open_table": "round"},
    {"great_explorer": "eldest"},
    {"colour": "blue"},
    {"rematch": "never"},
    {"site": "..s"},
    {"site": "/".join(["..s..!...."] * 10)},
    {"boards": "....."},
    {"arrangement": "A0 B90"},
    {"site": "/".join(["." * 10] * 10), "arrangement": "A0 B0 C0 D0"},
]


@pytest.mark.parametrize("broken", BROKEN_SETTINGS, ids=str)
@given(seed=SEEDS)
def test_sy_s5_a_refused_set_up_does_not_tell_the_deck(broken: dict[str, str], seed: int) -> None:
    rng = Random(seed)
    one, other = (_set_up(broken | {"deck": draw_deck(rng)}) for _ in range(2))
    assert one is not None
    assert one == other


@pytest.mark.parametrize("card", ["?", "ab", " ", "\n", ""])
@given(seed=SEEDS)
def test_sy_s5_a_refused_deck_is_not_repeated(card: str, seed: int) -> None:
    deck = draw_deck(Random(seed))
    refusal = _set_up({"deck": deck + (card or deck[0])})
    assert refusal is not None
    assert not _tells(refusal[1].replace(" ".join("FILNPTUVWXYZ"), ""), deck)


# What can go wrong in a record: a pattern that is looked for, and what takes its place.
SLIPS = {
    "a deck without its last quote": ('"]\n[Seat1', "]\n[Seat1"),
    "a deck without its bracket": ('"]\n[Seat1', '"\n[Seat1'),
    "a deck without its first bracket": ("[Deck", "Deck"),
    "a deck with another letter": ('"]\n[Seat1', '?"]\n[Seat1'),
    "a deck twice": ("[Seat1", '[Deck "W"]\n[Seat1'),
    "another version": ('[Version "1"]', '[Version "2"]'),
    "another mode": ("[Mode ", '[Mode "race"]\n[Was '),
    "another game": ('[Game "Scarabya"]', '[Game "Chess"]'),
    "no site": ("[Site ", "[Where "),
    "another option": ('"*"]', '"*"]\n[flip "maybe"]'),
    "another result": ('"*"]', '"99 99 99"]'),
    "no lines, but a text": ('"*"]', '"*"]\n\nWhat a game!'),
}


@given(stories("flip", most=30), st.sampled_from(sorted(SLIPS)))
def test_sy_s5_a_refused_record_does_not_tell_undrawn_cards(story: Story, slip: str) -> None:
    twins = [str(record_of(state, deck=True)) for state in twins_by_deck(story)]
    assert twins[0] != twins[1]
    one, other = (_read(text.replace(*SLIPS[slip])) for text in twins)
    assert one == other


@given(stories("flip", most=30), st.sampled_from("FILNPTUVWXYZ"))
def test_sy_s5_a_line_too_many_does_not_tell_undrawn_cards(story: Story, card: str) -> None:
    """The card that lies open is named, but none of those behind it."""
    twins = twins_by_deck(story)
    assume(not twins[0].over)
    number = len(record_of(twins[0]).lines)
    entries = " | ".join(["-"] * (twins[0].seats if twins[0].mode == "expedition" else 1))
    for first in (twins[0].card, card):
        lines = f"{number + 1}. {first}: {entries}\n{number + 2}. {card}: {entries}\n"
        one, other = (_read(str(record_of(state, deck=True)) + lines) for state in twins)
        assert one is not None
        assert one == other


def _set_up(settings: dict[str, str]) -> Any:
    try:
        SCARABYA.new(settings, Random(1))
    except KheperError as error:
        return type(error), str(error), vars(error)
    return None


def _read(text: str) -> Any:
    try:
        replay(text, Random(1))
    except KheperError as error:
        return type(error), str(error), vars(error)
    return None


def _tells(text: str, deck: str) -> bool:
    """Say whether three cards in their order can be read in a text, however they are joined."""
    letters = "".join(c for c in text if c in "FILNPTUVWXYZ")
    return any(deck[n : n + 3] in letters for n in range(len(deck) - 2))
