"""SY-M4, SY-S1 to SY-S5: cards, boards in the frame, the Great Explorer, and the hidden deck."""

import pickle
from random import Random
from typing import Any

import pytest

import kheper
from kheper.core import KheperError, SetupError
from kheper.core.settings import parse_ages
from kheper.games import SCARABYA, record_of, replay
from kheper.scarabya import BOARDS, Arrangement
from kheper.scarabya.options import great_explorer
from kheper.scarabya.tiles import Tile
from tests.rules.table import OPEN_GROUND, duel, expedition, name_of, play, setup_refusal, solo

# SY-M4: one mission card for each tile.


@pytest.mark.parametrize("seed", range(5))
def test_sy_m4_a_deck_is_one_card_for_each_of_the_twelve_tiles(seed: int) -> None:
    state = SCARABYA.new({}, Random(seed))
    assert sorted(state.deck) == list("FILNPTUVWXYZ")


def test_sy_m4_cards_that_the_deck_does_not_name_follow() -> None:
    deck = expedition(OPEN_GROUND, "WF").deck
    assert "".join(deck[:2]) == "WF"
    assert sorted(deck) == list("FILNPTUVWXYZ")


def test_sy_m4_a_card_stands_once_in_a_deck() -> None:
    assert setup_refusal(SCARABYA, deck="WFW") == "SY-M4 bad-deck"


def test_sy_m4_a_card_is_drawn_once_in_a_record() -> None:
    text = f"""
        [Game "Scarabya"]
        [Mode "solo"]
        [Site "{"/".join(OPEN_GROUND.split())}"]

        1. I: a5b5c5d5e5
        2. I: a6b6c6d6e6
    """
    with pytest.raises(SetupError) as caught:
        replay(text, Random(1))
    assert name_of(caught.value) == "SY-M4 bad-deck"
    assert caught.value.line == 7


def test_sy_m4_there_is_no_thirteenth_card() -> None:
    state = SCARABYA.new({"mode": "duel"}, Random(3))
    while not state.over:
        state = state.play(state.to_move[0], state.legal_moves(state.to_move[0])[0])
    text = f"{record_of(state)}13. I: x\n"
    with pytest.raises(KheperError) as caught:
        replay(text, Random(1))
    assert name_of(caught.value) == "SY-M4 over"


# SY-S1: any board in any quarter, turned by quarters of a circle, never turned over.

BOX = ".#ss./..s../s...s/..#../.s... ..ss./...../#s.../s.s../.s#.. "
BOX += ".ss../....#/s..../.ss../.#..s .s#s./....s/....#/...ss/..s.."


def arranged(arrangement: str) -> list[str]:
    state = SCARABYA.new({"boards": BOX, "arrangement": arrangement}, Random(1))
    rows: list[str] = state.site.rows()
    return rows


def test_sy_s1_boards_lie_in_their_quarters_turned_clockwise() -> None:
    assert arranged("A0 B90 C180 D270") == [
        ".#ss.." "s#..",
        "..s..s" ".s..",
        "s...s#" "s..s",
        "..#..." "...s",
        ".s...." "....",
        "s..#.." "s#s.",
        "..ss.s" "..s.",
        "....s#" "...s",
        "#....s" "....",
        "..ss.." "....",
    ]  # fmt: skip


def test_sy_s1_any_board_may_lie_in_any_quarter() -> None:
    top_left = {arranged(order)[0][:5] for order in ("A0 B0 C0 D0", "B0 A0 C0 D0", "C0 B0 A0 D0")}
    assert top_left == {".#ss.", "..ss.", ".ss.."}
    swapped, plain = arranged("A0 B0 D0 C0"), arranged("A0 B0 C0 D0")
    assert [row[5:] + row[:5] for row in swapped[5:]] == plain[5:]


def test_sy_s1_there_are_6144_arrangements() -> None:
    assert len(set(Arrangement.every())) == 24 * 4**4 == 6144


def test_sy_s1_boards_are_not_turned_over() -> None:
    for board in BOARDS:
        mirrored = tuple(row[::-1] for row in board.rows)
        assert mirrored not in [board.turned(turn).rows for turn in (0, 90, 180, 270)]


