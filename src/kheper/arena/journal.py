"""The results file: a head, then a line for each game, only ever appended to.

A line is written at one stroke and handed to the system at once. Should the arena be killed in
the middle of one, the torn end is cut off, and that game is played again.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self, TypeVar

import msgspec

from kheper.arena.plan import Plan
from kheper.arena.playing import GameResult
from kheper.core import NotationError, SetupError

if sys.platform != "win32":
    import fcntl

FORMAT = 1

Line = TypeVar("Line")


class JournalHead(msgspec.Struct, frozen=True):
    """What decides a run's games; how many deals there are does not, so a run can be extended."""

    arena: int
    kheper: str
    seed: int
    timeout: float
    players: tuple[tuple[str, str], ...]
    events: tuple[str, ...]
    sampled: int | None = None

    @classmethod
    def of(cls, plan: Plan) -> JournalHead:
        """Return the head of a plan's results."""
        return cls(
            FORMAT,
            plan.version,
            plan.seed,
            plan.timeout,
            tuple((entrant.name, entrant.text) for entrant in plan.entrants),
            tuple(event.text for event in plan.events),
            plan.sampled,
        )


class Journal:
    """The results file of a plan, open for more."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.played: dict[int, GameResult] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: BinaryIO = path.open("a+b")
        try:
            _lock(self._file, path)
            self._read(JournalHead.of(plan))
        except BaseException:
            self._file.close()
            raise

    def append(self, played: GameResult) -> None:
        """Write a game down."""
        self._write(played)
        self.played[played.game] = played

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def _read(self, head: JournalHead) -> None:
        self._file.seek(0)
        content = self._file.read()
        whole = content[: content.rfind(b"\n") + 1]
        lines = whole.splitlines()
        if not lines:
            self._begin(content, head)
            return
        self._check(_decoded(lines[0], JournalHead, 1), head)
        for number, line in enumerate(lines[1:], 2):
            played = _decoded(line, GameResult, number)
            self.played.setdefault(played.game, played)
        if whole != content:  # only now: a file that is not ours is left as it is
            os.ftruncate(self._file.fileno(), len(whole))

    def _begin(self, torn: bytes, head: JournalHead) -> None:
        """Write the head, over what there is of it."""
        if not msgspec.json.encode(head).startswith(torn):
            raise NotationError(None, "this is no line of results: it has no end", line=1)
        os.ftruncate(self._file.fileno(), 0)
        self._write(head)

    def _check(self, found: JournalHead, wanted: JournalHead) -> None:
        for name in JournalHead.__struct_fields__:
            was, is_now = getattr(found, name), getattr(wanted, name)
            if was != is_now:
                raise SetupError(
                    None,
                    f"{self.path} holds another run, whose {name} is {_text(was)}, not "
                    f"{_text(is_now)}: choose another folder, or move it away",
                    code="other-run",
                )

    def _write(self, line: JournalHead | GameResult) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()


def _decoded(line: bytes, kind: type[Line], number: int) -> Line:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotationError(None, f"this is no line of results: {error}", line=number) from None


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _lock(file: BinaryIO, path: Path) -> None:
    """Refuse to write where another arena writes."""
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        sentence = f"another arena is writing to {path}"
        raise SetupError(None, sentence, code="locked") from None
