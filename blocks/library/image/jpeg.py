"""JPEG: encoding and decoding with Pillow, with the results of TensorFlow's version of libjpeg."""

from __future__ import annotations

import io
import struct
from typing import Any, NamedTuple

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.library.image.limits import require_small

SIGNATURE = b"\xff\xd8\xff"
LARGEST = 65500
"""The largest height or width that libjpeg writes."""
_END = b"\xff\xd9"
_XMP = b"http://ns.adobe.com/xap/1.0/\0"
XMP_LIMIT = 0xFFFF - 2 - len(_XMP)
_FIXED_HEADER = 20
"""Bytes of the marker that every file begins with, with its densities."""


class JpegOptions(NamedTuple):
    """The decoding options: the attributes of DecodeJpeg.

    Attributes:
        ratio: the reduction during decoding: 1, 2, 4 or 8.
        smooth: whether subsampled colors are interpolated.
        recover: whether a truncated file is decoded up to its end.
        fraction: the part of a truncated file that must exist.
    """

    ratio: int = 1
    smooth: bool = True
    accurate: bool = False
    recover: bool = False
    fraction: float = 1.0


def size(contents: bytes, channels: int, ratio: int) -> tuple[int, int, int]:
    from PIL.JpegImagePlugin import JpegImageFile

    try:
        with JpegImageFile(io.BytesIO(contents)) as picture:
            return _size(picture, channels, ratio)
    except (OSError, SyntaxError, ValueError, EOFError, IndexError, struct.error) as error:
        raise DiagramError("the JPEG is truncated or corrupt", pin="contents") from error


def _size(picture: Any, channels: int, ratio: int) -> tuple[int, int, int]:
    width, height = picture.size
    return -(-height // ratio), -(-width // ratio), {"L": max(channels, 1), "CMYK": 4}.get(picture.mode, 3)


def decode(contents: bytes, channels: int, options: JpegOptions) -> Array:
    """Decode a picture, [height, width, channels]; 0 channels are the file's."""
    from PIL.JpegImagePlugin import JpegImageFile

    try:
        with JpegImageFile(io.BytesIO(contents + _END if options.recover else contents)) as picture:
            _prepare(picture, channels, options)
            inks = picture.mode == "CMYK"
            result = _loaded(picture, options.fraction)
    except (OSError, SyntaxError, ValueError, EOFError, IndexError, struct.error) as error:
        what = "corrupt" if _END in contents[-16:] else "truncated: the end is missing"
        raise DiagramError(f"the JPEG is {what}", pin="contents") from error
    if inks:
        rest = 255 - result.astype(np.uint16)
        return (rest[..., :3] * rest[..., 3:] // 255).astype(np.uint8)
    result = result if result.ndim == 3 else result[..., None]
    return np.repeat(result, 3, 2) if channels == 3 and result.shape[2] == 1 else result


def _prepare(picture: Any, channels: int, options: JpegOptions) -> None:
    width, height = picture.size
    ratio = options.ratio
    require_small("JPEG", *_size(picture, channels, ratio))
    if picture.mode == "CMYK" and channels == 1:
        raise DiagramError("a CMYK JPEG cannot be decoded to grayscale", pin="channels")
    # A size in between takes this ratio and no larger one, however the division rounds.
    picture.draft("L" if channels == 1 else None, (width / (ratio + 0.5), height / (ratio + 0.5)))
    even = picture.mode == "L" or len({tuple(layer[1:3]) for layer in picture.layer}) == 1
    # Pillow's draft: the fast transform and no interpolation. Where nothing is interpolated, TensorFlow does the same.
    picture.decoderconfig = (ratio, int(not options.smooth or (even and not options.accurate)))


def _loaded(picture: Any, fraction: float) -> Array:
    """Return the pixels; a truncated file with at least ``fraction`` of its lines is completed with black."""
    try:
        picture.load()
    except OSError:
        picture.tile = []  # nothing is left to load: what is there can be had
        result: Array = np.array(picture)
        lines = np.flatnonzero(result.reshape(len(result), -1).any(1))
        read = int(lines[-1]) + 1 if lines.size else 0
        if fraction >= 1 or read < fraction * len(result):
            raise
        return result
    return np.array(picture)


def encode(
    image: Array,
    *,
    quality: int = 95,
    progressive: bool = False,
    optimize_size: bool = False,
    chroma_downsampling: bool = True,
    density_unit: str = "in",
    x_density: int = 300,
    y_density: int = 300,
    xmp_metadata: str = "",
) -> bytes:
    from PIL import Image

    target = io.BytesIO()
    grey = image.shape[2] == 1
    picture = Image.fromarray(image[..., 0] if grey else image)
    picture.save(
        target,
        "JPEG",
        quality=max(quality, 1),
        progressive=progressive,
        optimize=optimize_size,
        subsampling="4:2:0" if chroma_downsampling else "4:4:4",
        dpi=(1, 1),
    )
    result = target.getvalue()
    densities = struct.pack(">BHH", 1 if density_unit == "in" else 2, x_density, y_density)
    xmp = xmp_metadata.encode()
    marker = b"\xff\xe1" + struct.pack(">H", len(_XMP) + len(xmp) + 2) + _XMP + xmp if xmp else b""
    return result[:13] + densities + result[18:_FIXED_HEADER] + marker + result[_FIXED_HEADER:]
