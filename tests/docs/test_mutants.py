"""The mutants of `make mutants` match the current source."""

from __future__ import annotations

from scripts.break_rules import ROOT, TABLE, read_table, unbroken


def test_every_mutant_can_be_made_and_every_rule_has_one() -> None:
    mutants = list(read_table(TABLE.read_text(encoding="utf-8")))
    assert not unbroken(mutants)
    for mutant in mutants:
        source = (ROOT / "src/kheper" / mutant.file).read_text(encoding="utf-8")
        assert source.count(mutant.old) == 1, f"{mutant.rule}: {mutant.summary}"
