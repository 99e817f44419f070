"""Clean names and lines of chat: one line, without control or direction characters."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import category, normalize

from kheper.server.refusals import refuse

LONGEST_NAME = 24
LONGEST_LINE = 200

# Joiners, which emoji and several scripts need.
_JOINERS = "\u200c\u200d"
_BREAKS = ("Cc", "Zl", "Zp", "Zs")
# Format characters (such as direction overrides), surrogates, private and unassigned ones.
_UNSEEN = ("Cf", "Cs", "Co", "Cn")


def cleaned(text: str) -> str:
    r"""Return a text as one line without invisible characters.

    >>> cleaned("  Anna\n\u202eBen ")
    'Anna Ben'
    """
    shown = []
    for sign in normalize("NFC", text):
        kind = category(sign)
        if kind in _BREAKS:
            shown.append(" ")
        elif kind not in _UNSEEN or sign in _JOINERS:
            shown.append(sign)
    return " ".join("".join(shown).split())


def check_name(text: str) -> str:
    """Return a name as it is shown, or refuse it."""
    name = cleaned(text)
    if not name.strip(_JOINERS):
        raise refuse("empty", "a name needs at least one visible character")
    if len(name) > LONGEST_NAME:
        raise refuse("too-long", f"a name has at most {LONGEST_NAME} characters, not {len(name)}")
    return name


def check_line(text: str) -> str:
    """Return a line of chat as it is shown, or refuse it."""
    line = cleaned(text)
    if not line.strip(_JOINERS):
        raise refuse("empty", "a line of chat needs at least one visible character")
    if len(line) > LONGEST_LINE:
        raise refuse("too-long", f"a line of chat has at most {LONGEST_LINE} characters")
    return line


def unique_name(name: str, taken: Iterable[str]) -> str:
    """Return the name, numbered if another seat has the same one.

    >>> unique_name("Anna", ["anna", "Ben"])
    'Anna (2)'
    """
    others = {other.casefold() for other in taken}
    number, unique = 1, name
    while unique.casefold() in others:
        number += 1
        unique = f"{name[: LONGEST_NAME - 4]} ({number})"
    return unique
