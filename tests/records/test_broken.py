"""Broken records: each names its line, the rule's id where a rule refused it, and the reason."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from kheper.core import KheperError
from kheper.games import replay
from tests.records.examples import DUEL, EXPEDITION, SOLO, scarab
from tests.samples import draw_stones


def _whole(move: str) -> str:
    """Return a record of a whole game that starts with the priest and the ankhs in a corner."""
    stones = sorted(draw_stones(10, 0, Random(1)), key=lambda stone: stone != "A")
    squares = [f"{column}{row}" for row in range(1, 11) for column in "abcdefghij"]
    marks: dict[str, Any] = dict(zip(squares, ["P", *stones], strict=True))
    record = scarab(move, **marks)
    return re.sub(r'\[(Axis|Hands) ".*"\]', ";", record)


BASES = {
    "nothing": "",
    "letter": "Dear all,\n",
    "expedition": EXPEDITION,
    "duel": DUEL,
    "solo": SOLO,
    "fresh": scarab(a5="P", d5="+5", c5="A").split("[Axis")[0],
    "fresh8": scarab(size=8, a5="P", d5="+5", c5="A").split("[Axis")[0],
    "short": scarab("hd5", size=8, a5="P", d5="+5"),
    "plain": scarab("hd5", hands="+1 -8;", a5="P", d5="+5", d1="A", h5="+2", h1="+3"),
    "turn": scarab("hc5vc9", turning="yes", f5="P", c5="+3*", c9="-1", a9="+1"),
    "ankh": scarab("vd5^-8@e3", axis="v", hands="+2 -8;-8*", d1="P", d5="A", a5="+1"),
    "whole": _whole("hb1"),
}
# These are broken as they are.
UNREADABLE = {"nothing", "letter", "fresh", "fresh8", "whole"}


class Case(NamedTuple):
    """A record, what is changed in it, and the error."""

    name: str
    base: str
    edit: str
    error: str


def _cases() -> list[Case]:
    text = Path(__file__).with_name("broken.txt").read_text("utf-8")
    lines = [line for line in text.split("\n") if line and not line.startswith(";")]
    cases = []
    for name, change, error in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        base, edit = change.strip().split(": ", 1)
        cases.append(Case(name, base, edit, error.strip()))
    return cases


def broken(base: str, edit: str) -> str:
    """Change a record as a line of `broken.txt` says: `old -> new && old -> new`."""
    text = BASES[base]
    for change in [] if edit == "as it is" else edit.split(" && "):
        old, _, new = change.encode().decode("unicode_escape").partition(" -> ")
        assert old in text, f"{base} does not hold {old!r}"
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize("case", _cases(), ids=lambda case: case.name)
def test_a_broken_record_names_its_line_the_rule_and_the_reason(case: Case) -> None:
    with pytest.raises(KheperError) as refusal:
        replay(broken(case.base, case.edit), Random(1))
    assert f"{type(refusal.value).__name__}: {refusal.value}" == case.error


@pytest.mark.parametrize("base", sorted(BASES.keys() - UNREADABLE))
def test_unbroken_they_can_be_read(base: str) -> None:
    """Guard the test above: the change alone is what breaks the record."""
    replay(BASES[base], Random(1))
