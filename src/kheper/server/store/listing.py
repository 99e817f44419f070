"""The statement behind a list of matches, which is the same for both databases."""

from __future__ import annotations

from functools import cache

import msgspec

from kheper.server.store.base import MatchIndex

SUMMARIES = msgspec.json.Decoder(MatchIndex)

_BEFORE = "SELECT before.updated, before.key FROM match AS before WHERE before.id = {}"


@cache
def listing(*marks: str, by_guest: bool, open_only: bool, onward: bool) -> str:
    """Return the statement for a list: it reads no more rows than it shows.

    The marks stand for the guest and the match to go on from, if they are asked for, and for the
    limit.

    >>> listing("?", by_guest=False, open_only=True, onward=False).partition(" ORDER ")[0]
    'SELECT match.summary FROM match WHERE match.open'
    """
    activity, key = ("seat.updated", "seat.match") if by_guest else ("match.updated", "match.key")
    table = "seat JOIN match ON match.key = seat.match" if by_guest else "match"
    conditions = [
        *(["seat.guest = {}"] if by_guest else []),
        *([f"({activity}, {key}) < ({_BEFORE})"] if onward else []),
        *(["match.open"] if open_only else []),
    ]
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    order = f" ORDER BY {activity} DESC, {key} DESC LIMIT {{}}"
    return ("SELECT match.summary FROM " + table + where + order).format(*marks)
