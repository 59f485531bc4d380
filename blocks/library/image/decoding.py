"""Images decoded from file contents: JPEG, PNG, GIF and BMP; and encoded: JPEG and PNG.

As in TensorFlow, the bytes determine the format where possible: DecodePng also decodes a JPEG.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import FLOAT, INT32, INT64, UINT8, UINT16, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import expect, pin_error, require_scalar, shape_error, vector
from blocks.library.declare import block
from blocks.library.image import bmp, gif, jpeg, png
from blocks.library.image.limits import require_small
from blocks.library.image.shared import formed

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
    for name, signature in _SIGNATURES.items():
        if contents.startswith(signature):
            return name
    what = "the string is empty" if not contents else f"the data begins with {contents[:8]!r}"
    raise DiagramError(f"contents is not a JPEG, PNG, GIF or BMP image: {what}", pin="contents")


def _frames(contents: bytes, channels: int = 0) -> Array:
    if channels not in (0, 3):
        raise DiagramError(f"a GIF has 3 channels and cannot be decoded to {channels} channels", pin="channels")
    return gif.decode(contents)


def _picture(
    contents: bytes,
    channels: int,
    dtype: DType = UINT8,
    options: jpeg.JpegOptions = jpeg.JpegOptions(),  # noqa: B008 - frozen
) -> Array:
    form = _format(contents)
    if form == "PNG":
        return png.decode(contents, channels, dtype is UINT16)
    if form == "BMP":
        raise DiagramError("expected a JPEG, PNG or GIF image, got a BMP image", pin="contents", hint="use DecodeBmp")
    if form == "JPEG":
        if channels == 4:
            raise DiagramError("a JPEG cannot be decoded to 4 channels, only to 1 or 3", pin="channels")
        result = jpeg.decode(contents, channels, options)
    else:
        frames = _frames(contents, channels)
        if len(frames) > 1:
            text = f"expected a GIF with one frame, got {len(frames)} frames"
            raise DiagramError(text, pin="contents", hint="use DecodeGif to decode all frames")
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
    """Return the largest possible shape of a picture by its header, or () if there is no usable header.

    Do not rely on the shape: broken frames are left out, and a palette may add a fourth channel.
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
    expect(attrs, "channels", attrs["channels"] in (0, 1, 3, 4), "0 (as in the image), 1, 3 or 4")


@block(
    "contents: string -> image: dtype",
    where={"dtype": (UINT8, UINT16)},
    example={"contents": {"base64": _GREY_PNG}, "image": _GREY},
)
def DecodePng(contents: Array, *, channels: int = 0, dtype: DType = UINT8) -> Array:
    """Decode a PNG image. JPEG images and GIF images with one frame also work.

    Args:
        contents: [] the contents of the image file.
        channels: 1 for grayscale, 3 for RGB, 4 for RGBA, 0 for the number of channels in the image.
        dtype: uint8, or uint16 to keep the full precision of 16-bit images. 8-bit images are scaled to uint16.

    Returns:
        image: [height, width, channels] the image.
    """
    return _picture(contents.item(), channels, dtype)


DecodePng.prepare = _check
DecodePng.shape(_image)


def _options(
    *,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1.0,
    dct_method: str = "",
) -> jpeg.JpegOptions:
    accurate = dct_method == "INTEGER_ACCURATE"
    return jpeg.JpegOptions(ratio, fancy_upscaling, accurate, try_recover_truncated, acceptable_fraction)


