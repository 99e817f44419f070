"""What a match must know of Scarabya."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import ClassVar, cast

from msgspec import Struct

from kheper.core.errors import RuleError
from kheper.scarabya.boards import BOARDS, Arrangement, Board
from kheper.scarabya.dig import Dig
from kheper.scarabya.duel import Duel, DuelView
from kheper.scarabya.expedition import MODE as EXPEDITION
from kheper.scarabya.expedition import Expedition, ExpeditionView
from kheper.scarabya.placements import Placement, parse_placement
from kheper.scarabya.setup import SEATS, ScarabyaState, check_mode
from kheper.scarabya.site import Site
from kheper.scarabya.solo import Solo, SoloView
from kheper.server.games.adapter import Arranger, GameAdapter, RematchSetup, Settings
from kheper.server.games.scarabya.facts import PlacementFacts, facts
from kheper.server.games.scarabya.placements import Closings, Placements, closings, placements
from kheper.server.games.scarabya.tiles import tile_constants
from kheper.server.refusals import refuse

ScarabyaView = ExpeditionView | DuelView | SoloView


class ScarabyaAdapter(GameAdapter[ScarabyaState, ScarabyaView, Placement]):
    """Scarabya: a hidden deck, and in an expedition simultaneous rounds (SY-S5, SY-B2)."""

    secret = ("deck",)
    ground = ("site", "boards", "arrangement")
    layout = "arrangement"
    has_secrets = True
    constants: ClassVar[Struct | None] = tile_constants()
    facts_type: ClassVar[type[Struct]] = PlacementFacts
    legal_type: ClassVar[type[Struct]] = Placements
    preview_type: ClassVar[type[Struct]] = Closings

    # --- set-up

    def seats_allowed(self, settings: Settings) -> range:
        """Return how many seats a game with these settings may have."""
        return SEATS[check_mode(settings.get("mode", EXPEDITION))]

    def mode(self, settings: Settings) -> str:
        """Return the mode's name, for lists."""
        return settings.get("mode", EXPEDITION)

    def check_settings(self, settings: Settings) -> None:
        """Refuse a given deck outside solo, and boards that are arranged twice."""
        if "deck" in settings and self.mode(settings) != Solo.mode:
            raise refuse("no-setting", "only a solo game may have a given deck", "SY-S5")
        if "arrangement" in settings and self.arranger(settings) != "host":
            raise refuse("no-setting", "the Great Explorer arranges the boards", "SY-S1")

    def settings_of(self, first: ScarabyaState) -> dict[str, str]:
        """Return the settings that lead to this first state, including the whole deck."""
        dig = first.digs[0] if isinstance(first, Expedition) else first.dig
        return {
            "mode": first.mode,
            "seats": str(first.seats),
            "site": str(dig.site),
            "deck": "".join(first.deck),
            **dict(first.options.chosen()),
        }

    def can_arrange(self, settings: Settings) -> bool:
        """Say whether the boards are still to be arranged."""
        return "site" not in settings and "arrangement" not in settings

    def arranger(self, settings: Settings) -> Arranger:
        """Say who is the Great Explorer, who arranges the boards (SY-S2, TB-2)."""
        return cast(Arranger, settings.get("great_explorer", "host"))

    def check_layout(self, settings: Settings, layout: str, rng: Random) -> str:
        """Return an arrangement in its usual notation; an empty one is drawn (SY-S3)."""
        return str(Arrangement.parse(layout) if layout else Arrangement.draw(rng))

    def ground_of(self, settings: Settings, layout: str) -> str:
        """Return the site, as far as it is known before the start."""
        if "site" in settings:
            return settings["site"]
        arranged = layout or settings.get("arrangement", "")
        return str(Arrangement.parse(arranged).site(_boards(settings))) if arranged else ""

    def warnings(self, ground: str) -> tuple[str, ...]:
        """Return warnings about a custom site (SY-O5)."""
        return Site.parse(ground).warnings() if ground else ()

    # --- moves

    def read_move(self, state: ScarabyaState, text: str) -> tuple[Placement, str]:
        """Parse a placement; return it with its usual notation."""
        return _read(text)

    def gains(self, before: ScarabyaState, after: ScarabyaState, seat: int) -> tuple[int, ...]:
        """Return the change of each side's score; only new areas are counted."""
        if not after.to_move or isinstance(after, Solo):
            return super().gains(before, after, seat)
        if isinstance(after, Duel):
            assert isinstance(before, Duel)
            found = [0, 0]
            found[seat - 1] = _closed_points(before.dig, after.dig)
        elif self.round_is_open(before, after):
            return ()
        else:
            assert isinstance(before, Expedition)
            found = [_closed_points(*digs) for digs in zip(before.digs, after.digs, strict=True)]
        return tuple(found) if any(found) else ()

    # --- secrets

    def drawn(self, state: ScarabyaState) -> str:
        """Return the cards drawn so far, which everybody may know (SY-S5)."""
        return "".join(state.deck[: state.number])

    def drawn_since(self, before: ScarabyaState, after: ScarabyaState) -> str:
        """Return the cards drawn between two states."""
        return "".join(after.deck[before.number : after.number])

    def deck_is_open(self, state: ScarabyaState) -> bool:
        """Say whether everybody may see the whole deck; a lost solo can be retried (TB-6)."""
        if isinstance(state, Solo):
            return state.outcome is not None and bool(state.outcome.winners)
        return state.over

    def round_is_open(self, before: ScarabyaState, after: ScarabyaState) -> bool:
        """Say whether a play left the round of an expedition open."""
        return isinstance(after, Expedition) and after.digs is before.digs  # type: ignore[union-attr] # of one game

    def is_hidden(self, before: ScarabyaState, after: ScarabyaState) -> bool:
        """Say whether the others may not see a placement yet (SY-B2)."""
        return self.round_is_open(before, after) and after.options.open_table == "hidden"

    def revealed(self, before: ScarabyaState, after: ScarabyaState) -> tuple[str, ...]:
        """Return each seat's placement of the round that a play closed."""
        if not isinstance(after, Expedition) or self.round_is_open(before, after):
            return ()
        assert isinstance(before, Expedition)
        closed = len(before.digs[0].entries)
        return tuple(str(dig.entries[closed] or "x") for dig in after.digs)

    def pending(self, state: ScarabyaState, seat: int) -> str:
        """Return the seat's placement in the open round, which it may take back."""
        if not isinstance(state, Expedition) or state.over:
            return ""
        placement = state.pending[seat - 1]
        return str(placement) if placement else ""

    def revealed_so_far(self, state: ScarabyaState) -> tuple[int, int]:
        """Return how many cards were drawn, and how many rounds of several players closed."""
        several = isinstance(state, Expedition) and state.seats > 1
        return state.number, len(state.digs[0].entries) if several else 0  # type: ignore[union-attr] # an Expedition

    def check_unrevealed(self, revealed: tuple[int, int], state: ScarabyaState) -> None:
        """Refuse to take back a move after which something was revealed (SY-B2, SY-S5, TB-3)."""
        if isinstance(state, Solo) and self.deck_is_open(state):
            raise RuleError("SY-O2", "the game is won, and its cards are public", code="revealed")
        cards, rounds = self.revealed_so_far(state)
        if cards != revealed[0]:
            raise RuleError("SY-S5", "a card has been drawn since the move", code="revealed")
        if rounds != revealed[1]:
            raise RuleError("SY-B2", "the round of the move has been revealed", code="revealed")

    # --- playing again

    def retry(self, state: ScarabyaState) -> ScarabyaState:
        """Start a solo game again with the same cards (SY-O3); the rules refuse it after a win."""
        if not isinstance(state, Solo):
            raise RuleError("SY-O3", "only a solo game can be retried", code="no-retry")
        return state.retry()

    def rematch(self, state: ScarabyaState) -> RematchSetup:
        """Keep the site and the cards of a one-on-one; by default the other player starts.

        The player who starts has seat 1 (SY-D6, KH-7).
        """
        if not isinstance(state, Duel):
            return super().rematch(state)
        again = state.rematch()
        settings = self.settings_of(again)
        fixed = {name: settings[name] for name in ("site", "deck")}
        return RematchSetup(fixed, is_reversed=again.options.rematch == "same")

    # --- what a page is sent

    def facts(self, before: ScarabyaState, after: ScarabyaState, seat: int) -> PlacementFacts:
        """Return what a placement, or picking one up again, changed."""
        return facts(before, after)

    def legal(self, view: ScarabyaView) -> Placements:
        """Return where the open card's tile can lie, and why not elsewhere."""
        return placements(view)

    def preview(self, view: ScarabyaView) -> Closings:
        """Return the areas that each legal placement would close."""
        return closings(view)


@lru_cache(maxsize=8192)
def _read(text: str) -> tuple[Placement, str]:
    placement = parse_placement(text)
    return placement, str(placement)


def _closed_points(before: Dig, after: Dig) -> int:
    placement = after.entries[len(before.entries)]
    return sum([area.points for area in before.closed_by(placement)]) if placement else 0


def _boards(settings: Settings) -> tuple[Board, ...]:
    given = settings.get("boards")
    return tuple(map(Board.parse, given.split())) if given else BOARDS
