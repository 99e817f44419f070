"""The logs of live matches: loading and replaying them, and the index that lists show."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Literal

from kheper.core.errors import KheperError
from kheper.server.live.match import LiveMatch
from kheper.server.match import events
from kheper.server.match.apply import first_step, next_step
from kheper.server.match.decide.create import rematch_event
from kheper.server.match.due import deadline, is_due_sooner
from kheper.server.match.events import PLAYS
from kheper.server.match.state import MatchState, Step
from kheper.server.refusals import refuse
from kheper.server.store.base import Conflict, MatchIndex, Store, StoredEvent, StoreError

_log = logging.getLogger("kheper.live")

# Events replayed before other tasks run.
STRETCH = 100
_MINUTE = 60_000


async def load(store: Store, match_id: str) -> list[Step]:
    """Return all steps of a match, or refuse if it does not exist."""
    steps = await replay_steps(await read(store, match_id), None)
    if not steps:
        raise refuse("no-match")
    return steps


async def read(store: Store, match_id: str, after: int = 0) -> list[StoredEvent]:
    """Return the events after a number, or refuse if the store fails."""
    try:
        return await store.read(match_id, after)
    except StoreError as error:
        _log.warning("cannot read a log: %s", type(error).__name__)
        raise unreadable() from None


async def steps_after(store: Store, live: LiveMatch, last: int) -> Sequence[Step]:
    """Return the steps after a number, from memory or from the log."""
    steps = live.since(last)
    if steps is not None:
        return steps
    found = await replay_steps(await read(store, live.id), None)
    return [step for step in found if last < step.number <= live.match.number]


async def replay_steps(rows: Sequence[StoredEvent], match: MatchState | None) -> list[Step]:
    """Replay events after a state, in batches between which other tasks run."""
    steps: list[Step] = []
    for start in range(0, len(rows), STRETCH):
        if start:
            await asyncio.sleep(0)
            match = steps[-1].after
        steps += replay_at_once(rows[start : start + STRETCH], match)
    return steps


def replay_at_once(rows: Sequence[StoredEvent], match: MatchState | None) -> list[Step]:
    """Replay events after a state, or from the beginning, without a pause."""
    steps: list[Step] = []
    try:
        for row in rows:
            event = events.decode(row.body)
            steps.append(step := next_step(match, event))
            match = step.after
    except KheperError as error:
        # An event may contain secrets, so the log line has only its number and the code.
        number = rows[len(steps)].number
        _log.error("cannot replay a log at event %d: %s", number, error.code)
        raise unreadable() from None
    return steps


async def create_rematch(store: Store, live: LiveMatch, match: MatchState) -> None:
    """Create the rematch that a match is linked to; a failed attempt is repeated later (TB-7)."""
    if not match.next or live.rematch_exists:
        return
    first = first_step(rematch_event(match))
    try:
        if not await store.last([match.next]):
            body = events.encode(first.event)
            await store.create(match.next, [body], index_of(first.after))
    except Conflict:
        pass  # another process has created it
    except StoreError as error:
        _log.warning("cannot create a rematch yet: %s", type(error).__name__)
        return
    live.rematch_exists = True


def unreadable() -> KheperError:
    """Return the refusal for a log that cannot be read."""
    sentence = "the server cannot read the match at the moment: nothing was done, try again"
    return refuse("unavailable", sentence)


# --- the index


def index_of(match: MatchState) -> MatchIndex:
    """Return the index entry of a match, which lists show."""
    return MatchIndex(
        match=match.id,
        game=match.game,
        mode=match.mode,
        state=_STATES[match.phase],
        host=match.host_name,
        seats=tuple(seat.guest or None for seat in match.seats),
        created=match.created / 1000,
        updated=match.at / 1000,
        listed=match.terms.listed,
        due=deadline(match),
    )


def changed_index(steps: Sequence[Step]) -> MatchIndex | None:
    """Return the index entry of a match if some steps have changed it.

    A move changes it only if it brings the deadline forward, or is the first move in a minute of
    the match's age: the time of the last activity in lists is approximate.
    """
    before, after = steps[0].before, steps[-1].after
    if before is None:
        return index_of(after)
    if len(steps) == 1 and type(steps[0].event) in PLAYS:
        is_same = bool(after.game_state.to_move)
    else:
        is_same = (
            before.seats is after.seats
            and before.terms is after.terms
            and before.settings is after.settings
            and before.host_name is after.host_name
            and before.phase == after.phase
        )
    if (
        is_same
        and (before.at - after.created) // _MINUTE == (after.at - after.created) // _MINUTE
        and (
            (after.clocks is before.clocks and after.away is before.away)
            or not is_due_sooner(before, after)
        )
    ):
        return None
    return index_of(after)


_STATES: dict[str, Literal["open", "running", "over"]] = {
    "open": "open",
    "arranging": "running",
    "running": "running",
    "over": "over",
    "closed": "over",
}
