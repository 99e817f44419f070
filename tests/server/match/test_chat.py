"""Chat: text and phrases, limits, and silence in a running team game."""

from __future__ import annotations

from kheper.server.match import commands as ask
from kheper.server.match.apply.chat import CHAT_LINES
from kheper.server.match.phrases import PHRASES
from kheper.server.match.terms import MatchTerms
from tests.server.match.driver import ANNA, BEN, CLEO, DAN, EVE, HERE, OPEN, Room, two_people


def team_game() -> Room:
    """Return a team game that is about to start."""
    room = Room("scarab", HERE, OPEN, OPEN, OPEN, teams="yes", size="8")
    for seat, who in enumerate((BEN, CLEO, DAN), 2):
        room.ask(who, ask.Sit, seat=seat)
    return room


def test_a_line_is_text_and_stays_text() -> None:
    room = two_people()
    room.ask(ANNA, ask.Say, text="  <script>alert(1)</script>\nline\u202e two ")
    line = room.match.chat[-1]
    assert (line.seat, line.name) == (1, "Anna")
    assert line.text == "<script>alert(1)</script> line two"
    event = room.events(BEN)[-1]
    assert (event.kind, event.seat, event.name, event.text) == ("said", 1, "Anna", line.text)


def test_a_line_has_a_limit_and_is_not_empty() -> None:
    room = two_people()
    assert room.refused(ANNA, ask.Say, text="x" * 201).code == "too-long"
    assert room.refused(ANNA, ask.Say, text=" \u200b\n").code == "empty"
    room.ask(ANNA, ask.Say, text="x" * 200)


def test_phrases_are_codes() -> None:
    room = two_people()
    room.ask(BEN, ask.Phrase, phrase="well-played")
    assert (room.match.chat[-1].phrase, room.match.chat[-1].text) == ("well-played", "")
    assert room.refused(BEN, ask.Phrase, phrase="well played").code == "no-phrase"
    assert len(PHRASES) == len(set(PHRASES))


def test_nobody_talks_faster_than_the_limit() -> None:
    room = two_people()
    for _ in range(5):
        room.ask(ANNA, ask.Say, text="hello")
    assert room.refused(ANNA, ask.Phrase, phrase="hello").code == "too-fast"
    room.ask(BEN, ask.Say, text="the limit is each one's own")
    room.now += 10_000
    for _ in range(5):
        room.ask(ANNA, ask.Say, text="again")
    room.now += 10_000
    assert room.refused(ANNA, ask.Say, text="ten in thirty seconds").code == "too-fast"
    room.now += 10_000
    room.ask(ANNA, ask.Say, text="now")


def test_the_view_keeps_the_last_lines_alone() -> None:
    room = two_people()
    for n in range(CHAT_LINES + 5):
        room.now += 10_000
        room.ask(ANNA, ask.Say, text=f"line {n}")
    view = room.view(EVE)
    assert [line.text for line in view.chat] == [f"line {n}" for n in range(5, CHAT_LINES + 5)]
    assert len(room.match.talk) == 1


def test_watchers_talk_where_the_host_lets_them() -> None:
    room = two_people()
    room.ask(EVE, ask.Say, text="good game")
    assert (room.match.chat[-1].seat, room.match.chat[-1].name) == (0, "Eve")
    quiet = two_people(terms=MatchTerms(watchers="watch"))
    assert quiet.refused(EVE, ask.Say, text="psst").code == "watching"
    quiet.ask(BEN, ask.Say, text="we may")


def test_sb_v3_in_a_running_team_game_nobody_talks_at_all() -> None:
    room = team_game()
    room.ask(ANNA, ask.Say, text="before the start")
    room.ask(ANNA, ask.StartGame)
    for who in (ANNA, BEN, CLEO, DAN, EVE):
        refusal = room.refused(who, ask.Say, text="take the +8")
        assert (refusal.code, refusal.rule) == ("silent", "SB-V3")
        assert room.refused(who, ask.Phrase, phrase="hello").code == "silent"
    # A name would be a channel too.
    assert room.refused(BEN, ask.Rename, seat=2, name="take +8").code == "silent"
    view = room.view(ANNA)
    assert "say" not in view.may
    room.finish()
    room.ask(ANNA, ask.Say, text="after the end")


def test_others_talk_while_they_play() -> None:
    room = Room("scarab", HERE, OPEN, OPEN, OPEN)
    for seat, who in enumerate((BEN, CLEO, DAN), 2):
        room.ask(who, ask.Sit, seat=seat)
    room.ask(ANNA, ask.StartGame)
    room.ask(BEN, ask.Say, text="no teams here")


def test_a_line_that_is_sent_again_is_said_once() -> None:
    room = two_people()
    first = room.ask(EVE, ask.Say, text="hello", id="line-1")
    again = room.ask(EVE, ask.Say, text="hello", id="line-1")
    assert (again.steps, again.number) == ((), first.number)
    assert len(room.match.chat) == 1
