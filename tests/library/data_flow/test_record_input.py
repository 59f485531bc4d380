"""RecordInput: records of files in a random order."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from blocks import ops
from blocks.base.errors import DiagramError
from blocks.base.records import framed
from blocks.graph.scope import Scope
from blocks.run.client import ClientSession


def write(folder: Path, files: dict[str, list[int]]) -> None:
    for name, numbers in files.items():
        (folder / name).write_bytes(b"".join(framed(b"%d" % number) for number in numbers))


def session(folder: Path, **attributes: Any) -> tuple[ClientSession, Any]:
    root = Scope.new_root_scope()
    given: dict[str, Any] = {"file_pattern": "*.rec", "batch_size": 4, **attributes}
    records = ops.RecordInput(root, **given).as_output()
    return ClientSession(root, home=folder), records


def steps(folder: Path, count: int, **attributes: Any) -> list[list[int]]:
    new_session, records = session(folder, **attributes)
    return [[int(each) for each in new_session.run([records])[0]] for _ in range(count)]


@pytest.mark.parametrize("attributes", [{}, {"file_buffer_size": 3}, {"file_parallelism": 1}, {"file_buffer_size": 1}])
def test_each_round_gives_every_record_once(tmp_path: Path, attributes: dict[str, Any]) -> None:
    write(tmp_path, {"a.rec": [0, 1, 2, 3, 4], "b.rec": [5, 6], "c.rec": [], "d.txt": [99], "e.rec": [7, 8, 9, 10, 11]})
    numbers = [number for step in steps(tmp_path, 9, **attributes) for number in step]
    rounds = [numbers[:12], numbers[12:24], numbers[24:]]
    assert all(sorted(each) == list(range(12)) for each in rounds)
    assert len(set(map(tuple, rounds))) > 1 and rounds[0] != sorted(rounds[0])


def test_the_order_follows_from_the_seed_alone(tmp_path: Path) -> None:
    write(tmp_path, {"a.rec": list(range(20)), "b.rec": list(range(20, 40))})
    first = steps(tmp_path, 5)
    assert steps(tmp_path, 5) == first and steps(tmp_path, 5, file_random_seed=-7) != first


def test_files_are_shifted(tmp_path: Path) -> None:
    """Read one after the other without a buffer, the round begins elsewhere in the same order of files."""
    write(tmp_path, {f"{name}.rec": [name] for name in range(6)})
    attributes = {"file_buffer_size": 1, "file_parallelism": 1, "batch_size": 6}
    [plain], [shifted] = (steps(tmp_path, 1, file_shuffle_shift_ratio=r, **attributes) for r in (0.0, 0.5))
    assert shifted == plain[3:] + plain[:3]


def test_compressed_files(tmp_path: Path) -> None:
    (tmp_path / "a.rec").write_bytes(gzip.compress(framed(b"1") + framed(b"2")))
    assert sorted(steps(tmp_path, 1, compression_type="GZIP", batch_size=2)[0]) == [1, 2]


def test_an_empty_batch(tmp_path: Path) -> None:
    write(tmp_path, {"a.rec": [1]})
    assert steps(tmp_path, 2, batch_size=0) == [[], []]


@pytest.mark.parametrize(
    ("attributes", "text"),
    [
        ({"file_pattern": "*.none"}, "no files match"),
        ({"file_pattern": "/etc/*"}, "outside the diagram's folder"),
        ({"file_pattern": "empty"}, "no records"),
        ({"file_pattern": "damaged"}, "record 1 of the file"),
        ({"batch_size": -1}, "batch_size must be 0 or more"),
        ({"file_buffer_size": 0}, "file_buffer_size must be 1 or more"),
        ({"file_parallelism": 0}, "file_parallelism must be 1 or more"),
        ({"compression_type": "LZ"}, "ZLIB, GZIP or empty"),
        ({"batch_size": 10**12}, "the limit is"),
    ],
)
def test_what_is_refused(tmp_path: Path, attributes: dict[str, Any], text: str) -> None:
    write(tmp_path, {"a.rec": [1, 2, 3], "empty": []})
    (tmp_path / "damaged").write_bytes(framed(b"1") + b"x" * 30)
    with pytest.raises(DiagramError, match=text):
        new_session, records = session(tmp_path, **attributes)
        new_session.run([records])


def test_records_that_are_too_long_together_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.rec").write_bytes(framed(bytes(600)) * 4)
    root = Scope.new_root_scope()
    records = ops.RecordInput(root, file_pattern="a.rec", batch_size=2)
    with pytest.raises(DiagramError, match="the limit is 1,000"):
        ClientSession(root, home=tmp_path, memory=1000).run([records])
