"""The choice of native kernels for convolutions and pooling, from the sizes of a node alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.graph import Node
from blocks.graph.kernel_choice import Native, natively
from blocks.library.nn.windows import Pool, Windows, explicit_pairs, padded_shape, pool_over, shape_last, spatial, windows_over

_STEPS = 20
"""Steps in which a kernel must save the time that its compilation takes."""
_COMPILATION = 0.02
"""Seconds to compile a kernel."""
_CONVOLUTION, _POOLING = 1e-9, 1e-9
"""Seconds saved for each element of all windows."""
_UNKNOWN = 64
"""The size that an unknown axis counts as."""


def estimated(shape: Shape, rank: int) -> tuple[int, ...]:
    return tuple([_UNKNOWN if size is None else size for size in shape or (None,) * rank])
