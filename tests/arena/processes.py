"""Looking at processes."""

from __future__ import annotations

from pathlib import Path


def is_running(pid: int) -> bool:
    """Say whether a process is there, and not just waiting to be buried."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
