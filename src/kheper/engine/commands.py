"""The commands: each takes its arguments as texts and returns its answer as text."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from typing import Any

from kheper import __version__, bots
from kheper.core import NotationError, RuleError, SetupError
from kheper.core.grid import clip
from kheper.core.settings import check_seat, parse_number
from kheper.engine.files import read_text, write_text
from kheper.engine.match import Match
from kheper.games import GAMES
from kheper.render.text import board_text
from kheper.scarab import ScarabState
from kheper.scarabya import Solo

PROTOCOL_VERSION = "2"
MOST_HINTS = 10
DEFAULT_LEVEL = str(bots.LEVELS[-1])
DEFAULT_SECONDS = "10"

_SECONDS = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


@dataclass(slots=True)
class Table:
    """What the commands work at: the match that is on."""

    current: Match | None = None
    done: bool = False

    @property
    def match(self) -> Match:
        """The match that is on."""
        if self.current is None:
            raise SetupError(None, "there is no game yet: new_game or load", code="no-game")
        return self.current

    @property
    def state(self) -> Any:
        """The state that the match is in."""
        return self.match.state


@dataclass(frozen=True, slots=True)
class Command:
    """A command: what it does, and the arguments it takes; those in brackets may be left out."""

    run: Callable[..., str]
    usage: str = ""

    def takes(self, count: int) -> bool:
        """Say whether it takes that many arguments."""
        words = self.usage.split()
        least = sum(not word.startswith("[") for word in words)
        return least <= count and (count <= len(words) or self.usage.endswith("...]"))


def known_command(_: Table, name: str) -> str:
    """Say whether there is such a command."""
    return _word(name in COMMANDS)


def new_game(table: Table, name: str, *pairs: str) -> str:
    """Set up a game."""
    if name not in GAMES:
        raise NotationError(None, f"the game is {' or '.join(GAMES)}, not '{clip(name)}'")
    settings = _settings(pairs)
    seed = settings.pop("seed", None)
    if seed == "":
        raise NotationError(None, "the seed is empty")
    table.current = Match.new(GAMES[name], settings, seed)
    return ""


def to_move(table: Table) -> str:
    """Name the seats that may move now."""
    return _words(table.state.to_move)


def card(table: Table) -> str:
    """Show the drawn mission card."""
    drawn = getattr(table.state, "card", None)
    if drawn is None:
        raise RuleError(None, "there is no open card", code="no-card")
    return str(drawn)


def legal_moves(table: Table, seat: str | None = None) -> str:
    """List a seat's moves, or those of the first seat that is to move."""
    state = table.state
    mover = _seat(state, seat) if seat else min(state.to_move, default=1)
    return "\n".join(sorted(map(str, state.legal_moves(mover))))


def play(table: Table, seat: str, text: str) -> str:
    """Play a move."""
    mover = _mover(table.state, seat)
    table.current = table.match.play(mover, table.state.parse_move(text))
    return ""


def undo(table: Table) -> str:
    """Take back the last move, of whatever seat."""
    table.current = table.match.undo()
    return ""


def genmove(table: Table, seat: str, level: str = DEFAULT_LEVEL, seconds: str | None = None) -> str:
    """Let a bot play a move: within the seconds, or as long as its level thinks."""
    match, mover = table.match, _mover(table.state, seat)
    bot = bots.level(parse_number(level, "level", bots.LEVELS[0], bots.LEVELS[-1]))
    limits = bots.UNLIMITED
    if seconds is not None:
        limits = bots.Limits(seconds=_seconds(seconds), cores=os.cpu_count() or 1)
    move = bot.choose(match.state.view(mover), match.rng("genmove"), limits)
    table.current = match.play(mover, move)
    return str(move)


def hint(table: Table, seat: str, seconds: str = DEFAULT_SECONDS) -> str:
    """Show the best moves, with what each is worth in the end."""
    match, mover = table.match, _mover(table.state, seat)
    view, limits = match.state.view(mover), bots.Limits(seconds=_seconds(seconds))
    ranked = bots.rank(view, match.rng("hint"), limits, most=MOST_HINTS)
    return "\n".join(f"{move} {_decimal(value)}" for move, value in ranked)


def scores(table: Table) -> str:
    """Tell the points of each side; of an open round nothing."""
    return _words(table.state.scores)


