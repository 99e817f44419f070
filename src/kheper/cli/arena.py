"""`kheper arena`: tournaments between players, and a report of their strength."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click

from kheper.cli.files import write_text
from kheper.core import SetupError
from kheper.core.grid import clip

if TYPE_CHECKING:
    from kheper.arena.report import EventTable, Report
    from kheper.arena.tournament import TournamentProgress
    from kheper.runners import Runner

EPILOG = r"""\b
Players:
  level:5                          one of our levels, 1 to 8
  level,seconds=0.5:8              within limits: seconds, playouts, cores
  "engine:./mine --fast"           a program that talks the engine protocol
  engine,level=3,seconds=1:CMD     what its genmove is told
  python:module:function           function(view, rng) returns a move
  NAME=...                         any of them, under a name of your choice

\b
Events: expedition, expedition-2, expedition-3, expedition-4, duel, solo, scarab, scarab-3,
scarab-4, scarab-teams, scarab-turning, scarab-short, scarab-short-turning, scarab-short-3,
scarab-short-4, scarab-short-teams; "all" of them; or a game with its settings, such as
"scarabya mode=duel flip=off" or "scarab size=8 turning=yes teams=yes".

\b
Examples:
  kheper arena level:3 level:4 level:5 --event duel --event scarab-short --deals 50
  kheper arena level:2 level:5 level:6 level:7 level:8 --event scarab-4 --tables 4 --deals 100
  kheper arena level:6 "mine=engine:./mine" --event all --out mine
  kheper arena level:7 level:8 --event expedition --deals 1000 --ray auto
