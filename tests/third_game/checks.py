"""What must hold for a game that registers itself: `python -m tests.third_game.checks NAME`."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

import kheper
from kheper import bots
from kheper.core import Record
from kheper.engine import Engine
from kheper.games import game_of, record_of, replay
from kheper.render import board_svg, board_text, describe_change, describe_outcome
from kheper.server.match import commands as ask
from kheper.server.match.record import record
from tests.cli.shell import play
from tests.server.match.driver import ANNA, BEN, BOT, EVE, HERE, Room, two_people
from tests.third_game.nim import register
from tests.third_game.nim.rules import Nim, NimState


def check_engine() -> None:
    """The engine sets it up, plays it with the naive bot, saves, loads and shows it."""
    engine = Engine()

    def say(line: str) -> str:
        answer = (engine.answer(line.encode()) or b"").decode()
        assert answer.startswith("="), (line, answer)
        return answer[1:].strip()

    say("new_game nim heap=9 seed=3")
    assert say("legal_moves 1").split() == ["1", "2", "3"]
    say("play 1 2")
    assert "|||||||\nFirst: 2 points." in say("showboard")
    assert say("hint 2").split("\n")[0] == "3 3"
    while say("over") == "false":
        say(f"genmove {say('to_move')} 1")
    assert say("result") == " ".join(say("scores").split())
    with TemporaryDirectory() as folder:
        path, before = Path(folder) / "game.txt", say("record")
        say(f"save {path}")
        say("new_game scarab size=8 seed=1")
        say(f"load {path}")
        assert say("record") == before
    say("undo")
    assert "Bonus" not in say("record"), "the bonus is hidden until the end"
    assert (engine.answer(b"card") or b"").startswith(b"? there is no open card")
    assert (engine.answer(b"solve") or b"").startswith(b"? ")


def check_match() -> None:
    """The server plays it, hides the bonus, takes back, records and offers a rematch."""
    room = two_people("nim", heap="9", bonus="4")
    assert room.view(EVE).state["bonus"] is None  # type: ignore[index] # it has started
    room.move(ANNA, 1, "3")
    assert room.refused(ANNA, ask.Play, seat=1, move="1", seen=room.match.number).code
    room.finish()
    assert room.match.phase == "over"
    assert room.view(EVE).state["bonus"] == 4  # type: ignore[index] # as above
    again = replay(str(record(room.match)), Random(1))
    assert again.end == room.match.state
    assert room.refused(BEN, ask.Retry).code == "no-retry"
    room.ask(BEN, ask.Rematch)
    with_bot = Room("nim", HERE, BOT, start=True)
    with_bot.finish()
    assert with_bot.match.phase == "over"


def check_records() -> None:
    """Records are written, read and replayed; a view's record holds no bonus."""
    assert kheper.new("nim", seed=5).game == "nim"
    game = Nim()
    state = game.new({}, Random(5))
    while not state.over:
        assert "Bonus" not in str(record_of(state.view(1)))
        assert game.replay(record_of(state, deck=True), Random(0)).end == state
        state = state.play(state.to_move[0], state.legal_moves(state.to_move[0])[-1])
    text = str(record_of(state, [("Event", "test")]))
    assert game.replay(Record.parse(text), Random(0)).end == state
    assert str(record_of(replay(text, Random(0)).end, [("Event", "test")])) == text
    assert game_of(state).title == "Nim"
    with pytest.raises(kheper.KheperError) as refused:
        replay(text.replace("\n1. 3", "\n1. 4"), Random(0))
    assert refused.value.line == text.split("\n").index("1. 3") + 1


def check_bots() -> None:
    """Every level plays it through, and a level sees nothing but its view."""
    for number in bots.LEVELS:
        state = kheper.new("nim", seed=number)
        while not state.over:
            seat = state.to_move[0]
            state = state.play(seat, bots.level(number).choose(state.view(seat), Random(number)))
        assert state.outcome is not None
    one, other = NimState(9, 1, (3, 3)), NimState(9, 5, (3, 3))
    for number in bots.LEVELS:
        level = bots.level(number)
        assert level.choose(one.view(1), Random(1)) == level.choose(other.view(1), Random(1))


def check_rendering() -> None:
    """It is shown as text, as a picture and in sentences."""
    first = NimState(6, 2)
    end = first.play(1, first.parse_move("3")).play(2, first.parse_move("3"))
    assert board_text(first, ["Anna", "Ben"]).startswith("Nim. Turn: Anna.\n||||||")
    assert board_svg(end).startswith("<svg")
    assert describe_change(None, end, ["Anna", "Ben"]) == ["Anna: takes 3.", "Ben: takes 3."]
    assert describe_outcome(end) == ["Winner: Second with 5 points against 3."]


def check_terminal() -> None:
    """It is played in the terminal, and taken back there."""
    typed = ["x3", "", "undo", "x2", "", "x4", "x1", "", "quit"]
    result = play("--game", "nim", "--seats", "Anna,bot:1", "--option", "heap=9", typed=typed)
    assert result.exit_code == 0, result.output
    assert "Taken back." in result.output
    assert "Anna: takes 2." in result.output


if __name__ == "__main__":
    register()
    globals()[f"check_{sys.argv[1]}"]()
