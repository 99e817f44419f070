"""Who meets whom: every table, in all seatings, on the same deals."""

from __future__ import annotations

from collections import Counter

import pytest

from kheper.arena.events import EVENTS, ArenaEvent
from kheper.arena.plan import seatings
from kheper.core import KheperError, SetupError
from tests.arena.samples import plan_of


@pytest.mark.parametrize("name", EVENTS)
def test_every_event_can_be_dealt_and_has_its_short_name(name: str) -> None:
    event = ArenaEvent.parse(name)
    assert event.name == name
    assert ArenaEvent.parse(event.text) == event
    assert event.deal(3) == event.deal(3) != event.deal(4)


@pytest.mark.parametrize(
    ("text", "sides", "seats"),
    [
        ("solo", 1, 1),
        ("expedition", 1, 1),
        ("expedition-3", 3, 3),
        ("scarab-teams", 2, 4),
        ("scarab size=8 turning=yes seats=4", 4, 4),
        ("scarabya mode=duel flip=off", 2, 2),
    ],
)
def test_an_event_knows_how_many_there_are_to_win(text: str, sides: int, seats: int) -> None:
    assert (ArenaEvent.parse(text).sides, ArenaEvent.parse(text).deal(0).seats) == (sides, seats)


@pytest.mark.parametrize(
    "text", ["", "chess", "scarabya mode=siege", "scarab seats=9", "scarab size", "scarab seed=1"]
)
def test_what_makes_no_game_is_refused_at_once(text: str) -> None:
    with pytest.raises(KheperError):
        ArenaEvent.parse(text)


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("sides", [1, 2, 3, 4])
def test_everybody_sits_everywhere_equally_often(players: int, sides: int) -> None:
    seated = seatings(players, sides)
    assert len(set(seated)) == len(seated)
    for seat in range(sides):
        counts = Counter(table[seat] for table in seated)
        assert len(counts) == players
        assert len(set(counts.values())) == 1


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("sides", [2, 3, 4])
def test_everybody_follows_everybody_else_equally_often(players: int, sides: int) -> None:
    follows: Counter[tuple[int, int]] = Counter()
    for table in seatings(players, sides):
        follows.update(zip(table, table[1:] + table[:1], strict=True))
    others = {pair: count for pair, count in follows.items() if pair[0] != pair[1]}
    assert len(others) == players * (players - 1)
    assert len(set(others.values())) == 1


def test_all_games_of_a_deal_have_the_same_site_and_deck_or_stones() -> None:
    plan = plan_of("level:1", "level:2", "level:3", events=("duel", "scarab-3", "solo"))
    games = [plan.meeting(number) for number in plan.games(4)]
    for event in plan.events:
        first_states = {
            deal: {plan.deal(one) for one in games if (one.event, one.deal) == (event, deal)}
            for deal in range(4)
        }
        assert all(len(states) == 1 for states in first_states.values())
        assert len(set.union(*first_states.values())) == 4


def test_another_seed_has_other_deals_and_more_deals_only_add_games() -> None:
    one, other = (plan_of("level:1", "level:2", seed=seed) for seed in (1, 2))
    assert one.deal(one.meeting(0)) != other.deal(other.meeting(0))
    assert list(one.games(6))[: len(one.games(5))] == list(one.games(5))


def test_a_team_sits_side_by_side() -> None:
    plan = plan_of("level:1", "level:2", events=["scarab-teams"])
    names = [entrant.name for entrant in plan.seated(plan.meeting(0), 4)]
    assert names == ["level:1", "level:1", "level:2", "level:2"]


def test_one_player_or_two_of_the_same_name_are_refused() -> None:
    with pytest.raises(SetupError, match="two players or more"):
        plan_of("level:1")
    with pytest.raises(SetupError, match="different names"):
        plan_of("level:1", "level:1")
    assert len(plan_of("a=level:1", "b=level:1").games(1)) == 2


def test_tables_can_be_sampled_anew_for_each_deal() -> None:
    players = [f"level:{number}" for number in range(1, 9)]
    plan = plan_of(*players, events=("scarab-4", "duel", "solo"), sampled=9)
    assert len(plan.games(1)) == 9 + 9 + 8  # solo has no more than eight
    games = [plan.meeting(number) for number in plan.games(60)]
    fours = [one for one in games if one.event.sides == 4]
    by_deal = [{one.sides for one in fours if one.deal == deal} for deal in range(60)]
    assert all(len(tables) == 9 for tables in by_deal)
    assert len(set.union(*by_deal)) > 450
    assert all(len(set(one.sides)) == 4 for one in fours)
    seats = Counter(one.sides[0] for one in fours)
    assert min(seats.values()) > 40  # 67.5 in the mean
    assert games == [plan.meeting(number) for number in plan.games(60)]
    more = plan_of(*players, events=("scarab-4", "duel", "solo"), sampled=9, seed=2)
    assert [one.sides for one in games[:9]] != [more.meeting(n).sides for n in range(9)]
