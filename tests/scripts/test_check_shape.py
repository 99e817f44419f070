"""The check of the source's shape finds long modules, long functions and shared names."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import check_shape

LONG = "\n".join(["def long() -> None:", *["    pass"] * 60])
KERNEL = f"@kernel('void()')\n{LONG}".replace("long", "compiled")


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A source tree that may be written."""
    monkeypatch.setattr(check_shape, "ROOT", tmp_path)
    monkeypatch.setattr(check_shape, "SOURCE", tmp_path)
    monkeypatch.setattr(check_shape, "SHARED_NAMES", {"Known": "a reason"})
    return tmp_path


def test_long_modules_and_functions_are_found_but_not_kernels(source: Path) -> None:
    (source / "a.py").write_text(f"{LONG}\n{KERNEL}\n")
    (source / "b.py").write_text("\n" * 451)
    (source / "c.py").write_text("\n" * 450)
    assert [text.partition(":")[0] for text in check_shape.long_modules()] == ["b.py"]
    assert list(check_shape.long_functions()) == ["a.py:1: long has 61 lines, at most 60"]


def test_a_name_of_two_classes_needs_a_reason_and_a_reason_two_classes(source: Path) -> None:
    (source / "a.py").write_text("class Known: ...\nclass Twice: ...\nclass Once: ...\n")
    (source / "b.py").write_text("class Known: ...\nclass Twice: ...\n")
    assert list(check_shape.shared_names()) == ["class Twice is defined 2 times: a.py:2, b.py:2"]
    (source / "b.py").unlink()
    assert [text.split()[2] for text in check_shape.shared_names()] == ["Known,"]
