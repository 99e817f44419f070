"""The one door to Numba for the SCARAB kernels: decorated functions keep their types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from kheper.search.bits import CACHED

Ints = NDArray[np.int64]
_F = TypeVar("_F", bound=Callable[..., Any])


def kernel(function: _F) -> _F:
    """Compile a function at its first call, without the interpreter's lock, and keep the code.

    A kernel that calls itself must be called by others with the very types it uses for itself
    (no constants in the call): else its cached code crashes (Numba issue 6061). The cache is
    that of `bits`, whose name changes with any source that matters.
    """
    return cast(_F, numba.njit(cache=CACHED, nogil=True)(function))
