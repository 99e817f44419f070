"""Functions that play, well or badly, as a user's own module would hold them."""

from __future__ import annotations

import os
import time
from random import Random
from typing import Any

not_a_function = 7


def first(view: Any, rng: Random) -> Any:
    """Play the first legal move."""
    return view.legal_moves()[0]


def chance(view: Any, rng: Random) -> Any:
    """Play any legal move."""
    return rng.choice(view.legal_moves())


def by_name(view: Any, rng: Random) -> str:
    """Return a move's notation, and say something in between."""
    print("thinking aloud")
    os.write(1, b"= a1\n\n")
    return str(rng.choice(view.legal_moves()))


def raises(view: Any, rng: Random) -> Any:
    """Fail in the third round."""
    if len(getattr(view, "cards", ())) > 2:
        raise ValueError("no idea\nat all")
    return first(view, rng)


def shouts(view: Any, rng: Random) -> Any:
    """Fail with many words, one of which is half a character."""
    raise ValueError("\ud800" + 3_000_000 * "no ")


def rambles(view: Any, rng: Random) -> Any:
    """Return far more than a move."""
    return 3_000_000 * "\ud800"


def dies(view: Any, rng: Random) -> Any:
    """End the process, as a crash in a library would."""
    os._exit(3)


def sleeps(view: Any, rng: Random) -> Any:
    """Never come to an end."""
    time.sleep(600)


def cheats(view: Any, rng: Random) -> Any:
    """Play what can be read, but is not allowed."""
    return "a1b1c1d1e1" if hasattr(view, "cards") else "ha1"


def babbles(view: Any, rng: Random) -> Any:
    """Return what is no move."""
    return "the one over there"
