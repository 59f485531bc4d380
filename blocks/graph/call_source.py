"""Calls as expressions of NumPy's functions, for programs: nothing of ours that asks what it was given is in between.

Such a `BlockSpec.line` gives the same bits as the kernel. It is asked for where shapes are known, and the result is of
floating point or complex numbers of 32 bits or more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.matrix_products import matmul
from blocks.graph.graph import Node


class _Told:
    """An operand that a ufunc is told about: it gives the ufunc itself."""

    def __array_ufunc__(self, ufunc: Any, *_: Any) -> Any:
        return ufunc


def _clip() -> Any:
    """What is behind `numpy.clip`, which takes ten times as long over a small array, and has no public name."""
    numbers: Any = np.zeros(1)
    told = numbers.clip(_Told(), 1)
    return told if isinstance(told, np.ufunc) else np.clip


clip: Any = _clip()

FUNCTIONS = {
    "add": np.add,
    "clip": clip,
    "divide": np.divide,
    "greater": np.greater,
    "matmul": np.matmul,
    "maximum": np.maximum,
    "minimum": np.minimum,
    "multiply": np.multiply,
    "product": matmul,
    "subtract": np.subtract,
}
"""What lines may name."""


class Line(NamedTuple):
    """A call that is to become a line.

    Attributes:
        node: the node.
        args: what its inputs are called.
        out: what its result is to be written into, empty if it is a new array.
        names: takes the values of other names.
    """

    node: Node
    args: Sequence[str]
    out: str
    names: dict[str, Any]

    def call(self, function: str, *args: str) -> str:
        """A call of one of the `FUNCTIONS`, the last one, which gives the result."""
        return f"{function}({', '.join([*args, self.out] if self.out else args)})"

    def number(self, value: float) -> str:
        """The name of a whole number, or of infinity, in the dtype of the result."""
        dtype = self.node.outputs[0].dtype
        name = f"{dtype.short}_{value}"
        self.names[name] = np.asarray(value, dtype.numpy)
        return name
