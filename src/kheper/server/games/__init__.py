"""One adapter for each game: what a match must know of it beyond the shared protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Union

from msgspec import Struct

from kheper.server.games.adapter import GameAdapter, RematchSetup
from kheper.server.games.scarab.adapter import ScarabAdapter
from kheper.server.games.scarabya.adapter import ScarabyaAdapter

__all__ = [
    "ADAPTERS",
    "Facts",
    "GameAdapter",
    "Legal",
    "Preview",
    "RematchSetup",
    "adapter_of",
    "register",
]

ADAPTERS: dict[str, GameAdapter[Any, Any]] = {}


def register(adapter: GameAdapter[Any, Any]) -> None:
    """Let matches of a registered game be played."""
    ADAPTERS[adapter.name] = adapter


def adapter_of(game: str) -> GameAdapter[Any, Any]:
    """Return the adapter of a game."""
    return ADAPTERS[game]


register(ScarabyaAdapter("scarabya"))
register(ScarabAdapter("scarab"))

# What the adapters return: any struct while we type-check, these ones in the API's description.
if TYPE_CHECKING:
    Facts = Struct
    Legal = Struct
    Preview = Struct
else:
    Facts = Union[tuple(adapter.facts_type for adapter in ADAPTERS.values())]  # noqa: UP007
    Legal = Union[tuple(adapter.legal_type for adapter in ADAPTERS.values())]  # noqa: UP007
    Preview = Union[tuple(adapter.preview_type for adapter in ADAPTERS.values())]  # noqa: UP007
