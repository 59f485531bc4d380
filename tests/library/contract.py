"""What the contract test needs: examples as calls, and other calls made from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeGuard

import numpy as np

from blocks.base.dtypes import ANY, BOOL, STRING, DType, dtype
from blocks.base.types import Array, Generator, Shape, is_list
from blocks.graph.graph import Node, Output
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec
from blocks.library.index import find

# Types that gradients use, and that no page can: they need no example for a reader, but these do for the test.
INTERNAL_EXAMPLES: dict[str, dict[str, Any]] = {
    "AvgPoolGrad": {
        "orig_input_shape": [1, 2, 4, 1],
        "grad": [[[[4.0], [8.0]]]],
        "ksize": [1, 2, 2, 1],
        "strides": [1, 2, 2, 1],
        "padding": "VALID",
        "output": [[[[1.0], [1.0], [2.0], [2.0]], [[1.0], [1.0], [2.0], [2.0]]]],
    },
    "ChannelWindowSum": {"x": [[1.0, 2.0, 3.0, 4.0]], "depth_radius": 1, "sums": [[3.0, 6.0, 9.0, 7.0]]},
    "ConcatPart": {
        "dy": [[1.0, 2.0, 3.0]],
        "axis": 1,
        "values": [[[4.0]], [[5.0, 6.0]]],
        "index": 1,
        "output": [[2.0, 3.0]],
    },
    "FractionalAverages": {
        "value": [[[[1.0], [2.0], [6.0]]]],
        "row_pooling_sequence": [0, 1],
        "col_pooling_sequence": [0, 1, 3],
        "overlapping": False,
        "output": [[[[1.0], [4.0]]]],
    },
    "FractionalAvgPoolGrad": {
        "dy": [[[[1.0], [4.0]]]],
        "value": [[[[0.0], [0.0], [0.0]]]],
        "row_pooling_sequence": [0, 1],
        "col_pooling_sequence": [0, 1, 3],
        "overlapping": True,
        "output": [[[[0.5], [2.5], [2.0]]]],
    },
    "CropGrad": {
        "grads": [[[[1.0], [2.0]]]],
        "boxes": [[0.0, 0.0, 0.0, 0.5]],
        "box_ind": [0],
        "image_size": [1, 2, 2, 1],
        "T": "DT_FLOAT",
        "output": [[[[2.0], [1.0]], [[0.0], [0.0]]]],
    },
    "DilationPlaces": {
        "input": [[[[1.0], [5.0], [2.0]]]],
        "filter": [[[0.0], [0.5]]],
        "strides": [1, 1, 1, 1],
        "rates": [1, 1, 1, 1],
        "padding": "VALID",
        "in_place": [[[[1], [1]]]],
        "filter_place": [[[[1], [0]]]],
    },
    "FractionalMaxPoolIndex": {
        "value": [[[[1.0], [2.0], [6.0]]]],
        "output": [[[[1.0], [6.0]]]],
        "row_pooling_sequence": [0, 1],
        "col_pooling_sequence": [0, 1, 3],
        "overlapping": False,
        "index": [[[[0], [2]]]],
    },
    "GatherGrad": {
        "dy": [[1.0], [2.0], [3.0]],
        "indices": [1, 0, 1],
        "axis": 0,
        "shape": [2, 1],
        "output": [[2.0], [4.0]],
    },
    "IgammaByA": {"a": [0.5, 2.0, 5.0], "x": [0.1, 3.0, 100.0], "z": [-0.8229361, -0.1974254, -5.018282e-37]},
    "KeptShape": {"shape": [2, 3, 4], "axis": [-1, 0], "kept": [1, 3, 1]},
    "MaxPoolGrad": {
        "orig_input": [[[[1.0], [5.0], [2.0], [7.0]]]],
        "orig_output": [[[[5.0], [5.0], [7.0]]]],
        "grad": [[[[1.0], [2.0], [4.0]]]],
        "ksize": [1, 1, 2, 1],
        "strides": [1, 1, 1, 1],
        "padding": "VALID",
        "output": [[[[0.0], [3.0], [0.0], [4.0]]]],
    },
    "MaxPoolIndex": {
        "input": [[[[1.0], [5.0], [2.0], [7.0]]]],
        "ksize": [1, 1, 2, 1],
        "strides": [1, 1, 1, 1],
        "padding": "VALID",
        "index": [[[[1], [1], [3]]]],
    },
    "MirrorPadGrad": {
        "dy": [1.0, 2.0, 3.0, 4.0],
        "paddings": [[1, 0]],
        "mode": "REFLECT",
        "output": [2.0, 4.0, 4.0],
    },
    "PatchesGrad": {
        "dy": [[[[1.0, 2.0], [3.0, 4.0]]]],
        "shape": [1, 1, 3, 1],
        "ksizes": [1, 1, 2, 1],
        "strides": [1, 1, 1, 1],
        "rates": [1, 1, 1, 1],
        "padding": "VALID",
        "output": [[[[1.0], [5.0], [4.0]]]],
    },
    "PoolGather": {"images": [[1.0, 2.0], [3.0, 4.0]], "index": [[1, 1], [0, 1]], "output": [[2.0, 2.0], [3.0, 4.0]]},
    "PoolScatter": {
        "dy": [[1.0, 2.0], [3.0, 4.0]],
        "index": [[1, 1], [0, 1]],
        "images": [[0.0, 0.0], [0.0, 0.0]],
        "output": [[0.0, 3.0], [3.0, 4.0]],
    },
    "ProductOfOthers": {
        "input": [[2.0, 3.0, 0.0], [1.0, 5.0, 4.0]],
        "axis": [1],
        "output": [[0, 0, 6.0], [20.0, 4.0, 5.0]],
    },
    "ReducedCount": {"shape": [2, 3, 4], "axis": [-1, 0], "count": 8},
    "ResizeGrad": {
        "grads": [[[[1.0], [2.0], [4.0], [8.0]]]],
        "image_size": [1, 1, 2, 1],
        "T": "DT_FLOAT",
        "method": "bilinear",
        "align_corners": False,
        "half_pixel_centers": False,
        "output": [[[[2.0], [13.0]]]],
    },
    "SegmentMeanGrad": {"dy": [[2.0], [3.0]], "segment_ids": [0, 0, 1], "output": [[1.0], [1.0], [3.0]]},
    "SegmentProductOfOthers": {
        "data": [2.0, 3.0, 4.0, 5.0],
        "segment_ids": [0, 0, 0, 2],
        "output": [12.0, 8.0, 6.0, 1.0],
    },
    "SegmentRows": {"values": [[1.0], [2.0]], "segment_ids": [1, -1, 0], "output": [[2.0], [0.0], [1.0]]},
    "SliceGrad": {"dy": [1.0, 2.0], "begin": [1], "shape": [4], "output": [0.0, 1.0, 2.0, 0.0]},
    "SparseDenseNumbers": {"sp_indices": [[0, 1], [1, 0]], "dense_shape": [1, 3], "numbers": [1, 0]},
    "SparseFilledNumbers": {"indices": [[2, 0], [0, 1]], "dense_shape": [4, 2], "old": [2, 0], "new": [1, 3]},
    "SparseReducedNumbers": {
        "input_indices": [[0, 1, 1], [1, 0, 1]],
        "input_shape": [2, 2, 3],
        "reduction_axes": [1],
        "numbers": [1, 4],
    },
    "SparseRowSums": {
        "indices": [[0, 0], [0, 2], [1, 1]],
        "values": [1.0, 2.0, 4.0],
        "sums": [3.0, 3.0, 4.0],
    },
    "SparseSampledMatMul": {
        "indices": [[0, 1], [1, 0], [1, 1]],
        "x": [[1.0, 2.0], [3.0, 4.0]],
        "y": [[5.0, 6.0], [7.0, 8.0]],
        "values": [23.0, 39.0, 53.0],
    },
    "SparseSegmentGrad": {
        "grad": [[2.0, 4.0], [1.0, 3.0]],
        "indices": [2, 0, 1],
        "segment_ids": [0, 0, 1],
        "output_dim0": 4,
        "part": "mean",
        "output": [[1.0, 2.0], [1.0, 3.0], [1.0, 2.0], [0.0, 0.0]],
    },
    "SparseSliceGrad": {
        "dy": [5.0, 6.0],
        "indices": [[0, 1], [1, 0], [1, 2]],
        "shape": [2, 3],
        "start": [0, 1],
        "size": [2, 2],
        "values": [5.0, 0.0, 6.0],
    },
    "SparseToDenseNumbers": {"sparse_indices": [[0, 1], [1, 0]], "output_shape": [2, 3], "numbers": [1, 3]},
    "SparseWinners": {
        "a_indices": [[0], [2]],
        "a_values": [1.0, -1.0],
        "b_indices": [[0], [1]],
        "b_values": [1.0, 2.0],
        "largest": True,
        "a_wins": [True, False],
        "b_wins": [False, True],
    },
    "SumToShape": {"x": [[1.0, 2.0], [3.0, 4.0]], "shape": [2, 1], "y": [[3.0], [7.0]]},
    "TileGrad": {"dy": [1.0, 2.0, 3.0, 4.0], "shape": [2], "output": [4.0, 6.0]},
    "TileMultiples": {"large": [4, 3, 0], "small": [2, 3, 0], "multiples": [2, 1, 0]},
}


class Given(NamedTuple):
    """What a call gets at a pin."""

    array: Array
    dtype: DType
    is_variable: bool = False


Value = Given | tuple[Given, ...] | None


class Call(NamedTuple):
    """A block type with what it is given."""

    spec: BlockSpec
    values: tuple[Value, ...]
    attrs: dict[str, Any]

    def mapped(self, change: Callable[[str, Given], Given]) -> Call:
        """Another call, with each given value changed by pin name."""
        values = [
            tuple(change(pin.name, each) for each in value)
            if isinstance(value, tuple) and not isinstance(value, Given)
            else change(pin.name, value)
            if value is not None
            else None
            for pin, value in zip(self.spec.inputs, self.values, strict=True)
        ]
        return self._replace(values=tuple(values))

    def flat(self) -> list[Given]:
        """All given values, lists unpacked."""
        found: list[Given] = []
        self.mapped(lambda _, given: found.append(given) or given)
        return found

    def arrays(self) -> list[Any]:
        """What the kernel gets."""
        return [
            tuple(each.array for each in value)
            if isinstance(value, tuple) and not isinstance(value, Given)
            else None
            if value is None
            else value.array
            for value in self.values
        ]


def example_of(spec: BlockSpec) -> dict[str, Any] | None:
    """The example of a block type."""
    return spec.example if spec.example is not None else INTERNAL_EXAMPLES.get(spec.name)


def example_call(spec: BlockSpec) -> Call:
    """The call that a block type's example shows."""
    example = example_of(spec)
    assert example is not None, f"{spec.name} has no example"
    attrs = {a.name: example[a.name] for a in spec.attributes if a.name in example}
    root = Scope.new_root_scope()
    given = [_operand(root, example.get(pin.name)) for pin in spec.inputs]
    node: Node = spec(root, *given, **attrs)
    values = [
        tuple(_given(o) for o in arg) if isinstance(arg, tuple) else None if arg is None else _given(arg)
        for arg in node.args
    ]
    return Call(spec, tuple(values), attrs)