def over(table: Table) -> str:
    """Say whether the game has ended."""
    return _word(table.state.over)


def result(table: Table) -> str:
    """Tell the result as a record does."""
    outcome = table.state.outcome
    return outcome.result if outcome else "*"


def record(table: Table) -> str:
    """Write the game down; its empty line would end the answer, so `;` stands for it."""
    return "\n".join(line or ";" for line in str(table.match.record()).split("\n")[:-1])


def save(table: Table, *path: str) -> str:
    """Write the record to a file."""
    write_text(_path(path), str(table.match.record()))
    return ""


def load(table: Table, *path: str) -> str:
    """Read a record and stand at its end."""
    table.current = Match.read(read_text(_path(path)))
    return ""


def showboard(table: Table) -> str:
    """Draw the board as somebody sees it who does not play."""
    return board_text(table.state.view(None), table.match.names)


def solve(table: Table, seconds: str = DEFAULT_SECONDS) -> str:
    """Play a solo game, or SCARAB for two, perfectly from here on."""
    state = table.state
    limit = _seconds(seconds)
    if isinstance(state, Solo):
        from kheper.search.scarabya.solo import solver as solo  # noqa: PLC0415 - loads Numba

        found = solo.solve(state, seconds=limit)
        if found.verdict is not solo.Verdict.SOLVED:
            return found.verdict.value
        return "\n".join(f"{tile} {placement or 'x'}" for tile, placement in found.line)
    if isinstance(state, ScarabState) and state.seats == 2:
        from kheper.search.scarab.solver import Searcher  # noqa: PLC0415 - as above

        solved = Searcher().solve(state, seconds=limit)
        return "\n".join(map(str, (solved.value, *solved.line))) if solved else "unknown"
    raise SetupError(
        None, "only solo games and SCARAB with two seats are solved", code="not-solvable"
    )


def _seconds(text: str) -> float:
    """Return how long a search may take."""
    value = float(text) if _SECONDS.fullmatch(text) else 0.0
    if value <= 0 or not isfinite(value):
        raise NotationError(None, f"seconds are a number greater than 0, not '{clip(text)}'")
    return value


def leave(table: Table) -> str:
    """End the conversation."""
    table.done = True
    return ""


COMMANDS: dict[str, Command] = {
    "protocol_version": Command(lambda _: PROTOCOL_VERSION),
    "name": Command(lambda _: "Kheper"),
    "version": Command(lambda _: __version__),
    "list_commands": Command(lambda _: "\n".join(COMMANDS)),
    "known_command": Command(known_command, "name"),
    "new_game": Command(new_game, "game [key=value...]"),
    "to_move": Command(to_move),
    "card": Command(card),
    "legal_moves": Command(legal_moves, "[seat]"),
    "play": Command(play, "seat move"),
    "undo": Command(undo),
    "genmove": Command(genmove, "seat [level] [seconds]"),
    "hint": Command(hint, "seat [seconds]"),
    "scores": Command(scores),
    "over": Command(over),
    "result": Command(result),
    "record": Command(record),
    "save": Command(save, "path [path...]"),
    "load": Command(load, "path [path...]"),
    "showboard": Command(showboard),
    "solve": Command(solve, "[seconds]"),
    "quit": Command(leave),
}


def _settings(pairs: tuple[str, ...]) -> dict[str, str]:
    settings: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise NotationError(None, f"'{clip(pair)}' is not a key and its value, such as seed=7")
        if key in settings:
            raise NotationError(None, f"the key {clip(key)} stands twice")
        settings[key] = value
    return settings


def _seat(state: Any, text: str) -> int:
    seat = parse_number(text, "a seat", 0)
    check_seat(seat, state.seats)
    return seat


def _mover(state: Any, text: str) -> int:
    """Read a seat that is to move; the rules say why another is not."""
    seat = _seat(state, text)
    if seat not in state.to_move:
        state.play(seat, None)  # refused before the move is looked at
    return seat


def _path(words: tuple[str, ...]) -> str:
    return " ".join(words)


def _words(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values))


def _word(answer: bool) -> str:
    return "true" if answer else "false"


def _decimal(value: float) -> str:
    """Write a number without exponent and idle zeros."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
