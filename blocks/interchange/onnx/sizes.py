"""Sizes that a model computes from shapes: known numbers, or the size of a known axis.

If the batch size is open, a Shape is known only in part. That is enough to determine the sizes that a Reshape produces,
and the end of a Slice.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import known_value, run_simple
from blocks.graph.graph import Node, Output

_MOST_STEPS = 40
_MOST_SIZES = 64
_HAND_ON = ("Cast", "ExpandDims", "Identity", "Reshape", "Squeeze")


class Axis(NamedTuple):
    output: Output
    axis: int


Size = int | Axis


def sizes_in(output: Output) -> list[Size] | None:
    """Return the integers in a vector or scalar that follow from shapes; None if they do not."""
    return _Question().sizes(output, _MOST_STEPS)


class _Question:
    """A cached search for sizes, since outputs may have many readers."""

    def __init__(self) -> None:
        self._found: dict[Output, list[Size] | None] = {}

    def sizes(self, output: Output, steps: int) -> list[Size] | None:
        """Return the sizes, going back at most ``steps`` nodes."""
        if output not in self._found:
            self._found[output] = self._sizes(output, steps)
        return self._found[output]

    def _sizes(self, output: Output, steps: int) -> list[Size] | None:
        known = known_value(output)
        if known is not None:
            plain = known.dtype.kind in "iu" and known.ndim < 2 and known.size <= _MOST_SIZES
            return [int(each) for each in known.reshape(-1)] if plain else None
        node = output.op
        kind = node.type.name
        if steps <= 0:
            return None
        if kind == "Shape":
            shape = node.inputs[0].shape
            return None if shape is None else [
                Axis(node.inputs[0], i) if size is None else size for i, size in enumerate(shape)
            ]  # fmt: skip
        if kind in _HAND_ON:
            rank = output.shape
            return None if rank is None or len(rank) > 1 else self.sizes(node.inputs[0], steps - 1)
        if kind in ("Concat", "Stack"):
            return self._joined(node, steps)
        if kind in ("GatherV2", "StridedSlice"):
            return self._picked(node, steps)
        return self._computed(node, steps)

    def _computed(self, node: Node, steps: int) -> list[Size] | None:
        spec, shape = node.type, node.outputs[0].shape
        if not (spec.foldable and spec.simple and spec.fusion in ("elementwise", "broadcast")) or shape is None:
            return None
        args: list[Array] = []
        for each in node.inputs:
            result = self.sizes(each, steps - 1)
            if result is None or each.shape is None or any(isinstance(size, Axis) for size in result):
                return None
            args.append(np.array(result, each.dtype.numpy).reshape([len(result)] if each.shape else []))
        try:
            with np.errstate(all="ignore"):
                return [int(each) for each in np.asarray(run_simple(node, args)).reshape(-1)]
        except (ArithmeticError, DiagramError, ValueError):  # whatever is wrong is said when the block runs
            return None

    def _picked(self, node: Node, steps: int) -> list[Size] | None:
        result = self.sizes(node.inputs[0], steps - 1)
        if result is None or node.inputs[0].shape is None or len(node.inputs[0].shape) != 1:
            return None
        if node.type.name == "GatherV2":
            indices = known_value(node.input("indices"))
            if indices is None or indices.ndim > 1 or indices.size > _MOST_SIZES:
                return None
            positions = [int(each) for each in indices.reshape(-1)]
            return [result[i] for i in positions] if all(-len(result) <= i < len(result) for i in positions) else None
        given = [known_value(node.input(pin)) for pin in ("begin", "end", "strides")]
        if any(each is None or each.size != 1 for each in given):
            return None
        begin, end, step = (int(each.item()) for each in given if each is not None)
        attrs = node.attrs
        if attrs["shrink_axis_mask"]:
            return [result[begin]] if -len(result) <= begin < len(result) else None
        if not step or attrs["new_axis_mask"] or attrs["ellipsis_mask"]:
            return None
        return result[None if attrs["begin_mask"] else begin : None if attrs["end_mask"] else end : step]

    def _joined(self, node: Node, steps: int) -> list[Size] | None:
        result: list[Size] = []
        for each in node.input_list("values"):
            sizes = self.sizes(each, steps - 1)
            if sizes is None:
                return None
            result += sizes
            if len(result) >= _MOST_SIZES:
                break
        return result[:_MOST_SIZES]


def reshaped(x: Output, shape: Shape, wanted: Sequence[Size]) -> list[int] | None:
    """Return sizes for a Reshape with at most one -1; None if that is not possible.

    Args:
        wanted: the sizes, with ONNX's -1 (the rest) and 0 (the input's size).
    """
    sizes: list[Size] = []
    for i, size in enumerate(wanted):
        if size != 0:
            sizes.append(size)
        elif shape is None or i >= len(shape):
            return None
        else:
            own = shape[i]
            sizes.append(Axis(x, i) if own is None else own)
    open_ = [each for each in sizes if isinstance(each, Axis)]
    if not open_:
        return [each for each in sizes if isinstance(each, int)]
    if len(open_) > 1:
        return None
    plain = [-1 if isinstance(each, Axis) else each for each in sizes]
    if plain.count(-1) == 1:
        return plain
    # Both an axis of x and the rest: what is left of the sizes of x without that axis.
    [own_axis] = open_
    others = None if shape is None else [size for i, size in enumerate(shape) if i != own_axis.axis]
    if own_axis.output is not x or others is None or None in others:
        return None
    whole = math.prod(size for size in others if size is not None)
    rest = math.prod(size for size in plain if size != -1)
    if not rest or whole % rest or not whole:
        return None
    return [-1 if isinstance(each, Axis) else whole // rest if each == -1 else each for each in sizes]
