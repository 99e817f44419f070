"""Scarabya: twelve camps, ten by ten squares, and the scarabs in between."""

from kheper.scarabya.boards import BOARDS, Arrangement, Board
from kheper.scarabya.dig import Area, Dig, Fits
from kheper.scarabya.duel import Duel, DuelView
from kheper.scarabya.expedition import Expedition, ExpeditionView
from kheper.scarabya.game import Scarabya
from kheper.scarabya.materials import parse_material
from kheper.scarabya.options import Options
from kheper.scarabya.placements import PLACEMENTS, Placement, parse_placement
from kheper.scarabya.site import Site
from kheper.scarabya.solo import Solo, SoloView
from kheper.scarabya.tiles import Tile
from kheper.scarabya.tokens import Bank, Ledger, Payment

__all__ = [
    "BOARDS",
    "PLACEMENTS",
    "Area",
    "Arrangement",
    "Bank",
    "Board",
    "Dig",
    "Duel",
    "DuelView",
    "Expedition",
    "ExpeditionView",
    "Fits",
    "Ledger",
    "Options",
    "Payment",
    "Placement",
    "Scarabya",
    "Site",
    "Solo",
    "SoloView",
    "Tile",
    "parse_material",
    "parse_placement",
]
