"""Operations on matches: lists, one match, its commands, its record, its link."""

from __future__ import annotations

from kheper.server.http.operations import Call
from kheper.server.http.qr import drawn
from kheper.server.http.schemas import CommandDone, MatchList, MatchSummary, NewMatch
from kheper.server.match.permissions import check_watch
from kheper.server.match.record import record
from kheper.server.match.state import MatchState
from kheper.server.match.view_match import SPECTATOR, Audience, view_of
from kheper.server.match.views import MatchView
from kheper.server.store.base import MatchIndex


async def list_history(call: Call) -> MatchList:
    """List the matches in which the guest holds a seat."""
    guest = call.guest.id
    found = await call.services.store.matches(
        guest=guest, limit=call.query.limit, before=call.query.before
    )
    return MatchList(tuple(_listed(index, guest) for index in found))


async def list_matches(call: Call) -> MatchList:
    """List the open matches that are offered to everybody."""
    found = await call.services.store.matches(
        open_only=True, limit=call.query.limit, before=call.query.before
    )
    guest = call.who.id if call.who else ""
    return MatchList(tuple(_listed(index, guest) for index in found))


def _listed(index: MatchIndex, guest: str) -> MatchSummary:
    return MatchSummary(
        match=index.match,
        game=index.game,
        mode=index.mode,
        state=index.state,
        host=index.host,
        seats=len(index.seats),
        you=tuple(n for n, holder in enumerate(index.seats, 1) if guest and holder == guest),
        created=round(index.created * 1000),
        updated=round(index.updated * 1000),
    )


async def create_match(call: Call) -> NewMatch:
    """Set up a match, of which the guest becomes the host."""
    return NewMatch((await call.services.live.create(call.body, call.guest)).id)


async def show_match(call: Call) -> MatchView:
    """Return what the caller may see of a match."""
    match = await _watched(call)
    audience = Audience.of(match, call.who.id) if call.who else SPECTATOR
    return view_of(match, audience)


async def command_match(call: Call) -> CommandDone:
    """Execute a command of the socket protocol."""
    match_id = call.request.path_params["match"]
    return CommandDone(await call.services.live.submit(match_id, call.body, call.guest))


async def show_record(call: Call) -> str:
    """Return the public record of a match."""
    return str(record(await _watched(call)))


async def draw_link(call: Call) -> str:
    """Return a QR code with the link to a match, at the address that the caller uses."""
    match_id = (await _watched(call)).id
    code = f"/{call.query.code}" if call.query.code else ""
    return drawn(f"{call.request.base_url}#t/{match_id}{code}")


async def _watched(call: Call) -> MatchState:
    seen = getattr(call.query, "seen", 0)
    match = await call.services.live.match(call.request.path_params["match"], seen)
    check_watch(match, call.who.id if call.who else "")
    return match
