"""Setting up a game in the terminal: from the command's options, or by asking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from kheper import GAMES, KheperError, SetupError
from kheper.cli.console import Console, parse_count
from kheper.cli.games import TERMINAL_GAMES
from kheper.cli.seats import DEFAULT_LEVEL, LocalPlayer, parse_seats
from kheper.cli.terminal import TerminalGame
from kheper.core import AnyMove, AnyState
from kheper.core.settings import parse_number

OLDEST = 150


@dataclass
class GameSetup:
    """A game to be set up; `given` are the command's options that belong to the game."""

    game: str
    settings: dict[str, str] = field(default_factory=dict)
    seats: tuple[LocalPlayer, ...] = ()
    given: Mapping[str, object] = field(default_factory=dict)

    @property
    def terminal(self) -> TerminalGame[AnyState, AnyMove]:
        """What the terminal knows of the game."""
        return TERMINAL_GAMES[self.game]

    def first_state(self, console: Console, rng: Random) -> AnyState:
        """Return the first state, after asking for what only the players know."""
        self._ask_ages(console)
        self.settings["seats"] = str(len(self.seats))
        self.terminal.lay_out(console, self, rng)
        state = GAMES[self.game].new(self.settings, rng)
        console.say(*(f"Warning: {warning}" for warning in self.terminal.warnings(state)))
        return state

    def _ask_ages(self, console: Console) -> None:
        """Ask for ages, but only where an age decides (SY-S2, SB-S2)."""
        if "ages" in self.settings or not {"youngest", "oldest"} & {*self.settings.values()}:
            return
        ages = [_age(console, seat) for seat in self.seats]
        self.settings["ages"] = " ".join(map(str, ages))


def default_seats(game: str, settings: Mapping[str, str]) -> str:
    """Return who plays if nobody says so: you, against bots where the game needs more seats."""
    allowed = TERMINAL_GAMES[game].seats_allowed(settings)
    seats = max(allowed[0], min(2, allowed[-1]))
    return ",".join(["you", *["bot"] * (seats - 1)])


def ask_for_setup(console: Console) -> GameSetup:
    """Ask a few questions; Enter at each of them starts a quick game."""
    menu = [
        (text, game, settings)
        for game in TERMINAL_GAMES
        for text, settings in TERMINAL_GAMES[game].menu.items()
    ]
    console.say("Welcome to Kheper. Press Enter for what is marked, or type a number.")
    number = ask_number(console, "What shall it be?", [text for text, *_ in menu])
    _, game, settings = menu[number - 1]
    setup = GameSetup(game, dict(settings))
    setup.terminal.ask_variant(console, setup)
    setup.seats = _ask_for_seats(console, setup)
    setup.terminal.ask_layout(console, setup)
    return setup


def ask_number(console: Console, question: str, choices: Sequence[str]) -> int:
    """Ask for one of numbered choices, until one is given."""
    while True:
        answer = console.choose(question, choices)
        if isinstance(answer, int):
            return answer
        console.say(f"Type a number, 1 to {len(choices)}, or press Enter.")


def _ask_for_seats(console: Console, setup: GameSetup) -> tuple[LocalPlayer, ...]:
    if setup.terminal.seats_allowed(setup.settings)[-1] == 1:
        return parse_seats("you")
    offers = setup.terminal.seat_offers(setup.settings)
    question = "Who plays? You can also type seats, such as: Anna,Ben,bot:3"
    while True:
        answer = console.choose(question, [offer for offer, _ in offers])
        spec = offers[answer - 1][1] if isinstance(answer, int) else answer
        try:
            return _seats(console, setup, spec)
        except SetupError as error:
            console.say(error.refusal)


def _seats(console: Console, setup: GameSetup, spec: str) -> tuple[LocalPlayer, ...]:
    seats, allowed = parse_seats(spec), setup.terminal.seats_allowed(setup.settings)
    if len(seats) not in allowed:
        sentence = f"this game has {allowed[0]} to {allowed[-1]} seats, not {len(seats)}"
        raise SetupError(None, sentence, code="bad-seats")
    if "bot" in spec.split(","):
        level = _ask_for_level(console)
        spec = ",".join(f"bot:{level}" if part == "bot" else part for part in spec.split(","))
    return parse_seats(spec)


def _ask_for_level(console: Console) -> int:
    from kheper.bots import LEVELS, level

    bots = [level(number) for number in LEVELS]
    console.say(*(f"  {bot.number}  {bot.name}: {bot.character}" for bot in bots))
    question = f"How strong is the bot, {LEVELS[0]} to {LEVELS[-1]}? (Enter: {DEFAULT_LEVEL})"
    while True:
        number = parse_count(console.ask(question) or str(DEFAULT_LEVEL))
        if number is not None and number in LEVELS:
            return number
        console.say(f"Type a number, {LEVELS[0]} to {LEVELS[-1]}.")


def _age(console: Console, seat: LocalPlayer) -> int:
    while True:
        try:
            return parse_number(console.ask(f"How old is {seat.name}?"), "an age", 0, OLDEST)
        except KheperError as error:
            console.say(error.refusal)
