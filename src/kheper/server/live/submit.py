"""The one way that a command takes, whoever submits it: people, bots, clocks, other processes.

    submit    hold the match, so that its commands are executed one after the other
              catch up with the log, if it is longer than what is applied here
              decide: the rules and permissions turn the command into events, or refuse it
              append the events to the log, which makes them durable
              apply them to the state, publish them to the sessions, return their number

Appending is optimistic: if another process was first (`Conflict`), or it is unknown whether the
events were written (`Unknown`), the log is read and the command decided again. The command's id
tells whether it was executed before. Nothing is acknowledged or published before it is durable.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from time import perf_counter

from kheper.core.errors import KheperError
from kheper.server.live.event_log import (
    changed_index,
    create_rematch,
    index_of,
    load,
    read,
    replay_steps,
)
from kheper.server.live.match import LiveMatch
from kheper.server.live.publish import publish
from kheper.server.live.registry import Registry
from kheper.server.match import events
from kheper.server.match.commands import AnyCommand, Create
from kheper.server.match.decide import decide, decide_create
from kheper.server.match.due import NOTHING_DUE, due_at
from kheper.server.match.events import PLAYS
from kheper.server.match.seats import Actor
from kheper.server.match.state import MatchState, Step
from kheper.server.refusals import refuse
from kheper.server.store.base import Conflict, Missing, StoreError, Unknown

_log = logging.getLogger("kheper.live")

# How many times a command is decided when other processes are first.
ATTEMPTS = 20
# Pauses, in seconds, before reading again a log that must be read.
PAUSES = (0.05, 0.1, 0.3, 1.0, 2.0)


class UnsureError(KheperError):
    """It is unknown whether a command was executed; the client connects again to find out."""

    def __init__(self) -> None:
        super().__init__(
            None, "it is unknown whether that was written: connect again", code="unavailable"
        )

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), ()


async def submit(registry: Registry, match_id: str, command: AnyCommand, who: Actor) -> int:
    """Execute a command; when this returns, it is in the log up to the returned number."""
    async with registry.hold(match_id) as live:
        is_unsure = False
        for _ in range(ATTEMPTS):
            await _catch_up(registry, live, command.seen, is_unsure=is_unsure)
            try:
                decided = decide(live.match, command, who, registry.clock(), registry.rng)
            except KheperError:
                if await _is_confirmed(registry, live):
                    raise
                continue
            if not decided.steps:
                return decided.number
            try:
                await _append(registry, live, decided.steps)
            except Conflict:
                registry.conflicts += 1
                continue
            except Unknown:
                registry.unknown += 1
                is_unsure = True
                continue
            await create_rematch(registry.store, live, decided.match)
            apply_and_publish(registry, live, decided.steps)
            return decided.number
        raise UnsureError if is_unsure else _unwritable("others were first")


async def create(registry: Registry, wish: Create, who: Actor) -> MatchState:
    """Set up a match; it is in the store when this returns."""
    decided = decide_create(wish, who, registry.clock(), registry.rng)
    match = decided.match
    async with registry.hold(match.id) as live:
        bodies = [events.encode(event) for event in decided.events]
        try:
            await registry.store.create(match.id, bodies, index_of(match))
        except Unknown:
            raise UnsureError from None
        except StoreError as error:
            raise _unwritable(error) from None
        registry.events += len(bodies)
        apply_and_publish(registry, live, decided.steps)
    return match


async def refresh(registry: Registry, live: LiveMatch, seen: int = 0) -> None:
    """Load a match, or read what other processes have written; the caller holds its lock.

    `seen` is a number that the caller knows to be in the log.
    """
    match = live.loaded
    if match is None:
        steps = await load(registry.store, live.id)
    elif live.stale or seen > match.number:
        live.stale = True
        steps = await replay_steps(await read(registry.store, live.id, match.number), match)
        live.stale = live.announced > match.number
    else:
        return
    if steps:
        await create_rematch(registry.store, live, steps[-1].after)
        apply_and_publish(registry, live, steps)


def apply_and_publish(registry: Registry, live: LiveMatch, steps: Sequence[Step]) -> None:
    """Apply steps that are in the log, publish them, and schedule what is due after them."""
    live.apply(steps)
    publish(registry, live, steps)
    is_play = all(type(step.event) in PLAYS for step in steps)
    if not is_play or due_at(live.match, registry.clock()) is not NOTHING_DUE:
        registry.schedule(live)


async def _catch_up(registry: Registry, live: LiveMatch, seen: int, *, is_unsure: bool) -> None:
    """Refresh a match; after an unknown outcome, retry until the store can be read."""
    for pause in PAUSES if is_unsure else ():
        try:
            return await refresh(registry, live, seen)
        except KheperError:
            await asyncio.sleep(pause)
    try:
        await refresh(registry, live, seen)
    except KheperError:
        if is_unsure:
            raise UnsureError from None
        raise


async def _is_confirmed(registry: Registry, live: LiveMatch) -> bool:
    """Say whether a refusal stands, after reading what other processes may have written."""
    if not registry.store.shared:
        return True
    number = live.match.number
    live.stale = True
    await refresh(registry, live)
    return live.match.number == number


async def _append(registry: Registry, live: LiveMatch, steps: Sequence[Step]) -> None:
    """Append steps to the log; raises Conflict, Unknown, or a refusal."""
    # If anything fails from here on, even by cancellation, the log is read again.
    live.stale = True
    bodies = [events.encode(step.event) for step in steps]
    began = perf_counter()
    try:
        await registry.store.append(live.id, steps[0].number, bodies, changed_index(steps))
    except (Conflict, Unknown):
        raise
    except Missing:
        raise refuse("no-match") from None
    except StoreError as error:
        raise _unwritable(error) from None
    registry.metrics.committed(perf_counter() - began)
    registry.events += len(steps)


def _unwritable(reason: object) -> KheperError:
    _log.warning("cannot write an event: %s", type(reason).__name__)
    return refuse("unavailable")
