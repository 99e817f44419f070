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
from kheper.server.match.apply import state_of
from kheper.server.match.commands import Create, SeatWish
from kheper.server.match.due import deadline
from kheper.server.match.events import Expired, decode
from kheper.server.match.state import MatchState
from kheper.server.match.terms import ClockTerms, MatchTerms
from kheper.server.store.base import Reminder
from tests.server.live.two_processes import (
    ANNA,
    BEN,
    RecordingSession,
    TwoProcesses,
    on_two_processes,
)

DAY = 24 * 3600
# A clock that runs out is noticed not later than this, in seconds, be nobody there.
SOON = LATE / 1000 + EVERY + 10
DAYS = ClockTerms("days", days=1)


async def _begun(processes: TwoProcesses, clock: ClockTerms, *, reminders: bool = True) -> str:
    """Set up a game of Anna and Ben with a clock, and have every process look at reminders."""
    for live in processes.lives:
        await live.start(reminders=False)
        if reminders:
            live.registry.spawn(live.reminders.run())
    seats = (SeatWish("here"), SeatWish())
    wish = Create(
        game="scarab",
        settings={"size": "8"},
        seats=seats,
        terms=MatchTerms(clock=clock, stand_in=1),
    )
    match_id = (await processes.live.create(wish, ANNA)).id
    await processes.live.submit(match_id, ask.Sit(id="sit", seat=2), BEN)
    await processes.live.submit(match_id, ask.StartGame(id="start"), ANNA)
    await asyncio.sleep(1)
    return match_id


async def _pass(processes: TwoProcesses, seconds: float) -> None:
    """Let time pass quickly: what was to happen meanwhile happens late, and all of it soon."""
    processes.loop.now += seconds
    await asyncio.sleep(SOON)


def _table(processes: TwoProcesses, match_id: str) -> MatchState:
    return state_of(map(decode, processes.log(match_id)))


def _kinds(processes: TwoProcesses, match_id: str) -> list[str]:
    return [type(decode(body)).__name__ for body in processes.log(match_id)]


@on_two_processes
async def test_days_run_out_though_nobody_has_loaded_the_match(processes: TwoProcesses) -> None:
    match_id = await _begun(processes, DAYS)
    await _pass(processes, DAY / 2)
    await asyncio.sleep(60)
    assert processes.live.figures()["matches"] == 0
    assert "Expired" not in _kinds(processes, match_id)
    await _pass(processes, DAY / 2 + SOON)
    assert _kinds(processes, match_id).count("Expired") == 1
    await asyncio.sleep(200)
    assert processes.live.figures()["matches"] == processes.lives[1].figures()["matches"] == 0
    await _pass(processes, DAY)
    assert _kinds(processes, match_id).count("Expired") == 2
    expired = [
        event for event in map(decode, processes.log(match_id)) if isinstance(event, Expired)
    ]
    assert [event.seat for event in expired] == [1, 2]


@on_two_processes
async def test_a_game_that_everybody_has_left_comes_to_rest(processes: TwoProcesses) -> None:
    match_id = await _begun(processes, DAYS)
    for _ in range(6):
        await _pass(processes, DAY)
    match = _table(processes, match_id)
    assert _kinds(processes, match_id).count("Expired") == 4
    assert [seat.stand_in for seat in match.seats] == [1, 1]
    assert not processes.disk.due
    length = len(processes.log(match_id))
    await _pass(processes, 10 * DAY)
    assert len(processes.log(match_id)) == length


@pytest.mark.parametrize("clock", [DAYS, ClockTerms("live", seconds=60)])
def test_what_ran_out_while_no_process_was_there_is_seen_to_at_the_start(clock: ClockTerms) -> None:
    @on_two_processes
    async def started_again(processes: TwoProcesses) -> None:
        match_id = await _begun(processes, clock, reminders=False)
        await processes.stop()
        await _pass(processes, 3 * DAY)
        assert "Expired" not in _kinds(processes, match_id)
        live = LiveMatches(
            Registry(processes.stores[0], InlineBots(), processes.loop.clock, Random(1))
        )
        await live.start(reminders=False)
        live.registry.spawn(live.reminders.run())
        await asyncio.sleep(1)
        assert _kinds(processes, match_id).count("Expired") == 1
        await live.stop()

    started_again()


@on_two_processes
async def test_a_bot_whose_move_was_never_made_is_reminded_too(processes: TwoProcesses) -> None:
    """A process dies between a person's move and the bot's answer, and nobody comes back."""
    wish = Create(
        game="scarab",
        seats=(SeatWish("here"), SeatWish("bot", level=1)),
        terms=MatchTerms(clock=DAYS),
        start=True,
    )

    class Slow(InlineBots):
        async def choose(self, view: Any, level: int, seed: int, client: str) -> str:
            await asyncio.sleep(DAY)
            return ""

    live = LiveMatches(Registry(processes.stores[0], Slow(), processes.loop.clock, Random(1)))
    await live.start(reminders=False)
    match_id = (await live.create(wish, ANNA)).id
    await live.submit(match_id, processes.move(await live.match(match_id)), ANNA)
    await asyncio.sleep(1)
    await live.stop()
    assert len(processes.log(match_id)) == 3
    live = processes.lives[1]
    await live.start(reminders=False)
    live.registry.spawn(live.reminders.run())
    await asyncio.sleep(SOON)
    assert len(_table(processes, match_id).plays) == 2


