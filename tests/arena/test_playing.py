"""Games of a plan: they follow from plan and number, and faults are lost, never hidden."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec
import pytest

import kheper
from kheper.arena.events import EVENTS
from kheper.arena.faults import Kind
from kheper.arena.players import PythonPlayer
from kheper.arena.playing import GameResult, check, dismiss, play, seat_player
from kheper.games import replay
from tests.arena.samples import FUNCTIONS, plan_of, without_time

ENGINE = f"engine:{shlex.quote(sys.executable)} -m kheper engine"


@pytest.fixture(autouse=True)
def _nobody_stays() -> Iterator[None]:
    yield
    dismiss()


@pytest.mark.parametrize("event", EVENTS)
def test_a_game_of_every_event_is_played_by_the_rules_and_written_down(event: str) -> None:
    plan = plan_of("level:1", "level:2", events=[event])
    for number in (0, len(plan.games(1)) - 1):
        played = play(plan, number)
        meeting = plan.meeting(number)
        replayed = replay(played.record, Random(1))
        assert replayed.states[0] == plan.deal(meeting)
        assert (replayed.end.over, replayed.end.scores) == (True, played.scores)
        assert played.fault is None
        size = replayed.end.seats // len(played.sides)
        seats = [side * size + n + 1 for side in played.winners for n in range(size)]
        assert replayed.end.outcome is not None
        assert tuple(seats) == replayed.end.outcome.winners
        assert sum(played.moves) == len(replayed.plays)


def test_a_game_follows_from_plan_and_number_alone() -> None:
    plan = plan_of("level:1", f"chance={FUNCTIONS}chance", events=["duel", "scarab-short"])
    games = [without_time(play(plan, number)) for number in plan.games(1)]
    again = [without_time(play(plan, number)) for number in reversed(plan.games(1))]
    assert games == again[::-1]
    assert len({game.record for game in games}) == len(games)


@pytest.mark.parametrize("event", ["scarab-short", "expedition", "duel", "solo"])
def test_levels_that_search_play_as_they_do_or_within_limits(event: str) -> None:
    plan = plan_of("level:4", "level:7", "level,playouts=8,cores=2:8", events=[event])
    games = [play(plan, number) for number in plan.games(1)][-2:]
    assert [game.fault for game in games] == [None, None]


def fault_of(player: str, event: str = "duel", timeout: float = 60.0) -> tuple[Kind, str]:
    """Play both seatings against a beginner; the player must have lost each by its fault."""
    plan = plan_of("level:1", f"it={player}", events=[event], timeout=timeout)
    faults = []
    for number in plan.games(1):
        played = play(plan, number)
        assert played.fault is not None
        assert played.loser is not None
        assert played.sides[played.loser] == "it"
        assert played.winners == (1 - played.loser,)
        faults.append(played.fault)
    assert len({fault.kind for fault in faults}) == 1
    return faults[0].kind, faults[0].sentence


@pytest.mark.parametrize(
    ("function", "kind", "sentence"),
    [
        ("raises", "crash", "ValueError: no idea at all"),
        ("shouts", "crash", "ValueError: ?no no"),
        ("rambles", "illegal", "'"),
        ("dies", "crash", "it ended with code 3"),
        ("cheats", "illegal", "'a1b1c1d1e1' was refused: "),
        ("babbles", "illegal", "'the one over there' was refused: "),
    ],
)
def test_a_function_that_fails_loses_and_the_reason_is_told(
    function: str, kind: Kind, sentence: str
) -> None:
    found = fault_of(FUNCTIONS + function)
    assert found[0] == kind
    assert found[1].startswith(sentence)


def test_what_was_said_of_a_fault_can_be_written_down() -> None:
    plan = plan_of("level:1", FUNCTIONS + "shouts")
    assert b"?no no" in msgspec.json.encode(play(plan, 0))


def test_after_an_illegal_move_the_next_game_has_a_new_process() -> None:
    plan = plan_of("level:1", FUNCTIONS + "cheats")
    it = seat_player(plan.entrants[1], plan.timeout)
    assert isinstance(it, PythonPlayer)
    assert play(plan, 0).fault is not None
    assert it._program is None


def test_a_function_that_takes_too_long_loses() -> None:
    assert fault_of(FUNCTIONS + "sleeps", timeout=0.3) == ("time-out", "it did not answer in time")


def test_what_a_function_prints_gets_in_nobodys_way() -> None:
    plan = plan_of("level:1", FUNCTIONS + "by_name")
    assert play(plan, 0).fault is None


def test_a_fault_at_a_larger_table_decides_nothing_between_the_others() -> None:
    plan = plan_of("level:1", "level:2", FUNCTIONS + "dies", events=["expedition-3"])
    assert play(plan, 0).winners == ()


@pytest.mark.parametrize("event", ["duel", "expedition-2", "solo", "scarab-short-turning"])
def test_our_engine_plays_what_the_level_does_and_never_at_fault(event: str) -> None:
    plan = plan_of("level:1", ENGINE.replace("engine:", "engine,level=1:"), events=[event])
    games = [play(plan, number) for number in plan.games(1)]
    assert [game.fault for game in games] == [None] * len(games)
    assert [without_time(play(plan, n)) for n in plan.games(1)] == list(map(without_time, games))


def script(folder: Path, text: str) -> str:
    """Return a player that is a small program of its own."""
    path = folder / "program.py"
    path.write_text(text, encoding="utf-8")
    return f"engine:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


GREETS = "import sys\ninput()\nprint('= 2', end='\\n\\n', flush=True)\n"


@pytest.mark.parametrize(
    ("after", "kind", "sentence"),
    [
        ("sys.exit('out of ideas')", "crash", "it ended with code 1: out of ideas"),
        ("print('? no such game', end='\\n\\n')", "refused", "'new_game scarabya "),
        ("print('hello', end='\\n\\n')", "refused", "'hello' is no answer"),
        ("while True: print('=')", "refused", "its answer does not end"),
        ("while True: print('=' * 10**6, end='')", "refused", "its answer does not end"),
        ("while True: print()", "time-out", "it did not answer in time"),
        ("sys.stdin.read()", "time-out", "it did not answer in time"),
    ],
)
def test_a_program_that_fails_loses_and_the_reason_is_told(
    tmp_path: Path, after: str, kind: Kind, sentence: str
) -> None:
    timeout = 0.3 if kind == "time-out" else 60.0
    found = fault_of(script(tmp_path, GREETS + after), timeout=timeout)
    assert found[0] == kind
    assert found[1].startswith(sentence)


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        ("engine:/no/such/program", "cannot be started"),
        (f"engine:{shlex.quote(sys.executable)} -c 'print(\"= 1\\n\")'", "version '1'"),
        ("python:no.such.module:choose", "ModuleNotFoundError"),
        (FUNCTIONS + "no_such_function", "AttributeError"),
        (FUNCTIONS + "not_a_function", "is no function"),
    ],
)
def test_a_player_that_cannot_start_is_found_before_any_game(player: str, reason: str) -> None:
    plan = plan_of("level:1", player)
    assert check(plan, plan.entrants[0]) is None
    assert reason in str(check(plan, plan.entrants[1]))


SPY = (
    "import subprocess, sys\n"
    "engine = subprocess.Popen([sys.executable, '-m', 'kheper', 'engine'],\n"
    "    stdin=subprocess.PIPE)\n"
    "with open(sys.argv[1], 'a') as log:\n"
    "    for line in sys.stdin:\n"
    "        log.write(line)\n"
    "        log.flush()\n"
    "        engine.stdin.write(line.replace('genmove 1', 'genmove 1 1').encode())\n"
    "        engine.stdin.flush()\n"
)


@pytest.mark.parametrize("event", ["expedition-2", "solo"])
def test_a_program_is_told_what_its_seat_may_see_and_no_more(tmp_path: Path, event: str) -> None:
    log = tmp_path / "log"
    plan = plan_of(script(tmp_path, SPY) + f" {log}", "level:1", events=[event])
    played: GameResult = play(plan, 0)
    assert played.fault is None
    end = kheper.replay(played.record, game="scarabya").end
    told = [line.split() for line in log.read_text().splitlines()]
    decks = [word for line in told for word in line if word.startswith("deck=")]
    drawn = [len(deck) - len("deck=") for deck in decks]
    assert all("".join(end.deck).startswith(deck.removeprefix("deck=")) for deck in decks)
    assert drawn == sorted(set(drawn))
    assert drawn[0] == 1
    # In an open round nobody's placement is told: seat 1 is asked first, seat 2 plays later.
    for before, line in pairwise(told):
        if line[0] == "genmove" and event == "expedition-2" and before[0] == "play":
            assert before[1] == "2"
