"""The arrays that kernels take: contiguous, of one element type and one number of dimensions.

`Annotated` carries the dimensions, from which `decorators.kernel` derives a kernel's signature.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import numpy as np
from numpy.typing import NDArray

Word: TypeAlias = np.uint64

Words: TypeAlias = Annotated[NDArray[np.uint64], 1]
Bytes: TypeAlias = Annotated[NDArray[np.int8], 1]
Shorts: TypeAlias = Annotated[NDArray[np.int16], 1]
Ints: TypeAlias = Annotated[NDArray[np.int32], 1]
Numbers: TypeAlias = Annotated[NDArray[np.int64], 1]
Floats: TypeAlias = Annotated[NDArray[np.float32], 1]
Reals: TypeAlias = Annotated[NDArray[np.float64], 1]
Pixels: TypeAlias = Annotated[NDArray[np.uint8], 1]
Flags: TypeAlias = Annotated[NDArray[np.bool_], 1]

WordRows: TypeAlias = Annotated[NDArray[np.uint64], 2]
ByteRows: TypeAlias = Annotated[NDArray[np.int8], 2]
ShortRows: TypeAlias = Annotated[NDArray[np.int16], 2]
IntRows: TypeAlias = Annotated[NDArray[np.int32], 2]
NumberRows: TypeAlias = Annotated[NDArray[np.int64], 2]
FloatRows: TypeAlias = Annotated[NDArray[np.float32], 2]
RealRows: TypeAlias = Annotated[NDArray[np.float64], 2]
PixelRows: TypeAlias = Annotated[NDArray[np.uint8], 2]

WordStack: TypeAlias = Annotated[NDArray[np.uint64], 3]
PixelStack: TypeAlias = Annotated[NDArray[np.uint8], 3]
