"""What a live match is made of: its lock, its plays in pieces, what it keeps for those away."""

from __future__ import annotations

import asyncio
from functools import reduce
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kheper.server.live import Lock
from kheper.server.parts import PIECE, Plays, Ply
from kheper.server.store.base import Entry
from tests.server.hub.room import ANNA, BEN, House, Listener, in_house

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("seed", range(50))
async def test_a_lock_is_had_by_one_at_a_time_in_order_whoever_is_cancelled(seed: int) -> None:
    rng = Random(seed)
    lock = Lock()
    inside: list[int] = []
    served: list[int] = []

    async def have(number: int) -> None:
        await lock.acquire()
        inside.append(number)
        served.append(number)
        try:
            for _ in range(rng.randrange(3)):
                await asyncio.sleep(0)
                assert inside == [number]
        finally:
            inside.remove(number)
            lock.release()

    tasks = []
    for number in range(30):
        if not lock.holders and rng.random() < 0.3:
            lock.take()
            asyncio.get_running_loop().call_soon(lock.release)
        tasks.append(asyncio.ensure_future(have(number)))
        for _ in range(rng.randrange(3)):
            await asyncio.sleep(0)
        if rng.random() < 0.4:
            rng.choice(tasks).cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert served == sorted(served)
    spared = {n for n, result in enumerate(results) if result is None}
    assert spared <= set(served)
    assert all(result is None or isinstance(result, asyncio.CancelledError) for result in results)
    assert lock.holders == 0
    lock.take()


async def test_one_who_is_closed_while_waiting_neither_has_the_lock_nor_gives_it_away() -> None:
    lock = Lock()
    lock.take()
    waiting = lock.acquire()
    waiting.send(None)
    other = asyncio.ensure_future(lock.acquire())
    await asyncio.sleep(0)
    waiting.close()
    await asyncio.sleep(0)
    assert not other.done(), "the lock is still held"
    lock.release()
    await other
    assert lock.holders == 1


@given(st.integers(0, 4 * PIECE), st.integers(0, PIECE))
def test_plays_in_pieces_are_the_same_however_they_came(count: int, more: int) -> None:
    plays = [Ply(1, None, number, "", ()) for number in range(count + more)]
    pieces = reduce(Plays.added, plays[count:], Plays.of(plays[:count]))
    assert pieces == Plays.of(plays) == reduce(Plays.added, plays, Plays())
    assert pieces.all() == tuple(plays)


@in_house
async def test_who_is_away_finds_what_happened_without_a_look_at_the_log(house: House) -> None:
    match = await house.two_people()
    anna, ben = Listener(ANNA), Listener(BEN)
    for connection in (anna, ben):
        await house.hub.attach(match, connection)
    reads = 0
    read = house.stores[0].read

    async def counted(match: str, after: int = 0) -> list[Entry]:
        nonlocal reads
        reads += 1
        return await read(match, after)

    house.stores[0].read = counted  # type: ignore[method-assign]

    async def move() -> None:
        table = await house.hub.table(match)
        who = (ANNA, BEN)[table.state.to_move[0] - 1]
        await house.hub.command(match, house.move(table), who)

    last = (await house.hub.table(match)).number
    for away in (3, 2):
        house.hub.detach(ben)
        for _ in range(away):
            await move()
        ben = Listener(BEN)
        await house.hub.attach(match, ben, last=last)
        assert ben.numbers == list(range(last + 1, last + away + 1))
        assert reads == 0
        await move()  # with everybody there nothing is kept
        last += away + 1
    late = Listener(BEN)
    await house.hub.attach(match, late, last=last - 4)
    assert late.numbers == list(range(last - 3, last + 1))
    assert reads == 1
