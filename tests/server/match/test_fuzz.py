"""Whatever people write into settings, layouts, names and records, the answer is a refusal."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kheper.core.errors import KheperError
from kheper.core.record import Record
from kheper.games import GAMES
from kheper.server.match import commands as ask
from kheper.server.match.apply import state_of
from kheper.server.match.commands import Create, SeatWish
from kheper.server.match.decide import decide, decide_create
from kheper.server.match.record import record
from kheper.server.match.terms import MatchTerms
from kheper.server.match.text import LONGEST_NAME
from tests.server.match.driver import ANNA, BOT, HERE, Room
from tests.server.match.random_match import STRANGER, RandomMatch

WORDS = (
    *("expedition", "duel", "solo", "on", "off", "yes", "no", "8", "10", "0", "9999", "-1", ""),
    *("A0 B90 C180 D270", "FILNPTUVWXYZ", "h", "v", "+5 -3;-8*", "youngest", "random", "first"),
    *("/".join(["s...#....."] * 10), "/".join(["+1 -1 +2 -2 P . . ."] * 8), "٣", "x" * 1000),
)
NAMES = sorted({name for game in GAMES.values() for name in game.settings} | {"seed", ""})

texts = st.sampled_from(WORDS) | st.text(max_size=60)
settings = st.dictionaries(st.sampled_from(NAMES), texts, max_size=6)


@given(
    st.sampled_from(("scarabya", "scarab", "chess", "")),
    settings,
    st.lists(st.sampled_from((HERE, BOT, SeatWish())), max_size=4),
    st.booleans(),
)
def test_settings_make_a_game_or_a_refusal(
    game: str, given_settings: dict[str, str], seats: list[SeatWish], start: bool
) -> None:
    wish = Create(game=game, settings=given_settings, seats=tuple(seats), start=start)
    try:
        decided = decide_create(wish, ANNA, 1, Random(1))
    except KheperError:
        return
    assert state_of(decided.events) == decided.match


@given(settings | st.none(), st.none() | st.integers(1, 4), texts)
def test_changes_and_layouts_make_a_game_or_a_refusal(
    changed: dict[str, str] | None, seats: int | None, layout: str
) -> None:
    for game in ("scarabya", "scarab"):
        room = Room(game, HERE, BOT, terms=MatchTerms(arrange=True))
        for command in (
            ask.Change(id="1", settings=changed, seats=seats),
            ask.StartGame(id="2"),
            ask.Arrange(id="3", layout=layout),
            ask.StartGame(id="4"),
        ):
            try:
                decided = decide(room.match, command, ANNA, room.now, room.rng)
            except KheperError:
                continue
            room.steps += decided.steps
        assert state_of(room.log) == room.match


@given(st.text(max_size=400))
def test_a_text_that_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(KheperError):
        decide_create(Create(record=text or "x"), ANNA, 1, Random(1))


@given(st.text(max_size=60))
def test_a_name_is_one_line_that_can_be_read_or_is_refused(name: str) -> None:
    wish = Create(game="scarab", seats=(SeatWish("here", name), BOT), start=True)
    try:
        match = decide_create(wish, ANNA, 1, Random(1)).match
    except KheperError as error:
        assert error.code in ("empty", "too-long")  # noqa: PT017 - it need not be refused
        return
    shown = match.seats[0].name
    assert 1 <= len(shown) <= LONGEST_NAME
    assert Record.parse(str(record(match))).tag("Seat1") == shown


@pytest.mark.parametrize(
    "variant", ["expedition2-flip-on", "duel-flip-on", "8-2-turning-yes-fresh"]
)
def test_moves_that_are_no_moves_are_refused(variant: str) -> None:
    played_match = RandomMatch(variant, 90)
    played_match.sit_down()
    seat = played_match.match.game_state.to_move[0]
    who = played_match.person(played_match.match.seats[seat - 1].guest)

    @given(texts | st.from_regex(r"[hv^@+*a-j0-9-]{0,24}", fullmatch=True))
    def refuses(text: str) -> None:
        play = ask.Play(id="fuzz", seat=seat, move=text, seen=played_match.match.number)
        for guest in (who, STRANGER):
            try:
                decided = decide(
                    played_match.match, play, guest, played_match.now, played_match.rng
                )
            except KheperError:
                continue
            legal = set(map(str, played_match.match.game_state.legal_moves(seat)))
            assert decided.events[0].move in legal  # type: ignore[attr-defined] # a play

    refuses()


def test_a_wish_is_read_as_strictly_as_a_message() -> None:
    wish = b'{"game":"scarab","settings":{"size":"8"},"seats":[{"occupant":"bot","level":2}]}'
    assert msgspec.json.decode(wish, type=Create).seats[0].level == 2
    for wrong in (
        b'{"game":5}',
        b'{"fun":1}',
        b'{"seats":[{},{},{},{},{}]}',
        b'{"settings":{"a":1}}',
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(wrong, type=Create)
