"""Players: whoever answers a view with a move. Ours think in this process, others in their own."""

from __future__ import annotations

import base64
import json
import pickle
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from time import monotonic
from typing import Protocol, TypeVar

from kheper import bots
from kheper.arena.entrants import EngineSpec, Entrant, LevelSpec, PythonSpec
from kheper.arena.faults import Fault
from kheper.arena.programs import Program
from kheper.core import AnyView
from kheper.core.grid import clip
from kheper.games import game_of, record_of, replay

Answer = TypeVar("Answer")

# How long a program may take to start: it may have something to compile or to load.
STARTING = 120.0
# How many characters an answer may have.
LONGEST_ANSWER = 100_000


class Player(Protocol):
    """Whoever chooses moves."""

    def start(self) -> None:
        """Get ready, or raise a Fault."""

    def choose(self, view: AnyView, seed: int) -> str:
        """Return a move's notation for the seat that looks, or raise a Fault."""

    def close(self) -> None:
        """End what was started."""


def player(entrant: Entrant, timeout: float) -> Player:
    """Return who plays for an entrant; it starts when it is needed."""
    match entrant.spec:
        case LevelSpec() as spec:
            return LevelPlayer(spec)
        case EngineSpec() as spec:
            return EnginePlayer(spec, timeout)
        case PythonSpec() as spec:
            return PythonPlayer(spec, timeout)


class LevelPlayer:
    """One of our levels."""

    def __init__(self, spec: LevelSpec) -> None:
        self._spec = spec
        self._bot = bots.level(spec.number)
        self._ready = not self._bot.searches

    def start(self) -> None:
        """Have the kernels ready, so that no move waits for them."""
        if not self._ready:
            from kheper.search.jit import warmup  # noqa: PLC0415 - beginners do without

            if not warmup.wait():
                raise Fault("crash", f"the kernels are not ready: {warmup.state().failure}")
            self._ready = True

    def choose(self, view: AnyView, seed: int) -> str:
        """Return the move that the level plays."""
        try:
            return str(self._bot.choose(view, Random(seed), self._spec.limits))
        except Exception as error:
            raise Fault("crash", f"{type(error).__name__}: {error}") from error

    def close(self) -> None:
        """Leave nothing behind."""


class _ProgramPlayer(ABC):
    """A player in a process of its own, which a fault ends; another one follows it."""

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout
        self._program: Program | None = None

    @abstractmethod
    def _command(self) -> tuple[str, ...]: ...

    @abstractmethod
    def _greet(self, program: Program, end: float) -> None: ...

    @abstractmethod
    def _ask(self, program: Program, view: AnyView, seed: int, end: float) -> str: ...

    def start(self) -> None:
        """Start the program, if it does not run."""
        if self._program is None:
            self._program = Program(self._command())
            self._guarded(lambda program: self._greet(program, monotonic() + STARTING))

    def choose(self, view: AnyView, seed: int) -> str:
        """Return what the program answers in time."""
        self.start()
        end = monotonic() + self._timeout
        return self._guarded(lambda program: self._ask(program, view, seed, end))

    def close(self) -> None:
        """End the program."""
        if self._program is not None:
            self._program.close()
            self._program = None

    def _guarded(self, talk: Callable[[Program], Answer]) -> Answer:
        assert self._program is not None
        try:
            return talk(self._program)
        except Fault:
            self._program.kill()
            self._program = None
            raise


class EnginePlayer(_ProgramPlayer):
    """A program that talks the engine protocol.

    Each time it is told what its seat may see, from the start: the game with the cards that have
    been drawn, and all moves. Undrawn cards and others' open placements never reach it; what the
    program draws in their place is its own.
    """

    def __init__(self, spec: EngineSpec, timeout: float) -> None:
        super().__init__(timeout)
        self._spec = spec

    def _command(self) -> tuple[str, ...]:
        return self._spec.command

    def _greet(self, program: Program, end: float) -> None:
        program.send("protocol_version\n")
        version = _answer(program, end, "protocol_version")
        if version != "2":
            raise Fault("refused", f"it talks version '{clip(version)}' of the protocol, not 2")

    def _ask(self, program: Program, view: AnyView, seed: int, end: float) -> str:
        assert view.seat is not None
        commands = [*_told(view, seed), self._spec.genmove(view.seat)]
        program.send("".join(f"{command}\n" for command in commands))
        return [_answer(program, end, command) for command in commands][-1]


def _told(view: AnyView, seed: int) -> list[str]:
    """Return the commands that set up what a view shows."""
    record = record_of(view)
    played = replay(record, Random(seed))
    game = game_of(view)
    settings = {name.lower(): value for name, value in record.tags if name.lower() in game.settings}
    settings |= {"seats": str(played.end.seats), "seed": str(seed)}
    pairs = [f"{name}={value.replace(' ', ',')}" for name, value in settings.items()]
    plays = [f"play {seat} {str(move).replace(' ', ',')}" for seat, move in played.plays]
    return [" ".join(["new_game", game.name, *pairs]), *plays]


def _answer(program: Program, end: float, command: str) -> str:
    """Return the text of one answer: lines up to an empty one."""
    said: list[str] = []
    length = 0
    for line in program.lines(end):
        if line.strip():
            said.append(line)
            length += len(line) + 1
        elif said:
            break
        if length > LONGEST_ANSWER:
            raise Fault("refused", "its answer does not end")
    head, text = said[0][:1], "\n".join([said[0][1:].strip(), *said[1:]])
    if head == "?":
        raise Fault("refused", f"'{clip(command)}' was answered with: {text}")
    if head != "=":
        raise Fault("refused", f"'{clip(said[0])}' is no answer")
    return text


class PythonPlayer(_ProgramPlayer):
    """A Python function, called in a process of its own (`kheper.arena.function_host`)."""

    def __init__(self, spec: PythonSpec, timeout: float) -> None:
        super().__init__(timeout)
        self._spec = spec

    def _command(self) -> tuple[str, ...]:
        return sys.executable, "-m", "kheper.arena.function_host", self._spec.function

    def _greet(self, program: Program, end: float) -> None:
        _reply(program, end)

    def _ask(self, program: Program, view: AnyView, seed: int, end: float) -> str:
        program.send(base64.b64encode(pickle.dumps((view, seed))).decode() + "\n")
        return _reply(program, end)


def _reply(program: Program, end: float) -> str:
    reply = json.loads(next(program.lines(end)))
    if "error" in reply:
        raise Fault("crash", reply["error"])
    return str(reply["move"])
