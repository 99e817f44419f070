"""How guests sign in: tokens in cookies, and codes that sign another device in.

A guest is known by a token in a cookie that no script can read; the store holds its hash alone.
"""

from __future__ import annotations

import hashlib
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

from kheper.server.match.seats import Actor
from kheper.server.refusals import refuse
from kheper.server.store.base import Store

CODE_SECONDS = 600
# As long as browsers keep a cookie.
_COOKIE_SECONDS = 400 * 24 * 3600
# Letters and digits that nobody takes for each other.
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"

# --- tokens and codes


def new_token() -> str:
    """Draw a guest's token: 256 bits."""
    return secrets.token_urlsafe(32)


def new_guest_id() -> str:
    """Draw a guest's id, which is no token and still told to nobody."""
    return secrets.token_urlsafe(16)


def token_hash(token: str) -> bytes:
    """Return what the store keeps of a token; 256 random bits need no slow hash."""
    return _hash("token", token)


def new_code(now: int) -> str:
    """Draw a code for another device: when it ends, in seconds, and 130 random bits."""
    drawn = "".join(secrets.choice(_LETTERS) for _ in range(26))
    return f"{now // 1000 + CODE_SECONDS:x}-{drawn}"


def code_hash(code: str) -> bytes:
    """Return what the store keeps of a code; no token has the same hash."""
    return _hash("code", code)


def used_hash(code: str) -> bytes:
    """Return what the store keeps of a code that was used; it takes it only once."""
    return _hash("used", code)


def check_code(code: str, now: int) -> None:
    """Refuse a code that no longer counts; its time is part of what was hashed."""
    end = code.partition("-")[0]
    try:
        good = now // 1000 <= int(end, 16) <= now // 1000 + CODE_SECONDS
    except ValueError:
        good = False
    if not good:
        raise bad_code()


def bad_code() -> Exception:
    """Return the refusal of a code."""
    return refuse("bad-code", "this code counts no longer, or never did: make another one")


def _hash(kind: str, text: str) -> bytes:
    return hashlib.sha256(f"kheper {kind} {text}".encode("utf-8", "replace")).digest()


# --- the cookie


def token_of(connection: HTTPConnection) -> str | None:
    """Return the token that a request brings along, if any."""
    return connection.cookies.get(_cookie_name(connection))


def give_token(connection: HTTPConnection, response: Response, token: str) -> None:
    """Let the browser keep a token: for this site, for no script, and over TLS where there is."""
    response.set_cookie(
        _cookie_name(connection),
        token,
        max_age=_COOKIE_SECONDS,
        path="/",
        secure=_is_secure(connection),
        httponly=True,
        samesite="strict",
    )


def take_token(connection: HTTPConnection, response: Response) -> None:
    """Let the browser forget its token."""
    response.delete_cookie(
        _cookie_name(connection),
        path="/",
        secure=_is_secure(connection),
        httponly=True,
        samesite="strict",
    )


def _cookie_name(connection: HTTPConnection) -> str:
    # With this prefix no other site of the same domain can set it.
    return "__Host-kheper" if _is_secure(connection) else "kheper"


def _is_secure(connection: HTTPConnection) -> bool:
    return connection.url.scheme in ("https", "wss")


async def guest_of(store: Store, connection: HTTPConnection) -> Actor | None:
    """Return the guest whose token comes with a request or a socket."""
    token = token_of(connection)
    guest = await store.guest(token_hash(token)) if token else None
    return Actor(guest.id, guest.name) if guest else None
