"""What a match must know of a game beyond the protocol in `kheper.core.game`.

The methods of `GameAdapter` suit a game of turns without secrets; a game overrides what differs.
Nothing outside a game's own folder asks which game it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeAlias, TypeVar, cast

from msgspec import Struct

from kheper.core.game import AnyMove, AnyState, AnyView, State, View
from kheper.core.outcome import Json
from kheper.games import GAMES
from kheper.server.refusals import refuse

# A bound cannot name another type variable; a game gives its own move as M.
S = TypeVar("S", bound=State[Any])
V = TypeVar("V", bound=View[Any])
M = TypeVar("M")

Settings = Mapping[str, str]
Arranger = Literal["host", "random", "youngest", "oldest"]


class PositionFacts(Struct, frozen=True):
    """The whole position after a play, for games that describe no smaller change."""

    state: dict[str, Json]


class MoveList(Struct, frozen=True, tag_field="kind", tag="moves"):
    """The legal moves in their notation."""

    moves: tuple[str, ...]


class RematchSetup(NamedTuple):
    """The settings that a rematch keeps, and whether the seats are reversed."""

    fixed: dict[str, str]
    is_reversed: bool


class GameAdapter(Generic[S, V, M]):
    """What a match must know of one game, with its own types of state, view and move."""

    name: str
    # Settings that nobody may read before the game has ended.
    secret: ClassVar[tuple[str, ...]] = ()
    # Settings that describe the board or the position.
    ground: ClassVar[tuple[str, ...]] = ()
    # The setting that a layout made by hand becomes; "" if there is nothing to lay out.
    layout: ClassVar[str] = ""
    # Whether a move can reveal a card or a hidden placement.
    has_secrets: ClassVar[bool] = False
    # What a page must know to read `facts`, `legal` and `preview`, and is sent once.
    constants: ClassVar[Struct | None] = None
    # The types of what `facts`, `legal` and `preview` return, for the API's description.
    facts_type: ClassVar[type[Struct]] = PositionFacts
    legal_type: ClassVar[type[Struct]] = MoveList
    preview_type: ClassVar[type[Struct]] = MoveList

    def __init__(self, name: str) -> None:
        self.name = name

    # --- set-up

    def seats_allowed(self, settings: Settings) -> range:
        """Return how many seats a game with these settings may have."""
        return range(1, 5)

    def mode(self, settings: Settings) -> str:
        """Return the mode's name, for lists."""
        return self.name

    def check_settings(self, settings: Settings) -> None:
        """Refuse settings that the rules allow, but a match does not."""

    def first_state(self, settings: Settings, rng: Random) -> S:
        """Return a first state; the rng draws what the settings leave open."""
        return cast("S", GAMES[self.name].new(settings, rng))

    def settings_of(self, first: S) -> dict[str, str]:
        """Return the settings that lead to this first state; they may contain secrets."""
        raise NotImplementedError

    def can_arrange(self, settings: Settings) -> bool:
        """Say whether anything is left to lay out by hand."""
        return bool(self.layout) and not any(name in settings for name in self.ground)

    def arranger(self, settings: Settings) -> Arranger:
        """Say who lays out the board."""
        return "host"

    def check_layout(self, settings: Settings, layout: str, rng: Random) -> str:
        """Return a layout in its usual notation; an empty one is drawn."""
        raise refuse("not-arranging", "this game has nothing to lay out")

    def with_youngest(self, settings: Settings, seat: int) -> dict[str, str]:
        """Return the settings once the youngest player's seat is known."""
        return dict(settings)

    def ground_of(self, settings: Settings, layout: str) -> str:
        """Return the board or the position, as far as it is known before the start."""
        return ""

    def warnings(self, ground: str) -> tuple[str, ...]:
        """Return warnings about a custom board or position."""
        return ()

    # --- moves

    def read_move(self, state: S, text: str) -> tuple[M, str]:
        """Parse a move; return it with its usual notation."""
        move: M = state.parse_move(text)
        return move, str(move)

    def gains(self, before: S, after: S, seat: int) -> tuple[int, ...]:
        """Return the change of each side's score by a play; empty if there is none."""
        pairs = zip(after.scores, before.scores, strict=True)
        found = [new - old for new, old in pairs]
        return tuple(found) if any(found) else ()

    def side_of(self, state: S, seat: int) -> int:
        """Return the side that a seat plays for, from 0."""
        return seat - 1

    def is_team_game(self, state: S) -> bool:
        """Say whether seats play in teams that may not consult."""
        return False

    # --- secrets

    def drawn(self, state: S) -> str:
        """Return the cards drawn so far."""
        return ""

    def drawn_since(self, before: S, after: S) -> str:
        """Return the cards drawn between two states."""
        return ""

    def deck_is_open(self, state: S) -> bool:
        """Say whether the game is over for good, so that everybody may see the whole deck."""
        return bool(state.over)

    def round_is_open(self, before: S, after: S) -> bool:
        """Say whether a play left a simultaneous round open, because others have yet to move."""
        return False

    def is_hidden(self, before: S, after: S) -> bool:
        """Say whether the others may not see a play yet."""
        return False

    def revealed(self, before: S, after: S) -> tuple[str, ...]:
        """Return each seat's move of the round that a play closed."""
        return ()

    def pending(self, state: S, seat: int) -> str:
        """Return the seat's move in the open round, which it may take back; "" if none."""
        return ""

    def revealed_so_far(self, state: S) -> tuple[int, int]:
        """Return how many cards were drawn, and how many simultaneous rounds closed."""
        return 0, 0

    def check_unrevealed(self, revealed: tuple[int, int], state: S) -> None:
        """Refuse to take back a move after which something was revealed.

        `revealed` is what had been revealed before that move.
        """

    # --- playing again

    def retry(self, state: S) -> S:
        """Start again from the same first state, or refuse."""
        raise refuse("no-retry", "this game cannot be retried")

    def rematch(self, state: S) -> RematchSetup:
        """Return what the rematch of a finished game keeps."""
        return RematchSetup({}, is_reversed=False)

    # --- what a page is sent

    def facts(self, before: S, after: S, seat: int) -> Struct:
        """Return what a play, or its withdrawal from an open round, changed."""
        return PositionFacts(after.view(None).json())

    def legal(self, view: V) -> Struct:
        """Return the legal moves of the view's seat, which is to move."""
        return MoveList(tuple(map(str, view.legal_moves())))

    def preview(self, view: V) -> Struct | None:
        """Return what each legal move of the view's seat would lead to."""
        return None


# The adapter of any game: a match gives moves and states back only to the game they came from.
AnyAdapter: TypeAlias = GameAdapter[AnyState, AnyView, AnyMove]
