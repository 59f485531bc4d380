"""PNG: decoded to 8 or 16 bits and any number of channels, as libpng does for TensorFlow, and encoded.

Pillow handles compression, filters and interlacing, but gives only the upper byte of most 16-bit images, so these are
decoded twice, or as bytes.
"""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.library.image.limits import require_small

SIGNATURE = b"\x89PNG\r\n\x1a\n"
_GREY, _RGB, _PALETTE, _GREY_ALPHA, _RGBA = 0, 2, 3, 4, 6
_CHANNELS = {_GREY: 1, _RGB: 3, _PALETTE: 3, _GREY_ALPHA: 2, _RGBA: 4}
_KINDS = {1: _GREY, 2: _GREY_ALPHA, 3: _RGB, 4: _RGBA}
_RED, _GREEN, _BLUE = 9798, 19235, 3735
"""What red, green and blue count in grey, in parts of 32768."""
_HEADER = struct.Struct(">IIBBBBB")


def size(contents: bytes, channels: int) -> tuple[int, int, int]:
    width, height, _, kind = _header(contents)
    return height, width, channels or _CHANNELS[kind]


def _header(contents: bytes) -> tuple[int, int, int, int]:
    if len(contents) < 33 or contents[12:16] != b"IHDR":
        raise DiagramError("the PNG is truncated: the header is missing", pin="contents")
    width, height, depth, kind, *_ = _HEADER.unpack(contents[16:29])
    if kind not in _CHANNELS:
        raise DiagramError(f"the PNG is corrupt: color type {kind} does not exist", pin="contents")
    return width, height, depth, kind


def decode(contents: bytes, channels: int, wide: bool) -> Array:
    """Decode a picture, [height, width, channels], with 8 or 16 bits; 0 channels are the file's."""
    width, height, depth, kind = _header(contents)
    require_small("PNG", height, width, max(channels, _CHANNELS[kind]), 2 if depth == 16 or wide else 1)
    try:
        samples, alpha = _samples(contents, depth, kind)
    except (OSError, SyntaxError, ValueError, EOFError, IndexError, struct.error, zlib.error) as error:
        raise DiagramError("the PNG is truncated or corrupt", pin="contents") from error
    if channels == 0:
        channels = 4 if kind == _PALETTE and alpha is not None else _CHANNELS[kind]
    result = _with_channels(samples, alpha, channels)
    if wide:
        return result if depth == 16 else result.astype(np.uint16) * np.uint16(257)
    return (result >> 8).astype(np.uint8) if depth == 16 else result


def _samples(contents: bytes, depth: int, kind: int) -> tuple[Array, Array | None]:
    _require_whole(contents)
    result = _sixteen(contents, kind) if depth == 16 else _read(contents)
    result = result if result.ndim == 3 else result[..., None]
    through = _chunk(contents, b"tRNS")
    if kind == _PALETTE:
        return _looked_up(contents, result[..., 0], through)
    if kind in (_GREY_ALPHA, _RGBA):
        return result[..., :-1], result[..., -1:]
    if through is None:
        return result, None
    key = np.frombuffer(through, ">u2", result.shape[2]).astype(np.int64)
    if kind == _GREY and depth < 8:  # the samples have been spread to 8 bits
        key = key * 255 // ((1 << depth) - 1)
    opaque = (result != key).any(-1, keepdims=True)
    return result, opaque * result.dtype.type(np.iinfo(result.dtype).max)


