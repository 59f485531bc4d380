"""Random draws of blocks with seeds, the same in each run, with the method names of NumPy's generator."""

from __future__ import annotations

import numpy as np

from blocks.base.dtypes import DOUBLE
from blocks.base.types import Array
from blocks.library.random import filling
from blocks.library.random.philox import Philox, of_seeds


class SeededDraws:
    """Consecutive draws from the start of the stream of two seeds; the same as TensorFlow's."""

    def __init__(self, seed: int, seed2: int) -> None:
        self._philox = Philox(of_seeds(seed, seed2))

    def random(self) -> float:
        return float(filling.uniform(self._philox.reserve(1), (), DOUBLE))

    def permutation(self, values: Array) -> Array:
        return np.asarray(values[filling.permutation(self._philox.reserve(-(-len(values) // 4)), len(values))])
