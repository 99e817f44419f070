"""The pictures of the documentation are what the documented commands draw."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.shell import kheper

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"


def test_the_pictures_are_up_to_date() -> None:
    text = (PICTURES / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^\$ kheper show (\S+) --move (\d+) --svg (\S+)$", text, re.MULTILINE)
    assert {picture for *_, picture in commands} == {
        f"docs/pictures/{path.name}" for path in PICTURES.glob("*.svg")
    }
    for record, move, picture in commands:
        drawn = kheper("show", str(ROOT / record), "--move", move, "--svg").stdout
        assert drawn == (ROOT / picture).read_text(encoding="utf-8")
