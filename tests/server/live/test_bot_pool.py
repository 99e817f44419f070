"""Bots in worker processes: three lanes, fair queues, and processes that die or hang."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest

from kheper.core.errors import KheperError
from kheper.games import SCARAB
from kheper.server.live import bot_pool
from kheper.server.live.bot_pool import (
    HINTING,
    LANES,
    LEAST_HINTING,
    LEAST_THINKING,
    MOST_HINTS,
    THINKING,
    BotPool,
    InlineBots,
    Job,
    _WorkerProcess,
)

VIEW = SCARAB.new({"size": "8"}, Random(1)).view(1)
LEGAL = {str(move) for move in VIEW.legal_moves()}
HINTS = (("hd5", 1.0),)
HANGING: Any = type("Hanging", (), {"scores": (), "__reduce__": lambda self: (_hang, ())})()
UNSENDABLE: Any = type("Unsendable", (), {"scores": ()})()


def _hang() -> None:
    import time

    time.sleep(600)


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a test that waits for no real process, and fail rather than hang."""
    asyncio.run(asyncio.wait_for(work, 20))


@asynccontextmanager
async def running(pool: BotPool) -> AsyncIterator[BotPool]:
    """Start a pool, and close it in the end."""
    pool.start()
    try:
        yield pool
    finally:
        await pool.close()


