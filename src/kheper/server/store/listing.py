"""Lists of matches, for both databases."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from typing import Any

import msgspec

from kheper.server.store.base import MatchIndex, is_id

_SUMMARIES = msgspec.json.Decoder(MatchIndex)

_BEFORE = "SELECT before.updated, before.key FROM match AS before WHERE before.id = {}"


async def list_matches(
    ask: Callable[..., Awaitable[Sequence[Any]]],
    marks: Sequence[str],
    *,
    guest: str | None,
    open_only: bool,
    limit: int,
    before: str | None,
) -> list[MatchIndex]:
    """List matches as `Store.matches` does; `ask` runs a statement with values."""
    chosen = [text for text in (guest, before) if text is not None]
    if not all(map(is_id, chosen)):
        return []
    statement = listing(
        *marks[: len(chosen) + 1],
        by_guest=guest is not None,
        open_only=open_only,
        onward=before is not None,
    )
    return [_SUMMARIES.decode(row[0]) for row in await ask(statement, *chosen, limit)]


@cache
def listing(*marks: str, by_guest: bool, open_only: bool, onward: bool) -> str:
    """Return the statement for a list, which reads only the rows that it returns.

    The marks are the placeholders of the guest and of the match before the list, if they are
    given, and of the limit.

    >>> listing("?", by_guest=False, open_only=True, onward=False).partition(" ORDER ")[0]
    'SELECT match.summary FROM match WHERE match.open'
    """
    activity, key = ("seat.updated", "seat.match") if by_guest else ("match.updated", "match.key")
    source = "seat JOIN match ON match.key = seat.match" if by_guest else "match"
    conditions = [
        *(["seat.guest = {}"] if by_guest else []),
        *([f"({activity}, {key}) < ({_BEFORE})"] if onward else []),
        *(["match.open"] if open_only else []),
    ]
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    order = f" ORDER BY {activity} DESC, {key} DESC LIMIT {{}}"
    return ("SELECT match.summary FROM " + source + where + order).format(*marks)
