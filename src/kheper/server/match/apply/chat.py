"""Apply lines of chat."""

from __future__ import annotations

from typing import Any

from kheper.server.match import events
from kheper.server.match.state import ChatLine, MatchState

Changes = dict[str, Any]

# Lines that are kept.
CHAT_LINES = 50
# The window of the chat's limit, in milliseconds; what is older is forgotten.
TALK_WINDOW = 30_000


def said(match: MatchState, event: events.Said) -> Changes:
    """Add a line to the chat."""
    seat = next(iter(match.held(event.by)), 0)
    line = ChatLine(match.number + 1, event.at, seat, event.name, event.text, event.phrase)
    recent = {
        guest: times for guest, times in match.talk.items() if times[-1] > event.at - TALK_WINDOW
    }
    own = [time for time in recent.get(event.by, ()) if time > event.at - TALK_WINDOW]
    return {
        "chat": (*match.chat, line)[-CHAT_LINES:],
        "talk": {**recent, event.by: (*own, event.at)},
    }
