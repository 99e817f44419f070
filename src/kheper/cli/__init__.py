"""The `kheper` command."""

from kheper.cli.root import main

__all__ = ["main"]
