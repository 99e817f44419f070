"""What both stores promise."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

import pytest

from kheper.server.store.base import Conflict, Guest, Missing, Reminder, StoredEvent, Unavailable
from tests.server.store.conftest import NewStore
from tests.server.store.samples import begin, bodies, opened, outcomes, sample_index

pytestmark = pytest.mark.anyio


async def test_a_match_reads_back_as_it_was_written(new_store: NewStore) -> None:
    async with opened(new_store()) as store:
        await store.create("m", [b"one", b""], sample_index("m"))
        await store.append("m", 3, [b"three", bytes(range(256))])
        assert await store.read("m") == [
            StoredEvent(1, b"one"),
            StoredEvent(2, b""),
            StoredEvent(3, b"three"),
            StoredEvent(4, bytes(range(256))),
        ]
        assert await store.read("m", after=3) == [StoredEvent(4, bytes(range(256)))]
        assert await store.read("m", after=4) == []


async def test_news_of_several_matches_are_read_at_once(new_store: NewStore) -> None:
    async with opened(new_store()) as store:
        for match in ("a", "b", "c"):
            await store.create(match, [b"1", b"2"], sample_index(match))
        await store.append("a", 3, [b"3", b"4"])
        known = {"a": 2, "b": 1, "c": 2, "none": 0, "not an id": 0}
        assert await store.read_new(known) == {
            "a": [StoredEvent(3, b"3"), StoredEvent(4, b"4")],
            "b": [StoredEvent(2, b"2")],
        }
        assert await store.read_new({}) == {}


async def test_everything_is_there_after_opening_again(new_store: NewStore) -> None:
    async with opened(new_store()) as store:
        await begin(store, "m")
        await store.append("m", 2, [b"two"], sample_index("m", state="over"))
        await store.add_guest(Guest("ptah", "Ptah"), b"hash")
    async with opened(new_store()) as store:
        assert await bodies(store, "m") == [b"created", b"two"]
        assert await store.matches() == [sample_index("m", state="over")]
        assert await store.guest(b"hash") == Guest("ptah", "Ptah")
        await store.append("m", 3, [b"three"])
        assert await store.last(["m"]) == {"m": 3}


async def test_what_is_acknowledged_is_seen_by_others_at_once(new_store: NewStore) -> None:
    async with opened(new_store()) as store, opened(new_store()) as other:
        await begin(store, "m")
        for number in range(2, 30):
            await store.append("m", number, [b"%d" % number])
            assert (await other.read("m", after=number - 1)) == [
                StoredEvent(number, b"%d" % number)
            ]


@pytest.mark.parametrize("length", [1, 2])
async def test_only_the_next_number_is_taken(new_store: NewStore, length: int) -> None:
    async with opened(new_store()) as store:
        await store.create("m", [b"one", b"two"], sample_index("m"))
        for first in (-1, 0, 1, 2, 4, 5, 2**31 - 2, 2**31, 2**63, 2**70):
            with pytest.raises(Conflict):
                await store.append("m", first, [b"x"] * length)
            assert await bodies(store, "m") == [b"one", b"two"]
        await store.append("m", 3, [b"three"])


async def test_a_match_begins_once(new_store: NewStore) -> None:
    async with opened(new_store()) as store:
        await begin(store, "m")
        again = store.create("m", [b"other"], sample_index("m", state="over"))
        assert await outcomes([again]) == [Conflict]
        assert await bodies(store, "m") == [b"created"]
        assert await store.matches() == [sample_index("m")]


async def test_a_match_that_is_not_there(new_store: NewStore) -> None:
    async with opened(new_store()) as store:
        await begin(store, "m")
        for match in ("n", "", "M", "m ", "m\0", "\ud800", "’", "m" * 65, "%"):
            for entries in ([b"x"], [b"x", b"y"]):
                for index in (None, sample_index("m")):
                    with pytest.raises(Missing):
                        await store.append(match, 2, entries, index)
            assert await store.read(match) == []
            assert await store.last([match, "m"]) == {"m": 1}
            assert await store.matches(guest=match) == []
            assert await store.matches(before=match) == []
        assert await bodies(store, "m") == [b"created"]


async def test_what_cannot_be_kept_is_refused(new_store: NewStore) -> None:
    async with opened(new_store()) as store:
        await begin(store, "m")
        with pytest.raises(ValueError, match="nothing"):
            await store.append("m", 2, [])
        with pytest.raises(ValueError, match="at least one event"):
            await store.create("n", [], sample_index("n"))
        with pytest.raises(ValueError, match="an id must be"):
            await store.create("n o", [b"x"], sample_index("n o"))
        with pytest.raises(ValueError, match="null"):
            await store.add_guest(Guest("g", "a\0b"), b"hash")


async def test_of_several_entries_all_are_written_or_none(new_store: NewStore) -> None:
    many = [b"%d" % number for number in range(2, 902)]
    async with opened(new_store()) as store:
        await begin(store, "m", "n")
        await store.append("m", 2, many)
        assert await bodies(store, "m") == [b"created", *many]
        assert await outcomes([store.append("n", 3, many), store.append("n", 2, [b"two"])]) == [
            Conflict,
            None,
        ]
        assert await outcomes([store.append("n", 2, many), store.append("m", 902, many)]) == [
            Conflict,
            None,
        ]
        assert await bodies(store, "n") == [b"created", b"two"]
        assert await bodies(store, "m") == [b"created", *many, *many]


async def test_one_failure_does_not_spoil_the_others(new_store: NewStore) -> None:
    matches = [f"m{number}" for number in range(60)]
    async with opened(new_store()) as store:
        await begin(store, *matches)
        attempts = []
        for number, match in enumerate(matches):
            attempts += [
                store.append(match, 2 if number % 7 else 3, [b"two"]),
                store.append(f"no-{match}", 2, [b"two"]),
                store.create(match, [b"again"], sample_index(match)),
                store.append(f"m{number}", 9, [b"nine", b"ten"], sample_index(match)),
            ]
        found = await outcomes(attempts)
        assert found[0::4] == [None if number % 7 else Conflict for number in range(60)]
        assert found[1::4] == [Missing] * 60
        assert found[2::4] == [Conflict] * 60
        assert found[3::4] == [Conflict] * 60
        for number, match in enumerate(matches):
            expected = [b"created", b"two"] if number % 7 else [b"created"]
            assert await bodies(store, match) == expected


async def test_many_appends_at_once(new_store: NewStore) -> None:
    """More matches than one statement and one notice hold."""
    matches = [f"{'long-' * 10}{number}" for number in range(700)]
    async with opened(new_store()) as store:
        await begin(store, *matches)
        attempts = [store.append(m, n, [b"%d" % n]) for n in (2, 3, 4) for m in matches]
        assert await outcomes(attempts) == [None] * 2100
        assert await store.last(matches) == dict.fromkeys(matches, 4)
        late = store.append(matches[0], 4, [b"late"])
        attempts = [*(store.append(m, 5, [b"5"]) for m in matches), late]
        assert await outcomes(attempts) == [*[None] * 700, Conflict]
        assert await store.last(matches) == dict.fromkeys(matches, 5)
        assert await bodies(store, matches[-1]) == [b"created", b"2", b"3", b"4", b"5"]


async def test_what_is_sent_without_waiting_is_written_in_order(new_store: NewStore) -> None:
    async with opened(new_store()) as store:
        attempts: list[Awaitable[None]] = [store.create("m", [b"1"], sample_index("m"))]
        for number in range(2, 40):
            index = sample_index("m", updated=float(number)) if number % 3 == 0 else None
            attempts.append(store.append("m", number, [b"%d" % number], index))
        assert await outcomes(attempts) == [None] * 39
        assert await bodies(store, "m") == [b"%d" % number for number in range(1, 40)]
        assert await store.matches() == [sample_index("m", updated=39.0)]


async def test_of_two_for_one_number_the_first_is_written(new_store: NewStore) -> None:
    async with opened(new_store()) as store:
        await begin(store, "m", "n")
        for match, first, second in (
            ("m", sample_index("m"), None),
            ("n", None, sample_index("n")),
        ):
            attempts = [
                store.append(match, 2, [b"a"], first),
                store.append(match, 2, [b"b"], second),
            ]
            assert await outcomes(attempts) == [None, Conflict]
            assert await bodies(store, match) == [b"created", b"a"]


async def test_a_refused_append_leaves_the_lists_alone(new_store: NewStore) -> None:
    async with opened(new_store()) as store:
        await begin(store, "m")
        changed = sample_index("m", state="open", seats=("isis", "ptah"))
        assert await outcomes([store.append("m", 3, [b"x"], changed)]) == [Conflict]
        assert await store.matches(guest="isis") == []
        assert await store.matches(open_only=True) == []
        await store.append("m", 2, [b"x"], changed)
        assert await store.matches(guest="isis") == [changed]
        assert await store.matches(open_only=True) == [changed]


async def test_only_who_has_the_link_finds_a_match_that_is_not_listed(new_store: NewStore) -> None:
    async with opened(new_store()) as store:
        hidden = sample_index("m", state="open", listed=False)
        await store.create("m", [b"created"], hidden)
        assert await store.matches(open_only=True) == []
        assert await store.matches(guest="ptah") == [hidden]
        await store.append("m", 2, [b"x"], sample_index("m", state="open"))
        assert await store.matches(open_only=True) == [sample_index("m", state="open")]


async def test_lists_by_guest(new_store: NewStore) -> None:
    async with opened(new_store()) as store:
        for match, seats in [
            ("a", ("ptah", "isis")),
            ("b", ("isis", "isis", None)),
            ("c", (None, None)),
        ]:
            await store.create(match, [b"x"], sample_index(match, seats=seats))
        listed = [index.match for index in await store.matches(guest="isis")]
        assert listed == ["b", "a"]
        # Isis leaves b, and Ptah comes.
        await store.append("b", 2, [b"x"], sample_index("b", seats=("ptah", None, None)))
        assert [index.match for index in await store.matches(guest="isis")] == ["a"]
        assert [index.match for index in await store.matches(guest="ptah")] == ["b", "a"]
        assert [index.match for index in await store.matches()] == ["c", "b", "a"]


async def test_lists_come_in_pages(new_store: NewStore) -> None:
    async with opened(new_store()) as store:
        for number in range(10):
            state = "open" if number % 2 else "over"
            seats = ("isis",) if number % 3 else ("ptah",)
            index = sample_index(f"m{number}", state=state, seats=seats)
            await store.create(f"m{number}", [b"x"], index)
        page = await store.matches(limit=4)
        assert [index.match for index in page] == ["m9", "m8", "m7", "m6"]
        page = await store.matches(limit=4, before="m6")
        assert [index.match for index in page] == ["m5", "m4", "m3", "m2"]
        page = await store.matches(limit=2, before="m7", open_only=True)
        assert [index.match for index in page] == ["m5", "m3"]
        page = await store.matches(guest="isis", before="m7", open_only=True)
        assert [index.match for index in page] == ["m5", "m1"]
        assert await store.matches(before="m0") == []


async def test_lists_show_first_where_something_happened_last(new_store: NewStore) -> None:
    async with opened(new_store()) as store:
        for number in range(6):
            index = sample_index(f"m{number}", state="open", updated=float(number))
            await store.create(f"m{number}", [b"x"], index)
        await store.append("m1", 2, [b"x"], sample_index("m1", state="open", updated=10.0))
        await store.append("m4", 2, [b"x"], sample_index("m4", state="over", updated=11.0))
        await store.append("m2", 2, [b"x"])
        expected = ["m4", "m1", "m5", "m3", "m2", "m0"]
        for guest in (None, "ptah"):
            listed = await store.matches(guest=guest)
            assert [index.match for index in listed] == expected
            listed = await store.matches(guest=guest, before="m1", limit=3)
            assert [index.match for index in listed] == expected[2:5]
            listed = await store.matches(guest=guest, open_only=True)
            assert [index.match for index in listed] == expected[1:]
            assert await store.matches(guest=guest, before="nowhere") == []


async def test_what_is_due_is_found_and_may_be_put_off_once(new_store: NewStore) -> None:
    async with opened(new_store()) as store, opened(new_store()) as other:
        await store.create("a", [b"x"], sample_index("a", due=30))
        await store.create("b", [b"x"], sample_index("b"))
        await store.create("c", [b"x"], sample_index("c", due=10))
        assert await store.due(10) == []
        assert await store.due(11) == [Reminder("c", 10)]
        assert await other.due(10**15) == [Reminder("c", 10), Reminder("a", 30)]
        assert await store.due(10**15, limit=1) == [Reminder("c", 10)]
        # Two have seen it, and one of them sees to it.
        attempts = [each.postpone(Reminder("c", 10), 50) for each in (store, other)]
        assert sorted(map(str, await outcomes(attempts))) == [str(Conflict), "None"]
        assert await store.due(10**15) == [Reminder("a", 30), Reminder("c", 50)]
        # With its entries a match tells anew when it is due.
        await store.append("a", 2, [b"x"], sample_index("a", due=70))
        await store.append("c", 2, [b"x"])
        assert await outcomes([other.postpone(Reminder("a", 30), None)]) == [Conflict]
        assert await store.due(10**15) == [Reminder("c", 50), Reminder("a", 70)]
        await store.postpone(Reminder("c", 50), None)
        await store.append("a", 3, [b"x"], sample_index("a"))
        assert await store.due(10**15) == []
        assert await bodies(store, "c") == [b"x", b"x"]


async def test_guests(new_store: NewStore) -> None:
    async with opened(new_store()) as store:
        await store.add_guest(Guest("ptah", "Ptah"), b"one")
        assert await store.guest(b"one") == Guest("ptah", "Ptah")
        assert await store.guest(b"two") is None
        await store.add_token("ptah", b"two")
        await store.rename("ptah", "Ptah 𓂀 <b>")
        assert await store.guest(b"one") == await store.guest(b"two")
        assert await store.guest(b"two") == Guest("ptah", "Ptah 𓂀 <b>")
        assert await outcomes(
            [
                store.add_guest(Guest("ptah", "Other"), b"three"),
                store.add_guest(Guest("isis", "Isis"), b"one"),
                store.add_token("ptah", b"one"),
                store.add_token("seth", b"three"),
                store.rename("seth", "Seth"),
            ]
        ) == [Conflict, Conflict, Conflict, Missing, Missing]
        assert await store.guest(b"three") is None
        # The token was taken, so Isis was not written either.
        await store.add_guest(Guest("isis", "Isis"), b"three")
        await store.remove_token(b"two")
        await store.remove_token(b"nobody's")
        assert await store.guest(b"two") is None
        assert await store.guest(b"one") == Guest("ptah", "Ptah 𓂀 <b>")


async def test_a_writer_who_is_cancelled_harms_nobody(new_store: NewStore) -> None:
    async with opened(new_store()) as store:
        await begin(store, "m", "n")
        hasty = [asyncio.ensure_future(store.append("m", 2, [b"two"])) for _ in range(3)]
        patient = asyncio.ensure_future(store.append("n", 2, [b"two"]))
        await asyncio.sleep(0)
        for attempt in hasty:
            attempt.cancel()
        await patient
        await store.append("n", 3, [b"three"])
        assert await bodies(store, "m") in ([b"created"], [b"created", b"two"])
        assert await bodies(store, "n") == [b"created", b"two", b"three"]


async def test_closing_writes_what_waits(new_store: NewStore) -> None:
    store = new_store()
    await store.open()
    await begin(store, "m", "n")
    waiting = [
        asyncio.ensure_future(store.append(match, number, [b"x"]))
        for number in range(2, 20)
        for match in ("m", "n")
    ]
    await asyncio.sleep(0)
    await store.close()
    assert await outcomes(map(_wait, waiting)) == [None] * 36
    assert await outcomes([store.append("m", 20, [b"x"])]) == [Unavailable]
    with pytest.raises(Unavailable):
        await store.read("m")
    async with opened(new_store()) as again:
        assert await again.last(["m", "n"]) == {"m": 19, "n": 19}


async def _wait(attempt: asyncio.Future[None]) -> None:
    await attempt


async def test_a_store_that_was_never_opened(new_store: NewStore) -> None:
    store = new_store()
    with pytest.raises(Unavailable, match="not open"):
        await store.read("m")
    with pytest.raises(Unavailable, match="not open"):
        await store.append("m", 2, [b"x"])
    await store.close()
