"""The choice of native kernels for convolutions and pooling, by the sizes of a node alone."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.graph import Node
from blocks.graph.native_kernels import Native
from blocks.library.nn.windows import (
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

_STEPS = 20
"""Steps in which a kernel must save the time that its compilation takes."""
_COMPILATION = 0.02
"""Seconds to compile a kernel."""
_SAVED = 1e-9
"""Seconds saved for each element of all windows."""
_UNKNOWN = 64
"""The size that an unknown axis counts as."""
_FEWEST_CHANNELS = 8
"""The minimum number of channels for pooling, whose vectors are channels."""


def _pays(elements: int, kernels: int) -> bool:
    return elements * _SAVED * _STEPS >= _COMPILATION * kernels


def _known(shape: Shape, rank: int) -> tuple[int, ...]:
    return tuple([_UNKNOWN if size is None else size for size in shape or (None,) * rank])


def _axes(values: tuple[int, ...], fill: int) -> Axes:
    first, second, third = (fill,) * (3 - len(values)) + tuple(values)
    return first, second, third


# -- Convolutions -----------------------------------------------------------------------------------------------------


class _Convolutions:
    """The native kernels of one pass: which shapes at a node are those of the images and of the filter.

    Args:
        by_depth: whether each channel has filters of its own.
    """

    def __init__(
        self, kind: str, image: Callable[[Node], Shape], filter: Callable[[Node], Shape], take: Callable[..., Any],
        by_depth: bool,
    ) -> None:  # fmt: skip
        self._kind, self._image, self._filter, self._take, self._by_depth = kind, image, filter, take, by_depth

    def pays(self, node: Node) -> bool:
        from blocks.native import convolution  # only pages with images need it

        layer = self._layer(node)
        if layer is None:
            return False
        windows = layer.images * math.prod(layer.counts) * layer.depth * (layer.channels if layer.by_depth else 1)
        return _pays(windows, convolution.kernel_count(getattr(convolution, self._kind), layer))

    def make(self, node: Node) -> Callable[..., Any] | None:
        from blocks.native import convolution

        layer, make = self._layer(node), getattr(convolution, self._kind)
        if layer is None or not self.pays(node):
            return None
        function = make(layer, not node.attrs["data_format"].endswith("C"))
        return None if function is None else partial(self._take, function, node.outputs[0].shape)

    def _layer(self, node: Node) -> Layer | None:
        from blocks.native.convolution_code import Layer

        form: str = node.attrs["data_format"]
        image, filter = (_known(shape, len(form)) for shape in (self._image(node), self._filter(node)))
        *_, channels = last = shape_last(image, form)
        outs = channels if self._by_depth else filter[-1]
        if filter[-2] != channels or (self._by_depth and filter[-1] != 1) or 0 in (*image, *filter):
            return None
        strides, dilations = (spatial(form, node.attrs[name]) for name in ("strides", "dilations"))
        pairs = explicit_pairs(node.attrs.get("explicit_paddings", ()), form)
        windows = windows_over(last[1:-1], filter[:-2], strides, dilations, node.attrs["padding"], pairs)
        try:
            padded_shape(windows, last)
        except DiagramError:  # so much padding is refused when it runs
            return None
        if 0 in windows.counts or windows.is_plain:  # a window of one position is a matrix product
            return None
        sizes, strides, dilations = (_axes(each, 1) for each in (windows.sizes, windows.strides, windows.dilations))
        before, counts = _axes(windows.before, 0), _axes(windows.counts, 1)
        image = _axes(last[1:-1], 1)
        return Layer(last[0], image, channels, sizes, outs, strides, dilations, before, counts, self._by_depth)


def _take_forward(function: Callable[..., Array], shape: Any, x: Array, filter: Array) -> Array:
    return function(x, filter).reshape(shape)


def _take_input(function: Callable[..., Array], shape: Any, _sizes: Array, filter: Array, dy: Array) -> Array:
    return function(filter, dy).reshape(shape)


def _take_filter(function: Callable[..., Array], shape: Any, x: Array, _sizes: Array, dy: Array) -> Array:
    return function(x, dy).reshape(shape)


def _given(node: Node, index: int) -> Shape:
    return node.inputs[index].shape


def _result(node: Node) -> Shape:
    return node.outputs[0].shape


def _native(by_depth: bool) -> tuple[Native, Native, Native]:
    first, second = partial(_given, index=0), partial(_given, index=1)
    kinds = (
        _Convolutions("forward", first, second, _take_forward, by_depth),
        _Convolutions("by_input", _result, second, _take_input, by_depth),
        _Convolutions("by_filter", first, _result, _take_filter, by_depth),
    )
    convolved, to_input, to_filter = (Native(each.pays, each.make) for each in kinds)
    return convolved, to_input, to_filter


convolutions, depthwise_convolutions = _native(False), _native(True)


# -- Pooling ----------------------------------------------------------------------------------------------------------


def _pooling(node: Node, shape: Shape) -> Pooling | None:
    from blocks.native.pooling import Pooling

    attrs: dict[str, Any] = {name: node.attrs[name] for name in _WINDOW if name in node.attrs}
    form: str = attrs.get("data_format", "NHWC")
    image = _known(shape, len(form))
    if not form.endswith("C") or attrs["ksize"][-1] != 1 or image[-1] < _FEWEST_CHANNELS or 0 in image:
        return None
    windows = pool_over(image, **attrs).windows
    if 0 in windows.counts:
        return None
    axes = windows.sizes, windows.strides
    sizes, strides = (_axes(each, 1) for each in axes)
    before, counts = _axes(windows.before, 0), _axes(windows.counts, 1)
    return Pooling(image[0], _axes(image[1:-1], 1), image[-1], sizes, strides, before, counts)


_WINDOW = ("ksize", "strides", "padding", "data_format", "explicit_paddings")


def _native_pooling(kind: str, image: Callable[[Node], Shape], *given: int, **options: float | None) -> Native:
    """Return the native kernels of a pooling type.

    Args:
        image: returns the shape of the images.
        given: the inputs that the kernel reads.
    """

    def pays(node: Node) -> bool:
        pooling = _pooling(node, image(node))
        return pooling is not None and _pays(pooling.images * math.prod(pooling.image) * pooling.channels, 1)

    def made(node: Node) -> Callable[..., Any] | None:
        from blocks.native import pooling as kernels

        pooling = _pooling(node, image(node))
        if pooling is None or not pays(node):
            return None
        function, shape, inputs = getattr(kernels, kind)(pooling, **options), node.outputs[0].shape, len(node.inputs)

        def run(*args: Array) -> Array:
            return function([args[i] for i in given], shape, *args[inputs:])

        return run

    return Native(pays, made)


_first = partial(_given, index=0)
maximum = _native_pooling("pooled", _first, 0, start=float(np.finfo(np.float32).min))
maximum_of_volumes = _native_pooling("pooled", _first, 0, start=-math.inf)
maximum_gradient = _native_pooling("by_largest", _result, 0, 2)
average = _native_pooling("pooled", _first, 0, start=None)
average_gradient = _native_pooling("by_average", _result, 1)
