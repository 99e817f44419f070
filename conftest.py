"""Skips the environments whose extra is not available for this Python or platform."""

from __future__ import annotations

from importlib.util import find_spec

ADAPTERS = {"gymnasium": "gymnasium", "pettingzoo": "pettingzoo", "openspiel": "pyspiel"}
MISSING = [adapter for adapter, module in ADAPTERS.items() if find_spec(module) is None]

collect_ignore_glob = [f"src/kheper/envs/{adapter}/*" for adapter in MISSING]
collect_ignore = ["docs/environments.md"] if MISSING else []
