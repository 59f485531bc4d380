"""GIF: the blocks of a file, and its frames composed as in TensorFlow.

TensorFlow uses the largest frame as the canvas, not the logical screen, and does not clear anything between frames.
"""

from __future__ import annotations

import io
import struct
from typing import Any, NamedTuple

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.library.image.limits import require_small

_IMAGE, _EXTENSION, _TRAILER = 0x2C, 0x21, 0x3B
_GRAPHIC_CONTROL = 0xF9
_HAS_COLOURS, _INTERLACED = 0x80, 0x40
_SCREEN = struct.Struct("<6sHHBBB")
_FRAME = struct.Struct("<HHHHB")
_GREYS = bytes(each for each in range(256) for _ in range(3))


class GifFrame(NamedTuple):
    """One frame as stored in the file.

    Attributes:
        interlaced: whether its rows come in four passes.
        colours: its own colors or those of the file, [number, 3].
        transparent: the color index that shows the previous frame, or -1.
        data: compressed pixels: the size of the first codes, and the blocks of codes.
    """

    left: int
    top: int
    width: int
    height: int
    interlaced: bool
    colours: Array | None
    transparent: int
    data: bytes


class _GifReader:
    def __init__(self, contents: bytes) -> None:
        self.contents = contents
        self.at = 0

    def take(self, count: int) -> bytes:
        result = self.contents[self.at : self.at + count]
        if len(result) < count:
            raise EOFError
        self.at += count
        return result

    def colours(self, flags: int) -> Array | None:
        if not flags & _HAS_COLOURS:
            return None
        return np.frombuffer(self.take(3 << ((flags & 7) + 1)), np.uint8).reshape(-1, 3)

    def blocks(self) -> bytes:
        """Return a chain of blocks unchanged, with the empty one at its end."""
        start = self.at
        while size := self.take(1)[0]:
            self.take(size)
        return self.contents[start : self.at]


def frames(contents: bytes) -> list[GifFrame]:
    """Return the frames of a file, or the complete ones of a truncated file."""
    reader, frames = _GifReader(contents), list[GifFrame]()
    try:
        _, _, _, flags, _, _ = _SCREEN.unpack(reader.take(_SCREEN.size))
        common = reader.colours(flags)
        transparent = -1
        while (kind := reader.take(1)[0]) != _TRAILER:
            if kind == _EXTENSION:
                label, data = reader.take(1)[0], reader.blocks()
                if label == _GRAPHIC_CONTROL and len(data) >= 5:
                    transparent = data[4] if data[1] & 1 else -1
            elif kind == _IMAGE:
                left, top, width, height, flags = _FRAME.unpack(reader.take(_FRAME.size))
                own = reader.colours(flags)
                colours = common if own is None else own
                rest = bool(flags & _INTERLACED), colours, transparent, reader.take(1) + reader.blocks()
                frames.append(GifFrame(left, top, width, height, *rest))
                transparent = -1
            else:
                break
    except EOFError:
        pass
    if not frames:
        raise DiagramError("the GIF is truncated or corrupt: it contains no complete frame", pin="contents")
    return frames


def size(contents: bytes) -> tuple[int, int, int, int]:
    return _size(frames(contents))


def _size(frames: list[GifFrame]) -> tuple[int, int, int, int]:
    return len(frames), max(frame.height for frame in frames), max(frame.width for frame in frames), 3


def decode(contents: bytes) -> Array:
    """Decode all frames, [frames, height, width, 3]."""
    results = frames(contents)
    require_small("GIF", *_size(results))
    result = np.zeros(_size(results), np.uint8)
    for number, frame in enumerate(results):
        try:
            pixels = _pixels(frame)
        except (OSError, SyntaxError, ValueError, EOFError, IndexError) as error:
            if number == 0:
                raise DiagramError("the first frame of the GIF is corrupt", pin="contents") from error
            return result[:number]
        if number:
            result[number] = result[number - 1]
        _lay(result[number], frame, pixels)
    return result


def _pixels(frame: GifFrame) -> Array:
    from PIL.GifImagePlugin import GifImageFile

    screen = _SCREEN.pack(b"GIF89a", frame.width, frame.height, _HAS_COLOURS | 7, 0, 0)
    index = _FRAME.pack(0, 0, frame.width, frame.height, _INTERLACED if frame.interlaced else 0)
    parts = [screen, _GREYS, bytes([_IMAGE]), index, frame.data, bytes([_TRAILER])]
    with GifImageFile(io.BytesIO(b"".join(parts))) as picture:
        result: Any = np.array(picture)
    return result


def _lay(canvas: Array, frame: GifFrame, pixels: Array) -> None:
    if frame.colours is None:
        raise DiagramError("the GIF contains a frame without a color table", pin="contents")
    part = canvas[frame.top : frame.top + frame.height, frame.left : frame.left + frame.width]
    pixels = pixels[: part.shape[0], : part.shape[1]]
    drawn = pixels != frame.transparent
    wrong = pixels[drawn & (pixels >= len(frame.colours))]
    if wrong.size:
        text = f"the GIF uses color {wrong[0]}, but its color table ends at {len(frame.colours) - 1}"
        raise DiagramError(text, pin="contents")
    part[drawn] = frame.colours[pixels[drawn]]
