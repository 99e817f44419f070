"""`kheper replay` and `kheper show`: check and show records."""

from __future__ import annotations

import json
from pathlib import Path
from random import SystemRandom
from typing import Any

import click

from kheper import KheperError
from kheper.cli.exits import REFUSED
from kheper.cli.files import FILE, read_text, write_text
from kheper.cli.games import TERMINAL_GAMES
from kheper.core.game import AnyMove, AnyState, Replay
from kheper.core.record import Record
from kheper.games import game_of
from kheper.games import replay as play_through


@click.command()
@click.argument("file", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
@click.pass_context
def replay(ctx: click.Context, file: str, as_json: bool) -> None:
    """Check a record move by move and print how the game came out.

    FILE may be - for standard input. A record that breaks a rule is refused with its line, the
    rule's id and the reason, and exit code 1.
    """
    try:
        record = Record.parse(read_text(file))
        replayed = play_through(record, SystemRandom())
    except KheperError as error:
        if not as_json:
            raise
        click.echo(json.dumps(_refusal(error)))
        ctx.exit(REFUSED)
    if as_json:
        click.echo(json.dumps(_report(record, replayed)))
    else:
        click.echo("\n".join(_sentences(record, replayed)))


@click.command()
@click.argument("file", type=FILE)
@click.option(
    "--move", type=click.IntRange(min=0), metavar="N", help="Show the position after line N."
)
@click.option(
    "--svg",
    "picture",
    is_flag=False,
    flag_value="-",
    metavar="[OUT.svg]",
    help="Draw a picture instead of text, to a file or else to standard output.",
)
def show(file: str, move: int | None, picture: str | None) -> None:
    """Show the position a record ends with, or an earlier one.

    FILE may be - for standard input. N is the number of a line of the record: a card in
    Scarabya, a move in SCARAB; 0 is the start.
    """
    from kheper.render import board_svg, board_text

    record = Record.parse(read_text(file))
    state = _state_after(record, play_through(record, SystemRandom()), move)
    if picture is None:
        click.echo(board_text(state, names_in(record, state)))
    elif picture == "-":
        click.echo(board_svg(state, names_in(record, state)).encode(), nl=False)
    elif picture.endswith(".svg"):
        write_text(Path(picture), board_svg(state, names_in(record, state)))
    else:
        raise click.BadParameter(f"'{picture}' does not end in .svg", param_hint="'--svg'")


def names_in(record: Record, state: AnyState) -> list[str]:
    """Return the seats' names, empty where a record does not name one."""
    return [record.tag(f"Seat{seat}") or "" for seat in range(1, state.seats + 1)]


def warnings_of(record: Record, state: AnyState) -> list[str]:
    """Say what is unusual about a record that can still be played."""
    found = list(TERMINAL_GAMES[state.game].warnings(state))
    if state.over and record.tag("Result", "*") == "*":
        found.append("the game is over, but the record has no result")
    return found


def _state_after(record: Record, replayed: Replay[AnyState, AnyMove], line: int | None) -> AnyState:
    """Return the state after a line of the record."""
    if line is None:
        return replayed.end
    if line > len(record.lines):
        lines = len(record.lines)
        raise click.BadParameter(f"the record has lines 0 to {lines}", param_hint="'--move'")
    lines_of = TERMINAL_GAMES[replayed.end.game].recorded_lines
    closed = (state for state in replayed.states if lines_of(state) >= line)
    return next(closed, replayed.end)


def _report(record: Record, replayed: Replay[AnyState, AnyMove]) -> dict[str, Any]:
    state, outcome = replayed.end, replayed.end.outcome
    names = names_in(record, state)
    details = TERMINAL_GAMES[state.game].details(state)
    return {
        "game": game_of(state).name,
        "mode": details["mode"],
        "seats": [{"seat": seat, "name": name or None} for seat, name in enumerate(names, 1)],
        "result": outcome.result if outcome else "*",
        "scores": list(state.scores),
        "winners": list(outcome.winners) if outcome else [],
        "reason": outcome.reason if outcome else None,
        "tries": details["tries"],
        "moves": len(replayed.plays),
        "over": state.over,
        "warnings": warnings_of(record, state),
    }


def _refusal(error: KheperError) -> dict[str, Any]:
    return {
        "error": error.sentence,
        "rule": error.rule,
        "code": error.code,
        "line": error.line,
        "column": error.column,
    }


def _sentences(record: Record, replayed: Replay[AnyState, AnyMove]) -> list[str]:
    from kheper.render import describe_outcome, describe_points, describe_turn

    state, names = replayed.end, names_in(record, replayed.end)
    mode = TERMINAL_GAMES[state.game].details(state)["mode"]
    kind = f"{game_of(state).title} {mode or ''}".strip()
    moves = f"{len(replayed.plays)} move{'' if len(replayed.plays) == 1 else 's'}"
    ended = describe_outcome(state, names) or [describe_turn(state, names)]
    warnings = [f"Warning: {warning}" for warning in warnings_of(record, state)]
    return [f"{kind}, {moves}: legal.", *ended, *describe_points(state, names), *warnings]