def _operand(root: Scope, value: Any) -> Any:
    """An input of an example: a literal, ``{"dtype": ..., "val": ...}``, ``{"variable": ...}``, or a list of these."""
    if is_object(value) and "variable" in value:
        return new("Variable", root, value["variable"], dtype=value.get("dtype"))
    if is_object(value) and "val" in value:
        return new("Const", root, **value)
    if is_list(value) and any(is_object(each) and "base64" not in each for each in value):
        return [_operand(root, each) for each in value]
    return value


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    """True for what is an object in JSON."""
    return isinstance(value, dict)


def _given(output: Output) -> Given:
    is_variable = output.op.type.variable
    source = output.op.inputs[0] if is_variable else output
    assert source.op.type.name == "Const"
    return Given(source.op.attrs["val"], output.dtype, is_variable)


def new(name: str, *args: Any, **attributes: Any) -> Output:
    """The output of a new node."""
    found = find(name)
    assert found is not None, name
    return found(*args, **attributes).as_output()


Source = Callable[[Scope, Given], Output]


def as_constant(root: Scope, given: Given) -> Output:
    """A source whose value is known when the graph is built."""
    if given.is_variable:
        return new("Variable", root, new("Const", root, val=given.array, dtype=given.dtype))
    return new("Const", root, val=given.array, dtype=given.dtype)


