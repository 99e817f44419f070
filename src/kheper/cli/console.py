"""Printing lines and asking questions at the terminal."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Sequence
from contextlib import suppress

import click

_ROW = re.compile(r" {1,2}\d{1,2} \S")
_MARK = re.compile(r"(?<= )[^\s]+")


class Console:
    """Prints lines and asks questions; it never moves the cursor."""

    def __init__(self) -> None:
        self.terminal = sys.stdout is not None and sys.stdout.isatty()
        self.colour = self.terminal and not os.environ.get("NO_COLOR")
        if sys.stdin is not None and sys.stdin.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401 - imported, it lets people edit what they type

    def say(self, *lines: str) -> None:
        """Print lines; on a terminal, long ones are wrapped."""
        for line in lines:
            print(_wrapped(line) if self.terminal else line)

    def say_board(self, text: str) -> None:
        """Print a board, in colours if the terminal has them."""
        for line in text.split("\n"):
            if not _ROW.match(line):
                self.say(line)
            else:
                marks = _MARK.sub(_painted, line[3:]) if self.colour else line[3:]
                print(line[:3] + marks)

    def ask(self, question: str) -> str:
        """Ask for a line; EOFError when the input has ended."""
        if sys.stdin is None:  # closed before the program started
            raise EOFError
        return input(f"{question}> ").strip()

    def choose(self, question: str, choices: Sequence[str], default: int = 1) -> int | str:
        """Ask for one of numbered choices; an answer that is not a number is returned unchanged."""
        self.say(question)
        for number, choice in enumerate(choices, 1):
            self.say(f"  {number}. {choice}{' (Enter)' if number == default else ''}")
        while True:
            answer = self.ask("Number")
            if not answer:
                return default
            chosen = parse_count(answer)
            if chosen is None:
                return answer
            if 1 <= chosen <= len(choices):
                return chosen
            self.say(f"Type a number from 1 to {len(choices)}.")

    def agree(self, question: str, default: bool) -> bool:
        """Ask for yes or no."""
        while True:
            answer = self.ask(f"{question} ({'Y/n' if default else 'y/N'})").lower()
            if answer in ("", "y", "yes", "n", "no"):
                return answer in ("y", "yes") or (default and not answer)
            self.say("Type y for yes or n for no.")

    def scroll_away(self) -> None:
        """Scroll earlier output out of sight, and clear the input history."""
        with suppress(ImportError, AttributeError):
            import readline

            readline.clear_history()
        self.say(*[""] * shutil.get_terminal_size().lines)


def parse_count(text: str) -> int | None:
    """Read a whole number; None if it is not one. Of a very long one the first digits do."""
    return int(text[:6]) if text.isascii() and text.isdigit() else None


def side_by_side(blocks: Sequence[Sequence[str]], width: int = 76) -> str:
    """Put small drawings beside each other, as many as go into a line.

    >>> print(side_by_side([["1", "##"], ["2 +4", ".o", "##"]]))
    1      2 +4
    ##     .o
           ##
    """
    step = max(len(line) for block in blocks for line in block) + 3
    across = max(1, width // step)
    lines: list[str] = []
    for first in range(0, len(blocks), across):
        row = blocks[first : first + across]
        for n in range(max(map(len, row))):
            cells = (block[n] if n < len(block) else "" for block in row)
            lines.append("".join(f"{cell:<{step}}" for cell in cells).rstrip())
    return "\n".join(lines)


def _wrapped(line: str) -> str:
    width = shutil.get_terminal_size().columns
    if "\n" in line or len(line) < width:
        return line
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.fill(line, width - 1, subsequent_indent=indent, replace_whitespace=False)


def _painted(match: re.Match[str]) -> str:
    mark = match[0]
    if mark in (".", "-"):
        return click.style(mark, dim=True)
    if mark in ("s", "A") or mark[0] == "+":
        return click.style(mark, fg="cyan", bold=True)
    if mark[-1].isdigit() and mark[0] != "-":
        return click.style(mark, fg="yellow", bold=True)
    if mark[0] in "-!":
        return click.style(mark, fg="red")
    return click.style(mark, bold=mark.isalpha())
