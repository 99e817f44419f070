"""Who may speak to the server, how much, and how guests are known.

A guest is known by a token in a cookie that no script can read; the store holds its hash alone.
Requests must name this server as their host, and a page elsewhere may not send any.
"""

from __future__ import annotations

import hashlib
import ipaddress
import secrets
import socket
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response

from kheper.server.config import Settings
from kheper.server.refusals import refuse

LONGEST_BODY = 65_536
BODY_SECONDS = 10
CODE_SECONDS = 600
# As long as browsers keep a cookie.
_COOKIE_SECONDS = 400 * 24 * 3600
# Letters and digits that nobody takes for each other.
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    # A room's address is its key: no other site is told it.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


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


# --- Host and Origin


def names_of(settings: Settings) -> frozenset[str]:
    """Return the names that the server answers to, beside IP addresses.

    A page elsewhere can let a name of its own lead to this machine, but no address.
    """
    machine = socket.gethostname().lower()
    own = {"localhost", machine, f"{machine}.local", settings.host.lower()}
    return frozenset(own | {name.lower() for name in settings.names})


def is_our_host(headers: Headers, names: frozenset[str]) -> bool:
    """Say whether a request means this server."""
    hosts = headers.getlist("host")
    if len(hosts) != 1:
        return False
    name = _name(hosts[0])
    return name in names or _is_address(name)


def is_our_origin(headers: Headers) -> bool:
    """Say whether a request comes from our own page, or from a program that is no browser."""
    origins = headers.getlist("origin")
    if not origins:
        # Browsers tell the origin with everything that changes something, and with sockets.
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    scheme, _, place = origins[0].partition("://")
    here = headers.get("host", "").lower()
    return len(origins) == 1 and scheme in ("http", "https") and place.lower() == here


def _name(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0].lower() if ":" in host else host.lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


# --- quotas


def address_of(connection: HTTPConnection) -> str:
    """Return whom a quota is for."""
    return household(connection.client.host) if connection.client else ""


def household(host: str) -> str:
    """Return an address, or of IPv6 the network of 64 bits, which is one household's.

    >>> household("192.0.2.1"), household("::ffff:192.0.2.1"), household("2001:db8::1:2")
    ('192.0.2.1', '192.0.2.1', '2001:db8::/64')
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


class Quota:
    """So many of something in so many seconds for each address; it comes back bit by bit.

    >>> now = [0.0]
    >>> quota = Quota(2, 10, lambda: now[0])
    >>> quota.wait("a"), quota.wait("a"), quota.wait("a"), quota.wait("b")
    (0.0, 0.0, 5.0, 0.0)
    >>> now[0] = 5.0
    >>> quota.wait("a")
    0.0
    """

    MOST_ADDRESSES = 20_000

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self.most = most
        self.pace = most / seconds
        self.clock = clock
        self.left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, address: str) -> float:
        """Take one and return 0, or return after how many seconds there will be one."""
        now = self.clock()
        left, at = self.left.pop(address, (float(self.most), now))
        left = min(self.most, left + (now - at) * self.pace)
        taken = left >= 1
        self.left[address] = (left - taken, now)
        if len(self.left) > self.MOST_ADDRESSES:
            self.left.popitem(last=False)
        return 0.0 if taken else (1 - left) / self.pace


class Crowd:
    """So many of something at once for each address."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.there: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        """Let one more in, if there is room."""
        there = self.there.get(address, 0)
        if there >= self.most:
            return False
        self.there[address] = there + 1
        return True

    def leave(self, address: str) -> None:
        """Let one go."""
        there = self.there.pop(address) - 1
        if there:
            self.there[address] = there
