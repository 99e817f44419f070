"""One adapter for each game: what a match must know of it beyond the shared protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Union, cast

from msgspec import Struct

from kheper.server.games.adapter import AnyAdapter, GameAdapter, M, RematchSetup, S, V
from kheper.server.games.scarab.adapter import ScarabAdapter
from kheper.server.games.scarabya.adapter import ScarabyaAdapter

__all__ = [
    "ADAPTERS",
    "AnyAdapter",
    "Facts",
    "GameAdapter",
    "Legal",
    "Preview",
    "RematchSetup",
    "adapter_of",
    "register",
]

ADAPTERS: dict[str, AnyAdapter] = {}


def register(adapter: GameAdapter[S, V, M]) -> None:
    """Register the adapter of a game."""
    ADAPTERS[adapter.name] = cast("AnyAdapter", adapter)


def adapter_of(game: str) -> AnyAdapter:
    """Return the adapter of a game."""
    return ADAPTERS[game]


register(ScarabyaAdapter("scarabya"))
register(ScarabAdapter("scarab"))

# What adapters return: any struct for the type checker, these unions for the API document.
if TYPE_CHECKING:
    Facts = Struct
    Legal = Struct
    Preview = Struct
else:
    Facts = Union[tuple(adapter.facts_type for adapter in ADAPTERS.values())]  # noqa: UP007
    Legal = Union[tuple(adapter.legal_type for adapter in ADAPTERS.values())]  # noqa: UP007
    Preview = Union[tuple(adapter.preview_type for adapter in ADAPTERS.values())]  # noqa: UP007
