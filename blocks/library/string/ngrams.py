"""N-grams: adjacent words joined."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from blocks.base.dtypes import INDEX, DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import require_vector, vector_length
from blocks.library.declare import block
from blocks.library.ragged.splits import check_splits


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
    for width in attrs["ngram_widths"]:
        if width < 1:
            raise DiagramError(f"StringNGrams: n-gram widths must be 1 or more, got {width}", pin="ngram_widths")


StringNGrams.prepare = _prepare


@StringNGrams.shape
def _(call: Call) -> list[Shape]:
    require_vector(call, "data")
    require_vector(call, "data_splits")
    splits = call.value("data_splits")
    if splits is not None:
        check_splits(call, "data_splits", splits, vector_length(call, "data"))
    return [(None,), (vector_length(call, "data_splits"),)]