@block(
    "contents: string -> image: uint8",
    attributes_of=_options,
    doc_of=DecodePng,
    example={"contents": {"base64": _GREY_PNG}, "image": _GREY},
)
def DecodeJpeg(contents: Array, *, channels: int = 0, **options: Any) -> Array:
    """Decode a JPEG image. PNG images and GIF images with one frame also work.

    Args:
        channels: 1 for grayscale, 3 for RGB, 0 for the number of channels in the image.
        ratio: the downscaling factor during decoding of a JPEG: 1, 2, 4 or 8. A larger factor is faster.
        fancy_upscaling: true interpolates color channels stored with lower resolution, false repeats their pixels.
        try_recover_truncated: true decodes a truncated JPEG as far as possible, false refuses it.
        acceptable_fraction: the minimum share of lines that a truncated JPEG must contain. Missing lines are black.
        dct_method: the inverse DCT method: "INTEGER_FAST" (also "") or "INTEGER_ACCURATE". Interpolated color channels
            always use the accurate one, repeated color channels the fast one.
    """
    return _picture(contents.item(), channels, options=_options(**options))


def _check_jpeg(attrs: dict[str, Any]) -> None:
    _check(attrs)
    expect(attrs, "ratio", attrs["ratio"] in _RATIOS, "1, 2, 4 or 8")
    expect(attrs, "dct_method", attrs["dct_method"] in _DCT, "INTEGER_FAST, INTEGER_ACCURATE or empty")


DecodeJpeg.prepare = _check_jpeg
DecodeJpeg.shape(_image)


