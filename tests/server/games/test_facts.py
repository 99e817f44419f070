"""A page that applies facts has the view that the server would send whole.

The page's own code applies the updates of random matches, in node, for everybody who looks.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from shutil import which

import msgspec
import pytest

from kheper.server.live.messages import encode
from kheper.server.live.updates import Effects, update
from kheper.server.match.state import Step
from kheper.server.match.view_events import visible_events
from kheper.server.match.view_match import Audience, view_of
from tests.server.match.random_match import PEOPLE, STRANGER, VARIANTS, RandomMatch

PAGE = Path(__file__).parents[2] / "web" / "apply-transcript.js"
MATCHES = 6


def transcript(played_match: RandomMatch, guest: str) -> Iterator[bytes]:
    """Yield what somebody is sent who follows a match from its creation on."""
    done = 0

    def told() -> Iterator[bytes]:
        nonlocal done
        steps, done = played_match.steps[done:], len(played_match.steps)
        if steps:
            yield line(steps, guest)

    match = played_match.match
    yield msgspec.json.encode({"view": view_of(match, Audience.of(match, guest))})
    done = len(played_match.steps)
    played_match.sit_down()
    yield from told()
    for _ in played_match.play():
        yield from told()


def line(steps: list[Step], guest: str) -> bytes:
    after = steps[-1].after
    audience = Audience.of(after, guest)
    frame = update(
        Effects.of(steps), audience, "facts", encode(visible_events(steps, audience, "facts"))
    )
    view = msgspec.json.encode(view_of(after, audience))
    return b'{"update":%s,"expect":%s}' % (frame, view)


@pytest.mark.parametrize("variant", VARIANTS)
def test_facts_applied_by_the_page_lead_to_the_servers_own_view(variant: str) -> None:
    node = which("node")
    assert node is not None
    for seed in range(MATCHES):
        guest = (*PEOPLE, STRANGER)[seed % 5].id
        lines = list(transcript(RandomMatch(variant, seed), guest))
        checked = subprocess.run(
            [node, str(PAGE)], input=b"\n".join(lines), capture_output=True, check=False
        )
        assert checked.returncode == 0, f"seed {seed}: {checked.stderr.decode()}"
        assert int(checked.stdout) == len(lines) - 1
