"""Write the golden files anew: `python -m tests.golden [name…]`."""

from __future__ import annotations

import sys

from tests.golden.playthrough import golden_file, playthrough
from tests.golden.scenes import SCENES


def main(names: list[str]) -> None:
    """Write the named scenes, or all, and tell which have changed."""
    for name in names or SCENES:
        path, text = golden_file(name), playthrough(name)
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8", newline="\n")
            print(f"written: {path.name}")


if __name__ == "__main__":
    main(sys.argv[1:])
