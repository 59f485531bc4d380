"""Event files, read back by their definition: records with check sums, messages with fields."""

from __future__ import annotations

import errno
import json
import os
import resource
import struct
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from blocks.base.errors import FileError
from blocks.base.records import framed
from blocks.cli.run import run
from blocks.document.file import load
from blocks.run.session import Session
from blocks.run.steps.events import EventWriter

BLOCKS: dict[str, tuple[str, dict[str, Any]]] = {
    "x": ("Const", {"val": 0.5, "dtype": "DT_FLOAT"}),
    "loss": ("ScalarSummary", {"tags": "loss"}),
    "size": ("ScalarSummary", {"tags": "size"}),
    "both": ("MergeSummary", {}),
    "lone": ("ScalarSummary", {"tags": "lone"}),
}
WIRES = [
    *(["x.output", f"{name}.values"] for name in ("loss", "size", "lone")),
    *([f"{name}.summary", "both.inputs"] for name in ("loss", "size")),
]


@pytest.fixture
def page(tmp_path: Path) -> Path:
    blocks = [{"id": name, "type": kind, "values": values} for name, (kind, values) in BLOCKS.items()]
    path = tmp_path / "page.gradblocks"
    pages = [{"name": "main", "blocks": blocks, "wires": WIRES}]
    path.write_text(json.dumps({"format": "gradblocks/1", "pages": pages}), "utf-8")
    return path


def crc32c(data: bytes) -> int:
    """The check sum by its polynomial, bit by bit (RFC 3720)."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def records(data: bytes) -> Iterator[bytes]:
    """The records of a TFRecord file, with their check sums checked."""

    def check(part: bytes, masked: bytes) -> None:
        turned = (struct.unpack("<I", masked)[0] - 0xA282EAD8) % 2**32
        assert (turned << 15 | turned >> 17) % 2**32 == crc32c(part)

    while data:
        [length] = struct.unpack("<Q", data[:8])
        check(data[:8], data[8:12])
        content = data[12 : 12 + length]
        check(content, data[12 + length : 16 + length])
        yield content
        data = data[16 + length :]


def fields(data: bytes) -> dict[int, list[Any]]:
    """The fields of a protocol buffer message, by number."""

    def number() -> int:
        nonlocal data
        value = shift = 0
        while True:
            byte, data = data[0], data[1:]
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    results: dict[int, list[Any]] = {}
    while data:
        key = number()
        size = {1: 8, 5: 4}.get(key & 7)
        if key & 7 == 0:
            value: Any = number()
        else:
            size = number() if size is None else size
            value, data = data[:size], data[size:]
        results.setdefault(key >> 3, []).append(value)
    return results


def events(folder: Path) -> list[tuple[int, list[bytes]]]:
    """The step of each event and the tags in it; the first event is looked at here."""
    [path] = folder.iterdir()
    assert path.name.startswith("events.out.tfevents.") and path.name.endswith(".gradblocks")
    first, *others = map(fields, records(path.read_bytes()))
    assert first[3] == [b"brain.Event:2"]
    times = [struct.unpack("<d", event[1][0])[0] for event in (first, *others)]
    assert times == sorted(times) and times[0] > 1.6e9
    return [(e[2][0], [fields(value)[1][0] for value in fields(e[5][0])[1]]) for e in others]


def test_check_sum() -> None:
    """The masked sum of eight zero bytes, as in every TFRecord file of empty records."""
    assert crc32c(b"123456789") == 0xE3069283  # the check value of CRC-32C
    assert list(records(framed(b"") + framed(b"abc"))) == [b"", b"abc"]


def test_each_step_writes_its_summaries_once(page: Path, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "logs"
    Session(load(page), summaries=folder).run(steps=3)
    result = events(folder)
    assert sorted(result) == [(n, tags) for n in (1, 2, 3) for tags in ([b"lone"], [b"loss", b"size"])]


def test_only_what_a_step_computes_is_written(page: Path, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    session = Session(load(page), summaries=folder)
    session.run(fetch=["x"])
    assert list(folder.iterdir()) == []
    session.run(fetch=["size"], steps=2)
    assert events(folder) == [(2, [b"size"]), (3, [b"size"])]


def test_sessions_of_one_second_have_files_of_their_own(page: Path, tmp_path: Path) -> None:
    for _ in range(2):
        Session(load(page), summaries=tmp_path / "logs").run(fetch=["lone"])
    assert len(list((tmp_path / "logs").iterdir())) == 2


def test_command_line(page: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run([str(page), "--steps", "2", "--fetch", "both", "--summaries", str(tmp_path / "logs")]) == 0
    assert events(tmp_path / "logs") == [(1, [b"loss", b"size"]), (2, [b"loss", b"size"])]
    assert run([str(page), "--summaries", str(page)]) == 1
    assert "events cannot be written" in capfd.readouterr().err


@pytest.mark.parametrize("name", ["file", "a\0b"])
def test_a_folder_that_cannot_be(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match="cannot be written"):
        EventWriter(tmp_path / name)


@contextmanager
def full_at(size: int) -> Generator[None]:
    """Files take no more than so many bytes: what is over is cut off in the middle of a write, as by a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("room", [1, 20, 60])
def test_a_write_that_fails_leaves_no_torn_record_before_later_ones(page: Path, tmp_path: Path, room: int) -> None:
    folder = tmp_path / "logs"
    session = Session(load(page), summaries=folder)
    session.run(fetch=["lone"])
    [path] = folder.iterdir()
    before = path.read_bytes()
    with full_at(len(before) + room), pytest.raises(FileError, match="cannot be written"):
        session.run(fetch=["lone", "both"])
    assert path.read_bytes() == before
    session.run(fetch=["lone"])
    assert [tags for _, tags in events(folder)] == [[b"lone"], [b"lone"]]


def test_a_first_write_that_fails_leaves_no_torn_file(page: Path, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    session = Session(load(page), summaries=folder)
    with full_at(10), pytest.raises(FileError, match="cannot be written"):
        session.run(fetch=["lone"])
    assert list(folder.iterdir()) == []
    session.run(fetch=["lone"])
    assert [tags for _, tags in events(folder)] == [[b"lone"]]


def test_a_torn_record_that_cannot_be_taken_back_ends_its_file(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "logs"
    session = Session(load(page), summaries=folder)
    session.run(fetch=["lone"])
    [path] = folder.iterdir()

    def refuse(*_: object) -> None:
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(os, "ftruncate", refuse)
    with full_at(path.stat().st_size + 5), pytest.raises(FileError, match="cannot be written"):
        session.run(fetch=["lone"])
    torn = path.read_bytes()
    session.run(fetch=["lone"])
    assert path.read_bytes() == torn
    [later] = set(folder.iterdir()) - {path}
    assert len(list(records(later.read_bytes()))) == 2  # the one that every file begins with, and the step's
