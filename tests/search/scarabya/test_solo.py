"""The solo solver: what it solves can be played, and what it calls impossible is."""

import threading
import time
from random import Random

import pytest

from kheper.core.grid import GRID, Square, around, bit, mask_of, squares_of
from kheper.scarabya import Arrangement, Dig, Options, Site, Solo, Tile
from kheper.search.jit.stop import StopFlag
from kheper.search.scarabya.solo.solver import SoloSolution, Verdict, solve, solve_dig

DECK = tuple(Tile)


def game(seed: int, flip: str = "on") -> Solo:
    rng = Random(seed)
    deck = tuple(rng.sample(DECK, 12))
    return Solo.start(Arrangement.draw(rng).site(), deck, Options(flip=flip))


def small_site(rng: Random) -> Site:
    """Grow a little ground around the centre, with symbols on it; all else is rocks."""
    ground = bit(Square(4, 4))
    while ground.bit_count() < 24:
        ground |= bit(rng.choice(list(squares_of(around(ground)))))
    symbols = rng.sample(list(squares_of(ground)), rng.randint(2, 8))
    return Site(mask_of(symbols), GRID & ~ground)


def played(state: Solo, solution: SoloSolution) -> Solo:
    """Play a solution's line, card by card; the rules refuse what they forbid."""
    for card, placement in solution.line:
        if state.over:
            assert placement is None
        elif placement is not None:
            assert state.card is card
            state = state.play(1, placement)
    return state


def can_be_won(dig: Dig, cards: tuple[Tile, ...], flip: bool = True) -> bool:
    """Try everything, by the rules alone."""
    if not cards:
        return not dig.site.scarabs & dig.free
    fits = dig.fits(cards[0], flip)
    if not fits:
        return can_be_won(dig.discard(), cards[1:], flip)  # SY-L6
    return any(can_be_won(dig.place(placement), cards[1:], flip) for placement in fits)


def test_random_games_are_solved_and_the_lines_win_by_the_rules_sy_o2() -> None:
    for seed in range(300):
        state = game(seed, "on" if seed % 3 else "off")
        solution = solve(state)
        assert [card for card, _ in solution.line] == list(state.deck)
        end = played(state, solution)
        assert end.outcome is not None
        assert end.outcome.winners == (1,)


def late(seed: int) -> Solo | None:
    """Return a game with few cards left and few symbols uncovered, about half of them won."""
    rng = Random(seed)
    state = game(seed, "on" if seed % 3 else "off")
    solution = solve(state, seed=seed)
    keep = rng.randint(2, 4)
    for card, placement in solution.line[:-keep]:
        if placement is not None and not state.over and state.card is card:
            state = state.play(1, placement)
    if not state.over and rng.random() < 0.7:  # one step off the path
        state = state.play(1, rng.choice(state.legal_moves(1)))
    return None if state.over else state


def test_verdicts_are_those_of_trying_everything() -> None:
    verdicts = {Verdict.SOLVED: 0, Verdict.IMPOSSIBLE: 0}
    for seed in range(400):
        state = late(seed)
        if state is None:
            continue
        solution = solve(state)
        left = state.deck[len(state.dig.entries) :]
        winnable = can_be_won(state.dig, left, state.options.flip == "on")
        assert solution.verdict == (Verdict.SOLVED if winnable else Verdict.IMPOSSIBLE)
        verdicts[solution.verdict] += 1
        if winnable:
            end = played(state, solution)
            assert end.dig.covered_scarabs == end.dig.site.scarab_count
    assert min(verdicts.values()) > 50


def test_verdicts_on_small_ground_are_those_of_trying_everything() -> None:
    """Whole games, small enough to try, with many cards that must be discarded."""
    verdicts = {Verdict.SOLVED: 0, Verdict.IMPOSSIBLE: 0}
    discards = 0
    for seed in range(400):
        rng = Random(seed)
        dig = Dig.on(small_site(rng))
        cards = tuple(rng.sample(DECK, 8))
        solution = solve_dig(dig, cards)
        winnable = can_be_won(dig, cards)
        assert solution.verdict == (Verdict.SOLVED if winnable else Verdict.IMPOSSIBLE)
        verdicts[solution.verdict] += 1
        discards += any(placement is None for _, placement in solution.line)
    assert min(verdicts.values()) > 50
    assert discards > 50


def test_sy_l6_a_tile_that_can_be_placed_must_be_even_where_it_spoils_all() -> None:
    # The ground is b4 and b5 to f5. I has one way to lie, and leaves b4 alone; L covers it.
    rows = ["#" * 10] * 3 + ["#s########", "#.....####"] + ["#" * 10] * 5
    dig = Dig.on(Site.from_rows(rows))
    assert solve_dig(dig, (Tile.I, Tile.L)).verdict is Verdict.IMPOSSIBLE
    won = solve_dig(dig, (Tile.X, Tile.L, Tile.I))
    assert [placement is None for _, placement in won.line] == [True, False, True]


def test_sy_l1_and_sy_l2_a_symbol_that_no_bridge_reaches_is_impossible() -> None:
    rows = ["s........."] + ["##########"] + [".........."] * 8
    assert solve_dig(Dig.on(Site.from_rows(rows)), DECK).verdict is Verdict.IMPOSSIBLE


def test_a_symbol_in_an_area_is_impossible() -> None:
    rows = ["s#........", "#........."] + [".........."] * 8
    assert solve_dig(Dig.on(Site.from_rows(rows)), DECK).verdict is Verdict.IMPOSSIBLE


def test_a_game_that_is_over_is_judged_as_it_is() -> None:
    state = game(3)
    end = played(state, solve(state))
    again = solve(end)
    assert again.verdict is Verdict.SOLVED
    assert all(placement is None for _, placement in again.line)
    while not state.over:
        state = state.play(1, state.legal_moves(1)[0])
    assert state.outcome is not None
    assert not state.outcome.winners
    assert solve(state).verdict is Verdict.IMPOSSIBLE


def test_steps_and_a_seed_repeat() -> None:
    states = [game(seed) for seed in range(20)]
    limited = [solve(state, steps=12, seed=5) for state in states]
    assert limited == [solve(state, steps=12, seed=5) for state in states]
    assert all(solution.steps <= 12 for solution in limited)
    assert Verdict.UNKNOWN in {solution.verdict for solution in limited}


def laborious() -> Dig:
    """Return a site with twice the symbols of a box: millions of steps do not decide it."""
    rows = (
        "ss.ss.sss./#s....ss../sssss.#s.s/ss#..s..s./#..s.sss../"
        ".s...sss.s/sss.s...s./ss......ss/s#.ss..#s./s.s#.ss#s."
    )
    return Dig.on(Site.parse(rows))


def test_time_ends_the_search_and_leaves_the_callers_flag_alone() -> None:
    stop = StopFlag()
    solution = solve_dig(laborious(), DECK, seconds=0.05, stop=stop)
    assert solution.verdict is Verdict.UNKNOWN
    assert not solution.line
    assert not stop.is_set


@pytest.mark.parametrize("when", ["before", "meanwhile"])
def test_a_stop_from_another_thread_ends_it(when: str) -> None:
    stop = StopFlag()
    if when == "before":
        stop.set()
    found: list[SoloSolution] = []
    thread = threading.Thread(target=lambda: found.append(solve_dig(laborious(), DECK, stop=stop)))
    thread.start()
    time.sleep(0.02)
    stop.set()
    thread.join(timeout=60)
    assert found[0].verdict is Verdict.UNKNOWN
