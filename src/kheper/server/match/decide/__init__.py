"""Decide commands: each one becomes events, or a refusal.

Decisions are pure: they read no clock and draw from the rng they are given. Applying the events
checks a move by the rules of the game, and a RuleError refuses the command.

>>> from random import Random
>>> from kheper.server.match.commands import Create, SeatWish, Play
>>> from kheper.server.match.seats import Actor
>>> anna = Actor("guest-1", "Anna")
>>> bot = SeatWish("bot", level=2)
>>> wish = Create(game="scarab", seats=(SeatWish("here"), bot), start=True)
>>> match = decide_create(wish, anna, now=0, rng=Random(7)).match
>>> match.phase, match.number, match.state.to_move
('running', 2, (1,))
>>> move = str(match.state.legal_moves(1)[0])
>>> play = Play(id="1", seat=1, move=move, seen=2)
>>> decided = decide(match, play, anna, now=5, rng=Random(8))
>>> decided.number, decided.match.state.to_move
(3, (2,))
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec.structs import replace

from kheper.server.match import commands
from kheper.server.match.apply import after, first_step
from kheper.server.match.commands import AnyCommand, Create, StartGame, SystemCommand
from kheper.server.match.decide import chat, endings, lobby, participants, playing, takebacks
from kheper.server.match.decide.context import Context
from kheper.server.match.decide.create import first_event
from kheper.server.match.events import Event
from kheper.server.match.seats import SYSTEM, Actor
from kheper.server.match.state import Decision, MatchState, Step
from kheper.server.refusals import refuse

# In a longer log only commands are accepted that bring the game to its end.
MOST_EVENTS = 5000


def decide_create(wish: Create, who: Actor, now: int, rng: Random) -> Decision:
    """Set up a match, and start it at once if the command says so."""
    step = first_step(first_event(wish, who, now, rng))
    if not wish.start:
        return Decision((step,), step.number, step.after)
    started = decide(step.after, StartGame(id=""), who, now, rng)
    return replace(started, steps=(step, *started.steps))


def decide(match: MatchState, command: AnyCommand, who: Actor, now: int, rng: Random) -> Decision:
    """Return the decision about a command, or raise a KheperError."""
    if command.id and (number := match.answered(who.id, command.id)):
        return Decision((), number, match)
    kind = type(command)
    _check_allowed(match, kind, who)
    context = Context(who, max(now, match.at), rng, command.id)
    steps: list[Step] = []
    for event in _DECISIONS[kind](match, command, context):
        steps.append(step := Step(match, event, after(match, event)))
        match = step.after
    if match.asked is not None:
        for event in takebacks.agreed(match, context):
            steps.append(step := Step(match, event, after(match, event)))
            match = step.after
    return Decision(tuple(steps), match.number, match)


def _check_allowed(match: MatchState, kind: type, who: Actor) -> None:
    if (who.id == SYSTEM.id) != (kind in _SYSTEM_ONLY):
        raise refuse("not-allowed", "only the system may do that")
    if match.closed and kind not in _ARRIVALS:
        raise refuse("closed", "the match is closed")
    if match.number >= MOST_EVENTS and kind not in _ALWAYS:
        raise refuse("full", f"the match has {match.number} events: only moves are accepted now")


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
    commands.StartGame: lobby.start,
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

_SYSTEM_ONLY = frozenset(kind for kind in _DECISIONS if issubclass(kind, SystemCommand))
_ARRIVALS = frozenset({commands.Leave, commands.Back, commands.Away})
_ALWAYS = _ARRIVALS | frozenset(
    {
        commands.Play,
        commands.StartGame,
        commands.StandIn,
        commands.BotPlay,
        commands.Expire,
    }
)
