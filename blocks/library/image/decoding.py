"""Images decoded from file contents: JPEG, PNG, GIF and BMP.

As in TensorFlow, the bytes determine the format where possible: DecodePng also decodes a JPEG.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import FLOAT, INT32, INT64, UINT8, UINT16, DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import require_scalar, vector
from blocks.library.declare import block
from blocks.library.image import bmp, gif, jpeg, png
from blocks.library.image.limits import require_small

_SIGNATURES = {"JPEG": jpeg.SIGNATURE, "PNG": png.SIGNATURE, "GIF": b"GIF8", "BMP": bmp.SIGNATURE}
_RATIOS = (1, 2, 4, 8)
_DCT = ("", "INTEGER_FAST", "INTEGER_ACCURATE")
_GREY_PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAMAAAAECAAAAABuRtrbAAAAGUlEQVR4nGPQmLuX4UHaF4bFpy4zzHxQAwA8Hgfylym0sAAAAABJRU5ErkJggg=="
)
_GREY = [[[40], [157], [189]], [[224], [102], [244]], [[163], [202], [211]], [[153], [224], [124]]]
_GREY_JPEG = (
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP////////////////////////////////////////////////////////////////////////////"
    "//////////wAALCAACAAMBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z"
)
_PIXEL_BMP = "Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAwIBAA=="


def _format(contents: bytes) -> str:
    """What the bytes are.

    Raises:
        DiagramError: no picture of a known kind.
    """
    for name, signature in _SIGNATURES.items():
        if contents.startswith(signature):
            return name
    what = "it is empty" if not contents else f"it begins with {contents[:8]!r}"
    raise DiagramError(f"contents is no JPEG, PNG, GIF or BMP: {what}", pin="contents")


def _frames(contents: bytes, channels: int = 0) -> Array:
    if channels not in (0, 3):
        raise DiagramError(f"a GIF has 3 channels, {channels} cannot be had", pin="channels")
    return gif.decode(contents)


def _picture(
    contents: bytes,
    channels: int,
    dtype: DType = UINT8,
    options: jpeg.Options = jpeg.Options(),  # noqa: B008 - frozen
) -> Array:
    """One picture, whatever its format is but BMP.

    Raises:
        DiagramError: it cannot be decoded, or it moves.
    """
    form = _format(contents)
    if form == "PNG":
        return png.decode(contents, channels, dtype is UINT16)
    if form == "BMP":
        raise DiagramError("contents is a BMP", pin="contents", hint="the block DecodeBmp reads it")
    if form == "JPEG":
        if channels == 4:
            raise DiagramError("a JPEG has 1 or 3 channels, 4 cannot be had", pin="channels")
        result = jpeg.decode(contents, channels, options)
    else:
        frames = _frames(contents, channels)
        if len(frames) > 1:
            text = f"contents is a GIF of {len(frames)} frames"
            raise DiagramError(text, pin="contents", hint="the block DecodeGif gives all of them")
        result = frames[0]
    if dtype is UINT8:
        return result
    require_small(form, *result.shape, 2)
    return result.astype(np.uint16) << np.uint16(8)


def _image(call: Call) -> Shape:
    require_scalar(call, "contents")
    result = _by_header(call)
    return result[-3:] if result else (None, None, call.attrs["channels"] or None)


def _by_header(call: Call) -> Shape:
    """What a picture takes at most, before it is decoded; nothing where there is none yet, or its header is broken.

    It is no shape to build on: frames that are broken are left out, and a palette may bring a fourth channel.
    """
    value = call.actual("contents")
    if value is None:
        return ()
    contents: bytes = value.item()
    channels, ratio = call.attrs.get("channels", 0), call.attrs.get("ratio", 1)
    sizes: tuple[int, ...] = ()  # a BMP is as large as its file
    try:
        form = _format(contents)
        if form == "PNG":
            sizes = png.size(contents, channels)
        elif form == "JPEG":
            sizes = jpeg.size(contents, channels, ratio)
        elif form == "GIF":
            sizes = gif.size(contents)
        require_small(form, *sizes)
    except DiagramError:  # the kernel says it
        return ()
    return sizes


def _check(attrs: dict[str, Any]) -> None:
    if attrs["channels"] not in (0, 1, 3, 4):
        text = f"channels is 0 (as many as the picture has), 1, 3 or 4, not {attrs['channels']}"
        raise DiagramError(text, pin="channels")


@block(
    "contents: string -> image: dtype",
    where={"dtype": (UINT8, UINT16)},
    example={"contents": {"base64": _GREY_PNG}, "image": _GREY},
)
def DecodePng(contents: Array, *, channels: int = 0, dtype: DType = UINT8) -> Array:
    """Decode a PNG; also a JPEG, or a GIF of one frame.

    Args:
        contents: [] the bytes of the file.
        channels: 1 for grey, 3 for colours, 4 for colours with alpha, 0 for what the picture has.
        dtype: uint8, or uint16 to keep all of a picture with 16 bits; one with 8 bits then fills the range.

    Returns:
        image: [height, width, channels] the picture.
    """
    return _picture(contents.item(), channels, dtype)


DecodePng.prepare = _check
DecodePng.shape(_image)


@block(
    "contents: string -> image: uint8",
    example={"contents": {"base64": _GREY_PNG}, "image": _GREY},
)
def DecodeJpeg(
    contents: Array,
    *,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1.0,
    dct_method: str = "",
) -> Array:
    """Decode a JPEG; also a PNG, or a GIF of one frame.

    Args:
        contents: [] the bytes of the file.
        channels: 1 for grey, 3 for colours, 0 for what the picture has.
        ratio: make a JPEG 2, 4 or 8 times smaller while it is decoded, which is quick.
        fancy_upscaling: interpolate colours that are stored with less resolution, instead of repeating them.
        try_recover_truncated: take a JPEG that is cut short as if it ended there.
        acceptable_fraction: how much of the lines must be there of a JPEG that is cut short; the others are black.
        dct_method: the cosine transform, "INTEGER_FAST" (also "") or "INTEGER_ACCURATE"; where colours are interpolated
            it is always accurate, where they are repeated always fast.

    Returns:
        image: [height, width, channels] the picture.
    """
    accurate = dct_method == "INTEGER_ACCURATE"
    options = jpeg.Options(ratio, fancy_upscaling, accurate, try_recover_truncated, acceptable_fraction)
    return _picture(contents.item(), channels, options=options)


def _check_jpeg(attrs: dict[str, Any]) -> None:
    _check(attrs)
    if attrs["ratio"] not in _RATIOS:
        raise DiagramError(f"ratio is 1, 2, 4 or 8, not {attrs['ratio']}", pin="ratio")
    if attrs["dct_method"] not in _DCT:
        text = f"dct_method is INTEGER_FAST, INTEGER_ACCURATE or empty, not {attrs['dct_method']!r}"
        raise DiagramError(text, pin="dct_method")


DecodeJpeg.prepare = _check_jpeg
DecodeJpeg.shape(_image)


@block(
    "contents: string -> image: uint8",
    example={"contents": {"base64": _GREY_PNG}, "image": [[[pixel * 3 for pixel in row] for row in _GREY]]},
)
def DecodeGif(contents: Array) -> Array:
    """Decode all frames of a GIF; a PNG or JPEG gives one.

    Frames are laid over each other: where one is transparent, or smaller than the largest, the one before shows, and
    black under the first. What the file says about clearing between frames is not looked at.

    Args:
        contents: [] the bytes of the file.

    Returns:
        image: [frames, height, width, 3] the frames.
    """
    result: bytes = contents.item()
    return _frames(result) if _format(result) == "GIF" else _picture(result, 3)[None]


@DecodeGif.shape
def _(call: Call) -> Shape:
    require_scalar(call, "contents")
    return _by_header(call) or (None, None, None, 3)


@block(
    "contents: string -> image: uint8",
    example={"contents": {"base64": _PIXEL_BMP}, "image": [[[1, 2, 3]]]},
)
def DecodeBmp(contents: Array, *, channels: int = 0) -> Array:
    """Decode an uncompressed BMP of 8 (grey), 24 or 32 bits a pixel.

    Args:
        contents: [] the bytes of the file.
        channels: 3 for colours, 4 for colours with alpha, 0 for what the picture has.

    Returns:
        image: [height, width, channels] the picture.
    """
    result: bytes = contents.item()
    form = _format(result)
    if form != "BMP":
        name = form.capitalize()
        raise DiagramError(f"contents is a {form}, no BMP", pin="contents", hint=f"the block Decode{name} reads it")
    return bmp.decode(result, channels)


def _check_bmp(attrs: dict[str, Any]) -> None:
    if attrs["channels"] not in (0, 3, 4):
        raise DiagramError(f"channels is 0, 3 or 4 for a BMP, not {attrs['channels']}", pin="channels")


DecodeBmp.prepare = _check_bmp
DecodeBmp.shape(_image)


@block(
    "contents: string -> image: dtype",
    where={"dtype": (UINT8, UINT16, FLOAT)},
    example={"contents": {"base64": _GREY_PNG}, "image": _GREY},
)
def DecodeImage(contents: Array, *, channels: int = 0, dtype: DType = UINT8, expand_animations: bool = True) -> Array:
    """Decode a JPEG, PNG, GIF or BMP, whichever it is.

    Args:
        contents: [] the bytes of the file.
        channels: 1 for grey, 3 for colours, 4 for colours with alpha, 0 for what the picture has.
        dtype: uint8, uint16 or float; 8 bits fill the range of uint16, and float goes from 0 to 1.
        expand_animations: a GIF gives all its frames, with an axis for them; else only the first, without.

    Returns:
        image: [...] the picture, [height, width, channels], or the frames, [frames, height, width, channels].
    """
    result: bytes = contents.item()
    form = _format(result)
    if form == "GIF":
        frames = _frames(result, channels)
        return _scaled(frames if expand_animations else frames[0], dtype)
    if form == "BMP":
        if channels == 1:
            raise DiagramError("a BMP has 3 or 4 channels, 1 cannot be had", pin="channels")
        return _scaled(bmp.decode(result, channels), dtype)
    if form == "PNG" and dtype is not UINT8:
        return _scaled(_picture(result, channels, UINT16), dtype)
    return _scaled(_picture(result, channels), dtype)


def _scaled(pixels: Array, dtype: DType) -> Array:
    """Pixels in another dtype, which they fill."""
    if pixels.dtype == dtype.numpy:
        return pixels
    require_small("picture", *pixels.shape, dtype.size)
    if dtype is FLOAT:
        return pixels.astype(np.float32) / np.float32(np.iinfo(pixels.dtype).max)
    return pixels.astype(np.uint16) << np.uint16(8)


DecodeImage.prepare = _check


@DecodeImage.shape
def _(call: Call) -> Shape:
    require_scalar(call, "contents")
    return None


@block(
    "contents: string, crop_window: int32 -> image: uint8",
    example={"contents": {"base64": _GREY_JPEG}, "crop_window": [0, 1, 1, 2], "image": [[[128], [128]]]},
)
def DecodeAndCropJpeg(
    contents: Array,
    crop_window: Array,
    *,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1.0,
    dct_method: str = "",
) -> Array:
    """Decode a part of a JPEG.

    Args:
        contents: [] the bytes of the file.
        crop_window: [4] the first row, the first column, height and width of the part.
        channels: 1 for grey, 3 for colours, 0 for what the picture has.
        ratio: make a JPEG 2, 4 or 8 times smaller while it is decoded, which is quick.
        fancy_upscaling: interpolate colours that are stored with less resolution, instead of repeating them.
        try_recover_truncated: take a JPEG that is cut short as if it ended there.
        acceptable_fraction: how much of the lines must be there of a JPEG that is cut short; the others are black.
        dct_method: the cosine transform, "INTEGER_FAST" (also "") or "INTEGER_ACCURATE".

    Returns:
        image: [height, width, channels] the part of the picture.
    """
    accurate = dct_method == "INTEGER_ACCURATE"
    options = jpeg.Options(ratio, fancy_upscaling, accurate, try_recover_truncated, acceptable_fraction)
    result: bytes = contents.item()
    _require_jpeg(result)
    pixels = _picture(result, channels, options=options)
    top, left, height, width = crop_window.tolist()
    if top + height > pixels.shape[0] or left + width > pixels.shape[1]:
        text = f"the part of {height} x {width} at ({top}, {left}) reaches beyond the picture, which is"
        raise DiagramError(f"{text} {pixels.shape[0]} x {pixels.shape[1]}", pin="crop_window")
    return pixels[top : top + height, left : left + width].copy()


def _require_jpeg(contents: bytes) -> None:
    form = _format(contents)
    if form != "JPEG":
        raise DiagramError(f"contents is a {form}, no JPEG", pin="contents", hint="the block DecodeImage reads it")


DecodeAndCropJpeg.prepare = _check_jpeg


@DecodeAndCropJpeg.shape
def _(call: Call) -> Shape:
    _image(call)
    shape, window = call.shape("crop_window"), vector(call, "crop_window")
    if shape is not None and shape not in ((4,), (None,)):
        raise DiagramError(f"DecodeAndCropJpeg needs four numbers at crop_window, got {shape[0]}", pin="crop_window")
    if window is None:
        return None, None, call.attrs["channels"] or None
    if min(window[:2]) < 0 or min(window[2:]) < 1:
        text = f"DecodeAndCropJpeg needs a part that begins in the picture and is not empty, got {window}"
        raise DiagramError(text, pin="crop_window")
    return window[2], window[3], call.attrs["channels"] or None


@block(
    "contents: string -> image_shape: output_type",
    where={"output_type": (INT32, INT64)},
    example={"contents": {"base64": _GREY_JPEG}, "image_shape": [2, 3, 1]},
)
def ExtractJpegShape(contents: Array, *, output_type: DType = INT32) -> Array:
    """Height, width and channels of a JPEG, by its header: it is not decoded.

    Args:
        contents: [] the bytes of the file.
        output_type: the integer type of the result.

    Returns:
        image_shape: [3] height, width and channels.
    """
    result: bytes = contents.item()
    _require_jpeg(result)
    return np.array(jpeg.size(result, 0, 1), output_type.numpy)


@ExtractJpegShape.shape
def _(call: Call) -> Shape:
    require_scalar(call, "contents")
    return (3,)
