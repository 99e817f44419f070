"""The one way that a command takes, whoever submits it: people, bots, clocks, other processes.

    submit    hold the match, so that its commands are carried out one after the other
              catch up with the log, if it holds more than is known here
              decide: the rules and permissions turn the command into events, or refuse it
              append the events to the log, which makes them durable
              apply them to the table, publish them to the sessions, return their number

Appending is optimistic: if another process was first (`Conflict`), or nobody knows whether the
events were written (`Unknown`), the log is read and the command decided again. The command's id
tells whether it has been carried out. Nothing is acknowledged or shown before it is durable.
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

# How often a command is decided again because others were first.
ATTEMPTS = 20
# How long to wait, in seconds, for a log that must be read and cannot be.
PAUSES = (0.05, 0.1, 0.3, 1.0, 2.0)


class UnsureError(KheperError):
    """Nobody knows whether a command was carried out: its client connects again, and sees."""

    def __init__(self) -> None:
        super().__init__(
            None, "it is not known whether that was written: connect again", code="unavailable"
        )

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), ()


async def submit(registry: Registry, match_id: str, command: AnyCommand, who: Actor) -> int:
    """Carry a command out; when this returns, it is in the log up to the returned number."""
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
    """Load a match, or read what others have written; the caller holds it.

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
    """Apply steps that are in the log, show them, and have done what follows from them."""
    live.apply(steps)
    publish(registry, live, steps)
    is_play = all(type(step.event) in PLAYS for step in steps)
    if not is_play or due_at(live.match, registry.clock()) is not NOTHING_DUE:
        registry.schedule(live)


async def _catch_up(registry: Registry, live: LiveMatch, seen: int, *, is_unsure: bool) -> None:
    """Refresh a match; who must know whether an event was written waits for the store."""
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
    """Say whether a refusal stands: where others write, too, the log may hold what changes it."""
    if not registry.store.shared:
        return True
    number = live.match.number
    live.stale = True
    await refresh(registry, live)
    return live.match.number == number


async def _append(registry: Registry, live: LiveMatch, steps: Sequence[Step]) -> None:
    """Write steps to the log; what is raised is Conflict, Unknown, or a refusal."""
    # Should anything go wrong from here on, also if the caller is cancelled, the log is read.
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
    _log.warning("an event cannot be written: %s", type(reason).__name__)
    return refuse("unavailable")
