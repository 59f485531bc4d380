"""Sorted tables: what is written is read, and what is damaged is refused."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable

import pytest

from blocks.base.errors import FileError
from blocks.base.records import masked_crc32c
from blocks.base.sstable import SortedTable, read_varint, varint, write_table

ENTRIES = [(b"", b"first"), *((b"key/%05d" % i, bytes([i % 251]) * (i % 400)) for i in range(3000)), (b"z\xff", b"")]


def table(data: bytes) -> SortedTable:
    return SortedTable(io.BufferedReader(io.BytesIO(data)), "t")  # pyright: ignore[reportArgumentType]


def test_entries_come_back_in_order_and_by_their_keys() -> None:
    data = b"".join(write_table(ENTRIES))
    assert len(data) > 2 << 18, "more than two blocks"
    sstable = table(data)
    assert list(sstable) == ENTRIES
    for key, value in ENTRIES[::97]:
        assert sstable.get(key) == value
    for key in (b"key", b"key/00000x", b"zz", b"\xff"):
        assert sstable.get(key) is None


def test_an_empty_table() -> None:
    sstable = table(b"".join(write_table([])))
    assert list(sstable) == [] and sstable.get(b"") is None


def test_common_beginnings_are_stored_once() -> None:
    long = b"x" * 1000
    assert (
        sum(map(len, write_table([(long + b"%d" % i, b"") for i in range(10)]))) < 2500
    )  # one in the block, one in the index


def test_keys_that_unfold_to_much_more_than_the_file_are_refused() -> None:
    """Each key is the one before and a byte more: a file of 400 KB would take 3 GB."""
    few = b"".join(write_table([(b"k" * n, b"") for n in range(1, 2000)]))
    assert len(list(table(few))) == 1999
    block = b"".join(varint(n) + varint(1) + varint(2) + b"k\0\0" for n in range(40_000))
    for data in (_with_block(block), _with_block(block, as_index=True)):
        with pytest.raises(FileError, match="keys"):
            list(table(data))
        with pytest.raises(FileError, match="keys"):
            table(data).get(b"l")


def _with_block(entries: bytes, *, as_index: bool = False) -> bytes:
    """A table with a block of these entries, whose beginnings are shared without an end."""
    block = entries + bytes(4) + (1).to_bytes(4, "little")
    where = varint(0) + varint(len(block))
    row = varint(0) + varint(1) + varint(len(where)) + b"z" + where + bytes(4) + (1).to_bytes(4, "little")
    index = block if as_index else row
    check = [masked_crc32c(each + b"\0").to_bytes(4, "little") for each in (block, index)]
    footer = varint(0) + varint(0) + varint(len(block) + 5) + varint(len(index))
    magic = bytes.fromhex("57fb808b247547db")
    return block + b"\0" + check[0] + index + b"\0" + check[1] + footer.ljust(40, b"\0") + magic


DAMAGES: list[tuple[Callable[[bytes], bytes], str]] = [
    (lambda d: d[:-1], "not a TensorFlow table"),
    (lambda _: b"", "not a TensorFlow table"),
    (lambda d: b"\xff" + d[1:], "checksum"),
    (lambda d: d[:30] + b"\xff" + d[31:], "checksum"),
    (lambda d: d[100:], "damaged"),
    (lambda d: d[:-48] + b"\xff" * 40 + d[-8:], "damaged"),
]


@pytest.mark.parametrize(("change", "message"), DAMAGES)
def test_what_is_damaged_is_refused(change: Callable[[bytes], bytes], message: str) -> None:
    data = change(b"".join(write_table([(b"a%d" % i, b"value") for i in range(40)])))
    with pytest.raises(FileError, match=message):
        list(table(data))


def test_compressed_blocks_are_refused() -> None:
    from blocks.base.records import masked_crc32c

    first, trailer, *rest = write_table([(b"a", b"value")])
    kind = b"\1"
    changed = kind + masked_crc32c(first + kind).to_bytes(4, "little")
    assert len(changed) == len(trailer)
    with pytest.raises(FileError, match="compressed"):
        list(table(b"".join([first, changed, *rest])))


@pytest.mark.parametrize(
    ("number", "data"), [(0, "AA=="), (127, "fw=="), (128, "gAE="), (300, "rAI="), (2**63, "gICAgICAgICAAQ==")]
)
def test_numbers_of_variable_length(number: int, data: str) -> None:
    """From the description of protocol buffers: 300 is AC 02."""
    encoded = base64.b64decode(data)
    assert varint(number) == encoded
    assert read_varint(b"." + encoded + b"..", 1) == (number, 1 + len(encoded))
    with pytest.raises(ValueError, match="cut off"):
        read_varint(encoded[:-1], 0)
