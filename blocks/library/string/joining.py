"""String concatenation, joins and formatting; splitting, substrings and n-grams."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from itertools import dropwhile, pairwise, zip_longest
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import INDEX, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import broadcast, compatible, merge, normalise_axis, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import (
    expect,
    pin_error,
    require_rank,
    require_scalar,
    require_vector,
    vector_length,
)
from blocks.library.declare import block
from blocks.library.math.segments import unsorted_shape
from blocks.library.ragged.splits import check_splits
from blocks.library.string.elements import scalar
from blocks.library.string.tensor_text import outline


@block(
    "inputs: string* -> output: string",
    not_differentiable="strings have no gradient",
    example={"inputs": [["a", "b"], ["x", "y"]], "separator": "-", "output": ["a-x", "b-y"]},
)
def StringJoin(inputs: tuple[Array, ...], *, separator: str = "") -> Array:
    """Join several string tensors element-wise.

    Args:
        inputs: [...] the strings. All have the same shape, except scalars, which are joined to every element.
        separator: the string between two joined strings.

    Returns:
        output: [...] the joined strings.
    """
    shape = np.broadcast_shapes(*(each.shape for each in inputs))
    out = np.empty(shape, np.object_)
    out[...] = inputs[0]
    between = scalar(separator.encode())
    for following in inputs[1:]:
        if separator:
            np.add(out, between, out)
        np.add(out, following, out)
    return out


@StringJoin.shape
def _(call: Call) -> Shape:
    result: Shape = ()
    unknown = False
    for i, shape in enumerate(call.shapes("inputs")):
        if shape is None:
            unknown = True
        elif shape and not result:
            result = shape
        elif shape:
            try:
                result = merge(result, shape)
            except DiagramError:
                text = f"StringJoin: all inputs must have the same shape; expected {shape_text(result)} at index {i}"
                raise DiagramError(f"{text}, got {shape_text(shape)}", pin="inputs") from None
    return None if unknown and not result else result


@block(
    "input: string, reduction_indices: int32 -> output: string",
    not_differentiable="strings have no gradient",
    doc_of=StringJoin,
    example={"input": [["a", "b"], ["c", "d"]], "reduction_indices": [1], "separator": "-", "output": ["a-b", "c-d"]},
)
def ReduceJoin(input: Array, reduction_indices: Array, *, keep_dims: bool = False, separator: str = "") -> Array:
    """Join the strings of a tensor along some axes.

    Args:
        input: [...] the strings.
        reduction_indices: [...] the axes to join, in this order: the first axis changes fastest. If empty, the strings
            are unchanged.
        keep_dims: whether to keep the joined axes with size 1.
    """
    axes = [int(axis) % input.ndim for axis in reduction_indices.reshape(-1)]
    if not axes:
        return input.copy()
    others = [axis for axis in range(input.ndim) if axis not in axes]
    kept, count = (math.prod(input.shape[axis] for axis in some) for some in (others, axes))
    rows = input.transpose(others + axes[::-1]).reshape(kept, count)
    out = np.empty(kept, np.object_)
    out[:] = [separator.encode().join(row) for row in rows.tolist()]
    return out.reshape([1 if i in axes else n for i, n in enumerate(input.shape) if keep_dims or i not in axes])


@ReduceJoin.shape
def _(call: Call) -> Shape:
    shape, indices = call.shape("input"), call.value("reduction_indices")
    if shape is None or indices is None:
        return None
    axes = [normalise_axis(int(axis), len(shape), pin="reduction_indices") for axis in indices.reshape(-1)]
    if len(set(axes)) < len(axes):
        raise pin_error(call, "reduction_indices", f"each axis may occur only once, got {indices.reshape(-1).tolist()}")
    return tuple(1 if i in axes else size for i, size in enumerate(shape) if call.attrs["keep_dims"] or i not in axes)


@block(
    "inputs: string, segment_ids: Tindices, num_segments: Tnumsegments -> output: string",
    Tindices=INDEX,
    Tnumsegments=INDEX,
    example={
        "inputs": ["a", "b", "c", "d"],
        "segment_ids": [0, 2, 0, 1],
        "num_segments": 3,
        "separator": "-",
        "output": ["a-c", "d", "b"],
    },
)
def UnsortedSegmentJoin(inputs: Array, segment_ids: Array, num_segments: Array, *, separator: str = "") -> Array:
    """Join the strings of each segment, in their order in the input.

    Args:
        inputs: [...] the strings. Their leading axes are those of segment_ids.
        segment_ids: [...] the segment number of each row of strings, 0 or more, in any order.
        num_segments: [] the number of segments, 0 or more.
        separator: the string between two joined strings.

    Returns:
        output: [num_segments, ...] the joined strings. A segment without strings gives an empty string. Leading empty
            strings are dropped.
    """
    count, inner = int(num_segments), inputs.shape[segment_ids.ndim :]
    width = math.prod(inner)
    parts: list[list[list[bytes]]] = [[[] for _ in range(width)] for _ in range(count)]
    rows: list[list[bytes]] = inputs.reshape(segment_ids.size, width).tolist()
    ids: list[int] = segment_ids.reshape(-1).tolist()
    for segment, row in zip(ids, rows, strict=True):
        for joined, text in zip(parts[segment], row, strict=True):
            joined.append(text)
    out = np.empty(count * width, np.object_)
    # As in TensorFlow no separator stands behind nothing: what is empty at the beginning is left out.
    out[:] = [separator.encode().join(dropwhile(lambda text: not text, joined)) for row in parts for joined in row]
    return out.reshape(count, *inner)


@UnsortedSegmentJoin.shape
def _(call: Call) -> Shape:
    ids = call.value("segment_ids")
    require_rank(call, "segment_ids", 1, "at least one axis")
    if ids is not None and ids.size and ids.min() < 0:
        raise pin_error(call, "segment_ids", f"segment_ids must be 0 or more, got {ids.min()}")
    return unsorted_shape(call, "inputs")


@block(
    "inputs: any*? -> output: string",
    example={"inputs": [[1, 2], 0.5], "template": "x = %s, y = %s", "output": "x = [1 2], y = 0.5"},
)
def StringFormat(
    inputs: tuple[Array, ...], *, template: str = "%s", placeholder: str = "%s", summarize: int = 3
) -> Array:
    """Format tensors into a string: each placeholder in the template is replaced by one tensor.

    Args:
        inputs: [...] the tensors, one for each placeholder. Strings are quoted.
        template: the string with placeholders.
        placeholder: the placeholder that marks a tensor in the template.
        summarize: the number of elements to show at both ends of each axis. A negative number shows all.

    Returns:
        output: [] the formatted string.
    """
    written = [outline(each, summarize) for each in inputs]
    pieces = [piece.encode() for piece in _pieces(template, placeholder)]
    return scalar(b"".join(part for pair in zip_longest(pieces, written, fillvalue=b"") for part in pair))


def _pieces(template: str, placeholder: str) -> list[str]:
    """Split a template at its placeholders; an empty placeholder is between all letters."""
    return template.split(placeholder) if placeholder else list(template) or [""]


@StringFormat.shape
def _(call: Call) -> Shape:
    attrs: dict[str, Any] = call.attrs
    wanted, given = len(_pieces(attrs["template"], attrs["placeholder"])) - 1, len(call.shapes("inputs"))
    if wanted != given:
        raise pin_error(call, "template", f"template must have one placeholder per input ({given}), got {wanted}")
    return ()


# -- Splitting, substrings and n-grams ---------------------------------------------------------------------------------


_WORDS = {
    "input": ["hello world", "a b c"],
    "indices": [[0, 0], [0, 1], [1, 0], [1, 1], [1, 2]],
    "values": ["hello", "world", "a", "b", "c"],
    "shape": [2, 3],
}


@block(
    "input: string, delimiter: string -> indices: int64, values: string, shape: int64",
    not_differentiable="strings have no gradient",
    example={**_WORDS, "delimiter": " "},
)
def StringSplit(input: Array, delimiter: Array, *, skip_empty: bool = True) -> tuple[Array, Array, Array]:
    """Split each string at delimiters, into a sparse tensor with one row per string.

    Args:
        input: [n] the strings.
        delimiter: [] the delimiters; each byte is one delimiter. If empty, each byte of a string becomes a part.
        skip_empty: whether to drop empty parts.

    Returns:
        indices: [parts, 2] for each part, the number of its string and its index in that string.
        values: [parts] the parts.
        shape: [2] the number of strings and the maximum number of parts of a string.
    """
    split = _split_at(delimiter.item())
    texts: list[bytes] = input.tolist()
    return _as_sparse([[part for part in split(text) if part or not skip_empty] if text else [] for text in texts])


def _as_sparse(parts: list[list[bytes]]) -> tuple[Array, Array, Array]:
    counts = np.array([len(each) for each in parts], np.int64)
    values = np.empty(int(counts.sum()), np.object_)
    values[:] = [part for each in parts for part in each]
    starts = np.cumsum(counts) - counts
    positions = np.arange(values.size) - np.repeat(starts, counts)
    indices = np.stack([np.repeat(np.arange(counts.size), counts), positions], axis=1).astype(np.int64)
    return indices, values, np.array([counts.size, counts.max(initial=0)], np.int64)


def _split_at(marks: bytes) -> Callable[[bytes], list[bytes]]:
    if not marks:
        return lambda text: [text[i : i + 1] for i in range(len(text))]
    return re.compile(b"[" + re.escape(marks) + b"]").split


@StringSplit.shape
def _(call: Call) -> list[Shape]:
    require_vector(call, "input")
    require_scalar(call, "delimiter")
    return [(None, 2), (None,), (2,)]


@block(
    "input: string, sep: string -> indices: int64, values: string, shape: int64",
    doc_of=StringSplit,
    example={**_WORDS, "sep": ""},
)
def StringSplitV2(input: Array, sep: Array, *, maxsplit: int = -1) -> tuple[Array, Array, Array]:
    """Split each string at a separator, into a sparse tensor with one row per string.

    Args:
        sep: [] the separator, a whole string. If empty, strings are split at runs of whitespace, and leading and
            trailing whitespace is dropped.
        maxsplit: the maximum number of splits per string. The rest is the last part. A negative number means no limit.
    """
    texts: list[bytes] = input.tolist()
    if not maxsplit:
        return _as_sparse([[text] for text in texts])
    parts = [text.split(sep.item() or None, maxsplit) for text in texts]
    if not sep.item():  # as in TensorFlow the last split leaves something behind it, be it nothing
        parts = [[*each, b""] if len(each) == maxsplit else each for each in parts]
    return _as_sparse(parts)


@StringSplitV2.shape
def _(call: Call) -> list[Shape]:
    require_vector(call, "input")
    require_scalar(call, "sep")
    return [(None, 2), (None,), (2,)]


@block(
    "input: string, pos: T, len: T -> output: string",
    T=INDEX,
    where={"unit": ("BYTE", "UTF8_CHAR")},
    example={"input": ["hello", "world"], "pos": 1, "len": 3, "output": ["ell", "orl"]},
)
def Substr(input: Array, pos: Array, len: Array, *, unit: str = "BYTE") -> Array:
    """Extract a substring from each string.

    The shapes of input and pos are broadcast.

    Args:
        input: [...] the strings.
        pos: [...] the start of the substring, counted from 0. A negative number counts from the end.
        len: [...] the length of the substring, with the shape of pos. The substring is shorter if the string ends
            before. With unit BYTE, a negative length means the rest of the string.
        unit: the unit: BYTE, or UTF8_CHAR for UTF-8 characters.

    Returns:
        output: [...] the substrings.
    """
    units = _bytes if unit == "BYTE" else _characters
    strings, first, count = np.broadcast_arrays(input, pos, len)
    rows = zip(strings.reshape(-1).tolist(), first.reshape(-1).tolist(), count.reshape(-1).tolist(), strict=True)
    out = np.empty(strings.size, np.object_)
    out[:] = [_part(units(text), start, taken) for text, start, taken in rows]
    return out.reshape(strings.shape)


class _Units(NamedTuple):
    text: bytes
    bounds: list[int] | None
    total: int


def _bytes(text: bytes) -> _Units:
    return _Units(text, None, len(text))


def _characters(text: bytes) -> _Units:
    """Split into characters as TensorFlow does: each byte except continuation bytes begins one."""
    bounds = [i for i, byte in enumerate(text) if i == 0 or byte & 0xC0 != 0x80]
    return _Units(text, [*bounds, len(text)], len(bounds))


def _part(units: _Units, start: int, taken: int) -> bytes:
    text, bounds, total = units
    first = start if start >= 0 else total + start
    if not 0 <= first <= total:
        raise DiagramError(f"Substr: pos is outside the string {text[:40]!r} of length {total}, got {start}", pin="pos")
    if bounds is None:
        return text[first : first + taken] if taken >= 0 else text[first:]
    if start < 0 and taken < 0:  # TensorFlow refuses this, and takes a negative len as 0 otherwise
        raise DiagramError(f"Substr: len must be 0 or more if pos is negative, got {taken}", pin="len")
    return text[bounds[first] : bounds[min(first + max(taken, 0), total)]]


@Substr.shape
def _(call: Call) -> Shape:
    strings, pos, taken = call.shape("input"), call.shape("pos"), call.shape("len")
    if not compatible(pos, taken):
        text = f"Substr: pos and len must have the same shape, got {shape_text(pos)} and {shape_text(taken)}"
        raise DiagramError(text, pin="len")
    return broadcast(strings, pos)


# -- N-grams -----------------------------------------------------------------------------------------------------------


@block(
    "data: string, data_splits: Tsplits -> ngrams: string, ngrams_splits: Tsplits",
    Tsplits=INDEX,
    where={"ngram_widths": 0},
    example={
        "data": ["a", "b", "c", "d", "e"],
        "data_splits": [0, 3, 5],
        "separator": " ",
        "ngram_widths": [2],
        "left_pad": "",
        "right_pad": "",
        "pad_width": 0,
        "preserve_short_sequences": False,
        "ngrams": ["a b", "b c", "d e"],
        "ngrams_splits": [0, 2, 3],
    },
)
def StringNGrams(
    data: Array,
    data_splits: Array,
    *,
    Tsplits: DType,
    separator: str,
    ngram_widths: list[int],
    left_pad: str,
    right_pad: str,
    pad_width: int,
    preserve_short_sequences: bool,
) -> tuple[Array, Array]:
    """Create n-grams from the words in each row of a ragged tensor: ``a b``, ``b c``.

    Args:
        data: [n] the words of all rows, in order.
        data_splits: [rows+1] the row splits: the start of each row in data, then the end of the last one.
        separator: the string between two words of an n-gram.
        ngram_widths: the numbers of words per n-gram. All widths are used in turn.
        left_pad: the word to add before each row.
        right_pad: the word to add after each row.
        pad_width: the number of padding words on each side, at most the width - 1. A negative number means that
            maximum.
        preserve_short_sequences: true makes one n-gram of all words of a row that is too short for every width.

    Returns:
        ngrams: [m] the n-grams of all rows, in order.
        ngrams_splits: [rows+1] the row splits: the start of each row in ngrams, then the end of the last one.
    """
    left, right, between = left_pad.encode(), right_pad.encode(), separator.encode()
    ends, words = data_splits.tolist(), data.tolist()
    result: list[bytes] = []
    splits = [0]
    for start, end in pairwise(ends):
        row, before = words[start:end], len(result)
        for width in ngram_widths:
            pad = width - 1 if pad_width < 0 else min(pad_width, width - 1)
            result += _joined([left] * pad + row + [right] * pad, width, between)
        if preserve_short_sequences and row and len(result) == before:
            padded = [left] * pad_width + row + [right] * pad_width
            result += _joined(padded, len(padded), between)
        splits.append(len(result))
    out = np.empty(len(result), np.object_)
    out[:] = result
    return out, np.array(splits, Tsplits.numpy)


def _joined(words: list[bytes], width: int, between: bytes) -> list[bytes]:
    return [between.join(words[i : i + width]) for i in range(len(words) - width + 1)]


def _prepare(attrs: dict[str, Any]) -> None:
    expect(attrs, "ngram_widths", min(attrs["ngram_widths"], default=1) >= 1, "widths of 1 or more")


StringNGrams.prepare = _prepare


@StringNGrams.shape
def _(call: Call) -> list[Shape]:
    require_vector(call, "data")
    require_vector(call, "data_splits")
    splits = call.value("data_splits")
    if splits is not None:
        check_splits(call, "data_splits", splits, vector_length(call, "data"))
    return [(None,), (vector_length(call, "data_splits"),)]
