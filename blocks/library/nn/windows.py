"""Sliding windows over images: their positions, and access to arrays through them.

Convolution, pooling, morphological dilation and image patches share this arithmetic. An image tensor has a batch axis,
one, two or three spatial axes and a channel axis, in the order that ``data_format`` names (``NHWC``, ``NCHW``,
``NDHWC``, ``NCDHW``); attributes such as ``strides`` have one entry per axis in the same order.

- `check_steps` and `check_paddings` report errors in these attributes when a node is created.
- `image_shape` and `window_counts` serve shape rules: the shape at a pin, and the number of windows that fit.
- Kernels work with channels last: `channels_last` converts an array, and `in_format` converts it back.
- `Windows` is the geometry, one entry per spatial axis, built by `windows_over`. Window ``i`` covers the positions
  ``i * stride - before + k * dilation`` of the image, ``k`` from 0 to ``size - 1``; positions outside are padding.
- `each_position` iterates over the positions ``k`` of a window: for each, the part of the image that all windows see.
  ``y[outs] += x[ins] * w[k]`` is a depthwise convolution, ``np.maximum(y[outs], x[ins], out=y[outs])`` a max pooling,
  and ``dx[ins] += part[outs]`` adds the gradients of windows back into the image. No padded copy is needed.
- `padded` and `view_of` give all windows at once as a view ``[batch, *counts, *sizes, channels]``.
- `Pool` is the geometry along some axes of an array, wherever its channels are, built by `pool_over`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array
from blocks.graph.call_info import Call
from blocks.library.array.arguments import pin_error, require_ranks

PADDINGS = ("SAME", "VALID")
PADDINGS_AND_EXPLICIT = ("SAME", "VALID", "EXPLICIT")
FORMATS_2D = ("NHWC", "NCHW")
FORMATS_3D = ("NDHWC", "NCDHW")
LARGEST_PADDED = 2**28
"""Elements: padding to more than that, and to more than four times the image, is a mistake."""


class Windows(NamedTuple):
    """The geometry of windows over an image; each field has one entry per spatial axis.

    Attributes:
        counts: the number of windows.
        sizes: the number of positions of a window.
        strides: the step from window to window.
        dilations: the step from position to position within a window.
        before: the padding in the first window.
        after: the padding behind the image; negative if windows leave its end out.
    """

    counts: tuple[int, ...]
    sizes: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]

    @property
    def is_plain(self) -> bool:
        return all(size == 1 for size in self.sizes) and not any(self.before) and max(self.after, default=0) <= 0


# -- Data formats -----------------------------------------------------------------------------------------------------


def channel_axis(data_format: str) -> int:
    return data_format.index("C")


def spatial(data_format: str, entries: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(entries[1:-1]) if data_format.endswith("C") else tuple(entries[2:])


def with_spatial(data_format: str, batch: Any, sizes: Sequence[Any], channels: Any) -> tuple[Any, ...]:
    """Return one entry per axis in the order of a data format: the inverse of `spatial`."""
    return (batch, *sizes, channels) if data_format.endswith("C") else (batch, channels, *sizes)


def channels_last(x: Array, data_format: str) -> Array:
    return x if data_format.endswith("C") else np.moveaxis(x, 1, -1)


def shape_last(shape: Sequence[int], data_format: str) -> tuple[int, ...]:
    return tuple(shape) if data_format.endswith("C") else (shape[0], *shape[2:], shape[1])


def in_format(x: Array, data_format: str) -> Array:
    """Return an array with channels last in the axis order of a data format, contiguous in memory."""
    return x if data_format.endswith("C") else np.ascontiguousarray(np.moveaxis(x, -1, 1))


# -- What users typed -------------------------------------------------------------------------------------------------


def check_steps(block: str, attrs: dict[str, Any], name: str, data_format: str) -> None:
    """Check an attribute with one entry per axis: 1 for batch and channels, 1 or more for the others."""
    entries: list[int] = attrs[name]
    if len(entries) != len(data_format):
        text = f"{block}: {name} must have {len(data_format)} values, one per axis ({data_format}), got {entries}"
        raise DiagramError(text, pin=name)
    if entries[0] != 1 or entries[channel_axis(data_format)] != 1:
        text = f"{block}: {name} must be 1 for batch and channels ({data_format}), got {entries}"
        raise DiagramError(text, pin=name)
    if min(entries) < 1:
        raise DiagramError(f"{block}: {name} must be 1 or more, got {entries}", pin=name)


def check_paddings(block: str, attrs: dict[str, Any], data_format: str) -> None:
    """Check ``explicit_paddings``: two numbers per axis, 0 for batch and channels, and only with padding EXPLICIT."""
    pairs: list[int] = attrs["explicit_paddings"]
    pin = "explicit_paddings"
    if attrs["padding"] != "EXPLICIT":
        if pairs:
            raise DiagramError(
                f"{block}: explicit_paddings must be empty unless padding is EXPLICIT, got {pairs}", pin=pin
            )
        return
    if len(pairs) != 2 * len(data_format):
        text = f"{block}: explicit_paddings must have {2 * len(data_format)} values, two per axis ({data_format})"
        raise DiagramError(f"{text}, got {pairs}", pin=pin)
    if min(pairs) < 0:
        raise DiagramError(f"{block}: explicit_paddings must be 0 or more, got {pairs}", pin=pin)
    channel = 2 * channel_axis(data_format)
    if any(pairs[:2]) or any(pairs[channel : channel + 2]):
        text = f"{block}: explicit_paddings must be 0 for batch and channels, got {pairs} ({data_format})"
        raise DiagramError(text, pin=pin)


def explicit_pairs(paddings: Sequence[int], data_format: str) -> tuple[tuple[int, int], ...]:
    pairs = paddings or [0] * (2 * len(data_format))
    return spatial(data_format, list(zip(pairs[::2], pairs[1::2], strict=True)))


def image_shape(call: Call, pin: str, data_format: str) -> tuple[int | None, ...]:
    return ranked(call, pin, len(data_format), f"a tensor with {len(data_format)} axes ({data_format})")


def ranked(call: Call, pin: str, rank: int, what: str) -> tuple[int | None, ...]:
    """Return the shape at a pin, with unknown sizes. Raise DiagramError for another rank."""
    shape = require_ranks(call, pin, rank, rank, f"{pin} must be {what}")
    return (None,) * rank if shape is None else shape


# -- Where windows lie ------------------------------------------------------------------------------------------------


def extent(size: int, dilation: int) -> int:
    """Return the distance from a window's first position to its last, both included."""
    return (size - 1) * dilation + 1