@pytest.mark.parametrize(
    ("arrangement", "refusal"),
    [
        ("A0 A0 C0 D0", "SY-S1 bad-boards"),
        ("A0 B0 C0", "SY-S1 bad-boards"),
        ("A0 B0 C0 D0 D0", "SY-S1 bad-boards"),
        ("A45 B0 C0 D0", "SY-S1 unreadable"),
        ("E0 B0 C0 D0", "SY-S1 unreadable"),
    ],
)
def test_sy_s1_each_board_lies_in_one_quarter(arrangement: str, refusal: str) -> None:
    assert setup_refusal(SCARABYA, arrangement=arrangement) == refusal


def test_sy_s1_turns_are_quarters_of_a_circle() -> None:
    with pytest.raises(SetupError) as caught:
        Arrangement((("A", 0), ("B", 45), ("C", 0), ("D", 0)))
    assert name_of(caught.value) == "SY-S1 bad-boards"


def test_sy_s1_everyone_gets_the_same_site() -> None:
    state = kheper.new("scarabya", seats=4, seed=8)
    assert len({dig.site for dig in state.digs}) == 1


# SY-S2: who is Great Explorer; KH-6: of two as old, who sits first.


def explorer(choice: str, seats: int = 3, seed: int = 1, **settings: str) -> int:
    ages = parse_ages(settings["ages"]) if "ages" in settings else None
    return great_explorer(choice, seats, ages, Random(seed))


def test_sy_s2_the_host_is_great_explorer_by_default() -> None:
    assert expedition(OPEN_GROUND).options.great_explorer == "host"
    assert explorer("host", ages="40 8 70") == 1


@pytest.mark.parametrize(("choice", "seat"), [("youngest", 2), ("oldest", 3)])
def test_sy_s2_the_youngest_or_the_oldest_where_the_option_says_so(choice: str, seat: int) -> None:
    assert explorer(choice, ages="40 8 70") == seat


def test_sy_s2_a_random_explorer_may_be_anybody() -> None:
    assert {explorer("random", seed=seed) for seed in range(30)} == {1, 2, 3}


def test_sy_s2_ages_are_asked_only_where_an_age_decides() -> None:
    assert explorer("host") == 1
    assert explorer("random") in (1, 2, 3)


def test_sy_s2_every_seat_has_an_age_or_none_has() -> None:
    with pytest.raises(SetupError) as caught:
        explorer("oldest", ages="40 8")
    assert name_of(caught.value) == "SY-S2 bad-ages"


def test_sy_s2_other_choices_are_refused() -> None:
    assert setup_refusal(SCARABYA, great_explorer="tallest") == "bad-option"


@pytest.mark.parametrize(("choice", "seat"), [("youngest", 2), ("oldest", 1)])
def test_kh_6_of_two_as_old_the_one_who_sits_first(choice: str, seat: int) -> None:
    assert explorer(choice, seats=4, ages="70 8 8 70") == seat


@pytest.mark.parametrize("choice", ["youngest", "oldest"])
def test_kh_6_who_is_sought_sits_first_where_nobody_tells_an_age(choice: str) -> None:
    assert explorer(choice) == 1


# SY-S3: the arrangement is chosen by hand, or drawn.


def test_sy_s3_the_arrangement_may_be_chosen_by_hand() -> None:
    chosen = SCARABYA.new({"arrangement": "D90 C0 B180 A270"}, Random(5)).site
    assert chosen == Arrangement.parse("D90 C0 B180 A270").site()


def test_sy_s3_otherwise_it_is_drawn() -> None:
    sites = {str(SCARABYA.new({}, Random(seed)).site) for seed in range(40)}
    assert len(sites) > 35
    possible = {str(arrangement.site()) for arrangement in Arrangement.every()}
    assert sites <= possible


def test_sy_s3_every_board_may_come_to_lie_in_every_quarter_and_every_turn() -> None:
    drawn = [Arrangement.draw(rng).pieces for rng in map(Random, range(200))]
    seen = {(quarter, piece) for pieces in drawn for quarter, piece in enumerate(pieces)}
    assert len(seen) == 4 * 4 * 4


# SY-S4: rocks stand on every rock square.


@pytest.mark.parametrize("seed", range(3))
def test_sy_s4_no_tile_can_ever_lie_on_a_rock_square(seed: int) -> None:
    state = SCARABYA.new({"mode": "solo"}, Random(seed))
    site = str(state.site).replace("/", "")
    rocks = {f"{'abcdefghij'[n % 10]}{n // 10 + 1}" for n in range(100) if site[n] == "#"}
    assert len(rocks) == 8
    while not state.over:
        for placement in state.legal_moves(1):
            assert not rocks & set(map(str, placement.squares))
        state = state.play(1, state.legal_moves(1)[0])


