"""A simulated world: two processes, one store, a bus, people, and everything that goes wrong.

All of it runs on a clock of its own and is drawn from one seed, so that a world that fails fails
again.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import msgspec

from kheper.server.live import LiveLimits, LiveMatches, Registry
from kheper.server.live.bot_pool import InlineBots
from kheper.server.live.messages import encode
from kheper.server.match import commands as ask
from kheper.server.match import events
from kheper.server.match.apply import next_step, state_of
from kheper.server.match.commands import Create, SeatWish
from kheper.server.match.seats import Actor
from kheper.server.match.state import MatchState, Step
from kheper.server.match.terms import ClockTerms, MatchTerms
from kheper.server.match.view_events import visible_events
from kheper.server.match.view_match import Audience, view_of
from tests.server.simulation.clients import Client
from tests.server.simulation.loop import FakeLoop, run
from tests.server.simulation.memory import Disk, MemoryStore, Trouble

PEOPLE = tuple(Actor(f"guest-{name}", name) for name in ("Anna", "Ben", "Cleo"))
WATCHER = Actor("guest-Wim", "Wim")

# Short games: each of them is over after 8 to 30 moves.
GAMES: tuple[tuple[str, dict[str, str], int], ...] = (
    ("scarab", {"size": "8"}, 2),
    ("scarabya", {"mode": "duel"}, 2),
    ("scarabya", {"mode": "expedition"}, 2),
    ("scarabya", {"mode": "expedition", "open_table": "open"}, 2),
    ("scarabya", {"mode": "solo"}, 1),
)
CLOCKS = (ClockTerms(), ClockTerms("live", seconds=20, increment=2))
# After so long, trouble ceases, and the match must come to its end.
TROUBLED = 60.0
PATIENCE = 4 * 3600.0


class World:
    """One seed's world."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.loop = FakeLoop()
        self.disk = Disk()
        worst = self.rng.choice((0.0, 0.05, 0.2))
        self.trouble = Trouble(*(self.rng.random() * worst for _ in range(6)))
        self.limits = LiveLimits(away=20_000, idle=30_000, poll=3_000)
        self.lives: list[LiveMatches] = []
        self.stores: list[MemoryStore] = []
        self.clients: list[Client] = []
        self.calm = False
        self.wants_rematch = self.rng.random() < 0.5
        self.match_id = ""
        self.kills = 0
        self._steps: list[Step] = []

    # --- what clients and checks ask

    def steps(self) -> list[Step]:
        """Return all that is in the log, replayed."""
        log = self.disk.logs[self.match_id]
        for body in log[len(self._steps) :]:
            event = events.decode(body)
            match = self._steps[-1].after if self._steps else None
            self._steps.append(next_step(match, event))
        return self._steps

    def match(self, number: int) -> MatchState:
        """Return the table at a number, as the log has it."""
        steps = self.steps()
        assert number <= len(steps), f"entry {number} was told of, and is not in the log"
        return steps[number - 1].after

    def answer(self, who: Actor, id_: str) -> int | None:
        """Return the number of the first event that a command came to."""
        for step in self.steps():
            if step.event.by == who.id and step.event.id == id_:
                return step.number
        return None

    def check_view(self, client: Client, view: dict[str, Any]) -> None:
        """See that a view is that of the log, at the number the client has."""
        match = self.match(client.last)
        assert view == msgspec.json.decode(
            msgspec.json.encode(view_of(match, Audience.of(match, client.who.id)))
        )

    # --- running

    def play(self) -> None:
        """Let everything happen, and check what came of it."""
        run(self.loop, self._play())
        assert not self.loop.faults, self.loop.faults

    async def _play(self) -> None:
        self.lives = [await self._process(), await self._process()]
        await self._set_up()
        people = [asyncio.ensure_future(client.live()) for client in self.clients]
        while not self._settled():
            await asyncio.sleep(1)
            for task in people:
                if task.done():
                    task.result()
            if self.loop.now > TROUBLED:
                self._cancel_head_timer()
            elif self.rng.random() < 0.02:
                await self._kill(self.rng.randrange(2))
            assert self.loop.now < PATIENCE, f"the match stalls: {self._where()}"
        for task in people:
            task.cancel()
        self._check()
        for live in self.lives:
            await live.stop()

    async def _process(self) -> LiveMatches:
        store = MemoryStore(self.disk, Random(self.rng.random()), self.trouble)
        live = LiveMatches(
            Registry(store, InlineBots(), self.loop.clock, Random(self.rng.random()), self.limits)
        )
        await live.start()
        self.stores.append(store)
        return live

    async def _set_up(self) -> None:
        game, settings, seats = self.rng.choice(GAMES)
        people = self.rng.randint(1, seats)
        wishes = [SeatWish("here")] + [SeatWish("bot", level=1)] * (seats - people)
        wishes += [SeatWish()] * (people - 1)
        terms = MatchTerms(clock=self.rng.choice(CLOCKS), stand_in=1)
        wish = Create(game=game, settings=settings, seats=tuple(wishes), terms=terms)
        calm = MemoryStore(self.disk, Random(0))
        live = LiveMatches(
            Registry(calm, InlineBots(), self.loop.clock, Random(self.rng.random()), self.limits)
        )
        self.match_id = (await live.create(wish, PEOPLE[0])).id
        for number in range(2, people + 1):
            seat = seats - people + number
            await live.submit(self.match_id, ask.Sit(id="sit", seat=seat), PEOPLE[number - 1])
        await live.submit(self.match_id, ask.StartGame(id="start"), PEOPLE[0])
        await live.stop()
        calm.unplug()
        for who in PEOPLE[:people]:
            self.clients.append(Client(self, who, Random(self.rng.random())))
        if self.rng.random() < 0.3:
            watcher = Client(self, WATCHER, Random(self.rng.random()), follow="facts")
            self.clients.append(watcher)

    async def _kill(self, number: int) -> None:
        """Let a process die, in the middle of whatever it does, and start another."""
        self.kills += 1
        fresh = await self._process()
        live, store = self.lives[number], self.stores[number]
        store.unplug()
        store.subscribe(lambda *_: None)
        for client in self.clients:
            if client.link is not None and client.link.live is live:
                client.link.open = False
        live.registry.is_stopping = True
        for match_id in live.registry.matches.values():
            match_id.sessions.clear()
            for timer in match_id.timers():
                timer.cancel()
        for task in live.registry._tasks:
            task.cancel()
        for client in self.clients:
            if client.link is not None and client.link.live is live:
                client.link.task.cancel()
        self.stores[number] = self.stores.pop()
        self.lives[number] = fresh

    def _cancel_head_timer(self) -> None:
        self.calm = True
        for store in self.stores:
            store.trouble = self.trouble.calm

    def _settled(self) -> bool:
        """Whether the match is over, everybody knows all of it, and nobody waits."""
        steps = self.steps()
        match = steps[-1].after
        if match.phase != "over" or (self.wants_rematch and not match.next):
            return False
        if match.next and match.next not in self.disk.logs:
            return False
        return all(
            client.last == match.number
            and client.asked is None
            and client.link is not None
            and client.link.open
            for client in self.clients
        )

    def _where(self) -> str:
        match = self.steps()[-1].after
        clients = [(c.who.name, c.last, c.asked and c.asked.message) for c in self.clients]
        return f"{match.phase} at {match.number}, {match.game_state.to_move}, {clients}"

    # --- what must hold in the end

    def _check(self) -> None:
        steps = self.steps()
        match = state_of(events.decode(body) for body in self.disk.logs[self.match_id])
        assert match == steps[-1].after
        assert match.game_state.outcome is not None
        assert self.match_id not in self.disk.due, "a match that is over is due"
        self._check_ids(steps)
        for client in self.clients:
            self._check_client(client, steps)

    def _check_ids(self, steps: list[Step]) -> None:
        """Nothing that was acknowledged is missing; nothing is there twice, or though refused."""
        seen: dict[tuple[str, str], int] = {}
        for step in steps:
            key = (step.event.by, step.event.id)
            if not step.event.id:
                continue
            assert seen.get(key, step.number - 1) == step.number - 1, f"{key} is there twice"
            seen[key] = step.number
        for client in self.clients:
            own = {id_: number for (by, id_), number in seen.items() if by == client.who.id}
            for id_, numbers in client.acks.items():
                # What changed nothing was acknowledged with any number, and is not in the log.
                assert id_ not in own or numbers == {own[id_]}, f"{id_}: {numbers}"
                assert id_ in own or id_ not in client.moves, f"{id_} was acknowledged and is lost"
            assert not client.refused & set(own), "refused, and yet carried out"

    def _check_client(self, client: Client, steps: list[Step]) -> None:
        told = _events_update(steps[client.first :], client) if steps[client.first :] else []
        assert list(client.events.values()) == told


def _events_update(steps: list[Step], client: Client) -> list[dict[str, Any]]:
    audience = Audience.of(steps[-1].after, client.who.id)
    found: list[dict[str, Any]] = msgspec.json.decode(
        encode(visible_events(steps, audience, client.follow))
    )
    return found