def along_axis(
    image: int, size: int, stride: int, dilation: int, padding: str, explicit: tuple[int, int] = (0, 0)
) -> tuple[int, int, int]:
    """Return the number of windows along an axis, the padding in front, and that behind (see `Windows`).

    Without padding the count is 0 or less if the image is smaller than a window.
    """
    reach = extent(size, dilation)
    if padding == "SAME":
        count = -(-image // stride)
        before = max(0, (count - 1) * stride + reach - image) // 2
    else:
        before = explicit[0] if padding == "EXPLICIT" else 0
        behind = explicit[1] if padding == "EXPLICIT" else 0
        count = (image + before + behind - reach) // stride + 1
    return count, before, (count - 1) * stride + reach - before - image


def windows_over(
    image: Sequence[int],
    sizes: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
    padding: str,
    explicit: Sequence[tuple[int, int]] | None = None,
) -> Windows:
    pairs = tuple(explicit or [(0, 0)] * len(image))
    return _windows_over(tuple(image), tuple(sizes), tuple(strides), tuple(dilations), padding, pairs)


@lru_cache(256)
def _windows_over(
    image: tuple[int, ...],
    sizes: tuple[int, ...],
    strides: tuple[int, ...],
    dilations: tuple[int, ...],
    padding: str,
    pairs: tuple[tuple[int, int], ...],
) -> Windows:
    axes = zip(image, sizes, strides, dilations, pairs, strict=True)
    result = [along_axis(*axis[:4], padding, axis[4]) for axis in axes]
    counts, before, after = (tuple(each) for each in zip(*result, strict=True))
    counts = tuple(max(count, 0) for count in counts)
    return Windows(counts, sizes, strides, dilations, before, after)


def window_counts(
    call: Call,
    pin: str,
    image: Sequence[int | None],
    sizes: Sequence[int | None],
    strides: Sequence[int],
    dilations: Sequence[int],
    padding: str,
    explicit: Sequence[tuple[int, int]] | None = None,
    *,
    may_be_empty: bool = False,
) -> list[int | None]:
    """Return the number of windows along each spatial axis, as far as it is known.

    With ``may_be_empty`` a window that reaches less than a step beyond the image gives no windows instead of an error,
    as in some of TensorFlow's kernels.

    Raises:
        DiagramError: a window is larger than the image with its padding; the pin is that of the image.
    """
    result: list[int | None] = []
    pairs = explicit or [(0, 0)] * len(image)
    for index, size, stride, dilation, pair in zip(image, sizes, strides, dilations, pairs, strict=True):
        if index is None or (size is None and padding != "SAME"):
            result.append(None)
            continue
        reach = extent(size or 0, dilation)
        count, _, _ = along_axis(index, size or 0, stride, dilation, padding, pair)
        slack = 2 * stride - 1 if may_be_empty else 0
        if index + sum(pair) + slack < reach and padding != "SAME":
            padding_text = f", padded by {pair[0]} and {pair[1]}," if any(pair) else ""
            text = f"{call.type.name}: window size {reach} is larger than image size {index}{padding_text} with"
            raise DiagramError(
                f"{text} padding {padding}",
                pin=pin,
                hint=(f"make the windows smaller than the image of {_sizes_text(image)}, or add padding"),
            )
        result.append(max(count, 0))
    return result


def require_shape(call: Call, pin: str, wanted: Sequence[int | None], what: str) -> tuple[int | None, ...]:
    """Check a pin's shape and return it, completed from ``wanted``. Raise DiagramError if it differs."""
    shape = call.shape(pin)
    if shape is None:
        return tuple(wanted)
    if len(shape) != len(wanted) or any(a != b and None not in (a, b) for a, b in zip(shape, wanted, strict=True)):
        raise pin_error(call, pin, f"{pin} must have {what}, {shape_text(tuple(wanted))}, got {shape_text(shape)}")
    return tuple(b if a is None else a for a, b in zip(shape, wanted, strict=True))


def _sizes_text(sizes: Sequence[int | None]) -> str:
    return " x ".join("?" if size is None else str(size) for size in sizes)


# -- Reading and writing through windows ------------------------------------------------------------------------------


def each_position(
    windows: Windows, image: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], tuple[slice, ...], tuple[slice, ...]]]:
    """Iterate over the positions of a window, in the order in which a kernel stores them.

    Args:
        image: the spatial sizes of the image.

    Yields:
        The position (an index into the kernel), the windows that see the image there (slices that index an array
            ``[batch, *counts, channels]``), and the positions that they see (slices that index an image with channels
            last). Windows whose position is in the padding are left out.
    """
    axes = zip(*windows, image, strict=True)
    per_axis = [_overlaps(*axis) for axis in axes]
    whole = slice(None)
    for indices in itertools.product(*per_axis):
        position, outs, ins = zip(*indices, strict=True)
        yield position, (whole, *outs), (whole, *ins)


