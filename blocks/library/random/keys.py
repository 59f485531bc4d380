"""NumPy generators for the keys of streams."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.random.bit_generator import ISeedSequence


class _Key(ISeedSequence):
    """A key in place of a seed: NumPy's Philox, given only a key, first reads and discards a system seed."""

    __slots__ = ("_key",)

    def __init__(self, key: Any) -> None:
        self._key = key

    def generate_state(self, n_words: int, dtype: Any = np.uint32) -> Any:
        return self._key


def generator(key: bytes) -> np.random.Generator:
    seed: Any = _Key(np.frombuffer(key, np.uint64))
    return np.random.Generator(np.random.Philox(seed))
