"""Image resizing: bilinear, bicubic, nearest neighbor, area, gradients of the first three, and scaling by kernels."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

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
from blocks.library.array.arguments import expect, pin_error, shape_error, vector
from blocks.library.array.quantization.arithmetic import Quantised, divided, range_of, require_scalars
from blocks.library.declare import block, declare, make
from blocks.library.image import taps
from blocks.library.image.bilinear import neighbours, resize_bilinear
from blocks.library.image.shared import formed, images_at, images_with_pixels, new_size
from blocks.library.math.shared import wide_dtype

_PIXELS = (INT8, UINT8, INT16, UINT16, INT32, INT64, HALF, FLOAT, DOUBLE, BFLOAT16)
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
        raise DiagramError("align_corners and half_pixel_centers cannot both be true", pin="half_pixel_centers")


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
        result = taps.TAPS[method](size, x.shape[axis], align_corners, half_pixel_centers)
        x = taps.resized_back(x, axis, size, result)
    return x


ResizeGrad = declare(
    "ResizeGrad",
    "image_ops",
    "grads: Tgrads, image_size: int32 -> output: T",
    _resize_grad,
    Tgrads=FLOATS,
    where={"T": FLOATS, "method": tuple(taps.TAPS)},
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
    doc_of=ResizeBilinear,
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
        min: [] the lower end of the range of the quantized values.
        max: [] the upper end of the range of the quantized values.
        align_corners: true aligns the centers of the corner pixels of both images, false their upper left corners.

    Returns:
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


# -- Scaling and translating with a choice of kernels ------------------------------------------------------------------


class _Kernel(NamedTuple):
    """The weight of a pixel by its distance, and the distance beyond which the weight is 0."""

    radius: float
    weight: Callable[[Array], Array]


def _lanczos(radius: int) -> _Kernel:
    def weight(x: Array) -> Array:
        near = np.maximum(x, np.float32(1e-3))
        waves = np.sin(np.float32(math.pi) * near) * np.sin(np.float32(math.pi) * near / radius)
        result = radius * waves / (np.float32(math.pi) * near) ** 2
        return np.where(x > radius, 0, np.where(x <= np.float32(1e-3), 1, result))

    return _Kernel(radius, weight)


def _keys(x: Array) -> Array:
    far = ((-0.5 * x + 2.5) * x - 4) * x + 2
    return np.where(x >= 2, 0, np.where(x >= 1, far, (1.5 * x - 2.5) * x * x + 1))


def _mitchell(x: Array) -> Array:
    far = ((-7 / 18 * x + 2) * x - 10 / 3) * x + 16 / 9
    return np.where(x >= 2, 0, np.where(x >= 1, far, (7 / 6 * x - 2) * x * x + 8 / 9))


def _gaussian(x: Array) -> Array:
    return np.where(x >= 1.5, 0, np.exp(-2 * x * x))


def _box(x: Array) -> Array:
    return np.where(x < 0.5, 1, np.where(x == 0.5, 0.5, 0))


def _triangle(x: Array) -> Array:
    return np.maximum(1 - x, 0)


_KERNELS: Mapping[str, _Kernel] = {
    "lanczos1": _lanczos(1),
    "lanczos3": _lanczos(3),
    "lanczos5": _lanczos(5),
    "gaussian": _Kernel(1.5, _gaussian),
    "box": _Kernel(1, _box),
    "triangle": _Kernel(1, _triangle),
    "keyscubic": _Kernel(2, _keys),
    "mitchellcubic": _Kernel(2, _mitchell),
}
_SHIFTED: dict[str, Any] = {"scale": [1.0, 2.0], "translation": [0.0, 0.0], "kernel_type": "triangle"}


def weights(size: int, wanted: int, scale: Any, shift: Any, kernel_type: str, antialias: bool) -> Array:
    kernel, single = _KERNELS[kernel_type], np.float32
    back = single(1) / single(scale)
    stretch = max(back, single(1)) if antialias else single(1)
    at = (np.arange(wanted, dtype=single) + single(0.5)) * back - back * single(shift)
    reach = single(kernel.radius) * stretch
    first = np.clip(np.ceil(at - reach - single(0.5)), 0, size - 1)
    last = np.clip(np.floor(at + reach - single(0.5)), 0, size - 1)
    old = np.arange(size, dtype=single)
    result = kernel.weight(np.abs(old + single(0.5) - at[:, None]) / stretch).astype(single)
    seen = (old >= first[:, None]) & (old <= last[:, None]) & ((at >= 0) & (at <= size))[:, None]
    result = np.where(seen, result, single(0))
    total = result.sum(1, keepdims=True)
    some = np.abs(total) >= 1000 * np.finfo(single).tiny
    return np.where(some, result / np.where(some, total, single(1)), single(0))


def _along(images: Array, rows: Array, columns: Array) -> Array:
    batch, height, width, channels = images.shape
    down = rows @ images.reshape(batch, height, width * channels)
    across = columns @ down.reshape(batch * len(rows), width, channels)
    return across.reshape(batch, len(rows), len(columns), channels)


@block(
    "images: T, size: int32, scale: float, translation: float -> resized_images: float",
    T=(INT8, UINT8, INT16, UINT16, INT32, INT64, BFLOAT16, HALF, FLOAT, DOUBLE),
    example={
        "images": [[[[1.0], [3.0]]]],
        "size": [1, 4],
        **_SHIFTED,
        "resized_images": [[[[1.0], [1.5], [2.5], [3.0]]]],
    },
)
def ScaleAndTranslate(
    images: Array,
    size: Array,
    scale: Array,
    translation: Array,
    *,
    kernel_type: str = "lanczos3",
    antialias: bool = True,
) -> Array:
    """Scale and translate images: the pixel at x moves to x * scale + translation.

    Each output pixel is a weighted mean of nearby input pixels, where kernel_type gives the weights by distance.
    Positions outside the input image are 0.

    Source: Turkowski, Filters for Common Resampling Tasks (1990).

    Args:
        images: [batch, height, width, channels] the images.
        size: [2] the new height and width.
        scale: [2] the vertical and the horizontal scale factor.
        translation: [2] the vertical and the horizontal translation, in output pixels.
        kernel_type: the interpolation kernel: lanczos1, lanczos3, lanczos5, gaussian, box, triangle, keyscubic or
            mitchellcubic.
        antialias: true widens the kernel when shrinking images, so that all pixels contribute.

    Returns:
        resized_images: [batch, new_height, new_width, channels] the transformed images.
    """
    pairs = zip(images.shape[1:3], size.tolist(), scale, translation, strict=True)
    rows, columns = (weights(*each, kernel_type, antialias) for each in pairs)
    return _along(images.astype(np.float32, copy=False), rows, columns)


def _check_kernel(attrs: dict[str, Any]) -> None:
    expect(attrs, "kernel_type", attrs["kernel_type"] in _KERNELS, f"one of {', '.join(_KERNELS)}")


ScaleAndTranslate.prepare = _check_kernel


@ScaleAndTranslate.shape
def _(call: Call) -> Shape:
    batch, *_, channels = images_at(call)
    _require_scale(call)
    return batch, *new_size(call, "size"), channels


def _require_scale(call: Call) -> None:
    formed(call, "scale", (2,), "a vertical and a horizontal value")
    formed(call, "translation", (2,), "a vertical and a horizontal value")
    value = call.value("scale")
    if value is not None and not (value > 0).all():
        raise pin_error(call, "scale", f"expected a scale above 0, got {value.tolist()}")


@ScaleAndTranslate.gradient("images")
def _(call: Node, dy: Output) -> Output:
    images = call.input("images")
    given = (dy, make("Shape", images), call.input("scale"), call.input("translation"))
    result = ScaleAndTranslateGrad(*given, **call.attrs).as_output()
    return result if images.dtype is FLOAT else make("Cast", result, DstT=images.dtype)


@block("grads: float, image_size: int32, scale: float, translation: float -> output: float", internal=True)
def ScaleAndTranslateGrad(
    grads: Array, image_size: Array, scale: Array, translation: Array, *, kernel_type: str, antialias: bool
) -> Array:
    """Compute the gradient of ScaleAndTranslate with respect to the images."""
    pairs = zip(image_size.tolist()[1:3], grads.shape[1:3], scale, translation, strict=True)
    rows, columns = (weights(*each, kernel_type, antialias).T for each in pairs)
    return _along(grads, rows, columns)


@ScaleAndTranslateGrad.shape
def _(call: Call) -> Shape:
    batch, *_, channels = images_at(call, "grads")
    formed(call, "image_size", (4,), "the shape of images")
    _require_scale(call)
    value = call.value("image_size")
    height, width = (None, None) if value is None else value.tolist()[1:3]
    return batch, height, width, channels


@ScaleAndTranslateGrad.gradient("grads")
def _(call: Node, dy: Output) -> Output:
    size = make("Slice", make("Shape", call.input("grads")), [1], [2])
    return ScaleAndTranslate(dy, size, call.input("scale"), call.input("translation"), **call.attrs).as_output()