def as_placeholder(shape_of: Callable[[Array], Shape]) -> Source:
    """A source of which only the dtype and some shape is known."""

    def source(root: Scope, given: Given) -> Output:
        shape = shape_of(given.array)
        if given.is_variable:
            return new("Variable", root, None, dtype=given.dtype, shape=shape)
        return new("Placeholder", root, dtype=given.dtype, shape=shape)

    return source


def mixed(rng: Generator) -> Source:
    """A source that knows now this and now that."""

    def some(array: Array) -> Shape:
        return tuple(size if rng.random() < 0.5 else None for size in array.shape)

    def source(root: Scope, given: Given) -> Output:
        return as_constant(root, given) if rng.random() < 0.5 else as_placeholder(some)(root, given)

    return source


def exactly(array: Array) -> Shape:
    """All of a shape."""
    return array.shape


def rank_only(array: Array) -> Shape:
    """Of a shape only the number of axes."""
    return (None,) * array.ndim


def nothing(array: Array) -> Shape:
    """Nothing of a shape."""
    return None


def build(call: Call, source: Source, root: Scope | None = None) -> tuple[Node, list[Output]]:
    """A node for a call, and what it gets at its pins, flat."""
    root = root or Scope.new_root_scope()
    outputs: list[Output] = []

    def make(given: Given) -> Output:
        outputs.append(source(root, given))
        return outputs[-1]

    args = [
        [make(each) for each in value]
        if isinstance(value, tuple) and not isinstance(value, Given)
        else None
        if value is None
        else make(value)
        for value in call.values
    ]
    return call.spec(root, *args, **call.attrs), outputs


