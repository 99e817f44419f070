"""A game at one table: who sits where, and every state so far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from kheper import Record, RuleError, record_of
from kheper.cli.files import write_text
from kheper.cli.seats import LONGEST_NAME, Seat
from kheper.core.grid import clip
from kheper.scarab.state import ScarabState
from kheper.scarabya.duel import Duel
from kheper.scarabya.expedition import Expedition
from kheper.scarabya.solo import Solo

PLAYERS = "Players"  # the tag that tells people from bots when a game is taken up again


@dataclass
class Match:
    """A game and its players; `states` holds what was, so that it can be taken back."""

    seats: tuple[Seat, ...]
    states: list[Any]
    rng: Random
    tags: tuple[tuple[str, str], ...] = ()
    save: Path | None = None
    bots: dict[int, Any] = field(default_factory=dict)

    @property
    def state(self) -> Any:
        """The state now."""
        return self.states[-1]

    @property
    def names(self) -> list[str]:
        """The players' names."""
        return [seat.name for seat in self.seats]

    @property
    def people(self) -> list[int]:
        """The seats where people sit."""
        return [number for number, seat in enumerate(self.seats, 1) if seat.level is None]

    @property
    def secret(self) -> bool:
        """Whether people at this keyboard must not see each other's placements (SY-B2)."""
        state = self.state
        hidden = isinstance(state, Expedition) and state.options.open_table == "hidden"
        return hidden and len(self.people) > 1

    def next_seat(self) -> int:
        """Return who is asked now: people first, so that no bot has to wait for them."""
        movers: tuple[int, ...] = self.state.to_move
        return next((seat for seat in movers if seat in self.people), movers[0])

    def play(self, seat: int, move: Any) -> None:
        """Play a move."""
        self.states.append(self.state.play(seat, move))

    def bot_move(self, seat: int) -> Any:
        """Ask a bot, which sees what its seat may see."""
        from kheper.bots import level

        number = self.seats[seat - 1].level
        assert number is not None
        if seat not in self.bots:
            self.bots[seat] = level(number)
        return self.bots[seat].choose(self.state.view(seat), self.rng)

    @property
    def searching(self) -> bool:
        """Whether a bot at the table needs the compiled search."""
        from kheper.bots import level

        return any(seat.level is not None and level(seat.level).searches for seat in self.seats)

    def take_back(self, seat: int) -> None:
        """Give a seat its tile of the open round back, or go back to its last move in SCARAB."""
        if isinstance(self.state, ScarabState):
            earlier = self.earlier(seat)
            if earlier is None:
                raise RuleError("SB-T6", "there is no move of yours", code="nothing-to-take-back")
            del self.states[earlier + 1 :]
        else:
            self.states.append(self.state.take_back(seat))

    def earlier(self, seat: int) -> int | None:
        """Return the index of the state in which this seat made its last move."""
        indices = range(len(self.states) - 2, -1, -1)
        return next((n for n in indices if seat in self.states[n].to_move), None)

    def retry(self) -> None:
        """Try a solo game again, with the same cards (SY-O3)."""
        if not isinstance(self.state, Solo):
            raise RuleError("SY-O3", "only a solo game can be tried again", code="no-retry")
        self.states = [self.state.retry()]

    def rematch(self) -> None:
        """Play a one-on-one again on the same site (SY-D6); the other player starts (KH-7)."""
        if not isinstance(self.state, Duel):
            raise RuleError("SY-D6", "only a one-on-one has a rematch", code="no-rematch")
        again = self.state.rematch()
        if again.options.rematch == "same":
            self.seats, self.bots = self.seats[::-1], {}
        self.states = [again]

    def record(self) -> Record:
        """Write the game down as everybody may see it: neither cards nor placements to come."""
        own = [(f"Seat{n}", name) for n, name in enumerate(self.names, 1)]
        own.append((PLAYERS, ",".join(seat.spec for seat in self.seats)))
        taken = {name for name, _ in own}
        kept = [(name, value) for name, value in self.tags if name not in taken]
        return record_of(self.state.view(None), [*own, *kept])

    def write(self) -> None:
        """Write the record to the file that was asked for."""
        if self.save is not None:
            write_text(self.save, str(self.record()))


def seats_in(record: Record, names: Iterable[str]) -> str:
    """Return the seats of a record, as `--seats` has them: all people if it does not say."""
    spec = record.tag(PLAYERS)
    if spec is not None:
        return spec
    seats: list[str] = []
    for number, name in enumerate(names, 1):
        fit = clip(name.replace(",", " ").strip(), LONGEST_NAME - 1)
        seats.append(fit if fit and fit not in seats else f"Seat {number}")
    return ",".join(seats)
