"""Playing a game of a plan to its end, and what is written down of it."""

from __future__ import annotations

import atexit
from collections.abc import Sequence
from time import perf_counter
from typing import Any

import msgspec

from kheper import __version__
from kheper.arena.entrants import Entrant
from kheper.arena.faults import Fault, Kind
from kheper.arena.plan import Plan
from kheper.arena.players import Player, player
from kheper.arena.seeds import seed_of
from kheper.core import KheperError, SetupError
from kheper.core.grid import clip
from kheper.games import record_of


class Blame(msgspec.Struct, frozen=True):
    """Who was at fault in a game, and how."""

    seat: int
    kind: Kind
    sentence: str


class GameResult(msgspec.Struct, frozen=True):
    """A game that was played: one line of the results."""

    game: int
    event: str
    deal: int
    # The players' names, side by side: a seat, or a team.
    sides: tuple[str, ...]
    scores: tuple[int, ...]
    # The sides that share the victory, counted from 0. After a fault it is the one other side;
    # none if there are several others, for nothing was decided between them.
    winners: tuple[int, ...]
    fault: Blame | None
    # How many moves each seat made, and how long it thought about them.
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    record: str

    @property
    def loser(self) -> int | None:
        """The side that was at fault, counted from 0."""
        if self.fault is None:
            return None
        return side_of(self.fault.seat, len(self.moves), len(self.sides))


def side_of(seat: int, seats: int, sides: int) -> int:
    """Return a seat's side, counted from 0: itself, or its team."""
    return (seat - 1) * sides // seats


# Players that have started stay, for the next game of this process.
_players: dict[tuple[str, float], Player] = {}


def seat_player(entrant: Entrant, timeout: float) -> Player:
    """Return an entrant's player of this process."""
    key = entrant.text, timeout
    if key not in _players:
        _players[key] = player(entrant, timeout)
    return _players[key]


@atexit.register
def dismiss() -> None:
    """End all players of this process."""
    while _players:
        _players.popitem()[1].close()


def check(plan: Plan, entrant: Entrant) -> str | None:
    """Start a player, and return why it cannot be started."""
    _check_version(plan)
    try:
        seat_player(entrant, plan.timeout).start()
    except Fault as fault:
        return str(fault)
    return None


def play(plan: Plan, number: int) -> GameResult:
    """Play a game to its end, or to a player's fault; the result follows from plan and number."""
    _check_version(plan)
    meeting = plan.meeting(number)
    game = _Game(plan, number, plan.deal(meeting), plan.seated(meeting, plan.deal(meeting).seats))
    fault = game.finish()
    state, sides = game.state, len(meeting.sides)
    names = [(f"Seat{seat}", one.name) for seat, one in enumerate(game.seated, 1)]
    return GameResult(
        number,
        meeting.event.text,
        meeting.deal,
        tuple(plan.entrants[side].name for side in meeting.sides),
        state.scores,
        _winners(state, fault, sides),
        fault,
        tuple(game.moves),
        tuple(round(seconds, 4) for seconds in game.seconds),
        str(record_of(state, names, deck=True)),
    )


def _winners(state: Any, fault: Blame | None, sides: int) -> tuple[int, ...]:
    if fault is None:
        return tuple(dict.fromkeys(side_of(n, state.seats, sides) for n in state.outcome.winners))
    loser = side_of(fault.seat, state.seats, sides)
    others = tuple(side for side in range(sides) if side != loser)
    return others if len(others) == 1 else ()


class _Game:
    """A game under way."""

    def __init__(self, plan: Plan, number: int, state: Any, seated: Sequence[Entrant]) -> None:
        self.state = state
        self.seated = seated
        self.moves = [0] * state.seats
        self.seconds = [0.0] * state.seats
        self._players = [seat_player(entrant, plan.timeout) for entrant in seated]
        self._seed = plan.seed, number

    def finish(self) -> Blame | None:
        """Play on until the end, or until somebody is at fault."""
        while not self.state.over:
            seat = self.state.to_move[0]
            try:
                self._move(seat)
            except Fault as fault:
                return Blame(seat, fault.kind, fault.sentence)
        return None

    def _move(self, seat: int) -> None:
        chosen = self._chosen(seat)
        try:
            self.state = self.state.play(seat, self.state.parse_move(chosen))
        except KheperError as error:
            self._players[seat - 1].close()  # as every fault does: the next game starts afresh
            raise Fault("illegal", f"'{clip(chosen)}' was refused: {error}") from None
        self.moves[seat - 1] += 1

    def _chosen(self, seat: int) -> str:
        """Ask a player; what it draws by chance follows from game, seat and move."""
        mover, seed = self._players[seat - 1], seed_of(*self._seed, seat, self.moves[seat - 1])
        mover.start()
        began = perf_counter()
        try:
            return mover.choose(self.state.view(seat), seed)
        finally:
            self.seconds[seat - 1] += perf_counter() - began


def _check_version(plan: Plan) -> None:
    """Refuse to play for an arena of another version: the players may not be the same."""
    if plan.version != __version__:
        raise SetupError(
            None,
            f"the arena is of version {plan.version}, this worker of version {__version__}",
            code="other-version",
        )
