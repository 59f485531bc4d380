"""Images encoded as file contents: JPEG and PNG."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import UINT8, UINT16
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import pin_error, shape_error
from blocks.library.declare import block
from blocks.library.image import jpeg, png
from blocks.library.image.shared import formed

_PNG = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAAAAADRSSBWAAAADklEQVR4AQEDAPz/AAD/AQIBALcBLvcAAAAASUVORK5CYII="
_JPEG = (
    "/9j/4AAQSkZJRgABAQEBLAEsAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoKCgoKBggL"
    "DAsKDAkKCgr/wAALCAABAAEBASIA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z"
)
_FORMATS = {"": (1, 3), "grayscale": (1,), "rgb": (3,)}


@block(
    "image: T -> contents: string",
    T=(UINT8, UINT16),
    example={"image": [[[0], [255]]], "compression": 0, "contents": {"base64": _PNG}},
)
def EncodePng(image: Array, *, compression: int = -1) -> Array:
    """Encode images as PNG: 1 channel for grayscale, 2 for grayscale with alpha, 3 for RGB, 4 for RGBA.

    Args:
        image: [..., height, width, channels] one image, or several along leading axes.
        compression: the compression level, from 0 (none) to 9 (smallest file). -1 uses the compressor's default.

    Returns:
        contents: [...] the contents of the file for each image.
    """
    result = np.empty(image.shape[:-3], object)
    for index in np.ndindex(result.shape):
        result[index] = png.encode(image[index], compression)
    return result


def _check_png(attrs: dict[str, Any]) -> None:
    if not -1 <= attrs["compression"] <= 9:
        text = f"compression: expected -1 to 9, got {attrs['compression']}"
        raise DiagramError(text, pin="compression")


EncodePng.prepare = _check_png


@EncodePng.shape
def _(call: Call) -> Shape:
    shape = call.shape("image")
    if shape is None:
        return None
    if len(shape) < 3 or shape[-1] not in (1, 2, 3, 4, None):
        raise shape_error(call, "image", "expected images [height, width, 1 to 4 channels]")
    _require_pixels(call, shape[-3:])
    return shape[:-3]


def _require_pixels(call: Call, shape: tuple[int | None, ...]) -> None:
    if 0 in shape:
        raise pin_error(call, "image", f"expected a non-empty image, got shape {shape_text(shape)}")


@block(
    "image: uint8 -> contents: string",
    where={"format": tuple(_FORMATS), "density_unit": ("in", "cm")},
    attributes_of=jpeg.encode,
    example={"image": [[[128]]], "optimize_size": True, "contents": {"base64": _JPEG}},
)
def EncodeJpeg(image: Array, *, format: str = "", **options: Any) -> Array:
    """Encode an image as JPEG.

    Args:
        image: [height, width, channels] the image, with 1 (grayscale) or 3 channels (RGB).
        format: "grayscale" requires 1 channel, "rgb" requires 3, and "" accepts both.
        quality: the quality, from 0 (smallest file) to 100 (best).
        progressive: whether to write a progressive JPEG, which can be shown before it is fully loaded.
        optimize_size: whether to reduce the file size without loss, which takes longer.
        chroma_downsampling: whether to store the color channels with half the resolution.
        density_unit: the unit of the densities: pixels per inch ("in") or per centimeter ("cm").
        x_density: the number of horizontal pixels per unit, 0 to 65535.
        y_density: the number of vertical pixels per unit, 0 to 65535.
        xmp_metadata: XMP metadata to put into the file, if not empty.

    Returns:
        contents: [] the contents of the image file.
    """
    result = np.empty((), object)
    result[()] = jpeg.encode(image, **options)
    return result


def _check_jpeg(attrs: dict[str, Any]) -> None:
    if not 0 <= attrs["quality"] <= 100:
        raise DiagramError(f"quality: expected 0 to 100, got {attrs['quality']}", pin="quality")
    for name in ("x_density", "y_density"):
        if not 0 <= attrs[name] < 2**16:
            raise DiagramError(f"{name}: expected 0 to 65535, got {attrs[name]}", pin=name)
    length = len(attrs["xmp_metadata"].encode())
    if length > jpeg.XMP_LIMIT:
        text = f"xmp_metadata: expected at most {jpeg.XMP_LIMIT} bytes, got {length}"
        raise DiagramError(text, pin="xmp_metadata")


EncodeJpeg.prepare = _check_jpeg


@EncodeJpeg.shape
def _(call: Call) -> Shape:
    shape = formed(call, "image", (None,) * 3, "[height, width, channels]")
    form = call.attrs["format"]
    wanted = _FORMATS[form]
    if shape[2] is not None and shape[2] not in wanted:
        channels = " or ".join(map(str, wanted))
        text = f"EncodeJpeg: expected {channels} channels{f' for {form}' if form else ''}, got {shape_text(shape)}"
        raise DiagramError(text, pin="image")
    _require_pixels(call, shape)
    if any(size is not None and size > jpeg.LARGEST for size in shape[:2]):
        raise shape_error(call, "image", f"height and width must be at most {jpeg.LARGEST} pixels")
    return ()
