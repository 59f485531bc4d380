"""Readers and the queues that they take names from. What they give is what TensorFlow 2.21 gives."""

from __future__ import annotations

import gzip
import sys
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.base.errors import DiagramError, RunError
from blocks.base.records import framed
from tests.library.io.shared import STRING, Reading

Pairs = list[tuple[bytes, bytes]]
ALPHABET = b"abcdefghijklmnopqrstuvwxyz"
THREE = framed(b"one") + framed(b"") + framed(b"three")


def everything(folder: Path, kind: str, files: dict[str, bytes], **attributes: Any) -> Pairs:
    """What a reader gives for files, one after the other."""
    for name, data in files.items():
        (folder / name).write_bytes(data)
    bench = Reading(folder, kind, list(files), **attributes)
    bench.close()
    pairs: Pairs = []
    with pytest.raises(DiagramError, match="closed"):
        while True:
            pairs += bench.up_to(1000)
    assert bench.counts() == (len(pairs), len(files))
    return pairs


@pytest.mark.parametrize(
    ("text", "skipped", "lines"),
    [
        (b"a\nb\n", 0, {1: b"a", 2: b"b"}),
        (b"a\nb", 0, {1: b"a", 2: b"b"}),
        (b"a\r\nb\r\n", 0, {1: b"a", 2: b"b"}),
        (b"a\r\r\nb", 0, {1: b"a\r", 2: b"b"}),
        (b"a\rb\nc", 0, {1: b"a\rb", 2: b"c"}),
        (b"\r\n\n", 0, {1: b"", 2: b""}),
        (b"\n", 0, {1: b""}),
        (b"", 0, {}),
        (b"\xff\0x\ny\0", 0, {1: b"\xff\0x", 2: b"y\0"}),
        (b"l1\nl2\nl3", 1, {2: b"l2", 3: b"l3"}),
        (b"l1\nl2\nl3", 5, {}),
    ],
)
def test_lines(tmp_path: Path, text: bytes, skipped: int, lines: dict[int, bytes]) -> None:
    result = everything(tmp_path, "TextLineReader", {"t": text}, skip_header_lines=skipped)
    assert result == [(b"t:%d" % number, line) for number, line in lines.items()]


@pytest.mark.parametrize(
    ("sizes", "records"),
    [
        ({"record_bytes": 10}, [b"abcdefghij", b"klmnopqrst"]),
        ({"record_bytes": 10, "header_bytes": 3, "footer_bytes": 3}, [b"defghijklm", b"nopqrstuvw"]),
        ({"record_bytes": 10, "header_bytes": 3, "footer_bytes": 4}, [b"defghijklm"]),
        ({"record_bytes": 4, "hop_bytes": 9}, [b"abcd", b"jklm", b"stuv"]),
        ({"record_bytes": 20, "hop_bytes": 3}, [ALPHABET[:20], ALPHABET[3:23], ALPHABET[6:]]),
        ({"record_bytes": 27}, []),
        ({"record_bytes": 1, "header_bytes": 20, "footer_bytes": 20}, []),
    ],
)
@pytest.mark.parametrize("encoding", ["", "ZLIB", "GZIP"])
def test_records_of_fixed_length(tmp_path: Path, sizes: dict[str, int], records: list[bytes], encoding: str) -> None:
    data = {"": bytes, "ZLIB": zlib.compress, "GZIP": gzip.compress}[encoding](ALPHABET)
    result = everything(tmp_path, "FixedLengthRecordReader", {"f": data, "g": data}, encoding=encoding, **sizes)
    assert result == [(b"%b:%d" % (name, i), r) for name in (b"f", b"g") for i, r in enumerate(records)]


@pytest.mark.parametrize("compression", ["", "ZLIB", "GZIP"])
def test_framed_records(tmp_path: Path, compression: str) -> None:
    data = {"": bytes, "ZLIB": zlib.compress, "GZIP": gzip.compress}[compression](THREE)
    result = everything(tmp_path, "TFRecordReader", {"r": data}, compression_type=compression)
    assert result == [(b"r:0", b"one"), (b"r:19", b""), (b"r:35", b"three")]


@pytest.mark.parametrize(
    ("data", "good"), [(THREE[:-3], 2), (THREE[:40], 2), (THREE + b"abc", 3), (b"Z" + THREE[1:], 0), (b"text", 0)]
)
def test_a_damaged_file_gives_what_is_whole_and_then_an_error(tmp_path: Path, data: bytes, good: int) -> None:
    (tmp_path / "r").write_bytes(data)
    bench = Reading(tmp_path, "TFRecordReader", ["r", "r"])
    if good:
        assert len(bench.up_to(9)) == good
    for _ in range(2):  # it stays damaged
        with pytest.raises(DiagramError, match="'r' cannot be read"):
            bench.up_to(9)
    bench.ask("ReaderReset")
    assert bench.counts() == (0, 0)


