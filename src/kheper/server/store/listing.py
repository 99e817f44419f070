"""The statement behind a list of matches, which is the same for both databases."""

from __future__ import annotations

from functools import cache

import msgspec

from kheper.server.store.base import MatchIndex

SUMMARIES = msgspec.json.Decoder(MatchIndex)


@cache
def listing(*marks: str, by_guest: bool, open_only: bool, onward: bool) -> str:
    """Return the statement for a list: it reads no more rows than it shows.

    The marks stand for the guest and the match to go on from, if they are asked for, and for the
    limit.

    >>> print(listing("?", by_guest=False, open_only=True, onward=False))
    SELECT match.summary FROM match WHERE match.open ORDER BY match.key DESC LIMIT ?
    """
    key = "seat.match" if by_guest else "match.key"
    table = "seat JOIN match ON match.key = seat.match" if by_guest else "match"
    conditions = [
        *(["seat.guest = {}"] if by_guest else []),
        *([key + " < (SELECT key FROM match WHERE id = {})"] if onward else []),
        *(["match.open"] if open_only else []),
    ]
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    order = f" ORDER BY {key} DESC LIMIT {{}}"
    return ("SELECT match.summary FROM " + table + where + order).format(*marks)
