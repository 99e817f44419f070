"""Whole conversations answer as they did when somebody last read them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.transcripts import TRANSCRIPTS, said_again


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_transcript(path: Path) -> None:
    transcript = path.read_text(encoding="utf-8")
    assert said_again(transcript) == transcript, (
        "python -m tests.engine.transcripts, and read the diff"
    )


def test_there_is_one_for_each_mode_and_for_scarab() -> None:
    names = {path.stem for path in TRANSCRIPTS}
    assert {"expedition", "duel", "solo", "scarab", "scarab_teams", "protocol"} <= names
