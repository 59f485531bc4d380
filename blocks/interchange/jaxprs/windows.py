"""Convolutions and windowed reductions of `jax.lax` as block types."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.graph.graph import Output
from blocks.interchange.jaxprs.primitives import Params, like, many, padded
from blocks.interchange.tracing.shapes import rank, reshaped, sizes, transposed
from blocks.interchange.tracing.tracer import cast
from blocks.library.declare import make


def convolution(params: Params, x: Output, kernel: Output) -> Output:
    """``conv_general_dilated``: over one to three axes, as Conv2D and Conv3D take it, channels last.

    Paddings and zeros between elements are put in before. Groups of channels are convolved one by one.
    """
    numbers = params["dimension_numbers"]
    if params["batch_group_count"] != 1:
        raise DiagramError("a convolution with groups of the batch has no block")
    (n, c, *spatial), (o, i, *window) = numbers.lhs_spec, numbers.rhs_spec
    count = len(spatial)
    if not 1 <= count <= 3:
        raise DiagramError(f"a convolution over {count} axes has no block")
    wanted = params.get("preferred_element_type")
    if wanted is not None:
        x, kernel = cast(x, np.dtype(wanted)), cast(kernel, np.dtype(wanted))
    x = transposed(x, [n, *spatial, c])
    kernel = transposed(kernel, [*window, i, o])
    between = [dilation - 1 for dilation in params["lhs_dilation"]]
    config = [(low, high, gap) for (low, high), gap in zip(params["padding"], between, strict=True)]
    x = padded(x, like(x, 0), [(0, 0, 0), *config, (0, 0, 0)])
    strides, dilations = list(params["window_strides"]), list(params["rhs_dilation"])
    if count == 1:
        x, kernel = make("ExpandDims", x, 1), make("ExpandDims", kernel, 0)
        strides, dilations = [1, *strides], [1, *dilations]
    groups = params["feature_group_count"]
    block = "Conv3D" if count == 3 else "Conv2D"
    options: dict[str, Any] = {"strides": [1, *strides, 1], "padding": "VALID", "dilations": [1, *dilations, 1]}
    if groups == 1:
        result = make(block, x, kernel, **options)
    else:
        parts = many("Split", "output", rank(x) - 1, x, num_split=groups)
        kernels = many("Split", "output", rank(kernel) - 1, kernel, num_split=groups)
        products = [make(block, a, b, **options) for a, b in zip(parts, kernels, strict=True)]
        result = make("Concat", products, rank(x) - 1)
    if count == 1:
        result = make("Squeeze", result, squeeze_dims=[1])
    out_n, out_c, *out_spatial = numbers.out_spec
    return transposed(result, np.argsort([out_n, *out_spatial, out_c]).tolist())


REDUCTIONS = ("reduce_window_max", "reduce_window_min", "reduce_window_sum")


def window_reduction(name: str, params: Params, x: Output) -> Output:
    """``reduce_window_max``, ``_min`` and ``_sum`` over up to three axes, as pools; what is padded is put in before."""
    window, strides = params["window_dimensions"], params["window_strides"]
    if any(each != 1 for each in (*params["base_dilation"], *params["window_dilation"])):
        raise DiagramError(f"{name} with a dilation has no block")
    axes = [i for i in range(rank(x)) if window[i] != 1 or strides[i] != 1]
    if len(axes) > 3 or not x.dtype.is_floating:
        raise DiagramError(f"{name} over {len(axes)} axes of {x.dtype.short} has no block")
    kind = name.removeprefix("reduce_window_")
    if kind == "min":
        x = make("Negate", x)
    filling = 0.0 if kind == "sum" else -np.inf
    x = padded(x, like(x, filling), [(low, high, 0) for low, high in params["padding"]])
    if not axes:
        return make("Negate", x) if kind == "min" else x
    rest = [i for i in range(rank(x)) if i not in axes]
    moved = transposed(x, [*rest, *axes])
    missing = 2 - len(axes) if len(axes) < 2 else 0
    spatial = [sizes(x)[i] for i in axes]
    pooled = _pooled(kind, moved, [*[1] * missing, *spatial], _along(window, axes), _along(strides, axes))
    shape = [sizes(x)[i] for i in rest] + [
        (size - window[i]) // strides[i] + 1 for i, size in zip(axes, spatial, strict=True)
    ]
    result = transposed(reshaped(pooled, shape), np.argsort([*rest, *axes]).tolist())
    return make("Negate", result) if kind == "min" else result


def _along(values: Sequence[int], axes: Sequence[int]) -> list[int]:
    """The values of some axes, of two at least."""
    return [*[1] * (2 - len(axes)), *[values[i] for i in axes]]


def _pooled(kind: str, x: Output, spatial: Sequence[int], window: Sequence[int], strides: Sequence[int]) -> Output:
    """A pool of images of one channel; all axes of x but the last ones are images."""
    images = reshaped(x, [-1, *spatial, 1])
    deep = "3D" if len(spatial) == 3 else ""
    options: dict[str, Any] = {"ksize": [1, *window, 1], "strides": [1, *strides, 1], "padding": "VALID"}
    if kind == "sum":
        return make("Multiply", make(f"AvgPool{deep}", images, **options), like(x, math.prod(window)))
    return make(f"MaxPool{deep}", images, **options)