@lru_cache(256)
def _overlaps(
    count: int, size: int, stride: int, dilation: int, before: int, _after: int, image: int
) -> list[tuple[int, slice, slice]]:
    result: list[tuple[int, slice, slice]] = []
    lowest = max(0, -((before - (count - 1) * stride) // -dilation))  # a window may be far larger than the image
    for index in range(lowest, min(size - 1, (image - 1 + before) // dilation) + 1):
        offset = index * dilation - before
        first = max(0, -(offset // stride))
        last = min(count - 1, (image - 1 - offset) // stride)
        if first <= last:
            start = first * stride + offset
            result.append((index, slice(first, last + 1), slice(start, start + (last - first) * stride + 1, stride)))
    return result


def padded_shape(windows: Windows, shape: Sequence[int]) -> tuple[int, ...]:
    image = shape[1:-1]
    sizes = tuple(b + n + max(a, 0) for b, n, a in zip(windows.before, image, windows.after, strict=True))
    result = (shape[0], *sizes, shape[-1])
    if math.prod(result) > max(LARGEST_PADDED, 4 * math.prod(shape)):
        text = f"padding for the windows would enlarge an image of {_sizes_text(image)} to {_sizes_text(sizes)}"
        raise DiagramError(text, hint="reduce strides, dilations or paddings")
    return result


def padded(x: Array, windows: Windows, value: object = 0) -> Array:
    """Pad a channels-last image as far as windows see, or return the image itself without padding."""
    if not any(windows.before) and max(windows.after, default=0) <= 0:
        return x
    shape = padded_shape(windows, x.shape)
    result = np.full(shape, value, x.dtype) if value else np.zeros(shape, x.dtype)
    result[inside(windows, x.shape)] = x
    return result


def inside(windows: Windows, shape: Sequence[int]) -> tuple[slice, ...]:
    return (slice(None), *(slice(b, b + size) for b, size in zip(windows.before, shape[1:-1], strict=True)))


def view_of(x: Array, windows: Windows) -> Array:
    """Return all windows over a padded channels-last image: a view ``[batch, *counts, *sizes, channels]``."""
    batch, *steps, channel = x.strides
    shape = (x.shape[0], *windows.counts, *windows.sizes, x.shape[-1])
    over = _jumps(steps, windows.strides, windows.counts)
    within = _jumps(steps, windows.dilations, windows.sizes)
    return np.lib.stride_tricks.as_strided(x, shape, (batch, *over, *within, channel), writeable=False)


def _jumps(steps: Sequence[int], times: Sequence[int], counts: Sequence[int]) -> list[int]:
    """Return the strides in bytes along each axis; the stride of a single position may be any number."""
    return [step * n if count > 1 else 0 for step, n, count in zip(steps, times, counts, strict=True)]


# -- Windows along some axes ------------------------------------------------------------------------------------------

_KEPT = 64
"""Geometries that are kept: working one out takes as long as pooling a small image."""


class Pool(NamedTuple):
    """Windows over some of an array's axes."""

    axes: tuple[int, ...]
    windows: Windows
    shape: tuple[int, ...]

    def along(self) -> Iterator[tuple[int, Windows]]:
        for i, axis in enumerate(self.axes):
            yield axis, Windows(*((each[i],) for each in self.windows))

    def positions(self) -> Sequence[tuple[tuple[slice, ...], tuple[slice, ...]]]:
        """Return the windows and the positions that they see, as indices of arrays, for each position of a window."""

        def everywhere(slices: Sequence[slice]) -> tuple[slice, ...]:
            results = [slice(None)] * len(self.shape)
            for axis, each in zip(self.axes, slices, strict=True):
                results[axis] = each
            return tuple(results)

        result = each_position(self.windows, [self.shape[axis] for axis in self.axes])
        return [(everywhere(outs[1:]), everywhere(ins[1:])) for _, outs, ins in result]


def pool_over(
    shape: Sequence[int],
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: str,
    data_format: str = "NHWC",
    explicit_paddings: Sequence[int] | None = None,
) -> Pool:
    sizes = tuple(int(size) for size in shape)
    return _pool_over(sizes, tuple(ksize), tuple(strides), padding, data_format, tuple(explicit_paddings or ()))


@lru_cache(_KEPT)
def _pool_over(
    sizes: tuple[int, ...],
    ksize: tuple[int, ...],
    strides: tuple[int, ...],
    padding: str,
    data_format: str,
    explicit_paddings: tuple[int, ...],
) -> Pool:
    channels = channel_axis(data_format)
    if ksize[channels] != 1:
        size = ksize[channels]
        return Pool((channels,), windows_over((sizes[channels],), (size,), (size,), (1,), "VALID"), sizes)
    axes: tuple[int, ...] = spatial(data_format, range(len(data_format)))
    pairs = explicit_pairs(explicit_paddings, data_format) if padding == "EXPLICIT" else None
    steps = spatial(data_format, ksize), spatial(data_format, strides), (1,) * len(axes)
    return Pool(axes, windows_over([sizes[axis] for axis in axes], *steps, padding, pairs), sizes)


def three_axes(x: Array, axis: int) -> Array:
    sizes = math.prod(x.shape[:axis]), x.shape[axis], math.prod(x.shape[axis + 1 :])
    return np.ascontiguousarray(x).reshape(sizes)
