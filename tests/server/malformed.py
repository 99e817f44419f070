"""Messages that are no messages, or nearly: for a server that must not mind.

`python -m tests.server.malformed 100000 7` sends so many, from a seed.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from websockets.exceptions import ConnectionClosed

from kheper.server.config import Settings
from kheper.server.live.bot_pool import BotPool
from tests.server.running_server import Person, RunningServer, running

GOLDEN = Path(__file__).parent / "match" / "golden" / "client.v1.jsonl"
GOOD = [line for line in GOLDEN.read_text("utf-8").splitlines() if line]
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 4, 5, 2**31, 2**53, 2**64, 10**40, 1.5, -0.0, 1e308),
    *("", "x", "e5", "\x00", "\u202e", "\ud800", "𓆣" * 50, "a" * 5000, "__proto__", "../../etc"),
    *([], [[]], {}, {"a": 1}, [None] * 50, ["scarab"], {"kind": "live", "seconds": 10**12}),
)
BATCH = 50
SETTINGS = Settings(guests=10_000, matches=10_000, requests=1_000_000, messages=10**6)


class Ledger(logging.Handler):
    """Keeps what is logged as a warning or worse."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.kept: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self.kept.append(record)

    @property
    def faults(self) -> list[str]:
        """What should not be there: errors, and anything with a traceback."""
        return [
            f"{record.name}: {record.getMessage()} {record.exc_info}"
            for record in self.kept
            if record.levelno >= logging.ERROR or record.exc_info
        ]


def malformed(rng: Random) -> str | bytes:
    """Return a frame that is hardly a message."""
    return rng.choice(KINDS)(rng)


def noise(rng: Random) -> bytes:
    return rng.randbytes(rng.choice((0, 1, 10, 200)))


def mutilated(rng: Random) -> str:
    """Change some characters of a good message."""
    text = list(rng.choice(GOOD))
    for _ in range(rng.randint(1, 5)):
        place = rng.randrange(len(text))
        text[place : place + rng.randint(0, 3)] = rng.choice(
            ("", '"', "{", "}", "\\", "\\u", "9", "e", "\x00", ",", "null", "\u2028")
        )
    return "".join(text)


def other_values(rng: Random) -> str:
    """Give fields of a good message values of other kinds."""
    message = json.loads(rng.choice(GOOD))
    for name in rng.sample(sorted(message), rng.randint(1, len(message))):
        message[name] = rng.choice(VALUES)
    return json.dumps(message)


def other_fields(rng: Random) -> str:
    """Leave fields out, or add some."""
    message = json.loads(rng.choice(GOOD))
    for name in rng.sample(sorted(message), rng.randint(0, len(message) - 1)):
        del message[name]
    message[rng.choice(("id", "type", "seat", "x", "seen", "settings"))] = rng.choice(VALUES)
    return json.dumps(message)


def deep(rng: Random) -> str:
    """Nest brackets as deep as fits."""
    depth = rng.choice((100, 1000, 4000))
    return rng.choice(("[" * depth, '{"a":' * (depth // 3), '{"type":' + "[" * depth))


def odd_json(rng: Random) -> str:
    """Write JSON that is none, or no object."""
    texts = ("", " ", "null", "NaN", "[]", "{}", '"hello"', "1e999", "{'a':1}", '{"type":1}', "//")
    return rng.choice(texts) + rng.choice(("", " ", "\n", "x"))


def good(rng: Random) -> str:
    """Send a good message where it makes no sense."""
    message = json.loads(rng.choice(GOOD))
    message["id"] = str(rng.random())
    if message["type"] in ("hello", "hint"):
        message["type"] = "ping"
        message = {"type": "ping", "id": message["id"]}
    return json.dumps(message)


KINDS = (
    noise,
    mutilated,
    mutilated,
    other_values,
    other_values,
    other_fields,
    deep,
    odd_json,
    good,
)


async def send_all(server: RunningServer, count: int, seed: int) -> Counter[str]:
    """Send so many to a table; return what was answered, by kind and code."""
    rng = Random(seed)
    answers: Counter[str] = Counter()
    async with server.person("Eve") as eve:
        left = count
        while left:
            match = (await eve.post("/api/matches", game="scarabya"))["match"]
            left -= await _at_a_table(eve, match, min(left, 1000), rng, answers)
        assert (await eve.get("/healthz")) == {"status": "ok"}
    return answers


async def _at_a_table(
    eve: Person, match: str, count: int, rng: Random, answers: Counter[str]
) -> int:
    sent = 0
    while sent < count:
        async with eve.at(match) as chair:
            await chair.next()
            try:
                while sent < count:
                    batch = [malformed(rng) for _ in range(min(BATCH, count - sent))]
                    sent += len(batch)
                    for frame in batch:
                        await chair.link.send(frame)
                    await chair.send(type="ping", id=f"after-{sent}")
                    while (message := await chair.next()).get("id") != f"after-{sent}":
                        answers[f"{message['type']} {message.get('code', '')}"] += 1
            except ConnectionClosed:
                answers["closed"] += 1
        eve.received.clear()
    return sent


async def run(count: int, seed: int, folder: Path) -> tuple[Counter[str], list[str]]:
    """Run a server and send; return the answers and the faults in its log."""
    ledger = Ledger()
    logging.getLogger().addHandler(ledger)
    try:
        # Some of what is sent asks for strong bots: those would hold this process up for long.
        async with running(folder, settings=SETTINGS, bots=BotPool(1)) as server:
            answers = await send_all(server, count, seed)
    finally:
        logging.getLogger().removeHandler(ledger)
    return answers, ledger.faults


def main() -> None:
    """Send as many as the command line says."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    with TemporaryDirectory() as folder:
        answers, faults = asyncio.run(run(count, seed, Path(folder)))
    for kind, number in answers.most_common():
        print(f"{number:8} {kind}")
    print(f"{count} sent from seed {seed}, {len(faults)} faults in the log")
    for fault in faults[:10]:
        print(fault)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
