"""Exact last cards: values, best moves, lines and limits."""

from __future__ import annotations

from random import Random
from threading import Timer
from time import perf_counter

import pytest

from kheper.scarabya import Arrangement, Duel, Site
from kheper.scarabya.setup import parse_deck
from kheper.search.jit.stop import StopFlag
from kheper.search.jit.warmup import Warmup
from kheper.search.scarabya.last_cards import solver
from kheper.search.scarabya.last_cards.compiled import KernelSearch
from kheper.search.scarabya.last_cards.plain import PlainSearch
from kheper.search.scarabya.last_cards.position import LastCards
from kheper.search.scarabya.last_cards.proof import INFINITE
from kheper.search.scarabya.last_cards.solver import Budget, solve, values
from tests.search.scarabya.last_cards.comparison import SMALL, compare_dig, compare_duel
from tests.search.scarabya.last_cards.positions import (
    draw_dig,
    draw_duel,
    draw_small_dig,
    draw_small_duel,
)


@pytest.mark.parametrize(("left", "count"), [(0, 5), (1, 100), (2, 100), (3, 40)])
def test_sy_a2_last_cards_of_digs_agree_with_brute_force(left: int, count: int) -> None:
    rng = Random(f"digs {left}")
    for _ in range(count):
        compare_dig(*draw_dig(rng, left))


@pytest.mark.parametrize(("left", "count"), [(0, 5), (1, 100), (2, 100), (3, 40)])
def test_sy_d3_last_cards_of_duels_agree_with_brute_force(left: int, count: int) -> None:
    rng = Random(f"duels {left}")
    for _ in range(count):
        compare_duel(draw_duel(rng, left))


def test_sy_l7_whole_digs_on_small_sites_agree_with_brute_force() -> None:
    rng = Random("small digs")
    lines = [compare_dig(*draw_small_dig(rng, *size)).line for size in SMALL for _ in range(25)]
    placed = [[placement is not None for _, placement in line] for line in lines]
    assert any(True in line and not line[0] for line in placed), "some first cards are discarded"
    assert max(map(sum, placed)) >= 4


def test_sy_d2_whole_duels_on_small_sites_agree_with_brute_force() -> None:
    rng = Random("small duels")
    lines = [compare_duel(draw_small_duel(rng, *size)).line for size in SMALL for _ in range(25)]
    placed = [[placement is not None for _, placement in line] for line in lines]
    assert any(line[n : n + 3] == [True, False, True] for line in placed for n in range(4))
    assert any(sum(line) % 2 for line in placed)
    assert any(not sum(line) % 2 for line in placed)
    assert max(map(sum, placed)) >= 4


def test_sy_d4_the_bonus_of_the_second_player_is_part_of_the_value() -> None:
    rows = ["##########"] * 4 + ["ssss......"] + ["##########"] * 5
    duel = Duel.start(Site.parse("/".join(rows)), parse_deck("IPLXFTUVWYNZ"))
    found = {str(move): value for move, value in values(LastCards.of_duel(duel)).items()}
    assert found == {
        "e5f5g5h5i5": 16,
        "d5e5f5g5h5": 9,
        "c5d5e5f5g5": 4,
        "b5c5d5e5f5": 1,
        "a5b5c5d5e5": 0,
        "f5g5h5i5j5": -4,  # four symbols stay in open ground
    }


def six_cards(seed: int) -> list[LastCards]:
    """Return digs and duels on our own boards."""
    rng = Random(seed)
    sites = [Arrangement.draw(rng).site() for _ in range(4)]
    digs = [LastCards.of_dig(*draw_dig(rng, 6, site)) for site in sites]
    return digs + [LastCards.of_duel(draw_duel(rng, 6, site)) for site in sites]


