"""Bots in processes of their own: they answer, they die, they take too long, and nobody stalls."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from kheper.core.errors import KheperError
from kheper.games import SCARAB
from kheper.server import botpool
from kheper.server.botpool import BotPool, Job, _Waiting, _Worker

VIEW = SCARAB.new({"size": "8"}, Random(1)).view(1)
LEGAL = {str(move) for move in VIEW.legal_moves()}
HANGING: Any = type("Hanging", (), {"__reduce__": lambda self: (_hang, ())})()


def _hang() -> None:
    import time

    time.sleep(600)


def test_a_pool_answers_with_moves_and_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    # Kernels may have to be compiled first, on a machine that has other things to do.
    monkeypatch.setattr(botpool, "FIRST_PATIENCE", 1200.0)

    async def ask() -> None:
        pool = BotPool(1)
        pool.start()
        try:
            assert await pool.choose(VIEW, 1, 7, "anna") in LEGAL
            hints = await pool.hint(VIEW, 7, "anna")
            assert {move for move, _ in hints} <= LEGAL
            # One of a client at a time.
            first = asyncio.ensure_future(pool.hint(VIEW, 7, "anna"))
            await asyncio.sleep(0)
            with pytest.raises(KheperError) as caught:
                await pool.hint(VIEW, 7, "anna")
            assert caught.value.code == "busy"
            await first
        finally:
            await pool.close()
        assert pool.waiting() == 0

    asyncio.run(ask())


def test_a_worker_that_dies_or_hangs_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(botpool, "FIRST_PATIENCE", 1.0)
    worker = _Worker()
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


def test_when_no_process_answers_a_beginner_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Worker, "do", lambda *_: None)

    async def ask() -> None:
        pool = BotPool(1)
        pool.start()
        try:
            assert await pool.choose(VIEW, 8, 7, "anna") in LEGAL
        finally:
            await pool.close()

    asyncio.run(ask())


def test_clients_take_turns_however_many_jobs_one_has() -> None:
    async def order() -> list[int]:
        pool = BotPool(1)
        asked = [("anna", n) for n in range(3)] + [("ben", 0), ("cleo", 0)]
        waiting = [
            asyncio.ensure_future(pool._think(Job("move", VIEW, n, 0, 0.0), client))
            for client, n in asked
        ]
        await asyncio.sleep(0)
        found = []
        for _ in asked:
            job: _Waiting | None = pool._next()
            assert job is not None
            job.answer((job.job.level,))
            found.append(job.job.level)
        await asyncio.gather(*waiting)
        return found

    assert asyncio.run(order()) == [0, 0, 0, 1, 2]


def test_a_pool_that_warms_up_answers_meanwhile() -> None:
    async def ask() -> None:
        pool = BotPool(1, warm=True)
        pool.start()
        try:
            assert await pool.choose(VIEW, 1, 7, "anna") in LEGAL
        finally:
            await pool.close()

    asyncio.run(ask())
