"""What poolings share: which axes their windows slide along, what users may ask for, and the shapes of results."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.graph.call_info import Call
from blocks.library.nn.windows import (
    Windows,
    channel_axis,
    check_paddings,
    check_steps,
    each_position,
    explicit_pairs,
    image_shape,
    spatial,
    window_counts,
    windows_over,
)

KEPT = 64
"""Geometries that are kept: working one out takes as long as pooling a small image."""
_FEW_PLACES = 256
"""Of larger windows, it is not kept which see each place."""


class Pool(NamedTuple):
    """Windows over some of an array's axes.

    Attributes:
        axes: the axes along which windows slide.
        windows: how they lie there.
        shape: the shape of the images.
    """

    axes: tuple[int, ...]
    windows: Windows
    shape: tuple[int, ...]

    def along(self) -> Iterator[tuple[int, Windows]]:
        """Each axis with the windows along it alone."""
        for i, axis in enumerate(self.axes):
            yield axis, Windows(*((each[i],) for each in self.windows))

    def positions(self) -> Sequence[tuple[tuple[slice, ...], tuple[slice, ...]]]:
        """For each place of a window, row by row: the windows that see it in the image, and what they see."""
        return _kept_positions(self) if math.prod(self.windows.sizes) <= _FEW_PLACES else _positions(self)


def _positions(pool: Pool) -> list[tuple[tuple[slice, ...], tuple[slice, ...]]]:
    def everywhere(slices: Sequence[slice]) -> tuple[slice, ...]:
        found = [slice(None)] * len(pool.shape)
        for axis, each in zip(pool.axes, slices, strict=True):
            found[axis] = each
        return tuple(found)

    found = each_position(pool.windows, [pool.shape[axis] for axis in pool.axes])
    return [(everywhere(outs[1:]), everywhere(ins[1:])) for _, outs, ins in found]


_kept_positions = lru_cache(KEPT)(_positions)


def pool_over(
    shape: Sequence[int],
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: str,
    data_format: str = "NHWC",
    explicit_paddings: Sequence[int] | None = None,
) -> Pool:
    """The windows over images of a shape: along the spatial axes, or along the channels if ksize is not 1 there."""
    sizes = tuple(int(size) for size in shape)
    return _pool_over(sizes, tuple(ksize), tuple(strides), padding, data_format, tuple(explicit_paddings or ()))


@lru_cache(KEPT)
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


# -- What users typed -------------------------------------------------------------------------------------------------


def prepare(name: str, depth: bool = False) -> Callable[[dict[str, Any]], None]:
    """The check of a pooling type's attributes; some types can also pool along the channels (``depth``)."""
    return partial(_check, name, depth)


def _check(name: str, depth: bool, attrs: dict[str, Any]) -> None:
    data_format = format_of(attrs)
    if data_format == "NCHW_VECT_C":
        text = f"{name} does not know the layout NCHW_VECT_C, which exists on graphics processors only"
        raise DiagramError(text, pin="data_format", hint="use NHWC or NCHW")
    ksize, strides = attrs["ksize"], attrs["strides"]
    if depth and len(ksize) == len(strides) == 4 and ksize[channel_axis(data_format)] > 1:
        _check_depth(name, ksize, strides, channel_axis(data_format))
    else:
        check_steps(name, attrs, "ksize", data_format)
        check_steps(name, attrs, "strides", data_format)
    if attrs["padding"] == "EXPLICIT":
        check_paddings(name, attrs, data_format)
        for size, pair in zip(
            spatial(data_format, ksize), explicit_pairs(attrs["explicit_paddings"], data_format), strict=True
        ):
            if max(pair) >= size:
                text = f"{name} needs paddings smaller than the window, which is {size}, got {list(pair)}"
                raise DiagramError(text, pin="explicit_paddings")


def _check_depth(name: str, ksize: list[int], strides: list[int], channels: int) -> None:
    others = [i for i in range(4) if i != channels]
    if any(ksize[i] != 1 or strides[i] != 1 for i in others):
        text = f"{name} pools either along the channels or along height and width, got ksize {ksize}, strides {strides}"
        raise DiagramError(text, pin="ksize")
    if ksize[channels] != strides[channels]:
        text = f"{name} along the channels needs strides equal to ksize there, got {strides[channels]}"
        raise DiagramError(f"{text} and {ksize[channels]}", pin="strides")


def format_of(attrs: dict[str, Any]) -> str:
    """The order of the axes; types that know only one have no attribute for it."""
    return attrs.get("data_format") or "NHWC"


def pooled_shape(call: Call, pin: str, shape: Sequence[int | None] | None = None) -> tuple[int | None, ...]:
    """The shape of what a pooling gives, as far as it is known, for the images (or the shape of images) at a pin.

    Raises:
        DiagramError: the pin takes other images, or a window is larger than they are.
    """
    attrs = call.attrs
    data_format, ksize = format_of(attrs), attrs["ksize"]
    found = list(image_shape(call, pin, data_format) if shape is None else shape)
    channels = channel_axis(data_format)
    if ksize[channels] != 1:
        depth = found[channels]
        if depth is not None and depth % ksize[channels]:
            text = f"{call.type.name} along the channels needs a multiple of {ksize[channels]} channels, got {depth}"
            raise DiagramError(text, pin=pin)
        found[channels] = depth and depth // ksize[channels]
        return tuple(found)
    axes: tuple[int, ...] = spatial(data_format, range(len(data_format)))
    steps = spatial(data_format, ksize), spatial(data_format, attrs["strides"]), (1,) * len(axes)
    pairs = explicit_pairs(attrs["explicit_paddings"], data_format) if attrs["padding"] == "EXPLICIT" else None
    counts = window_counts(call, pin, [found[axis] for axis in axes], *steps, attrs["padding"], pairs)
    for axis, count in zip(axes, counts, strict=True):
        found[axis] = count
    return tuple(found)


def require_shape(call: Call, pin: str, wanted: Sequence[int | None], what: str) -> tuple[int | None, ...]:
    """A pin gets a certain shape. Returns what is known of it, from the pin and from ``wanted``.

    Raises:
        DiagramError: it gets another.
    """
    shape = call.shape(pin)
    if shape is None:
        return tuple(wanted)
    if len(shape) != len(wanted) or any(a != b and None not in (a, b) for a, b in zip(shape, wanted, strict=True)):
        text = f"{call.type.name} needs {what} at {pin}, {shape_text(tuple(wanted))}, got {shape_text(shape)}"
        raise DiagramError(text, pin=pin)
    return tuple(b if a is None else a for a, b in zip(shape, wanted, strict=True))
