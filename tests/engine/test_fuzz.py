"""Ten thousand lines of garbage: an answer with `?` for each, and nothing has changed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from kheper.engine import Engine
from kheper.engine.wire import LONGEST_LINE
from tests.engine.talk import THREE

GARBAGE = 10_000
# Words from which lines are made that come close to real commands.
WORDS = (
    """
play genmove hint legal_moves new_game undo solve evaluate load save known_command card quit record
scarabya scarab mode=solo mode=tennis seats=3 seed=1 deck= site= position=P axis=h hands=+9
1 2 3 0 -1 99 1e999 nan inf x e4f4d5e5e6 a1b1c1d1e1 hd5 vd5^-8@e3 , ,, = ; # ? * ^ @ % \x00 \x1b[2J
\u0661 \u202e \ufeff \U0001f40c
""".replace("\n", " ")
    .strip(" ")
    .split(" ")
)


def random_bytes(rng: Random) -> bytes:
    return rng.randbytes(rng.randint(1, 60)).replace(b"\n", b"N")


def random_text(rng: Random) -> bytes:
    points = [rng.choice((rng.randrange(128), rng.randrange(0xD800))) for _ in range(30)]
    return "".join(map(chr, points)).replace("\n", "N").encode()


def control_characters(rng: Random) -> bytes:
    signs = [sign for sign in range(32) if sign not in b"\t\n\r"]
    return bytes(rng.choices(signs, k=rng.randint(1, 20)))


def broken_utf8(rng: Random) -> bytes:
    line = bytearray(f"{rng.randrange(100)} play 1 ünder".encode())
    line[rng.randrange(3, len(line))] = rng.choice((0xFF, 0xC0, 0x80, 0xED))
    return bytes(line) + b"\xff"


def too_long(rng: Random) -> bytes:
    start = rng.choice((b"name ", b"12 undo ", b"", b"play 1 ", b"\xff"))
    return start + rng.choice((b" ", b"x", b"7")) * rng.randint(LONGEST_LINE, 3 * LONGEST_LINE)


def bad_arguments(rng: Random) -> bytes:
    words = rng.choices(WORDS, k=rng.randint(1, 5))
    # What makes any of it wrong: a command that has no such argument, or does not exist.
    return " ".join(
        [rng.choice(("play", "genmove 0", "undo", "plaz", "new_game")), *words, "%", "%"]
    ).encode()


def garbage(rng: Random) -> Iterator[bytes]:
    makers = [random_bytes, random_text, control_characters, broken_utf8, bad_arguments]
    for n in range(GARBAGE):
        maker = too_long if n % 40 == 0 else rng.choice(makers)
        line = maker(rng)
        if line.strip(b" \t\r"):
            yield rng.choice((b"", b"", b"7 ", b"\t")) + line
        else:
            yield b"#"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder of one's own, which must stay empty."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("start", ["", THREE, "new_game scarab seed=1 turning=yes"])
def test_in_memory(start: str, tmp_path: Path) -> None:
    engine = Engine()
    if start:
        engine.answer(start.encode())
        engine.answer(b"genmove 1")
    before = engine.conversation.game
    for line in garbage(Random(start)):
        answer = engine.answer(line)
        assert answer is not None, line
        text = answer.decode()
        assert text.startswith("?"), line
        assert text.endswith("\n\n")
        assert text.count("\n") == 2
        assert text[:-2].isprintable(), line
        assert engine.conversation.game is before
        assert not engine.done
    assert not list(tmp_path.iterdir())


def test_in_a_process_of_its_own(tmp_path: Path) -> None:
    lines = list(garbage(Random("process")))
    known = [b"to_move", b"scores", b"legal_moves", b"record"]
    said = b"\n".join([THREE.encode(), b"genmove 2", *known, *lines, *known, b"quit"])
    done = subprocess.run(
        [sys.executable, "-m", "kheper.engine"], input=said, capture_output=True, check=True
    )
    assert done.stderr == b""
    *answers, rest = done.stdout.split(b"\n\n")
    assert rest == b""
    opening, before = answers[:2], answers[2:6]
    refusals, after, ending = answers[6:-5], answers[-5:-1], answers[-1]
    assert [answer[:1] for answer in (*opening, *before, ending)] == [b"="] * 7
    assert len(refusals) == len(lines) == GARBAGE
    assert all(refusal.startswith(b"?") for refusal in refusals)
    assert after == before
    assert not list(tmp_path.iterdir())


def test_blank_lines_among_them_are_passed_over() -> None:
    said = b"\n\r\n   \n\t\r\n7 nonsense\n \n\xff\n\nname"
    done = subprocess.run(
        [sys.executable, "-m", "kheper.engine"], input=said, capture_output=True, check=True
    )
    assert done.stdout == (
        b"?7 unknown command 'nonsense'\n\n? byte 1 of the line is not UTF-8\n\n= Kheper\n\n"
    )
