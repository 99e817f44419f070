"""Where the counting starts, and how many ways of play there are from it."""

from __future__ import annotations

from typing import NamedTuple

from tests.golden.scenes import MIDDLE, ODD_SITE
from tests.samples import Settings

# Our own boards: A, B turned by 90 degrees, C by 180, D by 270.
SITE = (
    ".#ss..s#../..s..s.s../s...s#s..s/..#......s/.s......../"
    "s..#..s#s./..ss.s..s./....s#...s/#....s..../..ss......"
)
EMPTY_SITE = "/".join(["." * 10] * 10)
DECK = "FILNPTUVWXYZ"

WHOLE = (
    "+6 +6* +5 -3 +4 -6* -2 -7 +7 -8/+3 -5 -7 -1 +2 +2 +3 -2 -5 +8*/"
    "-4 -6 +3 +7 +4 -8 -3 +8 +5 +4/A +8 -5 +4 +1 +2 -4 +2 -1 +4/"
    "+1 -7 -6 -7 -5 -4 +8 -4 +3 +2/-7 +5 +1 +6 -6 P +3 +8 -1 +7/"
    "-8 -3 -3 +6 +8 -1 -2 +6 +6* -8/-8 -3 -1 +1 +2* -1 -6 +7 A +5/"
    "-5 -8 -4* -6 -3 +5 A +4 -4 +7/+7 +5 +3* -5 +1 -2 -2 -2 +1* -7"
)
SHORT = (
    "+7* -5 +1 -7 +2 -3 +2 -3/-8 -1 +5 +5* +4 +8* +1 +3/"
    "+5 A +4* +6 -4 -5 +3* -6/-2 +4 +6 -7 -1 -8 A -3/"
    "+6 -1* -3 -7 P +8 -6 -8/+8 -7 -4 +3 +7 +2 -5 +4/"
    "+5 +3 +8 -6 -2 +7 +7* -4/-4 A -8 +1 -5 -2 -6* +6"
)


class Start(NamedTuple):
    """A start, and the number of ways to play one move from it, two moves, three moves…"""

    settings: Settings
    ways: tuple[int, ...]


def _scarabya(mode: str, site: str, deck: str, seats: int = 1, flip: str = "on") -> Settings:
    return {"mode": mode, "seats": str(seats), "site": site, "deck": deck, "flip": flip}


def _scarab(position: str, size: int = 10, turning: str = "no", seats: int = 2) -> Settings:
    fixed = {"size": str(size), "turning": turning, "teams": "no", "seats": str(seats)}
    return fixed | {"position": position}


STARTS: dict[str, Start] = {
    "expedition": Start(_scarabya("expedition", SITE, DECK), (51, 611, 35_020)),
    "expedition for two": Start(
        _scarabya("expedition", SITE, DECK, seats=2), (51, 2_601, 31_161, 373_321)
    ),
    "expedition without turning over": Start(
        _scarabya("expedition", SITE, DECK, flip="off"), (26, 315, 9_183, 249_737)
    ),
    "duel": Start(_scarabya("duel", SITE, "XIFLNPTUVWYZ", seats=2), (6, 70, 4_047, 226_178)),
    "duel without turning over": Start(
        _scarabya("duel", SITE, DECK, seats=2, flip="off"), (26, 315, 9_183, 249_737)
    ),
    "solo on an odd site": Start(
        _scarabya("solo", ODD_SITE, "ZYXWVUTPNLIF"), (6, 300, 2_041, 53_170)
    ),
    "solo on an empty site": Start(_scarabya("solo", EMPTY_SITE, DECK), (96, 2_304, 269_104)),
    "scarab": Start(_scarab(WHOLE), (18, 162, 1_602, 15_744)),
    "scarab, turning": Start(_scarab(WHOLE, turning="yes"), (27, 423, 6_937, 113_932)),
    "scarab, short": Start(_scarab(SHORT, size=8), (14, 98, 794, 6_400)),
    "scarab, short, turning": Start(
        _scarab(SHORT, size=8, turning="yes"), (19, 259, 3_891, 59_127)
    ),
    "scarab, middle": Start(_scarab("") | MIDDLE, (171, 42_947, 93_464)),
    "scarab, middle, turning": Start(_scarab("", turning="yes") | MIDDLE, (173, 43_466, 163_832)),
}
