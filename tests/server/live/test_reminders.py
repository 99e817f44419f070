"""Clocks run out though nobody has loaded the match, once, whichever process sees to it."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from kheper.core.errors import KheperError
from kheper.server.live import LiveMatches, Registry
from kheper.server.live.bot_pool import InlineBots
from kheper.server.live.reminders import EVERY, LATE
from kheper.server.match import commands as ask
from kheper.server.match.commands import Create, SeatWish
from kheper.server.match.due import deadline
from kheper.server.match.events import Expired, decode
from kheper.server.match.table import Table
from kheper.server.match.terms import ClockTerms, Terms
from kheper.server.store.base import Reminder
from tests.server.live.room import ANNA, BEN, House, Listener, in_house

DAY = 24 * 3600
# A clock that runs out is noticed not later than this, in seconds, be nobody there.
SOON = LATE / 1000 + EVERY + 10
DAYS = ClockTerms("days", days=1)


async def _begun(house: House, clock: ClockTerms, *, reminders: bool = True) -> str:
    """Set up a game of Anna and Ben with a clock, and have every process look at reminders."""
    for live in house.lives:
        await live.start(reminders=False)
        if reminders:
            live.registry.spawn(live.reminders.run())
    seats = (SeatWish("here"), SeatWish())
    wish = Create(
        game="scarab",
        settings={"size": "8"},
        seats=seats,
        terms=Terms(clock=clock, stand_in=1),
    )
    match = (await house.live.create(wish, ANNA)).match
    await house.live.submit(match, ask.Sit(id="sit", seat=2), BEN)
    await house.live.submit(match, ask.Start(id="start"), ANNA)
    await asyncio.sleep(1)
    return match


async def _pass(house: House, seconds: float) -> None:
    """Let time pass quickly: what was to happen meanwhile happens late, and all of it soon."""
    house.loop.now += seconds
    await asyncio.sleep(SOON)


def _table(house: House, match: str) -> Table:
    return Table.of(map(decode, house.log(match)))


def _kinds(house: House, match: str) -> list[str]:
    return [type(decode(body)).__name__ for body in house.log(match)]


@in_house
async def test_days_run_out_though_nobody_has_loaded_the_match(house: House) -> None:
    match = await _begun(house, DAYS)
    await _pass(house, DAY / 2)
    await asyncio.sleep(60)
    assert house.live.figures()["matches"] == 0
    assert "Expired" not in _kinds(house, match)
    await _pass(house, DAY / 2 + SOON)
    assert _kinds(house, match).count("Expired") == 1
    await asyncio.sleep(200)
    assert house.live.figures()["matches"] == house.lives[1].figures()["matches"] == 0
    await _pass(house, DAY)
    assert _kinds(house, match).count("Expired") == 2
    expired = [event for event in map(decode, house.log(match)) if isinstance(event, Expired)]
    assert [event.seat for event in expired] == [1, 2]


@in_house
async def test_a_game_that_everybody_has_left_comes_to_rest(house: House) -> None:
    match = await _begun(house, DAYS)
    for _ in range(6):
        await _pass(house, DAY)
    table = _table(house, match)
    assert _kinds(house, match).count("Expired") == 4
    assert [seat.stand_in for seat in table.seats] == [1, 1]
    assert not house.disk.due
    length = len(house.log(match))
    await _pass(house, 10 * DAY)
    assert len(house.log(match)) == length


@pytest.mark.parametrize("clock", [DAYS, ClockTerms("live", seconds=60)])
def test_what_ran_out_while_no_process_was_there_is_seen_to_at_the_start(clock: ClockTerms) -> None:
    @in_house
    async def started_again(house: House) -> None:
        match = await _begun(house, clock, reminders=False)
        await house.stop()
        await _pass(house, 3 * DAY)
        assert "Expired" not in _kinds(house, match)
        live = LiveMatches(Registry(house.stores[0], InlineBots(), house.loop.clock, Random(1)))
        await live.start(reminders=False)
        live.registry.spawn(live.reminders.run())
        await asyncio.sleep(1)
        assert _kinds(house, match).count("Expired") == 1
        await live.stop()

    started_again()


@in_house
async def test_a_bot_whose_move_was_never_made_is_reminded_too(house: House) -> None:
    """A process dies between a person's move and the bot's answer, and nobody comes back."""
    wish = Create(
        game="scarab",
        seats=(SeatWish("here"), SeatWish("bot", level=1)),
        terms=Terms(clock=DAYS),
        start=True,
    )

    class Slow(InlineBots):
        async def choose(self, view: Any, level: int, seed: int, client: str) -> str:
            await asyncio.sleep(DAY)
            return ""

    live = LiveMatches(Registry(house.stores[0], Slow(), house.loop.clock, Random(1)))
    await live.start(reminders=False)
    match = (await live.create(wish, ANNA)).match
    await live.submit(match, house.move(await live.table(match)), ANNA)
    await asyncio.sleep(1)
    await live.stop()
    assert len(house.log(match)) == 3
    live = house.lives[1]
    await live.start(reminders=False)
    live.registry.spawn(live.reminders.run())
    await asyncio.sleep(SOON)
    assert len(_table(house, match).plays) == 2


@in_house
async def test_a_reminder_that_comes_too_early_loads_nothing(house: House) -> None:
    match = await _begun(house, DAYS)
    await asyncio.sleep(200)
    house.disk.due[match] = 0
    await asyncio.sleep(SOON)
    assert house.disk.due[match] == deadline(_table(house, match))
    assert house.live.figures()["matches"] == 0
    assert "Expired" not in _kinds(house, match)


@in_house
async def test_a_match_of_which_nothing_was_known_is_looked_at_once(house: House) -> None:
    match = await house.two_people()
    house.disk.due[match] = 0
    await house.lives[1].reminders.look()
    assert not house.disk.due
    assert house.lives[1].figures()["matches"] == 0


@in_house
async def test_many_are_looked_at_in_turn(house: House) -> None:
    match = await house.two_people()
    for number in range(450):
        house.disk.logs[f"m{number}"] = list(house.log(match))
        house.disk.due[f"m{number}"] = number
    live = house.lives[1]
    live.registry.spawn(live.reminders.run())
    await asyncio.sleep(3 * EVERY)
    assert not house.disk.due
    assert live.figures()["matches"] == 0


@in_house
async def test_a_log_that_cannot_be_read_keeps_nobody_from_the_others(house: House) -> None:
    match = await _begun(house, DAYS)
    house.disk.logs["bad"] = [b"{}"]
    house.disk.due["bad"] = 0
    await _pass(house, DAY + SOON)
    assert _kinds(house, match).count("Expired") == 1
    assert house.disk.due["bad"] > house.loop.clock()


@in_house
async def test_a_store_that_fails_is_asked_again(house: House) -> None:
    match = await _begun(house, DAYS)
    await _pass(house, DAY - 100)
    for store in house.stores:
        store.trouble = store.trouble._replace(fails=0.5)
    await asyncio.sleep(100 + 20 * SOON)
    for store in house.stores:
        store.trouble = store.trouble.calm
    await asyncio.sleep(100)
    assert _kinds(house, match).count("Expired") == 1


@in_house
async def test_who_is_connected_is_left_to_their_own_process(house: House) -> None:
    match = await _begun(house, ClockTerms("live", seconds=100))
    for who, live in zip((ANNA, BEN), house.lives, strict=True):
        await live.attach(match, Listener(who))
    await asyncio.sleep(105)
    assert _kinds(house, match).count("Expired") == 1
    await asyncio.sleep(300)
    seen = house.log(match)
    assert (
        _table(house, match) == await house.live.table(match) == await house.lives[1].table(match)
    )
    assert len(seen) == len(house.log(match))


@pytest.mark.parametrize("seed", range(20))
def test_the_store_knows_a_deadline_that_is_never_too_late(seed: int) -> None:
    @in_house
    async def known(house: House) -> None:
        rng = Random(seed)
        clock = rng.choice((DAYS, ClockTerms("live", seconds=100, increment=rng.choice((0, 20)))))
        match = await _begun(house, clock, reminders=False)
        for _ in range(40):
            await asyncio.sleep(rng.choice((0, 1, 5, 30)))
            table = await house.live.table(match)
            if table.phase == "over":
                break
            who = (ANNA, BEN)[table.state.to_move[0] - 1]
            try:
                id_ = str(rng.random())
                commands = (
                    house.move(table),
                    house.move(table),
                    ask.Leave(id=id_),
                    ask.Back(id=id_),
                )
                await house.live.submit(match, rng.choice(commands), who)
            except KheperError:
                continue
            real, stored = deadline(_table(house, match)), house.disk.due.get(match)
            assert real is None or (stored is not None and stored <= real)

    known()


@in_house
async def test_of_several_processes_one_sees_to_a_reminder(house: House) -> None:
    match = await _begun(house, DAYS, reminders=False)
    await house.stop()
    await _pass(house, 2 * DAY)
    lives = [
        LiveMatches(Registry(store, InlineBots(), house.loop.clock, Random(1)))
        for store in house.stores
    ]
    for live in lives:
        await live.start(reminders=False)
    await asyncio.gather(*(live.reminders.look() for live in lives))
    await asyncio.sleep(5)
    assert sum(live.figures()["matches"] for live in lives) == 1
    assert _kinds(house, match).count("Expired") == 1
    found = await house.stores[0].due(10**15)
    assert found == [Reminder(match, deadline(_table(house, match)) or 0)]
    for live in lives:
        await live.stop()
