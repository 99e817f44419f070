"""The decorators of compiled functions: kernels, which Python calls, and parts of kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar, cast, get_args, get_origin, get_type_hints

import numba
import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype

from kheper.search.jit.cache import CACHED

Function = TypeVar("Function", bound=Callable[..., Any])

# Parts need no entry for the interpreter. Nothing compiled allocates: callers pass the arrays that
# it writes to, so no references are counted (`_nrt`). Both save compilation time.
PART_OPTIONS: Any = {
    "nogil": True,
    "_nrt": False,
    "error_model": "numpy",
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}

# Every kernel, in the order of definition.
KERNELS: list[Any] = []


def kernel(function: Function) -> Function:
    """Compile a function at its first call, cached on disk, without the interpreter's lock.

    Its annotations are its signature (see `arrays`): `compile_ahead` compiles it for them, and
    callers must pass exactly these types, Python ints and floats for scalars.
    """
    options: dict[str, Any] = {**PART_OPTIONS, "no_cpython_wrapper": False}
    compiled: Any = numba.njit(cache=CACHED, **options)(function)
    KERNELS.append(compiled)
    return cast("Function", compiled)


def part(function: Function) -> Function:
    """Compile a function that only kernels call, as a part of each of them."""
    compiled: Any = numba.njit(**PART_OPTIONS)(function)
    return cast("Function", compiled)


def compile_ahead(compiled: Any) -> None:
    """Compile a kernel, or load it from the cache, for the types of its annotations."""
    hints = get_type_hints(compiled.py_func, include_extras=True)
    hints.pop("return", None)
    compiled.compile(tuple(numba_type(hint) for hint in hints.values()))


def numba_type(hint: Any) -> Any:
    """Return Numba's type for an annotation: a scalar, an array, or a record of them."""
    if get_origin(hint) is Annotated:
        array, dimensions = get_args(hint)
        element = get_args(get_args(array)[1])[0]
        return types.Array(from_dtype(np.dtype(element)), dimensions, "C")
    if hasattr(hint, "_fields"):  # a named tuple
        hints = get_type_hints(hint, include_extras=True)
        fields = [numba_type(hints[name]) for name in hint._fields]
        from_types: Any = types.BaseTuple.from_types
        return from_types(fields, hint)
    return {int: types.int64, float: types.float64, bool: types.boolean}.get(hint) or from_dtype(
        np.dtype(hint)
    )


def lazy_kernel(function: Function) -> Function:
    """Compile a function at its first call for the types it gets there, cached on disk.

    A kernel that calls itself must be called by others with the very types it uses for itself
    (no constants in the call): else its cached code crashes (Numba issue 6061).
    """
    return cast("Function", numba.njit(cache=CACHED, nogil=True)(function))
