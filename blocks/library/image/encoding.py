"""Images encoded as file contents: JPEG and PNG."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import UINT8, UINT16
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
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
    """Write pictures as PNG files: 1 channel as grey, 2 as grey with alpha, 3 as colours, 4 as colours with alpha.

    Args:
        image: [..., height, width, channels] a picture, or any number of them along further axes in front.
        compression: from 0 (none) to 9 (smallest); -1 leaves it to the compressor.

    Returns:
        contents: [...] the bytes of the file of each picture.
    """
    result = np.empty(image.shape[:-3], object)
    for index in np.ndindex(result.shape):
        result[index] = png.encode(image[index], compression)
    return result


def _check_png(attrs: dict[str, Any]) -> None:
    if not -1 <= attrs["compression"] <= 9:
        text = f"compression is a number from -1 to 9, not {attrs['compression']}"
        raise DiagramError(text, pin="compression")


EncodePng.prepare = _check_png


@EncodePng.shape
def _(call: Call) -> Shape:
    shape = call.shape("image")
    if shape is None:
        return None
    if len(shape) < 3 or shape[-1] not in (1, 2, 3, 4, None):
        text = f"EncodePng needs pictures [height, width, 1 to 4 channels], got shape {shape_text(shape)}"
        raise DiagramError(text, pin="image")
    _require_pixels(call, shape[-3:])
    return shape[:-3]


def _require_pixels(call: Call, shape: tuple[int | None, ...]) -> None:
    if 0 in shape:
        raise DiagramError(f"{call.type.name} needs a picture with pixels, got shape {shape_text(shape)}", pin="image")


@block(
    "image: uint8 -> contents: string",
    where={"format": tuple(_FORMATS), "density_unit": ("in", "cm")},
    example={"image": [[[128]]], "optimize_size": True, "contents": {"base64": _JPEG}},
)
def EncodeJpeg(
    image: Array,
    *,
    format: str = "",
    quality: int = 95,
    progressive: bool = False,
    optimize_size: bool = False,
    chroma_downsampling: bool = True,
    density_unit: str = "in",
    x_density: int = 300,
    y_density: int = 300,
    xmp_metadata: str = "",
) -> Array:
    """Write a picture as a JPEG file.

    Args:
        image: [height, width, channels] the picture with 1 (grey) or 3 channels (red, green, blue).
        format: "grayscale" or "rgb", to insist on so many channels; "" takes both.
        quality: from 0 (smallest) to 100.
        progressive: whether the file can be shown roughly before all of it is there.
        optimize_size: make the file smaller without loss, which takes longer.
        chroma_downsampling: store colours with half the resolution.
        density_unit: whether densities are pixels per inch ("in") or centimetre ("cm").
        x_density: how many pixels lie across such a unit.
        y_density: the same, downward.
        xmp_metadata: XMP to put into the file, if not empty.

    Returns:
        contents: [] the bytes of the file.
    """
    result = np.empty((), object)
    result[()] = jpeg.encode(
        image,
        {
            "quality": quality,
            "progressive": progressive,
            "optimize_size": optimize_size,
            "chroma_downsampling": chroma_downsampling,
            "density_unit": density_unit,
            "x_density": x_density,
            "y_density": y_density,
            "xmp_metadata": xmp_metadata,
        },
    )
    return result


def _check_jpeg(attrs: dict[str, Any]) -> None:
    if not 0 <= attrs["quality"] <= 100:
        raise DiagramError(f"quality is a number from 0 to 100, not {attrs['quality']}", pin="quality")
    for name in ("x_density", "y_density"):
        if not 0 <= attrs[name] < 2**16:
            raise DiagramError(f"{name} is a number from 0 to 65535, not {attrs[name]}", pin=name)
    length = len(attrs["xmp_metadata"].encode())
    if length > jpeg.XMP_LIMIT:
        text = f"a JPEG takes {jpeg.XMP_LIMIT} bytes of XMP at most, xmp_metadata has {length}"
        raise DiagramError(text, pin="xmp_metadata")


EncodeJpeg.prepare = _check_jpeg


@EncodeJpeg.shape
def _(call: Call) -> Shape:
    shape = formed(call, "image", (None,) * 3, "a picture [height, width, channels]")
    form = call.attrs["format"]
    wanted = _FORMATS[form]
    if shape[2] is not None and shape[2] not in wanted:
        channels = " or ".join(map(str, wanted))
        text = f"EncodeJpeg needs {channels} channels{f' for {form}' if form else ''}, got shape {shape_text(shape)}"
        raise DiagramError(text, pin="image")
    _require_pixels(call, shape)
    if any(size is not None and size > jpeg.LARGEST for size in shape[:2]):
        text = f"a JPEG is {jpeg.LARGEST} pixels high and wide at most, got shape {shape_text(shape)}"
        raise DiagramError(text, pin="image")
    return ()
