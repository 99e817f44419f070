"""Whatever is appended, by however many at once: logs without gaps, equal to a model's."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from itertools import count
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kheper.server.store.base import Conflict, MatchIndex, Missing, PendingWrite, Store, StoreError
from tests.server.store.conftest import NewStore
from tests.server.store.samples import begin, bodies, opened, outcomes, sample_index


class Migration(NamedTuple):
    """An attempt to begin a match, or to append to it as many numbers off as is said."""

    match: str
    begins: bool
    off: int
    length: int
    indexed: bool


steps = st.builds(
    Migration,
    match=st.sampled_from("abc"),
    begins=st.integers(0, 4).map(lambda number: number == 0),
    off=st.sampled_from([0, 0, 0, 0, -1, 1, -2]),
    length=st.integers(1, 3),
    indexed=st.booleans(),
)
# Steps of one group are begun together.
groups = st.lists(st.lists(steps, min_size=1, max_size=12), min_size=1, max_size=6)


class Model:
    """What a store should hold, in the simplest way."""

    def __init__(self) -> None:
        self.logs: dict[str, list[bytes]] = {}
        self.indexes: dict[str, MatchIndex] = {}
        self._bodies = count()

    def attempt(
        self, store: Store, prefix: str, step: Migration
    ) -> tuple[PendingWrite, type[StoreError] | None]:
        """Begin a step in a store; take it here; say what is to come of it."""
        entries = [b"%d" % next(self._bodies) for _ in range(step.length)]
        match = prefix + step.match
        index = sample_index(match, updated=float(next(self._bodies)))
        if step.begins:
            expected: type[StoreError] | None = Conflict if match in self.logs else None
            attempt = store.create(match, entries, index)
        else:
            after = len(self.logs.get(match, []))
            first = max(after + 1 + step.off, 2)
            expected = Missing if not after else None if first == after + 1 else Conflict
            attempt = store.append(match, first, entries, index if step.indexed else None)
        if expected is None:
            self.logs[match] = self.logs.get(match, []) + entries
            if step.begins or step.indexed:
                self.indexes[match] = index
        return attempt, expected


def test_any_interleaving_gives_the_model_s_logs(new_store: NewStore) -> None:
    prefixes = (f"x{number}-" for number in count())

    async def play(store: Store, chosen: list[list[Migration]]) -> None:
        model, prefix = Model(), next(prefixes)
        for group in chosen:
            attempts = [model.attempt(store, prefix, step) for step in group]
            found = await outcomes(attempt for attempt, _ in attempts)
            assert found == [expected for _, expected in attempts]
        for match, log in model.logs.items():
            assert await bodies(store, match) == log
        listed = {index.match: index for index in await store.matches(limit=10_000)}
        assert {m: listed[m] for m in listed if m.startswith(prefix)} == model.indexes

    with asyncio.Runner() as runner:
        store = new_store()
        runner.run(store.open())

        @settings(suppress_health_check=list(HealthCheck))
        @given(groups)
        def interleave(chosen: list[list[Migration]]) -> None:
            runner.run(play(store, chosen))

        try:
            interleave()
        finally:
            runner.run(store.close())


@pytest.mark.anyio
@pytest.mark.parametrize("longest", [1, 3])
async def test_processes_that_race_for_the_next_number(new_store: NewStore, longest: int) -> None:
    """Each number goes to one of them, and runs of entries are never torn apart."""
    matches = ["m", "n"]
    async with opened(new_store()) as one, opened(new_store()) as two:
        await begin(one, *matches)
        ledger: dict[str, dict[int, list[bytes]]] = defaultdict(dict)

        async def race(store: Store, name: str) -> None:
            rng, next_number = Random(name), dict.fromkeys(matches, 2)
            for turn in range(40):
                match = rng.choice(matches)
                run = [b"%s %d" % (name.encode(), turn)] * rng.randint(1, longest)
                while True:
                    first = next_number[match]
                    try:
                        index = sample_index(match) if turn % 5 == 0 else None
                        await store.append(match, first, run, index)
                    except Conflict:
                        next_number[match] = (await store.last([match]))[match] + 1
                    else:
                        assert first not in ledger[match], "two were told they were first"
                        ledger[match][first] = run
                        next_number[match] = first + len(run)
                        break

        racers = [
            race(store, f"{n}{number}") for n, store in ((1, one), (2, two)) for number in "abc"
        ]
        await asyncio.gather(*racers)
        for match in matches:
            runs = [run for _, run in sorted(ledger[match].items())]
            expected = [b"created", *(entry for run in runs for entry in run)]
            assert await bodies(two, match) == expected
