"""Who is there is known wherever they are connected, and nobody is called away who is there."""

from __future__ import annotations

import asyncio
from typing import Any

from kheper.server.live.other_processes import PRESENCE_EVERY as EVERY
from kheper.server.live.other_processes import SILENCE
from kheper.server.match.events import decode
from tests.server.live.two_processes import (
    ANNA,
    BEN,
    EVE,
    RecordingSession,
    TwoProcesses,
    on_two_processes,
)


async def _apart(processes: TwoProcesses) -> tuple[str, RecordingSession, RecordingSession]:
    """Let Anna and Ben play, each on a process of their own."""
    match_id = await processes.two_people()
    anna, ben = RecordingSession(ANNA), RecordingSession(BEN)
    await processes.lives[0].attach(match_id, anna)
    await processes.lives[1].attach(match_id, ben)
    await asyncio.sleep(2)
    return match_id, anna, ben


def _presence(listener: RecordingSession) -> dict[str, Any]:
    return [message for message in listener.got if message["type"] == "presence"][-1]


def _kinds(processes: TwoProcesses, match_id: str) -> list[str]:
    return [type(decode(body)).__name__ for body in processes.log(match_id)]


def _kill_second(processes: TwoProcesses, match_id: str) -> None:
    dead = processes.lives[1]
    processes.stores[1].unplug()
    dead.registry.is_stopping = True
    for task in dead.registry._tasks:
        task.cancel()
    for timer in dead.registry.matches[match_id].timers():
        timer.cancel()


@on_two_processes
async def test_those_on_another_process_are_there(processes: TwoProcesses) -> None:
    match_id, anna, ben = await _apart(processes)
    assert _presence(anna) == _presence(ben) == {"type": "presence", "seats": [1, 2]}
    eve = RecordingSession(EVE)
    await processes.lives[1].attach(match_id, eve)
    await asyncio.sleep(2)
    assert _presence(anna) == _presence(eve)
    assert _presence(anna) == {"type": "presence", "seats": [1, 2], "watching": 1}
    processes.lives[1].detach(ben)
    processes.lives[1].detach(eve)
    await asyncio.sleep(2)
    assert _presence(anna) == {"type": "presence", "seats": [1]}


@on_two_processes
async def test_who_is_on_both_processes_is_one(processes: TwoProcesses) -> None:
    match_id, anna, _ = await _apart(processes)
    for live in processes.lives:
        await live.attach(match_id, RecordingSession(EVE))
    await asyncio.sleep(2)
    assert _presence(anna) == {"type": "presence", "seats": [1, 2], "watching": 1}


@on_two_processes
async def test_nobody_is_called_away_who_is_connected_elsewhere(processes: TwoProcesses) -> None:
    match_id, _, _ = await _apart(processes)
    await asyncio.sleep(300)
    assert not {"Lost", "CameBack"} & set(_kinds(processes, match_id))


@on_two_processes
async def test_who_leaves_the_other_process_is_away_once(processes: TwoProcesses) -> None:
    match_id, _, ben = await _apart(processes)
    processes.lives[1].detach(ben)
    await asyncio.sleep(300)
    assert _kinds(processes, match_id).count("Lost") == 1
    assert (await processes.live.match(match_id)).away == {BEN.id}


@on_two_processes
async def test_a_process_that_is_dead_has_nobody(processes: TwoProcesses) -> None:
    match_id, anna, _ = await _apart(processes)
    _kill_second(processes, match_id)
    await asyncio.sleep(SILENCE + 2 * EVERY)
    assert _presence(anna) == {"type": "presence", "seats": [1]}
    await asyncio.sleep(60)
    assert (await processes.live.match(match_id)).away == {BEN.id}


@on_two_processes
async def test_who_left_a_process_that_is_dead_now_is_away(processes: TwoProcesses) -> None:
    match_id, _, ben = await _apart(processes)
    await asyncio.sleep(60)
    processes.lives[1].detach(ben)
    await asyncio.sleep(2)
    _kill_second(processes, match_id)
    await asyncio.sleep(60)
    assert (await processes.live.match(match_id)).away == {BEN.id}


@on_two_processes
async def test_nothing_is_kept_for_those_who_are_connected_elsewhere(
    processes: TwoProcesses,
) -> None:
    match_id, anna, ben = await _apart(processes)
    for _ in range(3):
        match = await processes.live.match(match_id)
        mover, live = ((anna, processes.lives[0]), (ben, processes.lives[1]))[
            match.game_state.to_move[0] - 1
        ]
        await processes.submit(live, mover, processes.move(match))
        await asyncio.sleep(1)
    for live in processes.lives:
        assert not live.registry.matches[match_id].recent
        assert not list(live.registry.matches[match_id].timers())


@on_two_processes
async def test_what_was_not_heard_is_told_again(processes: TwoProcesses) -> None:
    for store in processes.stores:
        store.trouble = store.trouble._replace(lost=1.0)
    match_id, anna, ben = await _apart(processes)
    assert (_presence(anna)["seats"], _presence(ben)["seats"]) == ([1], [2])
    for store in processes.stores:
        store.trouble = store.trouble.calm
    await asyncio.sleep(EVERY + 2)
    assert _presence(anna) == _presence(ben) == {"type": "presence", "seats": [1, 2]}
    assert "Lost" not in _kinds(processes, match_id)


@on_two_processes
async def test_strange_calls_are_passed_over(processes: TwoProcesses) -> None:
    match_id, anna, _ = await _apart(processes)
    for text in ("", "\n\n", "nowhere", f"{match_id} <b>", f"{match_id} {'a' * 65}", "\0 \0", " "):
        await processes.stores[1].broadcast(text)
    await asyncio.sleep(2)
    assert _presence(anna) == {"type": "presence", "seats": [1, 2]}


@on_two_processes
async def test_nobody_talks_without_end(processes: TwoProcesses) -> None:
    """Each answers a newcomer once; then they speak at their pace."""
    calls = []
    for store in processes.stores:
        said = store.broadcast

        async def call(text: str, said: Any = said) -> None:
            calls.append(text)
            await said(text)

        store.broadcast = call  # type: ignore[method-assign]
    await _apart(processes)
    assert len(calls) <= 6
    before = len(calls)
    await asyncio.sleep(10 * EVERY)
    assert len(calls) - before <= 22
