"""The decorators of compiled functions: kernels, which Python calls, and their parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.core.sigutils import normalize_signature

from kheper.search.jit.cache import CACHED

Function = TypeVar("Function", bound=Callable[..., Any])

# Types as Numba writes them, or as a tuple.
Signature = str | tuple[Any, ...]

# Every kernel with the types it is compiled for, in the order of definition.
KERNELS: list[tuple[Any, Signature]] = []


def kernel(signature: Signature) -> Callable[[Function], Function]:
    """Compile a function at its first call, cached on disk, without the interpreter's lock.

    Callers pass Python ints for scalars (`i8`). The signature is what `warmup` compiles ahead;
    other types than these would be compiled anew.
    """

    def declare(function: Function) -> Function:
        compiled: Any = numba.njit(cache=CACHED, nogil=True, error_model="numpy")(function)
        KERNELS.append((compiled, signature))
        return cast("Function", compiled)

    return declare


def kernel_for(*examples: object) -> Callable[[Function], Function]:
    """Compile a function for arguments of the examples' types: records have no written form."""
    typeof: Any = numba.typeof
    return kernel(tuple(map(typeof, examples)))


def compile_ahead(compiled: Any, signature: Signature) -> None:
    """Compile a kernel, or load it from the cache, for the types it was declared with."""
    # The cache knows a kernel by its arguments' types alone: so do calls, and so must we.
    normalize: Any = normalize_signature
    arguments, _ = normalize(signature)
    compiled.compile(arguments)


def part(function: Function) -> Function:
    """Compile a function that kernels are made of, as a part of each of them."""
    compiled: Any = numba.njit(nogil=True, error_model="numpy")(function)
    return cast("Function", compiled)


def lazy_kernel(function: Function) -> Function:
    """Compile a function at its first call for the types it gets there, cached on disk.

    A kernel that calls itself must be called by others with the very types it uses for itself
    (no constants in the call): else its cached code crashes (Numba issue 6061).
    """
    return cast("Function", numba.njit(cache=CACHED, nogil=True)(function))
