"""Migrations of the databases, a numbered file for each version."""

from __future__ import annotations

from importlib.resources import files
from typing import Literal, NamedTuple

from kheper.server.store.base import TooNew


class Migration(NamedTuple):
    """A version of the database, and the script that leads to it from the one before."""

    version: int
    script: str


def migrations_from(version: int, kind: Literal["sqlite", "postgres"]) -> list[Migration]:
    """Return the migrations that a database of this version still needs."""
    scripts = (
        file for file in files(__name__).joinpath(kind).iterdir() if file.name[-4:] == ".sql"
    )
    steps = sorted(Migration(int(file.name[:-4]), file.read_text("utf-8")) for file in scripts)
    if version > steps[-1].version:
        raise TooNew(
            f"the database has version {version}, but this program knows versions up to "
            f"{steps[-1].version}: use a newer Kheper"
        )
    return [step for step in steps if step.version > version]
