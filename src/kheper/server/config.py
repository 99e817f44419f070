"""What the server is told when it starts: by options of the command, or by the environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, get_type_hints

import msgspec
from msgspec import Meta, Struct

from kheper.core.errors import SetupError

PREFIX = "KHEPER_"


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings of a server; each can be given as KHEPER_ and its name in capitals."""

    host: Annotated[str, Meta(min_length=1, max_length=255)] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8200
    # A PostgreSQL address or a file; empty is the user's own file.
    database: str = ""
    workers: Annotated[int, Meta(ge=1, le=64)] = 1
    # Names, beside IP addresses and this machine's own, under which the server is reached.
    names: tuple[str, ...] = ()
    # Addresses of proxies whose word about the client is believed.
    proxies: tuple[str, ...] = ()
    # Quotas of one address: connections at once; new guests, new matches, records an hour.
    connections: Annotated[int, Meta(ge=1)] = 64
    guests: Annotated[int, Meta(ge=1)] = 60
    matches: Annotated[int, Meta(ge=1)] = 120
    records: Annotated[int, Meta(ge=1)] = 600
    # And all requests together a minute.
    requests: Annotated[int, Meta(ge=1)] = 1200
    # Frames that a connection may send within 20 seconds, control frames included.
    messages: Annotated[int, Meta(ge=1)] = 100
    # Processes in which bots think; 0 is one for each processor but one.
    bots: Annotated[int, Meta(ge=0, le=64)] = 0
    # What /metrics asks for as a bearer token; empty: it answers this machine alone.
    metrics_token: Annotated[str, Meta(max_length=1000)] = ""
    # The folder with the page; empty is the one that comes with the program, if there is one.
    web: str = ""

    def __post_init__(self) -> None:
        """Refuse settings that do not go together."""
        if self.workers > 1 and not self.database.startswith(("postgresql://", "postgres://")):
            raise SetupError(
                None,
                "several workers need PostgreSQL: give --database postgresql://…, or one worker",
                code="bad-settings",
            )


def from_environment(environment: Mapping[str, str], **given: object) -> Settings:
    """Return the settings that options give, and where they do not, the environment.

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
        raise SetupError(None, f"the settings are wrong: {error}", code="bad-settings") from None


def _value(name: str, text: str) -> object:
    several = name in ("names", "proxies")
    return [part.strip() for part in text.split(",") if part.strip()] if several else text
