"""Mutation tests: breaks each rule in turn and checks that a test named after it fails.

`break_rules.txt` lists the mutants: a rule's id, a file below src/kheper, and a replacement. Each
mutant is applied to a copy of the tree, where a test that names the rule must then fail. The
checkout is never touched.

    python scripts/break_rules.py            all rules
    python scripts/break_rules.py SY-L2 KH   rules whose ids start with one of these
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
TABLE = Path(__file__).with_suffix(".txt")
JOBS = 2
LONGEST = 300  # seconds; a mutant may cause an endless loop

# Makes sure that the copy is tested and not the checkout, which is installed in editable mode.
CONFTEST = """\
from pathlib import Path

import kheper

assert Path(kheper.__file__).is_relative_to(Path(__file__).parents[1]), kheper.__file__
"""


class Mutant(NamedTuple):
    """One way to break a rule."""

    rule: str
    file: str
    old: str
    new: str

    @property
    def summary(self) -> str:
        """The file, the old text and the new text, shortened."""
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        same = _alike(old, new)
        alike = _alike(old[same:][::-1], new[same:][::-1])
        shown = [_clip(text[max(0, same - 8) : len(text) - alike + 8]) for text in (old, new)]
        return f"{Path(self.file).name}: {shown[0]} -> {shown[1]}"


class Verdict(NamedTuple):
    """Whether the tests caught a mutant, and by which test or why not."""

    caught: bool
    words: str


def read_table(text: str) -> Iterator[Mutant]:
    """Yield the mutants: a line with id and file, then lines that start with - and +."""
    for block in re.split(r"\n(?=(?:SY|SB|KH)-)", "\n" + text):
        head, *lines = [
            line for line in block.split("\n") if line and not line.startswith(";")
        ] or [""]
        if head:
            rule, file = head.split()
            old, new = ([line[1:] for line in lines if line[0] == sign] for sign in "-+")
            yield Mutant(rule, file, "\n".join(old), "\n".join(new))


def unbroken(mutants: list[Mutant]) -> list[str]:
    """Return the ids of rules without a mutant."""
    source = (ROOT / "tests/rules/test_every_rule.py").read_text(encoding="utf-8")
    rulings = (ROOT / "docs/rulings.md").read_text(encoding="utf-8")
    ids = re.findall(r"\b(?:SY|SB)-[A-Z]\d+", source) + re.findall(r"\*\*(KH-\d+)\*\*", rulings)
    return sorted(set(ids) - {mutant.rule for mutant in mutants})


def copy_tree(target: Path) -> None:
    """Copy the files that the tests of the rules need."""
    leave = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src", target / "src", ignore=leave)
    for folder in ("rules", "material", "naive"):
        shutil.copytree(ROOT / "tests" / folder, target / "tests" / folder, ignore=leave)
    shutil.copytree(ROOT / "docs", target / "docs")
    shutil.copy2(ROOT / "pyproject.toml", target)
    (target / "tests/__init__.py").touch()
    (target / "tests/conftest.py").write_text(CONFTEST, encoding="utf-8")


def run_tests(tree: Path, rule: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run a tree's tests of the rules, or only those that name one rule."""
    name = f"test_{rule.lower().replace('-', '_')}_" if rule else "test_"
    files = [
        str(path.relative_to(tree))
        for folder in ("tests/rules", "tests/material")
        for path in sorted((tree / folder).glob("test_*.py"))
        if f"def {name}" in path.read_text(encoding="utf-8")
    ]
    command = [sys.executable, "-m", "pytest", *files, "-k", name, "-x", "-q"]
    options = ["--tb=no", "-rfE", "-p", "no:cacheprovider"]
    environment = os.environ | {
        "PYTHONPATH": str(tree / "src"),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "COLUMNS": "300",
    }
    return subprocess.run(  # noqa: S603 - our own command on our own copy
        command + options,
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )


def judge(mutant: Mutant, pristine: Path) -> Verdict:
    """Break a rule in a copy and check whether a test that names it fails."""
    source = (pristine / "src/kheper" / mutant.file).read_text(encoding="utf-8")
    found = source.count(mutant.old)
    if found != 1 or mutant.old == mutant.new:
        return Verdict(False, f"the old text occurs {found} times in {mutant.file}")
    with TemporaryDirectory(prefix="kheper-") as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(pristine, tree)
        broken = tree / "src/kheper" / mutant.file
        broken.write_text(source.replace(mutant.old, mutant.new), encoding="utf-8")
        for stale in (broken.parent / "__pycache__").glob(f"{broken.stem}.*"):
            stale.unlink()
        try:
            run = run_tests(tree, mutant.rule)
        except subprocess.TimeoutExpired:
            return Verdict(False, "the tests did not end")
    # Only a failed test counts: an import error or a typo in the table proves nothing.
    failed = re.search(r"^FAILED \S+?::(\w+).*? - (\w+)", run.stdout, re.MULTILINE)
    if run.returncode == 1 and failed:
        slip = failed[2] in ("NameError", "UnboundLocalError", "SyntaxError", "ImportError")
        return Verdict(not slip, failed[2] if slip else f"caught by {failed[1]}")
    return Verdict(False, "survived" if run.returncode == 0 else _last_line(run.stdout))


def main(wanted: list[str]) -> int:
    mutants = list(read_table(TABLE.read_text(encoding="utf-8")))
    missing = [] if wanted else unbroken(mutants)
    if wanted:
        mutants = [mutant for mutant in mutants if mutant.rule.startswith(tuple(wanted))]
    with TemporaryDirectory(prefix="kheper-") as folder:
        pristine = Path(folder)
        copy_tree(pristine)
        sound = run_tests(pristine)  # this also compiles the bytecode that all copies share
        if sound.returncode:
            print(f"The tests fail without a mutant:\n{sound.stdout}{sound.stderr}")
            return 1
        verdicts = []
        with ThreadPoolExecutor(JOBS) as pool:
            results = pool.map(lambda mutant: judge(mutant, pristine), mutants)
            for mutant, verdict in zip(mutants, results, strict=True):
                mark = "" if verdict.caught else "!! "
                print(f"{mutant.rule:6} {mutant.summary:90} {mark}{verdict.words}", flush=True)
                verdicts.append(verdict)
    caught = sum(verdict.caught for verdict in verdicts)
    print(f"{len(mutants)} mutants, {caught} caught, {len(mutants) - caught} not")
    if missing:
        print(f"rules without a mutant: {' '.join(missing)}")
    return int(caught < len(mutants) or bool(missing))


def _alike(one: str, other: str) -> int:
    """Return the length of the common prefix."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _clip(text: str, width: int = 36) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def _last_line(output: str) -> str:
    return f"no test failed: {output.strip().splitlines()[-1] if output.strip() else 'no output'}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
