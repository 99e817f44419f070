"""What a command comes to: the events that tell it, or a refusal.

Decisions are pure: they read no clock and draw from the rng they are given. The rules of the
game are asked once, by applying the events; what they refuse is refused here.

>>> from random import Random
>>> from kheper.server.match.commands import Create, SeatWish, Play
>>> from kheper.server.match.seats import Who
>>> anna = Who("guest-1", "Anna")
>>> bot = SeatWish("bot", level=2)
>>> wish = Create(game="scarab", seats=(SeatWish("here"), bot), start=True)
>>> table = decide_create(wish, anna, now=0, rng=Random(7)).table
>>> table.phase, table.number, table.state.to_move
('running', 2, (1,))
>>> move = str(table.state.legal_moves(1)[0])
>>> play = Play(id="1", seat=1, move=move, seen=2)
>>> decided = decide(table, play, anna, now=5, rng=Random(8))
>>> decided.number, decided.table.state.to_move
(3, (2,))
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec.structs import replace

from kheper.server.match import commands
from kheper.server.match.apply import after, first_step
from kheper.server.match.commands import AnyCommand, Create, ServerCommand, Start
from kheper.server.match.decide import chat, endings, lobby, participants, playing, takebacks
from kheper.server.match.decide.context import Context
from kheper.server.match.decide.create import first_event
from kheper.server.match.events import Event
from kheper.server.match.seats import SERVER, Who
from kheper.server.match.state import Decided, Step, Table
from kheper.server.refusals import refuse

# Beyond this, a log takes only what brings a game to its end.
MOST_EVENTS = 5000


def decide_create(wish: Create, who: Who, now: int, rng: Random) -> Decided:
    """Set up a match, and start it at once if that is wished."""
    step = first_step(first_event(wish, who, now, rng))
    if not wish.start:
        return Decided((step,), step.number, step.after)
    started = decide(step.after, Start(id=""), who, now, rng)
    return replace(started, steps=(step, *started.steps))


def decide(table: Table, command: AnyCommand, who: Who, now: int, rng: Random) -> Decided:
    """Return what a command comes to, or raise a KheperError."""
    if command.id and (number := table.answered(who.id, command.id)):
        return Decided((), number, table)
    kind = type(command)
    _check_allowed(table, kind, who)
    context = Context(who, max(now, table.at), rng, command.id)
    steps: list[Step] = []
    for event in _DECISIONS[kind](table, command, context):
        steps.append(step := Step(table, event, after(table, event)))
        table = step.after
    if table.asked is not None:
        for event in takebacks.agreed(table, context):
            steps.append(step := Step(table, event, after(table, event)))
            table = step.after
    return Decided(tuple(steps), table.number, table)


def _check_allowed(table: Table, kind: type, who: Who) -> None:
    if (who.id == SERVER.id) != (kind in _SERVER_ONLY):
        raise refuse("not-allowed", "that is not for you to ask")
    if table.closed and kind not in _COMINGS:
        raise refuse("closed", "the match has been ended")
    if table.number >= MOST_EVENTS and kind not in _ALWAYS:
        raise refuse("full", f"the match has {table.number} events: only moves go on")


_DECISIONS: dict[type, Callable[[Any, Any, Context], list[Event]]] = {
    commands.Play: playing.play,
    commands.Unready: playing.unready,
    commands.TakeBack: takebacks.take_back,
    commands.Answer: takebacks.answer,
    commands.Withdraw: takebacks.withdraw,
    commands.Sit: lobby.sit,
    commands.Stand: lobby.stand,
    commands.Fill: lobby.fill,
    commands.Swap: lobby.swap,
    commands.Rename: lobby.rename,
    commands.Age: lobby.age,
    commands.Change: lobby.change,
    commands.Arrange: lobby.arrange,
    commands.Start: lobby.start,
    commands.Leave: participants.leave,
    commands.Back: participants.back,
    commands.StandIn: participants.stand_in,
    commands.PassHost: participants.pass_host,
    commands.Say: chat.say,
    commands.Phrase: chat.phrase,
    commands.Offer: participants.offer,
    commands.Claim: participants.claim,
    commands.Retry: endings.retry,
    commands.Rematch: endings.rematch,
    commands.Close: endings.close,
    commands.BotPlay: playing.bot_play,
    commands.Expire: playing.expire,
    commands.Away: participants.away,
}

_SERVER_ONLY = frozenset(kind for kind in _DECISIONS if issubclass(kind, ServerCommand))
_COMINGS = frozenset({commands.Leave, commands.Back, commands.Away})
_ALWAYS = _COMINGS | frozenset(
    {
        commands.Play,
        commands.Start,
        commands.StandIn,
        commands.BotPlay,
        commands.Expire,
    }
)
