"""What every kernel is made of: the decorator, bits of 64-bit words, and random numbers.

A mask of the rules is one Python int of 110 bits, eleven a row; a kernel holds it as two words
of 55 bits: the upper five rows (the low bits), and the lower five. So no row is torn, a shift
along a row stays in its word, and no shift by a tile's length leaves a word undefined. What
Numba leaves untyped is confined to this file.
"""

# mypy: disable-error-code="import-untyped, untyped-decorator, no-untyped-def, call-arg"
# llvmlite has no types, and Numba none for what extends it.

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba.core.sigutils import normalize_signature
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

Word: TypeAlias = np.uint64
Words: TypeAlias = NDArray[np.uint64]
Bytes: TypeAlias = NDArray[np.int8]
Shorts: TypeAlias = NDArray[np.int16]
Numbers: TypeAlias = NDArray[np.int64]

Function = TypeVar("Function", bound=Callable[..., Any])

HALF = 55

# Numba makes a float of a signed and an unsigned number, so every literal is a word.
ZERO, ONE, ROW = np.uint64(0), np.uint64(1), np.uint64(11)
_55, _30, _27, _31, _32 = (np.uint64(n) for n in (HALF, 30, 27, 31, 32))
_16, _8, _LOW32, _LOW16, _LOW8 = (np.uint64(n) for n in (16, 8, 2**32 - 1, 2**16 - 1, 2**8 - 1))
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1, _MIX2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


class Stop:
    """A flag that another thread sets, and that kernels look at in every step."""

    def __init__(self) -> None:
        self.flag: Bytes = np.zeros(1, dtype=np.int8)

    def set(self) -> None:
        """Ask the search to stop now."""
        self.flag[0] = 1

    @property
    def is_set(self) -> bool:
        """Whether the search was asked to stop."""
        return bool(self.flag[0])


def words(mask: int) -> tuple[np.uint64, np.uint64]:
    """Split a mask of the rules into a kernel's two words."""
    return np.uint64(mask & 2**HALF - 1), np.uint64(mask >> HALF)


def mask_of_words(low: np.uint64, high: np.uint64) -> int:
    """Return the rules' mask of two words."""
    return int(low) | int(high) << HALF


def cache_folder() -> Path | None:
    """Return a folder of the user's own for compiled kernels, or None if none can be written.

    Numba notices changes of a kernel's own file alone, but a kernel is made of functions and
    tables of several files: so the folder's name is a digest of all the sources that matter.
    """
    folders = (base / f"kernels-{_digest()}" for base in _bases())
    return next((folder for folder in folders if _is_ours(folder)), None)


def _bases() -> Iterator[Path]:
    """Yield where a cache may be: the user's own, or else a temporary one."""
    with suppress(RuntimeError):  # there is no home
        yield Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "kheper"
    with suppress(OSError):  # there is nowhere to write
        yield Path(tempfile.gettempdir()) / f"kheper-{_user()}"


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")


def _digest() -> str:
    package = Path(__file__).parent
    sources = [
        *package.glob("*.py"),
        *(package.parent / "scarabya").glob("*.py"),
        *(package.parent / "scarab").glob("*.py"),
        package.parent / "core" / "grid.py",
    ]
    text = b"".join(path.read_bytes() for path in sorted(sources))
    return hashlib.blake2b(text, digest_size=8).hexdigest()


def _is_ours(folder: Path) -> bool:
    """Say whether a folder can be written, and is nobody else's: it holds code that will run."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        return not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()
    except OSError:
        return False


def _choose_cache() -> bool:
    """Point Numba's cache at our folder, unless the user has chosen one; say if there is one."""
    settings: Any = numba.config
    if settings.CACHE_DIR:
        return True
    folder = cache_folder()
    if folder is not None:
        settings.CACHE_DIR = str(folder)
        _tidy(folder)
    return folder is not None


def _tidy(folder: Path) -> None:
    """Remove what other versions compiled and nobody has used for a month."""
    long_ago = time.time() - 30 * 24 * 3600
    for other in folder.parent.glob("kernels-*"):
        with suppress(OSError):  # somebody else was quicker
            if other.stat().st_mtime < long_ago:  # every use touches the folder
                shutil.rmtree(other)


