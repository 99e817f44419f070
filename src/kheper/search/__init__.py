"""Search: compiled kernels tied to the rules by parity tests, and the solvers on top of them.

Importing this package compiles nothing and does not even import Numba; `kheper.search.jit.warmup`
does both, in the background.
"""

from kheper.search.stop import Stop, never

__all__ = ["Stop", "never"]
