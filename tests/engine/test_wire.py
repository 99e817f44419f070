"""The form of the conversation: numbers, answers, blank lines, long lines, bytes."""

from __future__ import annotations

import io
import logging
import subprocess
import sys
from typing import Any

import pytest

from kheper.engine import Engine, serve
from kheper.engine.commands import COMMANDS, EngineCommand
from kheper.engine.wire import LONGEST_LINE, read_lines
from tests.engine.talk import Talk


def answer(line: bytes) -> bytes | None:
    return Engine().answer(line)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"name", b"= Kheper\n\n"),
        (b"7 name", b"=7 Kheper\n\n"),
        (b"0 name", b"=0 Kheper\n\n"),
        (b"007 name", b"=007 Kheper\n\n"),
        (b"123456789012345678901234567890 name", b"=123456789012345678901234567890 Kheper\n\n"),
        (b"  \t 7 \t name \t ", b"=7 Kheper\n\n"),
        (b"name\r", b"= Kheper\n\n"),
        (b"7 name\r", b"=7 Kheper\n\n"),
        (b"quit", b"=\n\n"),
        (b"7 quit", b"=7\n\n"),
        (b"nonsense", b"? unknown command 'nonsense'\n\n"),
        (b"7 nonsense", b"?7 unknown command 'nonsense'\n\n"),
        (b"7", b"?7 there is no command after the number\n\n"),
        (b"7\r", b"?7 there is no command after the number\n\n"),
        (b"7name", b"? unknown command '7name'\n\n"),
        (b"-7 name", b"? unknown command '-7'\n\n"),
        (b"Name", b"? unknown command 'Name'\n\n"),
        (b"# a comment", b"? unknown command '#'\n\n"),
        (b"name x", b"? usage: name\n\n"),
        (b"7 play 1", b"?7 usage: play seat move\n\n"),
        (b"7 \xff", b"?7 byte 3 of the line is not UTF-8\n\n"),
        ("\u0667 name".encode(), "? unknown command '\u0667'\n\n".encode()),
    ],
)
def test_every_line_gets_one_answer_with_its_number(line: bytes, expected: bytes) -> None:
    assert answer(line) == expected


@pytest.mark.parametrize("line", [b"", b" ", b"\t", b"\r", b" \t \r", b"\r\n"])
def test_a_blank_line_gets_none(line: bytes) -> None:
    assert answer(line) is None


@pytest.mark.parametrize("line", [b"\x00", b"\x07\x08", b"\x0b", b"\x1f", b"\xc2\xa0", b"\x7f"])
def test_a_line_of_control_characters_gets_an_answer_without_them(line: bytes) -> None:
    found = answer(line)
    assert found is not None
    assert found.startswith(b"? unknown command")
    assert found.decode().removesuffix("\n\n").isprintable()


@pytest.mark.parametrize("filling", [b"x", b" ", b"\xff", b"9", "ü".encode()])
def test_a_line_that_is_too_long_gets_one_refusal(filling: bytes) -> None:
    line = (b"7 " + filling * LONGEST_LINE)[: LONGEST_LINE + 1]
    assert answer(line) == b"?7 the line is longer than 8192 bytes\n\n"


def test_the_longest_line_is_read() -> None:
    line = b"name" + b" " * (LONGEST_LINE - 4)
    assert answer(line) == b"= Kheper\n\n"
    assert answer(line + b" ") == b"? the line is longer than 8192 bytes\n\n"


def test_a_piece_of_a_number_is_not_sent_back() -> None:
    assert answer(b"1" * (LONGEST_LINE + 1)) == b"? the line is longer than 8192 bytes\n\n"


class Endless(io.RawIOBase):
    """A line of so many bytes that nobody should hold it in memory, then one more line."""

    def __init__(self, size: int) -> None:
        self.left = size
        self.rest = b"\nname\n"

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        count = min(len(buffer), self.left)
        if count:
            buffer[:count] = b"x" * count
            self.left -= count
            return count
        count = min(len(buffer), len(self.rest))
        buffer[:count], self.rest = self.rest[:count], self.rest[count:]
        return count


def test_a_line_that_is_too_long_is_skipped_in_bounded_memory() -> None:
    lines = list(read_lines(io.BufferedReader(Endless(30_000_000))))
    assert [len(line) for line in lines] == [LONGEST_LINE + 1, 4]


@pytest.mark.parametrize("size", [LONGEST_LINE - 1, LONGEST_LINE, LONGEST_LINE + 1, 20_000])
def test_lines_are_cut_where_they_end(size: int) -> None:
    stream = io.BytesIO(b"a\n" + b"x" * size + b"\n\nb\r\n" + b"y" * size + b"\nlast")
    long = min(size, LONGEST_LINE + 1)
    assert list(read_lines(stream)) == [b"a", b"x" * long, b"", b"b\r", b"y" * long, b"last"]


def test_serve_answers_each_line_and_stops_at_quit() -> None:
    heard = io.BytesIO()
    serve(io.BytesIO(b"1 name\r\n\n2 version x\n3 quit\n4 name\n"), heard)
    assert heard.getvalue() == b"=1 Kheper\n\n?2 usage: version\n\n=3\n\n"


def test_serve_ends_with_its_input_and_takes_a_last_line_without_end() -> None:
    heard = io.BytesIO()
    serve(io.BytesIO(b"name"), heard)
    assert heard.getvalue() == b"= Kheper\n\n"


class Counted(io.BytesIO):
    """Output that remembers what had been written at each flush."""

    def __init__(self) -> None:
        super().__init__()
        self.flushed: list[int] = []

    def flush(self) -> None:
        self.flushed.append(len(self.getvalue()))


def test_serve_flushes_after_each_answer() -> None:
    heard = Counted()
    serve(io.BytesIO(b"name\nname\n"), heard)
    assert heard.flushed[:2] == [10, 20]


def test_an_answer_comes_before_the_next_line_is_asked_for() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "kheper.engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in (b"1", b"2"):
            process.stdin.write(number + b" protocol_version\n")
            process.stdin.flush()
            assert process.stdout.readline() == b"=" + number + b" 2\n"
            assert process.stdout.readline() == b"\n"
        process.stdin.close()
        assert process.wait() == 0


def test_a_listener_that_goes_away_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "kheper.engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdout = None
        _, complaints = process.communicate(b"name\n" * 3)
        assert (process.returncode, complaints) == (0, b"")


def test_control_characters_are_in_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        COMMANDS, "scores", EngineCommand(lambda _: "a\x1b[2J\x00\x7f\x9b\r\tb\n\n\nc")
    )
    assert answer(b"scores") == "= a\ufffd[2J\ufffd\ufffd\ufffd\ufffd\tb\nc\n\n".encode()


def test_an_error_of_our_own_is_an_answer_too_and_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> str:
        raise ZeroDivisionError("a secret")

    talk = Talk("new_game scarab seed=1")
    monkeypatch.setitem(COMMANDS, "scores", EngineCommand(fail))
    with caplog.at_level(logging.ERROR):
        sentence = talk.refused("scores")
    assert sentence == "the engine failed at this command, and nothing has changed"
    assert "ZeroDivisionError" in caplog.text
    assert talk.say("to_move") == "1"
