"""Random material that the tests share: settings of games, and games played with them.

Settings are plain texts, so that the games and the naive second implementation can both be
set up from them. Sites, decks and positions are drawn here, without the code under test.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from kheper.core.game import AnyGame
from kheper.games import GAMES
from kheper.scarabya import Arrangement

Settings = dict[str, str]

LETTERS = "FILNPTUVWXYZ"
SCARAB_VALUES = [value for value in range(-8, 9) if value]

# Every mode with every number of seats, with and without turning tiles over.
SCARABYA_VARIANTS: dict[str, Settings] = {
    f"{mode}{seats if mode == 'expedition' else ''}-flip-{flip}": {
        "mode": mode,
        "seats": str(seats),
        "flip": flip,
    }
    for mode, seats in (
        *(("expedition", seats) for seats in (1, 2, 3, 4)),
        ("duel", 2),
        ("solo", 1),
    )
    for flip in ("on", "off")
}

# Every combination of board, turning, seats and teams, from the start and from the middle.
SCARAB_VARIANTS: dict[str, Settings] = {
    f"{size}-{'teams' if teams == 'yes' else seats}-turning-{turning}-{stage}": {
        "size": size,
        "turning": turning,
        "seats": seats,
        "teams": teams,
        "stage": stage,
    }
    for size in ("10", "8")
    for seats, teams in (("2", "no"), ("3", "no"), ("4", "no"), ("4", "yes"))
    for turning in ("no", "yes")
    for stage in ("fresh", "middle")
}

VARIANTS = SCARABYA_VARIANTS | SCARAB_VARIANTS


def game_of(variant: str) -> AnyGame:
    """Return the game that a variant belongs to."""
    return GAMES["scarabya" if variant in SCARABYA_VARIANTS else "scarab"]


def draw_settings(variant: str, rng: Random) -> Settings:
    """Return the settings of a game of this variant, with nothing left open."""
    if variant in SCARABYA_VARIANTS:
        table = {"open_table": rng.choice(("hidden", "hidden", "open"))}
        return SCARABYA_VARIANTS[variant] | table | {"site": draw_site(rng), "deck": draw_deck(rng)}
    settings = dict(SCARAB_VARIANTS[variant])
    stage = settings.pop("stage")
    return settings | (_fresh(settings, rng) if stage == "fresh" else _middle(settings, rng))


def draw_deck(rng: Random) -> str:
    """Return the twelve cards, shuffled."""
    return "".join(rng.sample(LETTERS, len(LETTERS)))


def draw_site(rng: Random) -> str:
    """Return a site: our own boards half of the time, else one that somebody made up."""
    if rng.random() < 0.5:
        return str(Arrangement.draw(rng).site())
    marks = rng.choice((_scattered, _rocky, _rich, _with_pockets, _with_blocked_centre))(rng)
    return "/".join("".join(marks[n : n + 10]) for n in range(0, 100, 10))


def _scattered(rng: Random, scarabs: int = 24, rocks: int = 8) -> list[str]:
    marks = ["s"] * scarabs + ["#"] * rocks
    marks += ["."] * (100 - len(marks))
    rng.shuffle(marks)
    return marks


def _rocky(rng: Random) -> list[str]:
    return _scattered(rng, scarabs=rng.randint(0, 40), rocks=rng.randint(20, 50))


def _rich(rng: Random) -> list[str]:
    """So many symbols that the bank runs out of tokens (SY-A5)."""
    return _scattered(rng, scarabs=rng.randint(70, 95), rocks=rng.randint(0, 5))


def _with_pockets(rng: Random) -> list[str]:
    """Corners and inner squares that rocks close before any tile lies (SY-A4)."""
    marks = _scattered(rng, rocks=rng.randint(0, 6))
    for size in rng.choices((1, 2, 3, 4), k=rng.randint(1, 3)):
        row, left = rng.randrange(10), rng.randrange(11 - size)
        pocket = {(row, column) for column in range(left, left + size)}
        walls = {
            (r + down, c + right)
            for r, c in pocket
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        }
        for r, c in walls - pocket:
            if 0 <= r < 10 and 0 <= c < 10:
                marks[10 * r + c] = "#"
        for r, c in pocket:
            marks[10 * r + c] = rng.choice(".ss")
    return marks


def _with_blocked_centre(rng: Random) -> list[str]:
    """Rocks on three or on all of the four central squares (SY-L1, SY-L7)."""
    marks = _scattered(rng, rocks=rng.randint(0, 20))
    for square in rng.sample((44, 45, 54, 55), rng.choice((3, 3, 3, 4))):
        marks[square] = "#"
    return marks


def draw_stones(size: int, stars: int, rng: Random) -> list[str]:
    """Return all stones and ankhs of a board, shuffled, with stars on some of the stones."""
    stones = [f"{value:+d}" for value in SCARAB_VALUES for _ in range(_how_many(size, value))]
    for n in rng.sample(range(len(stones)), stars):
        stones[n] += "*"
    stones += ["A"] * 3
    rng.shuffle(stones)
    return stones


def _how_many(size: int, value: int) -> int:
    return 6 if size == 10 else 3 if abs(value) <= 2 else 4


def _fresh(settings: Settings, rng: Random) -> Settings:
    """Spread the full set; sometimes another seat than the first begins."""
    size = int(settings["size"])
    stones = draw_stones(size, 8 if settings["turning"] == "yes" else rng.randint(0, 8), rng)
    stones.insert(rng.randrange(size * size), "P")
    position = {"position": _position(stones, size)}
    if rng.random() < 0.5:
        return position
    return position | {"mover": str(rng.randint(1, int(settings["seats"])))}


def _middle(settings: Settings, rng: Random) -> Settings:
    """Start in the middle of a game: some stones lie, some are in hand, some are gone."""
    size, seats = int(settings["size"]), int(settings["seats"])
    late = rng.random() < 0.3
    places = _near_each_other(size, rng) if late else list(range(size * size))
    rng.shuffle(places)
    marks = ["."] * (size * size)
    marks[places.pop()] = "P"
    hands: list[list[str]] = [[] for _ in range(seats)]
    lying, held = rng.random() / (20 if late else 1), rng.choice((0, rng.random()))
    for stone in draw_stones(size, rng.randint(0, 8), rng):
        if places and rng.random() < (0.7 if stone == "A" else lying):
            marks[places.pop()] = stone
        elif stone != "A" and rng.random() < held:
            rng.choice(hands).append(stone)
    return {
        "position": _position(marks, size),
        "hands": ";".join(" ".join(hand) for hand in hands),
        "axis": rng.choice("hv"),
        "mover": str(rng.randint(1, seats)),
    }


def _near_each_other(size: int, rng: Random) -> list[int]:
    """Return the squares where three rows and three columns cross: a game near its end."""
    rows, columns = rng.sample(range(size), 3), rng.sample(range(size), 3)
    return [row * size + column for row in rows for column in columns]


def _position(marks: list[str], size: int) -> str:
    return "/".join(" ".join(marks[n : n + size]) for n in range(0, size * size, size))


def new(variant: str, rng: Random) -> Any:
    """Return the first state of a game of this variant."""
    return game_of(variant).new(draw_settings(variant, rng), rng)


def draw_move(state: Any, rng: Random) -> tuple[int, Any]:
    """Choose a seat to move and one of its moves; often one that returns no stone."""
    seat = rng.choice(state.to_move)
    moves = state.legal_moves(seat)
    move = rng.choice(moves)
    if getattr(move, "returns", None) and rng.random() < 0.5:
        move = move._replace(returns=None)
    return seat, move


def walk(state: Any, rng: Random) -> Iterator[Any]:
    """Yield every state of a random game, from this one to the last."""
    yield state
    while not state.over:
        state = state.play(*draw_move(state, rng))
        yield state


def games(variant: str, rng: Random) -> Iterator[tuple[Settings, Any]]:
    """Yield the settings and first states of one game after another, for ever."""
    while True:
        settings = draw_settings(variant, rng)
        yield settings, game_of(variant).new(settings, rng)
