"""Slices of tensors in checkpoints: the syntax "4 3 1,2:-", and tensors assembled from stored slices.

This example means rows 1 and 2 and all columns of a tensor of shape [4,3]: the shape, then for each axis the start and
the length of the slice, or ``-`` for the whole axis.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.messages import build
from blocks.base.shapes import MAX_RANK, shape_text
from blocks.base.types import Array
from blocks.library.array.arguments import zeros
from blocks.library.parsing.tensor_messages import MESSAGES as TENSOR_MESSAGES

MESSAGES = {
    **TENSOR_MESSAGES,
    "Extent": "1 int64 start, 2 int64? length",
    "Slice": "1 Extent* extent",
    "Version": "1 int32 producer, 2 int32 min_consumer",
    # The files of the second format
    "Header": "1 int32 num_shards, 2 int32 endianness, 3 Version version",
    "Entry": (
        "1 int32 dtype, 2 TensorShape shape, 3 int32 shard_id, 4 int64 offset, 5 int64 size, 6 fixed32 crc32c,"
        " 7 Slice* slices"
    ),
    # and of the first
    "SliceMeta": "1 bytes name, 2 TensorShape shape, 3 int32 type, 4 Slice* slice",
    "Meta": "1 SliceMeta* tensor, 2 Version versions",
    "Data": "1 bytes name, 2 Slice slice, 3 Tensor data",
    "Slices": "1 Meta meta, 2 Data data",
}
_EXTENT = re.compile(r"-|([0-9]{1,18}),([0-9]{1,18})")
MOST_PARTS = 10_000
"""Parts of a tensor: each is compared with all others."""
WHOLE = -1
"""The length of an extent that is all of an axis."""

Extents = tuple[tuple[int, int], ...]


@cache
def classes() -> dict[str, Any]:
    return build("gradblocks.checkpoint", MESSAGES)


class TensorSlice(NamedTuple):
    """A slice of a tensor.

    Attributes:
        shape: that of the whole tensor.
        extents: for each axis the start and length of the part; (0, WHOLE) for all.
    """

    shape: tuple[int, ...]
    extents: Extents

    @property
    def bounds(self) -> tuple[slice, ...]:
        return tuple(
            slice(start, size if length == WHOLE else start + length)
            for size, (start, length) in zip(self.shape, self.extents, strict=True)
        )

    @property
    def own_shape(self) -> tuple[int, ...]:
        return tuple(bound.stop - bound.start for bound in self.bounds)

    @property
    def is_whole(self) -> bool:
        return self.own_shape == self.shape

    @property
    def fits(self) -> bool:
        return len(self.extents) == len(self.shape) and all(
            start >= 0 and ((length == WHOLE and start == 0) or 0 <= length <= size - start)
            for size, (start, length) in zip(self.shape, self.extents, strict=True)
        )


def whole(shape: tuple[int, ...]) -> TensorSlice:
    return TensorSlice(shape, ((0, WHOLE),) * len(shape))


def parse_part(text: bytes, pin: str) -> TensorSlice | None:
    """Parse a part; an empty string gives None, the whole tensor. Raise DiagramError if it is invalid."""
    if not text:
        return None
    *sizes, last = text.decode(errors="replace").split(" ")
    match = [_EXTENT.fullmatch(each) for each in last.split(":")]
    if sizes and len(sizes) <= MAX_RANK and all(re.fullmatch("[0-9]{1,18}", size) for size in sizes) and all(match):
        extents = tuple((int(m[1]), int(m[2])) if m and m[1] else (0, WHOLE) for m in match)
        part = TensorSlice(tuple(map(int, sizes)), extents)
        if part.fits and 0 not in [length for _, length in extents]:
            return part
    shown = repr(text[:60].decode(errors="replace"))
    raise DiagramError(
        f"{shown} is not a slice of a tensor", pin=pin, hint='write "4 3 1,2:-" for rows 1 and 2 of a [4,3] tensor'
    )


def put_part(target: Any, extents: Extents) -> None:
    target.SetInParent()
    for start, length in extents:
        extent = target.extent.add()
        if length != WHOLE:
            extent.start, extent.length = start, length


def read_extents(source: Any) -> Extents:
    return tuple((e.start, e.length) if e.HasField("length") else (0, WHOLE) for e in source.extent)


def assemble(
    wanted: TensorSlice, dtype: DType, stored: Sequence[Extents], load: Callable[[Extents], Array], name: str
) -> Array:
    """Assemble a part of a tensor from stored parts. Raise DiagramError if these do not cover the part."""
    for extents in stored:
        if TensorSlice(wanted.shape, extents).bounds == wanted.bounds:
            return load(extents).reshape(wanted.own_shape)
    pieces = [(extents, _overlap(wanted, TensorSlice(wanted.shape, extents))) for extents in stored]
    pieces = [(extents, both) for extents, both in pieces if both is not None]
    if sum(math.prod(s.stop - s.start for s in both) for _, both in pieces) < math.prod(wanted.own_shape):
        text = f"the checkpoint has only parts of {name}, not the whole requested shape {shape_text(wanted.own_shape)}"
        raise DiagramError(text)
    result = zeros(wanted.own_shape, dtype.numpy)
    for extents, both in pieces:
        part = TensorSlice(wanted.shape, extents)
        values = load(extents).reshape(part.own_shape)
        result[_within(both, wanted)] = values[_within(both, part)]
    return result


def overlapping(parts: Sequence[TensorSlice]) -> bool:
    if len(parts) > MOST_PARTS:
        raise DiagramError(f"a tensor can have at most {MOST_PARTS:,} slices, got {len(parts):,}")
    bounds = np.array([[(each.start, each.stop) for each in part.bounds] for part in parts], np.int64)
    if len(parts) < 2 or not bounds[0].size:
        return len(parts) > 1
    start, stop = bounds[..., 0], bounds[..., 1]
    whole = (start < stop).all(axis=1)
    start, stop = start[whole], stop[whole]
    for i in range(1, len(start)):  # not all pairs at once, which would take a lot of memory
        if (np.maximum(start[:i], start[i]) < np.minimum(stop[:i], stop[i])).all(axis=1).any():
            return True
    return False


def _overlap(a: TensorSlice, b: TensorSlice) -> tuple[slice, ...] | None:
    result = tuple(slice(max(x.start, y.start), min(x.stop, y.stop)) for x, y in zip(a.bounds, b.bounds, strict=True))
    return result if all(s.start < s.stop for s in result) else None


def _within(bounds: tuple[slice, ...], part: TensorSlice) -> tuple[slice, ...]:
    return tuple(slice(s.start - own.start, s.stop - own.start) for s, own in zip(bounds, part.bounds, strict=True))


# -- The keys of parts in tables: their order is that of names, then of indices ----------------------------------------


def part_key(name: bytes, extents: Extents) -> bytes:
    escaped = name.replace(b"\xff", b"\xff\x00").replace(b"\0", b"\0\xff")
    key = b"\0" + escaped + b"\0\1" + _rising(len(extents))
    return key + b"".join(_rising_signed(start) + _rising_signed(length) for start, length in extents)


def _rising(number: int) -> bytes:
    data = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return bytes([len(data)]) + data


def _rising_signed(number: int) -> bytes:
    """Encode a signed number in minimal bytes: the leading bits give the count, inverted if negative."""
    count = (number if number >= 0 else ~number).bit_length() // 7 + 1
    marks = ((1 << count) - 1) << (8 * count - count)
    return ((number & ((1 << 8 * count) - 1)) ^ marks).to_bytes(count, "big")
