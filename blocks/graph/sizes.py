"""Kernels that work on many numbers in another way than on a few.

What decides is the size of the whole tensor: a plan that runs a part of it at a time asks beforehand, so that each
number is the same in every way of running a step.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.graph.graph import Output

MANY = 1 << 11
"""Elements from which on a call of a function that is made of twenty others pays."""


class BySize:
    """An elementwise kernel of one tensor, or of some that are spread against each other.

    Args:
        few: the kernel for a few elements, and for all dtypes but float32.
        many: the kernel for many float32 elements.
        inputs: of how many tensors.
    """

    def __init__(self, few: Callable[..., Any], many: Callable[..., Any], inputs: int = 1) -> None:
        self.few = few
        self.many = many
        self.inputs = inputs

    def __call__(self, x: Any, *others: Any) -> Any:
        """Run the one that is right for these tensors."""
        size = x.size if self.inputs == 1 else np.broadcast(x, *others[: self.inputs - 1]).size
        return self._chosen(size, x.dtype)(x, *others)

    def made_for(self, output: Output) -> Callable[..., Any]:
        """The one for a result whose shape is known."""
        return self._chosen(math.prod(size or 0 for size in output.shape or ()), output.dtype.numpy)

    def _chosen(self, size: int, dtype: np.dtype[Any]) -> Callable[..., Any]:
        return self.many if size >= MANY and dtype == np.float32 else self.few
