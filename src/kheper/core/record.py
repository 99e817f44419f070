"""Records: tag pairs, an empty line, numbered lines. Each game defines what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from unicodedata import category

from kheper.core.errors import KheperError, NotationError
from kheper.core.grid import clip
from kheper.core.outcome import Outcome

VERSION = "1"

_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*(?:;.*)?')
_NUMBERED = re.compile(r"([0-9]{1,6})\.\s+(.*)", re.DOTALL)
_NAME = re.compile(r"[A-Za-z0-9_]+")
# Control characters, line and paragraph separators, halves of surrogate pairs.
_UNWRITABLE = ("Cc", "Zl", "Zp", "Cs")


@dataclass(frozen=True, slots=True)
class Line:
    """One numbered line: its number, its text, and its place in the file."""

    number: int
    text: str
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    r"""A game written down. Reading what was written gives the same record.

    >>> record = Record.parse('[Game "Scarab"]\n[Site "Cairo"]\n\n1. hd5 ; bold\n')
    >>> record.tag("Game"), record.lines[0].text
    ('Scarab', 'hd5')
    """

    tags: tuple[tuple[str, str], ...]
    lines: tuple[Line, ...]
    tag_lines: dict[str, int] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record's text; an error names the line."""
        tags: dict[str, str] = {}
        tag_lines: dict[str, int] = {}
        lines: list[Line] = []
        for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
            content = raw.strip()
            if not content or content.startswith(";"):
                continue
            if content.startswith("[") and not lines:
                name, value = _tag(content, number)
                if name in tags:
                    raise NotationError(None, f"the tag {name} appears twice", line=number)
                tags[name], tag_lines[name] = value, number
            else:
                lines.append(_numbered(content, number, len(lines) + 1))
        if not tags:
            raise NotationError(
                None, 'this is not a record: it has no tags such as [Game "Scarab"]'
            )
        return cls(tuple(tags.items()), tuple(lines), tag_lines)

    def tag(self, name: str, default: str | None = None) -> str | None:
        """Return a tag's value."""
        return dict(self.tags).get(name, default)

    def line_of(self, tag: str) -> int | None:
        """Return the line a tag was read from."""
        return self.tag_lines.get(tag)

    def __str__(self) -> str:
        head = [f'[{name} "{_escaped(value)}"]' for name, value in self.tags]
        body = [f"{line.number}. {line.text}" for line in self.lines]
        return "\n".join([*head, "", *body]) + "\n"


def merge_tags(
    listed: Iterable[tuple[str, str]], others: Iterable[tuple[str, str]]
) -> tuple[tuple[str, str], ...]:
    """Merge a game's own tags with others; of two with one name the game's own is kept."""
    own, foreign = dict(listed), dict(others)
    for name, value in (*own.items(), *foreign.items()):
        if not _NAME.fullmatch(name):
            raise NotationError(None, f"'{clip(name)}' is not a name for a tag")
        _check_writable(name, value)
    result = own.pop("Result", None)
    kept = [(name, value) for name, value in foreign.items() if name not in {*own, "Result"}]
    return (*own.items(), *kept, *([("Result", result)] if result is not None else []))


def seat_tags(given: Iterable[tuple[str, str]], names: Sequence[str]) -> dict[str, str]:
    """Return the tags that name the seats: as given, or by default."""
    named = {f"Seat{n}": name for n, name in enumerate(names, 1)}
    return named | {name: value for name, value in given if name in named}


def named_seats(record: Record, most: int) -> int:
    """Return the last seat that a tag names, or 0."""
    return max((n for n in range(1, most + 1) if record.tag(f"Seat{n}") is not None), default=0)


@contextmanager
def at_tag(record: Record, *names: str) -> Iterator[None]:
    """Add to an error the line of the tag that it mentions, or of the first of these tags."""
    try:
        yield
    except KheperError as error:
        spoken = [name for name in names if name.lower() in error.sentence.lower()]
        lines = [record.line_of(name) for name in (*spoken, *names)]
        raise error.at(line=next((line for line in lines if line), None)) from None


def check_version(record: Record) -> None:
    """Refuse a record of a later version of the notation."""
    version = record.tag("Version", VERSION)
    if version != VERSION:
        raise NotationError(
            None,
            f"the record has Version '{clip(str(version))}', this program reads version {VERSION}",
            code="other-version",
            line=record.line_of("Version"),
        )


def check_result(record: Record, outcome: Outcome | None) -> None:
    """Refuse a result that contradicts the moves."""
    given, actual = record.tag("Result", "*"), outcome.result if outcome else "*"
    if given not in ("*", actual):
        raise NotationError(
            None,
            f"the result is '{clip(str(given))}', but the moves give '{actual}'",
            code="other-result",
            line=record.line_of("Result"),
        )


def _tag(content: str, number: int) -> tuple[str, str]:
    match = _TAG.fullmatch(content)
    if match is None:
        # The line is not repeated here: it may be the order of undrawn cards (SY-S5).
        raise NotationError(None, 'this is not a tag such as [Game "Scarab"]', line=number)
    name, value = match[1], re.sub(r"\\(.)", r"\1", match[2])
    _check_writable(name, value, number)
    return name, value


def _check_writable(name: str, value: str, line: int | None = None) -> None:
    """Refuse line breaks and other control characters: a tag is one line of UTF-8 text."""
    if any(c != "\t" and category(c) in _UNWRITABLE for c in value):
        raise NotationError(
            None, f"the tag {name} contains a character that cannot be written", line=line
        )


def _numbered(content: str, number: int, expected: int) -> Line:
    match = _NUMBERED.fullmatch(content.split(";", 1)[0].strip())
    if match is None:
        raise NotationError(None, "this is not a numbered line such as '1. …'", line=number)
    if int(match[1]) != expected:
        raise NotationError(None, f"expected move {expected}, not {match[1]}", line=number)
    return Line(expected, " ".join(match[2].split()), number)


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
