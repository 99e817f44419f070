"""Live play: what is told, to whom, in which order, and what happens when things go wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from kheper.core.errors import KheperError
from kheper.server.live import LiveMatches, Registry
from kheper.server.live.bot_pool import InlineBots
from kheper.server.match import commands as ask
from kheper.server.match.apply import state_of
from kheper.server.match.commands import Create, SeatWish
from kheper.server.match.events import decode
from kheper.server.match.terms import ClockTerms, MatchTerms
from kheper.server.store.base import StoredEvent
from tests.server.live.two_processes import (
    ANNA,
    BEN,
    EVE,
    RecordingSession,
    TwoProcesses,
    on_two_processes,
)
from tests.server.simulation.memory import Trouble


@on_two_processes
async def test_a_move_is_told_to_all_and_acknowledged_where_it_was_asked(
    processes: TwoProcesses,
) -> None:
    match_id = await processes.two_people()
    anna, ben = RecordingSession(ANNA), RecordingSession(BEN)
    for connection in (anna, ben):
        await processes.live.attach(match_id, connection)
    await processes.submit(
        processes.live, anna, processes.move(await processes.live.match(match_id))
    )
    assert anna.kinds == ["welcome", "update", "update", "ack"]
    assert ben.kinds == ["welcome", "update", "update"]
    assert anna.got[2] == ben.got[2]


@on_two_processes
async def test_who_comes_back_is_told_what_they_lack_and_nothing_else(
    processes: TwoProcesses,
) -> None:
    match_id = await processes.two_people()
    for _ in range(4):
        match = await processes.live.match(match_id)
        who = (ANNA, BEN)[match.game_state.to_move[0] - 1]
        await processes.live.submit(match_id, processes.move(match), who)
    back = RecordingSession(BEN)
    await processes.live.attach(match_id, back, last=4)
    assert back.numbers == [5, 6, 7]
    assert back.kinds == ["welcome", "update"]
    await processes.live.log(back, 2)
    assert back.numbers == [5, 6, 7, 3, 4, 5, 6, 7]


@on_two_processes
async def test_a_number_that_is_not_there_yet_is_refused(processes: TwoProcesses) -> None:
    match_id = await processes.two_people()
    with pytest.raises(KheperError) as caught:
        await processes.live.attach(match_id, RecordingSession(BEN), last=99)
    assert caught.value.code == "ahead"


@on_two_processes
async def test_what_another_process_has_told_is_read_before_the_bus_brings_it(
    processes: TwoProcesses,
) -> None:
    match_id = await processes.two_people()
    here, there = processes.lives
    await there.attach(match_id, RecordingSession(BEN))
    for n in range(2):
        match = await here.match(match_id)
        who = (ANNA, BEN)[match.game_state.to_move[0] - 1]
        number = await here.submit(match_id, processes.move(match), who)
        if n == 0:
            # Who has seen a move there moves here, and back again.
            back = RecordingSession(who)
            await there.attach(match_id, back, last=number)
            assert back.kinds == ["welcome"]
    match = await here.match(match_id)
    who = (ANNA, BEN)[match.game_state.to_move[0] - 1]
    assert await there.submit(match_id, processes.move(match), who) == number + 1


@on_two_processes
async def test_a_match_that_is_not_there_is_refused_and_not_remembered(
    processes: TwoProcesses,
) -> None:
    with pytest.raises(KheperError) as caught:
        await processes.live.match("nowhere")
    assert caught.value.code == "no-match"
    assert processes.live.figures()["matches"] == 0


@on_two_processes
async def test_the_same_id_is_carried_out_once_on_whichever_process(
    processes: TwoProcesses,
) -> None:
    match_id = await processes.two_people()
    move = processes.move(await processes.live.match(match_id))
    numbers = await asyncio.gather(
        *(live.submit(match_id, move, ANNA) for live in processes.lives * 3)
    )
    assert set(numbers) == {4}
    assert len(processes.log(match_id)) == 4


@on_two_processes
async def test_players_on_two_processes_see_each_other_move(processes: TwoProcesses) -> None:
    match_id = await processes.two_people()
    ben = RecordingSession(BEN)
    await processes.lives[1].attach(match_id, ben)
    await processes.live.submit(
        match_id, processes.move(await processes.live.match(match_id)), ANNA
    )
    await asyncio.sleep(1)
    assert ben.numbers == [4]


@on_two_processes
async def test_what_no_notice_told_of_is_found_by_asking_the_store(processes: TwoProcesses) -> None:
    match_id = await processes.two_people()
    ben = RecordingSession(BEN)
    await processes.lives[1].attach(match_id, ben)
    processes.stores[1].trouble = processes.stores[1].trouble._replace(lost=1.0)
    await processes.live.submit(
        match_id, processes.move(await processes.live.match(match_id)), ANNA
    )
    await asyncio.sleep(1)
    assert ben.numbers == []
    await asyncio.sleep(4)
    assert ben.numbers == [4]


@on_two_processes
async def test_what_is_written_while_a_match_is_loaded_is_heard_soon(
    processes: TwoProcesses,
) -> None:
    match_id = await processes.two_people()
    store, ben = processes.stores[1], RecordingSession(BEN)
    read = store.read

    async def slowly(match_id: str, after: int = 0) -> list[StoredEvent]:
        rows = await read(match_id, after)
        await asyncio.sleep(0.5)
        return rows

    store.read = slowly  # type: ignore[method-assign]
    coming = asyncio.ensure_future(processes.lives[1].attach(match_id, ben))
    await asyncio.sleep(0.2)
    await processes.live.submit(
        match_id, processes.move(await processes.live.match(match_id)), ANNA
    )
    await coming
    await asyncio.sleep(0.5)  # the store is asked every three seconds
    assert ben.got[1]["number"] == 4 or ben.numbers == [4]


@on_two_processes
async def test_when_nothing_can_be_written_nothing_is_told(processes: TwoProcesses) -> None:
    match_id = await processes.two_people()
    anna, ben = RecordingSession(ANNA), RecordingSession(BEN)
    for connection in (anna, ben):
        await processes.live.attach(match_id, connection)
    move = processes.move(await processes.live.match(match_id))
    processes.stores[0].failing = {processes.stores[0].calls + 1: "fails"}
    with pytest.raises(KheperError) as caught:
        await processes.submit(processes.live, anna, move)
    assert caught.value.code == "unavailable"
    assert len(processes.log(match_id)) == 3
    assert "ack" not in anna.kinds
    assert ben.numbers == []
    await processes.submit(processes.live, anna, move)
    assert ben.numbers == [4]


@pytest.mark.parametrize("fault", ["unknown", "unknown-written", "unknown-late"])
def test_a_commit_of_which_nobody_knows_is_looked_up(fault: str) -> None:
    @on_two_processes
    async def looked_up(processes: TwoProcesses) -> None:
        match_id = await processes.two_people()
        anna = RecordingSession(ANNA)
        await processes.live.attach(match_id, anna)
        processes.stores[0].failing = {processes.stores[0].calls + 1: fault}
        await processes.submit(
            processes.live, anna, processes.move(await processes.live.match(match_id))
        )
        await asyncio.sleep(1)
        assert anna.kinds[2:] == ["update", "ack"]
        assert len(processes.log(match_id)) == 4

    looked_up()


@pytest.mark.parametrize("fault", ["fails", "unknown", "unknown-written", "unknown-late"])
@pytest.mark.parametrize("call", range(1, 12))
def test_a_fault_at_any_call_of_the_store_loses_and_doubles_nothing(fault: str, call: int) -> None:
    @on_two_processes
    async def faulty(processes: TwoProcesses) -> None:
        match_id = await processes.two_people()
        anna = RecordingSession(ANNA)
        store = processes.stores[1]
        store.failing = {store.calls + call: fault}
        for turn in range(4):
            for attempt in range(6):
                try:
                    if attempt or not turn:
                        await processes.lives[1].attach(
                            match_id, anna, last=max(anna.numbers, default=3)
                        )
                    match = await processes.lives[1].match(match_id)
                    move = processes.move(match, f"turn-{turn}")
                    if move.seat == 1:
                        await processes.submit(processes.lives[1], anna, move)
                    else:
                        await processes.lives[1].submit(match_id, move, BEN)
                    break
                except KheperError as error:
                    if error.code != "unavailable":
                        raise
                    await asyncio.sleep(1)
        await asyncio.sleep(5)
        assert len(processes.log(match_id)) == 7
        assert anna.numbers == [4, 5, 6, 7]

    faulty()


@on_two_processes
async def test_a_caller_who_is_cancelled_leaves_the_table_with_its_log(
    processes: TwoProcesses,
) -> None:
    match_id = await processes.two_people()
    ben = RecordingSession(BEN)
    await processes.live.attach(match_id, ben)
    move = processes.move(await processes.live.match(match_id))
    processes.stores[0].trouble = processes.stores[0].trouble._replace(slow=1.0)
    asked = asyncio.ensure_future(processes.live.submit(match_id, move, ANNA))
    await asyncio.sleep(0)
    asked.cancel()
    await asyncio.sleep(60)
    assert len(processes.log(match_id)) == 4
    assert ben.numbers == [4]


@on_two_processes
async def test_bots_move_when_they_are_due(processes: TwoProcesses) -> None:
    await processes.live.start(reminders=False)
    seats = (SeatWish("here"), SeatWish("bot", level=1))
    wish = Create(game="scarab", settings={"size": "8"}, seats=seats, start=True)
    match_id = (await processes.live.create(wish, ANNA)).id
    await processes.live.submit(
        match_id, processes.move(await processes.live.match(match_id)), ANNA
    )
    await asyncio.sleep(1)
    match = await processes.live.match(match_id)
    assert [ply.how for ply in match.plays] == ["", "bot"]
    metrics = processes.live.registry.metrics.text({}).decode()
    assert 'kheper_bot_jobs_total{kind="move"} 1.0' in metrics


@on_two_processes
async def test_a_clock_that_runs_out_has_a_move_made_and_then_a_bot_stand_in(
    processes: TwoProcesses,
) -> None:
    await processes.live.start(reminders=False)
    terms = MatchTerms(clock=ClockTerms("live", seconds=30), stand_in=1)
    seats = (SeatWish("here"), SeatWish("bot", level=1))
    wish = Create(game="scarab", settings={"size": "8"}, seats=seats, terms=terms, start=True)
    match_id = (await processes.live.create(wish, ANNA)).id
    await processes.live.attach(match_id, RecordingSession(ANNA))
    await asyncio.sleep(120)
    match = await processes.live.match(match_id)
    assert [ply.how for ply in match.plays].count("clock") == 2
    assert match.seats[0].stand_in == 1


@on_two_processes
async def test_who_is_gone_for_a_while_is_away_and_with_hello_back(processes: TwoProcesses) -> None:
    match_id = await processes.two_people()
    anna, ben = RecordingSession(ANNA), RecordingSession(BEN)
    await processes.live.attach(match_id, anna)
    await processes.live.attach(match_id, ben)
    processes.live.detach(ben)
    await asyncio.sleep(10)
    assert not (await processes.live.match(match_id)).away
    await asyncio.sleep(20)
    assert (await processes.live.match(match_id)).away == {BEN.id}
    await processes.live.attach(match_id, RecordingSession(BEN))
    assert not (await processes.live.match(match_id)).away
    events = [event["kind"] for message in anna.got for event in message.get("news", ())]
    assert events == ["lost", "came-back"]


@on_two_processes
async def test_a_process_that_wrongly_calls_somebody_away_is_contradicted(
    processes: TwoProcesses,
) -> None:
    match_id = await processes.two_people()
    await processes.live.attach(match_id, RecordingSession(ANNA))
    await processes.lives[1].attach(match_id, RecordingSession(BEN))
    await asyncio.sleep(60)
    assert not (await processes.live.match(match_id)).away
    kinds = [type(decode(body)).__name__ for body in processes.log(match_id)]
    # Each process was wrong once, at most.
    assert kinds.count("Lost") <= 2
    assert kinds.count("Lost") == kinds.count("CameBack")


@on_two_processes
async def test_presence_is_told(processes: TwoProcesses) -> None:
    match_id = await processes.two_people()
    anna = RecordingSession(ANNA)
    await processes.live.attach(match_id, anna)
    await processes.live.attach(match_id, RecordingSession(EVE))
    await asyncio.sleep(1)
    assert anna.got[-1] == {"type": "presence", "seats": [1], "watching": 1}


@on_two_processes
async def test_where_nobody_watches_watchers_are_sent_away_at_the_start(
    processes: TwoProcesses,
) -> None:
    for live in processes.lives:
        await live.start(reminders=False)
    wish = Create(game="scarab", seats=(SeatWish("here"),) * 2, terms=MatchTerms(watchers="none"))
    match_id = (await processes.live.create(wish, ANNA)).id
    anna, eve = RecordingSession(ANNA), RecordingSession(EVE)
    await processes.live.attach(match_id, anna)
    await processes.live.attach(match_id, eve)
    await processes.live.submit(match_id, ask.StartGame(id="start"), ANNA)
    assert eve.ended == "watching"
    assert eve.numbers == []
    assert anna.numbers == [2]
    with pytest.raises(KheperError):
        await processes.live.attach(match_id, RecordingSession(EVE))


def _updates(listener: RecordingSession) -> list[dict[str, Any]]:
    return [message for message in listener.got if message["type"] == "update"]


async def _finished(processes: TwoProcesses) -> str:
    match_id = await processes.two_people()
    while (match := await processes.live.match(match_id)).phase == "running":
        who = (ANNA, BEN)[match.game_state.to_move[0] - 1]
        await processes.live.submit(match_id, processes.move(match), who)
    return match_id


@on_two_processes
async def test_a_rematch_is_there_when_it_is_told(processes: TwoProcesses) -> None:
    match_id = await _finished(processes)
    await processes.live.submit(match_id, ask.Rematch(id="again"), BEN)
    linked = (await processes.live.match(match_id)).next
    assert (await processes.lives[1].match(linked)).previous == match_id


@pytest.mark.parametrize("by", ["the same process, later", "another process"])
def test_a_rematch_that_could_not_be_made_at_once_is_made(by: str) -> None:
    @on_two_processes
    async def made(processes: TwoProcesses) -> None:
        match_id = await _finished(processes)
        store = processes.stores[0]
        store.failing = {store.calls + 2: "fails"}
        await processes.live.submit(match_id, ask.Rematch(id="again"), BEN)
        linked = state_of(map(decode, processes.log(match_id))).next
        assert linked not in processes.disk.logs
        if by == "another process":
            await processes.lives[1].match(match_id)
        else:
            await asyncio.sleep(5)
        assert linked in processes.disk.logs

    made()


@on_two_processes
async def test_what_nobody_needs_leaves_the_memory(processes: TwoProcesses) -> None:
    match_id = await processes.two_people()
    assert processes.live.figures()["matches"] == 1
    await asyncio.sleep(200)
    assert processes.live.figures()["matches"] == 0
    assert (await processes.live.match(match_id)).phase == "running"


@on_two_processes
async def test_a_match_that_is_over_leaves_the_memory_with_the_last_connection(
    processes: TwoProcesses,
) -> None:
    match_id = await processes.two_people()
    anna, ben = RecordingSession(ANNA), RecordingSession(BEN)
    for connection in (anna, ben):
        await processes.live.attach(match_id, connection)
    while (match := await processes.live.match(match_id)).phase == "running":
        mover = anna if match.game_state.to_move == (1,) else ben
        await processes.submit(processes.live, mover, processes.move(match))
    processes.live.detach(anna)
    assert processes.live.figures()["matches"] == 1, "Ben still looks at it"
    processes.live.detach(ben)
    assert processes.live.figures()["matches"] == 0
    back = RecordingSession(BEN)
    await processes.live.attach(match_id, back)
    assert back.got[-1]["view"]["state"]["outcome"] == _updates(ben)[-1]["news"][0]["outcome"]


@on_two_processes
async def test_the_store_is_asked_about_many_matches_a_few_at_a_time(
    processes: TwoProcesses,
) -> None:
    """What another process has written, and nobody has announced, is found in all of them."""
    await processes.two_people()
    processes.stores[0].trouble = Trouble(lost=1.0)
    wish = Create(game="scarab", seats=(SeatWish("here"), SeatWish()))
    matches = [(await processes.live.create(wish, ANNA)).id for _ in range(600)]
    asked: list[int] = []
    last = processes.stores[0].last

    async def counted(matches: Sequence[str]) -> dict[str, int]:
        asked.append(len(matches))
        return await last(matches)

    processes.stores[0].last = counted  # type: ignore[method-assign]
    for match_id in matches:
        await processes.lives[1].submit(match_id, ask.Sit(id="sit", seat=2), BEN)
    listener = RecordingSession(ANNA)
    await processes.live.attach(matches[-1], listener)
    await asyncio.sleep(10)
    assert listener.numbers[-1:] == [2]
    assert max(asked) <= 250 < sum(asked)


@on_two_processes
async def test_moves_bring_a_match_up_in_the_lists_once_a_minute(processes: TwoProcesses) -> None:
    match_id = await processes.two_people()
    created = (await processes.live.match(match_id)).created / 1000
    shown = []
    for pause in (10, 10, 50, 10, 100):
        await asyncio.sleep(pause)
        match = await processes.live.match(match_id)
        who = (ANNA, BEN)[match.game_state.to_move[0] - 1]
        await processes.live.submit(match_id, processes.move(match), who)
        shown.append(round(processes.disk.indexes[match_id].updated - created))
    assert shown == [0, 0, 70, 70, 180]


@on_two_processes
async def test_the_end_is_told_and_nothing_is_taken_after_it(processes: TwoProcesses) -> None:
    match_id = await processes.two_people()
    anna = RecordingSession(ANNA)
    await processes.live.attach(match_id, anna)
    move = processes.move(await processes.live.match(match_id))
    await processes.live.stop()
    assert anna.ended == "shutdown"
    with pytest.raises(KheperError) as caught:
        await processes.live.submit(match_id, move, ANNA)
    assert caught.value.code == "shutdown"


@on_two_processes
async def test_hints_are_for_those_who_play_alone(processes: TwoProcesses) -> None:
    match_id = await processes.two_people()
    with pytest.raises(KheperError) as caught:
        await processes.live.hint(match_id, ANNA, 1)
    assert caught.value.code == "others-play"
    wish = Create(game="scarabya", settings={"mode": "solo"}, start=True)
    solo = (await processes.live.create(wish, EVE)).id
    hints = await processes.live.hint(solo, EVE, 1)
    match = await processes.live.match(solo)
    assert hints.moves[0][0] in {str(move) for move in match.game_state.legal_moves(1)}


@on_two_processes
async def test_whatever_is_wrong_with_the_bots_the_game_goes_on(processes: TwoProcesses) -> None:
    class Broken(InlineBots):
        async def choose(self, view: Any, level: int, seed: int, client: str) -> str:
            raise RuntimeError("no idea")

    live = LiveMatches(Registry(processes.stores[0], Broken(), processes.loop.clock, Random(1)))
    await live.start(reminders=False)
    seats = (SeatWish("here"), SeatWish("bot", level=1))
    wish = Create(game="scarab", settings={"size": "8"}, seats=seats, start=True)
    match_id = (await live.create(wish, ANNA)).id
    await live.submit(match_id, processes.move(await live.match(match_id)), ANNA)
    await asyncio.sleep(1)
    assert [ply.how for ply in (await live.match(match_id)).plays] == ["", "bot"]
    await live.stop()


async def _with_an_open_seat(processes: TwoProcesses) -> str:
    """Have both processes know a match, and no notice come through any more."""
    for live in processes.lives:
        await live.start(reminders=False)
    wish = Create(game="scarab", settings={"size": "8"}, seats=(SeatWish("here"), SeatWish()))
    match_id = (await processes.live.create(wish, ANNA)).id
    for live in processes.lives:
        await live.match(match_id)
    for store in processes.stores:
        store.trouble = store.trouble._replace(lost=1.0)
    return match_id


@on_two_processes
async def test_a_refusal_is_confirmed_against_the_log_where_others_write(
    processes: TwoProcesses,
) -> None:
    match_id = await _with_an_open_seat(processes)
    await processes.lives[1].submit(match_id, ask.Sit(id="sit", seat=2), BEN)
    # This process has not heard of it: to it, a seat is open still.
    assert await processes.live.submit(match_id, ask.StartGame(id="start"), ANNA) == 3


@on_two_processes
async def test_a_read_that_says_what_was_seen_is_no_older(processes: TwoProcesses) -> None:
    match_id = await _with_an_open_seat(processes)
    number = await processes.lives[1].submit(match_id, ask.Sit(id="sit", seat=2), BEN)
    assert (await processes.live.match(match_id)).number < number
    assert (await processes.live.match(match_id, seen=number)).number == number


@on_two_processes
async def test_a_command_that_says_what_was_seen_is_decided_by_that(
    processes: TwoProcesses,
) -> None:
    match_id = await _with_an_open_seat(processes)
    number = await processes.lives[1].submit(match_id, ask.Sit(id="sit", seat=2), BEN)
    renamed = ask.Rename(id="rename", seat=2, name="Benjamin", seen=number)
    assert await processes.live.submit(match_id, renamed, BEN) == number + 1
