"""What the table refuses for reasons of its own; what the games refuse is a RuleError."""

from __future__ import annotations

from kheper.core.errors import KheperError


class TableError(KheperError):
    """A command that the manners of the table refuse; nothing has changed."""


def refuse(code: str, sentence: str, rule: str | None = None) -> TableError:
    """Return a refusal; the codes are listed in docs/protocol.md."""
    return TableError(rule, sentence, code=code)
