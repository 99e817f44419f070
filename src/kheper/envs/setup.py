"""How an environment sets a game up: settings of the rules, a seed, and options for one game."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from kheper.core.errors import SetupError
from kheper.core.game import Game

REWARDS = ("outcome", "score")


def settings_for(
    settings: Mapping[str, object], fixed: Mapping[str, str], options: Mapping[str, Any] | None
) -> dict[str, str]:
    """Return the settings of one game, which `options["settings"]` may change."""
    return with_fixed({**settings, **(options or {}).get("settings", {})}, fixed)


def start(game: Game[Any, Any, Any], settings: Mapping[str, str], rng: Random) -> Any:
    """Return a first state."""
    state = game.new(settings, rng)
    check_open(state.over)
    return state


def check_open(over: bool) -> None:
    """Refuse a game that is over before anybody could move: it has no step to take."""
    if over:
        raise SetupError(None, "with these settings nobody can make a move", code="over")


def with_fixed(settings: Mapping[str, object], fixed: Mapping[str, str]) -> dict[str, str]:
    """Return settings with those that an environment fixes; refuse to change these."""
    given = as_texts(settings)
    for name, value in fixed.items():
        if given.get(name, value) != value:
            raise SetupError(None, f"{name} is {value} here, not {given[name]}", code="bad-option")
    return {**given, **fixed}


def as_texts(settings: Mapping[str, object]) -> dict[str, str]:
    """Return settings as the rules read them: `size=8` says the same as `size="8"`."""
    return {name: str(value) for name, value in settings.items()}


def check_reward(reward: str) -> str:
    """Refuse a kind of reward that does not exist."""
    if reward not in REWARDS:
        raise ValueError(f"reward is one of {', '.join(REWARDS)}, not {reward!r}")
    return reward
