"""Refusals over HTTP: a JSON body with a code and a sentence."""

from __future__ import annotations

import msgspec
from msgspec import Struct
from starlette.responses import Response


class Problem(Struct, frozen=True, omit_defaults=True):
    """Why something was refused: a code, a sentence, and perhaps a rule and a place."""

    code: str
    sentence: str
    rule: str = ""
    line: int = 0
    column: int = 0


def problem_response(status: int, problem: Problem, wait: float = 0) -> Response:
    """Return a response for a problem; `wait` is the number of seconds for Retry-After."""
    headers = {"retry-after": str(int(wait) + 1)} if wait else None
    return Response(msgspec.json.encode(problem), status, headers, "application/json")
