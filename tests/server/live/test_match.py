"""What a live match keeps for those who are away."""

from __future__ import annotations

from kheper.server.store.base import StoredEvent
from tests.server.live.two_processes import (
    ANNA,
    BEN,
    RecordingSession,
    TwoProcesses,
    on_two_processes,
)


@on_two_processes
async def test_who_is_away_finds_what_happened_without_a_look_at_the_log(
    processes: TwoProcesses,
) -> None:
    match_id = await processes.two_people()
    anna, ben = RecordingSession(ANNA), RecordingSession(BEN)
    for connection in (anna, ben):
        await processes.live.attach(match_id, connection)
    reads = 0
    read = processes.stores[0].read

    async def counted(match_id: str, after: int = 0) -> list[StoredEvent]:
        nonlocal reads
        reads += 1
        return await read(match_id, after)

    processes.stores[0].read = counted  # type: ignore[method-assign]

    async def move() -> None:
        match = await processes.live.match(match_id)
        who = (ANNA, BEN)[match.game_state.to_move[0] - 1]
        await processes.live.submit(match_id, processes.move(match), who)

    last = (await processes.live.match(match_id)).number
    for away in (3, 2):
        processes.live.detach(ben)
        for _ in range(away):
            await move()
        ben = RecordingSession(BEN)
        await processes.live.attach(match_id, ben, last=last)
        assert ben.numbers == list(range(last + 1, last + away + 1))
        assert reads == 0
        await move()  # with everybody there nothing is kept
        last += away + 1
    late = RecordingSession(BEN)
    await processes.live.attach(match_id, late, last=last - 4)
    assert late.numbers == list(range(last - 3, last + 1))
    assert reads == 1
