"""TensorFlow operators that become several blocks in a composite."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from blocks.interchange.importing.model_graph import ModelGraph, ModelNode, Ref
from blocks.interchange.tensorflow.operations import Converted, Operation, constant_in, output_of
from blocks.library.parsing.tensor_messages import DTYPES

_Pin = tuple[ModelNode, str]
GROWS = "resize_if_index_out_of_bounds"
"""The attribute of what writes into a list that says whether that may have to be filled up first."""


def _converted(output: Ref, inputs: Sequence[Sequence[_Pin]], *more: Ref) -> Converted:
    return Converted(output_of([output, *more]), inputs)


class CompositeWriter:
    def __init__(self, graph: ModelGraph, operation: Operation) -> None:
        self.graph = graph
        self.operation = operation

    def __call__(self, name: str, kind: str, values: dict[str, Any] | None = None, **inputs: Ref) -> ModelNode:
        path = (*self.operation.path, name)
        return self.graph.add(path, kind, values, list(inputs.items()), self.operation.op)


def _softplus_grad(add: CompositeWriter) -> Converted:
    """Return the gradient of log(exp(x) + 1): dy sigmoid(x)."""
    sigmoid = add("sigmoid", "Sigmoid")
    product = add("backprops", "Multiply", y=sigmoid.out("y"))
    return _converted(product.out("z"), [[(product, "x")], [(sigmoid, "x")]])


def _softsign_grad(add: CompositeWriter) -> Converted:
    """Return the gradient of x / (|x| + 1): dy / (|x| + 1)^2."""
    size = add("abs", "Abs")
    ones = add("ones", "OnesLike", x=size.out("y"))
    below = add("below", "Square", x=add("sum", "Add", x=size.out("y"), y=ones.out("y")).out("z"))
    result = add("backprops", "RealDiv", y=below.out("y"))
    return _converted(result.out("z"), [[(result, "x")], [(size, "x")]])


def _elu_grad(add: CompositeWriter) -> Converted:
    """Return the gradient of elu from its result y: dy where y > 0, dy (y + 1) elsewhere."""
    zeros = add("zeros", "ZerosLike")
    is_below = add("is_below", "Less", y=zeros.out("y"))
    scaled = add("scaled", "Multiply")
    total = add("total", "Add", x=scaled.out("z"))
    result = add("backprops", "Where3", condition=is_below.out("z"), x=total.out("z"))
    gradient = [(scaled, "x"), (total, "y"), (result, "y")]
    return _converted(result.out("output"), [gradient, [(zeros, "x"), (is_below, "x"), (scaled, "y")]])


def _list_set_item(add: CompositeWriter) -> Converted:
    if GROWS in add.operation.attr and add.operation.attr[GROWS].b:
        return _list_grow(add)
    index = add("index", "Reshape", {"shape": [1, 1]})
    item = add("item", "ExpandDims", {"axis": 0})
    result = add("list", "TensorScatterUpdate", indices=index.out("output"), updates=item.out("output"))
    return _converted(result.out("output"), [[(result, "tensor")], [(index, "tensor")], [(item, "input")]])


def _list_grow(add: CompositeWriter) -> Converted:
    """Replace an item of a list that may be too short or empty; fill the list up with zeros."""
    flat, item = add("flat", "Reshape", {"shape": [-1]}), add("item", "ExpandDims", {"axis": 0})
    index = add("index", "Reshape", {"shape": [1]})
    before = add("before", "Shape")
    rows = add("rows", "StridedSlice", {"begin": [0], "end": [1], "strides": [1]}, input=before.out("output"))
    least = add("least", "Add", {"y": 1}, x=index.out("output"))
    count = add("count", "Maximum", x=rows.out("output"), y=least.out("z"))
    size, have = add("size", "Size"), add("have", "Size", input=flat.out("output"))
    whole = add("whole", "Multiply", x=count.out("z"), y=size.out("output"))
    missing = add("missing", "Subtract", x=whole.out("z"), y=have.out("output"))
    none = add("none", "Const", {"val": [0]})
    margin = add("margin", "Stack", {"axis": 1})
    margin.inputs += [("values", none.out("output")), ("values", missing.out("z"))]
    filled = add("filled", "Pad", input=flat.out("output"), paddings=margin.out("output"))
    shape, sizes = add("shape", "Shape"), add("sizes", "Concat", {"axis": 0})
    sizes.inputs += [("values", count.out("z")), ("values", shape.out("output"))]
    items = add("items", "Reshape", tensor=filled.out("output"), shape=sizes.out("output"))
    column = add("column", "ExpandDims", {"axis": 1}, input=index.out("output"))
    result = add("list", "TensorScatterUpdate", tensor=items.out("output"), indices=column.out("output"),
        updates=item.out("output"))  # fmt: skip
    written = [(item, "input"), (size, "input"), (shape, "input")]
    return _converted(result.out("output"), [[(flat, "tensor"), (before, "input")], [(index, "tensor")], written])


def _list_empty(add: CompositeWriter) -> Converted | None:
    shape = item_shape(add.operation)
    dtype = _dtype(add.operation, "element_dtype")
    if shape is None or dtype is None:
        return None
    result = _filled(add, [0, *(each or 0 for each in shape)], dtype)
    return _converted(result.out("output"), [[], []])


def item_shape(operation: Operation) -> tuple[int | None, ...] | None:
    result = constant_in(operation.inputs[0].operation) if operation.inputs else None
    if result is None or result.ndim != 1 or result.dtype.kind not in "iu":
        return None
    return tuple([None if each < 0 else int(each) for each in result])


def _list_push(add: CompositeWriter) -> Converted:
    """Append a tensor to a list, as vectors, because an empty list may have another item shape."""
    flat, item = add("flat", "Reshape", {"shape": [-1]}), add("flat_item", "Reshape", {"shape": [-1]})
    shape = add("shape", "Shape")
    rows = add("one", "Const", {"val": [-1]})
    sizes = add("sizes", "Concat", {"axis": 0})
    sizes.inputs += [("values", rows.out("output")), ("values", shape.out("output"))]
    both = add("both", "Concat", {"axis": 0})
    both.inputs += [("values", flat.out("output")), ("values", item.out("output"))]
    result = add("list", "Reshape", tensor=both.out("output"), shape=sizes.out("output"))
    return _converted(result.out("output"), [[(flat, "tensor")], [(item, "tensor"), (shape, "input")]])


def _list_pop(add: CompositeWriter) -> Converted:
    rest = add("list", "StridedSlice", {"begin": [0], "end": [-1], "strides": [1]})
    item = add("item", "StridedSlice", {"begin": [-1], "end": [0], "strides": [1], "shrink_axis_mask": 1})
    return _converted(rest.out("output"), [[(rest, "input"), (item, "input")], []], item.out("output"))


def _list_length(add: CompositeWriter) -> Converted:
    shape = add("shape", "Shape")
    values = {"begin": [0], "end": [1], "strides": [1], "shrink_axis_mask": 1}
    result = add("length", "StridedSlice", values, input=shape.out("output"))
    return _converted(result.out("output"), [[(shape, "input")]])


def _list_reserve(add: CompositeWriter) -> Converted | None:
    shape, dtype = item_shape(add.operation), _dtype(add.operation, "element_dtype")
    if shape is None or dtype is None or len(add.operation.inputs) != 2:
        return None
    sizes = [each or 0 for each in shape]
    count = list_count(add.operation)
    if count is not None:
        result = _filled(add, [count, *sizes], dtype)
        return _converted(result.out("output"), [[], []])
    rows = add("rows", "Reshape", {"shape": [1]})
    rest = add("item_shape", "Const", {"val": np.array(sizes, np.int32)})
    dims = add("sizes", "Concat", {"axis": 0})
    dims.inputs += [("values", rows.out("output")), ("values", rest.out("output"))]
    zero = add("zero", "Const", {"val": 0, "dtype": dtype})
    result = add("list", "Fill", dims=dims.out("output"), value=zero.out("output"))
    return _converted(result.out("output"), [[], [(rows, "tensor")]])


def list_count(operation: Operation) -> int | None:
    result = constant_in(operation.inputs[1].operation)
    is_count = result is not None and result.ndim == 0 and result.dtype.kind in "iu" and result >= 0
    return int(result) if result is not None and is_count else None


def _empty(add: CompositeWriter) -> Converted | None:
    """Return [...] zeros; the values must not be read unless the operation initializes them."""
    dtype = _dtype(add.operation, "dtype")
    if dtype is None:
        return None
    zero = add("zero", "Const", {"val": b"" if dtype == "DT_STRING" else 0, "dtype": dtype})
    result = add("empty", "Fill", value=zero.out("output"))
    return _converted(result.out("output"), [[(result, "dims")]])


def _filled(add: CompositeWriter, sizes: list[int], dtype: str) -> ModelNode:
    zero = add("zero", "Const", {"val": 0, "dtype": dtype})
    return add("list", "Fill", {"dims": sizes}, value=zero.out("output"))


def _dtype(operation: Operation, name: str) -> str | None:
    entry = DTYPES.get(operation.attr[name].type) if name in operation.attr else None
    return None if entry is None else entry.name


def _concat(add: CompositeWriter) -> Converted:
    node = add.graph.add(add.operation.path, "Concat", source=add.operation.op)
    return _converted(node.out("output"), [[(node, "axis")], *[[(node, "values")] for _ in add.operation.inputs[1:]]])


EXPANDED: dict[str, Callable[[CompositeWriter], Converted | None]] = {
    "Concat": _concat, "EluGrad": _elu_grad, "Empty": _empty, "EmptyTensorList": _list_empty,
    "SoftplusGrad": _softplus_grad, "SoftsignGrad": _softsign_grad, "TensorListLength": _list_length,
    "TensorListPopBack": _list_pop, "TensorListPushBack": _list_push, "TensorListReserve": _list_reserve,
    "TensorListSetItem": _list_set_item,
}  # fmt: skip
