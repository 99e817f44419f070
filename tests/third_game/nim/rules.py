"""The rules: take one to three matches and score them; the last one brings a hidden bonus."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from kheper.core import Json, KheperError, NotationError, Outcome, Record, Replay, RuleError
from kheper.core.record import VERSION, Line, check_result, merge_tags, seat_tags
from kheper.core.settings import check_known, check_seat, parse_number

NAME, TITLE = "nim", "Nim"
MOST_TAKEN, MOST_BONUS = 3, 5
SETTINGS = {"heap": "5 to 30 matches", "bonus": "1 to 5", "seats": "2"}


@dataclass(frozen=True, slots=True)
class Take:
    """A number of matches."""

    count: int

    def __str__(self) -> str:
        return str(self.count)


@dataclass(frozen=True, slots=True)
class NimView:
    """What a seat may see: everything but the bonus, which the end reveals."""

    game: ClassVar[str] = NAME
    seats: ClassVar[int] = 2

    seat: int | None
    heap: int
    bonus: int | None
    taken: tuple[int, ...]

    @property
    def left(self) -> int:
        return self.heap - sum(self.taken)

    @property
    def to_move(self) -> tuple[int, ...]:
        return (len(self.taken) % 2 + 1,) if self.left else ()

    @property
    def scores(self) -> tuple[int, ...]:
        return _scores(self.taken, self.bonus or 0, over=not self.left)

    @property
    def outcome(self) -> Outcome | None:
        return None if self.left else Outcome.most_points(self.scores)

    def legal_moves(self) -> Sequence[Take]:
        return _takes(self.left) if self.seat in self.to_move else ()

    def imagine(self, rng: Random) -> NimState:
        return NimState(self.heap, self.bonus or rng.randint(1, MOST_BONUS), self.taken)

    def json(self) -> dict[str, Json]:
        return {
            "game": NAME,
            "heap": self.heap,
            "left": self.left,
            "bonus": self.bonus,
            "taken": list(self.taken),
            "to_move": list(self.to_move),
            "scores": list(self.scores),
            "outcome": self.outcome.json() if self.outcome else None,
        }


@dataclass(frozen=True, slots=True)
class NimState:
    """A position, with the bonus."""

    game: ClassVar[str] = NAME
    seats: ClassVar[int] = 2

    heap: int
    bonus: int
    taken: tuple[int, ...] = ()

    @property
    def left(self) -> int:
        return self.heap - sum(self.taken)

    @property
    def to_move(self) -> tuple[int, ...]:
        return (len(self.taken) % 2 + 1,) if self.left else ()

    @property
    def over(self) -> bool:
        return not self.left

    @property
    def scores(self) -> tuple[int, ...]:
        return _scores(self.taken, self.bonus, over=self.over)

    @property
    def outcome(self) -> Outcome | None:
        return Outcome.most_points(self.scores) if self.over else None

    def legal_moves(self, seat: int) -> Sequence[Take]:
        check_seat(seat, self.seats)
        return _takes(self.left) if seat in self.to_move else ()

    def parse_move(self, text: str) -> Take:
        return Take(parse_number(text, "a move", 1, MOST_TAKEN))

    def check_turn(self, seat: int) -> None:
        check_seat(seat, self.seats)
        if self.over:
            raise RuleError(None, "the game is over", code="over")
        if seat not in self.to_move:
            raise RuleError(None, f"it is not seat {seat}'s turn", code="not-to-move")

    def play(self, seat: int, move: Take) -> NimState:
        self.check_turn(seat)
        if not 1 <= move.count <= min(MOST_TAKEN, self.left):
            raise RuleError(None, f"{move} matches cannot be taken", code="too-many")
        return replace(self, taken=(*self.taken, move.count))

    def take_back(self, seat: int) -> NimState:
        check_seat(seat, self.seats)
        raise RuleError(None, "a move cannot be taken back", code="nothing-to-take-back")

    def view(self, seat: int | None) -> NimView:
        return NimView(seat, self.heap, self.bonus if self.over else None, self.taken)


class Nim:
    """The game."""

    name, title, settings = NAME, TITLE, SETTINGS

    def new(self, settings: Mapping[str, str], rng: Random) -> NimState:
        check_known(settings, SETTINGS)
        parse_number(settings.get("seats", "2"), "seats", 2, 2)
        heap = settings.get("heap") or str(rng.randint(5, 12))
        bonus = settings.get("bonus") or str(rng.randint(1, MOST_BONUS))
        return NimState(
            parse_number(heap, "heap", 5, 30), parse_number(bonus, "bonus", 1, MOST_BONUS)
        )

    def replay(self, record: Record, rng: Random) -> Replay[NimState, Take]:
        tags = {name.lower(): value for name, value in record.tags}
        if "heap" not in tags:
            raise NotationError(None, "the tag Heap is missing")
        states = [self.new({name: tags[name] for name in SETTINGS if name in tags}, rng)]
        plays = []
        for line in record.lines:
            try:
                state, move = states[-1], states[-1].parse_move(line.text)
                seat = state.to_move[0] if state.to_move else 1
                states.append(state.play(seat, move))
                plays.append((seat, move))
            except KheperError as error:
                raise error.at(line=line.line) from None
        check_result(record, states[-1].outcome)
        return Replay(tuple(states), tuple(plays))

    def record(
        self,
        seen: NimState | NimView,
        tags: Iterable[tuple[str, str]] = (),
        *,
        deck: bool = False,
    ) -> Record:
        view = seen.view(None) if isinstance(seen, NimState) else seen
        bonus = seen.bonus if deck else view.bonus
        given = [(name, value) for name, value in tags if name != "Bonus"]
        listed = {
            "Game": TITLE,
            "Version": VERSION,
            "Heap": str(seen.heap),
            **({"Bonus": str(bonus)} if bonus else {}),
            **seat_tags(given, ("First", "Second")),
            "Result": view.outcome.result if view.outcome else "*",
        }
        lines = tuple(Line(n, str(count)) for n, count in enumerate(seen.taken, 1))
        return Record(merge_tags(listed.items(), given), lines)


def _takes(left: int) -> list[Take]:
    return [Take(count) for count in range(1, min(MOST_TAKEN, left) + 1)]


def _scores(taken: tuple[int, ...], bonus: int, *, over: bool) -> tuple[int, ...]:
    scores = [sum(taken[0::2]), sum(taken[1::2])]
    if over:
        scores[(len(taken) - 1) % 2] += bonus
    return tuple(scores)
