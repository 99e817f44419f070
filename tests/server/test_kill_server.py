"""The short form of `python -m tests.server.kill_server`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.server.kill_server import Trial
from tests.server.postgres import Cluster

TIMES, PAIRS = 3, 4


def test_nothing_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    trial = Trial(str(tmp_path / "kheper.db"), tmp_path, Random(), pairs=PAIRS)
    asyncio.run(trial.run(TIMES))
    assert len(trial.ledger.acknowledged) > PAIRS
    assert len(trial.ledger.told) > PAIRS


def test_nothing_is_lost_when_workers_or_postgres_are_killed(
    tmp_path: Path, postgres: Cluster
) -> None:
    trial = Trial(postgres.database(), tmp_path, Random(), 2, postgres, pairs=PAIRS)
    asyncio.run(trial.run(TIMES))
    assert len(trial.ledger.acknowledged) > PAIRS


def test_a_word_that_was_not_kept_is_found_out(tmp_path: Path) -> None:
    trial = Trial(str(tmp_path / "kheper.db"), tmp_path, Random(), pairs=1)
    asyncio.run(trial.run(1))
    ledger = trial.ledger
    (token, match, id_), number = next(iter(ledger.acknowledged.items()))
    for false in ({(token, match, id_): number + 1}, {(token, match, "lost"): number}):
        kept = ledger.acknowledged
        ledger.acknowledged = kept | false
        with pytest.raises(AssertionError):
            asyncio.run(trial.check())
        ledger.acknowledged = kept
    event = ledger.told[match, number]
    ledger.told[match, number] = event | {"seat": 9}
    with pytest.raises(AssertionError):
        asyncio.run(trial.check())