# Without a cache everything still works; each process then compiles anew.
CACHED = _choose_cache()


# Every kernel with the types it is compiled for, in the order of definition.
KERNELS: list[tuple[Any, str]] = []


def kernel(signature: str) -> Callable[[Function], Function]:
    """Compile a function at its first call, cached on disk, without the interpreter's lock.

    Callers pass Python ints for scalars (`i8`). The signature is what `warmup` compiles ahead;
    other types than these would be compiled anew.
    """

    def declare(function: Function) -> Function:
        compiled: Any = numba.njit(cache=CACHED, nogil=True, error_model="numpy")(function)
        KERNELS.append((compiled, signature))
        return cast("Function", compiled)

    return declare


def compile_ahead(compiled: Any, signature: str) -> None:
    """Compile a kernel, or load it from the cache, for the types it was declared with."""
    # The cache knows a kernel by its arguments' types alone: so do calls, and so must we.
    normalize: Any = normalize_signature
    arguments, _ = normalize(signature)
    compiled.compile(arguments)


def part(function: Function) -> Function:
    """Compile a function that kernels are made of, as a part of each of them."""
    compiled: Any = numba.njit(nogil=True, error_model="numpy")(function)
    return cast("Function", compiled)


@intrinsic
def _ctpop(_context, word):
    def build(_context, builder, _signature, arguments):
        return builder.ctpop(arguments[0])

    return numba.types.int64(numba.types.uint64), build


@intrinsic
def _cttz(_context, word):
    def build(_context, builder, _signature, arguments):
        # The last argument: 64 for a word without a bit, and not an undefined number.
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return numba.types.int64(numba.types.uint64), build


def count(word: np.uint64) -> int:
    """Return how many bits of a word are set."""
    return int(word).bit_count()


def first(word: np.uint64) -> int:
    """Return the place of the lowest bit that is set, 64 if there is none."""
    return (int(word) & -int(word)).bit_length() - 1 if word else 64


@overload(count)
def _count(word):
    return lambda word: _ctpop(word)  # noqa: PLW0108 - Numba reads its arguments


@overload(first)
def _first(word):
    return lambda word: _cttz(word)  # noqa: PLW0108 - as above


@part
def signed(word: Word) -> int:
    """Return a word as a number that may be mixed with others."""
    return int(np.int64(word))


@part
def down(low: Word, high: Word, by: Word) -> tuple[Word, Word]:
    """Shift a mask down by at most a word; bits above the 55th of the low word mean nothing."""
    return low >> by | high << (_55 - by), high >> by


@part
def up(low: Word, high: Word, by: Word) -> tuple[Word, Word]:
    """Shift a mask up by at most a word; bits above the 55th of each word mean nothing."""
    return low << by, high << by | low >> (_55 - by)


@part
def nth(word: Word, n: int) -> int:
    """Return the place of the n-th bit that is set, counted from 0."""
    place = 0
    here = count(word & _LOW32)
    if n >= here:
        n, word, place = n - here, word >> _32, 32
    here = count(word & _LOW16)
    if n >= here:
        n, word, place = n - here, word >> _16, place + 16
    here = count(word & _LOW8)
    if n >= here:
        n, word, place = n - here, word >> _8, place + 8
    while n:
        word &= word - ONE
        n -= 1
    return place + first(word)


@part
def square_of(low: Word, high: Word) -> int:
    """Return the place of a mask's first square."""
    return first(low) if low else HALF + first(high)


@part
def without_first(low: Word, high: Word) -> tuple[Word, Word]:
    """Return a mask that is not empty without its first square."""
    if low:
        return low & (low - ONE), high
    return low, high & (high - ONE)


@part
def mixed(word: Word) -> Word:
    """Mix a word's bits (the finaliser of splitmix64)."""
    word = (word ^ word >> _30) * _MIX1
    word = (word ^ word >> _27) * _MIX2
    return word ^ word >> _31


@part
def draw(random: Words) -> Word:
    """Draw a random word (splitmix64); the generator is an array of one word, its seed."""
    random[0] += _GOLDEN
    return mixed(random[0])


@part
def below(random: Words, n: int) -> int:
    """Draw a number from 0 to n - 1."""
    return signed((draw(random) >> _32) * np.uint64(n) >> _32)
