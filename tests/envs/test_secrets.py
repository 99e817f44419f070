"""Nobody is told what the rules hide: undrawn cards (SY-S5) and open placements (SY-B2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kheper.scarabya.tiles import TILES
from tests.envs.playing import rows_of

pytest.importorskip("gymnasium", reason="the extra gymnasium is not installed")
pytest.importorskip("pettingzoo", reason="the extra pettingzoo is not installed")

from kheper.envs.gymnasium import ScarabyaExpedition, ScarabyaSolo
from kheper.envs.pettingzoo import scarabya_duel_v1, scarabya_expedition_v1

GROUND: Any = {"arrangement": "B90 D0 A180 C270"}
DECK = "FILNPTUVWXYZ"


def same(one: Any, other: Any) -> bool:
    """Compare what was told, with the arrays in it."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(np.array_equal(one, other))


def alone(env: Any, cards: int) -> list[Any]:
    """Return all that one player is told until so many cards are drawn."""
    observation, info = env.reset(seed=1)
    told = [observation, info, env.render()]
    for _ in range(cards - 1):
        step = env.step(rows_of(info["action_mask"])[3])
        info = step[4]
        told += [*step, env.render()]
    return told


def in_turn(env: Any, cards: int) -> list[Any]:
    """Return all that the players of a table are told until so many cards are drawn."""
    env.reset(seed=1)
    told: list[Any] = []
    while True:
        told += [[env.observe(agent) for agent in env.agents], dict(env.infos), env.render()]
        if env.rules_state.number == cards:
            return told
        env.step(rows_of(env.last()[0]["action_mask"])[3])


def at_once(env: Any, cards: int) -> list[Any]:
    seen, infos = env.reset(seed=1)
    told = [seen, infos, env.render()]
    for _ in range(cards - 1):
        step = env.step({agent: rows_of(seen[agent]["action_mask"])[3] for agent in env.agents})
        seen = step[0]
        told += [*step, env.render()]
    return told


@pytest.mark.parametrize(
    ("play", "make"),
    [
        (alone, ScarabyaExpedition),
        (alone, ScarabyaSolo),
        (in_turn, scarabya_duel_v1.env),
        (in_turn, scarabya_expedition_v1.env),
        (at_once, scarabya_expedition_v1.parallel_env),
    ],
)
@pytest.mark.parametrize("cards", [1, 4])
def test_sy_s5_undrawn_cards_change_nothing_that_anybody_is_told(
    play: Callable[[Any, int], list[Any]], make: Any, cards: int
) -> None:
    other = DECK[:cards] + DECK[cards + 1 :] + DECK[cards]
    assert all(a != b for a, b in zip(DECK[cards:], other[cards:], strict=True))
    told, again = (
        play(make(render_mode="svg", deck=deck, **GROUND), cards) for deck in (DECK, other)
    )
    assert same(told, again)
    later, again = (
        play(make(render_mode="svg", deck=deck, **GROUND), cards + 1) for deck in (DECK, other)
    )
    assert not same(later, again)


def after_first(placement: int, open_table: str) -> Any:
    env = scarabya_expedition_v1.env(
        seats="3", deck=DECK, open_table=open_table, render_mode="ansi", **GROUND
    )
    env.reset(seed=1)
    env.step(rows_of(env.last()[0]["action_mask"])[placement])
    return env


def test_sy_b2_an_open_placement_is_told_to_nobody_else() -> None:
    one, other = after_first(0, "hidden"), after_first(9, "hidden")
    assert not same(one.observe("seat_1"), other.observe("seat_1"))
    for agent in ("seat_2", "seat_3"):
        assert same(one.observe(agent), other.observe(agent))
    assert same(one.infos, other.infos)
    assert one.render() == other.render()


def test_sy_b2_with_an_open_table_everybody_sees_it() -> None:
    one, other = after_first(0, "open"), after_first(9, "open")
    for agent in one.agents:
        assert not same(one.observe(agent), other.observe(agent))


def hidden_round(placement: int, open_table: str = "hidden") -> Any:
    """Return a state of OpenSpiel's in which the first of two players has placed."""
    pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
    import kheper.envs.openspiel  # noqa: F401 - registers the games

    given = {"players": 2, "open_table": open_table, **GROUND}
    state = pyspiel.load_game("python_scarabya_expedition", given).new_initial_state()
    state.apply_action([str(tile) for tile in TILES].index("F"))
    state.apply_action(state.legal_actions()[placement])
    return state


def knows(state: Any, player: int) -> list[Any]:
    return [
        state.information_state_string(player),
        state.information_state_tensor(player),
        state.observation_string(player),
        state.observation_tensor(player),
    ]


def test_sy_b2_an_information_state_hides_the_others_open_placement() -> None:
    one, other = hidden_round(0), hidden_round(9)
    assert knows(one, 1) == knows(other, 1)
    assert all(a != b for a, b in zip(knows(one, 0), knows(other, 0), strict=True))


def test_sy_b2_with_an_open_table_information_states_show_it() -> None:
    one, other = hidden_round(0, "open"), hidden_round(9, "open")
    assert all(a != b for a, b in zip(knows(one, 1), knows(other, 1), strict=True))


def test_sy_b2_public_information_has_no_open_placement_and_private_has_ones_own_alone() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
    from open_spiel.python.observation import make_observation

    state = hidden_round(0)
    laid = state.action_to_string(0, state.history()[-1])
    kinds = {
        "public": pyspiel.IIGObservationType(
            perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE
        ),
        "private": pyspiel.IIGObservationType(perfect_recall=True, public_info=False),
    }
    told = {name: make_observation(state.get_game(), kind) for name, kind in kinds.items()}
    assert laid not in told["public"].string_from(state, 0)
    assert laid in told["private"].string_from(state, 0)
    assert laid not in told["private"].string_from(state, 1)
    told["public"].set_from(state, 0)
    assert not told["public"].dict["open"].any()
