"""Scarabya in OpenSpiel: chance lays the boards and draws the cards, players place tiles.

A round of an expedition, in which all place at once, is played as hidden moves: the seats act
one after the other, and nobody's information tells what the others have laid before the round
closes (SY-B2). So the action space stays that of one placement, and algorithms for sequential
games can be used. Tiles that fit nowhere are discarded without an action (SY-L6).
"""

# mypy: disable-error-code="misc"
# pyspiel is compiled and has no types, so its classes are Any.

from __future__ import annotations

from typing import Any, ClassVar

import pyspiel

from kheper.envs.openspiel.scarabya_observer import ScarabyaObserver
from kheper.envs.rewards import utilities
from kheper.envs.scarabya.dealing import MOST_OUTCOMES, TURNS, Dealing
from kheper.envs.scarabya.planes import ACTIONS
from kheper.scarabya.boards import NAMES
from kheper.scarabya.placements import PLACEMENTS
from kheper.scarabya.site import LARGEST_AREA
from kheper.scarabya.tiles import TILES

_SETTINGS: dict[str, Any] = {"arrangement": "", "site": "", "flip": "on"}
_DRAWN_SCARABS = 24  # on a site of our own boards (SY-M2)


def _game_type(
    mode: str, title: str, seats: range, *, hidden: bool, more: dict[str, Any], zero_sum: bool
) -> Any:
    kind = pyspiel.GameType
    known = (
        kind.Information.IMPERFECT_INFORMATION if hidden else kind.Information.PERFECT_INFORMATION
    )
    return kind(
        short_name=f"python_scarabya_{mode}",
        long_name=f"Scarabya, {title}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=known,
        utility=kind.Utility.ZERO_SUM if zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=seats[-1],
        min_num_players=seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_SETTINGS | more,
    )


class ScarabyaGame(pyspiel.Game):
    """What the modes share."""

    mode: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    hidden: ClassVar[bool] = False
    more: ClassVar[dict[str, Any]] = {}

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_SETTINGS, **self.more, **(params or {})}
        seats = int(given.pop("players", self.seats[0]))
        settings = {name: str(value) for name, value in given.items() if value != ""}
        # What every new state begins with; made once, and frozen.
        self.first = Dealing.begin(self.mode, seats, settings)
        least, most = self._bounds()
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=seats,
            min_utility=least,
            max_utility=most,
            utility_sum=0.0 if seats > 1 else None,
            max_game_length=len(TILES) * self.first.adapter.sites(seats),
        )
        super().__init__(self.game_type(zero_sum=seats > 1), info, params or {})

    @classmethod
    def game_type(cls, *, zero_sum: bool) -> Any:
        """Return what kind of game OpenSpiel should take it for."""
        return _game_type(
            cls.mode, cls.title, cls.seats, hidden=cls.hidden, more=cls.more, zero_sum=zero_sum
        )

    def max_chance_nodes_in_history(self) -> int:
        """Return how often chance acts at most: four boards, and twelve cards."""
        return len(NAMES) + len(TILES)

    def new_initial_state(self, text: str | None = None) -> ScarabyaTreeState:
        """Return a state at the start of a game."""
        assert text is None, "states are not read from texts"
        return ScarabyaTreeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> ScarabyaObserver:
        """Return an object that tells what a player knows."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return ScarabyaObserver(self.first, kind, params)

    def single_utility(self, state: Any) -> float:
        """Return what an ended game is worth to a single player: the score."""
        return float(state.scores[0])

    def _bounds(self) -> tuple[float, float]:
        """Return the least and the greatest utility."""
        if self.first.terms.seats > 1:
            return -1.0, 1.0
        site = self.first.site
        return 0.0, float(LARGEST_AREA * (_DRAWN_SCARABS if site is None else site.scarab_count))


class ExpeditionGame(ScarabyaGame):
    """The expedition: everybody places the same tile on a site of their own.

    Terminal rewards: with several players a victory of one's own is 1, the losers pay for it in
    equal parts, and who ties shares it; alone, the score.
    """

    mode, title, seats, hidden = "expedition", "expedition", range(1, 5), True
    more: ClassVar[dict[str, Any]] = {"players": 2, "open_table": "hidden"}


class DuelGame(ScarabyaGame):
    """One-on-one on a shared site; the winner gets 1, the loser -1, each 0 for a tie."""

    mode, title, seats = "duel", "one-on-one", range(2, 3)


class SoloGame(ScarabyaGame):
    """Solo: 1 if every scarab symbol is covered in the end, else 0 (SY-O2)."""

    mode, title, seats = "solo", "solo", range(1, 2)

    def single_utility(self, state: Any) -> float:
        """Return 1 for a victory, else 0."""
        return float(bool(state.outcome.winners))

    def _bounds(self) -> tuple[float, float]:
        return 0.0, 1.0


class ScarabyaTreeState(pyspiel.State):
    """A state of the game tree; what matters is in `dealing`, which is frozen."""

    def __init__(self, game: ScarabyaGame) -> None:
        super().__init__(game)
        self.dealing = game.first

    def current_player(self) -> int:
        """Return who acts: a player, counted from 0, or chance, or nobody."""
        if self.dealing.over:
            return int(pyspiel.PlayerId.TERMINAL)
        mover = self.dealing.mover
        return int(pyspiel.PlayerId.CHANCE) if mover is None else mover - 1

    def is_terminal(self) -> bool:
        """Say whether the game is over."""
        return self.dealing.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may do; all is equally likely."""
        outcomes = self.dealing.outcomes
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def returns(self) -> list[float]:
        """Return what the game is worth to each player, once it has ended."""
        terms, state = self.dealing.terms, self.dealing.state
        if not self.dealing.over:
            return [0.0] * terms.seats
        if terms.seats > 1:
            return utilities(state.outcome, terms.seats)
        return [self.get_game().single_utility(state)]

    def _legal_actions(self, player: int) -> list[int]:
        return [placement.index for placement in self.dealing.fits()]

    def _apply_action(self, action: int) -> None:
        chance = self.dealing.mover is None
        self.dealing = (
            self.dealing.deal(action) if chance else self.dealing.play(PLACEMENTS[action])
        )

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(PLACEMENTS[action])
        if self.dealing.site is None:
            board, turn = divmod(action, TURNS)
            return f"{NAMES[board]}{90 * turn}"
        return str(TILES[action])

    def __str__(self) -> str:
        return self.dealing.describe()


for _game in (ExpeditionGame, DuelGame, SoloGame):
    pyspiel.register_game(_game.game_type(zero_sum=_game is not SoloGame), _game)
