"""What a player of Scarabya knows: as a text, and as a tensor with named parts.

An observation without recall is the position: cards, points, squares. With perfect recall it is
the story: the site, and for each card what everybody laid. Private is one thing alone, the
placement that a seat has made in the open round of an expedition (SY-B2).
"""

from __future__ import annotations

from typing import Any

import pyspiel

from kheper.core.grid import SIDE
from kheper.envs.openspiel._tensors import Floats, Shape, room_for
from kheper.envs.scarabya.dealing import Dealing
from kheper.envs.scarabya.planes import dig_masks, rows_of
from kheper.scarabya.dig import Dig
from kheper.scarabya.placements import Placement
from kheper.scarabya.tiles import TILES

_CARDS = len(TILES)
_NUMBER = {tile: number for number, tile in enumerate(TILES)}
_SQUARES = SIDE * SIDE
_KINDS = 4  # of squares of a dig: open ground, visible symbols, areas, reach


class ScarabyaObserver:
    """Writes what a player knows; conforms to OpenSpiel's PyObserver."""

    def __init__(self, first: Dealing, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters, not {params}")
        self._public, self._recall = kind.public_info, kind.perfect_recall
        self._private = kind.private_info
        self.tensor, self.dict = room_for(self._parts(first))

    def set_from(self, state: Any, player: int) -> None:
        """Write what a player knows into the tensor and its parts."""
        dealing: Dealing = state.dealing
        self.tensor.fill(0)
        if "player" in self.dict:
            self.dict["player"][player] = 1
        if dealing.site is None:
            return
        if "open" in self.dict:
            for seat, placement in enumerate(self._shown(dealing, player)):
                if placement is not None:
                    _paint(self.dict["open"][seat], placement)
        if self._public:
            (self._tell_story if self._recall else self._tell_position)(dealing)

    def string_from(self, state: Any, player: int) -> str:
        """Say what a player knows, in a few lines."""
        dealing: Dealing = state.dealing
        lines = []
        if self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            lines.append(f"seat {player + 1}")
        if self._public:
            lines += _story(dealing) if self._recall else _position(dealing)
        if dealing.site is not None and dealing.mover is not None:
            shown = self._shown(dealing, player)
            if dealing.adapter.simultaneous:
                lines.append(f"open {' '.join(_marks(dealing, shown))}")
        return "\n".join(lines)

    def _parts(self, first: Dealing) -> dict[str, Shape]:
        seats, adapter = first.terms.seats, first.adapter
        sites = adapter.sites(seats)
        parts: dict[str, Shape] = {}
        if self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            parts["player"] = (seats,)
        if self._public:
            parts |= {"to_move": (seats,), "card": (_CARDS,)}
        if self._public and self._recall:
            parts |= {"site": (2, _SQUARES), "cards": (_CARDS, _CARDS)}
            parts |= {"laid": (sites, _CARDS * _SQUARES)}
            parts |= {"movers": (_CARDS, seats)} if adapter.in_turn else {}
        elif self._public:
            parts |= {"to_come": (_CARDS,), "points": (seats,)}
            parts |= {"squares": (1 + _KINDS * sites, _SQUARES)}
        if adapter.simultaneous:
            parts["open"] = (seats, _SQUARES)
        return parts

    def _shown(self, dealing: Dealing, player: int) -> list[Placement | None]:
        """Return the placements of the open round that may be told here."""
        everybody = self._private == pyspiel.PrivateInfoType.ALL_PLAYERS or (
            self._public and dealing.terms.options.open_table == "open"
        )
        own = self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return [
            placement if everybody or (own and seat == player) else None
            for seat, placement in enumerate(dealing.pending)
        ]

    def _tell_now(self, dealing: Dealing) -> None:
        if dealing.mover is not None:
            self.dict["to_move"][dealing.mover - 1] = 1
        if dealing.card is not None:
            self.dict["card"][_NUMBER[dealing.card]] = 1

    def _tell_position(self, dealing: Dealing) -> None:
        self._tell_now(dealing)
        self.dict["to_come"][:] = [tile not in dealing.cards for tile in TILES]
        self.dict["points"][:] = dealing.points
        assert dealing.site is not None
        masks = [mask for dig in dealing.digs for mask in dig_masks(dig)]
        self.dict["squares"][:] = rows_of([dealing.site.rocks, *masks])

    def _tell_story(self, dealing: Dealing) -> None:
        self._tell_now(dealing)
        assert dealing.site is not None
        self.dict["site"][:] = rows_of([dealing.site.scarabs, dealing.site.rocks])
        for number, card in enumerate(dealing.cards):
            self.dict["cards"][number, _NUMBER[card]] = 1
        for laid, dig in zip(self.dict["laid"], dealing.digs, strict=True):
            for number, entry in enumerate(dig.entries):
                if entry is not None:
                    _paint(laid[number * _SQUARES :], entry)
        for number, mover in enumerate(dealing.movers):
            self.dict["movers"][number, mover - 1] = 1


def _paint(squares: Floats, placement: Placement) -> None:
    for row, column in placement.squares:
        squares[row * SIDE + column] = 1


def _ground(dealing: Dealing) -> str:
    if dealing.site is None:
        return f"boards {' '.join(f'{name}{turn}' for name, turn in dealing.pieces)}".rstrip()
    return f"site {dealing.site}"


def _story(dealing: Dealing) -> list[str]:
    """Tell each card with what was laid for it; in a duel also with who drew it."""
    lines = [_ground(dealing)]
    if dealing.site is None:
        return lines
    for number, card in enumerate(dealing.cards):
        words = [str(card), *map(str, dealing.movers[number : number + 1])]
        if number < len(dealing.digs[0].entries):
            words += [str(dig.entries[number] or "x") for dig in dealing.digs]
        lines.append(" ".join(words))
    return lines


def _position(dealing: Dealing) -> list[str]:
    """Tell the cards, the points, and each site's marks."""
    if dealing.site is None:
        return [_ground(dealing)]
    card, mover = dealing.card, dealing.mover
    return [
        f"card {card or '-'}, to move {mover or '-'}",
        f"to come {''.join(tile for tile in TILES if tile not in dealing.cards) or '-'}",
        f"points {' '.join(map(str, dealing.points))}",
        *(_site_text(dig) for dig in dealing.digs),
    ]


def _marks(dealing: Dealing, shown: list[Placement | None]) -> list[str]:
    """Mark each seat of the open round: what it laid, ? unseen, - not yet, x cannot (KH-4)."""
    marks = []
    for seat, placement in enumerate(dealing.pending, 1):
        waiting = seat in dealing.state.to_move
        unseen = "?" if placement is not None else "-" if waiting else "x"
        marks.append(str(shown[seat - 1] or unseen))
    return marks


def _site_text(dig: Dig) -> str:
    """Draw a site: T a tile, # a rock, s a scarab and . none on open ground, S and - in an area."""
    ground, scarabs, areas, _ = rows_of(list(dig_masks(dig)))
    marks = []
    for n, mark in enumerate("".join(dig.site.rows())):
        if mark == "#":
            marks.append("#")
        elif areas[n]:
            marks.append("S" if scarabs[n] else "-")
        elif ground[n]:
            marks.append("s" if scarabs[n] else ".")
        else:
            marks.append("T")
    return "/".join("".join(marks[n : n + SIDE]) for n in range(0, SIDE * SIDE, SIDE))
