"""Setting up a game of Scarabya from settings, which are plain strings."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from kheper.core.errors import SetupError
from kheper.core.settings import parse_choice, parse_number
from kheper.scarabya.boards import BOARDS, NAMES, Arrangement, Board
from kheper.scarabya.duel import Duel, DuelView
from kheper.scarabya.expedition import MODE as EXPEDITION
from kheper.scarabya.expedition import MOST_SEATS, Expedition, ExpeditionView
from kheper.scarabya.options import CHOICES, Options
from kheper.scarabya.site import Site
from kheper.scarabya.solo import Solo, SoloView
from kheper.scarabya.tiles import Tile, parse_tile
from kheper.scarabya.views import complete_deck

ScarabyaState = Expedition | Duel | Solo
ScarabyaView = ExpeditionView | DuelView | SoloView

SEATS = {EXPEDITION: range(1, MOST_SEATS + 1), "duel": range(2, 3), "solo": range(1, 2)}

SETTINGS = {
    "mode": "expedition (default), duel or solo",
    "seats": "1 to 4 in an expedition",
    "site": "ten rows joined with /, of . (free), s (scarab) and # (rock)",
    "boards": "the four boards of a box, five rows joined with /, boards joined with a space",
    "arrangement": "the boards and their turns by quarter, such as A0 B90 C180 D270",
    "deck": "the order of the cards, from the top; what is missing is drawn",
    **{name: " or ".join(choices) for name, choices in CHOICES.items()},
    "ages": "the players' ages, where the youngest or the oldest is sought",
}


def new_state(settings: Mapping[str, str], rng: Random) -> ScarabyaState:
    """Return a first state; the rng draws the site, then the deck, if they are not given."""
    mode = check_mode(settings.get("mode", EXPEDITION))
    fewest = SEATS[mode].start
    seats = parse_number(settings.get("seats", str(fewest)), "seats", 0)
    options = Options.read(settings)
    site = _site(settings, rng)
    deck = complete_deck(parse_deck(settings.get("deck", "")), rng)
    return start(mode, site, deck, seats, options)


def start(
    mode: str, site: Site, deck: tuple[Tile, ...], seats: int, options: Options
) -> ScarabyaState:
    """Start a game of a mode."""
    if seats not in SEATS[mode] and mode != EXPEDITION:
        raise SetupError(
            "SY-D1" if mode == Duel.mode else "SY-O1",
            f"a game of this mode has {SEATS[mode].start} seats, not {seats}",
            code="bad-seats",
        )
    if mode == EXPEDITION:
        return Expedition.start(site, deck, seats, options)
    return (Duel if mode == Duel.mode else Solo).start(site, deck, options)


def check_mode(mode: str) -> str:
    """Refuse a mode that does not exist."""
    return parse_choice("the mode", mode, tuple(SEATS))


def parse_deck(text: str) -> tuple[Tile, ...]:
    """Read cards by their letters; each may appear once (SY-M4)."""
    cards = tuple(parse_tile(letter) for letter in text)
    twice = next((card for n, card in enumerate(cards) if card in cards[:n]), None)
    if twice is not None:
        raise SetupError("SY-M4", f"the card {twice} appears twice in the deck", code="bad-deck")
    return cards


def _site(settings: Mapping[str, str], rng: Random) -> Site:
    if "site" in settings:
        if "boards" in settings or "arrangement" in settings:
            raise SetupError(
                "SY-S1", "give either a site or boards and their arrangement", code="bad-site"
            )
        return Site.parse(settings["site"])
    arranged = settings.get("arrangement")
    arrangement = Arrangement.draw(rng) if arranged is None else Arrangement.parse(arranged)
    return arrangement.site(_boards(settings["boards"]) if "boards" in settings else BOARDS)


def _boards(text: str) -> tuple[Board, ...]:
    boards = tuple(Board.parse(board) for board in text.split())
    if len(boards) != len(NAMES):
        raise SetupError("SY-M1", f"a box has four boards, not {len(boards)}", code="bad-boards")
    return boards
