"""Running the command as a person would: with lines typed, and with what comes back."""

from __future__ import annotations

from collections.abc import Iterable

from click.testing import CliRunner, Result

from kheper.cli import main


def kheper(*arguments: str, typed: str | Iterable[str] = "") -> Result:
    """Run `kheper` inside this process; typed lines end with an empty input."""
    lines = typed if isinstance(typed, str) else "".join(f"{line}\n" for line in typed)
    result = CliRunner().invoke(main, arguments, input=lines, prog_name="kheper")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def play(*arguments: str, typed: str | Iterable[str] = "", seed: int = 3) -> Result:
    """Run `kheper play`, without questions before a move."""
    return kheper("play", "--no-confirm", "--seed", str(seed), *arguments, typed=typed)


# Taking the first move of the list plays any game to its end.
FIRST_OF_THE_LIST = ["list", "1"] * 150
