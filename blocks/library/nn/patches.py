"""Patches of images and volumes, concatenated along the channel axis."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from blocks.base.dtypes import BOOL, INDEX, NUMERIC, REAL
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import sizes
from blocks.library.array.sizes import Shape_
from blocks.library.declare import block
from blocks.library.math.shared import wide_dtype
from blocks.library.nn.windows import (
    PADDINGS,
    Windows,
    check_steps,
    each_position,
    image_shape,
    padded,
    view_of,
    window_counts,
    windows_over,
)

_STEPS = ("ksizes", "strides", "rates")
_WHERE = {**dict.fromkeys(_STEPS, 4), "padding": PADDINGS}


def _over(shape: Sequence[int], steps: dict[str, Any]) -> Windows:
    ksizes, strides, rates = (_inner(steps, name) for name in _STEPS)
    return windows_over(shape[1:-1], ksizes, strides, rates, steps["padding"])


def _inner(attrs: dict[str, Any], name: str) -> list[int]:
    """Return an attribute for the spatial axes; volumes have no rates."""
    return attrs.get(name, [1] * len(attrs["ksizes"]))[1:-1]


def _extracted(x: Array, **steps: Any) -> Array:
    windows = _over(x.shape, steps)
    depth = math.prod(windows.sizes) * x.shape[-1]
    return view_of(padded(x, windows), windows).reshape(x.shape[0], *windows.counts, depth)


def _shape(call: Call) -> Shape:
    attrs = call.attrs
    pin, form = call.type.inputs[0].name, "NHWC" if len(attrs["ksizes"]) == 4 else "NDHWC"
    image, (ksizes, strides, rates) = image_shape(call, pin, form), [_inner(attrs, name) for name in _STEPS]
    counts = window_counts(call, pin, image[1:-1], ksizes, strides, rates, attrs["padding"], may_be_empty=True)
    depth = None if image[-1] is None else math.prod(ksizes) * image[-1]
    return image[0], *counts, depth


def _check(block: str, attrs: dict[str, Any]) -> None:
    for name in _STEPS:
        if name in attrs:
            check_steps(block, attrs, name, "NHWC" if block == "ExtractImagePatches" else "NDHWC")


@block(
    "images: T -> patches: T",
    page="array_ops",
    T=(*NUMERIC, BOOL),
    where=_WHERE,
    example={
        "images": [[[[1.0], [2.0], [3.0]], [[4.0], [5.0], [6.0]]]],
        "ksizes": [1, 2, 2, 1],
        "strides": [1, 1, 1, 1],
        "rates": [1, 1, 1, 1],
        "padding": "VALID",
        "patches": [[[[1.0, 2.0, 4.0, 5.0], [2.0, 3.0, 5.0, 6.0]]]],
    },
)
def ExtractImagePatches(
    images: Array, *, ksizes: list[int], strides: list[int], rates: list[int], padding: str
) -> Array:
    """Extract sliding-window patches from images and put their values in the channel axis.

    Args:
        images: [batch, height, width, channels] the images.
        ksizes: the size of a patch along each axis, 1 or more. It must be 1 for batch and channels.
        strides: the step between patches along each axis, 1 or more. It must be 1 for batch and channels.
        rates: the distance between neighboring positions of a patch along each axis, 1 or more. It must be 1 for batch
            and channels.
        padding: SAME pads the images with zeros. VALID extracts only patches that are inside the images.

    Returns:
        patches: [batch, rows, columns, values] one patch per position: its values row by row, each pixel with all its
            channels.
    """
    return _extracted(images, ksizes=ksizes, strides=strides, rates=rates, padding=padding)


ExtractImagePatches.shape(_shape)
ExtractImagePatches.prepare = partial(_check, "ExtractImagePatches")
ExtractImagePatches.gradient()(lambda call, dy: PatchesGrad(dy, Shape_(call.input("images")), **call.attrs))


@block("dy: T, shape: Tshape -> output: T", page="array_ops", T=NUMERIC, Tshape=INDEX, where=_WHERE, internal=True)
def PatchesGrad(
    dy: Array, shape: Array, *, ksizes: list[int], strides: list[int], rates: list[int], padding: str
) -> Array:
    """Add patches back at their positions in the images: the gradient of ExtractImagePatches."""
    wanted = tuple(int(size) for size in shape.tolist())
    windows = windows_over(wanted[1:-1], ksizes[1:-1], strides[1:-1], rates[1:-1], padding)
    parts = dy.reshape(*dy.shape[:-1], *windows.sizes, wanted[-1])
    total = np.zeros(wanted, wide_dtype(dy))
    for position, outs, ins in each_position(windows, wanted[1:-1]):
        total[ins] += parts[(*outs, *position)]
    return total.astype(dy.dtype, copy=False)


PatchesGrad.shape(lambda call: sizes(call, "shape"))


@PatchesGrad.gradient("dy")
def _(call: Node, dy: Output) -> Operand:
    attrs = dict(call.attrs)
    if len(attrs["ksizes"]) == 4:
        return ExtractImagePatches(dy, **attrs)
    del attrs["rates"]
    return ExtractVolumePatches(dy, **attrs)


# -- Volumes -----------------------------------------------------------------------------------------------------------


@block(
    "input: T -> patches: T",
    page="array_ops",
    T=REAL,
    where={"ksizes": 5, "strides": 5, "padding": PADDINGS},
    example={
        "input": [[[[[1.0], [2.0], [3.0]], [[4.0], [5.0], [6.0]]]]],
        "ksizes": [1, 1, 2, 2, 1],
        "strides": [1, 1, 1, 1, 1],
        "padding": "VALID",
        "patches": [[[[[1.0, 2.0, 4.0, 5.0], [2.0, 3.0, 5.0, 6.0]]]]],
    },
)
def ExtractVolumePatches(input: Array, *, ksizes: list[int], strides: list[int], padding: str) -> Array:
    """Extract sliding-window patches from volumes and put their values in the channel axis.

    Args:
        input: [batch, depth, height, width, channels] the volumes.
        ksizes: the size of a patch along each axis, 1 or more. It must be 1 for batch and channels.
        strides: the step between patches along each axis, 1 or more. It must be 1 for batch and channels.
        padding: SAME pads the volumes with zeros. VALID extracts only patches that are inside the volumes.

    Returns:
        patches: [batch, planes, rows, columns, values] one patch per position: its values in order, each position with
            all its channels.
    """
    return _extracted(input, ksizes=ksizes, strides=strides, padding=padding)


ExtractVolumePatches.shape(_shape)
ExtractVolumePatches.prepare = partial(_check, "ExtractVolumePatches")


@ExtractVolumePatches.gradient("input")
def _(call: Node, dy: Output) -> Operand:
    return PatchesGrad(dy, Shape_(call.input("input")), **call.attrs, rates=[1] * 5)
