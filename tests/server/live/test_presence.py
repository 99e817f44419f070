"""Who is there is known wherever they are connected, and nobody is called away who is there."""

from __future__ import annotations

import asyncio
from typing import Any

from kheper.server.live.processes import PRESENCE_EVERY as EVERY
from kheper.server.live.processes import SILENCE
from kheper.server.match.events import decode
from tests.server.live.room import ANNA, BEN, EVE, House, Listener, in_house


async def _apart(house: House) -> tuple[str, Listener, Listener]:
    """Let Anna and Ben play, each on a process of their own."""
    match = await house.two_people()
    anna, ben = Listener(ANNA), Listener(BEN)
    await house.lives[0].attach(match, anna)
    await house.lives[1].attach(match, ben)
    await asyncio.sleep(2)
    return match, anna, ben


def _presence(listener: Listener) -> dict[str, Any]:
    return [message for message in listener.got if message["type"] == "presence"][-1]


def _kinds(house: House, match: str) -> list[str]:
    return [type(decode(body)).__name__ for body in house.log(match)]


def _kill_second(house: House, match: str) -> None:
    dead = house.lives[1]
    house.stores[1].unplug()
    dead.registry.is_stopping = True
    for task in dead.registry._tasks:
        task.cancel()
    for timer in dead.registry.matches[match].timers():
        timer.cancel()


@in_house
async def test_those_on_another_process_are_there(house: House) -> None:
    match, anna, ben = await _apart(house)
    assert _presence(anna) == _presence(ben) == {"type": "presence", "seats": [1, 2]}
    eve = Listener(EVE)
    await house.lives[1].attach(match, eve)
    await asyncio.sleep(2)
    assert _presence(anna) == _presence(eve)
    assert _presence(anna) == {"type": "presence", "seats": [1, 2], "watching": 1}
    house.lives[1].detach(ben)
    house.lives[1].detach(eve)
    await asyncio.sleep(2)
    assert _presence(anna) == {"type": "presence", "seats": [1]}


@in_house
async def test_who_is_on_both_processes_is_one(house: House) -> None:
    match, anna, _ = await _apart(house)
    for live in house.lives:
        await live.attach(match, Listener(EVE))
    await asyncio.sleep(2)
    assert _presence(anna) == {"type": "presence", "seats": [1, 2], "watching": 1}


@in_house
async def test_nobody_is_called_away_who_is_connected_elsewhere(house: House) -> None:
    match, _, _ = await _apart(house)
    await asyncio.sleep(300)
    assert not {"Lost", "CameBack"} & set(_kinds(house, match))


@in_house
async def test_who_leaves_the_other_process_is_away_once(house: House) -> None:
    match, _, ben = await _apart(house)
    house.lives[1].detach(ben)
    await asyncio.sleep(300)
    assert _kinds(house, match).count("Lost") == 1
    assert (await house.live.table(match)).away == {BEN.id}


@in_house
async def test_a_process_that_is_dead_has_nobody(house: House) -> None:
    match, anna, _ = await _apart(house)
    _kill_second(house, match)
    await asyncio.sleep(SILENCE + 2 * EVERY)
    assert _presence(anna) == {"type": "presence", "seats": [1]}
    await asyncio.sleep(60)
    assert (await house.live.table(match)).away == {BEN.id}


@in_house
async def test_who_left_a_process_that_is_dead_now_is_away(house: House) -> None:
    match, _, ben = await _apart(house)
    await asyncio.sleep(60)
    house.lives[1].detach(ben)
    await asyncio.sleep(2)
    _kill_second(house, match)
    await asyncio.sleep(60)
    assert (await house.live.table(match)).away == {BEN.id}


@in_house
async def test_nothing_is_kept_for_those_who_are_connected_elsewhere(house: House) -> None:
    match, anna, ben = await _apart(house)
    for _ in range(3):
        table = await house.live.table(match)
        mover, live = ((anna, house.lives[0]), (ben, house.lives[1]))[table.state.to_move[0] - 1]
        await house.submit(live, mover, house.move(table))
        await asyncio.sleep(1)
    for live in house.lives:
        assert not live.registry.matches[match].recent
        assert not list(live.registry.matches[match].timers())


@in_house
async def test_what_was_not_heard_is_told_again(house: House) -> None:
    for store in house.stores:
        store.trouble = store.trouble._replace(lost=1.0)
    match, anna, ben = await _apart(house)
    assert (_presence(anna)["seats"], _presence(ben)["seats"]) == ([1], [2])
    for store in house.stores:
        store.trouble = store.trouble.calm
    await asyncio.sleep(EVERY + 2)
    assert _presence(anna) == _presence(ben) == {"type": "presence", "seats": [1, 2]}
    assert "Lost" not in _kinds(house, match)


@in_house
async def test_strange_calls_are_passed_over(house: House) -> None:
    match, anna, _ = await _apart(house)
    for text in ("", "\n\n", "nowhere", f"{match} <b>", f"{match} {'a' * 65}", "\0 \0", " "):
        await house.stores[1].call(text)
    await asyncio.sleep(2)
    assert _presence(anna) == {"type": "presence", "seats": [1, 2]}


@in_house
async def test_nobody_talks_without_end(house: House) -> None:
    """Each answers a newcomer once; then they speak at their pace."""
    calls = []
    for store in house.stores:
        said = store.call

        async def call(text: str, said: Any = said) -> None:
            calls.append(text)
            await said(text)

        store.call = call  # type: ignore[method-assign]
    await _apart(house)
    assert len(calls) <= 6
    before = len(calls)
    await asyncio.sleep(10 * EVERY)
    assert len(calls) - before <= 22