@block(
    "contents: string -> image: uint8",
    example={"contents": {"base64": _GREY_PNG}, "image": [[[pixel * 3 for pixel in row] for row in _GREY]]},
)
def DecodeGif(contents: Array) -> Array:
    """Decode all frames of a GIF image. A PNG or JPEG image gives one frame.

    Frames are drawn over each other: transparent pixels, and pixels outside a smaller frame, show the previous frame,
    or black in the first one. The disposal methods in the file are ignored.

    Args:
        contents: [] the contents of the image file.

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
    doc_of=DecodePng,
    example={"contents": {"base64": _PIXEL_BMP}, "image": [[[1, 2, 3]]]},
)
def DecodeBmp(contents: Array, *, channels: int = 0) -> Array:
    """Decode an uncompressed BMP image with 8 (grayscale), 24 or 32 bits per pixel.

    Args:
        channels: 3 for RGB, 4 for RGBA, 0 for the number of channels in the image.
    """
    result: bytes = contents.item()
    form = _format(result)
    if form != "BMP":
        name = form.capitalize()
        raise DiagramError(f"expected a BMP image, got a {form} image", pin="contents", hint=f"use Decode{name}")
    return bmp.decode(result, channels)


def _check_bmp(attrs: dict[str, Any]) -> None:
    expect(attrs, "channels", attrs["channels"] in (0, 3, 4), "0, 3 or 4 for a BMP image")


DecodeBmp.prepare = _check_bmp
DecodeBmp.shape(_image)


@block(
    "contents: string -> image: dtype",
    where={"dtype": (UINT8, UINT16, FLOAT)},
    example={"contents": {"base64": _GREY_PNG}, "image": _GREY},
)
def DecodeImage(contents: Array, *, channels: int = 0, dtype: DType = UINT8, expand_animations: bool = True) -> Array:
    """Decode a JPEG, PNG, GIF or BMP image. The format is detected automatically.

    Args:
        contents: [] the contents of the image file.
        channels: 1 for grayscale, 3 for RGB, 4 for RGBA, 0 for the number of channels in the image.
        dtype: uint8, uint16 or float32. 8-bit images are scaled to the range of uint16, or to 0 ... 1 for float32.
        expand_animations: true returns all frames of a GIF with a leading frame axis, false returns only the first
            frame without that axis.

    Returns:
        image: [...] the image [height, width, channels], or the frames [frames, height, width, channels].
    """
    result: bytes = contents.item()
    form = _format(result)
    if form == "GIF":
        frames = _frames(result, channels)
        return _scaled(frames if expand_animations else frames[0], dtype)
    if form == "BMP":
        if channels == 1:
            raise DiagramError("a BMP cannot be decoded to 1 channel, only to 3 or 4", pin="channels")
        return _scaled(bmp.decode(result, channels), dtype)
    if form == "PNG" and dtype is not UINT8:
        return _scaled(_picture(result, channels, UINT16), dtype)
    return _scaled(_picture(result, channels), dtype)


def _scaled(pixels: Array, dtype: DType) -> Array:
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
    attributes_of=DecodeJpeg,
    example={"contents": {"base64": _GREY_JPEG}, "crop_window": [0, 1, 1, 2], "image": [[[128], [128]]]},
)
def DecodeAndCropJpeg(contents: Array, crop_window: Array, *, channels: int, **options: Any) -> Array:
    """Decode a rectangular part of a JPEG image.

    Args:
        crop_window: [4] the first row, the first column, the height and the width of the part.
        dct_method: the inverse DCT method: "INTEGER_FAST" (also "") or "INTEGER_ACCURATE".

    Returns:
        image: [height, width, channels] the decoded part of the image.
    """
    result: bytes = contents.item()
    _require_jpeg(result)
    pixels = _picture(result, channels, options=_options(**options))
    top, left, height, width = crop_window.tolist()
    if top + height > pixels.shape[0] or left + width > pixels.shape[1]:
        text = f"the crop window of {height} x {width} pixels at ({top}, {left}) extends beyond the image of"
        raise DiagramError(f"{text} {pixels.shape[0]} x {pixels.shape[1]} pixels", pin="crop_window")
    return pixels[top : top + height, left : left + width].copy()


def _require_jpeg(contents: bytes) -> None:
    form = _format(contents)
    if form != "JPEG":
        raise DiagramError(f"expected a JPEG image, got a {form} image", pin="contents", hint="use DecodeImage")


DecodeAndCropJpeg.prepare = _check_jpeg


@DecodeAndCropJpeg.shape
def _(call: Call) -> Shape:
    _image(call)
    shape, window = call.shape("crop_window"), vector(call, "crop_window")
    if shape is not None and shape not in ((4,), (None,)):
        raise pin_error(call, "crop_window", f"crop_window must have four values, got {shape[0]}")
    if window is None:
        return None, None, call.attrs["channels"] or None
    if min(window[:2]) < 0 or min(window[2:]) < 1:
        text = f"DecodeAndCropJpeg: crop_window must start inside the image and must not be empty, got {window}"
        raise DiagramError(text, pin="crop_window")
    return window[2], window[3], call.attrs["channels"] or None


@block(
    "contents: string -> image_shape: output_type",
    where={"output_type": (INT32, INT64)},
    example={"contents": {"base64": _GREY_JPEG}, "image_shape": [2, 3, 1]},
)
def ExtractJpegShape(contents: Array, *, output_type: DType = INT32) -> Array:
    """Read the height, width and channels of a JPEG image from its header, without decoding it.

    Args:
        contents: [] the contents of the image file.
        output_type: the dtype of the result: int32 or int64.

    Returns:
        image_shape: [3] the height, the width and the number of channels.
    """
    result: bytes = contents.item()
    _require_jpeg(result)
    return np.array(jpeg.size(result, 0, 1), output_type.numpy)


@ExtractJpegShape.shape
def _(call: Call) -> Shape:
    require_scalar(call, "contents")
    return (3,)


# -- Encoding ----------------------------------------------------------------------------------------------------------


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
    expect(attrs, "compression", -1 <= attrs["compression"] <= 9, "from -1 to 9")


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


def _check_jpeg_quality(attrs: dict[str, Any]) -> None:
    expect(attrs, "quality", 0 <= attrs["quality"] <= 100, "from 0 to 100")
    for name in ("x_density", "y_density"):
        expect(attrs, name, 0 <= attrs[name] < 2**16, "from 0 to 65535")
    length = len(attrs["xmp_metadata"].encode())
    if length > jpeg.XMP_LIMIT:
        text = f"xmp_metadata: expected at most {jpeg.XMP_LIMIT} bytes, got {length}"
        raise DiagramError(text, pin="xmp_metadata")


EncodeJpeg.prepare = _check_jpeg_quality


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
