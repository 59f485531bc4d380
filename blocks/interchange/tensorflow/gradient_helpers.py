"""Calls that only gradients make, as several operators of TensorFlow."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from blocks.base.dtypes import INT32, INT64, DType
from blocks.graph.graph import Node, Output
from blocks.interchange.tensorflow.writing import Typed, Writer, dtype_attribute, tensor

_Ref = Callable[[Output], str]


class _Adding:
    """Adds nodes whose names begin with that of the call."""

    def __init__(self, writer: Writer, name: str) -> None:
        self._writer = writer
        self._name = name

    def __call__(self, op: str, pin: str, inputs: Sequence[str], last: str = "", **attributes: Typed) -> str:
        """Add a node; gives its output.

        Args:
            op: the operator.
            pin: its output.
            inputs: what it is given.
            last: what stands behind the name of the call; nothing for the node that gives the result.
            attributes: its attributes.
        """
        name = self._writer.name(f"{self._name}/{last}") if last else self._name
        return self._writer.output(self._writer.add(op, name, inputs, attributes), pin)

    def constant(self, value: Sequence[int] | int, dtype: DType, last: str) -> str:
        """Add a constant."""
        kind = dtype_attribute(dtype)
        return self("Const", "output", [], last, dtype=kind, value=tensor(np.array(value, dtype.numpy), dtype))


def _sum_to_shape(writer: Writer, node: Node, name: str, ref: _Ref) -> str:
    """Sum over the axes along which a tensor was broadcast, as TensorFlow's gradients do."""
    x, shape = node.inputs
    add, dtype, kind = _Adding(writer, name), dtype_attribute(shape.dtype), dtype_attribute(x.dtype)
    own = add("Shape", "output", [ref(x)], "own", T=kind, out_type=dtype)
    axes = add("BroadcastGradientArgs", "r0", [ref(shape), own], "axes", T=dtype)
    total = add("Sum", "output", [ref(x), axes], "sum", T=kind, Tidx=dtype, keep_dims=Typed("bool", False))
    return add("Reshape", "output", [total, ref(shape)], T=kind, Tshape=dtype)


def _axes(add: _Adding, node: Node, ref: _Ref) -> str:
    """The axes of a reduction, counted from the front, [n] int32."""
    shape, axis = node.inputs
    dtype = dtype_attribute(INT32)
    given = add("Cast", "y", [ref(axis)], "axis", SrcT=dtype_attribute(axis.dtype), DstT=dtype)
    flat = add("Reshape", "output", [given, add.constant([-1], INT32, "flat")], "axes", T=dtype, Tshape=dtype)
    rank = add("Size", "output", [ref(shape)], "rank", T=dtype_attribute(shape.dtype), out_type=dtype)
    return add("FloorMod", "z", [flat, rank], "places", T=dtype)


def _reduced_count(writer: Writer, node: Node, name: str, ref: _Ref) -> str:
    """How many elements a reduction makes one of."""
    shape = node.inputs[0]
    add, kind = _Adding(writer, name), dtype_attribute(shape.dtype)
    indices = _axes(add, node, ref)
    types = {"Tparams": kind, "Tindices": dtype_attribute(INT32), "Taxis": dtype_attribute(INT32)}
    sizes = add("GatherV2", "output", [ref(shape), indices, add.constant(0, INT32, "first")], "sizes",
                batch_dims=Typed("int", 0), **types)  # fmt: skip
    long = add("Cast", "y", [sizes], "long", SrcT=kind, DstT=dtype_attribute(INT64))
    return add("Prod", "output", [long, add.constant([0], INT32, "all")], T=dtype_attribute(INT64),
               Tidx=dtype_attribute(INT32), keep_dims=Typed("bool", False))  # fmt: skip


def _kept_shape(writer: Writer, node: Node, name: str, ref: _Ref) -> str:
    """The shape that a reduction which keeps its axes gives: the size 1 at the axes."""
    shape = node.inputs[0]
    add, kind, index = _Adding(writer, name), dtype_attribute(shape.dtype), dtype_attribute(INT32)
    indices = _axes(add, node, ref)
    column = add("ExpandDims", "output", [indices, add.constant(1, INT32, "last")], "column", T=index, Tdim=index)
    ones = add("OnesLike", "y", [indices], "ones", T=index)
    ones = add("Cast", "y", [ones], "sizes", SrcT=index, DstT=kind)
    return add("TensorScatterUpdate", "output", [ref(shape), column, ones], T=kind, Tindices=index)


HELPERS: dict[str, Callable[[Writer, Node, str, _Ref], str]] = {
    "KeptShape": _kept_shape,
    "ReducedCount": _reduced_count,
    "SumToShape": _sum_to_shape,
}
"""By block type what writes a call: it is given the writer, the call, its name, and how its inputs are written."""