def test_whole_files_and_names(tmp_path: Path) -> None:
    assert everything(tmp_path, "WholeFileReader", {"a": b"1", "b": b""}) == [(b"a", b"1"), (b"b", b"")]
    assert everything(tmp_path, "IdentityReader", {"a": b"1", "b": b""}) == [(b"a", b"a"), (b"b", b"b")]


def test_records_up_to_a_number_end_with_the_file(tmp_path: Path) -> None:
    (tmp_path / "t").write_bytes(b"1\n2\n3")
    bench = Reading(tmp_path, "TextLineReader", ["t", "t"])
    assert [value for _, value in bench.up_to(2)] == [b"1", b"2"]
    assert bench.counts() == (2, 0)
    assert [value for _, value in bench.up_to(2)] == [b"3"]
    assert bench.counts() == (3, 1)
    assert bench.read() == (b"t:1", b"1")
    bench.ask("ReaderReset")
    with pytest.raises(DiagramError, match=r"the queue .* is empty"):
        bench.read()


def test_a_missing_file_is_passed_over_in_the_next_step(tmp_path: Path) -> None:
    (tmp_path / "t").write_bytes(b"1")
    bench = Reading(tmp_path, "TextLineReader", ["none", "t"])
    with pytest.raises(DiagramError, match="'none' cannot be read"):
        bench.read()
    assert bench.read() == (b"t:1", b"1")


def test_a_reader_waits_for_a_name_that_the_same_step_puts_in(tmp_path: Path) -> None:
    (tmp_path / "t").write_bytes(b"1")
    bench = Reading(tmp_path, "TextLineReader", [])
    read = bench.node("ReaderRead", bench.reader, bench.queue)
    put = bench.node("QueueEnqueue", bench.queue, [bench.text("t")])
    assert bench.run(read, put) == [b"t:1", b"1"]
    with pytest.raises(DiagramError, match=r"the queue .* is empty"):
        bench.run(read)


def test_state_is_saved_and_restored(tmp_path: Path) -> None:
    bench = Reading(tmp_path, "IdentityReader", ["a", "b", "c"])
    bench.read()
    [state] = bench.ask("ReaderSerializeState")
    assert state == b"\x08\x01\x10\x01\x18\x01\x22\x01a"  # TensorFlow's ReaderBaseState
    bench.read()
    assert bench.counts() == (2, 2)
    bench.ask("ReaderRestoreState", bench.text(state.decode()))
    assert bench.counts() == (1, 1)
    assert bench.read() == (b"c", b"c")  # what was taken from the queue stays taken


@pytest.mark.parametrize("state", ["text", "\x08\x02\x10\x01", "\x18\xff"])
def test_what_is_no_state_is_refused(tmp_path: Path, state: str) -> None:
    bench = Reading(tmp_path, "IdentityReader", ["a"])
    with pytest.raises(DiagramError, match="state of the reader") as caught:
        bench.ask("ReaderRestoreState", bench.text(state))
    assert caught.value.pin == "state"


def test_a_reader_that_may_be_within_a_file_has_no_state(tmp_path: Path) -> None:
    bench = Reading(tmp_path, "TextLineReader", [])
    with pytest.raises(DiagramError, match="cannot be saved"):
        bench.ask("ReaderSerializeState")


def test_readers_are_shared_by_name(tmp_path: Path) -> None:
    bench = Reading(tmp_path, "IdentityReader", ["a", "b"], shared_name="x")
    bench.read()
    other = bench.node("IdentityReader", shared_name="x")
    assert bench.do("ReaderNumRecordsProduced", other) == [1]
    lines = bench.node("TextLineReader", shared_name="x")
    with pytest.raises(DiagramError, match="type or attributes differ"):
        bench.do("ReaderNumRecordsProduced", lines)


@pytest.mark.parametrize(
    ("kind", "attributes", "pin"),
    [
        ("FixedLengthRecordReader", {"record_bytes": 0}, "record_bytes"),
        ("FixedLengthRecordReader", {"record_bytes": 1, "hop_bytes": -1}, "hop_bytes"),
        ("FixedLengthRecordReader", {"record_bytes": 1, "header_bytes": -1}, "header_bytes"),
        ("FixedLengthRecordReader", {"record_bytes": 1, "encoding": "BZIP"}, "encoding"),
        ("TFRecordReader", {"compression_type": "gzip"}, "compression_type"),
    ],
)
def test_wrong_attributes_are_refused(tmp_path: Path, kind: str, attributes: dict[str, Any], pin: str) -> None:
    with pytest.raises(DiagramError) as caught:
        Reading(tmp_path, kind, [], **attributes)
    assert caught.value.pin == pin


