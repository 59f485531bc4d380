"""Unicode strings: decoding to code points and encoding, transcoding, and scripts."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import INDEX, INT64, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import element_count
from blocks.base.types import Array, Indices, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import expect, require_vector, vector_length
from blocks.library.declare import block
from blocks.library.ragged.splits import check_splits
from blocks.library.string.elements import each, like_input
from blocks.library.string.encodings import (
    LAST,
    OUTPUTS,
    REPLACEMENT,
    DecodedString,
    codec_of,
    decoded,
    encoded,
    is_none,
)

_ERRORS = ("strict", "replace", "ignore")
_DECODING = {"errors": _ERRORS, "Tsplits": INDEX}
_LAST_CONTROL = 0x1F
SCRIPTS = Path(__file__).with_name("unicode_scripts.txt")
_UNKNOWN = 103
"""ICU's number for a code point that no script has."""


class _Treatment(NamedTuple):
    errors: str
    replacement: int
    controls: bool

    def points(self, text: DecodedString) -> tuple[Indices, Indices]:
        """Return the treated code points and their starts. Raise DiagramError for malformed parts in strict mode."""
        points, starts, wrong = text
        if self.errors == "strict" and wrong.any():
            at = int(starts[wrong][0])
            raise DiagramError(f"a string is malformed at byte {at}", pin="input")
        if self.controls:
            wrong = wrong | (points <= _LAST_CONTROL)
        if self.errors == "ignore":
            return points[~wrong], starts[~wrong]
        return np.where(wrong, self.replacement, points), starts


def _written(replacement: int) -> int:
    return REPLACEMENT if is_none(replacement) else replacement


@block(
    "input: string -> output: string",
    where={"output_encoding": tuple(OUTPUTS), "errors": _ERRORS},
    example={
        "input": ["a\tb"],
        "input_encoding": "UTF-8",
        "output_encoding": "UTF-8",
        "replace_control_characters": True,
        "replacement_char": 32,
        "output": ["a b"],
    },
)
def UnicodeTranscode(
    input: Array,
    *,
    input_encoding: str,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: int = REPLACEMENT,
    replace_control_characters: bool = False,
) -> Array:
    """Transcode strings from one encoding to another.

    Args:
        input: [...] the strings.
        input_encoding: the encoding of the input: UTF-8, UTF-16-BE, UTF-32-BE, US-ASCII, ISO-8859-1 and others.
        output_encoding: the encoding of the result.
        errors: how to treat malformed input: replace inserts replacement_char, ignore drops it, strict refuses it.
        replacement_char: the code point that replaces malformed input.
        replace_control_characters: whether to treat the control characters U+0000 to U+001F as malformed input.

    Returns:
        output: [...] the transcoded strings.
    """
    treatment = _Treatment(errors, _written(replacement_char), replace_control_characters)
    source, target = codec_of(input_encoding), OUTPUTS[output_encoding]

    def transcoded(text: bytes) -> bytes:
        result = decoded(text, source)
        if errors == "strict" and replace_control_characters and (result.points <= _LAST_CONTROL).any():
            raise DiagramError(
                ("a string contains control characters, which are not allowed if errors is strict"), pin="input"
            )
        return encoded(treatment.points(result)[0], target)

    return each(transcoded, input)


def _decode(
    input: Array,
    *,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = REPLACEMENT,
    replace_control_characters: bool = False,
    Tsplits: DType = INT64,
) -> tuple[Array, Array, Array]:
    treatment = _Treatment(errors, replacement_char, replace_control_characters)
    codec = codec_of(input_encoding)
    result = [treatment.points(decoded(text, codec)) for text in input.reshape(-1).tolist()]
    nothing = np.zeros(0, np.int64)
    values, starts = (np.concatenate([nothing, *(each[i] for each in result)]) for i in (0, 1))
    ends = np.cumsum([0, *(len(points) for points, _ in result)])
    return ends.astype(Tsplits.numpy), values.astype(np.int32), starts


@block(
    "input: string -> row_splits: Tsplits, char_values: int32",
    attributes_of=_decode,
    where=_DECODING,
    doc_of=UnicodeTranscode,
    example={"input": ["hé", "a"], "input_encoding": "UTF-8", "row_splits": [0, 2, 3], "char_values": [104, 233, 97]},
)
def UnicodeDecode(input: Array, **decoding: Any) -> tuple[Array, Array]:
    """Decode strings to Unicode code points, as a ragged tensor with one row per string.

    Args:
        replace_control_characters: whether to replace the control characters U+0000 to U+001F like malformed input.
            They are never an error.
        Tsplits: the dtype of the row splits.

    Returns:
        row_splits: [strings+1] the row splits: the start of each string in char_values, then the end of the last one.
        char_values: [n] the code points of all strings, in order.
    """
    return _decode(input, **decoding)[:2]


