"""Reductions of tensors along axes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from blocks.base.dtypes import BOOL, INDEX, INT16, INT64, NUMERIC, REAL, UINT16, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import normalise_axis, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call, known_value
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.kernel_choice import Choose, specialised
from blocks.library.array.arguments import pin_error, scalar, vector_length
from blocks.library.declare import block, declare, make, make_node
from blocks.library.math.shared import JAX, PAGE, PYTORCH, axes_of, conj, no_gradient, wide_dtype

_YES_NO = "the result is boolean and has no derivative"


def reduced_axes(axis: Array, rank: int) -> list[int]:
    """Return the reduced axes, counted from the front. Raise DiagramError for bad or repeated axes."""
    result = [normalise_axis(each, rank) for each in axes_of(axis)]
    for i, each in enumerate(result):
        if each in result[:i]:
            raise DiagramError(f"axis {each} occurs twice in {list(axes_of(axis))}", pin="axis")
    return result


def _axes_at(call: Call) -> Array | None:
    pin = call.type.inputs[1].name
    axis = call.shape(pin)
    if axis is not None and len(axis) > 1:
        raise DiagramError(f"{pin}: expected a scalar or a vector, got shape {shape_text(axis)}", pin=pin)
    return call.value(pin)


def _check_axes(call: Call, rank: int | None) -> None:
    axis = _axes_at(call)
    if axis is not None and rank is not None:
        reduced_axes(axis, rank)


def _reduced_shape(call: Call) -> Shape:
    shape, value, axis = call.shape("input"), _axes_at(call), call.shape(call.type.inputs[1].name)
    keep = call.attrs["keep_dims"]
    if shape is None:
        return None
    if value is not None:
        axes = reduced_axes(value, len(shape))
        if keep:
            return tuple(1 if i in axes else size for i, size in enumerate(shape))
        return tuple(size for i, size in enumerate(shape) if i not in axes)
    if keep:
        return (None,) * len(shape)
    if axis is None:
        return None
    count = axis[0] if axis else 1
    return (None,) * (len(shape) - count) if count is not None and count <= len(shape) else None


_Gradient = Callable[[Node, Output], Operand]


def _reduction(
    name: str,
    reduce: Callable[[Array, tuple[int, ...], bool], Any],
    allowed: Sequence[DType],
    summary: str,
    rule: _Gradient | None = None,
    rules: Mapping[tuple[str, ...], _Gradient] = MappingProxyType({}),
    gradient_rule: str = "",
    *,
    example: tuple[Any, Any, Any],
    axis: str = "axis",
    choose: Choose | None = None,
    **options: Any,
) -> BlockType:
    """Declare a reduction.

    Args:
        reduce: maps array, axes and whether to keep the axes to the result.
        rule: the gradient of the input, from the node and the output's gradient.
        gradient_rule: a description of how the rules differ.
    """

    def kernel(input: Array, axes: Array, *, keep_dims: bool = False) -> Any:
        return reduce(input, axes_of(axes), keep_dims)

    doc_of = {
        "input": "[...] the tensor. NaN stays NaN.",
        axis: "[] or [k] the axis or axes to reduce. A negative axis counts from the end. An empty list leaves the "
        "tensor unchanged.",
        "keep_dims": "keep the reduced axes with size 1.",
        "gradient_rule": gradient_rule,
        "output": "[...] the tensor without the reduced axes.",
    }
    pin = "T" if len(allowed) > 1 else allowed[0].short
    result = declare(
        name,
        PAGE,
        f"input: {pin}, {axis}: Tidx -> output: {pin}",
        kernel if choose is None else specialised(choose)(kernel),
        Tidx=INDEX,
        doc=summary,
        doc_of=doc_of,
        example={"input": example[0], axis: example[1], "output": example[2]},
        **({"T": allowed} if pin == "T" else {}),
        **options,
    )
    result.shape(_reduced_shape)

    @result.formula
    def _(call: Node) -> str:
        return f"{name.lower()}({{input}}{_written_axis(call)})"

    if rule is not None:
        result.gradient("input")(rule)
    for frameworks, other in rules.items():
        result.rule_of(*frameworks)(other)
    return result


def _written_axis(call: Node) -> str:
    pin = call.type.inputs[1].name
    axis, shape = known_value(call.input(pin)), call.inputs[0].shape
    if axis is None:
        return f", axis={{{pin}}}"
    every = shape is not None and np.size(axis) == len(shape) and call.outputs[0].shape == ()
    return "" if every else f", axis={np.asarray(axis).tolist()}"


_total: Any = np.add.reduce  # positional arguments are faster


def add_up(x: Array, axes: tuple[int, ...], keep: bool) -> Any:
    return _total(x, axes, wide_dtype(x), None, keep).astype(x.dtype, copy=False)


def _multiply(x: Array, axes: tuple[int, ...], keep: bool) -> Any:
    return np.multiply.reduce(x, axis=axes, dtype=wide_dtype(x), keepdims=keep).astype(x.dtype, copy=False)


def _average(x: Array, axes: tuple[int, ...], keep: bool) -> Any:
    count, kind = math.prod([x.shape[axis] for axis in axes]), x.dtype.kind
    if kind in "iu":
        # In 64 bits sums of small integers do not overflow; the quotient is cut toward zero.
        total = np.add.reduce(x, axis=axes, dtype=np.int64 if kind == "i" else np.uint64, keepdims=keep)
        size = total.dtype.type(max(count, 1))
        quotient = np.floor_divide(np.abs(total), size)
        return (np.sign(total) * quotient if kind == "i" else quotient).astype(x.dtype)
    total = _total(x, axes, wide_dtype(x), None, keep)
    if kind == "c" and count <= 1:
        return total  # as TensorFlow: the mean of no complex numbers is 0, and infinite ones are not divided in vain
    return np.divide(total, total.dtype.type(count)).astype(x.dtype, copy=False)


def _reduced_by(function: np.ufunc) -> Choose:
    def choose(node: Node) -> Callable[..., Any] | None:
        result = _axes_and_count(node)
        if result is None or result[1] == 0:
            return None
        axes, keep = result[0], bool(node.attrs["keep_dims"])
        reduce: Any = function.reduce

        def reduced(x: Array, _axis: Array) -> Any:
            return reduce(x, axes, None, None, keep)

        return reduced

    return choose


def _mean_of(node: Node) -> Callable[..., Any] | None:
    result, total = _axes_and_count(node), _reduced_by(np.add)(node)
    if result is None or total is None or node.outputs[0].dtype.is_complex:
        return None
    count = np.asarray(result[1], node.outputs[0].dtype.numpy)

    def mean(x: Array, axis: Array) -> Any:
        return np.divide(total(x, axis), count)

    return mean


def _axes_and_count(node: Node) -> tuple[tuple[int, ...], int] | None:
    shape, axis = node.inputs[0].shape or (), known_value(node.inputs[1])
    if axis is None:
        return None
    axes = tuple(reduced_axes(axis, len(shape)))
    return axes, math.prod([shape[each] or 0 for each in axes])


def lowest(dtype: np.dtype[Any]) -> Any:
    return np.iinfo(dtype).min if dtype.kind in "iu" else -np.inf


def highest(dtype: np.dtype[Any]) -> Any:
    return np.iinfo(dtype).max if dtype.kind in "iu" else np.inf


def _largest(x: Array, axes: tuple[int, ...], keep: bool) -> Any:
    if np.size(x):
        return np.maximum.reduce(x, axis=axes, keepdims=keep)
    return np.maximum.reduce(x, axis=axes, keepdims=keep, initial=x.dtype.type(lowest(x.dtype)))


def _smallest(x: Array, axes: tuple[int, ...], keep: bool) -> Any:
    if np.size(x):
        return np.minimum.reduce(x, axis=axes, keepdims=keep)
    return np.minimum.reduce(x, axis=axes, keepdims=keep, initial=x.dtype.type(highest(x.dtype)))


def _kept(call: Node, value: Output) -> Output:
    if call.attrs["keep_dims"]:
        return value
    x, axis = call.inputs
    return make("Reshape", value, KeptShape(make("Shape", x), axis))


def _sum_gradient(call: Node, dy: Output) -> Output:
    return make("BroadcastTo", _kept(call, dy), make("Shape", call.inputs[0]))


def _mean_gradient(call: Node, dy: Output) -> Output:
    x, axis = call.inputs
    return _sum_gradient(call, dy / make("Cast", ReducedCount(make("Shape", x), axis), DstT=dy.dtype))


def _norm(x: Array, axes: tuple[int, ...], keep: bool) -> Any:
    wide = x.astype(np.float64 if x.dtype.kind in "iu" else wide_dtype(x), copy=False)
    square = np.square(np.abs(wide)) if x.dtype.kind == "c" else np.square(wide)
    norm: Any = np.sqrt(np.add.reduce(square, axis=axes, keepdims=keep))
    if x.dtype.kind in "iu" and np.size(norm) and norm.max() >= float(np.iinfo(x.dtype).max) + 1:
        text = f"EuclideanNorm: the norm {norm.max():.4g} is too large for {x.dtype}"
        raise DiagramError(text, pin="input", hint="add a Cast block to change the dtype")
    return norm.astype(x.dtype)


def _norm_gradient(call: Node, dy: Output) -> Operand:
    return call.inputs[0] / (_kept(call, call.outputs[0]) / _kept(call, dy))  # NaN where the norm is 0


def _norm_gradient_of_pytorch(call: Node, dy: Output) -> Operand:
    norm = _kept(call, call.outputs[0])
    return _kept(call, dy) * make("SelectV2", make("NotEqual", norm, 0), call.inputs[0] / norm, make("ZerosLike", norm))


def _extreme_gradient(call: Node, dy: Output) -> Operand:
    # Shared equally between all elements that are the largest.
    x, axis = call.inputs
    chosen = make("Cast", make("Equal", x, _kept(call, call.outputs[0])), DstT=dy.dtype)
    count = Sum(chosen, axis, keep_dims=True)
    return chosen * (_kept(call, dy) / count)


def _product_gradient(call: Node, dy: Output) -> Operand:
    x, axis = call.inputs
    return _kept(call, dy) * conj(ProductOfOthers(x, axis).as_output())


def _product_gradient_by_halves(call: Node, dy: Output) -> Operand:
    """Return the gradient of products by repeated halving, which is also right for higher orders."""
    x, axis = call.inputs
    axes = known_value(axis)
    along = reduced_axes(axes, len(x.shape)) if axes is not None and x.shape is not None else []
    if x.shape is None or not all([x.shape[each] for each in along]):
        return _product_gradient(call, dy)  # some size is not known, or 0
    steps: list[tuple[int, Output, Output]] = []
    for each in along:
        while (size := (x.shape or ())[each] or 0) > 1:
            one, other, *rest = _parts(x, [size // 2] * 2 + [1] * (size % 2), each)
            steps.append((each, one, other))
            x = make("Concat", [one * other, *rest], each)
    dx = _kept(call, dy)
    for each, one, other in reversed(steps):
        half, size = [(output.shape or ())[each] or 0 for output in (one, dx)]
        whole, *rest = _parts(dx, [half] + [1] * (size - half), each)
        dx = make("Concat", [whole * other, whole * one, *rest], each)
    return dx


def _parts(x: Output, sizes: list[int], axis: int) -> list[Output]:
    split = make_node("SplitV", x, np.array(sizes, np.int64), axis, num_split=len(sizes))
    return list(split.outputs) if len(sizes) > 1 else [x]


_ROWS = [[1.0, 2.0], [3.0, 6.0]]
_TRUTHS = [[True, False], [True, True]]
Sum = _reduction(
    "Sum", add_up, NUMERIC, "Sum the elements along axes. An empty sum is 0.", _sum_gradient,
    choose=_reduced_by(np.add), foldable=True, fusion="reduction", example=(_ROWS, [0], [4.0, 8.0]),
)  # fmt: skip
Mean = _reduction(
    "Mean", _average, NUMERIC,
    "Compute the mean along axes. An empty mean is NaN (0 for complex). Integer means are truncated toward zero.",
    _mean_gradient, choose=_mean_of, foldable=True, fusion="reduction", example=(_ROWS, [0], [2.0, 4.0]),
)  # fmt: skip
Prod = _reduction(
    "Prod", _multiply, NUMERIC, "Multiply the elements along axes. An empty product is 1.", _product_gradient,
    {(JAX, PYTORCH): _product_gradient_by_halves},
    "the second derivative at elements that are 0: 0 with \"tensorflow\", the true derivative with \"jax\" "
    "and \"pytorch\".",
    foldable=True, fusion="reduction", example=(_ROWS, [0], [3.0, 12.0]),
)  # fmt: skip
Max = _reduction(
    "Max", _largest, REAL,
    "Compute the maximum along axes. It is NaN if any element is NaN. Equal maxima share the gradient equally.",
    _extreme_gradient, choose=_reduced_by(np.maximum),
    foldable=True, fusion="reduction", example=(_ROWS, [1], [2.0, 6.0]),
)  # fmt: skip
Min = _reduction(
    "Min", _smallest, REAL,
    "Compute the minimum along axes. It is NaN if any element is NaN. Equal minima share the gradient equally.",
    _extreme_gradient, choose=_reduced_by(np.minimum),
    foldable=True, fusion="reduction", example=(_ROWS, [1], [1.0, 3.0]),
)  # fmt: skip
EuclideanNorm = _reduction(
    "EuclideanNorm", _norm, NUMERIC,
    "Compute the Euclidean (L2) norm along axes: √(sum of squares). Integer norms are truncated.",
    _norm_gradient, {(PYTORCH,): _norm_gradient_of_pytorch},
    "the gradient where the norm is 0: NaN with \"tensorflow\", 0 with \"pytorch\".",
    axis="reduction_indices", foldable=True, example=([[3.0, 4.0], [0.0, 2.0]], [1], [5.0, 2.0]),
)  # fmt: skip
All = _reduction(
    "All", lambda x, axes, keep: np.logical_and.reduce(x, axis=axes, keepdims=keep), (BOOL,),
    "Compute the logical AND along axes: true if all elements are true. The result for no elements is true.",
    foldable=True, example=(_TRUTHS, [1], [False, True]),
)  # fmt: skip
Any_ = _reduction(
    "Any", lambda x, axes, keep: np.logical_or.reduce(x, axis=axes, keepdims=keep), (BOOL,),
    "Compute the logical OR along axes: true if any element is true. The result for no elements is false.",
    foldable=True, example=(_TRUTHS, [1], [True, True]),
)  # fmt: skip


@block("shape: Tshape, axis: Tidx -> kept: Tshape", Tshape=INDEX, Tidx=INDEX, internal=True, foldable=True)
def KeptShape(shape: Array, axis: Array) -> Array:
    """Return the shape of a reduction that keeps its axes. Gradients use it if sizes are not known before the run."""
    kept = np.array(shape)
    kept[list(axes_of(axis))] = 1
    return kept


@KeptShape.shape
def _(call: Call) -> Shape:
    _check_axes(call, vector_length(call, "shape"))
    return call.shape("shape")


@block("shape: Tshape, axis: Tidx -> count: int64", Tshape=INDEX, Tidx=INDEX, internal=True, foldable=True)
def ReducedCount(shape: Array, axis: Array) -> Any:
    """Count the elements that each result of a reduction combines. The gradient of the mean uses it."""
    return np.multiply.reduce(shape[list(axes_of(axis))], dtype=np.int64)


@ReducedCount.formula
def _(call: Node) -> str:
    axis = known_value(call.input("axis"))
    return "count({shape}, axis=" + ("{axis})" if axis is None else f"{np.asarray(axis).tolist()})")


@ReducedCount.shape
def _(call: Call) -> Shape:
    _check_axes(call, vector_length(call, "shape"))
    return ()


@block("input: T, axis: Tidx -> output: T", T=NUMERIC, Tidx=INDEX, internal=True)
def ProductOfOthers(input: Array, axis: Array) -> Array:
    """Multiply, for each element, all other elements along axes, also if some are 0: the gradient of Prod."""
    axes = [each % np.ndim(input) for each in axes_of(axis)]
    front = np.moveaxis(input, axes, range(len(axes)))
    flat = front.reshape(math.prod(front.shape[: len(axes)]), *front.shape[len(axes) :])
    one = np.ones_like(flat[:1])
    before = np.concatenate([one, np.cumprod(flat[:-1], axis=0, dtype=flat.dtype)])
    after = np.concatenate([np.cumprod(flat[:0:-1], axis=0, dtype=flat.dtype)[::-1], one])
    return np.moveaxis((before * after).reshape(front.shape), range(len(axes)), axes)


@ProductOfOthers.shape
def _(call: Call) -> Shape:
    shape = call.shape("input")
    _check_axes(call, None if shape is None else len(shape))
    return shape


@ProductOfOthers.gradient("input")
def _(call: Node, dy: Output) -> Operand:
    # As TensorFlow's gradient of a cumulative product: elements that are 0 are given 0.
    x, axis = call.inputs
    weighted = dy * conj(call.outputs[0])
    return make("DivNoNan", Sum(weighted, axis, keep_dims=True) - weighted, conj(x))


# -- Where the largest and the smallest elements are ------------------------------------------------------------------


def _index_of(
    name: str, find: Callable[..., Any], worst: float, word: str, axes: Sequence[DType], results: Sequence[DType]
) -> BlockType:
    def kernel(input: Array, dimension: Array, *, output_type: DType = INT64) -> Any:
        axis = int(dimension)
        indices = None
        if input.dtype.kind != "V":  # bfloat16
            indices = find(input, axis=axis, keepdims=True)
            if input.dtype.kind == "f" and np.isnan(np.take_along_axis(input, indices, axis)).any():
                indices = None
        if indices is None:
            # NumPy picks NaN, which is never picked here: it is compared as the value that all others beat.
            input = np.where(np.isnan(input), input.dtype.type(worst), input)
            indices = find(input, axis=axis, keepdims=True)
        return indices.squeeze(axis).astype(output_type.numpy, copy=False)

    doc = f"""Return the index of the {word} element along an axis.

    If several elements are equal, the first one counts. NaN is ignored.

    Args:
        input: [...] the tensor. NaN stays NaN.
        dimension: [] the axis. A negative axis counts from the end.
        output_type: the dtype of the result.

    Returns:
        output: [...] the indices, counted from 0. The axis is removed.
    """
    result = declare(
        name,
        PAGE,
        "input: T, dimension: Tidx -> output: output_type",
        kernel,
        T=(*REAL, BOOL),
        Tidx=axes,
        where={"output_type": results},
        foldable=True,
        discontinuity=word,
        doc=doc,
        example={"input": [[1.0, 5.0, 2.0]], "dimension": 1, "output": [1 if worst < 0 else 0]},
        not_differentiable="the output is an integer index",
    )
    result.shape(_shape)
    return no_gradient(result)


def _shape(call: Call) -> Shape:
    shape, value = call.shape("input"), scalar(call, "dimension")
    if shape is None:
        return None
    if value is None:
        if not shape:
            normalise_axis(0, 0, pin="dimension")
        return (None,) * (len(shape) - 1)
    axis = normalise_axis(value, len(shape), pin="dimension")
    if shape[axis] == 0:
        raise pin_error(call, "dimension", f"axis {axis} of shape {shape_text(shape)} has no elements")
    return shape[:axis] + shape[axis + 1 :]


ArgMax = _index_of("ArgMax", np.argmax, -np.inf, "largest", (*INDEX, INT16), (INT64, INDEX[0], INT16, UINT16))
ArgMin = _index_of("ArgMin", np.argmin, np.inf, "smallest", INDEX, (INT64, INDEX[0]))
