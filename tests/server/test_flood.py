"""Nobody can stop the server: a short flood; `python -m tests.server.flood` is the long one."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.flood import MOST_MEMORY, Attack, flood, serving

ATTACK = Attack(pings=3, json=3, fragments=3, requests=16, hints=4, bots=16)


def test_people_play_on_in_a_flood_and_nobody_honest_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path) as (port, process):
        found = asyncio.run(flood(port, process, pairs=2, seconds=6, sizes=ATTACK))
    assert not found.refusals
    assert len(found.flooded) > 5
    assert found.memory < MOST_MEMORY
    # Whoever sends too much is disconnected, and pipelined requests are bounded.
    assert found.metric('kheper_refusals_total{code="pipelined"}') > 0
    opened = found.metric("kheper_sockets_total")
    assert opened > 13, "attackers were disconnected, and came back"
    assert found.metric("kheper_connections") <= 2 * 2 + ATTACK.hints
    # No frame beyond the allowance is answered: 100 for each connection, and what came back.
    assert found.metric('kheper_refusals_total{code="hello-first"}') <= opened * 150
    for queue in ("quick", "hints", "search"):
        assert found.metric(f'kheper_queue_length{{queue="{queue}"}}') <= 16
