"""The walk of a play in ARCHITECTURE.md names functions that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WALK = (
    (ROOT / "ARCHITECTURE.md").read_text().partition("<!-- walk -->")[2].partition("<!-- /walk")[0]
)
STEPS = re.findall(r"^\d+\. `([^`]+)` `(\w+)`: .+$", WALK, re.MULTILINE)


def test_the_walk_has_at_most_25_steps() -> None:
    assert 15 < len(STEPS) <= 25
    assert len(STEPS) == len(WALK.strip().splitlines())


@pytest.mark.parametrize(("file", "function"), STEPS)
def test_each_step_is_a_function_of_its_file(file: str, function: str) -> None:
    text = (ROOT / "src" / "kheper" / file).read_text()
    if file.endswith(".py"):
        assert re.search(rf"^ *(?:async )?def {function}\(", text, re.MULTILINE)
    else:
        declared = rf"^(?:export )?(?:async )?function {function}\(|^ +(?:function )?{function}\("
        assert re.search(declared, text, re.MULTILINE)
