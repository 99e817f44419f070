"""The report: tables, plots, a page that needs nothing else."""

from __future__ import annotations

import json
from html.parser import HTMLParser

import msgspec
import pytest

from kheper.arena.page import page
from kheper.arena.playing import GameResult
from kheper.arena.plots import ticks
from kheper.arena.report import Report, report
from tests.arena.samples import game, plan_of

NASTY = '<script>alert("x")</script> & co'


def played(number: int, deal: int, event: str, *sides: str, fault: int | None = None) -> GameResult:
    scores = tuple(7 * deal % 5 + n for n in range(len(sides)))
    won = (len(sides) - 1,) if fault is None else ()
    one = game(*sides, scores=scores, winners=won, fault=fault, deal=deal, event=event)
    return msgspec.structs.replace(one, game=number)


@pytest.fixture(scope="module")
def found() -> Report:
    plan = plan_of(f"{NASTY.replace('=', '')}=level:1", "level:2", events=["duel", "solo"])
    names = [entrant.name for entrant in plan.entrants]
    games = []
    for number in plan.games(4):
        meeting = plan.meeting(number)
        sides = [names[side] for side in meeting.sides]
        fault = 1 if number == 6 else None
        games.append(played(number, meeting.deal, meeting.event.text, *sides, fault=fault))
    return report(plan, games)


def test_the_tables_count_games_victories_points_and_faults(found: Report) -> None:
    everything, duel, solo = found.tables
    assert (everything.name, duel.name, solo.name) == ("all events", "duel", "solo")
    assert (found.games, found.deals, duel.games, solo.games) == (16, 4, 8, 8)
    assert [sum(row.games for row in table.rows) for table in found.tables] == [24, 16, 8]
    assert sum(row.faults for row in solo.rows) == len(found.faults) == 1
    assert (found.faults[0].game, found.faults[0].kind) == (6, "crash")
    assert all(row.points is None for row in everything.rows)
    assert [len(row.spread) for row in duel.rows] == [11, 11]
    assert {(pair.won, pair.of) for pair in duel.pairs} == {(4.0, 8.0)}


def test_each_pair_is_told_from_both_sides(found: Report) -> None:
    for table in found.tables:
        shares = {(pair.player, pair.other): pair.won for pair in table.pairs}
        for pair in table.pairs:
            assert shares[pair.other, pair.player] == pytest.approx(pair.of - pair.won)


def test_the_json_says_the_same(found: Report) -> None:
    assert msgspec.json.decode(found.json(), type=Report) == found
    assert set(json.loads(found.json())) == set(Report.__struct_fields__)


class Reader(HTMLParser):
    """Checks that elements nest, and collects what a browser would fetch or run."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.text: list[str] = []
        self.names: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.fetched += [str(value) for name, value in attrs if name in ("src", "href", "onload")]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_the_page_is_whole_and_fetches_nothing(found: Report) -> None:
    reader = Reader()
    text = page(found)
    reader.feed(text)
    assert reader.open == []
    assert reader.fetched == []
    assert not {"script", "link", "img", "iframe"} & set(reader.names)
    assert "url(" not in text
    assert "@import" not in text
    # A plot of ratings for each table, and one of points for each event.
    assert reader.names.count("svg") == 5
    assert any(NASTY.replace("=", "") in data for data in reader.text)
    assert any("it crashed" in data for data in reader.text)


@pytest.mark.parametrize(("low", "high"), [(0, 0), (-1, 1), (3, 3.001), (-740, 812), (41, 67)])
def test_ticks_are_few_and_span_what_is_shown(low: float, high: float) -> None:
    marks = ticks(low, high)
    assert 2 <= len(marks) <= 10
    assert marks[0] <= low
    assert marks[-1] >= high
