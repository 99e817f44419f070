"""Every golden playthrough is played again, and must be as it was written down."""

from __future__ import annotations

from random import Random

import pytest

from kheper.games import replay
from tests.golden.playthrough import FOLDER, golden_file, playthrough
from tests.golden.scenes import SCENES


@pytest.mark.parametrize("name", SCENES)
def test_a_playthrough_is_as_it_was_written_down(name: str) -> None:
    assert golden_file(name).read_text("utf-8") == playthrough(name), "see `make golden`"


@pytest.mark.parametrize("name", SCENES)
def test_the_records_in_it_can_be_read(name: str) -> None:
    text = golden_file(name).read_text("utf-8")
    parts = text.split("\n\n--- ") if SCENES[name].then else [text]
    for part in parts:
        record = "[Game" + part.split("[Game")[1]
        end = replay(record, Random(1)).end
        assert end.outcome is not None
        assert f"result {end.outcome.result}, winners" in part


def test_there_is_no_file_without_a_scene() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SCENES)


def test_they_show_what_is_rare() -> None:
    """Guard the choice of seeds: the scenes are there to show these."""
    text = "\n".join(path.read_text("utf-8") for path in FOLDER.glob("*.txt"))
    for rare in (
        " is discarded",
        "closes ",
        "(hidden)",
        "takes it back",
        "lost: nothing can cover",
        "result won",
        "result lost",
        "owed 4",
        " 3+1",
        "removes the ankh",
        "(points)",
        "[Tries",
        "[Mover",
        "[starts",
        "^",
    ):
        assert rare in text, rare
