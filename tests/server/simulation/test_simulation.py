"""A thousand worlds; `python -m tests.server.simulation` simulates as many as one likes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from kheper.server.live import submit
from kheper.server.live.publish import publish
from kheper.server.store.base import MatchIndex, PendingWrite
from tests.server.simulation.memory import MemoryStore
from tests.server.simulation.world import World

SEEDS, BLOCK = 1000, 25


@pytest.mark.parametrize("first", range(0, SEEDS, BLOCK))
def test_every_client_ends_with_the_log_and_the_match_with_its_outcome(first: int) -> None:
    for seed in range(first, first + BLOCK):
        try:
            World(seed).play()
        except BaseException as error:
            error.add_note(f"python -m tests.server.simulation --seeds 1 --from {seed}")
            raise


def test_a_world_is_the_same_whenever_it_is_played() -> None:
    logs = []
    for _ in range(2):
        world = World(3)
        world.play()
        logs.append(world.disk.logs)
    assert logs[0] == logs[1]


def test_moves_go_the_short_way_as_well() -> None:
    worlds = [World(seed) for seed in range(5)]
    for world in worlds:
        world.play()


class _Forgetful(MemoryStore):
    """A store that says it has written, now and then, and has not."""

    def append(
        self, match_id: str, first: int, events: Sequence[bytes], index: MatchIndex | None = None
    ) -> PendingWrite:
        if first % 7 != 0:
            return super().append(match_id, first, events, index)
        written = PendingWrite()
        written.settle()
        return written


def test_a_store_that_forgets_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.server.simulation.world.MemoryStore", _Forgetful)
    with pytest.raises(AssertionError):
        World(1).play()


def test_a_server_that_tells_before_it_writes_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    append = submit._append

    async def hasty(registry: Any, live: Any, steps: Any) -> None:
        match, live.match = live.match, steps[-1].after
        publish(registry, live, steps)
        live.match = match
        await append(registry, live, steps)

    monkeypatch.setattr(submit, "_append", hasty)
    found = 0
    for seed in range(10):
        try:
            World(seed).play()
        except AssertionError:
            found += 1
    assert found
