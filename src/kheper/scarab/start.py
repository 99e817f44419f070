"""How a game of SCARAB starts: the spread of the stones, or a position in the middle of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from kheper.core.errors import NotationError, SetupError
from kheper.core.grid import clip
from kheper.scarab.stones import (
    ANKH,
    ANKHS,
    CODES,
    EMPTY,
    EMPTY_MARK,
    POINTS,
    PRIEST_MARK,
    STARRED,
    STARS,
    STONES,
    Stone,
    draw_set,
    full_set,
)

SIZES = (10, 8)
AXES = ("h", "v")
FEWEST_SEATS, MOST_SEATS, TEAM_SEATS = 2, 4, 4

Hands = tuple[tuple[Stone, ...], ...]


@dataclass(frozen=True, slots=True)
class Position:
    """Where the stones and the priest are; one byte a square, row by row."""

    board: bytes
    priest: int

    @property
    def side(self) -> int:
        """How many rows and columns there are."""
        return 10 if len(self.board) == 100 else 8

    @classmethod
    def draw(cls, side: int, rng: Random) -> Position:
        """Spread all stones at random; the priest takes the square left over (SB-S1)."""
        codes = [*draw_set(side, rng), EMPTY]
        rng.shuffle(codes)
        return cls(bytes(codes), codes.index(EMPTY))

    @classmethod
    def parse(cls, text: str, side: int) -> Position:
        """Read rows joined with `/`, squares joined with spaces."""
        rows = [row.split() for row in text.split("/")]
        if len(rows) != side:
            raise NotationError("SB-M1", f"a position has {side} rows, this one has {len(rows)}")
        for number, row in enumerate(rows, 1):
            if len(row) != side:
                raise NotationError("SB-M1", f"row {number} has {len(row)} squares, not {side}")
            if not _KNOWN.issuperset(row):
                wrong = clip(next(mark for mark in row if mark not in _KNOWN))
                raise NotationError(
                    "SB-M1",
                    f"row {number}: '{wrong}' is not a stone such as +5, -8, +3*, A, P or .",
                )
        marks = [mark for row in rows for mark in row]
        priests = marks.count(PRIEST_MARK)
        if priests != 1:
            raise SetupError("SB-M1", f"there is one priest, not {priests}", code="bad-priest")
        return cls(bytes([_CODES[mark] for mark in marks]), marks.index(PRIEST_MARK))

    def __str__(self) -> str:
        marks = [_MARKS[code] for code in self.board]
        marks[self.priest] = PRIEST_MARK
        side = self.side
        return "/".join(" ".join(marks[n : n + side]) for n in range(0, side * side, side))


@dataclass(frozen=True, slots=True)
class Start:
    """The settings of a game, and where it starts.

    With an axis, or with stones in hand, it starts in the middle of a game, and the position
    need not contain the full set of stones.
    """

    position: Position
    turning: bool = False
    teams: bool = False
    seats: int = FEWEST_SEATS
    starts: str = "first"
    axis: str | None = None
    mover: int = 1
    hands: Hands = ()
    # How many rows and columns the board has.
    side: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "side", self.position.side)
        if not FEWEST_SEATS <= self.seats <= MOST_SEATS:
            raise SetupError("SB-S2", f"2 to 4 players play, not {self.seats}", code="bad-seats")
        if self.teams and self.seats != TEAM_SEATS:
            raise SetupError(
                "SB-V3", f"teams need four players, not {self.seats}", code="bad-seats"
            )
        if not 1 <= self.mover <= self.seats:
            raise SetupError(
                "SB-S2", f"the mover is seat 1 to {self.seats}, not {self.mover}", code="bad-seats"
            )
        if self.axis not in (None, *AXES):
            raise SetupError("SB-T2", "the axis is h or v", code="bad-axis")
        hands = self.hands or ((),) * self.seats
        if len(hands) != self.seats:
            raise SetupError(
                "SB-T4", f"there are {len(hands)} hands for {self.seats} seats", code="bad-hands"
            )
        object.__setattr__(self, "hands", hands)
        _check_material(self)

    @property
    def fresh(self) -> bool:
        """Whether this is the start of a whole game."""
        return self.axis is None and not any(self.hands)


def parse_hands(text: str, seats: int) -> Hands:
    """Read the seats' stones: stones joined with spaces, seats with `;`."""
    try:
        hands = [tuple(Stone.parse(stone) for stone in hand.split()) for hand in text.split(";")]
    except NotationError as error:
        sentence = f"in the hands, {error.sentence}"
        raise NotationError(error.rule, sentence, code=error.code) from None
    if len(hands) > seats:
        raise SetupError(
            "SB-T4", f"there are {len(hands)} hands for {seats} seats", code="bad-hands"
        )
    return tuple(hands) + ((),) * (seats - len(hands))


def hands_text(hands: Hands) -> str:
    """Write down the seats' stones."""
    return ";".join(" ".join(map(str, hand)) for hand in hands)


_CODES = {PRIEST_MARK: EMPTY, EMPTY_MARK: EMPTY, **CODES}
_KNOWN = frozenset(_CODES)
_MARKS = {EMPTY: EMPTY_MARK, ANKH: "A", **{code: str(stone) for code, stone in STONES.items()}}


def square_mark(code: int) -> str:
    """Return the mark of a square's content in a position."""
    return _MARKS[code]


def _check_material(start: Start) -> None:
    """Refuse stones that no box contains; a whole game needs all of them (SB-M1, SB-V1, KH-10)."""
    in_hand = bytes([CODES[str(stone)] for hand in start.hands for stone in hand])
    codes = start.position.board + in_hand
    ankhs = codes.count(ANKH)
    most = full_set(start.side)
    found = Counter(map(POINTS.__getitem__, codes))
    del found[0]  # ankhs, and squares without a stone
    if start.fresh and (found != most or ankhs != ANKHS):
        rule = "SB-M1" if start.side == max(SIZES) else "SB-V1"
        raise SetupError(
            rule, f"a game starts with all its stones: {_difference(found, most)}", code="bad-set"
        )
    if not found <= most or ankhs > ANKHS:
        raise SetupError(
            "SB-M1",
            f"no set contains these stones: {_difference(most + (found - most), most)}",
            code="bad-set",
        )
    stars = sum([STARRED < code < ANKH for code in codes])
    if stars > STARS or (start.fresh and start.turning and stars != STARS):
        raise SetupError("SB-M2", f"{STARS} stones carry a star, not {stars}", code="bad-stars")


def _difference(found: Counter[int], expected: Counter[int]) -> str:
    wrong: Iterable[str] = (
        f"there are {found[value]} stones of {value:+d}, not {expected[value]}"
        for value in expected
        if found[value] != expected[value]
    )
    return next(iter(wrong), f"there are {ANKHS} ankhs")
