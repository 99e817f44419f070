"""Games played in advance by the rules, and the matches of a database in which they go on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from benchmarks.yardstick.clients import Match, Round
from benchmarks.yardstick.relay import BASE
from kheper.server.app import milliseconds
from kheper.server.http.sign_in import token_hash
from kheper.server.live.event_log import index_of
from kheper.server.match import commands as ask
from kheper.server.match import events
from kheper.server.match.commands import Create, SeatWish
from kheper.server.match.decide import decide, decide_create
from kheper.server.match.seats import Actor
from kheper.server.match.setup import match_id
from kheper.server.store import store_at
from kheper.server.store.base import Guest, MatchIndex

T = TypeVar("T")

PEOPLE = tuple(Actor(f"guest-{name.lower()}", name) for name in ("Anna", "Ben", "Cleo", "Dan"))
# Guests or matches that are written at once.
BATCH = 1000
# Games that are played in advance, of each kind.
GAMES = 40


class Kind(NamedTuple):
    """A kind of game: its title, how it is set up, and how many play."""

    title: str
    game: str
    settings: dict[str, str]
    seats: int


KINDS = {
    "scarab": Kind("SCARAB for two", "scarab", {}, 2),
    "duel": Kind("Scarabya, one-on-one", "scarabya", {"mode": "duel"}, 2),
    "expedition": Kind("Scarabya, expedition of four", "scarabya", {"mode": "expedition"}, 4),
}


class Game(NamedTuple):
    """A game that was begun: the log of its match so far, and the rounds that are still to come."""

    bodies: list[bytes]
    shown: MatchIndex
    rounds: tuple[Round, ...]

    def at(self, match_id: str, guests: Sequence[str]) -> Game:
        """Return the same game as another match, of other people."""
        names = {self.shown.match: match_id}
        names |= {who.id: guest for who, guest in zip(PEOPLE, guests, strict=False)}
        bodies = self.bodies
        for old, new in names.items():
            bodies = [body.replace(f'"{old}"'.encode(), f'"{new}"'.encode()) for body in bodies]
        return Game(bodies, replace(self.shown, match=match_id, seats=tuple(guests)), self.rounds)


def begun(kind: Kind, rng: Random, moves: int = 0) -> Game:
    """Set a match up, make some moves, and play the rest of the game in advance."""
    seats = (SeatWish("here"),) + (SeatWish(),) * (kind.seats - 1)
    wish = Create(game=kind.game, settings=kind.settings, seats=seats)
    made = decide_create(wish, PEOPLE[0], milliseconds(), rng)
    match, log = made.match, list(made.events)

    def carry_out(who: Actor, command: ask.AnyCommand) -> None:
        nonlocal match
        decided = decide(match, command, who, milliseconds(), rng)
        match = decided.match
        log.extend(decided.events)

    for n in range(2, kind.seats + 1):
        carry_out(PEOPLE[n - 1], ask.Sit(id=f"sit-{n}", seat=n))
    carry_out(PEOPLE[0], ask.StartGame(id="start"))
    for n in range(moves):
        seat = match.game_state.to_move[0]
        move = str(rng.choice(match.game_state.legal_moves(seat)))
        play = ask.Play(id=f"move-{n}", seat=seat, move=move, seen=match.number)
        carry_out(PEOPLE[seat - 1], play)
    rounds = tuple(_rounds(match.state, rng))
    return Game([events.encode(event) for event in log], index_of(match), rounds)


def _rounds(state: Any, rng: Random) -> Iterator[Round]:
    """Play a game to its end with random moves."""
    while state.to_move:
        moves = {}
        for seat in state.to_move:
            move = rng.choice(state.legal_moves(seat))
            moves[seat] = str(move)
            state = state.play(seat, move)
        yield moves


async def write(database: str, guests: Sequence[str], games: Iterable[Game]) -> None:
    """Write guests, whose names are their tokens, and matches into a database."""
    store = store_at(database)
    await store.open()
    for names in _batches(guests):
        await asyncio.gather(
            *(store.add_guest(Guest(f"g{name}", name), token_hash(name)) for name in names)
        )
    for batch in _batches(games):
        await asyncio.gather(
            *(store.create(game.shown.match, game.bodies, game.shown) for game in batch)
        )
    await store.close()


def _batches(things: Iterable[T]) -> Iterator[list[T]]:
    rest = iter(things)
    while batch := list(islice(rest, BATCH)):
        yield batch


class Supply:
    """Matches for groups of clients: guest n, whose token is `tn`, plays in group n // seats."""

    def __init__(self, kind: Kind, groups: int, rng: Random) -> None:
        self.kind = kind
        self.groups = groups
        self._rng = rng
        self._games = [begun(kind, rng) for _ in range(GAMES)]
        self._unwritten: list[Game] = []

    def stored(self, moves: float, groups: int = 0) -> list[list[Match]]:
        """Return each group's matches on the server, enough for so many moves of all groups."""
        groups = groups or self.groups
        return [[self._stored(n) for _ in self._enough(moves, groups)] for n in range(groups)]

    def bare(self, moves: float) -> list[list[Match]]:
        """Return each group's matches on the relay, enough for so many moves of all groups."""
        enough = self._enough(moves, self.groups)
        return [[self._bare() for _ in enough] for _ in range(self.groups)]

    async def write(self, database: str, guests: int) -> None:
        """Write so many guests, and all matches that were asked for, into a database."""
        await write(database, [f"t{n}" for n in range(guests)], self._unwritten)
        self._unwritten = []

    def _stored(self, group: int) -> Match:
        seats = self.kind.seats
        guests = [f"gt{group * seats + n}" for n in range(seats)]
        game = self._rng.choice(self._games).at(match_id(self._rng), guests)
        self._unwritten.append(game)
        return Match(game.shown.match, game.rounds, len(game.bodies))

    def _bare(self) -> Match:
        return Match(match_id(self._rng), self._rng.choice(self._games).rounds, BASE)

    def _enough(self, moves: float, groups: int) -> range:
        length = sum(sum(map(len, game.rounds)) for game in self._games) / GAMES
        return range(2 + int(moves / groups / length))
