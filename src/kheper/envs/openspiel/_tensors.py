"""Tensors with named parts, as OpenSpiel's observers keep them."""

from __future__ import annotations

from math import prod

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Shape = tuple[int, ...]


def room_for(parts: dict[str, Shape]) -> tuple[Floats, dict[str, Floats]]:
    """Return one flat tensor, and its parts by name: views of the same memory."""
    tensor = np.zeros(sum(prod(shape) for shape in parts.values()), dtype=np.float32)
    named, first = {}, 0
    for name, shape in parts.items():
        named[name] = tensor[first : first + prod(shape)].reshape(shape)
        first += prod(shape)
    return tensor, named
