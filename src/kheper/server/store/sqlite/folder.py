"""The folder for a user's data."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Return the folder for a user's data, which need not exist yet.

    XDG_DATA_HOME sets it on every system; a relative path there is ignored, as the XDG
    specification requires.
    """
    chosen = os.environ.get("XDG_DATA_HOME", "")
    return (Path(chosen) if Path(chosen).is_absolute() else _customary()) / "kheper"


def _customary() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or "~/AppData/Local").expanduser()
    if sys.platform == "darwin":
        return Path("~/Library/Application Support").expanduser()
    return Path("~/.local/share").expanduser()
