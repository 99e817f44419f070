"""The settings of a server, from options of the command and from the environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, get_type_hints

import msgspec
from msgspec import Meta, Struct

from kheper.core.errors import SetupError

PREFIX = "KHEPER_"


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings of a server; each is also an environment variable, such as KHEPER_PORT."""

    host: Annotated[str, Meta(min_length=1, max_length=255)] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8200
    # A PostgreSQL address or a file; empty means the user's own file.
    database: str = ""
    workers: Annotated[int, Meta(ge=1, le=64)] = 1
    # Host names of the server, beside IP addresses and this machine's own name.
    names: tuple[str, ...] = ()
    # Addresses of trusted proxies, whose forwarding headers are believed.
    proxies: tuple[str, ...] = ()
    # Quotas of one address: connections at once; new guests, matches and records an hour.
    connections: Annotated[int, Meta(ge=1)] = 64
    guests: Annotated[int, Meta(ge=1)] = 60
    matches: Annotated[int, Meta(ge=1)] = 120
    records: Annotated[int, Meta(ge=1)] = 600
    # Requests of one address a minute.
    requests: Annotated[int, Meta(ge=1)] = 1200
    # Frames that a connection may send within 20 seconds, control frames included.
    messages: Annotated[int, Meta(ge=1)] = 100
    # Worker processes for bots; 0 means one for each processor but one.
    bots: Annotated[int, Meta(ge=0, le=64)] = 0
    # The bearer token for /metrics; without one it answers only this machine.
    metrics_token: Annotated[str, Meta(max_length=1000)] = ""
    # The folder with the page; empty means the page of this package, if there is one.
    web: str = ""

    def __post_init__(self) -> None:
        """Refuse settings that contradict each other."""
        if self.workers > 1 and not self.database.startswith(("postgresql://", "postgres://")):
            raise SetupError(
                None,
                "several workers need PostgreSQL: use --database postgresql://…, or one worker",
                code="bad-settings",
            )


def from_environment(environment: Mapping[str, str], **given: object) -> Settings:
    """Return the settings from options, or else from the environment.

    >>> from_environment({"KHEPER_PORT": "80", "KHEPER_HOST": "::"}, host="0.0.0.0").port
    80
    """
    values: dict[str, object] = {
        name: _value(name, environment[PREFIX + name.upper()])
        for name in get_type_hints(Settings)
        if environment.get(PREFIX + name.upper())
    }
    values |= {name: value for name, value in given.items() if value is not None}
    try:
        return msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise SetupError(None, f"invalid settings: {error}", code="bad-settings") from None


def _value(name: str, text: str) -> object:
    several = name in ("names", "proxies")
    return [part.strip() for part in text.split(",") if part.strip()] if several else text