"""

# Seconds between two lines, where there is no terminal to draw a bar on.
LINE_EVERY = 10.0


@click.command(epilog=EPILOG)
@click.argument("players", nargs=-1, required=True, metavar="PLAYER PLAYER...")
@click.option("--event", "events", multiple=True, default=("duel",), help="What is played (duel).")
@click.option(
    "--deals",
    type=click.IntRange(1, 1_000_000),
    default=20,
    help="How many sites and decks; each meets all players in all seats (20).",
)
@click.option(
    "--tables",
    type=click.IntRange(1),
    help="How many tables each deal meets in an event, drawn by chance (all, in all seatings).",
)
@click.option("--seed", type=click.IntRange(0), default=1, help="What everything follows from (1).")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("arena"),
    help="The folder for games.jsonl, report.html and report.json (arena).",
)
@click.option("--workers", type=click.IntRange(1, 1024), help="Processes (one for each core).")
@click.option("--ray", "address", metavar="ADDRESS", help="Play on this Ray cluster.")
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=60.0,
    help="Seconds that a program or a function may take for a move (60).",
)
def arena(
    players: tuple[str, ...],
    events: tuple[str, ...],
    deals: int,
    tables: int | None,
    seed: int,
    out: Path,
    workers: int | None,
    address: str | None,
    timeout: float,
) -> None:
    """Play players against each other, and tell how strong they are.

    All pairs of players meet on the same sites and decks, with the seats changed around. Each
    game is written down as soon as it is over: a run that was stopped goes on where it was when
    the same command is given again, and more deals can be added to one that is done.
    """
    _check_installed(address)
    from kheper.arena.entrants import Entrant
    from kheper.arena.events import EVENTS, ArenaEvent
    from kheper.arena.journal import Journal
    from kheper.arena.plan import Plan
    from kheper.arena.report import report
    from kheper.arena.tournament import hold
    from kheper.runners import WorkersLost

    named = [name for event in events for name in (EVENTS if event == "all" else [event])]
    plan = Plan(
        tuple(map(Entrant.parse, players)),
        tuple(dict.fromkeys(map(ArenaEvent.parse, named))),
        seed,
        timeout,
        tables,
    )
    runner = _runner(workers, address)
    try:
        with Journal(out / "games.jsonl", plan) as journal, _ProgressDisplay() as display:
            games = hold(plan, deals, journal, runner, display)
    except KeyboardInterrupt:
        click.echo("\nStopped. The same command goes on from here.", err=True)
        raise
    except WorkersLost as error:
        raise click.ClickException(str(error)) from None
    finally:
        runner.close()
    found = report(plan, games)
    _write(found, out)
    click.echo(_text(found))
    click.echo(f"\n{out / 'report.html'}, {out / 'report.json'}, {out / 'games.jsonl'}")


def _check_installed(address: str | None) -> None:
    """Report missing packages before the games, not after."""
    for package, extra in (("choix", "arena"), *([("ray", "ray")] if address else [])):
        if find_spec(package) is None:
            sentence = f"this needs {package}: pip install 'kheper[{extra}]'"
            raise SetupError(None, sentence, code="not-installed")


def _runner(workers: int | None, address: str | None) -> Runner:
    from kheper.runners import ProcessRunner

    if address is None:
        return ProcessRunner(workers)
    from kheper.runners.ray_cluster import RayRunner

    try:
        return RayRunner(address)
    except (ConnectionError, RuntimeError, ValueError) as error:
        sentence = f"there is no Ray cluster at '{clip(address)}': {' '.join(str(error).split())}"
        raise SetupError(None, sentence, code="no-cluster") from None


class _ProgressDisplay:
    """Shows the progress: with a bar on a terminal, in lines elsewhere."""

    def __init__(self) -> None:
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._began = monotonic()
        self._shown = 0.0

    def __enter__(self) -> _ProgressDisplay:
        return self

    def __exit__(self, *_: object) -> None:
        if self._terminal:
            click.echo(err=True)

    def __call__(self, progress: TournamentProgress) -> None:
        now = monotonic()
        pause = 0.1 if self._terminal else LINE_EVERY
        ended = progress.done == progress.total
        if progress.starting is None and not ended and now - self._shown < pause:
            return
        if not progress.fresh:
            self._began = now
        self._shown = now
        words = self._words(progress, now - self._began)
        if self._terminal:
            click.echo(f"\r\x1b[K{_bar(progress)} {words}", nl=False, err=True)
        else:
            click.echo(words, err=True)

    @staticmethod
    def _words(progress: TournamentProgress, seconds: float) -> str:
        words = f"{progress.done} of {progress.total} games"
        if progress.starting is not None:
            words += f", starting {progress.starting}"
        if progress.faults:
            words += f", {progress.faults} faults"
        if progress.fresh and progress.done < progress.total:
            left = seconds / progress.fresh * (progress.total - progress.done)
            words += f", {_clock(left)} left"
        return words


def _bar(progress: TournamentProgress, width: int = 30) -> str:
    full = width * progress.done // max(1, progress.total)
    return f"[{'#' * full}{'-' * (width - full)}]"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"


def _write(found: Report, out: Path) -> None:
    from kheper.arena.page import page

    write_text(out / "report.json", found.json())
    write_text(out / "report.html", page(found))


def _text(found: Report) -> str:
    lines: list[str] = []
    for table in found.tables:
        lines += [f"{table.name} ({table.games} games)", *_rows(table), ""]
    for fault in found.faults[:10]:
        lines.append(
            f"game {fault.game}, {fault.event}: {fault.player} lost by its fault "
            f"({fault.kind}: {fault.sentence})"
        )
    if len(found.faults) > 10:
        lines.append(f"... and {len(found.faults) - 10} faults more, in the report")
    return "\n".join(lines).rstrip()


def _rows(table: EventTable) -> list[str]:
    width = max(6, *(len(row.player) for row in table.rows))
    lines = [f"  {'player':{width}}  rating  95% from to   score  games  won  points  faults"]
    for row in table.rows:
        rating = row.rating
        points = "" if row.points is None else f"{row.points:.1f}"
        lines.append(
            f"  {row.player:{width}}  {rating.value:+6.0f}  {rating.low:+6.0f} {rating.high:+6.0f}"
            f"  {100 * row.score:5.1f}%  {row.games:5}  {row.won:3}  {points:>6}  {row.faults:6}"
        )
    return lines
