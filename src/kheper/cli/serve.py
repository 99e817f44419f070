"""`kheper serve`: a place to play, for this machine, a household or a crowd."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from typing import Any

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
  KHEPER_BOTS         processes in which bots think
  KHEPER_WEB          a folder with another page
"""


@click.command(epilog=EPILOG)
@click.option("--host", metavar="HOST", help="The address to listen at (127.0.0.1).")
@click.option("--port", type=click.IntRange(0, 65535), help="The port (8200; 0: any free one).")
@click.option(
    "--database", metavar="ADDRESS", help="A file, or postgresql://…; else the user's own file."
)
@click.option("--workers", type=click.IntRange(1, 64), help="Processes; several need PostgreSQL.")
@click.option("--open/--no-open", "opens", default=True, help="Open the address in a browser.")
def serve(opens: bool, **given: Any) -> None:
    """Start the server; it prints its address, and opens it where there is a browser.

    It writes its log to standard error, a JSON object a line. Ctrl-C ends it, and nothing that
    was played is lost.
    """
    from kheper.server.serving import serve as run
    from kheper.server.settings import from_environment

    settings = from_environment(os.environ, **given)

    def ready(address: str) -> None:
        click.echo(f"Kheper is at {address}")
        sys.stdout.flush()
        if opens and _can_open():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    run(settings, ready)


def _can_open() -> bool:
    """Say whether somebody sits here who could see a browser."""
    if not sys.stdout.isatty():
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
