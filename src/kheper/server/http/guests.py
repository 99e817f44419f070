"""Operations on guests: names, cookies, and codes for other devices."""

from __future__ import annotations

from starlette.responses import Response

from kheper.server.http.operations import Call, reply
from kheper.server.http.schemas import GuestName, NewDeviceCode
from kheper.server.http.sign_in import (
    CODE_SECONDS,
    bad_code,
    check_code,
    code_hash,
    give_token,
    new_code,
    new_guest_id,
    new_token,
    take_token,
    token_hash,
    token_of,
    used_hash,
)
from kheper.server.match.text import check_name
from kheper.server.refusals import refuse
from kheper.server.store.base import Conflict, Guest


async def make_guest(call: Call) -> Response:
    """Create a guest, and set the cookie."""
    if call.who is not None:
        raise refuse("guest-already", f"you are already the guest {call.who.name}")
    guest = Guest(new_guest_id(), check_name(call.body.name))
    token = new_token()
    await call.services.store.add_guest(guest, token_hash(token))
    return _with_cookie(call, guest.name, token, 201)


async def show_guest(call: Call) -> GuestName:
    """Return the name of the guest."""
    return GuestName(call.guest.name)


async def rename_guest(call: Call) -> GuestName:
    """Rename the guest."""
    name = check_name(call.body.name)
    await call.services.store.rename(call.guest.id, name)
    return GuestName(name)


async def forget_device(call: Call) -> Response:
    """Remove the token of this device; the guest's other devices keep theirs."""
    token = token_of(call.request)
    assert token is not None
    await call.services.store.remove_token(token_hash(token))
    answer = Response(status_code=204, headers={"cache-control": "no-store"})
    take_token(call.request, answer)
    return answer


async def make_code(call: Call) -> NewDeviceCode:
    """Make a code for another device; the store holds its hash."""
    code = new_code(call.services.clock())
    await call.services.store.add_token(call.guest.id, code_hash(code))
    return NewDeviceCode(code, CODE_SECONDS)


async def take_code(call: Call) -> Response:
    """Sign this device in as the guest who made the code."""
    code = call.body.code
    check_code(code, call.services.clock())
    store = call.services.store
    guest = await store.guest(code_hash(code))
    if guest is None:
        raise bad_code()
    token = new_token()
    try:
        await store.add_token(guest.id, used_hash(code))
    except Conflict:
        raise bad_code() from None
    await store.add_token(guest.id, token_hash(token))
    return _with_cookie(call, guest.name, token, 200)


def _with_cookie(call: Call, name: str, token: str, status: int) -> Response:
    answer = reply(GuestName(name), status)
    give_token(call.request, answer, token)
    return answer
