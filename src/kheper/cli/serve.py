"""`kheper serve`: starts the server."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import click

EPILOG = """\b
Examples:
  kheper serve                              on this machine alone
  kheper serve --host 0.0.0.0               for everybody in the house
  kheper serve --database postgresql://kheper@db/kheper --workers 4

\b
Each option can be given in the environment: KHEPER_HOST, KHEPER_PORT, KHEPER_DATABASE,
KHEPER_WORKERS. So can, without an option of their own:
  KHEPER_NAMES        names under which the server is reached, with commas between
  KHEPER_PROXIES      addresses of proxies in front of it
  KHEPER_CONNECTIONS  sockets of one address at once
  KHEPER_GUESTS, KHEPER_MATCHES, KHEPER_RECORDS   of one address in an hour
  KHEPER_REQUESTS     of one address in a minute
  KHEPER_MESSAGES     frames of one socket in 20 seconds
  KHEPER_BOTS         processes in which bots think
  KHEPER_METRICS_TOKEN   the bearer token for /metrics
  KHEPER_WEB          a folder with another page
"""

# Hosts that mean every network of this machine, and this machine alone.
_EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - they are compared with, not bound to
_HERE = ("127.0.0.1", "::1", "localhost")


@click.command(epilog=EPILOG)
@click.option("--host", metavar="HOST", help="The address to listen at (127.0.0.1).")
@click.option("--port", type=click.IntRange(0, 65535), help="The port (8200; 0: any free one).")
@click.option(
    "--database", metavar="ADDRESS", help="A file, or postgresql://…; else the user's own file."
)
@click.option("--workers", type=click.IntRange(1, 64), help="Processes; several need PostgreSQL.")
@click.option("--open/--no-open", "opens", default=True, help="Open the address in a browser.")
def serve(opens: bool, **given: Any) -> None:
    """Start the server, print its address, and open it in a browser if there is one.

    Its log goes to standard error: readable lines on a terminal, else a JSON object a line. Ctrl-C
    ends it, and nothing that was played is lost.
    """
    from kheper.server.config import from_environment
    from kheper.server.main import serve as run

    settings = from_environment(os.environ, **given)

    def ready(address: str) -> None:
        click.echo(f"Kheper is at {address}")
        for line in _instructions(settings.host, address):
            click.echo(line)
        sys.stdout.flush()
        if opens and _can_open():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    run(settings, ready)


def _instructions(host: str, address: str) -> list[str]:
    """Return how to invite others, and how to stop."""
    if host in _EVERYWHERE:
        port = urlsplit(address).port
        invite = f"Others in your network: http://{_own_address(host)}:{port}/"
    elif host in _HERE:
        invite = (
            "Others in your network cannot connect yet: start again with --host 0.0.0.0,\n"
            '  or with make play ARGS="--host 0.0.0.0", to let them in.'
        )
    else:
        invite = f"Others who can reach this machine: {address}"
    return [
        f"  {invite}",
        "  To invite somebody, set up a match and share the link or QR code in its lobby.",
        "  To stop, press Ctrl-C. Every move that was played is saved.",
    ]


def _own_address(host: str) -> str:
    """Return this machine's address in its network, or its name if it has none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Nothing is sent: connecting a UDP socket only selects the local address.
    elsewhere = "2001:db8::1" if ":" in host else "192.0.2.1"
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as finder:
        finder.connect((elsewhere, 9))
        found = str(finder.getsockname()[0])
        return f"[{found}]" if ":" in found else found
    return socket.gethostname()


def _can_open() -> bool:
    """Say whether a browser can be opened on this machine."""
    if not sys.stdout.isatty():
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
