"""Image blocks moved to the batch or channel axis, and back."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence

import numpy as np

from blocks.base.dtypes import INDEX, QINT8, REAL
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import COPYABLE, pin_error, require_rank, require_ranks, vector, vector_length
from blocks.library.declare import block

FORMATS = ("NHWC", "NCHW", "NCHW_VECT_C")

Pairs = list[list[int]]


# -- Space and batch --------------------------------------------------------------------------------------------------


def _to_batch(x: Array, block: Sequence[int], paddings: Pairs) -> Array:
    """Pad the axes after the first, and move the positions within blocks to the front of the batch."""
    count = len(block)
    rest = x.shape[1 + count :]
    image = np.pad(x, [(0, 0), *map(tuple, paddings), *[(0, 0)] * len(rest)])
    sizes = image.shape[1 : 1 + count]
    split = [n for size, step in zip(sizes, block, strict=True) for n in (size // step, step)]
    parts = image.reshape(x.shape[0], *split, *rest)
    order = [*range(2, 2 * count + 1, 2), 0, *range(1, 2 * count + 1, 2), *range(2 * count + 1, parts.ndim)]
    lead = [size // step for size, step in zip(sizes, block, strict=True)]
    return parts.transpose(order).copy().reshape(math.prod(block) * x.shape[0], *lead, *rest)


def _to_space(x: Array, block: Sequence[int], crops: Pairs) -> Array:
    count = len(block)
    batch = x.shape[0] // math.prod(block)
    inner, rest = x.shape[1 : 1 + count], x.shape[1 + count :]
    parts = x.reshape(*block, batch, *inner, *rest)
    order = [count, *(axis for i in range(count) for axis in (count + 1 + i, i)), *range(2 * count + 1, parts.ndim)]
    sizes = [size * step for size, step in zip(inner, block, strict=True)]
    image = parts.transpose(order).copy().reshape(batch, *sizes, *rest)
    cut = zip(sizes, crops, strict=True)
    return np.ascontiguousarray(image[(slice(None), *(slice(front, size - behind) for size, (front, behind) in cut))])


def _pairs(call: Call, pin: str, count: int | None) -> Pairs | None:
    shape = call.shape(pin)
    if not compatible(shape, (count, 2)):
        rows = "rows" if count is None else f"{count} rows"
        raise pin_error(call, pin, f"{pin} must have {rows} of two numbers, got shape {shape_text(shape)}")
    value = call.value(pin)
    pairs = None if value is None else value.tolist()
    for pair in pairs or ():
        if min(pair) < 0:
            raise pin_error(call, pin, f"{pin} must be 0 or more, got {pair}")
    return pairs


def _block_shape(call: Call) -> list[int] | None:
    result = vector(call, "block_shape")
    if result is not None and any(size < 1 for size in result):
        raise pin_error(call, "block_shape", f"block_shape must be 1 or more, got {result}")
    return result


def _image(call: Call, lowest: int) -> Shape:
    return require_rank(call, "input", lowest, f"rank {lowest} or more")


def _batch_shape(call: Call, block: list[int] | None, count: int | None, lowest: int) -> Shape:
    paddings = _pairs(call, "paddings", count)
    shape = _image(call, lowest)
    if shape is None or block is None:
        return None if shape is None else (None,) * len(shape)
    count = len(block)
    sizes: list[int | None] = [None if shape[0] is None else shape[0] * math.prod(block)]
    for i, (size, step) in enumerate(zip(shape[1 : 1 + count], block, strict=True)):
        total = None if size is None or paddings is None else size + sum(paddings[i])
        if total is not None and total % step:
            text = f"{call.type.name} cannot divide the padded size {total} of axis {i + 1} into blocks of {step}"
            raise DiagramError(f"{text}; input has the shape {shape_text(shape)}, paddings is {paddings}", pin="input")
        sizes.append(None if total is None else total // step)
    return *sizes, *shape[1 + count :]


def _space_shape(call: Call, block: list[int] | None, count: int | None, lowest: int) -> Shape:
    crops = _pairs(call, "crops", count)
    shape = _image(call, lowest)
    if shape is None or block is None:
        return None if shape is None else (None,) * len(shape)
    count, blocks = len(block), math.prod(block)
    if shape[0] is not None and shape[0] % blocks:
        text = f"{call.type.name}: the batch size must be a multiple of {blocks} (the block size), got {shape[0]}"
        raise DiagramError(text, pin="input")
    sizes: list[int | None] = [None if shape[0] is None else shape[0] // blocks]
    for i, (size, step) in enumerate(zip(shape[1 : 1 + count], block, strict=True)):
        total = None if size is None or crops is None else size * step - sum(crops[i])
        if total is not None and crops is not None and total < 0:
            text = f"{call.type.name} cannot crop {crops[i]} from axis {i + 1} of size {total + sum(crops[i])}"
            raise DiagramError(text, pin="crops")
        sizes.append(total)
    return *sizes, *shape[1 + count :]


@block(
    "input: T, paddings: Tpaddings -> output: T",
    T=REAL,
    Tpaddings=INDEX,
    where={"block_size": 2},
    example={
        "input": [[[[1.0], [2.0]], [[3.0], [4.0]]]],
        "paddings": [[0, 0], [0, 0]],
        "block_size": 2,
        "output": [[[[1.0]]], [[[2.0]]], [[[3.0]]], [[[4.0]]]],
    },
)
def SpaceToBatch(input: Array, paddings: Array, *, block_size: int) -> Array:
    """Move the positions within square blocks of an image to the batch axis.

    Each image gives block_size * block_size smaller images, one for each position within a block.

    Args:
        input: [batch, height, width, channels] a batch of images.
        paddings: [2, 2] for height and width, the number of zeros added before and after. Padding comes first.
        block_size: the height and width of a block, 2 or more. It must divide the padded height and width.

    Returns:
        output: [batch * block_size * block_size, rows, columns, channels] the smaller images, grouped by position:
            first the top left positions of all images.
    """
    return _to_batch(input, [block_size, block_size], paddings.tolist())


SpaceToBatch.shape(lambda call: _batch_shape(call, _square(call), 2, 4))


def _square(call: Call) -> list[int]:
    require_ranks(call, "input", 4, 4, "input must be [batch, height, width, channels]")
    return [call.attrs["block_size"]] * 2


SpaceToBatch.gradient("input")(lambda call, dy: BatchToSpace(dy, call.input("paddings"), **call.attrs))


@block(
    "input: T, crops: Tidx -> output: T",
    T=REAL,
    Tidx=INDEX,
    where={"block_size": 2},
    example={
        "input": [[[[1.0]]], [[[2.0]]], [[[3.0]]], [[[4.0]]]],
        "crops": [[0, 0], [0, 0]],
        "block_size": 2,
        "output": [[[[1.0], [2.0]], [[3.0], [4.0]]]],
    },
)
def BatchToSpace(input: Array, crops: Array, *, block_size: int) -> Array:
    """Move values from the batch axis back to square blocks of an image: the inverse of SpaceToBatch.

    Args:
        input: [batch, height, width, channels] the smaller images. The batch size must be a multiple of block_size^2.
        crops: [2, 2] for height and width, the number of elements cropped before and after. Cropping comes last.
        block_size: the height and width of a block, 2 or more.

    Returns:
        output: [batch // (block_size * block_size), rows, columns, channels] the cropped images.
    """
    return _to_space(input, [block_size, block_size], crops.tolist())


BatchToSpace.shape(lambda call: _space_shape(call, _square(call), 2, 4))


BatchToSpace.gradient("input")(lambda call, dy: SpaceToBatch(dy, call.input("crops"), **call.attrs))


@block(
    "input: T, block_shape: Tblock_shape, paddings: Tpaddings -> output: T",
    T=REAL,
    Tblock_shape=INDEX,
    Tpaddings=INDEX,
    example={"input": [[1.0, 2.0, 3.0]], "block_shape": [2], "paddings": [[1, 0]], "output": [[0.0, 2.0], [1.0, 3.0]]},
)
def SpaceToBatchND(input: Array, block_shape: Array, paddings: Array) -> Array:
    """Move the positions within blocks to the batch axis, along the first m axes after it.

    Args:
        input: [batch, ...] the tensor: the batch axis, then the m block axes, then any other axes.
        block_shape: [m] the block size along each block axis, 1 or more. It must divide the padded size.
        paddings: [m, 2] for each block axis, the number of zeros added before and after. Padding comes first.

    Returns:
        output: [new_batch, ...] the batch size is multiplied by the product of the block sizes. Each block axis is
            divided by its block size.
    """
    return _to_batch(input, block_shape.tolist(), paddings.tolist())


SpaceToBatchND.gradient("input")(lambda call, dy: BatchToSpaceND(dy, call.input("block_shape"), call.input("paddings")))


@block(
    "input: T, block_shape: Tblock_shape, crops: Tcrops -> output: T",
    T=REAL,
    Tblock_shape=INDEX,
    Tcrops=INDEX,
    example={"input": [[0.0, 2.0], [1.0, 3.0]], "block_shape": [2], "crops": [[1, 0]], "output": [[1.0, 2.0, 3.0]]},
)
def BatchToSpaceND(input: Array, block_shape: Array, crops: Array) -> Array:
    """Move values from the batch axis back to blocks along the first m axes after it: the inverse of SpaceToBatchND.

    Args:
        input: [batch, ...] the tensor: the batch axis, then the m block axes, then any other axes. The batch size must
            be a multiple of the product of the block sizes.
        block_shape: [m] the block size along each block axis, 1 or more.
        crops: [m, 2] for each block axis, the number of elements cropped before and after. Cropping comes last.

    Returns:
        output: [new_batch, ...] the batch size is divided by the product of the block sizes. Each block axis is
            multiplied by its block size, and cropped.
    """
    return _to_space(input, block_shape.tolist(), crops.tolist())


def _of_any_rank(rule: Callable[[Call, list[int] | None, int | None, int], Shape]) -> Callable[[Call], Shape]:
    def shape(call: Call) -> Shape:
        blocks, count = _block_shape(call), vector_length(call, "block_shape")
        return rule(call, blocks, count, 1 + (count or 0))

    return shape


SpaceToBatchND.shape(_of_any_rank(_batch_shape))
BatchToSpaceND.shape(_of_any_rank(_space_shape))


BatchToSpaceND.gradient("input")(lambda call, dy: SpaceToBatchND(dy, call.input("block_shape"), call.input("crops")))


# -- Space and depth --------------------------------------------------------------------------------------------------


def _channels_last(x: Array, data_format: str) -> Array:
    if data_format == "NHWC":
        return x
    turned = np.moveaxis(x, 1, 3)
    return turned if turned.ndim == 4 else turned.reshape(*turned.shape[:3], turned.shape[3] * turned.shape[4])


def _in_format(x: Array, data_format: str) -> Array:
    if data_format == "NHWC":
        return x
    parts = x if data_format == "NCHW" else x.reshape(*x.shape[:3], x.shape[3] // 4, 4)
    return np.ascontiguousarray(np.moveaxis(parts, 3, 1))


def _depth_shape(call: Call, *, to_space: bool) -> Shape:
    form: str = call.attrs["data_format"]
    step: int = call.attrs["block_size"]
    name, shape = call.type.name, call.shape("input")
    if shape is None:
        return None
    if not compatible(shape, (None, None, None, None, 4) if form == "NCHW_VECT_C" else (None,) * 4):
        raise pin_error(call, "input", f"input must be images ({form}), got shape {shape_text(shape)}")
    batch, *image, channels = shape if form == "NHWC" else (shape[0], *shape[2:4], shape[1])
    if to_space:
        if channels is not None and channels % step**2:
            text = f"{name}: the number of channels must be a multiple of block_size^2 = {step**2}, got"
            raise DiagramError(f"{text} {shape_text(shape)} ({form})", pin="input")
        image = [None if size is None else size * step for size in image]
        channels = None if channels is None else channels // step**2
    else:
        if any(size is not None and size % step for size in image):
            text = f"{name}: height and width must be multiples of block_size = {step}, got {shape_text(shape)}"
            raise DiagramError(f"{text} ({form})", pin="input")
        image = [None if size is None else size // step for size in image]
        channels = None if channels is None else channels * step**2
    return (batch, *image, channels) if form == "NHWC" else (batch, channels, *image, *shape[4:])


@block(
    "input: T -> output: T",
    T=(*COPYABLE, QINT8),
    where={"block_size": 2, "data_format": FORMATS},
    example={"input": [[[[1.0, 2.0, 3.0, 4.0]]]], "block_size": 2, "output": [[[[1.0], [2.0]], [[3.0], [4.0]]]]},
)
def DepthToSpace(input: Array, *, block_size: int, data_format: str = "NHWC") -> Array:
    """Move channels to spatial blocks: the image becomes larger and has fewer channels.

    Args:
        input: [batch, height, width, channels] a batch of images; the number of channels is a multiple of block_size^2.
        block_size: the height and width of a block, 2 or more.
        data_format: the axis order: NHWC, NCHW, or NCHW_VECT_C, which is [batch, channels / 4, height, width, 4].

    Returns:
        output: [batch, height * block_size, width * block_size, channels // (block_size * block_size)] the larger
            images.
    """
    x = _channels_last(input, data_format)
    batch, height, width, channels = x.shape
    left = channels // block_size**2
    parts = x.reshape(batch, height, width, block_size, block_size, left).transpose(0, 1, 3, 2, 4, 5).copy()
    return _in_format(parts.reshape(batch, height * block_size, width * block_size, left), data_format)


@block(
    "input: T -> output: T",
    T=(*COPYABLE, QINT8),
    where={"block_size": 2, "data_format": FORMATS},
    example={"input": [[[[1.0], [2.0]], [[3.0], [4.0]]]], "block_size": 2, "output": [[[[1.0, 2.0, 3.0, 4.0]]]]},
)
def SpaceToDepth(input: Array, *, block_size: int, data_format: str = "NHWC") -> Array:
    """Move spatial blocks to channels: the image becomes smaller and has more channels.

    Args:
        input: [batch, height, width, channels] a batch of images; height and width are multiples of block_size.
        block_size: the height and width of a block, 2 or more.
        data_format: the axis order: NHWC, NCHW, or NCHW_VECT_C, which is [batch, channels / 4, height, width, 4].

    Returns:
        output: [batch, height // block_size, width // block_size, channels * block_size * block_size] the smaller
            images.
    """
    x = _channels_last(input, data_format)
    batch, height, width, channels = x.shape
    rows, columns = height // block_size, width // block_size
    parts = x.reshape(batch, rows, block_size, columns, block_size, channels).transpose(0, 1, 3, 2, 4, 5).copy()
    return _in_format(parts.reshape(batch, rows, columns, channels * block_size**2), data_format)


DepthToSpace.shape(functools.partial(_depth_shape, to_space=True))
SpaceToDepth.shape(functools.partial(_depth_shape, to_space=False))


DepthToSpace.gradient()(lambda call, dy: SpaceToDepth(dy, **call.attrs))


SpaceToDepth.gradient()(lambda call, dy: DepthToSpace(dy, **call.attrs))
