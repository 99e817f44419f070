"""The report of a tournament as data: tables of players, of pairs, of faults and of times."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec
import numpy as np

from kheper.arena.faults import Kind
from kheper.arena.plan import Plan
from kheper.arena.playing import GameResult, side_of
from kheper.arena.seeds import seed_of
from kheper.arena.standings import CONFIDENCE, Rating, Wins, rate, wins_of_deal

FORMAT = 1


class Row(msgspec.Struct, frozen=True):
    """A player in a table: the better ones come first."""

    player: str
    rating: Rating
    # How likely it is stronger than the player of the next row.
    stronger: float | None
    # The share of all comparisons that it won; a tie is half.
    score: float
    # In how many seats or teams it played, and in how many of them it won, alone or shared.
    games: int
    won: int
    # The mean of its final points, and their tenths, in the games that ended without a fault.
    points: float | None
    spread: tuple[float, ...]
    faults: int


class Pair(msgspec.Struct, frozen=True):
    """What one player won of its comparisons with another."""

    player: str
    other: str
    won: float
    of: float


class EventTable(msgspec.Struct, frozen=True):
    """An event's table, or that of all events together."""

    name: str
    text: str
    games: int
    rows: tuple[Row, ...]
    pairs: tuple[Pair, ...]


class Faulted(msgspec.Struct, frozen=True):
    """A game that a player lost by its fault."""

    game: int
    event: str
    deal: int
    player: str
    seat: int
    kind: Kind
    sentence: str


class ThinkingTime(msgspec.Struct, frozen=True):
    """How long a player thought."""

    player: str
    moves: int
    seconds: float


class EntrantInfo(msgspec.Struct, frozen=True):
    """A player: its name, what it is, and whether it is known to play the same again."""

    name: str
    spec: str
    repeats: bool


class Report(msgspec.Struct, frozen=True):
    """All there is to tell of a tournament; but for `times`, a seed repeats it."""

    format: int
    kheper: str
    seed: int
    deals: int
    games: int
    confidence: float
    players: tuple[EntrantInfo, ...]
    tables: tuple[EventTable, ...]
    faults: tuple[Faulted, ...]
    times: tuple[ThinkingTime, ...]

    def json(self) -> str:
        """Return the report as a JSON document."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2).decode() + "\n"


def report(plan: Plan, games: Sequence[GameResult]) -> Report:
    """Draw up the report of a plan's games, which come in their order."""
    names = [entrant.name for entrant in plan.entrants]
    by_event = {event: [one for one in games if one.event == event.text] for event in plan.events}
    wins = {event: _wins(played, names) for event, played in by_event.items()}
    tables = [
        _table((event.name, event.text), played, [wins[event]], plan)
        for event, played in by_event.items()
    ]
    if len(plan.events) > 1:
        evenly = [_evenly(deals) for deals in wins.values()]
        tables.insert(0, _table(("all events", ""), games, evenly, plan))
    return Report(
        FORMAT,
        plan.version,
        plan.seed,
        len({one.deal for one in games}),
        len(games),
        CONFIDENCE,
        tuple(EntrantInfo(one.name, one.text, one.repeats) for one in plan.entrants),
        tuple(tables),
        tuple(_faulted(one) for one in games if one.fault),
        tuple(_time(name, games) for name in names),
    )


def _wins(games: Sequence[GameResult], names: Sequence[str]) -> Wins:
    deals = groupby(games, key=lambda one: one.deal)
    return np.array([wins_of_deal(list(played), names) for _, played in deals])


def _evenly(deals: Wins) -> Wins:
    """Let two players' meetings in a deal count as one game, however many seatings there are."""
    met = deals.sum(axis=0) + deals.sum(axis=0).T
    meetings = met[met > 0].mean() / len(deals)
    return deals / meetings if met.any() else deals


def _table(
    title: tuple[str, str], games: Sequence[GameResult], wins: list[Wins], plan: Plan
) -> EventTable:
    names = [entrant.name for entrant in plan.entrants]
    standing = rate(wins, seed_of(plan.seed, "bootstrap", *title))
    total = np.sum([deals.sum(axis=0) for deals in wins], axis=0)
    order = sorted(range(len(names)), key=lambda n: (-standing.ratings[n].value, n))
    rows = []
    for n, following in zip(order, [*order[1:], None], strict=True):
        met = float((total[n] + total[:, n]).sum())
        stronger = None if following is None else standing.stronger[n][following]
        score = round(float(total[n].sum()) / met, 4) if met else 0.5
        row = _row(names[n], standing.ratings[n], stronger, score, games)
        # Points of different events are different things.
        rows.append(row if title[1] else msgspec.structs.replace(row, points=None, spread=()))
    pairs = [
        Pair(
            names[a],
            names[b],
            round(float(total[a, b]), 2),
            round(float(total[a, b] + total[b, a]), 2),
        )
        for a in order
        for b in order
        if a != b and total[a, b] + total[b, a]
    ]
    return EventTable(*title, len(games), tuple(rows), tuple(pairs))


def _row(
    name: str, rating: Rating, stronger: float | None, score: float, games: Sequence[GameResult]
) -> Row:
    sides = [(one, n) for one in games for n, side in enumerate(one.sides) if side == name]
    points = [one.scores[n] for one, n in sides if one.fault is None]
    tenths = np.quantile(points, np.linspace(0, 1, 11)) if points else np.array([])
    return Row(
        name,
        rating,
        stronger,
        score,
        len(sides),
        sum(n in one.winners for one, n in sides),
        round(float(np.mean(points)), 2) if points else None,
        tuple(round(float(tenth), 1) for tenth in tenths),
        sum(one.loser == n for one, n in sides),
    )


def _faulted(game: GameResult) -> Faulted:
    fault, loser = game.fault, game.loser
    assert fault is not None and loser is not None  # noqa: PT018 - one goes with the other
    return Faulted(
        game.game,
        game.event,
        game.deal,
        game.sides[loser],
        fault.seat,
        fault.kind,
        fault.sentence,
    )


def _time(name: str, games: Sequence[GameResult]) -> ThinkingTime:
    seats = [
        (game.moves[seat - 1], game.seconds[seat - 1])
        for game in games
        for seat in range(1, len(game.moves) + 1)
        if game.sides[side_of(seat, len(game.moves), len(game.sides))] == name
    ]
    return ThinkingTime(name, sum(m for m, _ in seats), round(sum(s for _, s in seats), 3))
