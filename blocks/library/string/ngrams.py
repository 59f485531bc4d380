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
    """Put words that stand next to each other together, row by row of a ragged tensor: ``a b``, ``b c``.

    Args:
        data: [n] the words, row after row.
        data_splits: [rows+1] where each row begins among the words, and where the last one ends.
        separator: what is put between two words.
        ngram_widths: how many words are put together; for each of these numbers in turn.
        left_pad: the word that stands before a row.
        right_pad: the word that stands behind a row.
        pad_width: how many of these there are; never as many as are put together, which is the limit where it is
            negative.
        preserve_short_sequences: put all words of a row together where it is too short for any of the widths.

    Returns:
        ngrams: [m] the words put together, row after row.
        ngrams_splits: [rows+1] where each row begins among them, and where the last one ends.
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
            raise DiagramError(f"StringNGrams puts 1 word or more together, not {width}", pin="ngram_widths")


StringNGrams.prepare = _prepare


@StringNGrams.shape
def _(call: Call) -> list[Shape]:
    require_vector(call, "data")
    require_vector(call, "data_splits")
    splits = call.value("data_splits")
    if splits is not None:
        check_splits(call, "data_splits", splits, vector_length(call, "data"))
    return [(None,), (vector_length(call, "data_splits"),)]
