"""Checks which modules of the page import which, and that only a game's own modules name it.

A game's logic may not use the document either.

`RULES` is the contract: the first pattern that fits a module says what it may import. `*` stands
for anything, and `{game}` and `{screen}` for the name of one folder.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

WEB = Path(__file__).resolve().parent.parent / "src/kheper/web"

SHARED = ("looks/*", "ui/*", "i18n/*", "net/*")
RULES: dict[str, tuple[str, ...]] = {
    "i18n/*": ("i18n/*",),
    # The default name of a new guest is in the reader's language.
    "net/*": ("net/*", "i18n/*"),
    "ui/*": ("ui/*", "i18n/*", "net/*"),
    "looks/*": ("looks/*", "ui/dom.js"),
    "games/{game}/logic/*": ("games/{game}/logic/*",),
    "games/{game}/draw/*": ("games/{game}/logic/*", "games/{game}/draw/*", *SHARED),
    "games/{game}/*": ("games/{game}/*", *SHARED),
    "games/registry.js": ("games/*/game.js",),
    "games/kinds.js": ("games/registry.js",),
    "screens/{screen}/*": (
        "screens/{screen}/*",
        "games/registry.js",
        "games/kinds.js",
        "routes.js",
        *SHARED,
    ),
    "routes.js": ("games/registry.js",),
    "main.js": ("screens/*", "games/registry.js", "routes.js", *SHARED),
    # A worker of its own, which imports nothing.
    "service-worker.js": (),
}
# The screens that may import another one, and why.
SCREENS: dict[str, dict[str, str]] = {
    "home": {"setup": "a match is set up from the home page"},
    "guide": {"setup": "the guided game is a match", "room": "the room shows the guide's steps"},
    "editor": {"setup": "what was edited is chosen when a match is set up"},
    "lobby": {"setup": "the host changes the match", "chat": "people chat while they wait"},
    "room": {
        "lobby": "the lobby is the first phase of a match",
        "chat": "people chat while they play",
        "rules": "the menu opens the rules",
        "preferences": "the menu opens the preferences",
    },
}
# What a module without a document cannot use.
_DOM = re.compile(r"\b(document|window|localStorage|sessionStorage|navigator|location)\b\s*[.?\[]")
_COMMENT = re.compile(r"/\*.*?\*/|(?:^|(?<=\s))//[^\n]*", re.S)
_STATIC = r"""^(?:import|export)\b(?:[^;"'=]*\bfrom)?\s*["'](\.[^"']+)["']"""
_LAZY = r"""\bimport\(["'](\.[^"']+)["']"""
_IMPORT = re.compile(f"{_STATIC}|{_LAZY}", re.M)


def problems(web: Path = WEB) -> Iterator[str]:
    """Yields a sentence for each import that the contract does not allow."""
    for path in sorted(web.rglob("*.js")):
        module = path.relative_to(web).as_posix()
        code = _COMMENT.sub("", path.read_text("utf-8"))
        allowed = targets(module)
        if allowed is None:
            yield f"{module}: no rule says what it may import"
            continue
        for found in imports(module, code):
            if not (web / found).is_file():
                yield f"{module}: imports {found}, which does not exist"
            elif not any(_pattern(each).fullmatch(found) for each in allowed):
                yield f"{module}: may not import {found}"
        if "/logic/" in module and (used := _DOM.search(code)):
            yield f"{module}: logic may not use {used[1]}"
        if not module.startswith("games/") and (named := _named_game(web, code)):
            yield f"{module}: may not name the game {named}"


def _named_game(web: Path, code: str) -> str | None:
    for game in sorted(path.parent.name for path in web.glob("games/*/game.js")):
        if re.search(rf"""["'`/.]{game}["'`/.]""", code):
            return game
    return None


def targets(module: str) -> tuple[str, ...] | None:
    """Returns the patterns of what a module may import; nothing if no rule fits it."""
    for source, allowed in RULES.items():
        if fits := _pattern(source).fullmatch(module):
            names = fits.groupdict()
            others = SCREENS.get(names.get("screen", ""), {})
            named = [each.format(**names) for each in allowed]
            return (*named, *(f"screens/{other}/*" for other in others))
    return None


def imports(module: str, code: str) -> Iterator[str]:
    """Yields the modules that code imports, statically or when they are needed."""
    folder = PurePosixPath(module).parent
    for static, lazy in _IMPORT.findall(code):
        parts: list[str] = []
        for part in (folder / (static or lazy)).parts:
            if part == "..":
                parts.pop()
            else:
                parts.append(part)
        yield "/".join(parts)


def _pattern(text: str) -> re.Pattern[str]:
    escaped = re.escape(text).replace(r"\*", ".*")
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/]+)", escaped))


def main() -> int:
    found = list(problems())
    for sentence in found:
        print(sentence)
    if not found:
        print("the page: every import is allowed")
    return min(len(found), 1)


if __name__ == "__main__":
    sys.exit(main())
