"""Takes a picture of every screen of the page: three widths, light and dark, into screenshots/.

    python -m scripts.screenshots [SCREEN ...] [--locale de-DE]

The games are the same in every run, so that pictures of two versions can be compared. It fails at
the end if anything went wrong in the browser.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Literal

from tests.browser.chromium import chromium
from tests.browser.local_server import LocalServer
from tests.browser.screens import SCREENS, screens
from tests.browser.visitor import Visitor

FOLDER = Path(__file__).resolve().parent.parent / "screenshots"
SCHEMES: list[Literal["light", "dark"]] = ["light", "dark"]
WIDTHS = {360: 740, 800: 1000, 1400: 900}


def main() -> None:
    parser = argparse.ArgumentParser(description="Take a picture of every screen of the page.")
    parser.add_argument("screens", nargs="*", metavar="SCREEN", help=f"of {', '.join(SCREENS)}")
    parser.add_argument("--locale", default="en-GB")
    given = parser.parse_args()
    if unknown := set(given.screens) - set(SCREENS):
        parser.error(f"no such screen: {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory(prefix="kheper-screens-") as folder, chromium() as browser:
        server = LocalServer(Path(folder))
        server.start()
        try:
            visitor = Visitor(browser, server, given.locale, reduced_motion="reduce")
            take(visitor, given.screens or list(SCREENS))
            visitor.close()
        finally:
            server.stop()


def take(visitor: Visitor, names: list[str]) -> None:
    """Take the pictures of some screens; each is opened once, and then made narrower and darker."""
    FOLDER.mkdir(exist_ok=True)
    for name in screens(visitor, names):
        for width, height in WIDTHS.items():
            visitor.page.set_viewport_size({"width": width, "height": height})
            for scheme in SCHEMES:
                visitor.page.emulate_media(color_scheme=scheme)
                path = FOLDER / f"{name}-{width}-{scheme}.png"
                visitor.page.screenshot(path=path, full_page=True, animations="disabled")
        print(name, flush=True)


if __name__ == "__main__":
    main()
