"""The commands: each takes its arguments as texts and returns its answer as text."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite

from kheper import __version__, bots
from kheper.core import AnyState, NotationError, RuleError, SetupError
from kheper.core.grid import clip
from kheper.core.settings import check_seat, parse_number
from kheper.engine.adapter import ADAPTERS, EngineAdapter
from kheper.engine.evaluation import evaluate as position_value
from kheper.engine.files import read_text, write_text
from kheper.engine.history import GameHistory
from kheper.games import GAMES
from kheper.render import board_text

PROTOCOL_VERSION = "2"
MOST_HINTS = 10
DEFAULT_LEVEL = str(bots.LEVELS[-1])
DEFAULT_SECONDS = "10"

_SECONDS = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


@dataclass(slots=True)
class Conversation:
    """What the commands of one client share: the current game, if there is one."""

    game: GameHistory | None = None
    done: bool = False

    @property
    def history(self) -> GameHistory:
        """The current game."""
        if self.game is None:
            raise SetupError(None, "there is no game yet: new_game or load", code="no-game")
        return self.game

    @property
    def state(self) -> AnyState:
        """The current state."""
        return self.history.state

    @property
    def adapter(self) -> EngineAdapter[AnyState]:
        """What the engine knows of the current game."""
        return ADAPTERS[self.state.game]


@dataclass(frozen=True, slots=True)
class EngineCommand:
    """A command: its function and its arguments; those in brackets are optional."""

    run: Callable[..., str]
    usage: str = ""

    def takes(self, count: int) -> bool:
        """Say whether it takes that many arguments."""
        words = self.usage.split()
        least = sum(not word.startswith("[") for word in words)
        return least <= count and (count <= len(words) or self.usage.endswith("...]"))


def known_command(_: Conversation, name: str) -> str:
    """Say whether there is such a command."""
    return _word(name in COMMANDS)


def new_game(current: Conversation, name: str, *pairs: str) -> str:
    """Set up a game."""
    if name not in GAMES:
        raise NotationError(None, f"the game is {' or '.join(GAMES)}, not '{clip(name)}'")
    settings = _settings(pairs)
    seed = settings.pop("seed", None)
    if seed == "":
        raise NotationError(None, "the seed is empty")
    current.game = GameHistory.new(GAMES[name], settings, seed)
    return ""


def to_move(current: Conversation) -> str:
    """Return the seats that may move now."""
    return _words(current.state.to_move)


def card(current: Conversation) -> str:
    """Show the drawn mission card."""
    drawn = current.adapter.card(current.state)
    if drawn is None:
        raise RuleError(None, "there is no open card", code="no-card")
    return str(drawn)


def legal_moves(current: Conversation, seat: str | None = None) -> str:
    """List a seat's moves, or those of the first seat that is to move."""
    state = current.state
    mover = _seat(state, seat) if seat else min(state.to_move, default=1)
    return "\n".join(sorted(map(str, state.legal_moves(mover))))


def play(current: Conversation, seat: str, text: str) -> str:
    """Play a move."""
    mover = _mover(current.state, seat)
    current.game = current.history.play(mover, current.state.parse_move(text))
    return ""


def undo(current: Conversation) -> str:
    """Take back the last move, whoever played it."""
    current.game = current.history.undo()
    return ""


def genmove(
    current: Conversation, seat: str, level: str = DEFAULT_LEVEL, seconds: str | None = None
) -> str:
    """Let a bot play a move: within the seconds, or as long as its level thinks."""
    history, mover = current.history, _mover(current.state, seat)
    bot = bots.level(parse_number(level, "level", bots.LEVELS[0], bots.LEVELS[-1]))
    limits = bots.UNLIMITED
    if seconds is not None:
        limits = bots.Limits(seconds=_seconds(seconds), cores=os.cpu_count() or 1)
    move = bot.choose(history.state.view(mover), history.rng("genmove"), limits)
    current.game = history.play(mover, move)
    return str(move)


def hint(current: Conversation, seat: str, seconds: str = DEFAULT_SECONDS) -> str:
    """Return the best moves with their expected final values."""
    history, mover = current.history, _mover(current.state, seat)
    view, limits = history.state.view(mover), bots.Limits(seconds=_seconds(seconds))
    ranked = bots.rank(view, history.rng("hint"), limits, most=MOST_HINTS)
    return "\n".join(f"{move} {_decimal(value)}" for move, value in ranked)


