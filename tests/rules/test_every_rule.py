"""Every rule of the rules page, and every ruling of our own, is named by a test and by the code."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

RULES = """
SY-M1 SY-M2 SY-M3 SY-M4 SY-M5
SY-S1 SY-S2 SY-S3 SY-S4 SY-S5
SY-L1 SY-L2 SY-L3 SY-L4 SY-L5 SY-L6 SY-L7
SY-A1 SY-A2 SY-A3 SY-A4 SY-A5
SY-B1 SY-B2 SY-B3
SY-D1 SY-D2 SY-D3 SY-D4 SY-D5 SY-D6
SY-O1 SY-O2 SY-O3 SY-O4 SY-O5
SB-M1 SB-M2 SB-S1 SB-S2
SB-T1 SB-T2 SB-T3 SB-T4 SB-T5 SB-T6
SB-E1 SB-E2
SB-V1 SB-V2 SB-V3
""".split()
RULINGS = re.findall(r"^\| \*\*(KH-\d+)\*\*", (ROOT / "docs/rulings.md").read_text("utf-8"), re.M)


def names_of_tests() -> list[str]:
    """Return the names of all tests of rules and material."""
    return [
        node.name
        for folder in ("rules", "material")
        for path in (ROOT / "tests" / folder).glob("test_*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def named(name: str) -> str | None:
    """Return the id that a test's name begins with."""
    match = re.match(r"test_(sy|sb|kh)_([a-z]?\d+)_", name)
    return f"{match[1]}-{match[2]}".upper() if match else None


@pytest.mark.parametrize("rule", [*RULES, *RULINGS])
def test_a_rule_is_named_by_a_test(rule: str) -> None:
    assert rule in {named(name) for name in names_of_tests()}


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    ids = {named(name) for name in names_of_tests()} - {None}
    assert ids <= {*RULES, *RULINGS}


def test_the_code_cites_every_rule_and_no_other() -> None:
    cited: set[str] = set()
    for package in ("core", "scarabya", "scarab"):
        for path in (ROOT / "src/kheper" / package).glob("*.py"):
            cited |= set(re.findall(r"\b(?:SY|SB)-[A-Z]\d+|\bKH-\d+", path.read_text("utf-8")))
    assert cited == {*RULES, *RULINGS}


def test_the_rulings_are_numbered_without_a_gap() -> None:
    assert [f"KH-{n}" for n in range(1, len(RULINGS) + 1)] == RULINGS
