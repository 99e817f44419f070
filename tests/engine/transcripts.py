"""Golden transcripts: whole conversations, read and compared as text.

In a transcript a line that begins with `> ` is said to the engine, one that begins with `; ` is a
comment, and the rest is what the engine answers. `python -m tests.engine.transcripts` says all
lines again and writes the answers anew: then read the diff.
"""

from __future__ import annotations

from pathlib import Path

from kheper.engine import Engine

TRANSCRIPTS = sorted(Path(__file__).parent.glob("*.txt"))


def said_again(transcript: str) -> str:
    """Say a transcript's lines to a new engine, and return the transcript that this gives."""
    engine, written = Engine(), []
    for line in transcript.splitlines():
        if line.startswith("; "):
            written.append(f"{line}\n")
        elif line.startswith("> "):
            answer = engine.answer(line.removeprefix("> ").encode()) or b""
            written.append(f"{line}\n{answer.decode()}")
    return "".join(written)


def main() -> None:
    for path in TRANSCRIPTS:
        path.write_text(said_again(path.read_text(encoding="utf-8")), encoding="utf-8")
        print(f"wrote {path.name}")


if __name__ == "__main__":
    main()