# SY-S5: cards are shuffled, and nobody sees one before it is drawn.


def test_sy_s5_the_cards_are_shuffled() -> None:
    decks = {SCARABYA.new({}, Random(seed)).deck for seed in range(99)}
    assert len(decks) == 99
    assert {deck[0] for deck in decks} == set(Tile)


def readable(state: Any, seat: int | None) -> tuple[object, ...]:
    """Return all that a seat can read of a state, in every form it comes in."""
    view = state.view(seat)
    record = record_of(state)
    return (
        view,
        repr(view),
        pickle.dumps(view),
        view.json(),
        str(record_of(view)),
        str(record),
        view.imagine(Random(1)),
        errors(state),
    )


def errors(state: Any) -> list[str]:
    """Return what a state says to moves that it refuses."""
    said = []
    for seat, text in [
        (1, "a1b1c1d1e1"),
        (2, "a1b1c1d1e1"),
        (1, "j6j7j8j9j10"),
        (3, "e1"),
        (1, "x"),
    ]:
        try:
            state.play(seat, state.parse_move(text))
        except KheperError as error:
            said.append(str(error))
    return said


@pytest.mark.parametrize("begin", [expedition, duel, solo])
@pytest.mark.parametrize("placed", [0, 2])
def test_sy_s5_states_that_differ_in_undrawn_cards_look_the_same(begin: Any, placed: int) -> None:
    moves = ["a5b5c5d5e5", "e6f6e7f7e8"][:placed]
    one = play(begin(OPEN_GROUND, "IPFLNTUVWXYZ"), *moves)
    other = play(begin(OPEN_GROUND, "IPFZYXWVUTNL"), *moves)
    assert one != other
    for seat in (None, *range(1, one.seats + 1)):
        assert readable(one, seat) == readable(other, seat)


# I at c5 to g5 leaves no hole for P, I at e5 to i5 leaves one.
HOLE_FOR_P = """
    ##########
    ##########
    ##########
    ##########
    ##.......#
    #...######
    ##########
    ##########
    ##########
    ##########
"""


@pytest.mark.parametrize(
    ("ground", "drawn", "moves"),
    [(OPEN_GROUND, "I", ["a5b5c5d5e5"]), (HOLE_FOR_P, "IP", ["c5d5e5f5g5", "e5f5g5h5i5"])],
    ids=["seat 1 has placed", "seat 1 cannot place"],
)
def test_sy_s5_no_refusal_tells_an_undrawn_card(ground: str, drawn: str, moves: list[str]) -> None:
    one = play(expedition(ground, drawn + "FLN", seats=2), *moves)
    other = play(expedition(ground, drawn + "ZYX", seats=2), *moves)
    assert one.to_move == (2,)
    assert errors(one) == errors(other)
    assert len(errors(one)) == 5


@pytest.mark.parametrize("begin", [expedition, duel, solo])
def test_sy_s5_a_view_shows_the_drawn_cards_alone(begin: Any) -> None:
    state = play(begin(OPEN_GROUND, "IPFLNTUVWXYZ"), "a5b5c5d5e5")
    assert state.view(1).cards == ("I", "P")
    assert state.view(None).json()["cards"] == "IP"
    assert record_of(state).tag("Deck") == "IP"


def test_sy_s5_the_deck_is_written_down_only_on_demand() -> None:
    state = expedition(OPEN_GROUND, "IPFLNTUVWXYZ")
    assert record_of(state, deck=True).tag("Deck") == "IPFLNTUVWXYZ"
    assert record_of(state.view(1), deck=True).tag("Deck") == "I"


def test_sy_s5_an_unfinished_game_shows_no_seed() -> None:
    state = SCARABYA.new({}, Random(1234567))
    names = [name.lower() for name, _ in record_of(state).tags]
    assert "seed" not in names
    assert "1234567" not in f"{state.view(1)!r}{state.view(1).json()}{record_of(state)}"


def test_sy_s5_what_a_seat_imagines_is_not_what_there_is() -> None:
    state = expedition(OPEN_GROUND, "IPFLNTUVWXYZ")
    imagined = {state.view(1).imagine(Random(seed)).deck for seed in range(20)}
    assert len(imagined) == 20
    assert {deck[0] for deck in imagined} == {"I"}
