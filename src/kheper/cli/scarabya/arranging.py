"""Arranging the boards of a site by hand (SY-S1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from kheper import KheperError
from kheper.cli.console import Console, side_by_side
from kheper.cli.seats import LocalPlayer
from kheper.core.settings import parse_ages
from kheper.render.scarabya.text import site_text
from kheper.scarabya.boards import BOARDS, NAMES, Arrangement, Board
from kheper.scarabya.dig import Dig
from kheper.scarabya.options import great_explorer

ASK, DRAW = "ask", "draw"


def arrange(
    console: Console,
    settings: dict[str, str],
    seats: Sequence[LocalPlayer],
    chosen: str | None,
    rng: Random,
) -> None:
    """Let the Great Explorer arrange the boards, or leave it to chance (SY-S3)."""
    chosen = chosen or (ASK if "great_explorer" in settings else DRAW)
    if chosen not in (ASK, DRAW):
        settings["arrangement"] = str(Arrangement.parse(chosen))
    elif chosen == ASK:
        explorer = seats[_explorer(settings, len(seats), rng) - 1]
        console.say(f"{explorer.name}: Great Explorer.")
        if explorer.level is None:
            settings["arrangement"] = str(_ask(console, _boards(settings), rng))


def _explorer(settings: Mapping[str, str], seats: int, rng: Random) -> int:
    ages = parse_ages(settings["ages"]) if "ages" in settings else None
    return great_explorer(settings.get("great_explorer", "host"), seats, ages, rng)


def _boards(settings: Mapping[str, str]) -> Sequence[Board]:
    given = settings.get("boards")
    return tuple(map(Board.parse, given.split())) if given else BOARDS


def _ask(console: Console, boards: Sequence[Board], rng: Random) -> Arrangement:
    """Ask for an arrangement, and show the site before it is kept."""
    blocks = [[name, *board.rows] for name, board in zip(NAMES, boards, strict=True)]
    console.say("Arrange the boards:", side_by_side(blocks))
    console.say(
        "Type them with their turns: top left, top right, bottom left, bottom right, such as",
        "B90 A0 C180 D270. Press Enter for a random arrangement.",
    )
    while True:
        answer = console.ask("Boards").upper()
        try:
            arrangement = Arrangement.parse(answer) if answer else Arrangement.draw(rng)
        except KheperError as error:
            console.say(error.refusal)
            continue
        console.say_board(site_text(Dig.on(arrangement.site(boards))))
        if console.agree(f"{arrangement}: keep it?", default=True):
            return arrangement
