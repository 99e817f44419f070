"""`kheper play`: a game in the terminal."""

from __future__ import annotations

from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import click
from click.core import ParameterSource

from kheper import Record, SetupError
from kheper.cli.console import Console
from kheper.cli.exits import INTERRUPTED
from kheper.cli.files import FILE, read_text
from kheper.cli.match import Match, seats_in
from kheper.cli.plan import Plan, ask_for_plan, default_seats
from kheper.cli.records import names_in, warnings_of
from kheper.cli.seats import parse_seats
from kheper.cli.session import Session, may_write
from kheper.games import SCARAB, SCARABYA, replay

EPILOG = """\b
Examples:
  kheper play                                       answer a few questions
  kheper play --seats "Anna,Ben,bot:4"              an expedition for three
  kheper play --mode duel --option rematch=reverse
  kheper play --mode solo --site mysite.txt
  kheper play --game scarab --size 8 --turning
  kheper play --game scarab --teams --seats "Anna,bot,Ben,bot"
  kheper play --load game.txt --save game.txt       take a game up again

\b
Options of the rules, for --option:
  flip=on|off  open_table=hidden|open  great_explorer=host|youngest|oldest|random
  rematch=same|reverse  starts=first|youngest|random
"""

DIGS = ("mode", "site", "arrange")
STONES = ("size", "turning", "teams", "position")
# What makes a game; where one of these is given, nobody is asked.
SETUP = ("game", "seats", "options", "ages", *DIGS, *STONES)


@click.command(epilog=EPILOG)
@click.option("--game", type=click.Choice(["scarabya", "scarab"]), help="Which game.")
@click.option("--mode", type=click.Choice(["expedition", "duel", "solo"]), help="Scarabya's mode.")
@click.option("--seats", metavar="SEATS", help='Who plays, such as "you,bot:3,Anna".')
@click.option("--seed", type=int, help="Draw site, cards and stones, and the bots' luck, from it.")
@click.option("--site", type=FILE, help="Scarabya: a file with a site or four boards of your own.")
@click.option("--position", type=FILE, help="SCARAB: a file with the rows of a start position.")
@click.option(
    "--arrange",
    metavar="BOARDS",
    help='Scarabya: the boards, such as "B90 A0 C180 D270"; draw (default), or ask.',
)
@click.option("--size", type=click.Choice(["10", "8"]), help="SCARAB: the board's side.")
@click.option("--turning", is_flag=True, help="SCARAB: the priest may turn on stars.")
@click.option("--teams", is_flag=True, help="SCARAB: seats 1 and 2 against 3 and 4.")
@click.option("--ages", metavar="AGES", help='The players\' ages, such as "9,41".')
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the rules."
)
@click.option("--save", type=click.Path(dir_okay=False), help="Write the record there.")
@click.option("--load", type=FILE, help="Take up the game of a record.")
@click.option("--confirm/--no-confirm", default=True, help="Show a move before it is made.")
@click.option("--drawings/--no-drawings", default=True, help="Draw the ways to lay a tile.")
@click.pass_context
def play(ctx: click.Context, /, save: str | None, **given: Any) -> None:
    """Play a game in the terminal, with people and bots in any seats.

    Every game and mode can be played; with no options, a few questions set it up. It is made of
    plain lines, so a screen reader can read it; colours appear on a terminal only, and not if
    NO_COLOR is set. Type help at any time.
    """
    console = Console()
    session = None
    try:
        match = _loaded(ctx, given, console) if given["load"] else _fresh(ctx, given, console)
        if save is not None and (save == given["load"] or may_write(Path(save), console)):
            match.save = Path(save)
        session = Session(match, console, confirm=given["confirm"], drawings=given["drawings"])
        session.run()
    except (EOFError, KeyboardInterrupt):
        console.say("", "The game was left.")
        if session is not None:
            session.farewell()
        ctx.exit(INTERRUPTED)


def _fresh(ctx: click.Context, given: dict[str, Any], console: Console) -> Match:
    """Set a new game up: from the options, or by asking if there are none."""
    seed = given["seed"]
    rng = SystemRandom() if seed is None else Random(seed)
    asked = not any(_is_given(ctx, name) for name in SETUP)
    plan = ask_for_plan(console) if asked else _plan(given)
    state = plan.state(console, rng)
    return Match(plan.seats, [state], _bots_luck(seed))


def _loaded(ctx: click.Context, given: dict[str, Any], console: Console) -> Match:
    """Take up the game of a record, with its players or with others."""
    for name in SETUP:
        if name != "seats" and _is_given(ctx, name):
            raise click.UsageError(f"--load brings its own game: --{name} does not go with it")
    record = Record.parse(read_text(given["load"]))
    seed = given["seed"]
    state = replay(record, SystemRandom() if seed is None else Random(seed)).end
    console.say(*(f"Warning: {warning}" for warning in warnings_of(record, state)))
    seats = parse_seats(given["seats"] or seats_in(record, names_in(record, state)))
    if len(seats) != state.seats:
        sentence = f"the record has {state.seats} seats, not {len(seats)}"
        raise SetupError(None, sentence, code="bad-seats")
    return Match(seats, [state], _bots_luck(seed), record.tags)


def _plan(given: dict[str, Any]) -> Plan:
    game = given["game"] or _game_of(given)
    settings = {name: given[name] for name in ("mode", "size") if given[name]}
    settings |= {name: "yes" for name in ("turning", "teams") if given[name]} | _options(given)
    _check_options(game, given)
    seats = parse_seats(given["seats"] or default_seats(settings))
    plan = Plan(game, settings, seats, given["arrange"])
    if given["site"]:
        plan.take_material(given["site"])
        if "site" in plan.settings and given["arrange"]:
            raise click.UsageError("--site holds a whole site: there is nothing to arrange")
    if given["position"]:
        rows = read_text(given["position"]).replace("/", "\n").split("\n")
        kept = (row.partition(";")[0].strip() for row in rows)
        settings["position"] = "/".join(row for row in kept if row)
    return plan


def _game_of(given: dict[str, Any]) -> str:
    """Return the game that the options speak of; Scarabya if they do not."""
    stones = SCARAB.settings.keys() - SCARABYA.settings.keys()
    named = stones & _options(given).keys()
    return "scarab" if named or any(given[name] for name in STONES) else "scarabya"


def _check_options(game: str, given: dict[str, Any]) -> None:
    """Refuse options of the other game."""
    for name in STONES if game == "scarabya" else DIGS:
        if given[name]:
            raise click.UsageError(f"--{name} is not for {game}")


def _options(given: dict[str, Any]) -> dict[str, str]:
    """Read the options of the rules, and the ages."""
    settings = {"ages": given["ages"].replace(",", " ")} if given["ages"] else {}
    for option in given["options"]:
        name, equals, value = option.partition("=")
        if not equals:
            raise click.UsageError(f"--option is NAME=VALUE, not '{option}'")
        settings[name.strip()] = value.strip()
    return settings


def _is_given(ctx: click.Context, name: str) -> bool:
    return ctx.get_parameter_source(name) not in (None, ParameterSource.DEFAULT)


def _bots_luck(seed: int | None) -> Random:
    return SystemRandom() if seed is None else Random(f"bots {seed}")