def test_a_best_move_leaves_the_value_and_no_move_raises_it() -> None:
    for position in six_cards(1):
        found, rng = solve(position), Random(2)
        assert found is not None
        start = position.drawn()
        others = rng.sample(list(start.fits), min(5, len(start.fits)))
        for move in (*found.best[:3], *others):
            after = start.play(move)
            then = solve(after)
            assert then is not None
            assert (after.as_placed(then.value) == found.value) == (move in found.best)
            assert after.as_placed(then.value) <= found.value


def test_the_same_budget_gives_the_same_answer() -> None:
    for position in six_cards(3):
        found = solve(position)
        assert found is not None
        assert solve(position) == found
        assert solve(position, Budget(positions=found.positions)) == found
        assert solve(position, Budget(positions=found.positions - 1)) is None


def test_moves_that_are_not_proved_within_a_limit_have_no_value() -> None:
    position = six_cards(4)[0]
    every = values(position)
    some = values(position, Budget(positions=solve_positions(position) // 2))
    assert 0 < len(some) < len(every)
    assert some.items() <= every.items()
    assert list(every.values()) == sorted(every.values(), reverse=True)
    two = list(every)[3:5]
    assert values(position, moves=two) == {move: every[move] for move in two}


def solve_positions(position: LastCards) -> int:
    found = solve(position)
    assert found is not None
    return found.positions


def test_a_search_stops_when_the_time_is_up_or_when_it_is_told() -> None:
    solver.solve(six_cards(5)[0])  # the kernel is compiled
    whole = LastCards.of_dig(*draw_dig(Random(6), 12, Arrangement.draw(Random(6)).site()))
    began = perf_counter()
    assert solve(whole, Budget(seconds=0.2)) is None
    stop = StopFlag()
    Timer(0.2, stop.set).start()
    assert solve(whole, Budget(stop=stop)) is None
    assert perf_counter() - began < 5


def test_sy_d4_the_table_tells_who_is_to_move() -> None:
    rng, differ = Random(10), 0
    for _ in range(20):
        first = LastCards.of_duel(draw_duel(rng, 3))._replace(mover=1, made=0)
        search = KernelSearch(first, None, StopFlag(), StopFlag())
        both = [first, first._replace(mover=2)]
        found = [search(position, -INFINITE, INFINITE) for position in both]
        plain = PlainSearch(lambda: False)
        assert found == [plain(position, -INFINITE, INFINITE) for position in both]
        differ += found[0] != found[1]
    assert differ


def test_the_plain_rules_give_the_same_values() -> None:
    rng = Random(7)
    digs = [LastCards.of_dig(*draw_dig(rng, 3)) for _ in range(8)]
    for position in [*digs, *(LastCards.of_duel(draw_duel(rng, 3)) for _ in range(8))]:
        found = solve(position)
        assert found is not None
        assert PlainSearch(lambda: False)(position, -INFINITE, INFINITE) == found.value


def test_a_time_limit_is_kept_while_the_kernel_is_not_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    never_ready = Warmup((), ())
    monkeypatch.setattr(never_ready, "start", lambda: None)
    monkeypatch.setattr(solver, "_kernel", never_ready)
    site = Arrangement.draw(Random(8)).site()
    easy, hard = (LastCards.of_dig(*draw_dig(Random(8), left, site)) for left in (2, 12))
    began = perf_counter()
    plain = solve(easy, Budget(seconds=20))
    assert solve(hard, Budget(seconds=0.3)) is None
    assert perf_counter() - began < 10
    monkeypatch.undo()
    compiled = solve(easy)
    assert plain is not None
    assert compiled is not None
    assert (plain.value, plain.best) == (compiled.value, compiled.best)


def test_the_kernel_takes_over_when_it_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = Warmup(("kheper.search.scarabya.last_cards.search",), ())
    monkeypatch.setattr(solver, "_kernel", fresh)
    position = six_cards(9)[0]
    found = solve(position, Budget(seconds=300))
    assert found is not None
    assert fresh.ready.is_set()
    monkeypatch.undo()
    assert found == solve(position)