class Workers:
    """Stands for all worker processes: notes each job, and holds those of `held` levels back."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, held: Iterable[int] = ()) -> None:
        self.jobs: list[Job] = []
        self.held = set(held)
        self.released = threading.Event()
        monkeypatch.setattr(_WorkerProcess, "do", lambda _, job, stopped: self.do(job, stopped))

    def do(self, job: Job, stopped: Callable[[], bool]) -> Any:
        """Answer a job in the thread of its lane."""
        self.jobs.append(job)
        while job.level in self.held and not self.released.wait(0.01):
            if stopped():
                return None
        return HINTS if job.kind == "hint" else f"level {job.level}, seed {job.seed}"

    def seconds(self) -> list[float]:
        """Return the time that each job was given."""
        return [job.seconds for job in self.jobs]

    async def taken(self, count: int) -> None:
        """Wait until so many jobs have been taken from the queues."""
        while len(self.jobs) < count:
            await asyncio.sleep(0.01)


def test_a_pool_answers_with_moves_and_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    # Kernels may have to be compiled first, on a machine that has other things to do.
    monkeypatch.setattr(bot_pool, "FIRST_PATIENCE", 1200.0)

    async def ask() -> None:
        async with running(BotPool(1)) as pool:
            assert await pool.choose(VIEW, 1, 7, "anna") in LEGAL
            assert await pool.choose(VIEW, 4, 7, "anna") in LEGAL
            hints = await pool.hint(VIEW, 7, "anna")
            assert {move for move, _ in hints} <= LEGAL
        assert pool.waiting() == 0

    asyncio.run(ask())


def test_a_pool_that_warms_up_answers_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "FIRST_PATIENCE", 1200.0)

    async def ask() -> None:
        async with running(BotPool(1, warm=True)) as pool:
            assert await pool.choose(VIEW, 1, 7, "anna") in LEGAL
            assert await pool.choose(VIEW, 4, 7, "anna") in LEGAL

    asyncio.run(ask())


def test_one_process_of_the_search_lane_warms_up_and_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    warmed: list[str] = []
    monkeypatch.setattr(bot_pool, "SETTLING", 0.0)
    monkeypatch.setattr(
        _WorkerProcess, "warm_up", lambda _: warmed.append(threading.current_thread().name)
    )

    async def start(*, warm: bool) -> None:
        async with running(BotPool(2, warm=warm)):
            await asyncio.sleep(0.2)

    asyncio.run(start(warm=False))
    assert warmed == []
    asyncio.run(start(warm=True))
    assert warmed == ["bots-search-0"]


# --- workers that fail


def test_a_worker_that_dies_or_hangs_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "FIRST_PATIENCE", 1.0)
    worker = _WorkerProcess()
    job = Job("move", VIEW, 1, 7, 30.0)
    try:
        assert worker.do(job, lambda: False) in LEGAL
        worker._process.kill()
        worker._process.join()
        assert worker.do(job, lambda: False) in LEGAL
        hung = worker._process.pid
        assert worker.do(job._replace(view=HANGING, seconds=0.1), lambda: False) is None
        assert worker.do(job, lambda: False) in LEGAL
        assert worker._process.pid != hung
    finally:
        worker.end()


def test_a_job_that_cannot_be_sent_costs_no_worker(caplog: pytest.LogCaptureFixture) -> None:
    worker = _WorkerProcess()
    job = Job("move", VIEW, 1, 7, 30.0)
    try:
        assert worker.do(job._replace(view=UNSENDABLE), lambda: False) is None
        assert worker.do(job, lambda: False) in LEGAL
    finally:
        worker.end()
    assert "cannot be sent" in caplog.text


def test_a_process_that_cannot_be_started_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = _WorkerProcess()
    job = Job("move", VIEW, 1, 7, 30.0)
    try:
        with monkeypatch.context() as patch:
            patch.setattr("multiprocessing.process.BaseProcess.start", _no_memory)
            assert worker.do(job, lambda: False) is None
        assert worker.do(job, lambda: False) in LEGAL
    finally:
        worker.end()


def _no_memory(_: object) -> None:
    raise OSError("out of memory")


def test_kernels_that_a_process_has_not_used_yet_may_take_long() -> None:
    several = SCARAB.new({"seats": "4"}, Random(1)).view(1)
    job = Job("move", VIEW, 8, 7, 1.0)
    assert job.kernels == job._replace(seed=8, seconds=2.0).kernels
    others = [job._replace(view=several), job._replace(level=4), job._replace(kind="hint")]
    assert len({job.kernels, *(other.kernels for other in others)}) == 4
    # These need none, so only the start of the process takes long.
    assert job._replace(level=1).kernels == job._replace(level=3, view=several).kernels


def test_when_no_process_answers_a_beginner_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_WorkerProcess, "do", lambda *_: None)

    async def ask() -> None:
        async with running(BotPool(1)) as pool:
            assert await pool.choose(VIEW, 8, 7, "anna") in LEGAL
            with pytest.raises(KheperError) as caught:
                await pool.hint(VIEW, 7, "anna")
            assert caught.value.code == "busy"
            assert pool.waiting() == 0

    run(ask())


# --- lanes


def test_hints_and_low_levels_do_not_wait_behind_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    workers = Workers(monkeypatch, held=[4, 8])

    async def ask() -> None:
        async with running(BotPool(1)) as pool:
            searching = [
                asyncio.ensure_future(pool.choose(VIEW, level, 7, f"guest-{level}"))
                for level in (8, 4)
            ]
            await workers.taken(1)
            for level in (1, 2, 3):
                assert await pool.choose(VIEW, level, 7, "anna") == f"level {level}, seed 7"
            assert await pool.hint(VIEW, 7, "anna") == HINTS
            assert pool.queues() == {"quick": 0, "hints": 0, "search": 2}
            workers.released.set()
            assert await asyncio.gather(*searching) == ["level 8, seed 7", "level 4, seed 7"]

    run(ask())


def test_hints_and_low_levels_do_not_wait_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask(held: int) -> None:
        workers = Workers(monkeypatch, held=[held])
        async with running(BotPool(1)) as pool:
            asked = [pool.hint(VIEW, 7, "anna"), pool.choose(VIEW, 1, 7, "ben")]
            hint, move = (asyncio.ensure_future(one) for one in asked)
            await workers.taken(2)
            await (hint if held else move)
            assert pool.waiting() == 1
            workers.released.set()
            await asyncio.gather(hint, move)

    run(ask(0))  # the level of a hint
    run(ask(1))


def test_the_search_lane_has_as_many_workers_as_configured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    workers = Workers(monkeypatch, held=[1, 8])

    async def ask() -> None:
        async with running(BotPool(3)) as pool:
            for level in (1, 8):
                asked = [pool.choose(VIEW, level, n, "anna") for n in range(4)]
                gathered = asyncio.gather(*asked)
                await workers.taken(1 if level == 1 else 3)
                await asyncio.sleep(0.1)
                assert len(workers.jobs) == (1 if level == 1 else 3)
                workers.released.set()
                await gathered
                workers.jobs.clear()
                workers.released.clear()

    run(ask())


def test_jobs_are_counted_by_lane(monkeypatch: pytest.MonkeyPatch) -> None:
    workers = Workers(monkeypatch, held=[0, 1, 8])

    async def ask() -> None:
        async with running(BotPool(1)) as pool:
            asked = asyncio.gather(
                *(pool.choose(VIEW, 8, n, "anna") for n in range(4)),
                *(pool.choose(VIEW, 1, n, "anna") for n in range(3)),
                *(pool.hint(VIEW, n, f"guest-{n}") for n in range(2)),
            )
            await workers.taken(3)
            assert pool.queues() == {"quick": 3, "hints": 2, "search": 4}
            assert pool.waiting() == 9
            workers.released.set()
            await asked
            assert pool.waiting() == 0
            assert set(pool.queues()) == set(LANES) == set(InlineBots().queues())

    run(ask())


def test_clients_take_turns_however_many_jobs_one_has(monkeypatch: pytest.MonkeyPatch) -> None:
    workers = Workers(monkeypatch)

    async def ask() -> None:
        pool = BotPool(1)
        asked = [("anna", 1), ("anna", 2), ("anna", 3), ("ben", 4), ("cleo", 5)]
        moves = asyncio.gather(*(pool.choose(VIEW, 8, seed, client) for client, seed in asked))
        await asyncio.sleep(0)
        async with running(pool):
            await moves

    run(ask())
    assert [job.seed for job in workers.jobs] == [1, 4, 5, 2, 3]


# --- crowds


def test_24_hints_at_once_share_the_time_and_none_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    workers = Workers(monkeypatch)

    async def ask() -> None:
        pool = BotPool(1)
        asked = asyncio.gather(*(pool.hint(VIEW, n, f"guest-{n}") for n in range(24)))
        await asyncio.sleep(0)
        async with running(pool):
            assert await asked == [HINTS] * 24

    run(ask())
    seconds = workers.seconds()
    assert seconds == sorted(seconds)
    assert seconds[0] == LEAST_HINTING
    assert seconds[-2:] == [HINTING / 2, HINTING]
    assert sum(seconds) < 10


def test_a_client_has_one_hint_at_a_time_and_the_total_is_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    workers = Workers(monkeypatch, held=[0])

    async def ask() -> None:
        async with running(BotPool(1)) as pool:

            async def refused(client: str) -> None:
                with pytest.raises(KheperError) as caught:
                    await pool.hint(VIEW, 7, client)
                assert caught.value.code == "busy"

            first = asyncio.ensure_future(pool.hint(VIEW, 7, "anna"))
            await workers.taken(1)
            await refused("anna")
            others = [pool.hint(VIEW, n, f"guest-{n}") for n in range(MOST_HINTS - 1)]
            asked = asyncio.gather(first, *others)
            await asyncio.sleep(0)
            await refused("ben")
            assert pool.waiting() == MOST_HINTS
            workers.released.set()
            assert await asked == [HINTS] * MOST_HINTS
            assert await pool.hint(VIEW, 7, "anna") == HINTS

    run(ask())


def test_240_strong_bots_think_less_but_never_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    workers = Workers(monkeypatch)

    async def ask() -> None:
        pool = BotPool(1)
        asked = asyncio.gather(*(pool.choose(VIEW, 8, n, f"guest-{n}") for n in range(240)))
        await asyncio.sleep(0)
        assert pool.queues()["search"] == 240
        async with running(pool):
            assert len(await asked) == 240
            assert pool.waiting() == 0

    run(ask())
    seconds = workers.seconds()
    assert min(seconds) == seconds[0] == LEAST_THINKING
    assert max(seconds) == seconds[-1] == THINKING
    assert sum(seconds) < 40


# --- jobs that nobody waits for


def test_a_cancelled_job_is_dropped_and_not_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    workers = Workers(monkeypatch)

    async def ask() -> None:
        pool = BotPool(1)
        seeds = [("anna", 1), ("anna", 2), ("ben", 3), ("cleo", 4)]
        moves = [asyncio.ensure_future(pool.choose(VIEW, 8, seed, who)) for who, seed in seeds]
        hint = asyncio.ensure_future(pool.hint(VIEW, 5, "anna"))
        await asyncio.sleep(0)
        for gone in (moves[0], moves[2], hint):
            gone.cancel()
        await asyncio.wait([moves[0], moves[2], hint])
        assert pool.queues() == {"quick": 0, "hints": 0, "search": 2}
        async with running(pool):
            await asyncio.gather(moves[1], moves[3])
            # Who gave a hint up may ask for another one.
            assert await pool.hint(VIEW, 6, "anna") == HINTS
        assert pool.waiting() == 0

    run(ask())
    assert [job.seed for job in workers.jobs] == [2, 4, 6]


def test_a_job_cancelled_under_way_counts_until_its_worker_is_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    workers = Workers(monkeypatch, held=[8])

    async def ask() -> None:
        async with running(BotPool(1)) as pool:
            first = asyncio.ensure_future(pool.choose(VIEW, 8, 1, "anna"))
            await workers.taken(1)
            first.cancel()
            await asyncio.wait([first])
            assert pool.waiting() == 1
            workers.released.set()
            assert await pool.choose(VIEW, 8, 2, "anna") == "level 8, seed 2"
            assert pool.waiting() == 0

    run(ask())


def test_closing_answers_what_waits_and_computes_nothing_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    workers = Workers(monkeypatch, held=[8])

    async def ask() -> None:
        pool = BotPool(1)
        pool.start()
        moves = [asyncio.ensure_future(pool.choose(VIEW, 8, n, "anna")) for n in range(3)]
        await workers.taken(1)
        await pool.close()
        assert set(await asyncio.gather(*moves)) <= LEGAL
        assert await pool.choose(VIEW, 8, 9, "anna") in LEGAL
        assert pool.waiting() == 0

    run(ask())
    assert len(workers.jobs) == 1
