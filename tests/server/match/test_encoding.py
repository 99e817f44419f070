"""Entries and messages as bytes: strict, versioned, and readable for ever once written.

The golden files hold one version each and are never rewritten: what they hold stays readable,
and is written the same way. New kinds are added at their end.
"""

from __future__ import annotations

import typing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kheper.core.errors import NotationError
from kheper.server.games.scarab.facts import MoveFacts
from kheper.server.games.scarabya.facts import PlacementFacts
from kheper.server.live import messages
from kheper.server.live.messages import FromClient, FromServer, Update, id_of, read
from kheper.server.match import events
from kheper.server.match.commands import AnyGuestCommand
from kheper.server.match.events import AnyEvent, decode, encode
from kheper.server.match.views import EventView, TakeBackView

GOLDEN = Path(__file__).parent / "golden"


def lines(name: str) -> list[bytes]:
    """Return the lines of a golden file."""
    return (GOLDEN / name).read_bytes().splitlines()


@pytest.mark.parametrize("body", lines("events.v1.jsonl"))
def test_entries_of_version_1_stay_readable(body: bytes) -> None:
    assert encode(decode(body)) == body


@pytest.mark.parametrize("frame", lines("client.v1.jsonl"))
def test_clients_messages_of_version_1_stay_readable(frame: bytes) -> None:
    message = read(frame)
    assert msgspec.json.encode(message) == frame
    assert read(frame.decode()) == message


@pytest.mark.parametrize("frame", lines("server.v1.jsonl"))
def test_servers_messages_of_version_1_stay_readable(frame: bytes) -> None:
    message = msgspec.json.decode(frame, type=FromServer)
    assert messages.encode(message) == frame
    if isinstance(message, Update) and isinstance(message.news, msgspec.Raw):
        found = [event_of(fields) for fields in msgspec.json.decode(message.news)]
        assert messages.encode(found) == bytes(message.news)


def event_of(fields: dict[str, Any]) -> EventView:
    """Return an event as it was before it was encoded; facts tell their game by their fields."""
    kinds = typing.get_type_hints(EventView) | {"asked": TakeBackView | None}
    kinds["facts"] = MoveFacts if "squares" in fields.get("facts", {}) else PlacementFacts
    return EventView(
        **{name: msgspec.convert(value, kinds[name]) for name, value in fields.items()}
    )


def test_the_golden_file_holds_every_field_of_events_and_facts() -> None:
    events = [
        event
        for line in lines("server.v1.jsonl")
        for event in msgspec.json.decode(line).get("news", ())
    ]
    assert {name for event in events for name in event} == set(EventView.__struct_fields__)
    facts = {name for event in events for name in event.get("facts", ())}
    assert facts == {*PlacementFacts.__struct_fields__, *MoveFacts.__struct_fields__}


@pytest.mark.parametrize(
    ("name", "union", "field"),
    [
        ("events.v1.jsonl", AnyEvent, "kind"),
        ("client.v1.jsonl", FromClient, "type"),
        ("server.v1.jsonl", FromServer, "type"),
    ],
)
def test_the_golden_files_hold_every_kind(name: str, union: object, field: str) -> None:
    tags = {kind.__struct_config__.tag for kind in typing.get_args(union)}
    assert {msgspec.json.decode(line)[field] for line in lines(name)} == tags


def test_every_entry_has_a_change_and_every_command_a_decision() -> None:
    from kheper.server.match import apply as changing
    from kheper.server.match import decide as deciding

    kinds = set(typing.get_args(AnyEvent))
    assert set(changing._CHANGES) == kinds - {events.Created}
    assert kinds == set(events.Event.__subclasses__())
    assert set(typing.get_args(AnyGuestCommand)) <= set(deciding._DECISIONS)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "bad-entry"),
        (b"{}", "bad-entry"),
        (b"\xff\xfe", "bad-entry"),
        (b'{"kind":"flew","at":1}', "bad-entry"),
        (b'{"kind":"played","at":1,"seat":1}', "bad-entry"),
        (b'{"kind":"played","at":1,"seat":1,"move":"x","colour":"red"}', "bad-entry"),
        (b'{"kind":"played","at":"1","seat":1,"move":"x"}', "bad-entry"),
        (b'{"kind":"created","at":1,"version":2,"boats":[]}', "other-version"),
        (b'{"kind":"played","at":1,"seat":1,"move":"x","version":9}', "other-version"),
    ],
)
def test_an_entry_of_another_make_is_refused_in_clear_words(body: bytes, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        decode(body)
    assert caught.value.code == code


def test_a_first_entry_of_a_later_version_is_not_misread() -> None:
    first = decode(lines("events.v1.jsonl")[0])
    assert isinstance(first, events.Created)
    later = encode(msgspec.structs.replace(first, version=2))
    with pytest.raises(NotationError) as caught:
        decode(later)
    assert "version 2" in caught.value.sentence


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (b"", "unreadable"),
        (b"[]", "unreadable"),
        (b"\xff", "unreadable"),
        (b'"hello"', "unreadable"),
        (b'{"type":"fly","id":"1"}', "unreadable"),
        (b'{"type":"start"}', "unreadable"),
        (b'{"type":"start","id":""}', "unreadable"),
        (b'{"type":"start","id":"' + b"x" * 41 + b'"}', "unreadable"),
        (b'{"type":"start","id":"1","force":true}', "unreadable"),
        (b'{"type":"play","id":"1","seat":0,"move":"hd5","seen":1}', "unreadable"),
        (b'{"type":"play","id":"1","seat":1,"move":"hd5","seen":-1}', "unreadable"),
        (b'{"type":"play","id":"1","seat":1,"move":"hd5"}', "unreadable"),
        (b'{"type":"bot-play","seat":1,"move":"hd5","seen":1}', "unreadable"),
        (b'{"type":"away","guest":"x"}', "unreadable"),
        (b'{"type":"expire","seat":1,"move":"hd5"}', "unreadable"),
        (b'{"type":"hello","version":2,"match":"x"}', "other-version"),
        (b'{"type":"say","id":"1","text":"' + b"x" * 8192 + b'"}', "too-long"),
        (b"[" * 8000, "unreadable"),
        (b'{"a":' * 1600, "unreadable"),
    ],
)
def test_messages_that_cannot_be_read_are_refused_in_clear_words(frame: bytes, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(frame)
    assert caught.value.code == code
    assert len(caught.value.sentence) < 200


def test_a_refusal_names_the_message_where_it_can() -> None:
    assert id_of(b'{"type":"fly","id":"m-1"}') == "m-1"
    assert id_of(b'{"type":"fly","id":5}') == ""
    assert id_of(b'{"id":"' + b"x" * 100 + b'"}') == ""
    assert id_of(b"\xff") == ""
    assert id_of("[") == ""


@given(st.binary(max_size=300) | st.text(max_size=300))
def test_no_bytes_do_more_than_be_refused(frame: bytes | str) -> None:
    with pytest.raises(NotationError):
        read(frame)
    id_of(frame)


@given(
    st.sampled_from(lines("client.v1.jsonl")),
    st.integers(0, 400),
    st.binary(max_size=3),
)
def test_no_change_of_a_message_does_more_than_be_refused(
    frame: bytes, place: int, put: bytes
) -> None:
    try:
        message = read(frame[:place] + put + frame[place + 1 :])
    except NotationError:
        return
    assert isinstance(message, FromClient)
