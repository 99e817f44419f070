"""The short form of `python -m tests.server.kill`."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.server.kill import MATCHES, Trial
from tests.server.postgres import Cluster


def test_nothing_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    trial = Trial(str(tmp_path / "kheper.db"), Random(), tmp_path)
    trial.run(5)
    assert trial.acknowledged > len(MATCHES)


def test_nothing_is_lost_when_process_or_postgres_is_killed(
    tmp_path: Path, postgres: Cluster
) -> None:
    trial = Trial(postgres.database(), Random(), tmp_path, postgres)
    trial.run(5)
    assert trial.acknowledged > len(MATCHES)
