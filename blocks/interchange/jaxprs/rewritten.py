"""Primitives of `jax.lax` without a block type, rewritten with other primitives."""

from __future__ import annotations

import importlib
import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from blocks.base.errors import DiagramError

LARGEST_WINDOW = 4096
"""The elements of a window that is written out, one slice for each."""

Params = Mapping[str, Any]


def rewritten(equation: Any) -> Any:
    """Return an equivalent jaxpr of primitives that have blocks; None if the equation has blocks itself."""
    name, params = equation.primitive.name, equation.params
    avals = [each.aval for each in equation.invars]
    function = FUNCTIONS.get(name)
    if name in EXTREMES and not _is_pool(params, avals[0]):
        function = partial(_window_reduction, name)
    elif name == "scatter":
        updates = params.get("update_jaxpr")
        if updates is not None and list(updates.outvars) != list(updates.invars[1:]):
            function = _applied
    return None if function is None else _jaxpr(function, equation)


def reduced_by_element(equation: Any) -> Any:
    return _jaxpr(_reduction, equation)


def _jaxpr(function: Callable[..., Any], equation: Any) -> Any:
    jax: Any = importlib.import_module("jax")
    given = [jax.ShapeDtypeStruct(each.aval.shape, each.aval.dtype) for each in equation.invars]
    return jax.make_jaxpr(partial(function, equation.params))(*given)


def _is_pool(params: Params, aval: Any) -> bool:
    """Return whether a windowed reduction is a pool of floats over up to three axes, without dilations."""
    numpy: Any = importlib.import_module("jax.numpy")
    window, strides = params["window_dimensions"], params["window_strides"]
    between = (*params.get("base_dilation", ()), *params.get("window_dilation", ()))
    axes = sum(w != 1 or s != 1 for w, s in zip(window, strides, strict=True))
    return axes <= 3 and all(each == 1 for each in between) and bool(numpy.issubdtype(aval.dtype, numpy.floating))


def _by_element(jaxpr: Any, consts: Sequence[Any], rank: int) -> Callable[..., Any]:
    jax: Any = importlib.import_module("jax")
    inner, own = (jaxpr.jaxpr, jaxpr.consts) if hasattr(jaxpr, "consts") else (jaxpr, consts)
    function: Any = partial(jax.core.eval_jaxpr, inner, own)
    for _ in range(rank):
        function = jax.vmap(function)
    return function


