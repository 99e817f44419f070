"""How the server refuses; refusals by the rules of a game are a RuleError.

A refusal is data: a stable code, which docs/protocol.md lists and a client translates, and a
sentence. Whatever is refused changes nothing.
"""

from __future__ import annotations

from kheper.core.errors import KheperError

# The sentences of refusals that are raised in several places.
SENTENCES = {
    "hello-first": "the first message of a connection must be hello",
    "no-match": "there is no such match",
    "ahead": "the match has no event of that number yet: start from 0",
    "too-many": "too many messages in too short a time",
    "busy": "the bots are busy: try again in a while",
    "unavailable": "the server cannot write at the moment: nothing was done, try again",
    "shutdown": "the server is restarting: connect again",
}


class RefusedError(KheperError):
    """The server refuses a command or a request; nothing has changed."""


def refuse(code: str, sentence: str = "", rule: str | None = None) -> RefusedError:
    """Return a refusal; without a sentence, the code has one in SENTENCES."""
    return RefusedError(rule, sentence or SENTENCES[code], code=code)
