"""Records with anything wrong in them: refused with a KheperError, or read and read back."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from kheper.core import KheperError, Record
from kheper.games import record_of, replay
from tests.records.examples import DUEL, EXPEDITION, SOLO
from tests.samples import VARIANTS, draw_move, new

CHUNKS = 20
MUTANTS = 250  # of each chunk
ALPHABET = '[]"\\;:|./#*^@+-0123456789 \n\r\tabchvsxFWZASPé\ufeff\0𓆣٣'

Mutation = Callable[[str, str, Random], str]


def _replace(text: str, _: str, rng: Random) -> str:
    place = rng.randrange(len(text) + 1)
    return text[:place] + rng.choice(ALPHABET) + text[place + 1 :]


def _insert(text: str, _: str, rng: Random) -> str:
    place = rng.randrange(len(text) + 1)
    return text[:place] + "".join(rng.choices(ALPHABET, k=rng.randint(1, 4))) + text[place:]


def _remove(text: str, _: str, rng: Random) -> str:
    place = rng.randrange(len(text) + 1)
    return text[:place] + text[place + rng.randint(1, 30) :]


def _cut(text: str, _: str, rng: Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


def _drop_line(text: str, _: str, rng: Random) -> str:
    lines = text.split("\n")
    del lines[rng.randrange(len(lines))]
    return "\n".join(lines)


def _swap_lines(text: str, _: str, rng: Random) -> str:
    lines = text.split("\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def _borrow_line(text: str, other: str, rng: Random) -> str:
    lines = text.split("\n")
    lines[rng.randrange(len(lines))] = rng.choice(other.split("\n"))
    return "\n".join(lines)


def _borrow_word(text: str, other: str, rng: Random) -> str:
    words = text.split(" ")
    words[rng.randrange(len(words))] = rng.choice(other.split(" "))
    return " ".join(words)


def _borrow_value(text: str, other: str, rng: Random) -> str:
    values = text.split('"')
    values[rng.randrange(len(values))] = rng.choice(other.split('"'))
    return '"'.join(values)


MUTATIONS: list[Mutation] = [
    _replace,
    _insert,
    _remove,
    _cut,
    _drop_line,
    _swap_lines,
    _borrow_line,
    _borrow_word,
    _borrow_value,
]


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_mutated_record_is_refused_or_reads_back_the_same(chunk: int) -> None:
    rng = Random(f"fuzz {chunk}")
    records = [EXPEDITION, DUEL, SOLO, *(_record(rng) for _ in range(12))]
    for _ in range(MUTANTS):
        text = rng.choice(records)
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            text = rng.choice(MUTATIONS)(text, rng.choice(records), rng)
        _check(text, rng)


def _record(rng: Random) -> str:
    """Write down a random game at some state of it."""
    state: Any = new(rng.choice(list(VARIANTS)), rng)
    for _ in range(rng.randint(0, 30)):
        if state.over:
            break
        state = state.play(*draw_move(state, rng))
    return str(record_of(state, [("Event", 'a "b" \\ c')], deck=rng.random() < 0.5))


def _check(text: str, rng: Random) -> None:
    try:
        end = replay(text, rng).end
    except KheperError as error:
        refusal = str(error)
        assert refusal.isprintable(), text
        return
    again = str(record_of(end, Record.parse(text).tags, deck=True))
    assert replay(again, rng).end == end, text
