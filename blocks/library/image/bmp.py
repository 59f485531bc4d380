"""BMP: the three kinds of uncompressed files that TensorFlow accepts."""

from __future__ import annotations

import struct

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.library.image.limits import require_small

SIGNATURE = b"BM"
_HEADER = struct.Struct("<10xi4xii2xH")
_SHORTEST = 32


def decode(contents: bytes, channels: int) -> Array:
    """Decode a picture, [height, width, channels], ignoring an 8 bit palette; 0 channels are the file's."""
    if len(contents) < _SHORTEST:
        raise DiagramError("the BMP is truncated: the header is missing", pin="contents")
    start, width, height, bits = _HEADER.unpack_from(contents)
    if bits not in (8, 24, 32):
        raise DiagramError(f"only BMP images with 8, 24 or 32 bits per pixel are supported, got {bits}", pin="contents")
    stored = bits // 8
    rows = abs(height)
    require_small("BMP", rows, max(width, 0), max(channels, stored))
    length = (width * stored + 3) // 4 * 4
    if start < 0 or start + rows * length != len(contents):
        text = f"the BMP is truncated or corrupt: expected {start + rows * length} bytes, got {len(contents)}"
        raise DiagramError(text, pin="contents")
    result = np.frombuffer(contents, np.uint8, rows * length, start).reshape(rows, length)
    pixels = result[:, : width * stored].reshape(rows, width, stored)
    if height > 0:  # the lowest row comes first
        pixels = pixels[::-1]
    if stored >= 3:
        pixels = pixels[..., [2, 1, 0, 3][:stored]]
    return np.ascontiguousarray(_with_channels(pixels, channels or stored))


def _with_channels(pixels: Array, channels: int) -> Array:
    stored = pixels.shape[2]
    if stored == channels:
        return pixels
    colours = np.repeat(pixels, 3, 2) if stored == 1 else pixels[..., :3]
    if channels == 3:
        return colours
    return np.concatenate([colours, np.full((*pixels.shape[:2], 1), 255, np.uint8)], 2)