Reshape = Callable[[Array], Array]


def _tiled(axis: int) -> Reshape:
    return lambda a: np.concatenate([a, a], axis) if a.ndim else a


def _first(axis: int, size: int) -> Reshape:
    return lambda a: np.ascontiguousarray(a.take(range(min(size, a.shape[axis])), axis)) if a.ndim else a


def _larger(array: Array) -> Array:
    return np.tile(array, (2,) * array.ndim) if array.ndim else array


RESHAPES: dict[str, Reshape] = {
    "twice as large along each axis": _larger,
    "twice as many rows": _tiled(0),
    "twice as many columns": _tiled(-1),
    "one row": _first(0, 1),
    "one column": _first(-1, 1),
    "no rows": _first(0, 0),
    "no columns": _first(-1, 0),
    "one axis more in front": lambda a: a[None],
    "one axis more at the end": lambda a: a[..., None],
    "the first row as such": lambda a: np.array(a[0]) if a.ndim and a.shape[0] else a,
}


def other_shapes(call: Call) -> Iterator[tuple[str, Call]]:
    """Calls with other shapes at one pin, or at all; many are not legal."""
    for label, change in RESHAPES.items():
        for only in (None, *(pin.name for pin in call.spec.inputs if len(call.spec.inputs) > 1)):

            def changed(pin: str, given: Given, only: str | None = only, change: Reshape = change) -> Given:
                return given._replace(array=change(given.array)) if only in (None, pin) else given

            yield f"{only or 'all'}: {label}", call.mapped(changed)


def other_dtypes(call: Call) -> Iterator[tuple[str, Call]]:
    """Calls with each dtype that the declaration allows."""
    spec = call.spec
    for var, allowed in spec.variables.items():
        pins = {pin.name for pin in spec.inputs if pin.var == var}
        for each in allowed:
            if each.kind == "handle" or not pins:
                continue

            def changed(pin: str, given: Given, each: DType = each, pins: set[str] = pins) -> Given:
                return given._replace(array=cast(given.array, each), dtype=each) if pin in pins else given

            yield f"{var}={each.short}", call.mapped(changed)
    for attribute in spec.attributes:
        if attribute.type == "type" and not any(pin.var == attribute.name for pin in spec.inputs):
            for name in attribute.allowed or ANY:
                each = dtype(name)
                if each.kind not in ("handle", "quantized", "string"):
                    yield f"{attribute.name}={each.short}", call._replace(attrs={**call.attrs, attribute.name: each})


def cast(array: Array, to: DType) -> Array:
    """Values of another dtype that stand for an array's; what is not 0 stays so."""
    if array.dtype == to.numpy:
        return array
    if array.dtype.kind == "O":
        array = _counted(array.shape)
    if to is STRING:
        found: Array = np.empty(array.shape, object)
        found.reshape(-1)[:] = [repr(each).encode() for each in array.reshape(-1).tolist()]
        return found
    if to is BOOL or to.is_complex:
        return array.astype(to.numpy)
    real: Array = np.real(array).astype(np.float64)
    if not to.is_floating:
        real = np.where(real < 0, np.floor(real), np.ceil(real))
        if to.kind == "uint" or to.name.startswith("DT_QU"):
            real = np.abs(real)
    return real.astype(to.numpy)


def _counted(shape: tuple[int, ...]) -> Array:
    return np.cumsum(np.ones(shape)).reshape(shape)


def frozen(array: Array) -> Array:
    """A copy, row by row, that cannot be written to."""
    copy = np.array(array, order="C")
    copy.setflags(write=False)
    return copy


def same_bits(a: Any, b: Any) -> bool:
    """True if two results are of one dtype and shape and equal in every bit."""
    a, b = np.asarray(a), np.asarray(b)
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    return a.tolist() == b.tolist() if a.dtype.kind == "O" else a.tobytes() == b.tobytes()
