"""What nobody may see is in no answer: undrawn cards, and others' placements of an open round.

Two games that differ only in a secret are told apart by no answer.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from kheper.engine.history import GameHistory
from kheper.games import GAMES, SCARABYA
from kheper.scarabya.views import complete_deck
from tests.engine.talk import Talk

# All that can be asked, good and bad; `solve` is not among them: it is for who knows the cards.
QUESTIONS = """
to_move; card; legal_moves; legal_moves 1; legal_moves 2; legal_moves 3; scores; over; result;
showboard; play 1 x; play 2 x; play 1 a1b1c1d1e1; play 2 a1b1c1d1e1; play 2 e5f5; play 9 x;
hint 2; new_game scarabya mode=tennis; load missing; undo x
""".replace("\n", " ").split("; ")


@pytest.fixture(autouse=True)
def short_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints of fewer playouts tell as much here, and sooner."""
    monkeypatch.setattr("kheper.bots.scarabya.strategy.HINT_PLAYOUTS", 1)


def sitting_at(state: Any) -> Talk:
    talk = Talk()
    talk.engine.conversation.game = GameHistory((state,), "a seed")
    return talk


def answers(state: Any, *questions: str) -> list[bytes | None]:
    talk = sitting_at(state)
    return [talk.engine.answer(question.strip().encode()) for question in questions]


def with_deck(state: Any, rng: Random) -> Any:
    deck = complete_deck(state.deck[: state.number], rng)
    return state._replace(deck=deck) if hasattr(state, "_replace") else replace(state, deck=deck)


@pytest.mark.parametrize("mode", ["expedition", "duel", "solo"])
def test_sy_s5_no_answer_depends_on_undrawn_cards(mode: str) -> None:
    seats = {"seats": "3"} if mode == "expedition" else {}
    state = SCARABYA.new({"mode": mode, **seats}, Random(3))
    rng = Random(4)
    for _ in range(4):
        seat = state.to_move[0]
        other = with_deck(state, rng)
        assert other.deck != state.deck
        asked = (*QUESTIONS, f"hint {seat}", f"evaluate {seat}", "record")
        assert answers(state, *asked) == answers(other, *asked)
        for level in (1, 2):
            assert answers(state, f"genmove {seat} {level}") == answers(
                other, f"genmove {seat} {level}"
            )
        state = state.play(seat, rng.choice(state.legal_moves(seat)))


def test_sy_b2_no_answer_depends_on_anothers_open_placement() -> None:
    state = GAMES["scarabya"].new({"seats": "3"}, Random(5))
    rng = Random(6)
    asked = (
        *QUESTIONS,
        "play 1 e4f4d5e5e6",
        "hint 2",
        "evaluate 2",
        "genmove 2 1",
        "undo",
        "genmove 2",
        *QUESTIONS,
    )
    for _ in range(3):
        moves = state.legal_moves(1)
        one, two = (state.play(1, moves[n]) for n in (0, len(moves) - 1))
        assert one != two
        assert answers(one, *asked) == answers(two, *asked)
        for seat in (1, 2, 3):
            state = state.play(seat, rng.choice(state.legal_moves(seat)))


def test_sy_b2_play_answers_nothing_while_the_round_is_open() -> None:
    talk = Talk("new_game scarabya seats=2 seed=4")
    move = talk.say("legal_moves 1").split("\n")[0]
    before = [talk.say(question) for question in ("scores", "legal_moves 2", "result")]
    assert talk.say(f"play 1 {move}") == ""
    assert [talk.say(question) for question in ("scores", "legal_moves 2", "result")] == before
    assert move not in talk.say("showboard")


def test_sy_b2_an_open_table_shows_the_open_round() -> None:
    told = set()
    for n in (0, -1):
        talk = Talk("new_game scarabya seats=2 open_table=open seed=4")
        talk.say(f"play 1 {talk.say('legal_moves 1').splitlines()[n]}")
        told.add(talk.say("showboard"))
    assert len(told) == 2


def test_sy_s5_the_seed_is_in_no_answer() -> None:
    talk = Talk("new_game scarabya seats=2 seed=918273645")
    for question in (*QUESTIONS, "record", "genmove 1", "hint 2", "list_commands"):
        answer = talk.engine.answer(question.strip().encode())
        assert answer is not None
        assert b"918273645" not in answer


def test_sy_s5_what_the_bots_draw_has_nothing_to_do_with_what_the_game_drew() -> None:
    match = GameHistory.new(GAMES["scarabya"], {"mode": "solo"}, "7")
    later = match.play(1, match.state.legal_moves(1)[0])
    draws = [each.rng(purpose).random() for each in (match, later) for purpose in ("hint", "bot")]
    assert len({*draws, Random(7).random(), Random("7").random()}) == 6
    assert match.rng("hint").random() == draws[0]


def test_kh_4_a_record_tells_the_operator_the_moves_it_was_given() -> None:
    talk = Talk("new_game scarabya seats=2 seed=4")
    move = talk.say("genmove 1")
    assert talk.say("record").endswith(f": {move} | -")