@block(
    "input: string -> row_splits: Tsplits, char_values: int32, char_to_byte_starts: int64",
    attributes_of=UnicodeDecode,
    example={
        "input": ["hé", "éa"],
        "input_encoding": "UTF-8",
        "row_splits": [0, 2, 4],
        "char_values": [104, 233, 233, 97],
        "char_to_byte_starts": [0, 1, 0, 2],
    },
)
def UnicodeDecodeWithOffsets(input: Array, **decoding: Any) -> tuple[Array, Array, Array]:
    """Decode strings to Unicode code points, as a ragged tensor, with the byte offset of each code point.

    Returns:
        char_to_byte_starts: [n] for each code point, the offset of its first byte in its string.
    """
    return _decode(input, **decoding)


def _decoded_shape(call: Call) -> list[Shape]:
    count = element_count(call.shape("input"))
    return [(None if count is None else count + 1,), *[(None,)] * (len(call.type.outputs) - 1)]


@block(
    "input_values: int32, input_splits: Tsplits -> output: string",
    Tsplits=INDEX,
    where={"errors": ("ignore", "replace", "strict"), "output_encoding": tuple(OUTPUTS)},
    example={
        "input_values": [104, 233, 97],
        "input_splits": [0, 2, 3],
        "output_encoding": "UTF-8",
        "output": ["hé", "a"],
    },
)
def UnicodeEncode(
    input_values: Array,
    input_splits: Array,
    *,
    errors: str = "replace",
    output_encoding: str,
    replacement_char: int = REPLACEMENT,
) -> Array:
    """Encode the code points in each row of a ragged tensor as a string.

    Args:
        input_values: [n] the Unicode code points of all rows, in order.
        input_splits: [rows+1] the row splits: the start of each row in ngrams, then the end of the last one.
        errors: how to treat invalid code points: replace inserts replacement_char, ignore drops, strict refuses them.
        output_encoding: the encoding of the strings.
        replacement_char: the code point that replaces invalid ones.

    Returns:
        output: [rows] the strings.
    """
    wrong, codec = is_none(input_values), OUTPUTS[output_encoding]
    if errors == "strict" and wrong.any():
        raise DiagramError(f"{int(input_values[wrong][0])} is not a valid Unicode code point", pin="input_values")
    points = np.where(wrong, _written(replacement_char), input_values)
    rows = pairwise(input_splits.tolist())
    out = np.empty(len(input_splits) - 1, np.object_)
    out[:] = [encoded(points[a:b][~wrong[a:b]] if errors == "ignore" else points[a:b], codec) for a, b in rows]
    return out


@UnicodeEncode.shape
def _(call: Call) -> Shape:
    require_vector(call, "input_values")
    splits, length = call.value("input_splits"), vector_length(call, "input_splits")
    if splits is not None:
        check_splits(call, "input_splits", splits, vector_length(call, "input_values"))
    return (None if length is None else length - 1,)


@block("input: int32 -> output: int32", example={"input": [97, 945, 32], "output": [25, 14, 0]})
def UnicodeScript(input: Array) -> Array:
    """Determine the script of each Unicode code point, as ICU script codes. Source: Unicode 13.0.0, Scripts.txt.

    Args:
        input: [...] the Unicode code points.

    Returns:
        output: [...] the script codes: 0 for characters common to several scripts, 25 for Latin, 103 for unknown, and
            -1 for invalid code points.
    """
    starts, numbers = scripts()
    result = numbers[np.searchsorted(starts, input, side="right") - 1]
    return np.where((input < 0) | (input > LAST), np.int32(-1), result)


@cache
def scripts() -> tuple[Array, Array]:
    runs: dict[int, int] = {0: _UNKNOWN}
    for line in SCRIPTS.read_text("ascii").splitlines():
        if line.startswith("#"):
            continue
        number, _, *ranges = line.split()
        for run in ranges:
            first, _, last = run.partition("-")
            runs[int(first, 16)] = int(number)
            runs.setdefault(int(last or first, 16) + 1, _UNKNOWN)  # unless another script goes on there
    starts = sorted(runs)
    return np.array(starts, np.int64), np.array([runs[start] for start in starts], np.int32)


def _prepare(attrs: dict[str, Any]) -> None:
    if "input_encoding" in attrs:
        codec_of(attrs["input_encoding"])
    expect(attrs, "replacement_char", 0 <= attrs["replacement_char"] <= LAST, f"a Unicode code point, 0 to {LAST}")


UnicodeTranscode.shape(like_input)
UnicodeScript.shape(like_input)
UnicodeDecode.shape(_decoded_shape)
UnicodeDecodeWithOffsets.shape(_decoded_shape)
UnicodeTranscode.prepare = UnicodeDecode.prepare = UnicodeDecodeWithOffsets.prepare = UnicodeEncode.prepare = _prepare
