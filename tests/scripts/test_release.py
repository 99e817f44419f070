"""`make release` makes a release in a temporary clone, and refuses what it should."""

from __future__ import annotations

import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from scripts.release import ReleaseError, check_version, released_changelog

ROOT = Path(__file__).resolve().parents[2]


def git(tree: Path, *words: str) -> str:
    identity = ["-c", "user.name=Tester", "-c", "user.email=tester@example.org"]
    command = ["git", *identity, *words]
    return subprocess.run(command, cwd=tree, check=True, capture_output=True, text=True).stdout


def release(tree: Path, version: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "scripts/release.py", version]
    return subprocess.run(command, cwd=tree, check=False, capture_output=True, text=True)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A clone with the working tree's files, and with an entry to release."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    clone = tmp_path / "clone"
    git(tmp_path, "init", "--quiet", str(clone))
    names = git(ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    for name in names.split("\0"):
        source = ROOT / name
        if name and source.is_file():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            (clone / name).write_bytes(source.read_bytes())
    changelog = clone / "CHANGELOG.md"
    entry = "## Unreleased\n\n- A change that users notice.\n"
    text = changelog.read_text("utf-8").replace("## Unreleased\n", entry, 1)
    changelog.write_text(text, encoding="utf-8")
    for setting in ("user.name=Tester", "user.email=tester@example.org", "commit.gpgsign=false"):
        git(clone, "config", *setting.split("="))
    git(clone, "add", "--all")
    git(clone, "commit", "--quiet", "--message", "Start")
    return clone


def test_a_release_is_built_tried_committed_and_tagged(tree: Path) -> None:
    made = release(tree, "9.1.0")
    assert made.returncode == 0, made.stderr
    assert git(tree, "describe", "--exact-match") == "v9.1.0\n"
    assert git(tree, "status", "--porcelain") == ""
    assert '__version__ = "9.1.0"' in (tree / "src/kheper/__init__.py").read_text("utf-8")
    assert "\nversion: 9.1.0\n" in (tree / "CITATION.cff").read_text("utf-8")
    changelog = (tree / "CHANGELOG.md").read_text("utf-8")
    assert "## Unreleased\n\n## 9.1.0 - " in changelog
    assert sorted(path.name for path in (tree / "dist").iterdir()) == [
        "kheper-9.1.0-py3-none-any.whl",
        "kheper-9.1.0.tar.gz",
    ]
    # Nothing has changed since, so there is nothing to release.
    again = release(tree, "9.2.0")
    assert (again.returncode, "no entries" in again.stderr) == (1, True)
    assert git(tree, "status", "--porcelain") == ""


def test_a_dirty_tree_is_refused_and_left_alone(tree: Path) -> None:
    (tree / "README.md").write_text("changed", encoding="utf-8")
    refused = release(tree, "9.1.0")
    assert (refused.returncode, "uncommitted changes" in refused.stderr) == (1, True)
    assert git(tree, "status", "--porcelain") == " M README.md\n"
    assert git(tree, "tag") == ""


def test_archives_that_lack_a_file_are_not_released(tree: Path) -> None:
    git(tree, "rm", "--quiet", "src/kheper/web/index.html")
    git(tree, "commit", "--quiet", "--message", "Lose the page")
    refused = release(tree, "9.1.0")
    assert (refused.returncode, "lacks kheper/web/index.html" in refused.stderr) == (1, True)
    assert git(tree, "status", "--porcelain") == ""
    assert (git(tree, "tag"), git(tree, "log", "--oneline").count("\n")) == ("", 2)


@pytest.mark.parametrize("version", ["0.1.9", "0.2.0", "1", "v1.0.0", "1.0.0rc1", "01.0.0", ""])
def test_a_version_that_is_not_newer_or_malformed_is_refused(version: str) -> None:
    with pytest.raises(ReleaseError):
        check_version(version, "0.2.0")


@pytest.mark.parametrize("version", ["0.2.1", "0.10.0", "1.0.0"])
def test_a_newer_version_is_accepted(version: str) -> None:
    check_version(version, "0.2.0")


@pytest.mark.parametrize("text", ["# Changelog\n", "## Unreleased\n\n## 0.1.0\n\n- Old.\n"])
def test_a_changelog_without_new_entries_is_refused(text: str) -> None:
    with pytest.raises(ReleaseError):
        released_changelog(text, "0.2.0", date(2026, 11, 18))
