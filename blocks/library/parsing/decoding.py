"""Raw bytes as numbers, serialized tensors, and text records: DecodeRaw, ParseTensor, DecodeCSV."""

from __future__ import annotations

import re
import sys
from itertools import pairwise
from typing import Any

import numpy as np

from blocks.base.dtypes import (
    BFLOAT16,
    BOOL,
    COMPLEX,
    DOUBLE,
    FLOAT,
    HALF,
    INT8,
    INT16,
    INT32,
    INT64,
    STRING,
    UINT8,
    UINT16,
    DType,
    dtype_of,
)
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import expect, pin_error, require_scalar
from blocks.library.declare import block
from blocks.library.parsing.numbers import reader_of, shown
from blocks.library.parsing.tensor_messages import from_bytes, read_tensor

_RAW = (HALF, FLOAT, DOUBLE, INT32, UINT16, UINT8, INT16, INT8, INT64, *COMPLEX, BOOL, BFLOAT16)
_NO_GRADIENT = "strings have no gradient"


@block(
    "bytes: string -> output: out_type",
    where={"out_type": _RAW},
    not_differentiable=_NO_GRADIENT,
    example={
        "bytes": ["\x01\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00\x04\x00\x00\x00"],
        "out_type": "DT_INT32",
        "output": [[1, 2, 3, 4]],
    },
)
def DecodeRaw(bytes: Array, *, out_type: DType, little_endian: bool = True) -> Array:
    """Decode the bytes of each string as numbers.

    Args:
        bytes: [...] the strings, all with the same length in bytes.
        out_type: the dtype of the numbers.
        little_endian: true for little-endian byte order, false for big-endian.

    Returns:
        output: [..., n] the numbers. The last axis runs along a string.
    """
    texts = bytes.reshape(-1).tolist()
    length = len(texts[0]) if texts else 0
    for text in texts:
        if len(text) != length:
            words = f"DecodeRaw: expected strings of equal length, got {length} and {len(text)} bytes"
            raise DiagramError(words, pin="bytes")
    size = out_type.size
    if length % size:
        words = f"DecodeRaw: {length} bytes are not a multiple of the {size} bytes of {out_type.short}"
        raise DiagramError(words, pin="bytes")
    numbers = from_bytes(b"".join(texts), out_type)
    if little_endian != (sys.byteorder == "little"):
        if out_type.is_complex:  # its two parts are turned each by itself
            numbers = numbers.view(np.float32 if size == 8 else np.float64).byteswap().view(out_type.numpy)
        else:
            numbers = numbers.byteswap()
    return numbers.reshape(*bytes.shape, length // size)


@DecodeRaw.shape
def _(call: Call) -> Shape:
    shape = call.shape("bytes")
    return None if shape is None else (*shape, None)


@block(
    "serialized: string -> output: out_type",
    not_differentiable=_NO_GRADIENT,
    example={
        "serialized": "\x08\x03\x12\x04\x12\x02\x08\x02\x3a\x02\x05\x07",
        "out_type": "DT_INT32",
        "output": [5, 7],
    },
)
def ParseTensor(serialized: Array, *, out_type: DType) -> Array:
    """Parse a serialized TensorProto message into a tensor.

    Args:
        serialized: [] the serialized TensorProto.
        out_type: the dtype of the tensor. It must match the dtype in the message.

    Returns:
        output: [...] the tensor. NaN stays NaN.
    """
    return read_tensor(serialized.item(), out_type, "serialized", "out_type")


@ParseTensor.shape
def _(call: Call) -> Shape:
    require_scalar(call, "serialized")
    return None


# -- Comma-separated values --------------------------------------------------------------------------------------------


_BREAK = re.compile(rb"[\r\n]")


@block(
    "records: string, record_defaults: any OUT_TYPE* -> output: any*record_defaults",
    OUT_TYPE=(FLOAT, DOUBLE, INT32, INT64, STRING),
    example={
        "records": ["1,2.5,red", '3,,"a ""b"""'],
        "record_defaults": [[0], [-1.0], ["none"]],
        "output": [[1, 3], [2.5, -1.0], ["red", 'a "b"']],
    },
)
def DecodeCSV(
    records: Array,
    record_defaults: tuple[Array, ...],
    *,
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    select_cols: list[int] = [],  # noqa: B006
) -> tuple[Array, ...]:
    """Parse CSV records into one tensor per column.

    Args:
        records: [...] the records, each a line without its line break.
        record_defaults: [...] for each column, the default for empty fields. An empty tensor makes the field required.
            Its dtype is that of the column.
        field_delim: the delimiter between fields, one byte.
        use_quote_delim: whether fields may be quoted: "a,b" is one field, and "" in it is a quotation mark.
        na_value: a string that counts as an empty field.
        select_cols: the columns to use, counted from 0, in increasing order. If empty, all columns.

    Returns:
        output: [...] the columns, each with the shape of records.
    """
    divide = _Divider(field_delim.encode(), use_quote_delim, select_cols)
    rows: list[list[bytes]] = []
    for i, record in enumerate(records.reshape(-1).tolist()):
        fields = divide(record, i)
        if len(fields) != len(record_defaults):
            text = f"DecodeCSV: expected {len(record_defaults)} fields, but record {i} has {len(fields)}"
            raise DiagramError(text, pin="records")
        rows.append(fields)
    columns = zip(*rows, strict=True) if rows else [()] * len(record_defaults)
    empty = {b"", na_value.encode()}
    return tuple(
        _column(i, texts, default, empty).reshape(records.shape)
        for i, (texts, default) in enumerate(zip(columns, record_defaults, strict=True))
    )


def _column(i: int, texts: tuple[bytes, ...], default: Array, empty: set[bytes]) -> Array:
    dtype = dtype_of(default)
    result = np.empty(len(texts), dtype.numpy)
    if default.size == 0:
        for row, text in enumerate(texts):
            if text in empty:
                raise DiagramError(f"DecodeCSV: field {i} is required but empty in record {row}", pin="records")
    instead = default.reshape(-1)[0] if default.size else None
    if dtype is STRING:
        result[:] = [instead if text in empty else text for text in texts]
        return result
    read = reader_of(dtype)
    numbers: list[Any] = [instead if text in empty else read(text) for text in texts]
    if None in numbers:
        row = numbers.index(None)
        text = f"DecodeCSV: cannot convert field {i} of record {row} to {dtype.short}: {shown(texts[row])}"
        raise DiagramError(text, pin="records")
    result[:] = numbers
    return result


class _Divider:
    """A splitter of records into fields. As in TensorFlow, line ends before a field are skipped."""

    def __init__(self, delimiter: bytes, quotes: bool, chosen: list[int]) -> None:
        self.delimiter = delimiter
        self.quotes = quotes
        self.chosen = chosen

    def __call__(self, record: bytes, number: int) -> list[bytes]:
        if not record:
            return []
        if (self.quotes and b'"' in record) or _BREAK.search(record):
            fields = self._carefully(record, number)
        else:
            fields = record.split(self.delimiter)
        if not self.chosen:
            return fields
        return [fields[i] for i in self.chosen if i < len(fields)]

    def _carefully(self, record: bytes, number: int) -> list[bytes]:
        fields: list[bytes] = []
        at = 0
        last = self.chosen[-1] if self.chosen else len(record)
        while at < len(record) and len(fields) <= last:
            if record[at] in b"\r\n":
                at += 1
            elif self.quotes and record[at : at + 1] == b'"':
                field, at = self._quoted_field(record, at + 1, number)
                fields.append(field)
            else:
                end = record.find(self.delimiter, at)
                end = len(record) if end < 0 else end
                field = record[at:end]
                if _BREAK.search(field) or (self.quotes and b'"' in field):
                    text = "DecodeCSV: a field with quotation marks or line breaks must be quoted (record {number})"
                    raise DiagramError(text, pin="records")
                fields.append(field)
                at = end + 1
        if record.endswith(self.delimiter) and len(fields) <= last:
            fields.append(b"")
        return fields

    def _quoted_field(self, record: bytes, at: int, number: int) -> tuple[bytes, int]:
        parts: list[bytes] = []
        while True:
            end = record.find(b'"', at)
            if end < 0:
                text = f"DecodeCSV: a quoted field has no closing quotation mark (record {number})"
                raise DiagramError(text, pin="records")
            parts.append(record[at:end])
            following = record[end + 1 : end + 2]
            if following in (b"", self.delimiter):
                return b"".join(parts), end + 2
            if following != b'"':
                text = f"DecodeCSV: a quotation mark in a quoted field must be doubled (record {number})"
                raise DiagramError(text, pin="records")
            parts.append(b'"')
            at = end + 2


def _prepare(attrs: dict[str, Any]) -> None:
    delimiter = attrs["field_delim"]
    expect(attrs, "field_delim", len(delimiter.encode()) == 1, "one character of one byte")
    rises = all(a < b for a, b in pairwise([-1, *attrs["select_cols"]]))
    expect(attrs, "select_cols", rises, "increasing numbers of 0 or more")


DecodeCSV.prepare = _prepare


@DecodeCSV.shape
def _(call: Call) -> list[Shape]:
    defaults = call.shapes("record_defaults")
    for i, shape in enumerate(defaults):
        if shape is not None and (len(shape) > 1 or (shape and shape[0] not in (None, 0, 1))):
            raise pin_error(call, "record_defaults", f"expected one default or none for field {i}, got several")
    chosen = call.attrs["select_cols"]
    if chosen and len(chosen) != len(defaults):
        text = f"DecodeCSV: record_defaults must have one default per column ({len(chosen)}), got {len(defaults)}"
        raise DiagramError(text, pin="record_defaults")
    return [call.shape("records")] * len(defaults)
