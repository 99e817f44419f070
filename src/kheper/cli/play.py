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
from kheper.cli.games import TERMINAL_GAMES
from kheper.cli.match import LocalMatch, seats_in
from kheper.cli.records import names_in, warnings_of
from kheper.cli.seats import parse_seats
from kheper.cli.session import TerminalSession, may_write
from kheper.cli.setup import GameSetup, ask_for_setup, default_seats
from kheper.games import GAMES, replay

EPILOG = """\b
Examples:
  kheper play                                       answer a few questions
  kheper play --seats "Anna,Ben,bot:4"              an expedition for three
  kheper play --mode duel --option rematch=reverse
  kheper play --mode solo --site mysite.txt
  kheper play --game scarab --size 8 --turning
  kheper play --game scarab --teams --seats "Anna,bot,Ben,bot"
  kheper play --load game.txt --save game.txt       continue a game

\b
Options of the rules, for --option:
  flip=on|off  open_table=hidden|open  great_explorer=host|youngest|oldest|random
  rematch=same|reverse  starts=first|youngest|random
"""

# The options that set up a game; if one of these is given, no questions are asked.
SETUP = ("game", "seats", "options", "ages")


@click.command(epilog=EPILOG)
@click.option("--game", type=click.Choice([*TERMINAL_GAMES]), help="Which game.")
@click.option("--seats", metavar="SEATS", help='Who plays, such as "you,bot:3,Anna".')
@click.option("--seed", type=int, help="The seed of site, cards, stones and bots.")
@click.option("--ages", metavar="AGES", help='The players\' ages, such as "9,41".')
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the rules."
)
@click.option("--save", type=click.Path(dir_okay=False), help="Write the record there.")
@click.option("--load", type=FILE, help="Continue the game of a record.")
@click.option("--confirm/--no-confirm", default=True, help="Show a move before it is played.")
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
        session = TerminalSession(
            match, console, confirm=given["confirm"], drawings=given["drawings"]
        )
        session.run()
    except (EOFError, KeyboardInterrupt):
        console.say("", "The game was interrupted.")
        if session is not None:
            session.farewell()
        ctx.exit(INTERRUPTED)


OWN_OPTIONS = {game: [o.name for o in TERMINAL_GAMES[game].options] for game in TERMINAL_GAMES}
for _game in TERMINAL_GAMES:
    play.params.extend(TERMINAL_GAMES[_game].options)


def _fresh(ctx: click.Context, given: dict[str, Any], console: Console) -> LocalMatch:
    """Set up a new game: from the options, or by asking if there are none."""
    seed = given["seed"]
    rng = SystemRandom() if seed is None else Random(seed)
    asked = not any(_is_given(ctx, name) for name in _setup_options())
    setup = ask_for_setup(console) if asked else _setup(given)
    state = setup.first_state(console, rng)
    return LocalMatch(setup.seats, [state], _bots_rng(seed))


def _loaded(ctx: click.Context, given: dict[str, Any], console: Console) -> LocalMatch:
    """Continue the game of a record, with its players or with others."""
    for name in _setup_options():
        if name != "seats" and _is_given(ctx, name):
            raise click.UsageError(f"--load continues a game, so --{name} cannot be given")
    record = Record.parse(read_text(given["load"]))
    seed = given["seed"]
    state = replay(record, SystemRandom() if seed is None else Random(seed)).end
    console.say(*(f"Warning: {warning}" for warning in warnings_of(record, state)))
    seats = parse_seats(given["seats"] or seats_in(record, names_in(record, state)))
    if len(seats) != state.seats:
        sentence = f"the record has {state.seats} seats, not {len(seats)}"
        raise SetupError(None, sentence, code="bad-seats")
    return LocalMatch(seats, [state], _bots_rng(seed), record.tags)


def _setup_options() -> list[str]:
    return [*SETUP, *(str(name) for names in OWN_OPTIONS.values() for name in names)]


def _setup(given: dict[str, Any]) -> GameSetup:
    options = _rule_options(given)
    game = given["game"] or _game_of(given, options)
    _check_options(game, given)
    own = {str(name): given[name] for name in OWN_OPTIONS[game] if name}
    settings = TERMINAL_GAMES[game].settings_of(own) | options
    seats = parse_seats(given["seats"] or default_seats(game, settings))
    return GameSetup(game, settings, seats, own)


def _game_of(given: dict[str, Any], options: dict[str, str]) -> str:
    """Return the game whose own options are given; the first game if there are none."""
    meant = [game for game in TERMINAL_GAMES if _speaks_of(game, given, options)]
    return meant[-1] if meant else next(iter(TERMINAL_GAMES))


def _speaks_of(game: str, given: dict[str, Any], options: dict[str, str]) -> bool:
    others = {name for other in GAMES if other != game for name in GAMES[other].settings}
    named = options.keys() & (GAMES[game].settings.keys() - others)
    return bool(named) or any(given[name] for name in OWN_OPTIONS[game] if name)


def _check_options(game: str, given: dict[str, Any]) -> None:
    """Refuse options of other games."""
    for other, names in OWN_OPTIONS.items():
        for name in names:
            if other != game and name and given[name]:
                raise click.UsageError(f"--{name} is not for {game}")


def _rule_options(given: dict[str, Any]) -> dict[str, str]:
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


def _bots_rng(seed: int | None) -> Random:
    return SystemRandom() if seed is None else Random(f"bots {seed}")