def test_wrong_handles_are_refused(tmp_path: Path) -> None:
    bench = Reading(tmp_path, "IdentityReader", ["a"])
    numbers = bench.node("FIFOQueue", component_types=["DT_INT32"], shapes=[[]])
    for inputs, message in [
        ((bench.reader, numbers), "needs a queue of strings"),
        ((bench.queue, bench.queue), "must be a reader"),
        ((bench.reader, bench.reader), "must be a queue"),
    ]:
        with pytest.raises(DiagramError, match=message):
            bench.do("ReaderRead", *inputs)
    with pytest.raises(DiagramError, match="0 or more"):
        bench.up_to(-1)


@pytest.mark.parametrize("name", ["../t", "/etc/hostname"])
def test_files_elsewhere_are_not_read(tmp_path: Path, name: str) -> None:
    (tmp_path / "t").write_bytes(b"1")
    (tmp_path / "home").mkdir()
    with pytest.raises(DiagramError, match="outside"):
        Reading(tmp_path / "home", "TextLineReader", [name]).read()


def test_more_than_fits_into_memory_is_refused(tmp_path: Path) -> None:
    (tmp_path / "t").write_bytes(b"x" * 5000)
    for kind, attributes in [
        ("TextLineReader", {}),
        ("WholeFileReader", {}),
        ("FixedLengthRecordReader", {"record_bytes": 4500}),
    ]:
        with pytest.raises(DiagramError, match=r"limit is 4,000|memory limit"):
            Reading(tmp_path, kind, ["t"], memory=4000, **attributes).read()
    with pytest.raises(DiagramError, match="50 records"):
        Reading(tmp_path, "FixedLengthRecordReader", ["t"], memory=4000, record_bytes=100).up_to(50)


def test_a_large_file_goes_through_piece_by_piece(tmp_path: Path) -> None:
    record = framed(bytes(1 << 20))
    with (tmp_path / "r").open("wb") as file:
        for _ in range(48):
            file.write(record)
    bench = Reading(tmp_path, "TFRecordReader", ["r"])
    read = bench.node("ReaderReadUpTo", bench.reader, bench.queue, 2)
    tracemalloc.start()
    try:
        for _ in range(24):
            assert len(bench.session.run(read.outputs)[1]) == 2
        assert tracemalloc.get_traced_memory()[1] < 12 << 20
    finally:
        tracemalloc.stop()


def test_without_the_package_a_database_is_refused_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lmdb", None)
    with pytest.raises(DiagramError, match="needs the Python package lmdb") as caught:
        Reading(tmp_path, "LMDBReader", ["db"]).read()
    assert "gradblocks[lmdb]" in str(caught.value)


def test_the_entries_of_a_database(tmp_path: Path) -> None:
    lmdb: Any = pytest.importorskip("lmdb", reason="an optional package")
    with lmdb.open(str(tmp_path / "db")) as database, database.begin(write=True) as transaction:
        for key in (b"b", b"a", b"c"):
            transaction.put(key, key * 3)
    bench = Reading(tmp_path, "LMDBReader", ["db", "db/data.mdb"])
    wanted = [(b"a", b"aaa"), (b"b", b"bbb"), (b"c", b"ccc")]
    assert bench.up_to(9) == wanted
    assert [bench.read() for _ in range(3)] == wanted
    (tmp_path / "bad").write_bytes(bytes(9000))
    with pytest.raises(DiagramError, match="'bad' cannot be read"):
        Reading(tmp_path, "LMDBReader", ["bad"]).read()


# Stands for the package where a database is as the text in its file says.
_PACKAGE = """
import contextlib, os
class Error(Exception):
    pass
class Database(contextlib.AbstractContextManager):
    def __init__(self, path, **given):
        assert given == {"subdir": False, "readonly": True, "lock": False, "create": False}
        self.lines = open(path).read().split()
    def __exit__(self, *_):
        pass
    def begin(self):
        return self
    def cursor(self):
        for line in self.lines:
            if line == "fault":
                raise Error("MDB_CORRUPTED")
            if line == "crash":
                os.abort()
            yield b"k", line.encode() * (1 << 17 if line == "long" else 1)
open = Database
open_file = __builtins__["open"]
""".replace("open(path)", "open_file(path)")


