"""Scarabya as numbers: an action is a row of the placement table, an observation a stack of planes.

A plane is 10×10. Planes of *facts* hold one number everywhere (a card, a score), planes of
*squares* hold 1 on the squares they name. `plane_names` says which plane is which.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kheper.core.grid import SIDE, STRIDE, Mask
from kheper.envs.scarabya.modes import MODES
from kheper.scarabya.dig import Dig, Fits
from kheper.scarabya.duel import DuelView
from kheper.scarabya.expedition import ExpeditionView
from kheper.scarabya.placements import ANCHORS, PLACEMENTS
from kheper.scarabya.site import Site
from kheper.scarabya.solo import SoloView
from kheper.scarabya.tiles import TILES

ScarabyaView: TypeAlias = ExpeditionView | DuelView | SoloView
Planes: TypeAlias = NDArray[np.uint8]
ActionMask: TypeAlias = NDArray[np.int8]

ACTIONS = len(PLACEMENTS)
# Where everybody acts at once, who cannot place must act all the same (SY-L6).
DISCARD = ACTIONS

_NUMBER = {tile: number for number, tile in enumerate(TILES)}
_BYTES = 14  # of a mask's 110 bits
_BITS = 8 * _BYTES
_SQUARES = np.array([row * STRIDE + column for row in range(SIDE) for column in range(SIDE)])
_MOST_POINTS = 255

# The rows of the table that are a tile's, and for each orientation how far its anchors' bits
# are shifted up, so that all of a tile's orientations stand in one number.
_ROWS: list[slice] = []
_SHIFT: dict[int, int] = {}
# The bits of that number in the order of the table.
_CORNERS: list[NDArray[np.intp]] = []


def _lay_out() -> None:
    for tile in TILES:
        bits, first = [], 0
        for n, (_, row) in enumerate(ANCHORS[True][tile]):
            assert row[0] is not None
            _SHIFT[row[0].index] = n * _BITS
            first = first if n else row[0].index
            bits += [n * _BITS + corner for corner, laid in enumerate(row) if laid is not None]
        _ROWS.append(slice(first, first + len(bits)))
        _CORNERS.append(np.array(bits))


_lay_out()


def action_mask(fits: Fits, actions: int = ACTIONS) -> ActionMask:
    """Return 1 for each row of the table that may be played, and 0 for the others."""
    mask = np.zeros(actions, dtype=np.int8)
    if found := fits.anchors:
        together, tile = 0, 0
        for anchors, row in found:
            placement = row[0]
            assert placement is not None  # every orientation fits into the first corner
            together |= anchors << _SHIFT[placement.index]
            tile = _NUMBER[placement.tile]
        mask[_ROWS[tile]] = _bits(together.to_bytes(8 * _BYTES, "little"))[_CORNERS[tile]]
    return mask


def _bits(data: bytes) -> Planes:
    return np.unpackbits(np.frombuffer(data, dtype=np.uint8), bitorder="little")


def plane_names(mode: str, seats: int = 1) -> tuple[str, ...]:
    """Name the planes of an observation; seats are counted from the one that looks.

    >>> plane_names("expedition")[24:27]
    ('points of seat +0', 'rocks', 'ground of seat +0')
    """
    names = [f"card {tile}" for tile in TILES] + [f"to come {tile}" for tile in TILES]
    adapter = MODES[mode]
    names += adapter.foreseen_planes
    names += [f"points of seat +{seat}" for seat in range(seats)]
    names += [*adapter.role_planes, *["to move"] * (seats > 1)]
    names.append("rocks")
    kinds = ["ground", "scarabs", "areas", "reach"]
    kinds += ["open placement"] * (adapter.simultaneous and seats > 1)
    names += [f"{kind} of seat +{seat}" for seat in range(adapter.sites(seats)) for kind in kinds]
    return (*names, *adapter.lost_planes)


def facts(view: ScarabyaView, seat: int) -> list[int]:
    """Return what one number tells: cards, points (255 at most), whose turn it is."""
    cards, card = view.cards, view.card
    numbers = [int(tile is card) for tile in TILES]
    numbers += [int(tile not in cards) for tile in TILES]
    adapter = MODES[view.mode]
    numbers += adapter.foreseen(view)
    points = view.scores
    numbers += [min(points[n], _MOST_POINTS) for n in _from(seat, view.seats)]
    numbers += adapter.role(seat)
    if view.seats > 1:
        numbers.append(int(seat in view.to_move))
    return numbers


def squares(view: ScarabyaView, seat: int) -> Planes:
    """Return what the squares tell: a row of a hundred for each plane."""
    adapter, masks = MODES[view.mode], [view.site.rocks]
    digs, pending = adapter.digs(view), adapter.pending(view)
    for n in _from(seat, len(digs)):
        masks += dig_masks(digs[n])
        if adapter.simultaneous and view.seats > 1:
            laid = pending[n]
            masks.append(laid.mask if laid else 0)
    return rows_of([*masks, *adapter.lost(view)])


def observe(view: ScarabyaView, seat: int) -> Planes:
    """Return a view as planes: the facts, and then the squares."""
    told, seen = facts(view, seat), squares(view, seat)
    planes = np.empty((len(told) + len(seen), SIDE * SIDE), dtype=np.uint8)
    planes[: len(told)] = np.array(told, dtype=np.uint8)[:, None]
    planes[len(told) :] = seen
    return planes.reshape(-1, SIDE, SIDE)


def dig_masks(dig: Dig) -> tuple[Mask, Mask, Mask, Mask]:
    """Return the open ground, the visible symbols, the areas, and where a tile must touch."""
    areas = _enclosed(dig.site)
    for area in dig.areas:
        areas |= area.squares
    ground = dig.free & ~areas
    return ground, dig.site.scarabs & dig.free, areas, dig.reach & ground


def rows_of(masks: list[Mask]) -> Planes:
    """Return masks as rows of a hundred ones and zeros."""
    bits = _bits(b"".join([mask.to_bytes(_BYTES, "little") for mask in masks]))
    return bits.reshape(-1, _BITS).take(_SQUARES, axis=1)


def _from(seat: int, seats: int) -> list[int]:
    """Return the places of all seats, from this one on."""
    return [(seat - 1 + n) % seats for n in range(seats)]


@lru_cache(maxsize=256)
def _enclosed(site: Site) -> Mask:
    """Return what rocks and frame enclose: no tile ever lies there (SY-A4)."""
    return sum(site.enclosed())