def _reduction(params: Params, *given: Any) -> Any:
    jax: Any = importlib.import_module("jax")
    numpy, axes = jax.numpy, tuple(params["dimensions"])
    arrays, starts = given[: len(given) // 2], given[len(given) // 2 :]
    moved = [numpy.moveaxis(each, axes, range(len(axes))) for each in arrays]
    rows = [each.reshape(-1, *each.shape[len(axes) :]) for each in moved]
    function = _by_element(params["jaxpr"], (), rows[0].ndim - 1)
    begin = [numpy.broadcast_to(each, row.shape[1:]) for each, row in zip(starts, rows, strict=True)]

    def step(so_far: Any, each: Any) -> Any:
        return function(*so_far, *each), None

    return jax.lax.scan(step, begin, rows)[0]


def _windows(params: Params, arrays: Sequence[Any], starts: Sequence[Any], function: Callable[..., Any]) -> list[Any]:
    """Reduce windows of arrays: take a slice per offset in the window, and fold the slices."""
    lax: Any = importlib.import_module("jax.lax")
    window: Sequence[int] = params["window_dimensions"]
    if math.prod(window) > LARGEST_WINDOW:
        raise DiagramError(f"windows can have at most {LARGEST_WINDOW:,} elements, got {math.prod(window):,}")
    ones = (1,) * len(window)
    strides: Sequence[int] = params["window_strides"]
    gaps, apart = params.get("base_dilation") or ones, params.get("window_dilation") or ones
    config = [(low, high, gap - 1) for (low, high), gap in zip(params["padding"], gaps, strict=True)]
    padded = [lax.pad(each, start, config) for each, start in zip(arrays, starts, strict=True)]
    each_axis = list(zip(padded[0].shape, window, strides, apart, strict=True))
    counts = [(size - (w - 1) * d - 1) // s + 1 for size, w, s, d in each_axis]
    result = [lax.broadcast(each, counts) for each in starts]
    for offset in itertools.product(*map(range, window)):
        begin = [i * d for i, d in zip(offset, apart, strict=True)]
        end = [b + (n - 1) * s + 1 for b, n, s in zip(begin, counts, strides, strict=True)]
        result = function(*result, *[lax.slice(each, begin, end, strides) for each in padded])
    return list(result)


def _general_windows(params: Params, *given: Any) -> Any:
    half = len(given) // 2
    function = _by_element(params["jaxpr"], params.get("consts", ()), len(params["window_dimensions"]))
    return _windows(params, given[:half], given[half:], function)


def _window_reduction(name: str, params: Params, x: Any) -> Any:
    numpy: Any = importlib.import_module("jax.numpy")
    block, begin = EXTREMES[name]
    function: Any = getattr(importlib.import_module("jax.lax"), block)
    if begin:
        whole = numpy.issubdtype(x.dtype, numpy.integer)
        least, most = (numpy.iinfo(x.dtype).min, numpy.iinfo(x.dtype).max) if whole else (-math.inf, math.inf)
        begin = least if begin < 0 else most

    def step(so_far: Any, each: Any) -> Any:
        return [function(so_far, each)]

    return _windows(params, [x], [numpy.asarray(begin, x.dtype)], step)


def _ragged_dot(params: Params, a: Any, b: Any, counts: Any) -> Any:
    """Convert ``ragged_dot_general``: a product for each group of rows, with its own matrix."""
    jax: Any = importlib.import_module("jax")
    numpy, numbers = jax.numpy, params["ragged_dot_dimension_numbers"]
    (contracted, batch), [ragged] = numbers.dot_dimension_numbers, numbers.lhs_ragged_dimensions
    groups = tuple(numbers.rhs_group_dimensions)
    if any(map(len, batch)) or params.get("group_offset") is not None or len(groups) > 1:
        raise DiagramError("ragged_dot_general with batch axes, several group axes or a group offset is not supported")
    ends = numpy.cumsum(counts)
    rows = numpy.arange(a.shape[ragged])
    shape = [-1 if i == ragged else 1 for i in range(a.ndim)]
    results: list[Any] = []
    for i in range(counts.shape[0]):
        mine = ((rows < ends[i]) & (rows >= ends[i] - counts[i])).reshape(shape)
        matrix = b
        over_b = list(contracted[1])
        if groups:
            matrix = numpy.take(b, i, axis=groups[0])
            over_b = [axis - (axis > groups[0]) for axis in over_b]
        results.append(jax.lax.dot_general(numpy.where(mine, a, 0), matrix, ((contracted[0], over_b), ((), ())),
            preferred_element_type=params.get("preferred_element_type")))  # fmt: skip
    return sum(results[1:], results[0]) if groups else numpy.stack(results)


def _applied(params: Params, x: Any, indices: Any, updates: Any) -> Any:
    lax: Any = importlib.import_module("jax.lax")
    numbers = params["dimension_numbers"]
    gone = (*numbers.inserted_window_dims, *numbers.operand_batching_dims)
    window = [updates.shape[i] for i in numbers.update_window_dims]
    lengths = [1 if axis in gone else window.pop(0) for axis in range(x.ndim)]
    taken = lax.gather(x, indices, lax.GatherDimensionNumbers(
        offset_dims=numbers.update_window_dims, collapsed_slice_dims=numbers.inserted_window_dims,
        start_index_map=numbers.scatter_dims_to_operand_dims, operand_batching_dims=numbers.operand_batching_dims,
        start_indices_batching_dims=numbers.scatter_indices_batching_dims), lengths, mode=params["mode"],
        fill_value=0)  # fmt: skip
    changed = _by_element(params["update_jaxpr"], params.get("update_consts", ()), updates.ndim)(taken, updates)
    return lax.scatter(x, indices, changed[0], numbers, mode=params["mode"])


def _running_extreme(name: str, params: Params, x: Any) -> Any:
    """Convert ``cummax`` and ``cummin`` in JAX's order of comparisons, for its gradient of equal elements."""
    jax: Any = importlib.import_module("jax")
    function = partial(jax.lax.associative_scan, getattr(jax.lax, name.removeprefix("cum")))
    scan = partial(function, reverse=params["reverse"], axis=params["axis"])
    scan.__name__ = name  # pyright: ignore[reportAttributeAccessIssue]
    return jax.jit(scan)(x)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{name: partial(_running_extreme, name) for name in ("cummax", "cummin")},
    "reduce_window": _general_windows,
    "ragged_dot_general": _ragged_dot,
}
EXTREMES = {"reduce_window_max": ("max", -1), "reduce_window_min": ("min", 1), "reduce_window_sum": ("add", 0)}
"""Windowed reductions: the function of `jax.lax`, and whether they begin with the least (-1) or largest number."""