@on_two_processes
async def test_a_reminder_that_comes_too_early_loads_nothing(processes: TwoProcesses) -> None:
    match_id = await _begun(processes, DAYS)
    await asyncio.sleep(200)
    processes.disk.due[match_id] = 0
    await asyncio.sleep(SOON)
    assert processes.disk.due[match_id] == deadline(_table(processes, match_id))
    assert processes.live.figures()["matches"] == 0
    assert "Expired" not in _kinds(processes, match_id)


@on_two_processes
async def test_a_match_of_which_nothing_was_known_is_looked_at_once(
    processes: TwoProcesses,
) -> None:
    match_id = await processes.two_people()
    processes.disk.due[match_id] = 0
    await processes.lives[1].reminders.look()
    assert not processes.disk.due
    assert processes.lives[1].figures()["matches"] == 0


@on_two_processes
async def test_many_are_looked_at_in_turn(processes: TwoProcesses) -> None:
    match_id = await processes.two_people()
    for number in range(450):
        processes.disk.logs[f"m{number}"] = list(processes.log(match_id))
        processes.disk.due[f"m{number}"] = number
    live = processes.lives[1]
    live.registry.spawn(live.reminders.run())
    await asyncio.sleep(3 * EVERY)
    assert not processes.disk.due
    assert live.figures()["matches"] == 0


@on_two_processes
async def test_a_log_that_cannot_be_read_keeps_nobody_from_the_others(
    processes: TwoProcesses,
) -> None:
    match_id = await _begun(processes, DAYS)
    processes.disk.logs["bad"] = [b"{}"]
    processes.disk.due["bad"] = 0
    await _pass(processes, DAY + SOON)
    assert _kinds(processes, match_id).count("Expired") == 1
    assert processes.disk.due["bad"] > processes.loop.clock()


@on_two_processes
async def test_a_store_that_fails_is_asked_again(processes: TwoProcesses) -> None:
    match_id = await _begun(processes, DAYS)
    await _pass(processes, DAY - 100)
    for store in processes.stores:
        store.trouble = store.trouble._replace(fails=0.5)
    await asyncio.sleep(100 + 20 * SOON)
    for store in processes.stores:
        store.trouble = store.trouble.calm
    await asyncio.sleep(100)
    assert _kinds(processes, match_id).count("Expired") == 1


@on_two_processes
async def test_who_is_connected_is_left_to_their_own_process(processes: TwoProcesses) -> None:
    match_id = await _begun(processes, ClockTerms("live", seconds=100))
    for who, live in zip((ANNA, BEN), processes.lives, strict=True):
        await live.attach(match_id, RecordingSession(who))
    await asyncio.sleep(105)
    assert _kinds(processes, match_id).count("Expired") == 1
    await asyncio.sleep(300)
    seen = processes.log(match_id)
    assert (
        _table(processes, match_id)
        == await processes.live.match(match_id)
        == await processes.lives[1].match(match_id)
    )
    assert len(seen) == len(processes.log(match_id))


@pytest.mark.parametrize("seed", range(20))
def test_the_store_knows_a_deadline_that_is_never_too_late(seed: int) -> None:
    @on_two_processes
    async def known(processes: TwoProcesses) -> None:
        rng = Random(seed)
        clock = rng.choice((DAYS, ClockTerms("live", seconds=100, increment=rng.choice((0, 20)))))
        match_id = await _begun(processes, clock, reminders=False)
        for _ in range(40):
            await asyncio.sleep(rng.choice((0, 1, 5, 30)))
            match = await processes.live.match(match_id)
            if match.phase == "over":
                break
            who = (ANNA, BEN)[match.game_state.to_move[0] - 1]
            try:
                id_ = str(rng.random())
                commands = (
                    processes.move(match),
                    processes.move(match),
                    ask.Leave(id=id_),
                    ask.Back(id=id_),
                )
                await processes.live.submit(match_id, rng.choice(commands), who)
            except KheperError:
                continue
            real, stored = deadline(_table(processes, match_id)), processes.disk.due.get(match_id)
            assert real is None or (stored is not None and stored <= real)

    known()


@on_two_processes
async def test_of_several_processes_one_sees_to_a_reminder(processes: TwoProcesses) -> None:
    match_id = await _begun(processes, DAYS, reminders=False)
    await processes.stop()
    await _pass(processes, 2 * DAY)
    lives = [
        LiveMatches(Registry(store, InlineBots(), processes.loop.clock, Random(1)))
        for store in processes.stores
    ]
    for live in lives:
        await live.start(reminders=False)
    await asyncio.gather(*(live.reminders.look() for live in lives))
    await asyncio.sleep(5)
    assert sum(live.figures()["matches"] for live in lives) == 1
    assert _kinds(processes, match_id).count("Expired") == 1
    found = await processes.stores[0].due(10**15)
    assert found == [Reminder(match_id, deadline(_table(processes, match_id)) or 0)]
    for live in lives:
        await live.stop()
