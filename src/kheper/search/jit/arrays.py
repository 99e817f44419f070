"""The arrays that kernels take."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Word: TypeAlias = np.uint64
Words: TypeAlias = NDArray[np.uint64]
Bytes: TypeAlias = NDArray[np.int8]
Shorts: TypeAlias = NDArray[np.int16]
Ints: TypeAlias = NDArray[np.int32]
Numbers: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float32]
Reals: TypeAlias = NDArray[np.float64]
