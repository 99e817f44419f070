"""Debian's Chromium, driven by Playwright; Playwright's own browsers are never fetched."""

from __future__ import annotations

import ctypes
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.debian import installed

ARGUMENTS = (
    "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
).split()


def program() -> Path:
    """Where Chromium is; Debian's package is installed if we may and must."""
    return installed("chromium", _found)


def _found() -> Path | None:
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    return Path(path) if path else None


def _drivers_library() -> Path | None:
    """What Playwright's driver needs beside itself, on Linux."""
    name = "libatomic.so.1"
    try:
        ctypes.CDLL(name)
    except OSError:
        return None
    return Path(name)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser, which is gone afterwards; raises CannotInstallError where there is none."""
    path = program()
    if sys.platform == "linux":
        installed("libatomic1", _drivers_library)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS, timeout=120_000)
        try:
            yield browser
        finally:
            browser.close()
