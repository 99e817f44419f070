"""Refusals as data: a stable code, the rule's id, a sentence for people, and a place."""

from __future__ import annotations

from typing import Self


class KheperError(Exception):
    """Something was refused, and nothing has changed.

    >>> error = RuleError("SY-L2", "the tile touches no placed tile", code="no-contact")
    >>> print(error.at(line=7))
    line 7: SY-L2: the tile touches no placed tile
    """

    def __init__(
        self,
        rule: str | None,
        sentence: str,
        *,
        code: str,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(rule, sentence)
        self.rule = rule
        self.sentence = sentence
        self.code = code
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = [f"{name} {n}" for name, n in (("line", self.line), ("column", self.column)) if n]
        return ": ".join([*([", ".join(place)] if place else []), self.refusal])

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.rule, self.sentence, self.code, self.line, self.column)

    @property
    def refusal(self) -> str:
        """The rule's id, where a rule refused it, and the sentence, without the place."""
        return f"{self.rule}: {self.sentence}" if self.rule else self.sentence

    def at(self, *, line: int | None = None, column: int | None = None) -> Self:
        """Return the same refusal with a place in a text, keeping any place it already has."""
        return type(self)(
            self.rule,
            self.sentence,
            code=self.code,
            line=self.line or line,
            column=self.column or column,
        )


class NotationError(KheperError):
    """A text that cannot be read."""

    def __init__(
        self,
        rule: str | None,
        sentence: str,
        *,
        code: str = "unreadable",
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(rule, sentence, code=code, line=line, column=column)


class SetupError(KheperError):
    """Settings that can be read, but from which no game can start."""


class RuleError(KheperError):
    """A move that can be read, but that a rule refuses."""


def _rebuild(
    kind: type[KheperError],
    rule: str | None,
    sentence: str,
    code: str,
    line: int | None,
    column: int | None,
) -> KheperError:
    return kind(rule, sentence, code=code, line=line, column=column)
