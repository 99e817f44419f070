"""`solve` and `evaluate`, with all cards known or told by those that have been drawn."""

from __future__ import annotations

from time import perf_counter
from typing import cast

import pytest

from kheper.scarabya import Duel, Expedition
from kheper.search.jit.warmup import Warmup
from kheper.search.scarabya.last_cards import solver
from tests.engine.talk import DECK, DUEL, ENDGAME, SITE, SOLO, THREE, Talk
from tests.search.scarabya.last_cards import brute

ONE = f"new_game scarabya seats=1 site={SITE} deck={DECK}"
MODES = pytest.mark.parametrize("game", [ONE, DUEL], ids=["expedition", "duel"])


def talk_with(game: str, left: int) -> Talk:
    """Return a conversation about a game with that many cards left, or fewer."""
    talk, before = Talk(game if "seed=" in game else f"{game} seed=7"), len(DECK) - left
    while talk.say("over") == "false" and state_of(talk).number <= before:
        talk.say(f"genmove {talk.say('to_move')} 3")
    return talk


def state_of(talk: Talk) -> Expedition | Duel:
    return cast("Expedition | Duel", talk.engine.conversation.state)


def seat_to_move(talk: Talk) -> int:
    return state_of(talk).to_move[0]


def lead(talk: Talk, seat: int) -> int:
    """Return a seat's points, or in a duel its lead."""
    scores = [int(score) for score in talk.say("scores").split()]
    return scores[seat - 1] - (scores[2 - seat] if len(scores) > 1 else 0)


def best_of(talk: Talk) -> int:
    """Return the value for the mover by brute force; at the end it is seat 1's."""
    state = state_of(talk)
    if isinstance(state, Duel):
        return brute.final_lead(state, (*state.to_move, 1)[0])
    return brute.most_points(state.digs[0], state.deck[len(state.digs[0].entries) :], True)


@MODES
def test_solve_gives_the_result_and_a_row_for_each_card(game: str) -> None:
    talk = talk_with(game, 6)
    seat, before = seat_to_move(talk), talk.say("record")
    past = len(DECK) - state_of(talk).number + 1
    value, *rows = talk.say("solve 600").split("\n")
    assert talk.say("record") == before
    assert "".join(row[0] for row in rows) == DECK[-past:]
    for row in rows:
        if not row.endswith(" x"):  # the rules discard by themselves
            assert talk.say("card") == row[0]
            talk.say(f"play {talk.say('to_move')} {row[2:]}")
    assert talk.say("over") == "true"
    assert lead(talk, seat) == int(value)


@MODES
def test_solve_agrees_with_brute_force(game: str) -> None:
    for left in (1, 2, 3):
        talk = talk_with(game, left)
        assert talk.say("solve 600").split("\n")[0] == str(best_of(talk))


@MODES
def test_solve_gives_the_result_alone_when_the_game_is_over(game: str) -> None:
    talk = talk_with(game, 1)
    while talk.say("over") == "false":
        talk.say(f"genmove {talk.say('to_move')} 1")
    assert talk.say("solve") == str(lead(talk, 1))


@MODES
def test_solve_says_unknown_in_time(game: str) -> None:
    began = perf_counter()
    assert Talk(game).say("solve 0.3") == "unknown"
    assert perf_counter() - began < 10


@MODES
def test_sy_s5_solve_refuses_a_deck_that_was_not_given_whole(game: str) -> None:
    sentence = "SY-S5: an expedition or a duel is solved where all twelve cards were given"
    assert Talk(game.replace(f" deck={DECK}", " seed=1")).refused("solve") == sentence
    assert Talk(game.replace(f" deck={DECK}", " seed=1 deck=FIL")).refused("solve") == sentence


@MODES
def test_solve_keeps_the_time_and_solves_small_ends_while_nothing_is_compiled(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    never_ready = Warmup((), ())
    monkeypatch.setattr(never_ready, "start", lambda: None)
    monkeypatch.setattr(solver, "_kernel", never_ready)
    talk = talk_with(game, 2)
    assert talk.say("solve 60").split("\n")[0] == str(best_of(talk))
    began = perf_counter()
    assert Talk(game).say("solve 0.3") == "unknown"
    assert perf_counter() - began < 10


@MODES
def test_evaluate_proves_the_value_when_the_drawn_cards_tell_the_last_one(game: str) -> None:
    proofs = 0
    for seed in (1, 2, 3, 4):
        talk = talk_with(game.replace(f" deck={DECK}", f" seed={seed}"), 2)
        if talk.say("over") == "true":
            continue
        seat, proofs = seat_to_move(talk), proofs + 1
        assert talk.say(f"evaluate {seat} 600") == f"{best_of(talk)} proved"
        if game is DUEL:
            assert talk.say(f"evaluate {3 - seat} 600") == f"{-best_of(talk)} proved"
    assert proofs


def test_sy_s5_evaluate_knows_no_more_than_the_seat_even_if_the_deck_was_given() -> None:
    assert talk_with(ONE, 5).say("evaluate 1 0.2").endswith(" estimated")


@MODES
def test_evaluate_estimates_what_it_cannot_prove(game: str) -> None:
    value, word = talk_with(game, 6).say("evaluate 1 0.5").split()
    assert word == "estimated"
    assert -60 < float(value) < 90


def test_evaluate_estimates_for_a_seat_that_has_placed_and_one_that_has_not() -> None:
    talk = Talk(THREE, "genmove 2 3")
    for seat in (1, 2, 3):
        value, word = talk.say(f"evaluate {seat} 0.5").split()
        assert word == "estimated"
        assert 0 < float(value) < 90


def test_evaluate_tells_the_result_of_a_finished_game() -> None:
    talk = talk_with(DUEL, 1)
    while talk.say("over") == "false":
        talk.say(f"genmove {talk.say('to_move')} 1")
    for seat in (1, 2):
        assert talk.say(f"evaluate {seat}") == f"{lead(talk, seat)} proved"
    full = SITE.replace(".", "s")
    talk = Talk(f"new_game scarabya mode=solo seed=1 site={full}")
    while talk.say("over") == "false":
        talk.say("genmove 1 1")
    assert talk.say("evaluate 1") == "0 proved"


def test_evaluate_proves_a_solo_game_whose_cards_are_all_known() -> None:
    talk = Talk(SOLO)
    rows = [row.split(" ") for row in talk.say("solve 600").split("\n")]
    for _, placement in rows[:-2]:
        if placement != "x":
            talk.say(f"play 1 {placement}")
    assert talk.say("over") == "false"
    assert talk.say("evaluate 1 600") == "1 proved"


def test_evaluate_of_scarab_is_the_lead_of_the_seats_side() -> None:
    talk = Talk(ENDGAME)
    assert talk.say("evaluate 1 600") == "5 proved"
    assert talk.say("evaluate 2 600") == "-5 proved"
    teams = Talk(ENDGAME + " seats=4 teams=yes")
    values = [teams.say(f"evaluate {seat} 600") for seat in (1, 2, 3, 4)]
    assert values[0] == values[1]
    assert values[2] == values[3]
    assert values[0].endswith(" proved")
    assert float(values[0].split()[0]) == -float(values[2].split()[0])


def test_evaluate_refuses_a_seat_that_does_not_exist() -> None:
    assert Talk(DUEL).refused("evaluate 3") == Talk(DUEL).refused("legal_moves 3")
