"""How guests sign in: by a token in a cookie, or by a code from another device.

No script can read the cookie, and the store has only the token's hash.
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
# The longest lifetime that browsers allow.
_COOKIE_SECONDS = 400 * 24 * 3600
# Letters and digits that are hard to confuse.
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"

# --- tokens and codes


def new_token() -> str:
    """Draw a guest's token: 256 bits."""
    return secrets.token_urlsafe(32)


def new_guest_id() -> str:
    """Draw a guest's id, which other guests never see."""
    return secrets.token_urlsafe(16)


def token_hash(token: str) -> bytes:
    """Return a token's hash for the store; 256 random bits need no slow hash."""
    return _hash("token", token)


def new_code(now: int) -> str:
    """Draw a code for another device: its expiry time and 130 random bits."""
    drawn = "".join(secrets.choice(_LETTERS) for _ in range(26))
    return f"{now // 1000 + CODE_SECONDS:x}-{drawn}"


def code_hash(code: str) -> bytes:
    """Return a code's hash for the store, which no token shares."""
    return _hash("code", code)


def used_hash(code: str) -> bytes:
    """Return the hash that marks a code as used; the store accepts it once."""
    return _hash("used", code)


def check_code(code: str, now: int) -> None:
    """Refuse a code that has expired; the expiry time is part of its hash."""
    end = code.partition("-")[0]
    try:
        good = now // 1000 <= int(end, 16) <= now // 1000 + CODE_SECONDS
    except ValueError:
        good = False
    if not good:
        raise bad_code()


def bad_code() -> Exception:
    """Return the refusal of a code."""
    return refuse("bad-code", "this code is not valid, or no longer valid: make another one")


def _hash(kind: str, text: str) -> bytes:
    return hashlib.sha256(f"kheper {kind} {text}".encode("utf-8", "replace")).digest()


# --- the cookie


def token_of(connection: HTTPConnection) -> str | None:
    """Return the token in a request's cookie, if any."""
    return connection.cookies.get(_cookie_name(connection))


def give_token(connection: HTTPConnection, response: Response, token: str) -> None:
    """Set the cookie: for this site only, hidden from scripts, and secure over TLS."""
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
    """Delete the cookie."""
    response.delete_cookie(
        _cookie_name(connection),
        path="/",
        secure=_is_secure(connection),
        httponly=True,
        samesite="strict",
    )


def _cookie_name(connection: HTTPConnection) -> str:
    # Browsers accept this prefix only from the host itself.
    return "__Host-kheper" if _is_secure(connection) else "kheper"


def _is_secure(connection: HTTPConnection) -> bool:
    return connection.url.scheme in ("https", "wss")


async def guest_of(store: Store, connection: HTTPConnection) -> Actor | None:
    """Return the guest of a request or a socket, if it has a valid token."""
    token = token_of(connection)
    guest = await store.guest(token_hash(token)) if token else None
    return Actor(guest.id, guest.name) if guest else None
