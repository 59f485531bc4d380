"""Files of records: those that TensorFlow 2.21 wrote, damaged ones, compressed ones, and how much memory they take."""

from __future__ import annotations

import base64
import gc
import gzip
import io
import struct
import tracemalloc
import warnings
import zlib
from collections.abc import Iterator
from typing import Any

import pytest

from blocks.base.errors import DiagramError
from blocks.base.records import RecordReader, framed, masked_crc32c

RECORDS = [b"one", b"", b"three" * 10]
# What TensorFlow's TFRecordWriter makes of them.
PLAIN = base64.b64decode(
    "AwAAAAAAAACwmUkOb25lAUBVCAAAAAAAAAAAKQOYB9jqgqIyAAAAAAAAACQZVux0aHJlZXRocmVldGhyZWV0aHJlZXRocmVldGhyZWV0aHJlZXRocmVl"
    "dGhyZWV0aHJlZXnNIA8="
)
ZLIB = base64.b64decode("eJxjZoCADTM9+fLzUhkdQjmgIgyazDPYb7xqWmQE5atIhr0pyShKTSWJqDyrwA8ACpkfSw==")
GZIP = base64.b64decode("H4sIAAAAAAAAA2NmgIANMz358vNSGR1COaAiDJrMM9hvvGpaZATlq0iGvSnJKEpNJYmoPKvADwAO8VqbZQAAAA==")
LONGEST = 1000


def buffered(data: bytes) -> Any:
    """A file, as far as a reader looks."""
    return io.BufferedReader(io.BytesIO(data))


def reader(data: bytes, compression: str = "", longest: int = LONGEST) -> RecordReader:
    return RecordReader(buffered(data), "r", longest, compression)


def all_of(reader: RecordReader) -> Iterator[bytes]:
    while (record := reader.read()) is not None:
        yield record


@pytest.mark.parametrize(("data", "compression"), [(PLAIN, ""), (ZLIB, "ZLIB"), (GZIP, "GZIP")])
def test_files_of_tensorflow(data: bytes, compression: str) -> None:
    source = reader(data, compression)
    assert list(all_of(source)) == RECORDS and source.read() is None and source.count == 3


def test_what_is_framed_is_what_tensorflow_writes() -> None:
    assert b"".join(map(framed, RECORDS)) == PLAIN


def test_compressed_parts_behind_each_other_are_one_file() -> None:
    data = gzip.compress(PLAIN[:20]) + gzip.compress(b"") + gzip.compress(PLAIN[20:])
    assert list(all_of(reader(data, "GZIP"))) == RECORDS


def _length(size: int) -> bytes:
    length = struct.pack("<Q", size)
    return length + struct.pack("<I", masked_crc32c(length))


@pytest.mark.parametrize(
    ("data", "compression", "text"),
    [
        (PLAIN[:-1], "", "record 2 .* ends in the middle"),
        (PLAIN[:-60], "", "record 2 .* ends in the middle"),
        (PLAIN[:20], "", "record 1 .* ends in the middle"),
        (b"\x04" + PLAIN[1:], "", "record 0 .* checksum of its length"),
        (PLAIN[:12] + b"O" + PLAIN[13:], "", "record 0 .* checksum of its data"),
        (_length(1 << 60), "", "record 0 .* 1152921504606846976 bytes"),
        (_length(LONGEST), "", "record 0 .* ends in the middle"),
        (PLAIN, "ZLIB", "not compressed with ZLIB"),
        (ZLIB, "GZIP", "not compressed with GZIP"),
        (GZIP[:-20], "GZIP", "middle of its compressed data"),
        (zlib.compress(PLAIN[:-1]), "ZLIB", "record 2 .* ends in the middle"),
    ],
)  # fmt: skip
def test_damaged_files_are_refused(data: bytes, compression: str, text: str) -> None:
    with pytest.raises(DiagramError, match=text):
        list(all_of(reader(data, compression)))


@pytest.mark.parametrize("compression", ["", "ZLIB"])
def test_memory_is_that_of_one_record(compression: str) -> None:
    """A file of 32 MiB, which compressed is a thousandth of that."""
    data = framed(bytes(1 << 20)) * 32
    source = reader(zlib.compress(data) if compression else data, compression, 1 << 20)
    tracemalloc.start()
    assert sum(len(each) for each in all_of(source)) == 32 << 20
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 5 << 20


def test_a_forgotten_reader_closes_its_file() -> None:
    file = buffered(PLAIN)
    reader = RecordReader(file, "r", LONGEST)
    assert reader.read() == RECORDS[0] and not file.closed
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        del reader
        gc.collect()
    assert file.closed
