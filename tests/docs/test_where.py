"""The files that ARCHITECTURE.md names under "Where to change what" exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
TABLE = PAGE.partition("<!-- where -->")[2].partition("<!-- /where")[0]
PATHS = sorted({path for path in re.findall(r"`([^`]+)`", TABLE) if "/" in path or "." in path})


def test_the_table_is_there() -> None:
    assert len(PATHS) > 50


@pytest.mark.parametrize("path", PATHS)
def test_every_file_exists(path: str) -> None:
    assert (ROOT / path).exists() or (ROOT / "src/kheper" / path).exists()