def _looked_up(contents: bytes, numbers: Array, through: bytes | None) -> tuple[Array, Array | None]:
    """Look up the colors of a palette; indices beyond its end are black."""
    colours = np.zeros((256, 3), np.uint8)
    table = np.frombuffer(_chunk(contents, b"PLTE") or b"", np.uint8)
    table = table[: table.size // 3 * 3].reshape(-1, 3)[:256]
    colours[: len(table)] = table
    if through is None:
        return colours[numbers], None
    alpha = np.full((256, 1), 255, np.uint8)
    alpha[: len(through), 0] = np.frombuffer(through, np.uint8)[:256]
    return colours[numbers], alpha[numbers]


def _read(contents: bytes, unpacked_as: str | None = None) -> Array:
    """Decode a file with Pillow; a picture with a palette gives indices."""
    from PIL.PngImagePlugin import PngImageFile

    with PngImageFile(io.BytesIO(contents)) as picture:
        if unpacked_as is not None:
            picture.tile = [tile._replace(args=unpacked_as) for tile in picture.tile]
        picture.load()
        result: Any = np.array(picture.convert("L") if picture.mode == "1" else picture)
    return result


def _sixteen(contents: bytes, kind: int) -> Array:
    if kind == _GREY:
        return _read(contents).astype(np.uint16)
    if kind == _GREY_ALPHA:  # four bytes a pixel, as eight bits of red, green, blue and alpha have
        return _read(contents, "RGBA").view(">u2").astype(np.uint16)
    form = "RGB" if kind == _RGB else "RGBA"
    upper, lower = (_read(contents, f"{form};16{order}").astype(np.uint16) for order in "BL")
    return upper << 8 | lower


def _with_channels(samples: Array, alpha: Array | None, channels: int) -> Array:
    if channels < 3 and samples.shape[2] == 3:
        samples = _grey(samples)
    elif channels > 2 and samples.shape[2] == 1:
        samples = np.repeat(samples, 3, 2)
    if channels % 2:
        return np.ascontiguousarray(samples)
    if alpha is None:
        alpha = np.full((*samples.shape[:2], 1), np.iinfo(samples.dtype).max, samples.dtype)
    return np.concatenate([samples, alpha], 2)


def _grey(samples: Array) -> Array:
    wide = samples.astype(np.uint32)
    total = wide[..., :1] * _RED + wide[..., 1:2] * _GREEN + wide[..., 2:] * _BLUE
    half = 0 if samples.dtype == np.uint8 else 1 << 14
    return (total + half >> 15).astype(samples.dtype)


def _chunks(contents: bytes) -> list[tuple[bytes, int, int]]:
    result: list[tuple[bytes, int, int]] = []
    at = len(SIGNATURE)
    while at + 12 <= len(contents):
        (size,) = struct.unpack_from(">I", contents, at)
        if at + 12 + size > len(contents):
            break
        result.append((contents[at + 4 : at + 8], at + 8, at + 8 + size))
        at += 12 + size
    return result


def _chunk(contents: bytes, kind: bytes) -> bytes | None:
    return next((contents[begin:end] for each, begin, end in _chunks(contents) if each == kind), None)


def _require_whole(contents: bytes) -> None:
    """Check the end chunk and the checksums of compressed data, which Pillow ignores.

    Raises:
        ValueError: a part is missing or damaged.
    """
    chunks = _chunks(contents)
    if not any(kind == b"IEND" for kind, *_ in chunks):
        raise ValueError("the PNG has no end chunk")
    for kind, begin, end in chunks:
        if kind == b"IDAT" and contents[end : end + 4] != zlib.crc32(contents[begin - 4 : end]).to_bytes(4, "big"):
            raise ValueError("the PNG has a wrong checksum")


def encode(image: Array, compression: int) -> bytes:
    """Encode a picture [height, width, channels] of 8 or 16 bits."""
    height, width, channels = image.shape
    depth = image.dtype.itemsize
    rows = np.ascontiguousarray(image.astype(f">u{depth}", copy=False)).view(np.uint8).reshape(height, -1)
    header = _HEADER.pack(width, height, 8 * depth, _KINDS[channels], 0, 0, 0)
    data = zlib.compress(_filtered(rows, channels * depth).tobytes(), compression)
    return b"".join([SIGNATURE, _piece(b"IHDR", header), _piece(b"IDAT", data), _piece(b"IEND", b"")])


def _filtered(rows: Array, pixel: int) -> Array:
    """Filter each row by none, left or above, the one with the smallest differences, and prepend its number."""
    left, above = np.zeros_like(rows), np.zeros_like(rows)
    left[:, pixel:] = rows[:, :-pixel]
    above[1:] = rows[:-1]
    filtered = [rows, rows - left, rows - above]
    costs = [np.abs(each.view(np.int8).astype(np.int16)).sum(1, dtype=np.int64) for each in filtered]
    best = np.argmin(costs, 0)
    result = np.empty((len(rows), rows.shape[1] + 1), np.uint8)
    result[:, 0] = best
    for number, each in enumerate(filtered):
        result[best == number, 1:] = each[best == number]
    return result


def _piece(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
