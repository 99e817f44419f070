"""Security headers, and the checks of Host and Origin.

Requests must name this server as their host, and a page of another site may not send any.
"""

from __future__ import annotations

import ipaddress
import socket

from starlette.datastructures import Headers

from kheper.server.config import Settings

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    # A match's address is its key, so no other site may see it.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


def names_of(settings: Settings) -> frozenset[str]:
    """Return the host names of the server, beside IP addresses.

    Another site can point its own name at this machine (DNS rebinding), but not an address.
    """
    machine = socket.gethostname().lower()
    own = {"localhost", machine, f"{machine}.local", settings.host.lower()}
    return frozenset(own | {name.lower() for name in settings.names})


def is_our_host(headers: Headers, names: frozenset[str]) -> bool:
    """Say whether a request is for this server."""
    hosts = headers.getlist("host")
    if len(hosts) != 1:
        return False
    name = _name(hosts[0])
    return name in names or _is_address(name)


def is_our_origin(headers: Headers) -> bool:
    """Say whether a request comes from our own page, or not from a browser."""
    origins = headers.getlist("origin")
    if not origins:
        # Browsers send Origin with every unsafe request, and with sockets.
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
