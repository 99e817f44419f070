"""Records to read and to break: small ones, with the moves that notation.md gives as examples."""

from __future__ import annotations

SITE = (
    "..s......./.........s/.s....#.../s........./..s....s../"
    ".........s/#...s...../..s....s../.........#/s..s......"
)

EXPEDITION = f"""\
[Game "Scarabya"]
[Version "1"]
[Mode "expedition"]
[Site "{SITE}"]
[Deck "WFILNPTUVXYZ"]
[Seat1 "Desert"]
[Seat2 "Ice"]
[Result "*"]

1. W: e4e5f5f6g6 | d5e5e6f6f7
2. F: d4c5d5d6e6 | h6i6g7h7h8
"""

DUEL = f"""\
[Game "Scarabya"]
[Version "1"]
[Mode "duel"]
[Site "{SITE}"]
[Deck "WFILNPTUVXYZ"]
[Seat1 "Desert"]
[Seat2 "Ice"]
[flip "off"]
[Result "*"]

1. W: e4e5f5f6g6
2. F: e6d7e7f7f8
"""

# One square of ground beside the centre is all there is: I fits once, and then nothing does.
NARROW_SITE = "/".join(["##########"] * 4 + ["...s.#####"] + ["##########"] * 5)

SOLO = f"""\
[Game "Scarabya"]
[Version "1"]
[Mode "solo"]
[Site "{NARROW_SITE}"]
[Deck "WFILNPTUVXYZ"]
[Seat1 "Desert"]
[Result "won"]

1. W: x
2. F: x
3. I: a5b5c5d5e5
"""


def position(size: int = 10, **marks: str) -> str:
    """Return a SCARAB position with these marks on an otherwise empty board."""
    rows = [
        " ".join(marks.get(f"{column}{row}", ".") for column in "abcdefghij"[:size])
        for row in range(1, size + 1)
    ]
    return "/".join(rows)


def scarab(
    *moves: str,
    axis: str = "h",
    mover: str = "1",
    hands: str = ";",
    turning: str = "no",
    result: str = "*",
    size: int = 10,
    **marks: str,
) -> str:
    """Return a record of SCARAB that starts in the middle of a game."""
    lines = "".join(f"{number}. {move}\n" for number, move in enumerate(moves, 1))
    return f"""\
[Game "Scarab"]
[Version "1"]
[Size "{size}"]
[Turning "{turning}"]
[Teams "no"]
[Position "{position(size, **marks)}"]
[Seat1 "Priest 1"]
[Seat2 "Priest 2"]
[Axis "{axis}"]
[Mover "{mover}"]
[Hands "{hands}"]
[Result "{result}"]

{lines}"""
