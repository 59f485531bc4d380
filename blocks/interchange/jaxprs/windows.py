"""Convolutions and windowed reductions of `jax.lax` as block types."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.graph.graph import Output
from blocks.interchange.jaxprs.primitives import Params, like, many, padded, strided
from blocks.interchange.tracing.tracer import cast, rank, reshaped, sizes, transposed
from blocks.library.declare import make


def convolution(params: Params, x: Output, kernel: Output) -> Output:
    """Convert ``conv_general_dilated`` over one to three axes to Conv2D or Conv3D, channels last.

    Padding and zeros between elements are inserted before. Groups of channels or of the batch are convolved one by one.
    """
    numbers = params["dimension_numbers"]
    (n, c, *spatial), (o, i, *window) = numbers.lhs_spec, numbers.rhs_spec
    count = len(spatial)
    if not 1 <= count <= 3:
        raise DiagramError(f"a convolution must have 1 to 3 spatial axes, got {count}")
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
    groups, batch_groups = params["feature_group_count"], params["batch_group_count"]
    block = "Conv3D" if count == 3 else "Conv2D"
    options: dict[str, Any] = {"strides": [1, *strides, 1], "padding": "VALID", "dilations": [1, *dilations, 1]}
    if groups == batch_groups == 1:
        result = make(block, x, kernel, **options)
    else:  # of the channels, or of the batch, as the gradient by a kernel has them
        axis, groups = (rank(x) - 1, groups) if groups > 1 else (0, batch_groups)
        parts = many("Split", "output", axis, x, num_split=groups)
        kernels = many("Split", "output", rank(kernel) - 1, kernel, num_split=groups)
        products = [make(block, a, b, **options) for a, b in zip(parts, kernels, strict=True)]
        result = make("Concat", products, rank(x) - 1)
    if count == 1:
        result = make("Squeeze", result, squeeze_dims=[1])
    out_n, out_c, *out_spatial = numbers.out_spec
    return transposed(result, np.argsort([out_n, *out_spatial, out_c]).tolist())


class _Windows:
    """Windows over up to three axes, as padded images of one channel for pooling."""

    def __init__(self, name: str, params: Params, x: Output) -> None:
        window, strides = params["window_dimensions"], params["window_strides"]
        if any(each != 1 for each in (*params.get("base_dilation", ()), *params.get("window_dilation", ()))):
            raise DiagramError(f"{name} with a dilation is not supported")
        axes = [i for i in range(rank(x)) if window[i] != 1 or strides[i] != 1]
        if len(axes) > 3 or not x.dtype.is_floating:
            raise DiagramError(f"{name} needs floats and at most 3 axes, got {x.dtype.short} and {len(axes)} axes")
        rest = [i for i in range(rank(x)) if i not in axes]
        self._padding: list[tuple[int, int]] = list(params["padding"])
        self._axes, self._order = axes, [*rest, *axes]
        self._padded = [size + low + high for size, (low, high) in zip(sizes(x), self._padding, strict=True)]
        self._counts = [(size - w) // s + 1 for size, w, s in zip(self._padded, window, strides, strict=True)]
        self.deep = "3D" if len(axes) > 2 else ""
        self.size = math.prod(window)
        ones = [1] * (2 - len(axes))
        self.options: dict[str, Any] = {
            "ksize": [1, *ones, *[window[i] for i in axes], 1],
            "strides": [1, *ones, *[strides[i] for i in axes], 1],
            "padding": "VALID",
        }

    def padded(self, x: Output, filling: float) -> Output:
        """Return [n, ...spatial, 1] the images of a tensor."""
        x = padded(x, like(x, filling), [(low, high, 0) for low, high in self._padding])
        return self.images(x)

    def images(self, x: Output) -> Output:
        """Return [n, ...spatial, 1] the images of a tensor that is padded, or has an element per window."""
        spatial = [*[1] * (2 - len(self._axes)), *[sizes(x)[i] for i in self._axes]]
        return reshaped(transposed(x, self._order), [-1, *spatial, 1])

    def results(self, images: Output) -> Output:
        return self._tensor(images, self._counts)

    def without_padding(self, images: Output) -> Output:
        x = self._tensor(images, self._padded)
        begin = [low for low, _ in self._padding]
        end = [size - high for size, (_, high) in zip(self._padded, self._padding, strict=True)]
        return strided(x, begin, end) if any(map(any, self._padding)) else x

    def _tensor(self, images: Output, shape: Sequence[int]) -> Output:
        return transposed(reshaped(images, [shape[i] for i in self._order]), np.argsort(self._order).tolist())


REDUCTIONS = ("reduce_window_max", "reduce_window_min", "reduce_window_sum")


def window_reduction(name: str, params: Params, x: Output) -> Output:
    windows, kind = _Windows(name, params, x), name.removeprefix("reduce_window_")
    if kind == "sum":
        mean = make(f"AvgPool{windows.deep}", windows.padded(x, 0.0), **windows.options)
        return windows.results(make("Multiply", mean, like(x, windows.size)))
    x = make("Negate", x) if kind == "min" else x
    largest = windows.results(make(f"MaxPool{windows.deep}", windows.padded(x, -np.inf), **windows.options))
    return make("Negate", largest) if kind == "min" else largest


def select_and_scatter_add(params: Params, source: Output, x: Output) -> Output:
    """Convert the gradient of a pool: put values at the extreme elements of windows."""
    windows = _Windows("select_and_scatter_add", params, x)
    return windows.without_padding(_at_extremes("MaxPool{}Grad", windows, params, x, windows.images(source)))


def select_and_gather_add(params: Params, tangents: Output, x: Output) -> Output:
    """Convert the tangents of a pool: take those at the extreme elements of windows."""
    windows = _Windows("select_and_gather_add", params, x)
    return windows.results(_at_extremes("MaxPool{}GradGrad", windows, params, x, windows.padded(tangents, 0.0)))


def _at_extremes(block: str, windows: _Windows, params: Params, x: Output, given: Output) -> Output:
    images = windows.padded(make("Negate", x) if params["select_prim"].name == "le" else x, -np.inf)
    largest = make(f"MaxPool{windows.deep}", images, **windows.options)
    return make(block.format(windows.deep), images, largest, given, **windows.options)
