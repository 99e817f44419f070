"""The hooks and the hosted workflow run what the Makefile runs."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

from msgspec import yaml

ROOT = Path(__file__).resolve().parents[2]


def recipe(target: str) -> list[str]:
    """Return the commands of a make target, with its variables replaced."""
    run = subprocess.run(
        ["make", "--dry-run", "--no-print-directory", target],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [line for line in run.stdout.splitlines() if not line.startswith("scripts/venv")]


def test_the_commit_hooks_are_the_checks_of_make_check() -> None:
    config = yaml.decode((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    hooks = [hook for repository in config["repos"] for hook in repository["hooks"]]
    assert [hook["entry"] for hook in hooks] == recipe("check")


def test_the_workflow_tests_every_supported_python() -> None:
    workflow = yaml.decode((ROOT / ".github/workflows/test.yml").read_text("utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    classifier = re.compile(r"Programming Language :: Python :: (3\.\d+)")
    supported = [found[1] for text in project["classifiers"] if (found := classifier.match(text))]
    assert workflow["jobs"]["test"]["strategy"]["matrix"]["python"] == supported


def test_the_citation_names_the_current_version() -> None:
    from kheper import __version__

    citation = yaml.decode((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["version"] == __version__
