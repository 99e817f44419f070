"""What is written to the logs of live matches, and read from them.

A command is decided, appended to the log, and only then acknowledged and told. When another
process was first, or nobody knows whether the entry was written, the log is read and the command
decided again: its id tells whether it has been carried out. All of it is done by whoever holds
the match's lock.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from random import Random

from msgspec import Struct

from kheper.core.errors import KheperError
from kheper.server import entries
from kheper.server.commands import AnyCommand
from kheper.server.deciding import decide
from kheper.server.deciding.creating import rematch
from kheper.server.live import Connection, Live, changed_index, index_of
from kheper.server.messages import CONNECTION, Ack, encode
from kheper.server.parts import Decided, Step
from kheper.server.refusals import refuse
from kheper.server.seats import Who
from kheper.server.store.base import (
    Conflict,
    Entry,
    Missing,
    Store,
    StoreError,
    Unknown,
    Written,
)
from kheper.server.table import Table

_log = logging.getLogger("kheper.hub")

# How often a command is decided again because others were first.
ATTEMPTS = 20
# How long to wait, in seconds, for a log that must be read and cannot be.
PAUSES = (0.05, 0.1, 0.3, 1.0, 2.0)
# So many entries are replayed before others get their turn.
STRETCH = 100


class UnsureError(KheperError):
    """Nobody knows whether a command was carried out: its client connects again, and sees."""

    def __init__(self) -> None:
        super().__init__(
            None, "it is not known whether that was written: connect again", code="unavailable"
        )

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), ()


class Asked(Struct, gc=False):
    """A command that is to be carried out; its connection is acknowledged once."""

    command: AnyCommand
    who: Who
    connection: Connection | None = None
    answered: bool = False

    @property
    def seen(self) -> int:
        """The last number that the client says it has; another process may have told it."""
        return getattr(self.command, "seen", 0)

    def answer(self, number: int) -> None:
        """Acknowledge, if that has not been done."""
        if self.connection is not None and not self.answered:
            self.answered = True
            self.connection.send(encode(Ack(id=self.command.id, number=number)))

    def answer_if_in(self, steps: Iterable[Step], table: Table) -> None:
        """Acknowledge before these steps are told, if the command is among them."""
        id_, guest = self.command.id, self.who.id
        if id_ and any(step.entry.id == id_ and step.entry.by == guest for step in steps):
            self.answer(table.answered(guest, id_))


class Scribe:
    """Reads and writes logs; `tell` is called with whatever has come to be in one."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], int],
        rng: Random,
        tell: Callable[[Live, Sequence[Step]], None],
    ) -> None:
        self.store = store
        # How many have been written, and how often that went wrong.
        self.entries = self.conflicts = self.unknown = 0
        self._clock = clock
        self._rng = rng
        self._tell = tell

    async def create(self, decided: Decided) -> None:
        """Write a new match down."""
        table = decided.table
        bodies = [entries.encode(entry) for entry in decided.entries]
        try:
            await self.store.create(table.match, bodies, index_of(table))
        except Unknown:
            raise UnsureError from None
        except StoreError as error:
            raise _unavailable(error) from None
        self.entries += len(bodies)

    async def refresh(self, live: Live, asked: Asked | None = None) -> None:
        """Load a table, or read what others have written, if there may be something."""
        if live.known is None:
            steps: Sequence[Step] = await _replayed(await self._read(live.match), None)
            if not steps:
                raise refuse("no-match", CONNECTION["no-match"])
            live.adopt(steps)
            live.stale = live.heard > live.table.number
        elif live.stale:
            live.stale = False
            try:
                steps = await self._news(live)
            except BaseException:
                live.stale = True
                raise
            if steps:
                live.adopt(steps)
        else:
            return
        await self.link(live, live.table)
        if steps:
            if asked is not None:
                asked.answer_if_in(steps, live.table)
            self._tell(live, steps)

    def follow(self, live: Live, rows: Sequence[Entry]) -> bool:
        """Take over what others have written, if that is quickly done and nobody holds the match.

        If it is not, the match is stale as before.
        """
        table = live.table
        rows = [row for row in rows if row.number > table.number]
        if live.lock.holders or len(rows) > STRETCH:
            return False
        if rows:
            if rows[0].number != table.number + 1:
                return False
            steps = _steps(rows, table)
            if steps[-1].after.next and not live.linked:
                return False
            live.adopt(steps)
            self._tell(live, steps)
        live.stale = live.heard > live.table.number
        return True

    async def carry_out(self, live: Live, asked: Asked, *, unsure: bool = False) -> int:
        """Decide and append until a command is in the log; return its number, or raise why not.

        `unsure` is whether it may be in the log already.
        """
        for _ in range(ATTEMPTS):
            table = live.known
            live.stale |= table is not None and asked.seen > table.number
            if live.stale or table is None:
                await self._refresh_for(live, asked, unsure=unsure)
            decided = self.decide(live, asked, self._clock())
            if not decided.steps:
                return decided.number
            try:
                await self.write(live, decided.steps)
            except StoreError as error:
                unsure |= self.is_unsure(error)
                continue
            if decided.table.next and not live.linked:
                await self.link(live, decided.table)
            self.finish(live, asked, decided)
            return decided.number
        raise UnsureError if unsure else _unavailable("others were first, again and again")

    def decide(self, live: Live, asked: Asked, now: int) -> Decided:
        """Return what a command comes to; if that is nothing, it is acknowledged."""
        decided = decide(live.table, asked.command, asked.who, now, self._rng)
        if not decided.steps:
            asked.answer(decided.number)
        return decided

    def write(self, live: Live, steps: Sequence[Step]) -> Written:
        """Have steps written to the log; what is raised is for `is_unsure`."""
        # Whatever happens on the way, also that the caller is cancelled: the log knows.
        live.stale = True
        bodies = [entries.encode(step.entry) for step in steps]
        return self.store.append(live.match, steps[0].number, bodies, changed_index(steps))

    def is_unsure(self, error: StoreError) -> bool:
        """Say whether steps may be written all the same; if they cannot be, raise why."""
        if isinstance(error, Conflict):
            self.conflicts += 1
            return False
        if isinstance(error, Unknown):
            self.unknown += 1
            return True
        if isinstance(error, Missing):
            raise refuse("no-match", CONNECTION["no-match"]) from None
        raise _unavailable(error) from None

    def finish(self, live: Live, asked: Asked, decided: Decided) -> None:
        """Take over what has been written, acknowledge it, and tell it."""
        live.adopt(decided.steps)
        live.stale = live.heard > decided.number
        self.entries += len(decided.steps)
        asked.answer(decided.number)
        self._tell(live, decided.steps)

    async def behind(self, live: Live, last: int) -> Sequence[Step]:
        """Return the steps behind a number, from memory or from the log."""
        steps = live.since(last)
        if steps is not None:
            return steps
        found = await _replayed(await self._read(live.match), None)
        return [step for step in found if last < step.number <= live.table.number]

    async def link(self, live: Live, table: Table) -> None:
        """See to it that the rematch a table is linked to exists; if it cannot be, later (TB-7)."""
        if not table.next or live.linked:
            return
        first = Table.first_step(rematch(table))
        try:
            if not await self.store.last([table.next]):
                body = entries.encode(first.entry)
                await self.store.create(table.next, [body], index_of(first.after))
        except Conflict:
            pass  # another process has made it
        except StoreError as error:
            _log.warning("the rematch of a match waits: %s", type(error).__name__)
            return
        live.linked = True

    async def _refresh_for(self, live: Live, asked: Asked, *, unsure: bool) -> None:
        """Read what is new; who must know whether an entry was written waits for the store."""
        for pause in PAUSES if unsure else ():
            try:
                return await self.refresh(live, asked)
            except KheperError:
                await asyncio.sleep(pause)
        try:
            await self.refresh(live, asked)
        except KheperError:
            if unsure:
                raise UnsureError from None
            raise

    async def _news(self, live: Live) -> Sequence[Step]:
        rows = await self._read(live.match, live.table.number)
        return await _replayed(rows, live.table)

    async def _read(self, match: str, after: int = 0) -> list[Entry]:
        try:
            return await self.store.read(match, after)
        except StoreError as error:
            raise _unavailable(error) from None


async def _replayed(rows: Sequence[Entry], table: Table | None) -> list[Step]:
    """Replay entries behind a table, and let others have their turn in a long log."""
    steps: list[Step] = []
    for start in range(0, len(rows), STRETCH):
        if start:
            await asyncio.sleep(0)
            table = steps[-1].after
        steps += _steps(rows[start : start + STRETCH], table)
    return steps


def _steps(rows: Sequence[Entry], table: Table | None) -> list[Step]:
    """Replay entries behind a table, or behind none."""
    steps: list[Step] = []
    try:
        for row in rows:
            entry = entries.decode(row.body)
            steps.append(step := Table.first_step(entry) if table is None else table.step(entry))
            table = step.after
    except KheperError as error:
        # What is in a log is nobody's business.
        _log.error("a log cannot be read, at its entry %d: %s", rows[len(steps)].number, error.code)
        raise _unavailable("a log cannot be read") from None
    return steps


def _unavailable(reason: object) -> KheperError:
    _log.warning("nothing can be written: %s", type(reason).__name__)
    return refuse("unavailable", CONNECTION["unavailable"])
