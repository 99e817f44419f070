"""What a command comes to: the entries that tell it, or a refusal.

Decisions are pure: they read no clock and draw from the rng they are given. The rules of the
game are asked once, by applying the entries; what they refuse is refused here.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from kheper.server import commands
from kheper.server.changing import after
from kheper.server.commands import AnyCommand, HouseCommand
from kheper.server.deciding import company, endings, lobby, playing, takebacks
from kheper.server.deciding.asking import Asking
from kheper.server.entries import Entry
from kheper.server.parts import Decided, Step
from kheper.server.refusals import refuse
from kheper.server.seats import HOUSE, Who

if TYPE_CHECKING:
    from kheper.server.table import Table

# Beyond this, a log takes only what brings a game to its end.
MOST_ENTRIES = 5000


def decide(table: Table, command: AnyCommand, who: Who, now: int, rng: Random) -> Decided:
    """Return what a command comes to, or raise a KheperError."""
    if command.id and (number := table.answered(who.id, command.id)):
        return Decided((), number, table)
    kind = type(command)
    _check_allowed(table, kind, who)
    asking = Asking(who, max(now, table.at), rng, command.id)
    steps: list[Step] = []
    for entry in _DECISIONS[kind](table, command, asking):
        steps.append(step := Step(table, entry, after(table, entry)))
        table = step.after
    if table.asked is not None:
        for entry in takebacks.agreed(table, asking):
            steps.append(step := table.step(entry))
            table = step.after
    return Decided(tuple(steps), table.number, table)


def _check_allowed(table: Table, kind: type, who: Who) -> None:
    if (who.id == HOUSE.id) != (kind in _HOUSES):
        raise refuse("not-allowed", "that is not for you to ask")
    if table.closed and kind not in _COMINGS:
        raise refuse("closed", "the match has been ended")
    if table.number >= MOST_ENTRIES and kind not in _ALWAYS:
        raise refuse("full", f"the match has {table.number} entries: only moves go on")


_DECISIONS: dict[type, Callable[[Any, Any, Asking], list[Entry]]] = {
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
    commands.Leave: company.leave,
    commands.Back: company.back,
    commands.StandIn: company.stand_in,
    commands.PassHost: company.pass_host,
    commands.Say: company.say,
    commands.Phrase: company.phrase,
    commands.Offer: company.offer,
    commands.Claim: company.claim,
    commands.Retry: endings.retry,
    commands.Rematch: endings.rematch,
    commands.Close: endings.close,
    commands.BotPlay: playing.bot_play,
    commands.Expire: playing.expire,
    commands.Away: company.away,
}

_HOUSES = frozenset(kind for kind in _DECISIONS if issubclass(kind, HouseCommand))
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
