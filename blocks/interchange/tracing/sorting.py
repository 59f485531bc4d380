"""NumPy sorting of traced arrays, by a TopK over all elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import INT64
from blocks.graph.graph import Output
from blocks.interchange.tracing.operands import refuse, tensor
from blocks.interchange.tracing.shapes import axes_of, integers, rank, reshaped, sizes, transposed
from blocks.library.declare import make, make_node


def sort(a: Any, axis: Any = -1, **rest: Any) -> Output:
    x, back = _axis_last("sort", a, axis, rest)
    largest = make_node("TopK", x, np.array(sizes(x)[-1], np.int32)).outputs[0]
    return back(make("Reverse", largest, integers([rank(x) - 1])))


def argsort(a: Any, axis: Any = -1, **rest: Any) -> Output:
    x, back = _axis_last("argsort", a, axis, rest)
    if x.dtype.kind != "float":
        refuse(f"numpy.argsort of {x.dtype.short}")
    node = make_node("TopK", make("Negate", x), np.array(sizes(x)[-1], np.int32))
    return back(make("Cast", node.outputs[1], DstT=INT64))


def _axis_last(name: str, a: Any, axis: Any, rest: dict[str, Any]) -> tuple[Output, Callable[[Output], Output]]:
    if rest.pop("kind", None) not in (None, "quicksort", "stable", "mergesort", "heapsort") or any(
        value is not None for value in rest.values()
    ):
        refuse(f"numpy.{name}", rest)
    x = tensor(a)
    if axis is None:
        x, axis = reshaped(x, [int(np.prod(sizes(x), dtype=np.int64))]), 0
    [index] = axes_of(x, axis)
    order = [*(i for i in range(rank(x)) if i != index), index]

    def back(output: Output) -> Output:
        return transposed(output, [order.index(i) for i in range(len(order))])

    return transposed(x, order), back
