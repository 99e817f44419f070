"""SCARAB in OpenSpiel: deterministic, nothing hidden, small actions.

A move that returns a stone after an ankh is three actions of the same player: where to land,
which stone returns, and where to (`kheper.envs.scarab` numbers them).
"""

# mypy: disable-error-code="misc"
# pyspiel is compiled and has no types, so its classes are Any.

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel

from kheper.envs.openspiel._tensors import Floats, Shape, room_for
from kheper.envs.rewards import utilities
from kheper.envs.scarab.turns import KINDS, Turn, count_actions, facts, hands, squares
from kheper.envs.setup import start
from kheper.games import SCARAB
from kheper.scarab.stones import ANKHS

_SETTINGS = {
    "players": 2,
    "size": 0,
    "turning": "no",
    "teams": "no",
    "starts": "first",
    "seed": 0,
    **dict.fromkeys(("position", "axis", "hands"), ""),
    "mover": 0,
}


def _game_type() -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name="python_scarab",
        long_name="SCARAB",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_SETTINGS,
    )


_GAME_TYPE = _game_type()


class ScarabGame(pyspiel.Game):
    """SCARAB from one start: `seed` draws it, or `position` names it.

    Terminal rewards: a victory of one's own is 1, the losers pay for it in equal parts, and who
    ties shares it; in teams 1 and -1 for each seat.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_SETTINGS, **(params or {})}
        seed = int(given.pop("seed"))
        given["seats"] = given.pop("players")
        settings = {name: str(value) for name, value in given.items() if value not in ("", 0)}
        # What every new state begins with; made once, and frozen.
        self.first = Turn(start(SCARAB, settings, Random(seed)))
        state = self.first.state
        stones = sum(map(bool, state.board)) + ANKHS  # each ankh may bring one back
        info = pyspiel.GameInfo(
            num_distinct_actions=count_actions(state.side),
            max_chance_outcomes=0,
            num_players=state.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=stones + 2 * ANKHS,
        )
        super().__init__(_GAME_TYPE, info, params or {})

    def new_initial_state(self, text: str | None = None) -> ScarabTreeState:
        """Return a state at the start of the game."""
        assert text is None, "states are not read from texts"
        return ScarabTreeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> ScarabObserver:
        """Return an object that tells what a player knows."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return ScarabObserver(self.first, kind, params)


class ScarabTreeState(pyspiel.State):
    """A state of the game tree; what matters is in `turn`, which is frozen."""

    def __init__(self, game: ScarabGame) -> None:
        super().__init__(game)
        self.turn = game.first

    def current_player(self) -> int:
        """Return who acts: a player, counted from 0, or nobody."""
        return int(pyspiel.PlayerId.TERMINAL) if self.turn.state.over else self.turn.seat - 1

    def is_terminal(self) -> bool:
        """Say whether the game is over."""
        return self.turn.state.over

    def returns(self) -> list[float]:
        """Return what the game is worth to each player, once it has ended."""
        state = self.turn.state
        if state.outcome is None:
            return [0.0] * state.seats
        return utilities(state.outcome, state.seats)

    def _legal_actions(self, player: int) -> list[int]:
        return self.turn.actions()

    def _apply_action(self, action: int) -> None:
        self.turn = self.turn.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.turn.describe(action)

    def __str__(self) -> str:
        return _story(self.turn)


class ScarabObserver:
    """Writes what a player knows, which is all; conforms to OpenSpiel's PyObserver.

    The tensor is the position. With perfect recall there is a text alone, of all the moves.
    """

    def __init__(self, first: Turn, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters, not {params}")
        self._public, self._recall = kind.public_info, kind.perfect_recall
        self.tensor: Floats | None = None
        self.dict: dict[str, Floats] = {}
        if not self._recall:
            self.tensor, self.dict = room_for(self._parts(first))

    def set_from(self, state: ScarabTreeState, player: int) -> None:
        """Write what a player knows into the tensor and its parts."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if self._public:
            turn, side = state.turn, state.turn.state.side
            self.dict["facts"][:] = facts(turn, player + 1)
            self.dict["hands"][:] = hands(turn, player + 1)
            seen = squares(turn).reshape(-1, side, side)
            self.dict["values"][:], self.dict["marks"][:] = seen[0], seen[1:]

    def string_from(self, state: ScarabTreeState, player: int) -> str:
        """Say what a player knows: the moves, or the position alone."""
        lines = [f"seat {player + 1}"]
        if self._public:
            lines.append(_story(state.turn) if self._recall else _position(state.turn))
        return "\n".join(lines)

    def _parts(self, first: Turn) -> dict[str, Shape]:
        side, seats = first.state.side, first.state.seats
        parts: dict[str, Shape] = {"player": (seats,)}
        if self._public:
            parts |= {"facts": (len(facts(first, 1)),), "hands": (seats, len(KINDS))}
            parts |= {"values": (side, side), "marks": (4, side, side)}
        return parts


def _story(turn: Turn) -> str:
    moves = " ".join(map(str, turn.state.played))
    return f"{turn.state.start.position}\n{moves} {_open(turn)}".rstrip()


def _position(turn: Turn) -> str:
    state = turn.state
    hands = "; ".join(" ".join(map(str, sorted(hand))) for hand in state.hands)
    axis, mover = state.axis or "-", state.to_move[0] if state.to_move else "-"
    return f"{state.position}\naxis {axis}, to move {mover}\nhands {hands}\n{_open(turn)}".rstrip()


def _open(turn: Turn) -> str:
    """Write what of a move is known while it is not whole."""
    return f"{turn.landing or ''}{f'^{turn.stone}' if turn.stone else ''}"


pyspiel.register_game(_GAME_TYPE, ScarabGame)
