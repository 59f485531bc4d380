"""TFRecord files: records with a length and checksums, read one by one."""

from __future__ import annotations

import struct
import weakref
import zlib
from io import BufferedReader
from typing import Protocol, cast

from blocks.base.errors import DiagramError

COMPRESSIONS = ("", "ZLIB", "GZIP")
_WINDOW = {"ZLIB": zlib.MAX_WBITS, "GZIP": zlib.MAX_WBITS + 16}
_PIECE = 1 << 16
_SUMMED = 1 << 24
_LENGTH = struct.Struct("<Q")
_SUM = struct.Struct("<I")
_HEADER = _LENGTH.size + _SUM.size


class RecordSource(Protocol):
    def read(self, count: int, /) -> bytes: ...


def framed(data: bytes) -> bytes:
    length = _LENGTH.pack(len(data))
    return b"".join([length, _SUM.pack(masked_crc32c(length)), data, _SUM.pack(masked_crc32c(data))])


def masked_crc32c(data: bytes | memoryview) -> int:
    from google_crc32c import extend  # pyright: ignore[reportUnknownVariableType]  # few runs need it

    crc = 0
    for start in range(0, len(data), _SUMMED):
        crc = cast("int", extend(crc, bytes(data[start : start + _SUMMED])))
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


class Inflated:
    """The decompressed bytes of a file (``"ZLIB"`` or ``"GZIP"``), produced on demand."""

    def __init__(self, file: RecordSource, name: str, compression: str) -> None:
        self._file = file
        self._name = name
        self._compression = compression
        self._stream = zlib.decompressobj(_WINDOW[compression])
        self._rest = b""
        self._inside = False

    def read(self, count: int, /) -> bytes:
        """Return at most ``count`` bytes; none at the end.

        Raises:
            DiagramError: the file is not compressed like that, or is truncated.
        """
        while True:
            result = self._more(count)
            if result:
                return result
            if self._stream.eof:  # several compressed streams, one behind the other, are one file
                self._rest, self._inside = self._stream.unused_data, False
                self._stream = zlib.decompressobj(_WINDOW[self._compression])
            self._rest = self._rest or self._file.read(_PIECE)
            if not self._rest:
                if self._inside:
                    raise DiagramError(f"the file {self._name!r} ends in the middle of its compressed data")
                return b""

    def _more(self, count: int) -> bytes:
        try:
            result = self._stream.decompress(self._rest, count)
        except zlib.error:
            text = f"the file {self._name!r} is not compressed with {self._compression}"
            raise DiagramError(text) from None
        self._inside = self._inside or bool(self._rest)
        self._rest = b"" if self._stream.eof else self._stream.unconsumed_tail
        return result


class RecordReader:
    """A reader of a record file, one record at a time; the file is closed with the reader.

    Args:
        longest: the maximum size of a record in bytes.
        compression: one of `COMPRESSIONS`.
    """

    def __init__(self, file: BufferedReader, name: str, longest: int, compression: str = "") -> None:
        self.name = name
        self.count = 0
        self._source: RecordSource = Inflated(file, name, compression) if compression else file
        self._longest = longest
        self.close = weakref.finalize(self, file.close)

    def read(self) -> bytes | None:
        """Return the next record; None after the last.

        Raises:
            DiagramError: the file is damaged, or the record is too long.
        """
        try:
            header = self._take(_HEADER)
            if not header:
                return None
            if len(header) < _HEADER:
                raise self._cut_off()
            size = int(_LENGTH.unpack_from(header)[0])
            if _SUM.unpack_from(header, _LENGTH.size)[0] != masked_crc32c(header[: _LENGTH.size]):
                raise self._damaged("the checksum of its length is wrong")
            if size > self._longest:
                raise self._damaged(f"the record has {size} bytes; the limit of a result is {self._longest}")
            data, check = self._take(size), self._take(_SUM.size)
        except (OSError, ValueError) as error:
            raise DiagramError(f"the file {self.name!r} cannot be read: {error}") from None
        if len(data) < size or len(check) < _SUM.size:
            raise self._cut_off()
        if _SUM.unpack(check)[0] != masked_crc32c(data):
            raise self._damaged("the checksum of its data is wrong")
        self.count += 1
        return data

    def _take(self, count: int) -> bytes:
        pieces: list[bytes] = []
        while count and (piece := self._source.read(min(count, _PIECE))):
            pieces.append(piece)
            count -= len(piece)
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def _cut_off(self) -> DiagramError:
        return self._damaged("the file ends in the middle of it")

    def _damaged(self, why: str) -> DiagramError:
        return DiagramError(f"record {self.count} of the file {self.name!r} cannot be read: {why}")
