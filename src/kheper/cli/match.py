"""A game at this terminal: who sits where, and every state so far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from kheper import Record, RuleError, record_of
from kheper.cli.files import write_text
from kheper.cli.games import TERMINAL_GAMES
from kheper.cli.seats import LONGEST_NAME, LocalPlayer
from kheper.cli.terminal import TerminalGame
from kheper.core import AnyMove, AnyState
from kheper.core.grid import clip

if TYPE_CHECKING:
    from kheper.bots import Level

PLAYERS = "Players"  # the tag that says which seats are bots, for --load


@dataclass
class LocalMatch:
    """A game and its players; `states` keeps the earlier ones, so that moves can be taken back."""

    seats: tuple[LocalPlayer, ...]
    states: list[AnyState]
    rng: Random
    tags: tuple[tuple[str, str], ...] = ()
    save: Path | None = None
    # The move that led to a state, by the state's index.
    moves: dict[int, AnyMove] = field(default_factory=dict)
    bots: dict[int, Level] = field(default_factory=dict)

    @property
    def state(self) -> AnyState:
        """The current state."""
        return self.states[-1]

    @property
    def terminal(self) -> TerminalGame[AnyState, AnyMove]:
        """What the terminal knows of the game."""
        return TERMINAL_GAMES[self.state.game]

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
        return self.terminal.is_hidden(self.state) and len(self.people) > 1

    def next_seat(self) -> int:
        """Return who is asked now: people first, then the bots."""
        movers = self.state.to_move
        return next((seat for seat in movers if seat in self.people), movers[0])

    def play(self, seat: int, move: AnyMove) -> None:
        """Play a move."""
        self.moves[len(self.states)] = move
        self.states.append(self.state.play(seat, move))

    def bot_move(self, seat: int) -> AnyMove:
        """Return a bot's move; the bot gets the view of its seat."""
        from kheper.bots import level

        number = self.seats[seat - 1].level
        assert number is not None
        if seat not in self.bots:
            self.bots[seat] = level(number)
        return self.bots[seat].choose(self.state.view(seat), self.rng)

    @property
    def searching(self) -> bool:
        """Whether a bot in this game needs the compiled search."""
        from kheper.bots import level

        return any(seat.level is not None and level(seat.level).searches for seat in self.seats)

    def take_back(self, seat: int) -> None:
        """Take back a seat's move of the open round."""
        self.states.append(self.state.take_back(seat))

    def go_back(self, seat: int) -> None:
        """Return to the state before a seat's last move."""
        earlier = self.earlier(seat)
        if earlier is None:
            raise RuleError(None, "you have not moved yet", code="nothing-to-take-back")
        del self.states[earlier + 1 :]

    def earlier(self, seat: int) -> int | None:
        """Return the index of the state in which this seat made its last move."""
        indices = range(len(self.states) - 2, -1, -1)
        return next((n for n in indices if seat in self.states[n].to_move), None)

    def retry(self) -> str:
        """Start again with the same cards; return a sentence that says so."""
        state, sentence = self.terminal.retry(self.state)
        self.states = [state]
        return sentence

    def rematch(self) -> None:
        """Start the rematch; the players may change seats."""
        state, is_reversed = self.terminal.rematch(self.state)
        if is_reversed:
            self.seats, self.bots = self.seats[::-1], {}
        self.states = [state]

    def record(self) -> Record:
        """Return the record as everybody may see it: without undrawn cards and hidden moves."""
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
