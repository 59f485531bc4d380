"""Image resizing: bilinear, bicubic, nearest neighbor, area; and the gradients of the first three."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import (
    BFLOAT16,
    DOUBLE,
    FLOAT,
    FLOATS,
    HALF,
    INT8,
    INT16,
    INT32,
    INT64,
    QINT32,
    QUINT8,
    UINT8,
    UINT16,
    DType,
)
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import pin_error, shape_error, vector
from blocks.library.array.quantization.arithmetic import Quantised, divided, range_of, require_scalars
from blocks.library.declare import block, declare, make
from blocks.library.image import taps
from blocks.library.image.bilinear import neighbours, resize_bilinear
from blocks.library.image.shared import images_at, images_with_pixels, new_size
from blocks.library.math.shared import wide_dtype

_PIXELS = (INT8, UINT8, INT16, UINT16, INT32, INT64, HALF, FLOAT, DOUBLE, BFLOAT16)
_TAPS: dict[str, taps.Taps] = {"bilinear": taps.bilinear, "bicubic": taps.bicubic, "nearest": taps.nearest}
_TYPES = {"bilinear": "ResizeBilinear", "bicubic": "ResizeBicubic", "nearest": "ResizeNearestNeighbor"}
_PINS = {
    "images": "[batch, height, width, channels] the images.",
    "size": "[2] the new height and width.",
    "align_corners": "true aligns the centers of the corner pixels of both images, false their outer corners.",
    "half_pixel_centers": "true measures positions at pixel centers, false at upper left corners of pixels.",
    "resized_images": "[batch, new_height, new_width, channels] the resized images.",
    "grads": "[batch, new_height, new_width, channels] the gradient with respect to the resized images.",
    "original_image": "[batch, height, width, channels] the images before resizing. Only their shape is used.",
    "output": "[batch, height, width, channels] the gradient with respect to the images.",
}
_BEFORE = [[[[1.0], [3.0]], [[5.0], [7.0]]]]


def _bilinear(images: Array, size: Array, *, align_corners: bool = False, half_pixel_centers: bool = False) -> Array:
    height, width = (int(each) for each in size)
    corners, centers = align_corners, half_pixel_centers
    result = resize_bilinear(images, height, width, align_corners=corners, half_pixel_centers=centers)
    return np.ascontiguousarray(result)


def _bicubic(images: Array, size: Array, *, align_corners: bool = False, half_pixel_centers: bool = False) -> Array:
    x = images.astype(np.float32, copy=False)
    for axis, wanted in zip((1, 2), size.tolist(), strict=True):
        x = taps.resized(x, axis, taps.bicubic(images.shape[axis], wanted, align_corners, half_pixel_centers))
    return x


def _nearest(images: Array, size: Array, *, align_corners: bool = False, half_pixel_centers: bool = False) -> Array:
    x = images
    for axis, wanted in zip((1, 2), size.tolist(), strict=True):
        x = taps.resized(x, axis, taps.nearest(images.shape[axis], wanted, align_corners, half_pixel_centers))
    return x


def _area(images: Array, size: Array, *, align_corners: bool = False) -> Array:
    x = images.astype(np.float32, copy=False)
    for axis, wanted in zip((1, 2), size.tolist(), strict=True):
        x = taps.averaged(x, axis, wanted, align_corners)
    return x


def _resized(call: Call) -> Shape:
    batch, *_, channels = images_with_pixels(call)
    return batch, *new_size(call, "size"), channels


def _check(attrs: dict[str, Any]) -> None:
    if attrs["align_corners"] and attrs["half_pixel_centers"]:
        text = "align_corners and half_pixel_centers cannot both be true"
        raise DiagramError(text, pin="half_pixel_centers")


def _declared(name: str, kernel: Any, summary: str, after: list[Any], result: str = "float") -> BlockType:
    signature = f"images: T, size: int32 -> resized_images: {result}"
    example = {"images": _BEFORE, "size": [2, 4], "resized_images": [[[[x] for x in row] for row in after]]}
    results = declare(name, "image_ops", signature, kernel, T=_PIXELS, doc=summary, doc_of=_PINS, example=example)
    results.shape(_resized)
    return results


ResizeBilinear = _declared(
    "ResizeBilinear",
    _bilinear,
    "Resize images with bilinear interpolation. The result is float32.",
    [[1.0, 2.0, 3.0, 3.0], [5.0, 6.0, 7.0, 7.0]],
)
ResizeBicubic = _declared(
    "ResizeBicubic",
    _bicubic,
    "Resize images with bicubic interpolation. The result is float32.\n\nThe weights come from a table of "
    "1024 steps between one pixel and the next.\n\nSource: Keys, Cubic Convolution Interpolation for "
    "Digital Image Processing (1981).",
    [[1.0, 2.0, 3.0, 3.1875], [5.0, 6.0, 7.0, 7.1875]],
)
ResizeNearestNeighbor = _declared(
    "ResizeNearestNeighbor",
    _nearest,
    "Resize images with nearest-neighbor interpolation. The dtype is unchanged.",
    [[1.0, 1.0, 3.0, 3.0], [5.0, 5.0, 7.0, 7.0]],
    "T",
)
ResizeArea = _declared(
    "ResizeArea",
    _area,
    "Resize images with area interpolation: each pixel is the mean of the area it covers. The result is float32.",
    [[1.0, 1.0, 3.0, 3.0], [5.0, 5.0, 7.0, 7.0]],
)


def _resize_grad(
    grads: Array, image_size: Array, *, T: DType, method: str, align_corners: bool, half_pixel_centers: bool
) -> Array:
    wide = grads.astype(wide_dtype(grads), copy=False)
    return _sent_back(wide, image_size, method, align_corners, half_pixel_centers).astype(T.numpy, copy=False)


def _sent_back(x: Array, shape: Any, method: str, align_corners: bool, half_pixel_centers: bool) -> Array:
    for axis in (2, 1):
        size = int(shape[axis])
        result = _TAPS[method](size, x.shape[axis], align_corners, half_pixel_centers)
        x = taps.resized_back(x, axis, size, result)
    return x


ResizeGrad = declare(
    "ResizeGrad",
    "image_ops",
    "grads: Tgrads, image_size: int32 -> output: T",
    _resize_grad,
    Tgrads=FLOATS,
    where={"T": FLOATS, "method": tuple(_TAPS)},
    internal=True,
    doc="Compute the gradient of resizing with respect to the images.",
)


@ResizeGrad.shape
def _(call: Call) -> Shape:
    batch, *_, channels = images_at(call, "grads")
    size = vector(call, "image_size")
    return batch, *(size[1:3] if size else (None, None)), channels


@ResizeGrad.gradient("grads")
def _(call: Node, dy: Output) -> Operand:
    grads = call.input("grads")
    size = make("Slice", make("Shape", grads), [1], [2])
    result = make(_TYPES[call.attrs["method"]], dy, size, **_layout(call))
    return result if result.dtype is grads.dtype else make("Cast", result, DstT=grads.dtype)


def _layout(call: Node) -> dict[str, Any]:
    return {name: call.attrs[name] for name in ("align_corners", "half_pixel_centers")}


def _differentiable(block_type: BlockType, method: str) -> None:
    block_type.prepare = _check

    @block_type.gradient("images")
    def _(call: Node, dy: Output) -> Operand:
        images = call.input("images")
        size = make("Shape", images)
        return ResizeGrad(dy, size, T=images.dtype, method=method, **_layout(call)).as_output()


for _method, _name in _TYPES.items():
    _differentiable({t.name: t for t in (ResizeBilinear, ResizeBicubic, ResizeNearestNeighbor)}[_name], _method)


# -- The gradients as types of their own ------------------------------------------------------------------------------

_SOURCES = {
    "bilinear": "TensorFlow's documentation of ResizeBilinearGrad.",
    "bicubic": "Keys, Cubic Convolution Interpolation for Digital Image Processing (1981).",
    "nearest": "TensorFlow's documentation of ResizeNearestNeighborGrad.",
}


def _declared_gradient(
    name: str, method: str, other: str, dtypes: tuple[DType, ...], result: Any, **options: Any
) -> BlockType:
    given = "grads: T" if other == "size" else "grads: float"

    def kernel(grads: Array, shape: Array, *, align_corners: bool = False, half_pixel_centers: bool = False) -> Array:
        size = (0, *shape.tolist(), 0) if other == "size" else shape.shape
        dtype = grads.dtype if other == "size" else shape.dtype
        wide = grads.astype(wide_dtype(grads), copy=False)
        return _sent_back(wide, size, method, align_corners, half_pixel_centers).astype(dtype, copy=False)

    doc = f"Compute the gradient of {_TYPES[method]} with respect to the images.\n\nSource: {_SOURCES[method]}"
    pins = {**_PINS, "size": "[2] the height and the width of the images before resizing."}
    sizes = [1, 2] if other == "size" else [[[[0.0], [0.0]]]]
    example = {"grads": [[[[1.0], [2.0], [3.0], [4.0]]]], other: sizes, "output": result}
    signature = f"{given}, {other}: {'int32' if other == 'size' else 'T'} -> output: T"
    results = declare(name, "image_ops", signature, kernel, T=dtypes, doc=doc, doc_of=pins, example=example, **options)
    if method != "nearest":  # TensorFlow does not mind both there
        results.prepare = _check
    results.shape(_back_shape)
    return results


def _back_shape(call: Call) -> Shape:
    batch, *_, channels = images_with_pixels(call, "grads")
    if call.type.inputs[1].name == "size":
        return batch, *new_size(call, "size"), channels
    size = images_with_pixels(call, "original_image")
    if any(None not in pair and pair[0] != pair[1] for pair in ((batch, size[0]), (channels, size[3]))):
        text = f"{call.type.name}: original_image must have the batch size and channels of grads, got"
        raise DiagramError(f"{text} {shape_text(size)}", pin="original_image")
    return (batch if size[0] is None else size[0], *size[1:3], channels if size[3] is None else size[3])


ResizeBilinearGrad = _declared_gradient(
    "ResizeBilinearGrad",
    "bilinear",
    "original_image",
    (FLOAT, BFLOAT16, HALF, DOUBLE),
    [[[[2.0], [8.0]]]],
    not_differentiable="TensorFlow declares it not differentiable",
)
ResizeBicubicGrad = _declared_gradient(
    "ResizeBicubicGrad", "bicubic", "original_image", (FLOAT, DOUBLE), [[[[1.625], [8.375]]]]
)
ResizeNearestNeighborGrad = _declared_gradient(
    "ResizeNearestNeighborGrad",
    "nearest",
    "size",
    (UINT8, INT8, INT32, HALF, FLOAT, DOUBLE, BFLOAT16),
    [[[[3.0], [7.0]]]],
)


# -- Quantized images --------------------------------------------------------------------------------------------------


_WEIGHT_BITS = {np.dtype(np.uint8): 7, np.dtype(np.int32): 30}


@block(
    "images: T, size: int32, min: float, max: float -> resized_images: T, out_min: float, out_max: float",
    T=(QUINT8, QINT32, FLOAT),
    example={
        "images": {"val": [[[[0], [100]]]], "dtype": "DT_QUINT8"},
        "size": [1, 4],
        "min": 0.0,
        "max": 1.0,
        "resized_images": [[[[0], [50], [100], [100]]]],
        "out_min": 0.0,
        "out_max": 1.0,
    },
)
def QuantizedResizeBilinear(
    images: Array, size: Array, min: Array, max: Array, *, align_corners: bool = False, half_pixel_centers: bool = False
) -> Quantised:
    """Resize quantized images with bilinear interpolation.

    The interpolation is done in integers, with weights of 7 bits (quint8) or 30 bits (qint32).

    Args:
        images: [batch, height, width, channels] the images.
        size: [2] the new height and width.
        min: [] the lower end of the range of the quantized values.
        max: [] the upper end of the range of the quantized values.
        align_corners: true aligns the centers of the corner pixels of both images, false their upper left corners.
        half_pixel_centers: true measures positions at pixel centers, false at upper left corners of pixels.

    Returns:
        resized_images: [batch, new_height, new_width, channels] the resized images.
        out_min: [] the lower end of the range, unchanged.
        out_max: [] the upper end of the range, unchanged.
    """
    height, width = (int(each) for each in size.tolist())
    results = range_of(min, max)
    if images.shape[1:3] == (height, width):
        return images.copy(), *results
    if images.dtype.kind == "f":
        corners, centers = align_corners, half_pixel_centers
        result = resize_bilinear(images, height, width, align_corners=corners, half_pixel_centers=centers)
        return np.ascontiguousarray(result), *results
    one = 2 ** _WEIGHT_BITS[images.dtype]
    top, bottom, down = neighbours(images.shape[1], height, align_corners, half_pixel_centers)
    left, right, across = neighbours(images.shape[2], width, align_corners, half_pixel_centers)
    weights = (across * np.float32(one)).astype(np.int64)[:, None]
    wide = images.astype(np.float32).astype(np.int64)  # TensorFlow reads a qint32 in single precision
    wide = wide[:, :, left] * one + (wide[:, :, right] - wide[:, :, left]) * weights
    weights = (down * np.float32(one)).astype(np.int64)[:, None, None]
    sums = wide[:, top] + divided(wide[:, bottom] - wide[:, top], one) * weights
    return np.ascontiguousarray(divided(sums + one // 2, one).astype(images.dtype)), *results


@QuantizedResizeBilinear.shape
def _(call: Call) -> list[Shape]:
    require_scalars(call, "min", "max")
    shape, sizes = call.shape("images"), vector(call, "size")
    if shape is not None and (len(shape) != 4 or 0 in shape[1:3]):
        raise shape_error(call, "images", "images must be non-empty images [batch, height, width, channels]")
    if not compatible((2,), call.shape("size")) or (sizes is not None and any(each < 1 for each in sizes)):
        result = sizes if sizes is not None else shape_text(call.shape("size"))
        raise pin_error(call, "size", f"size must be a height and a width of 1 or more, got {result}")
    batch, _, _, channels = shape or (None,) * 4
    return [(batch, *(sizes or (None, None)), channels), (), ()]