def scores(current: Conversation) -> str:
    """Return the points of each side, without those of an open round."""
    return _words(current.state.scores)


def over(current: Conversation) -> str:
    """Say whether the game has ended."""
    return _word(current.state.over)


def result(current: Conversation) -> str:
    """Return the result as a record writes it."""
    outcome = current.state.outcome
    return outcome.result if outcome else "*"


def record(current: Conversation) -> str:
    """Return the record; `;` replaces its empty line, which would end the answer."""
    return "\n".join(line or ";" for line in str(current.history.record()).split("\n")[:-1])


def save(current: Conversation, *path: str) -> str:
    """Write the record to a file."""
    write_text(_path(path), str(current.history.record()))
    return ""


def load(current: Conversation, *path: str) -> str:
    """Replay a record to its end."""
    current.game = GameHistory.read(read_text(_path(path)))
    return ""


def showboard(current: Conversation) -> str:
    """Draw the board as a spectator sees it."""
    return board_text(current.state.view(None), current.history.names)


def solve(current: Conversation, seconds: str = DEFAULT_SECONDS) -> str:
    """Show perfect play from here on, where the game can be solved."""
    known = current.history.deck_known
    return current.adapter.solve(current.state, _seconds(seconds), deck_known=known)


def evaluate(current: Conversation, seat: str, seconds: str = DEFAULT_SECONDS) -> str:
    """Tell what the position is worth to a seat, and whether that is proved."""
    state, rng = current.state, current.history.rng("evaluate")
    value, proved = position_value(state, _seat(state, seat), rng, _seconds(seconds))
    return f"{_decimal(value)} {'proved' if proved else 'estimated'}"


def _seconds(text: str) -> float:
    """Return how long a search may take."""
    value = float(text) if _SECONDS.fullmatch(text) else 0.0
    if value <= 0 or not isfinite(value):
        raise NotationError(None, f"seconds are a number greater than 0, not '{clip(text)}'")
    return value


def leave(current: Conversation) -> str:
    """End the conversation."""
    current.done = True
    return ""


COMMANDS: dict[str, EngineCommand] = {
    "protocol_version": EngineCommand(lambda _: PROTOCOL_VERSION),
    "name": EngineCommand(lambda _: "Kheper"),
    "version": EngineCommand(lambda _: __version__),
    "list_commands": EngineCommand(lambda _: "\n".join(COMMANDS)),
    "known_command": EngineCommand(known_command, "name"),
    "new_game": EngineCommand(new_game, "game [key=value...]"),
    "to_move": EngineCommand(to_move),
    "card": EngineCommand(card),
    "legal_moves": EngineCommand(legal_moves, "[seat]"),
    "play": EngineCommand(play, "seat move"),
    "undo": EngineCommand(undo),
    "genmove": EngineCommand(genmove, "seat [level] [seconds]"),
    "hint": EngineCommand(hint, "seat [seconds]"),
    "scores": EngineCommand(scores),
    "over": EngineCommand(over),
    "result": EngineCommand(result),
    "record": EngineCommand(record),
    "save": EngineCommand(save, "path [path...]"),
    "load": EngineCommand(load, "path [path...]"),
    "showboard": EngineCommand(showboard),
    "solve": EngineCommand(solve, "[seconds]"),
    "evaluate": EngineCommand(evaluate, "seat [seconds]"),
    "quit": EngineCommand(leave),
}


def _settings(pairs: tuple[str, ...]) -> dict[str, str]:
    settings: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise NotationError(None, f"'{clip(pair)}' is not a key and its value, such as seed=7")
        if key in settings:
            raise NotationError(None, f"the key {clip(key)} appears twice")
        settings[key] = value
    return settings


def _seat(state: AnyState, text: str) -> int:
    seat = parse_number(text, "a seat", 0)
    check_seat(seat, state.seats)
    return seat


def _mover(state: AnyState, text: str) -> int:
    """Read a seat, and let the rules refuse one that is not to move."""
    seat = _seat(state, text)
    state.check_turn(seat)
    return seat


def _path(words: tuple[str, ...]) -> str:
    return " ".join(words)


def _words(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values))


def _word(answer: bool) -> str:
    return "true" if answer else "false"


def _decimal(value: float) -> str:
    """Write a number without an exponent and trailing zeros."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
