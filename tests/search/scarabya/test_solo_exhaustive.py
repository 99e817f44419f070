"""The solo solver against brute force with the naive second implementation."""

from __future__ import annotations

import copy
from random import Random

import pytest

import kheper
from kheper.scarabya import Options, Site, Solo
from kheper.scarabya.setup import parse_deck
from kheper.search.jit.stop import StopFlag
from kheper.search.scarabya.solo.solver import SoloSolution, Verdict, solve
from tests.naive import scarabya as naive
from tests.samples import draw_deck, draw_site

FREE = "/".join([".........."] * 10)


def start(site: str, deck: str, flip: str = "on") -> Solo:
    return Solo.start(Site.parse(site), parse_deck(deck), Options(flip=flip))


def small_site(rng: Random) -> str:
    """Return a few free squares around the centre, some with symbols; rocks are all the rest."""
    free = {"e5", "f5"}
    while len(free) < 16:
        near = {n for square in free for n in naive.NEIGHBOURS[square]} - free
        free.add(rng.choice(sorted(near)))
    marks = ["#" if s not in free else rng.choice("..s") for s in naive.SQUARES]
    return "/".join("".join(marks[n : n + 10]) for n in range(0, 100, 10))


def naive_dig(state: Solo) -> naive.Dig:
    dig = naive.Dig(str(state.dig.site), state.options.flip == "on")
    for entry in state.dig.entries:
        if entry is not None:
            dig.place(str(entry))
    return dig


def can_win(dig: naive.Dig, deck: str) -> bool:
    """Try everything."""
    if not deck:
        return dig.scarabs <= dig.covered
    placements = dig.legal(deck[0])
    if not placements:
        return can_win(dig, deck[1:])
    for placement in placements:
        after = copy.deepcopy(dig)
        after.place(placement)
        if can_win(after, deck[1:]):
            return True
    return False


def check_line(state: Solo, solved: SoloSolution) -> None:
    """Play a line through the naive implementation: all of it is legal, and it wins (SY-O2)."""
    past = len(state.dig.entries)
    assert "".join(tile for tile, _ in solved.line) == "".join(state.deck[past:])
    dig = naive_dig(state)
    for tile, placement in solved.line:
        legal = dig.legal(tile)
        if placement is None:
            assert not legal, "SY-L6: what can be placed must be"
        else:
            assert str(placement) in legal
            dig.place(str(placement))
    assert dig.scarabs <= dig.covered


@pytest.mark.parametrize("flip", ["on", "off"])
def test_it_agrees_with_brute_force_on_small_sites(flip: str) -> None:
    rng = Random(f"small sites {flip}")
    verdicts = []
    for _ in range(80):
        site, deck = small_site(rng), draw_deck(rng)
        found = solve(start(site, deck, flip))
        wins = can_win(naive.Dig(site, flip == "on"), deck)
        verdicts.append(wins)
        if wins:
            assert found.verdict is Verdict.SOLVED
            check_line(start(site, deck, flip), found)
        else:
            assert found.verdict is Verdict.IMPOSSIBLE
    assert 8 < sum(verdicts) < 72, "both verdicts must have been put to the test"


def test_it_agrees_with_brute_force_in_the_middle_of_a_game() -> None:
    rng = Random("middle")
    verdicts = []
    for _ in range(40):
        marks = rng.sample("sss" + "#" * 8 + "." * 89, 100)
        site = "/".join("".join(marks[n : n + 10]) for n in range(0, 100, 10))
        state = start(site, draw_deck(rng))
        while len(state.dig.entries) < 10 and not state.over:
            state = state.play(1, rng.choice(state.legal_moves(1)))
        left = "".join(state.deck[len(state.dig.entries) :])
        verdicts.append(can_win(naive_dig(state), left))
        assert (solve(state).verdict is Verdict.SOLVED) == verdicts[-1]
    assert 5 < sum(verdicts) < 35, "both verdicts must have been put to the test"


def test_our_own_sites_are_solved_from_the_first_card() -> None:
    for seed in range(3):
        state = kheper.new("scarabya", mode="solo", seed=seed)
        found = solve(state)
        assert found.verdict is Verdict.SOLVED
        assert len(found.line) == 12
        check_line(state, found)


def test_odd_sites_give_a_proof_or_a_line_that_holds() -> None:
    rng = Random("odd sites")
    for _ in range(20):
        state = start(draw_site(rng), draw_deck(rng), rng.choice(("on", "off")))
        found = solve(state, steps=2000)
        if found.verdict is Verdict.SOLVED:
            check_line(state, found)


def test_sy_l6_cards_that_fit_nowhere_are_discarded_in_the_line() -> None:
    marks = ["#"] * 100
    for square in ("e5", "f5", "g5", "h5", "i5"):
        marks[naive.SQUARES.index(square)] = "s"
    site = "/".join("".join(marks[n : n + 10]) for n in range(0, 100, 10))
    found = solve(start(site, "LNIPFTUVWXYZ"))
    assert found.verdict is Verdict.SOLVED
    # L and N were discarded before the game could stop for a move.
    assert [str(placement or "x") for _, placement in found.line] == ["e5f5g5h5i5", *"x" * 9]


def test_sy_o2_a_site_without_symbols_is_won_by_any_line() -> None:
    state = start(FREE, "FILNPTUVWXYZ")
    found = solve(state)
    assert found.verdict is Verdict.SOLVED
    check_line(state, found)


def test_sy_o2_more_symbols_than_tiles_can_cover_are_impossible() -> None:
    assert solve(start(FREE.replace(".", "s"), "FILNPTUVWXYZ")).verdict is Verdict.IMPOSSIBLE


def test_a_game_that_is_over_is_judged_as_it_stands() -> None:
    blocked = [list("..........") for _ in range(10)]
    for row in (4, 5):
        blocked[row][4] = blocked[row][5] = "#"
    site = "/".join("".join(row) for row in blocked)
    state = start(site, "FILNPTUVWXYZ")
    assert state.over
    assert solve(state).line == tuple((tile, None) for tile in state.deck)
    lost = start("s" + site[1:], "FILNPTUVWXYZ")
    assert lost.over
    assert solve(lost).verdict is Verdict.IMPOSSIBLE


def test_a_search_that_is_stopped_does_not_know() -> None:
    state = kheper.new("scarabya", mode="solo", seed=1)
    stop = StopFlag()
    stop.set()
    assert solve(state, stop=stop).verdict is Verdict.UNKNOWN
    assert solve(state, steps=3).verdict is Verdict.UNKNOWN
