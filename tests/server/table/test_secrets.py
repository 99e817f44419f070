"""Nothing leaves a table that an audience may not see.

The strong form: two tables that differ only in what an audience may not know are shown to it
byte for byte alike, in views, events, records and refusals. The plain form: the bytes are
searched for what must not be in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from kheper.core.errors import KheperError
from kheper.server import commands as ask
from kheper.server import entries, messages
from kheper.server.customs import read_move
from kheper.server.entries import Entry
from kheper.server.records import record
from kheper.server.seats import Who
from kheper.server.table import Table
from kheper.server.views import SPECTATOR, Audience, alike, shown
from tests.server.table.evening import PEOPLE, STRANGER, VARIANTS, Evening

SCARABYA = [name for name in VARIANTS if name[0] in "eds"]
EVERYBODY = (*PEOPLE, STRANGER)


def letters(log: list[Entry], who: Who) -> Iterator[bytes]:
    """Yield everything that a guest could read of a log, as bytes."""
    steps = list(Table.steps(log))
    table = steps[-1].after
    audience = Audience.of(table, who.id)
    yield messages.encode(shown(table, audience, whole=True))
    yield messages.encode(shown(table, audience, steps))
    for step in steps[-3:]:
        yield messages.encode(shown(step.after, audience, [step], whole=True))
    if table.state is not None:
        yield str(record(table)).encode()
    yield from refusals(table, who)


def refusals(table: Table, who: Who) -> Iterator[bytes]:
    """Yield the answers to commands that find out what they can."""
    seats = range(1, len(table.seats) + 1)
    texts = ("e4f4d5e5e6", "a1b1c1d1e1", "x", "e5e6e7e8e9", "hd5")
    tries: list[ask.AnyCommand] = [
        *(ask.Play(id="?", seat=n, move=text, seen=table.number) for n in seats for text in texts),
        *(ask.TakeBack(id="?", seat=n) for n in seats),
        *(ask.Unready(id="?", seat=n) for n in seats),
        ask.Retry(id="?"),
        ask.Change(id="?", settings={"deck": "F"}),
    ]
    for command in tries:
        try:
            decided = table.decide(command, who, table.at, Random(1))
        except KheperError as error:
            yield messages.encode(messages.refused(error, table.number, "?"))
        else:
            yield messages.encode(messages.Ack(id="?", number=decided.number))


def known(log: list[Entry]) -> int:
    """Return how many cards anybody has seen, in this try or an earlier one."""
    states = [step.after.state for step in Table.steps(log)]
    return max((getattr(state, "number", 0) for state in states if state is not None), default=0)


def with_other_cards(log: list[Entry], rng: Random) -> list[Entry]:
    """Return the log of the same game with the undrawn cards in another order."""
    seen, changed = known(log), list[Entry]()
    for entry in log:
        if isinstance(entry, entries.Started):
            deck = entry.settings["deck"]
            rest = list(deck[seen:])
            rng.shuffle(rest)
            other = entry.settings | {"deck": deck[:seen] + "".join(rest)}
            entry = replace(entry, settings=other)  # noqa: PLW2901 - the entry is rewritten
        if isinstance(entry, entries.Created) and "deck" in entry.settings:
            shuffled = "".join(rng.sample(entry.settings["deck"], len(entry.settings["deck"])))
            entry = replace(entry, settings=entry.settings | {"deck": shuffled})  # noqa: PLW2901
        changed.append(entry)
    return changed


@pytest.mark.parametrize("variant", SCARABYA)
def test_sy_s5_the_undrawn_cards_make_no_difference_to_anybody(variant: str) -> None:
    for seed in range(2):
        evening = Evening(variant, 20 + seed)
        evening.sit_down()
        for _ in evening.play():
            if evening.rng.random() < 0.08:
                compare(evening.entries, with_other_cards(evening.entries, evening.rng))


def compare(log: list[Entry], twin: list[Entry], whom: tuple[Who, ...] = EVERYBODY) -> None:
    """Compare what everybody can read of two logs."""
    for who in whom:
        assert list(letters(log, who)) == list(letters(twin, who))


def open_plays(table: Table) -> dict[int, int]:
    """Return the number of the entry that made each seat's hidden placement."""
    if getattr(table.state, "pending", None) is None or table.phase != "running":
        return {}
    if table.state.options.open_table == "open":
        return {}
    return {ply.seat: ply.number for ply in table.plays if ply.number > table.opened}


