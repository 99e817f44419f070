"""The commands, options, files and rules that the documents mention exist.

The Python code in README.md runs as a doctest; this covers everything else.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from kheper.cli import main
from tests.rules.test_every_rule import RULES, RULINGS

assert isinstance(main, click.Group)
_CONTEXT = click.Context(main)
COMMANDS = {
    name: command
    for name in main.list_commands(_CONTEXT)
    if (command := main.get_command(_CONTEXT, name)) is not None
}
ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
NAMES = [str(path.relative_to(ROOT)) for path in DOCUMENTS]
TARGETS = re.findall(r"^([a-z]+):.*##", (ROOT / "Makefile").read_text("utf-8"), re.M)


def text_of(name: str) -> str:
    """Return a document's text."""
    return (ROOT / name).read_text("utf-8")


def spans(name: str) -> list[str]:
    """Return the inline code and the console lines of a document."""
    text = text_of(name)
    blocks = re.findall(r"^```(?:console|sh)\n(.*?)^```", text, re.M | re.S)
    lines = [line for block in blocks for line in block.split("\n")]
    return re.findall(r"`([^`\n]+)`", text) + [line.removeprefix("$ ") for line in lines if line]


def test_the_documents_are_there() -> None:
    assert {"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_make_target_that_is_named_exists(name: str) -> None:
    named = {match for span in spans(name) for match in re.findall(r"\bmake ([a-z]+)", span)}
    assert named <= set(TARGETS)


def test_the_readme_names_the_two_commands() -> None:
    assert {"make play", "make test"} <= set(spans("README.md"))


def test_contributing_lists_all_make_targets() -> None:
    listed = re.findall(r"^\| `make ([a-z]+)`", text_of("CONTRIBUTING.md"), re.M)
    assert set(listed) == set(TARGETS) - {"help"}


@pytest.mark.parametrize("name", NAMES)
def test_every_kheper_command_and_option_that_is_named_exists(name: str) -> None:
    for span in spans(name):
        for word, rest in re.findall(r"(?:^|[ /])kheper ([a-z]+)(.*)", span):
            assert word in COMMANDS, span
            _assert_options(COMMANDS[word], rest)


def test_the_readme_lists_every_command_with_options_it_has() -> None:
    rows = re.findall(r"^\| `kheper ([a-z]+).*?`.*$", text_of("README.md"), re.M)
    assert rows == list(dict.fromkeys(rows))
    assert set(rows) == set(COMMANDS)
    for row in re.findall(r"^\| `kheper .*$", text_of("README.md"), re.M):
        word = row.split()[2].rstrip("`")
        _assert_options(COMMANDS[word], row)


def _assert_options(command: click.Command, text: str) -> None:
    known = {option for parameter in command.params for option in parameter.opts} | {"--help"}
    known |= {option for parameter in command.params for option in parameter.secondary_opts}
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text)) <= known, text


def test_the_engine_example_of_the_readme_answers_every_line() -> None:
    example = re.search(
        r"^\$ printf '(.*)' \| \.venv/bin/kheper engine$", text_of("README.md"), re.M
    )
    assert example is not None
    commands = example[1].replace("\\n", "\n")
    run = subprocess.run(
        [sys.executable, "-m", "kheper", "engine"],
        input=commands,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    answers = run.stdout.split("\n\n")[:-1]
    assert len(answers) == commands.count("\n")
    assert all(answer.startswith("=") for answer in answers)


@pytest.mark.parametrize("name", NAMES)
def test_every_link_within_the_project_leads_somewhere(name: str) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", text_of(name))
    for link in links:
        if "://" not in link:
            assert (ROOT / name).parent.joinpath(link).exists(), link


@pytest.mark.parametrize("name", NAMES)
def test_every_path_that_is_named_exists(name: str) -> None:
    tops = "src|tests|docs|scripts|benchmarks|requirements"
    for span in spans(name):
        if re.fullmatch(rf"(?:{tops})/[\w./-]*", span):
            assert (ROOT / span).exists(), span


def test_every_rule_that_is_cited_anywhere_exists() -> None:
    files = [*DOCUMENTS, *(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    for path in files:
        text = path.read_text("utf-8")
        cited = re.findall(r"\b(?:SY|SB)-[A-Z]\d+\b|\bKH-\d+\b", text)
        cited += [f"{a}-{b}".upper() for a, b in re.findall(r"_(sy|sb)_([a-z]\d+)_", text)]
        cited += [f"KH-{number}" for number in re.findall(r"_kh_(\d+)_", text)]
        assert set(cited) <= {*RULES, *RULINGS}, path
