"""Scratch memory that image kernels reuse."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from blocks.base.types import Array

_LARGEST = 1 << 21
"""Elements: what is larger is not kept."""


class _Scratch(threading.local):
    """Arrays that a thread reuses from block to block, since fresh memory costs more than the work."""

    def __init__(self) -> None:
        self._held: dict[str, Array] = {}

    def empty(self, name: str, shape: Sequence[int], dtype: Any) -> Array:
        """Return an uninitialized array; the previous one of that name becomes invalid."""
        size = math.prod(shape)
        if size > _LARGEST:
            return np.empty(shape, dtype)
        held = self._held.get(name)
        if held is None or held.size < size or held.dtype != dtype:
            held = self._held[name] = np.empty(size, dtype)
        return held[:size].reshape(shape)


scratch = _Scratch()