@pytest.mark.parametrize("variant", [name for name in SCARABYA if name[10] in "234"])
def test_sy_b2_an_open_placement_makes_no_difference_to_the_others(variant: str) -> None:
    compared = 0
    for seed in range(30, 60):
        if compared > 5:
            break
        evening = Evening(variant, seed, people=4)
        evening.sit_down()
        for _ in evening.play():
            table = evening.table
            for seat, number in open_plays(table).items():
                log = evening.entries
                elsewhere = str(evening.rng.choice(table.state.take_back(seat).legal_moves(seat)))
                twin = [*log[: number - 1], replace(log[number - 1], move=elsewhere), *log[number:]]
                others = tuple(who for who in EVERYBODY if who.id != table.seats[seat - 1].guest)
                if evening.rng.random() < 0.1:
                    compare(log, twin, others)
                    compared += 1
    assert compared > 5


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_byte_tells_a_secret(variant: str) -> None:
    evening = Evening(variant, 40)
    evening.sit_down()
    for _ in evening.play():
        if evening.rng.random() < 0.05:
            search(evening)
    search(evening)


def search(evening: Evening) -> None:
    """Look for secrets in everything that anybody can read."""
    table = evening.table
    secret = {entry.by for entry in evening.entries} | {seat.guest for seat in table.seats}
    secret |= {"digest", '"age"', '"deck"', "seed", '"fixed"'}
    deck = "".join(getattr(table.state, "deck", ""))
    hidden = deck[known(evening.entries) :]
    if len(hidden) > 2:
        secret |= {deck, hidden, hidden[-3:]}
    for who in (*EVERYBODY, Who("", "")):
        own = set(table.held(who.id))
        theirs = {
            read_move(table.state, evening.entries[number - 1].move)[1]  # type: ignore[attr-defined] # a play
            for seat, number in open_plays(table).items()
            if seat not in own
        }
        mine = {
            evening.entries[number - 1].move  # type: ignore[attr-defined] # a play
            for seat, number in open_plays(table).items()
            if seat in own
        }
        for letter in without_offers(evening, who):
            for text in (secret | (theirs - mine)) - {""}:
                assert text.encode() not in letter, (text, letter)


def without_offers(evening: Evening, who: Who) -> Iterator[bytes]:
    """Yield what a guest can read, but for the tables of moves, which name every placement."""
    table = evening.table
    audience = Audience.of(table, who.id) if who.id else SPECTATOR
    yield messages.encode(shown(table, audience, evening.steps))
    whole = shown(table, audience, whole=True)
    assert whole.view is not None
    own = tuple(replace(seat, legal=None) for seat in whole.view.own)
    yield messages.encode(replace(whole, view=replace(whole.view, own=own)))
    yield str(record(table)).encode()


@pytest.mark.parametrize(
    "variant", ["expedition3-flip-on", "duel-flip-on", "10-3-turning-no-fresh"]
)
def test_audiences_that_are_alike_are_shown_the_same_bytes(variant: str) -> None:
    evening = Evening(variant, 50)
    evening.sit_down()
    for _ in evening.play():
        pass
    for step in evening.steps:
        found: dict[object, bytes] = {}
        for who in EVERYBODY:
            audience = Audience.of(step.after, who.id)
            letter = messages.encode(shown(step.after, audience, [step]))
            keys = alike([step])
            key = keys(audience) if keys is not None else None
            assert found.setdefault(key, letter) == letter


def test_sy_s5_the_deck_is_told_after_the_end_and_not_before() -> None:
    evening = Evening("duel-flip-on", 60)
    evening.sit_down()
    assert len(record(evening.table).tag("Deck") or "") < 12
    for _ in evening.play():
        pass
    assert record(evening.table).tag("Deck") == "".join(evening.table.state.deck)
