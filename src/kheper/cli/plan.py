"""What game is to be played, by whom and with what: read from options, or asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from kheper import GAMES, KheperError, SetupError
from kheper.cli.console import Console, parse_count
from kheper.cli.files import read_text
from kheper.cli.seats import DEFAULT_LEVEL, Seat, parse_seats
from kheper.core.settings import parse_ages, parse_number
from kheper.render.scarabya.text import site_text
from kheper.scarab.start import FEWEST_SEATS, MOST_SEATS, TEAM_SEATS
from kheper.scarabya.boards import BOARDS, NAMES, Arrangement, Board
from kheper.scarabya.dig import Dig
from kheper.scarabya.materials import parse_material
from kheper.scarabya.options import great_explorer
from kheper.scarabya.records import digs_of
from kheper.scarabya.setup import SEATS
from kheper.scarabya.site import Site

ASK, DRAW = "ask", "draw"
OLDEST = 150


@dataclass
class Plan:
    """A game to be set up: the settings are those that the game itself reads."""

    game: str
    settings: dict[str, str] = field(default_factory=dict)
    seats: tuple[Seat, ...] = ()
    arrange: str | None = None

    def state(self, console: Console, rng: Random) -> Any:
        """Set the game up, asking for what only the players can know."""
        self._ages(console)
        self.settings["seats"] = str(len(self.seats))
        if self.game == "scarabya" and "site" not in self.settings:
            self._arrange(console, rng)
        state: Any = GAMES[self.game].new(self.settings, rng)
        if self.game == "scarabya":
            warnings = digs_of(state)[0].site.warnings()
            console.say(*(f"Warning: {warning}" for warning in warnings))
        return state

    def take_material(self, path: str) -> None:
        """Play on the boards or the site of a file (SY-O5)."""
        material = parse_material(read_text(path))
        if isinstance(material, Site):
            self.settings["site"] = str(material)
        else:
            self.settings["boards"] = " ".join(map(str, material))

    def _ages(self, console: Console) -> None:
        """Ask for ages, but only where an age decides (SY-S2, SB-S2)."""
        sought = [self.settings.get(name) for name in ("great_explorer", "starts")]
        if "ages" in self.settings or not {"youngest", "oldest"} & {*sought}:
            return
        ages = [_age(console, seat) for seat in self.seats]
        self.settings["ages"] = " ".join(map(str, ages))

    def _arrange(self, console: Console, rng: Random) -> None:
        """Let the Great Explorer arrange the boards, or have them drawn (SY-S3)."""
        chosen = self.arrange or (ASK if "great_explorer" in self.settings else DRAW)
        if chosen not in (ASK, DRAW):
            self.settings["arrangement"] = str(Arrangement.parse(chosen))
        elif chosen == ASK:
            explorer = self.seats[self._explorer(rng) - 1]
            console.say(f"{explorer.name}: Great Explorer.")
            if explorer.level is None:
                arrangement = _arranged(console, self._boards(), rng)
                self.settings["arrangement"] = str(arrangement)

    def _explorer(self, rng: Random) -> int:
        ages = parse_ages(self.settings["ages"]) if "ages" in self.settings else None
        choice = self.settings.get("great_explorer", "host")
        return great_explorer(choice, len(self.seats), ages, rng)

    def _boards(self) -> Sequence[Board]:
        given = self.settings.get("boards")
        return tuple(map(Board.parse, given.split())) if given else BOARDS


def default_seats(settings: Mapping[str, str]) -> str:
    """Return who plays if nobody says so: you, against a bot where there is another seat."""
    if settings.get("mode") == "solo":
        return "you"
    return "you,bot,bot,bot" if settings.get("teams") == "yes" else "you,bot"


def seats_allowed(game: str, settings: Mapping[str, str]) -> range:
    """Return how many seats a game may have."""
    if game == "scarabya":
        return SEATS[settings.get("mode", "expedition")]
    return range(TEAM_SEATS if settings.get("teams") == "yes" else FEWEST_SEATS, MOST_SEATS + 1)


def ask_for_plan(console: Console) -> Plan:
    """Ask a stranger a few questions; Enter at each of them starts a quick game."""
    kinds: dict[str, tuple[str, dict[str, str]]] = {
        "Scarabya, expedition: a site for each, everybody digs at the same time": (
            "scarabya",
            {"mode": "expedition"},
        ),
        "Scarabya, one-on-one: two players, one site": ("scarabya", {"mode": "duel"}),
        "Scarabya, solo: cover every scarab": ("scarabya", {"mode": "solo"}),
        "SCARAB: plus and minus stones, one priest": ("scarab", {}),
        "SCARAB, short: the same on 8 by 8 squares": ("scarab", {"size": "8"}),
    }
    console.say("Welcome to Kheper. Press Enter for what is marked, or type a number.")
    game, settings = list(kinds.values())[_number(console, "What shall it be?", list(kinds)) - 1]
    plan = Plan(game, settings)
    if game == "scarab":
        _ask_for_variants(console, plan)
    plan.seats = _ask_for_seats(console, plan)
    if game == "scarabya":
        choices = ["drawn at random", "you arrange them"]
        plan.arrange = (DRAW, ASK)[_number(console, "The four boards of the site?", choices) - 1]
    return plan


def _number(console: Console, question: str, choices: Sequence[str]) -> int:
    while True:
        answer = console.choose(question, choices)
        if isinstance(answer, int):
            return answer
        console.say(f"Type a number, 1 to {len(choices)}, or press Enter.")


def _ask_for_variants(console: Console, plan: Plan) -> None:
    variants = ["none", "turning on starred stones", "teams of two", "turning and teams"]
    number = _number(console, "A variant?", variants)
    plan.settings["turning"] = "yes" if number in (2, 4) else "no"
    plan.settings["teams"] = "yes" if number in (3, 4) else "no"


def _ask_for_seats(console: Console, plan: Plan) -> tuple[Seat, ...]:
    if plan.settings.get("mode") == "solo":
        return parse_seats("you")
    offers = _offers(plan)
    question = "Who plays? You can also type seats, such as: Anna,Ben,bot:3"
    while True:
        answer = console.choose(question, [offer for offer, _ in offers])
        spec = offers[answer - 1][1] if isinstance(answer, int) else answer
        try:
            return _seats(console, plan, spec)
        except SetupError as error:
            console.say(error.refusal)


def _seats(console: Console, plan: Plan, spec: str) -> tuple[Seat, ...]:
    seats, allowed = parse_seats(spec), seats_allowed(plan.game, plan.settings)
    if len(seats) not in allowed:
        sentence = f"this game has {allowed[0]} to {allowed[-1]} seats, not {len(seats)}"
        raise SetupError(None, sentence, code="bad-seats")
    if "bot" in spec.split(","):
        level = _ask_for_level(console)
        spec = ",".join(f"bot:{level}" if part == "bot" else part for part in spec.split(","))
    return parse_seats(spec)


def _offers(plan: Plan) -> list[tuple[str, str]]:
    if plan.settings.get("teams") == "yes":
        return [
            ("you and a bot against two bots", "you,bot,bot,bot"),
            ("four people at this keyboard", "Anna,Ben,Cleo,Dan"),
        ]
    two = [("you against a bot", "you,bot"), ("two people at this keyboard", "Anna,Ben")]
    if plan.settings.get("mode") == "duel":
        return two
    bots = [("you against two bots", "you,bot,bot"), ("you against three bots", "you,bot,bot,bot")]
    return [*two, *bots]


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


def _age(console: Console, seat: Seat) -> int:
    while True:
        try:
            return parse_number(console.ask(f"How old is {seat.name}?"), "an age", 0, OLDEST)
        except KheperError as error:
            console.say(error.refusal)


def _arranged(console: Console, boards: Sequence[Board], rng: Random) -> Arrangement:
    """Let a person lay the boards into the frame, and look at the site before it is kept."""
    console.say("Arrange the boards:", *_boards_text(boards))
    console.say(
        "Type them with their turns: top left, top right, bottom left, bottom right, such as",
        "B90 A0 C180 D270. Enter has them drawn.",
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


def _boards_text(boards: Sequence[Board]) -> list[str]:
    from kheper.cli.guide import side_by_side

    blocks = [[name, *board.rows] for name, board in zip(NAMES, boards, strict=True)]
    return [side_by_side(blocks)]
