"""Which games are written down: one of each mode and variant, and what is rare in them."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.records.examples import position


@dataclass(frozen=True)
class Scene:
    """A game to write down; what its settings leave open is drawn from its seed.

    `moves` are played as they stand; without them the seed chooses. `then` is what follows the
    end of the game: a `rematch`, or a `retry`. With `take_back`, the first placement is taken
    back once.
    """

    title: str
    game: str
    settings: dict[str, str] = field(default_factory=dict)
    seed: int = 1
    moves: tuple[str, ...] = ()
    then: str = ""
    take_back: bool = False


# Our own boards, with all 24 symbols covered; V finds no room at the end (KH-8).
WON = {
    "mode": "solo",
    "site": (
        ".s#s..s#../s..s.s.s../#...s#s..s/s........s/........../"
        "..s...#..s/s........./ss.#.s..s./#...ss..s#/..s....s.."
    ),
    "deck": "YPWUFIZLNXTV",
}
WON_MOVES = (
    "e3d4e4e5e6 d1e1d2e2f2 c6d6b7c7b8 e7f7f8e9f9 i8g9h9i9h10 a4a5a6a7a8 "
    "g1g2h2i2i3 j3j4j5i6j6 b9c9c10d10e10 b1a2b2c2b3 g3g4f5g5h5"
)

# Rocks close a corner (SY-A4) and leave one central square (SY-L1); symbols everywhere else.
ODD_SITE = (
    "s#ssssssss/#sssssssss/ssssssssss/sssssssss#/ssss##ssss/"
    "ssss#sssss/ssssssssss/ssssssssss/#sss#ssss#/s###sss##s"
)

# Few stones, so that each counts; seat 2 moves along its row.
MIDDLE = {
    "position": position(
        a1="+8", d1="-3", h1="A", b3="+2*", e3="-8", d5="P", a5="-1", g5="A", j5="+4*",
        c7="+6", g7="-5", a8="+1", d8="-7", j8="+3", g10="A", h10="+7", j10="-2",
    ),
    "axis": "h",
    "mover": "2",
    "hands": "+5 -3 +8*;-8* +1",
}  # fmt: skip

EXPEDITION, DUEL, SOLO = {"mode": "expedition"}, {"mode": "duel"}, {"mode": "solo"}

SCENES: dict[str, Scene] = {
    "expedition-1": Scene("Expedition, alone", "scarabya", EXPEDITION, 11),
    "expedition-2": Scene(
        "Expedition for two, with a placement taken back",
        "scarabya",
        EXPEDITION | {"seats": "2"},
        12,
        take_back=True,
    ),
    "expedition-3": Scene("Expedition for three", "scarabya", EXPEDITION | {"seats": "3"}, 13),
    "expedition-4": Scene("Expedition for four", "scarabya", EXPEDITION | {"seats": "4"}, 14),
    "expedition-flip-off": Scene(
        "Expedition for two, tiles are not turned over (SY-L4)",
        "scarabya",
        EXPEDITION | {"seats": "2", "flip": "off"},
        15,
    ),
    "expedition-open-table": Scene(
        "Expedition for three at an open table (SY-B2)",
        "scarabya",
        EXPEDITION | {"seats": "3", "open_table": "open"},
        16,
    ),
    "expedition-odd-site": Scene(
        "Expedition for four on a site of symbols: a closed corner, and a bank that runs dry",
        "scarabya",
        EXPEDITION | {"seats": "4", "site": ODD_SITE},
        17,
    ),
    "duel": Scene("One-on-one", "scarabya", DUEL, 21),
    "duel-flip-off": Scene(
        "One-on-one, tiles are not turned over", "scarabya", DUEL | {"flip": "off"}, 22
    ),
    "duel-rematch-same": Scene(
        "One-on-one and a rematch with the same cards (SY-D6)",
        "scarabya",
        DUEL,
        23,
        then="rematch",
    ),
    "duel-rematch-reverse": Scene(
        "One-on-one and a rematch with the cards turned (SY-D6)",
        "scarabya",
        DUEL | {"rematch": "reverse"},
        24,
        then="rematch",
    ),
    "solo-won": Scene("Solo, won", "scarabya", WON, 31, tuple(WON_MOVES.split())),
    "solo-lost": Scene("Solo, lost, and lost again", "scarabya", SOLO, 32, then="retry"),
    "solo-flip-off": Scene(
        "Solo, tiles are not turned over", "scarabya", SOLO | {"flip": "off"}, 33
    ),
    "scarab": Scene("SCARAB for two", "scarab", {}, 41),
    "scarab-3": Scene(
        "SCARAB for three; chance begins", "scarab", {"seats": "3", "starts": "random"}, 42
    ),
    "scarab-4": Scene("SCARAB for four", "scarab", {"seats": "4"}, 43),
    "scarab-8": Scene("SCARAB, the short game (SB-V1)", "scarab", {"size": "8"}, 44),
    "scarab-turning": Scene("SCARAB, turning (SB-V2)", "scarab", {"turning": "yes"}, 45),
    "scarab-teams": Scene("SCARAB, teams (SB-V3)", "scarab", {"teams": "yes"}, 46),
    "scarab-8-turning-teams": Scene(
        "SCARAB, the short game, turning, in teams",
        "scarab",
        {"size": "8", "turning": "yes", "teams": "yes"},
        47,
    ),
    "scarab-8-turning-3": Scene(
        "SCARAB, the short game, turning, for three",
        "scarab",
        {"size": "8", "turning": "yes", "seats": "3"},
        48,
    ),
    "scarab-middle": Scene("SCARAB from the middle of a game", "scarab", MIDDLE, 49),
    "scarab-middle-turning": Scene(
        "SCARAB from the middle of a game, turning", "scarab", MIDDLE | {"turning": "yes"}, 50
    ),
}
