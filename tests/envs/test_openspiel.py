from __future__ import annotations

import copy
import pickle
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from kheper.core.errors import KheperError
from kheper.envs.rewards import utilities
from kheper.scarabya import PLACEMENTS
from kheper.scarabya.tiles import TILES
from tests.envs.playing import begun, legal_rows
from tests.envs.test_scarab_turns import actions_of
from tests.samples import SCARAB_VARIANTS, SCARABYA_VARIANTS, draw_move

pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")

import kheper.envs.openspiel  # noqa: E402, F401 - registers the games

GAMES = (
    "python_scarabya_expedition",
    "python_scarabya_expedition(players=1)",
    "python_scarabya_expedition(players=4,open_table=open,flip=off)",
    "python_scarabya_duel",
    "python_scarabya_duel(arrangement=A0 B90 C180 D270)",
    "python_scarabya_solo",
    "python_scarab",
    "python_scarab(size=8,turning=yes,players=3,seed=4)",
    "python_scarab(teams=yes,players=4)",
)


def walk(game: Any, steps: int, rng: Random) -> Any:
    """Return a state some random steps into a game."""
    state = game.new_initial_state()
    for _ in range(steps):
        if not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_the_official_random_simulation_passes_with_serialisation(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_is_generated_and_replays_to_the_same_text(name: str, tmp_path: Path) -> None:
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["tests"])
    text = generate_playthrough.playthrough(name, None, seed=7)
    file = tmp_path / "playthrough.txt"
    file.write_text(text, encoding="utf-8")
    original, replayed = generate_playthrough.replay(str(file))
    assert text == original == replayed


@pytest.mark.parametrize("name", GAMES)
def test_game_and_state_can_be_pickled_and_cloned(name: str) -> None:
    game = pyspiel.load_game(name)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    state = walk(game, 9, Random(1))
    for twin in (pickle.loads(pickle.dumps(state)), state.clone(), copy.deepcopy(state)):
        assert str(twin) == str(state)
        assert twin.history() == state.history()
        assert twin.legal_actions() == state.legal_actions()


def parameters(settings: dict[str, str]) -> dict[str, Any]:
    """Return the settings of the rules as OpenSpiel's parameters."""
    whole = {"players": int(settings["seats"])}
    for name in ("size", "mover"):
        if name in settings:
            whole[name] = int(settings[name])
    left_out = ("seats", "mode", "deck", *whole)
    texts = {name: value for name, value in settings.items() if name not in left_out}
    return whole | texts


@pytest.mark.parametrize("variant", SCARABYA_VARIANTS)
@pytest.mark.parametrize("seed", range(2))
def test_whole_games_of_scarabya_agree_with_the_rules(variant: str, seed: int) -> None:
    rng = Random(seed)
    settings, state = begun(variant, rng)
    given = parameters(settings)
    if settings["mode"] != "expedition":
        del given["players"], given["open_table"]
    game = pyspiel.load_game(f"python_scarabya_{settings['mode']}", given)
    tree = game.new_initial_state()
    dealt = 0
    while not tree.is_terminal():
        if tree.is_chance_node():
            left = [n for n, tile in enumerate(TILES) if tile not in settings["deck"][:dealt]]
            assert [outcome for outcome, _ in tree.chance_outcomes()] == left
            assert sum(chance for _, chance in tree.chance_outcomes()) == pytest.approx(1)
            tree.apply_action(TILES.index(settings["deck"][dealt]))
            dealt += 1
            continue
        seat = tree.current_player() + 1
        assert seat == state.to_move[0]
        assert tree.legal_actions() == legal_rows(state, seat)
        assert tree.returns() == [0.0] * state.seats
        action = rng.choice(tree.legal_actions())
        assert tree.action_to_string(seat - 1, action) == str(PLACEMENTS[action])
        tree.apply_action(action)
        state = state.play(seat, PLACEMENTS[action])
    assert state.over
    assert tree.returns() == worth(state)


def worth(state: Any) -> list[float]:
    if state.seats > 1:
        return utilities(state.outcome, state.seats)
    return [float(bool(state.outcome.winners)) if state.mode == "solo" else float(state.scores[0])]


@pytest.mark.parametrize("variant", SCARAB_VARIANTS)
def test_whole_games_of_scarab_agree_with_the_rules(variant: str) -> None:
    rng = Random(variant)
    settings, state = begun(variant, rng)
    game = pyspiel.load_game("python_scarab", parameters(settings))
    tree = game.new_initial_state()
    while not tree.is_terminal():
        seat, move = draw_move(state, rng)
        for action in actions_of(tree.turn, move):
            assert tree.current_player() == seat - 1
            assert action in tree.legal_actions()
            tree.apply_action(action)
        state = state.play(seat, move)
        assert tree.turn.state == state
    assert tree.returns() == utilities(state.outcome, state.seats)


def test_sy_s1_chance_lays_the_boards_where_no_site_is_named() -> None:
    state = pyspiel.load_game("python_scarabya_solo").new_initial_state()
    seen = []
    for left in (16, 12, 8, 4):
        assert len(state.chance_outcomes()) == left
        action = state.legal_actions()[0]
        seen.append(state.action_to_string(pyspiel.PlayerId.CHANCE, action))
        state.apply_action(action)
    assert seen == ["A0", "B0", "C0", "D0"]
    assert len(state.chance_outcomes()) == 12


def test_an_information_state_tells_two_stories_apart() -> None:
    """Every state that a player can tell from another has a text and a tensor of its own."""
    game = pyspiel.load_game("python_scarabya_expedition(arrangement=A0 B0 C0 D0)")
    texts: dict[str, bytes] = {}
    for seed in range(30):
        rng = Random(seed)
        state = walk(game, rng.randint(1, 9), rng)
        text = state.information_state_string(0)
        tensor = np.array(state.information_state_tensor(0), dtype=np.float32).tobytes()
        assert texts.setdefault(text, tensor) == tensor
    assert len(set(texts.values())) == len(texts) > 20


def test_tensors_of_the_parts_are_what_their_names_say() -> None:
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game("python_scarabya_duel(arrangement=A0 B0 C0 D0)")
    state = game.new_initial_state()
    state.apply_action(TILES.index("X"))
    observation = make_observation(game)
    observation.set_from(state, 0)
    assert list(np.flatnonzero(observation.dict["card"])) == [9]
    assert observation.dict["to_come"].sum() == 11
    assert list(observation.dict["to_move"]) == [1, 0]


@pytest.mark.parametrize(
    "name",
    [
        "python_scarab(size=9)",
        "python_scarab(teams=yes,players=3)",
        "python_scarabya_duel(flip=maybe)",
        "python_scarabya_duel(site=ss)",
        "python_scarabya_expedition(players=5)",
    ],
)
def test_parameters_that_no_rule_allows_are_refused(name: str) -> None:
    with pytest.raises(KheperError):
        pyspiel.load_game(name)


def test_a_search_of_openspiel_plays_the_end_of_a_game() -> None:
    """Alpha-beta of OpenSpiel and the rules' own outcome agree about a won endgame."""
    from open_spiel.python.algorithms import minimax

    position = "/".join(["P +8 -1 . . . . ."] + [". . . . . . . ."] * 7)
    given = {"position": position, "axis": "h", "hands": "+1;+2", "size": 8}
    game = pyspiel.load_game("python_scarab", given)
    value, action = minimax.alpha_beta_search(game)
    assert value == 1.0
    assert game.new_initial_state().action_to_string(0, action) == "hb1"
