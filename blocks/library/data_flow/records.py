"""Records read from files in random order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from blocks.base.budget import Memory
from blocks.base.context import Context, Files
from blocks.base.errors import DiagramError
from blocks.base.records import COMPRESSIONS, RecordReader
from blocks.base.types import Array, Generator
from blocks.library.array.arguments import expect
from blocks.library.declare import block

_HELD = 1 << 26
"""Bytes that the records of a buffer may take: with long records it holds fewer than it could."""


class _Shuffled:
    """The records of files, epoch after epoch.

    An epoch reads the files in a random order, several in turn into a buffer, and returns records from random indices
    of the buffer. The order depends on the seed alone.
    """

    def __init__(self, names: Sequence[str], attrs: dict[str, Any]) -> None:
        self._names = names
        self._shift = attrs["file_shuffle_shift_ratio"]
        self._most = attrs["file_buffer_size"]
        self._parallel = attrs["file_parallelism"]
        self._compression = attrs["compression_type"]
        self._random: Generator = np.random.Generator(np.random.PCG64(attrs["file_random_seed"] % 2**64))
        self._waiting: list[str] = []
        self._open: list[RecordReader] = []
        self._turn = 0
        self._buffer: list[bytes] = []
        self._bytes = 0

    def take(self, count: int, files: Files, memory: Memory) -> list[bytes]:
        result: list[bytes] = []
        total = 0
        while len(result) < count:
            self._fill(files, memory)
            if not self._buffer:
                self._begin()
                self._fill(files, memory)
                if not self._buffer:
                    raise DiagramError("the files contain no records", pin="file_pattern")
            record = self._draw()
            total += len(record)
            memory.require(total, f"a batch of {count} records", "batch_size")
            result.append(record)
        return result

    def _begin(self) -> None:
        order: list[int] = self._random.permutation(len(self._names)).tolist()
        names = [self._names[i] for i in order]
        shift = math.floor(len(names) * self._shift) % len(names)
        self._waiting = [*names[shift:], *names[:shift]]

    def _fill(self, files: Files, memory: Memory) -> None:
        limit = min(memory.each, _HELD)
        while len(self._buffer) < self._most and self._bytes < limit:
            while self._waiting and len(self._open) < self._parallel:
                name = self._waiting.pop(0)
                self._open.append(RecordReader(files.open(name), name, memory.each, self._compression))
            if not self._open:
                return
            self._turn %= len(self._open)
            record = self._open[self._turn].read()
            if record is None:
                self._open.pop(self._turn).close()
                continue
            self._turn += 1
            self._buffer.append(record)
            self._bytes += len(record)

    def _draw(self) -> bytes:
        index = int(self._random.integers(len(self._buffer)))
        result, last = self._buffer[index], self._buffer.pop()
        if index < len(self._buffer):
            self._buffer[index] = last
        self._bytes -= len(result)
        return result


@block("-> records: string")
def RecordInput(
    *,
    file_pattern: str,
    file_random_seed: int = 301,
    file_shuffle_shift_ratio: float = 0.0,
    file_buffer_size: int = 10000,
    file_parallelism: int = 16,
    batch_size: int = 32,
    compression_type: str = "",
    context: Context,
) -> Array:
    """Read records from TFRecord files in random order, one batch per step.

    The order is the same in every run. When all records have been read once, they are read again in another order.

    Args:
        file_pattern: the names of the files. `*`, `?` and `[...]` are wildcards in the last part of the path.
        file_random_seed: the random seed of the order.
        file_shuffle_shift_ratio: the fraction of the shuffled file list that is moved from its start to its end, from 0
            to 1.
        file_buffer_size: the number of records to choose from at random, 1 or more. The buffer is smaller if records
            are long.
        file_parallelism: the number of files that are read in turn, 1 or more.
        batch_size: the number of records per step.
        compression_type: the compression of the files: ZLIB, GZIP, or empty for none.

    Returns:
        records: [batch_size] the records.
    """
    attrs = dict(
        file_pattern=file_pattern,
        file_random_seed=file_random_seed,
        file_shuffle_shift_ratio=file_shuffle_shift_ratio,
        file_buffer_size=file_buffer_size,
        file_parallelism=file_parallelism,
        compression_type=compression_type,
    )

    def make() -> _Shuffled:
        names = context.files.matching(file_pattern)
        if not names:
            raise DiagramError(f"no files match {file_pattern!r}", pin="file_pattern")
        return _Shuffled(names, attrs)

    shuffled = context.keep(("records", *attrs.values()), make)
    result = np.empty(batch_size, object)
    result[:] = shuffled.take(batch_size, context.files, context.memory)
    return result


def _prepare(attrs: dict[str, Any]) -> None:
    for name, lowest in (("batch_size", 0), ("file_buffer_size", 1), ("file_parallelism", 1)):
        expect(attrs, name, attrs[name] >= lowest, f"{lowest} or more")
    ratio = attrs["file_shuffle_shift_ratio"]
    expect(attrs, "file_shuffle_shift_ratio", math.isfinite(ratio), "a finite number")
    expect(attrs, "compression_type", attrs["compression_type"] in COMPRESSIONS, "ZLIB, GZIP or empty")


RecordInput.prepare = _prepare


RecordInput.shape(lambda call: (call.attrs["batch_size"],))
