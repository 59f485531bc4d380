"""The choice of native kernels for convolutions and pooling, by the sizes of a node alone."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.graph.graph import Node
from blocks.graph.native_kernels import Native
from blocks.library.nn.windows import (
    Windows,
    channel_axis,
    explicit_pairs,
    padded_shape,
    pool_over,
    shape_last,
    spatial,
    windows_over,
)

if TYPE_CHECKING:
    from blocks.native.convolution_code import Axes, Layer
    from blocks.native.pooling import Pooling

_FEWEST = {"pooled": 1 << 20, "by_average": 1 << 18, "by_largest": 1 << 16}
"""The elements of images from which on a kernel for pooling soon saves more time than its compilation takes."""
_FEWEST_OF_CONVOLUTION = 1 << 17
"""The same for the elements of all windows of a convolution; layers of one shape share a kernel."""
_UNKNOWN = 64
"""The size that an unknown axis counts as."""
_FEWEST_CHANNELS = 8
"""The minimum number of channels for pooling, whose vectors are channels."""


def _native(
    geometry: Callable[[Node], Layer | Pooling | None],
    kind: str,
    images: tuple[int, ...],
    filter: tuple[int, ...] = (),
    options: tuple[Any, ...] = (),
) -> Native:
    """Return the native kernels of a block type.

    Args:
        kind: the name of the function that makes the kernel.
        images: the inputs with channels that the kernel reads; channels come last in the kernel.
        filter: another input that it reads.
        options: the other arguments of the function.
    """

    def pays(node: Node) -> bool:
        layer = geometry(node)
        fewest = _FEWEST.get(kind, _FEWEST_OF_CONVOLUTION)
        return layer is not None and layer.work >= fewest * layer.kernels(kind)

    def make(node: Node) -> Callable[..., Any] | None:
        from blocks.native import convolution, pooling  # only pages with large images need them

        layer = geometry(node) if pays(node) else None
        module = convolution if hasattr(convolution, kind) else pooling
        function = None if layer is None else getattr(module, kind)(layer, *options)
        if function is None:
            return None
        shape: Any = node.outputs[0].shape
        shapes = [(i, node.inputs[i].shape) for i in (*images, *filter)]
        first = not node.attrs.get("data_format", "NHWC").endswith("C")

        def call(*args: Array) -> Array:
            others = [args[i] for i in filter]
            fits = all([args[i].shape == size for i, size in shapes])  # a variable may get another shape
            if fits and kind == "by_input":  # it multiplies zeros around ``dy``
                fits = math.isfinite(np.vdot(others[0], others[0]))
            if not fits:
                return node.type.kernel(*args, **node.attrs)
            given = [args[i] for i in images]
            if first:
                given = [convolution.turned(each, each.shape[1], math.prod(each.shape[2:])) for each in given]
            result = function(*given, *others)
            if first and kind != "by_filter":
                result = convolution.turned(result, math.prod(shape[2:]), shape[1])
            return result.reshape(shape)

        return call

    return Native(pays, make)


_RESULT = -1
"""The result of a node, instead of the index of an input."""


def _sizes(node: Node, index: int, rank: int) -> tuple[int, ...]:
    shape = (node.outputs[0] if index == _RESULT else node.inputs[index]).shape
    return tuple([_UNKNOWN if size is None else size for size in shape or (None,) * rank])


def _axes(values: tuple[int, ...], fill: int) -> Axes:
    first, second, third = (fill,) * (3 - len(values)) + tuple(values)
    return first, second, third


# -- Convolutions -----------------------------------------------------------------------------------------------------


def sliding(node: Node, image: tuple[int, ...], filter: tuple[int, ...]) -> Windows | None:
    """Return the windows of a convolution over images with channels last; None: its kernel refuses so much padding."""
    form, attrs = node.attrs["data_format"], node.attrs
    strides, dilations = (spatial(form, attrs[name]) for name in ("strides", "dilations"))
    pairs = explicit_pairs(attrs.get("explicit_paddings", ()), form)
    windows = windows_over(image[1:-1], filter[:-2], strides, dilations, attrs["padding"], pairs)
    try:
        padded_shape(windows, image)
    except DiagramError:
        return None
    return windows


def _layer(image: int, filter: int, by_depth: bool, node: Node) -> Layer | None:
    from blocks.native.convolution_code import Layer

    form = node.attrs["data_format"]
    sizes = _sizes(node, filter, len(form))
    last = shape_last(_sizes(node, image, len(form)), form)
    *_, ins, outs = sizes
    if ins != last[-1] or (by_depth and outs != 1) or 0 in (*last, *sizes):
        return None
    windows = sliding(node, last, sizes)
    if windows is None or 0 in windows.counts or windows.is_plain:  # a window of one position is a matrix product
        return None
    ones = (_axes(each, 1) for each in (last[1:-1], windows.sizes, windows.strides, windows.dilations, windows.counts))
    image_sizes, window, strides, dilations, counts = ones
    outs, before = ins if by_depth else outs, _axes(windows.before, 0)
    return Layer(last[0], image_sizes, ins, window, outs, strides, dilations, before, counts, by_depth)


def _passes(by_depth: bool) -> tuple[Native, Native, Native]:
    return (
        _native(partial(_layer, 0, 1, by_depth), "forward", (0,), (1,)),
        _native(partial(_layer, _RESULT, 1, by_depth), "by_input", (2,), (1,)),
        _native(partial(_layer, 0, _RESULT, by_depth), "by_filter", (0, 2)),
    )


convolutions, depthwise_convolutions = _passes(False), _passes(True)


# -- Pooling ----------------------------------------------------------------------------------------------------------

_WINDOW = ("ksize", "strides", "padding", "data_format", "explicit_paddings")


def _pooling(image: int, node: Node) -> Pooling | None:
    from blocks.native.pooling import Pooling

    attrs: dict[str, Any] = {name: node.attrs[name] for name in _WINDOW if name in node.attrs}
    form: str = attrs.get("data_format", "NHWC")
    sizes = _sizes(node, image, len(form))
    channels = channel_axis(form)
    if attrs["ksize"][channels] != 1 or sizes[channels] < _FEWEST_CHANNELS or 0 in sizes:
        return None
    windows, sizes = pool_over(sizes, **attrs).windows, shape_last(sizes, form)
    if 0 in windows.counts:
        return None
    ones = (_axes(each, 1) for each in (sizes[1:-1], windows.sizes, windows.strides, windows.counts))
    image_sizes, window, strides, counts = ones
    return Pooling(sizes[0], image_sizes, sizes[-1], window, strides, _axes(windows.before, 0), counts)


maximum = _native(partial(_pooling, 0), "pooled", (0,), options=(float(np.finfo(np.float32).min),))
maximum_of_volumes = _native(partial(_pooling, 0), "pooled", (0,), options=(-math.inf,))
maximum_gradient = _native(partial(_pooling, _RESULT), "by_largest", (0, 2))
average = _native(partial(_pooling, 0), "pooled", (0,), options=(None,))
average_gradient = _native(partial(_pooling, _RESULT), "by_average", (1,))
