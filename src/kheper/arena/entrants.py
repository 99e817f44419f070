"""Entrants: who plays, as it is written on the command line."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isfinite

from kheper import bots
from kheper.core import NotationError, SetupError
from kheper.core.grid import clip
from kheper.core.settings import parse_number

_NAMED = re.compile(r"([^=:,]{1,40})=((?:level|engine|python)\b.*)", re.DOTALL)
_SPEC = re.compile(r"(level|engine|python)((?:,[^:,]*)*):(.+)", re.DOTALL)
_FUNCTION = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")
_MOST_PLAYOUTS = 10**9 - 1


@dataclass(frozen=True, slots=True)
class LevelSpec:
    """One of our levels, thinking as it does, or within limits."""

    number: int
    playouts: int | None = None
    seconds: float | None = None
    cores: int = 1

    @property
    def limits(self) -> bots.Limits:
        """How long it may think: as it does, where neither playouts nor seconds are told."""
        limits = bots.Limits(seconds=self.seconds, cores=self.cores)
        return limits if self.playouts is None else replace(limits, playouts=self.playouts)


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """A program that talks the engine protocol."""

    command: tuple[str, ...]
    level: int | None = None
    seconds: float | None = None

    def genmove(self, seat: int) -> str:
        """Return the command that asks for a move."""
        level = str(bots.LEVELS[-1]) if self.level is None else str(self.level)
        words = ["genmove", str(seat)]
        if self.level is not None or self.seconds is not None:
            words.append(level)
        if self.seconds is not None:
            words.append(f"{self.seconds:g}")
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class PythonSpec:
    """A Python function that takes a view and a random.Random, and returns a move."""

    function: str


Spec = LevelSpec | EngineSpec | PythonSpec


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player with a name; what it is follows from the text.

    >>> Entrant.parse("level:5").spec
    LevelSpec(number=5, playouts=None, seconds=None, cores=1)
    >>> Entrant.parse("quick=level,seconds=0.1:8").name
    'quick'
    """

    name: str
    text: str

    @classmethod
    def parse(cls, text: str) -> Entrant:
        """Read `level:5`, `engine:COMMAND` or `python:module:function`, with NAME= in front."""
        named = _NAMED.fullmatch(text.strip())
        name, spec = (named[1].strip(), named[2]) if named else (text.strip(), text.strip())
        if not name or not name.isprintable():
            raise NotationError(None, f"'{clip(text)}' has no name that can be written")
        entrant = cls(name, spec)
        _ = entrant.spec  # so that what cannot be read is refused now
        return entrant

    @property
    def spec(self) -> Spec:
        """What plays."""
        found = _SPEC.fullmatch(self.text)
        if found is None:
            raise NotationError(
                None,
                f"'{clip(self.text)}' is no player such as level:5, engine:COMMAND or "
                "python:module:function",
                code="no-player",
            )
        kind, given, rest = found.groups()
        options = _options(given)
        if kind == "level":
            return _level(rest, options)
        return _engine(rest, options) if kind == "engine" else _python(rest, options)

    @property
    def repeats(self) -> bool:
        """Whether it is known to play the same again: it is ours, and has no clock."""
        spec = self.spec
        return isinstance(spec, LevelSpec) and spec.seconds is None


def _options(text: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for part in text.split(",")[1:]:
        name, equals, value = part.partition("=")
        if not equals or name in options:
            raise NotationError(None, f"'{clip(part)}' is no option such as seconds=0.5")
        options[name] = value
    return options


def _check(options: Mapping[str, str], *known: str) -> None:
    for name in options:
        if name not in known:
            there_are = f"there are {', '.join(known)}" if known else "there are none"
            sentence = f"the player has no option '{clip(name)}': {there_are}"
            raise SetupError(None, sentence, code="no-option")


def _level(text: str, options: Mapping[str, str]) -> LevelSpec:
    _check(options, "playouts", "seconds", "cores")
    number = parse_number(text, "the level", bots.LEVELS[0], bots.LEVELS[-1])
    cores = parse_number(options.get("cores", "1"), "cores", 1, 64)
    return LevelSpec(number, _playouts(options), _seconds(options), cores)


def _engine(text: str, options: Mapping[str, str]) -> EngineSpec:
    _check(options, "level", "seconds")
    try:
        command = tuple(shlex.split(text))
    except ValueError as error:
        raise NotationError(None, f"the command '{clip(text)}' cannot be read: {error}") from None
    if not command or not command[0]:
        raise NotationError(None, "the engine has no command")
    level = options.get("level")
    number = None if level is None else parse_number(level, "the level", 1, 99)
    return EngineSpec(command, number, _seconds(options))


def _python(text: str, options: Mapping[str, str]) -> PythonSpec:
    _check(options)
    if not _FUNCTION.fullmatch(text):
        raise NotationError(None, f"'{clip(text)}' is not a module:function")
    return PythonSpec(text)


def _playouts(options: Mapping[str, str]) -> int | None:
    text = options.get("playouts")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and 0 < int(text[:12]) <= _MOST_PLAYOUTS):
        raise NotationError(None, f"playouts are a number greater than 0, not '{clip(text)}'")
    return int(text)


def _seconds(options: Mapping[str, str]) -> float | None:
    if "seconds" not in options:
        return None
    try:
        seconds = float(options["seconds"])
    except ValueError:
        seconds = 0.0
    if not (isfinite(seconds) and seconds > 0):
        raise NotationError(None, f"seconds are greater than 0, not '{clip(options['seconds'])}'")
    return seconds