@pytest.mark.parametrize(
    ("text", "count", "said"),
    [("a b", 2, ""), ("", 0, ""), ("a fault", 1, "MDB_CORRUPTED"), ("a b crash", 2, "damaged"), ("long", 0, "damaged")],
)
def test_a_database_that_ends_the_process_that_reads_it_is_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, count: int, said: str
) -> None:
    (tmp_path / "package" / "lmdb").mkdir(parents=True)
    (tmp_path / "package" / "lmdb" / "__init__.py").write_text(_PACKAGE)
    monkeypatch.setattr(sys, "path", [str(tmp_path / "package"), *sys.path])
    monkeypatch.delitem(sys.modules, "lmdb", raising=False)
    (tmp_path / "db").write_text(text)
    bench = Reading(tmp_path, "LMDBReader", ["db"])
    bench.close()
    assert [bench.read() for _ in range(count)] == [(b"k", each.encode()) for each in text.split()[:count]]
    with pytest.raises(DiagramError, match=f"'db' cannot be read: .*{said}" if said else "closed"):
        bench.read()


def test_digits_are_learned_from_files_as_on_a_page_of_the_original(tmp_path: Path) -> None:
    """Names enqueued when the queue is empty, images and labels read, decoded, cast, made one-hot, assigned."""
    rng = np.random.default_rng(3)
    images = rng.integers(0, 256, (10, 16)).astype(np.uint8)
    labels = rng.integers(0, 4, 10).astype(np.uint8)
    (tmp_path / "images").write_bytes(bytes(16) + images.tobytes())
    (tmp_path / "labels").write_bytes(bytes(8) + labels.tobytes())
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    for name, header, size in (("images", 16, 16), ("labels", 8, 1)):
        page.add("FIFOQueue", id=f"{name}_queue", component_types=[STRING])
        page.add("QueueSize", id=f"{name}_size")
        page.add("Equal", id=f"{name}_empty", y=0)
        page.add("Const_ex", id=f"{name}_name", val=str(tmp_path / name), dtype=STRING)
        page.add("Switch", id=f"{name}_switch")
        page.add("InputList", id=f"{name}_list")
        page.add("QueueEnqueue", id=f"{name}_put")
        page.add("FixedLengthRecordReader", id=f"{name}_reader", header_bytes=header, record_bytes=size)
        page.add("ReaderReadUpTo", id=f"{name}_read", num_records=5)
        page.add("DecodeRaw", id=f"{name}_raw", out_type="DT_UINT8")
        page.wire(f"{name}_queue.handle", f"{name}_size.handle")
        page.wire(f"{name}_size.size", f"{name}_empty.x")
        page.wire(f"{name}_name.output", f"{name}_switch.data")
        page.wire(f"{name}_empty.z", f"{name}_switch.pred")
        page.wire(f"{name}_switch.output_true", f"{name}_list.outputlist")
        page.wire(f"{name}_queue.handle", f"{name}_put.handle")
        page.wire(f"{name}_list.output", f"{name}_put.components")
        page.wire(f"{name}_reader.reader_handle", f"{name}_read.reader_handle")
        page.wire(f"{name}_queue.handle", f"{name}_read.queue_handle")
        page.wire(f"{name}_read.values", f"{name}_raw.bytes")
    page.add("Cast", id="pixels", DstT="DT_FLOAT")
    page.add("Variable", id="batch", shape=[5, 16], dtype="DT_FLOAT", initvalues=np.zeros((5, 16), np.float32).tolist())
    page.add("Assign", id="assign")
    page.add("OneHot", id="one_hot", depth=4, on_value=1.0, off_value=0.0)
    page.wire("images_raw.output", "pixels.x")
    page.wire("batch.ref", "assign.ref")
    page.wire("pixels.y", "assign.value")
    page.wire("labels_raw.output", "one_hot.indices")
    session = blocks.Session(diagram, allow_read=[tmp_path])
    for step in range(5):
        results = session.run()
        rows = slice(5 * (step % 2), 5 * (step % 2) + 5)
        assert np.array_equal(results["assign.result_output_ref"], images[rows])
        assert np.array_equal(results["one_hot.result_output"][:, 0].argmax(-1), labels[rows])


def test_run_errors_name_the_reading_block() -> None:
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    page.add("FIFOQueue", id="names", component_types=[STRING])
    page.add("TextLineReader", id="lines")
    page.add("ReaderRead", id="read")
    page.wire("names.handle", "read.queue_handle")
    page.wire("lines.reader_handle", "read.reader_handle")
    with pytest.raises(RunError, match="the queue 'names' is empty") as caught:
        blocks.Session(diagram).run()
    assert caught.value.errors[0].block == "read"
