"""ONNX rules for convolutions, their gradients, and pooling.

ONNX puts channels first: other images are transposed before and after. Padding is explicit if the image sizes are
known; otherwise, SAME becomes ONNX's SAME_UPPER.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import DOUBLE
from blocks.library.nn.convolution import geometry
from blocks.library.nn.windows import Windows, channel_axis, explicit_pairs, spatial, windows_over
from blocks.library.onnx_rules.array import mirrored
from blocks.library.onnx_rules.values import (
    NotExported,
    Value,
    cast,
    constant,
    is_real,
    moved,
    op,
    reshaped,
    shape_of,
    whole,
    wide,
)
from blocks.library.onnx_rules.writing import OnnxWriter, fixed, numbers, rank, sizes
from blocks.library.rules import LoweringRule, at_site, each


class AxisOrder(NamedTuple):
    there: tuple[int, ...]
    back: tuple[int, ...]


def _layout(data_format: str) -> AxisOrder:
    axes = tuple(range(len(data_format)))
    if not data_format.endswith("C"):
        return AxisOrder(axes, axes)
    return AxisOrder((0, axes[-1], *axes[1:-1]), (0, *axes[2:], 1))


def _filter_first(filter: Value) -> Value:
    count = rank(filter, "filter")
    return moved(wide(filter), [count - 1, count - 2, *range(count - 2)])


Attributes = Mapping[str, Any]


def _padding(attrs: Attributes, image: Value, window: Sequence[int], dilations: Sequence[int]) -> dict[str, Any]:
    form = attrs.get("data_format") or "NHWC"
    strides, explicit = spatial(form, attrs["strides"]), attrs.get("explicit_paddings") or ()
    result: dict[str, Any] = {"strides": list(strides), "kernel_shape": list(window)}
    if image.shape is None:
        raise NotExported("needs to know how many axes the images have")
    area = spatial(form, image.shape)
    if attrs["padding"] == "VALID" or None not in area:
        known_area = [size or 0 for size in area]
        windows = windows_over(known_area, window, strides, dilations, attrs["padding"], explicit_pairs(explicit, form))
        after = [0] * len(area) if attrs["padding"] == "VALID" else windows.after
        return result | {"pads": [*windows.before, *(max(each, 0) for each in after)]}
    if attrs["padding"] == "EXPLICIT":
        pairs = explicit_pairs(explicit, form)
        return result | {"pads": [low for low, _ in pairs] + [high for _, high in pairs]}
    return result | {"auto_pad": "SAME_UPPER"}


def _convolve(site: OnnxWriter, x: Value, filter: Value) -> Value:
    form, shape = site.attrs.get("data_format") or "NHWC", sizes(filter, "filter")
    channels = None if x.shape is None else x.shape[channel_axis(form)]
    groups = 1 if channels is None else channels // max(shape[-2], 1)  # runtimes refuse images with more channels then
    return _convolution(site.attrs, x, filter, _filter_first(filter), groups)


def _channels(x: Value, form: str) -> int:
    result = x.shape[channel_axis(form)] if x.shape is not None else None
    if result is None:
        raise NotExported("needs to know how many channels the images have")
    return result


def _convolution(attrs: Attributes, x: Value, filter: Value, weights: Value, groups: int) -> Value:
    form = attrs.get("data_format") or "NHWC"
    there, back = _layout(form)
    dilations = spatial(form, attrs["dilations"]) if "dilations" in attrs else (1,) * (len(form) - 2)
    attributes = _padding(attrs, x, sizes(filter, "filter")[:-2], dilations)
    result = op.Conv(moved(wide(x), there), weights, **attributes, dilations=list(dilations), group=groups)
    return moved(result, back)


def _convolve_behind(site: OnnxWriter, x: Value, filter: Value) -> Value:
    form, count = "NHWC" if rank(filter, "filter") == 4 else "NDHWC", site.attrs["batch_dims"]
    lead, rest = sizes(x, "input")[:count], sizes(x, "input")[count:]
    attrs = {**site.attrs, "data_format": form, "dilations": site.attrs["dilations"] or [1] * len(form)}
    images = reshaped(x, (math.prod(lead), *rest))
    images.shape = (math.prod(lead), *rest)
    result = _convolution(attrs, images, filter, _filter_first(filter), 1)
    return reshaped(result, (*lead, *fixed((site.shape or (None,))[count:], "the result")))


def _by_depth(filter: Value) -> Value:
    *window, channels, times = sizes(filter, "filter")
    turned = moved(wide(filter), [len(window), len(window) + 1, *range(len(window))])
    return reshaped(turned, (channels * times, 1, *window))


def _depthwise(site: OnnxWriter, x: Value, filter: Value) -> Value:
    return _convolution(site.attrs, x, filter, _by_depth(filter), sizes(filter, "filter")[-2])


# Gradients by the images: transposed convolutions.


def _back(site: OnnxWriter, wanted: Value, filter: Value, dy: Value, weights: Value, groups: int) -> Value:
    form = site.attrs["data_format"]
    there, back = _layout(form)
    if None in spatial(form, site.shape or (None,) * len(form)):
        return moved(_back_to_sizes(site, wanted, filter, moved(wide(dy), there), weights, groups), back)
    image = (0, *fixed((site.shape or (None,))[1:], "the images"))
    windows = _geometry(site, image, sizes(filter, "filter"))
    return moved(_spread(moved(wide(dy), there), weights, spatial(form, image), windows, groups), back)


def _geometry(site: OnnxWriter, image: Sequence[int], filter: Sequence[int]) -> Windows:
    attrs, explicit = site.attrs, site.attrs.get("explicit_paddings") or ()
    form, strides, dilations = attrs["data_format"], attrs["strides"], attrs["dilations"]
    return geometry(image, filter, form, strides, dilations, attrs["padding"], explicit)


def _spread(x: Value, weights: Value, area: Sequence[int], windows: Windows, groups: int) -> Value:
    """Return the transposed convolution, cut or filled up with zeros to the area of the images."""
    spans = zip(windows.counts, windows.strides, windows.sizes, windows.dilations, windows.before, strict=True)
    reached = [(count - 1) * stride + (size - 1) * step + 1 - before for count, stride, size, step, before in spans]
    cut = [max(end - size, 0) for size, end in zip(area, reached, strict=True)]
    more = [max(size - end, 0) for size, end in zip(area, reached, strict=True)]
    result = op.ConvTranspose(
        x,
        weights,
        strides=list(windows.strides),
        dilations=list(windows.dilations),
        kernel_shape=list(windows.sizes),
        group=groups,
        pads=[*windows.before, *cut],
    )
    return op.Pad(result, [0] * (len(area) + 4) + more) if any(more) else result


def _back_to_sizes(site: OnnxWriter, wanted: Value, filter: Value, dy: Value, weights: Value, groups: int) -> Value:
    attrs, form = site.attrs, site.attrs["data_format"]
    axes = [form.index(letter) for letter in form if letter in "DHW"]
    area = whole(wanted)
    if fixed(wanted.shape, "input_sizes")[0] == len(form):
        area = op.Gather(area, axes)
    result = op.ConvTranspose(
        dy,
        weights,
        strides=list(spatial(form, attrs["strides"])),
        dilations=list(spatial(form, attrs["dilations"])),
        kernel_shape=list(sizes(filter, "filter")[:-2]),
        group=groups,
    )
    inner = list(range(2, len(form)))
    reached = op.Gather(shape_of(result), inner)
    before = {
        "VALID": lambda: area * 0,
        "SAME": lambda: op.Max(reached - area, area * 0) / 2,
        "EXPLICIT": lambda: site.constant([low for low, _ in explicit_pairs(attrs["explicit_paddings"], form)]),
    }[attrs["padding"]]()
    more = op.Max(before + area - reached, area * 0)
    result = op.Pad(result, op.Concat(site.constant([0] * (len(form) + 2)), more, axis=0))
    return op.Slice(result, before, before + area, inner)


def _convolve_input(site: OnnxWriter, wanted: Value, filter: Value, dy: Value) -> Value:
    form = site.attrs["data_format"]
    *_, inner, _outer = sizes(filter, "filter")
    channels = (site.shape or (None,) * len(form))[channel_axis(form)]
    groups = 1 if channels is None else channels // max(inner, 1)
    return _back(site, wanted, filter, dy, _filter_first(filter), groups)


def _depthwise_input(site: OnnxWriter, wanted: Value, filter: Value, dy: Value) -> Value:
    return _back(site, wanted, filter, dy, _by_depth(filter), sizes(filter, "filter")[-2])


# Gradients by the filter: convolutions in which images are the batch and what arrives is the filter.


def _convolve_filter(site: OnnxWriter, x: Value, _sizes: Value, dy: Value) -> Value:
    form = site.attrs["data_format"]
    there, _ = _layout(form)
    window = fixed(site.shape, "the filter")
    if _channels(x, form) != window[-2]:
        raise NotExported("is the gradient of a grouped convolution, which is not supported")
    result = _over(site, moved(wide(x), [there[1], there[0], *there[2:]]), dy, x, window, 1)
    count = len(window)
    return moved(result, [*range(2, count), 0, 1])


def _depthwise_filter(site: OnnxWriter, x: Value, _sizes: Value, dy: Value) -> Value:
    form = site.attrs["data_format"]
    there, _ = _layout(form)
    *window, channels, times = fixed(site.shape, "the filter")
    batch = sizes(x, "input")[0]
    turned = moved(wide(x), [there[1], there[0], *there[2:]])
    images = reshaped(turned, (1, channels * batch, *spatial(form, sizes(x, "input"))))
    result = _over(site, images, dy, x, (*window, channels, times), channels)
    split = reshaped(result, (channels, times, *window))
    return moved(split, [*range(2, 2 + len(window)), 0, 1])


def _over(site: OnnxWriter, images: Value, dy: Value, x: Value, window: Sequence[int], groups: int) -> Value:
    form = site.attrs["data_format"]
    there, _ = _layout(form)
    windows = _geometry(site, sizes(x, "input"), window)
    turned = moved(wide(dy), [there[1], there[0], *there[2:]])
    result = op.Conv(
        images,
        turned,
        strides=list(windows.dilations),
        dilations=list(windows.strides),
        pads=[*windows.before, *(max(each, 0) for each in windows.after)],
        kernel_shape=list(windows.counts),
        group=groups,
    )
    axes = list(range(2, len(form)))
    return op.Slice(result, [0] * len(axes), list(windows.sizes), axes)


# Pooling.


def _pooling(attrs: Attributes, x: Value) -> tuple[AxisOrder, dict[str, Any]]:
    form = attrs.get("data_format") or "NHWC"
    if attrs["ksize"][channel_axis(form)] != 1 or attrs["ksize"][0] != 1:
        raise NotExported("pools over the batch or channels, which is not supported")
    window = spatial(form, attrs["ksize"])
    return _layout(form), _padding(attrs, x, window, (1,) * len(window))


def _average_pool(site: OnnxWriter, x: Value) -> Value:
    (there, back), attributes = _pooling(site.attrs, x)
    return moved(op.AveragePool(moved(wide(x), there), **attributes), back)


def _attributes(site: OnnxWriter, ksize: Value, strides: Value) -> Attributes:
    return {**site.attrs, "ksize": numbers(ksize, "ksize"), "strides": numbers(strides, "strides")}


def _maxima(attrs: Attributes, x: Value) -> Value:
    (there, back), attributes = _pooling(attrs, x)
    images = wide(x)
    if not is_real(images):
        images = cast(images, DOUBLE)
    return moved(op.MaxPool(moved(images, there), **attributes), back)


def _with_indices(attrs: Attributes, x: Value) -> tuple[Value, Value]:
    (there, back), attributes = _pooling(attrs, x)
    if "auto_pad" in attributes:
        raise NotExported("needs to know the full shape of the images")
    _batch, height, width, channels = sizes(x, "input")
    largest, index = op.MaxPool(moved(wide(x), there), **attributes, count=2)
    area = height * width
    channel = op.Mod(index / area, channels)
    position = op.Mod(index, area) * channels + channel
    if attrs.get("include_batch_in_index"):
        position = position + (index / (area * channels)) * (area * channels)
    return moved(largest, back), moved(position, back)


def _average_gradient(site: OnnxWriter, _shape: Value, dy: Value) -> Value:
    form = site.attrs["data_format"]
    image = (0, *fixed((site.shape or (None,))[1:], "the images"))
    there, back = _layout(form)
    ksize, channels = spatial(form, site.attrs["ksize"]), image[channel_axis(form)]
    ones = (1,) * len(ksize)
    area = spatial(form, image)
    windows = windows_over(area, ksize, spatial(form, site.attrs["strides"]), ones, site.attrs["padding"])
    inside: Any = np.ones(())
    for size, count, stride, indices, before in zip(
        area, windows.counts, windows.strides, windows.sizes, windows.before, strict=True
    ):
        first = np.arange(count) * stride - before
        inside = np.multiply.outer(inside, np.minimum(first + indices, size) - np.maximum(first, 0))
    x = moved(wide(dy), there)
    x = x / constant(x.sink, inside.astype(x.dtype.numpy))
    weights = constant(x.sink, np.ones((channels, 1, *ksize), x.dtype.numpy))
    return moved(_spread(x, weights, area, windows, channels), back)


# Gradients of maxima: what was the largest is found by its flat position.


def _index(attrs: Attributes, x: Value) -> Value:
    if attrs["data_format"] != "NHWC":
        raise NotExported("is the gradient of a pooling with data format NCHW, which is not supported")
    return _with_indices(attrs, x)[1]


def _whole_index(index: Value, images: Value, whole: bool) -> Value:
    batch, *rest = sizes(images, "images")
    if whole or batch == 1:
        return op.Reshape(index, [-1])
    starts = np.arange(batch).reshape(-1, *[1] * len(rest)) * math.prod(rest)
    return op.Reshape(index + constant(index.sink, starts), [-1])


def _scattered(dy: Value, index: Value, images: Value, whole: bool) -> Value:
    indices, shape = _whole_index(index, images, whole), sizes(images, "images")
    rows = wide(dy)
    empty = constant(dy.sink, np.zeros(math.prod(shape), rows.dtype.numpy))
    return reshaped(op.ScatterElements(empty, indices, op.Reshape(rows, [-1]), reduction="add"), shape)


def _pool_gather(site: OnnxWriter, images: Value, index: Value) -> Value:
    indices = _whole_index(index, images, site.attrs["whole"])
    return reshaped(op.Gather(op.Reshape(images, [-1]), indices), sizes(index, "index"))


RULES: dict[str, LoweringRule] = {
    "Conv": _convolve_behind,
    **each("Conv2D Conv3D", _convolve),
    **each("Conv2DBackpropInput Conv3DBackpropInputV2", _convolve_input),
    **each("Conv2DBackpropFilter Conv3DBackpropFilterV2", _convolve_filter),
    "DepthwiseConv2dNative": _depthwise,
    "DepthwiseConv2dNativeBackpropInput": _depthwise_input,
    "DepthwiseConv2dNativeBackpropFilter": _depthwise_filter,
    "FusedPadConv2D": at_site(lambda site, x, paddings, w: _convolve(site, mirrored(site, x, paddings), w)),
    **each("AvgPool AvgPool3D", _average_pool),
    **each("AvgPoolGrad AvgPool3DGrad", _average_gradient),
    **each("MaxPool MaxPool3D", at_site(lambda site, x: _maxima(site.attrs, x))),
    "MaxPoolV2": at_site(lambda site, x, ksize, strides: _maxima(_attributes(site, ksize, strides), x)),
    "MaxPoolIndexV2": at_site(lambda site, x, ksize, strides: _index(_attributes(site, ksize, strides), x)),
    "MaxPoolGrad": at_site(lambda site, x, _y, dy: _scattered(dy, _index(site.attrs, x), x, False)),
    "MaxPoolIndex": at_site(lambda site, x: _index(site.attrs, x)),
    "MaxPoolWithArgmax": at_site(lambda site, x: _with_indices(site.attrs, x)),
    "PoolScatter": at_site(lambda site, dy, index, images: _scattered(dy, index, images, site.attrs["whole"])),
    "PoolGather": _pool_gather,
}
