"""The folder where a user's data is kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Return our folder among the user's data, which need not be there yet.

    XDG_DATA_HOME chooses it on every system; a relative path there counts as none, as the
    XDG specification wants it.
    """
    chosen = os.environ.get("XDG_DATA_HOME", "")
    return (Path(chosen) if Path(chosen).is_absolute() else _customary()) / "kheper"


def _customary() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or "~/AppData/Local").expanduser()
    if sys.platform == "darwin":
        return Path("~/Library/Application Support").expanduser()
    return Path("~/.local/share").expanduser()
