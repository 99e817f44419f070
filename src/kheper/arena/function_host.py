"""The process of a Python function that plays: `python -m kheper.arena.function_host NAME`.

The name is `module:function`. Each input line is a pickled view and a seed, each output line a
move or an error. Pickles travel from the arena to this process and never the other way.
"""

from __future__ import annotations

import base64
import json
import os
import pickle
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from operator import attrgetter
from random import Random
from typing import Any, TextIO

# Characters of a move or of an error: an answer has to fit into a line.
LONGEST = 1000


def main(name: str) -> None:
    """Answer views with moves until the input ends."""
    # What the function prints must not get between the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    found = _tried(_function, name)
    _say(answers, {"move": ""} if callable(found) else found)
    if callable(found):
        for line in sys.stdin.buffer:
            _say(answers, _tried(_chosen, found, line))


def _function(name: str) -> Callable[[Any, Random], Any]:
    module, _, function = name.partition(":")
    found: Any = attrgetter(function)(import_module(module))
    if not callable(found):
        raise TypeError(f"{name} is no function")
    return found  # type: ignore[no-any-return]  # that it takes a view shows when it is called


def _chosen(function: Callable[[Any, Random], Any], line: bytes) -> dict[str, str]:
    view, seed = pickle.loads(base64.b64decode(line))  # noqa: S301 - from the arena itself
    return {"move": str(function(view, Random(seed)))[:LONGEST]}


def _tried(action: Callable[..., Any], *given: Any) -> Any:
    try:
        return action(*given)
    except Exception as error:
        traceback.print_exc()
        return {"error": f"{type(error).__name__}: {error}"[:LONGEST]}


def _say(answers: TextIO, reply: dict[str, str]) -> None:
    answers.write(json.dumps(reply) + "\n")
    answers.flush()


if __name__ == "__main__":
    main(sys.argv[1])
