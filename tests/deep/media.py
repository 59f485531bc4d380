"""The part ``media``: pictures, records, tables, messages, checkpoints and arrays, cut off and with flipped bits.

Each mutant is refused in words or read; what has a checksum is read as it was, and nothing takes more memory than a
file of its kind may.
"""

from __future__ import annotations

import functools
import gzip
import io
import random
import struct
import tempfile
import tracemalloc
import warnings
import zlib
from base64 import b64decode
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import blocks
from blocks.base.budget import Memory
from blocks.base.dtypes import FLOAT
from blocks.base.errors import DiagramError
from blocks.base.npy import read_npy
from blocks.base.records import framed
from blocks.cli import main
from blocks.interchange.models import import_model
from blocks.library.parsing.tensor_messages import write_tensor
from tests.deep.finding import Finding, foreign
from tests.deep.judge import unclear
from tests.interchange.onnx.graphs import branching
from tests.interchange.tensorflow.graphs import looping
from tests.library.image.test_pictures import gif, png
from tests.library.io.shared import STRING, Bench, Reading
from tests.library.io.test_checkpoints import FIRST_FORMAT, SECOND_FORMAT
from tests.library.parsing.test_examples import example, sequence

CASES = 100
"""Mutants in a task."""
MEMORY = 1 << 24
"""Bytes that a result may take; the starts are files of some hundred bytes."""
_PEAK = 4 * MEMORY

_JSON = b'{"features":{"feature":{"a":{"int64List":{"value":["1"]}}}}}'

Files = Mapping[str, bytes]


class Kind(NamedTuple):
    """A kind of files.

    Attributes:
        files: whole ones, by name.
        reader: a function that tells what is in such files as a comparable value, one after the other; it may use a
            folder.
        is_checked: they hold checksums, so that a mutant that is read says the same as the whole file.
    """

    files: Files
    reader: Callable[[Path], Callable[[Files], Any]]
    is_checked: bool = False


def run(seed: int, number: int) -> list[Finding]:
    """A task: so many mutants of one kind."""
    rng = random.Random(f"media/{seed}/{number}")
    name = list(kinds())[number % len(kinds())]
    findings: list[Finding] = []
    with judge_of(name) as judge:
        for i in range(CASES):
            files = mutated(rng, kinds()[name].files)
            findings += [{**each, "files": repr(files)[:2000]} for each in judge(files, i % 10 == 0)]
    return findings


def mutated(rng: random.Random, files: Files) -> Files:
    """Files of which one is cut off, or has other bits or sizes."""
    name = rng.choice(sorted(files))
    data = bytearray(files[name])
    match rng.randrange(8):
        case 0 | 1 if data:
            del data[rng.randrange(len(data)) :]
        case 2 if len(data) > 8:
            at = rng.randrange(len(data) - 7)  # a size, maybe
            form = rng.choice(["<I", ">I", "<Q", ">Q", "<H", ">H", "<B"])
            value = rng.choice([0, 1, 2**31 - 1, 2**31, 2**32 - 1, 2**62, 2**63, 2**64 - 1, 100, 65535])
            struct.pack_into(form, data, at, value % 256 ** struct.calcsize(form))
        case 3:
            data += bytes(rng.choice([1, 7, 100])) if rng.random() < 0.5 else bytes(data)
        case 4 if data:
            at = rng.randrange(len(data))
            data[at:at] = data[rng.randrange(len(data)) :][:20]
        case _:
            for _ in range(rng.choice([1, 1, 1, 2, 5]) if data else 0):
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return {**files, name: bytes(data)}


Judge = Callable[[Files, bool], list[Finding]]
"""Says what is wrong with how files are read; it may be weighed how much memory that takes."""


@contextmanager
def judge_of(name: str) -> Generator[Judge]:
    """Judges files of a kind, one after the other."""
    kind = kinds()[name]
    with tempfile.TemporaryDirectory() as folder:
        read = kind.reader(Path(folder))
        whole = read(kind.files)

        def judge(files: Files, is_weighed: bool) -> list[Finding]:
            findings: list[Finding] = []
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                if is_weighed:
                    tracemalloc.start()
                try:
                    value = read(files)
                    if kind.is_checked and value != whole:
                        text = f"what is read is not what was written: {value!r}"[:200]
                        findings.append({"kind": "other data", "text": text})
                except DiagramError as error:
                    findings += [each for each in unclear(error) if each["kind"] != "nowhere"]  # there is no page
                except Exception as error:
                    findings.append(foreign(error))
                finally:
                    if is_weighed:
                        peak = tracemalloc.get_traced_memory()[1]
                        tracemalloc.stop()
                        if peak > _PEAK:
                            findings.append({"kind": "memory", "text": f"{peak:,} bytes for a small file"})
            findings += [{"kind": "warning", "text": str(w.message), "where": f"{w.filename}:{w.lineno}"} for w in said]
            return [{**each, "text": f"{name}: {each['text']}"} for each in findings]

        yield judge


@functools.cache
def kinds() -> dict[str, Kind]:
    """All kinds of files by name."""
    rng = np.random.default_rng(1)
    picture = rng.integers(0, 255, (9, 7, 3), np.uint8)
    picture[3:] = 40
    jpeg = _run(Bench(Path("/")), "EncodeJpeg", picture)
    deep = png(picture.astype(">u2"), 16, 2)
    records = framed(b"one") + framed(b"") + framed(b"three" * 9)
    frames = gif((0, 0, 1, 1, [2], None), (1, 0, 1, 2, [4, 5], None))
    parsed = example(f=[1.0, 2.0], i=[3, 4], s=["a", "b"])
    frames_of = sequence(example(f=[1.0]), i=[[1, 2], [3, 4]])
    tensor = write_tensor(np.arange(6, dtype=np.float32).reshape(2, 3), FLOAT)
    array = np.arange(12, dtype=np.int16).reshape(3, 4)
    bitmap = _bmp(picture)
    csv = b'1,2.5,"a ""b"", c"\n-4,1e3,\n'
    second = {name: b64decode(text) for name, text in SECOND_FORMAT.items()}
    kinds = {
        "png": Kind({"f": png(picture, 8, 2)}, _decoder("DecodePng"), is_checked=True),
        "png16": Kind({"f": deep}, _decoder("DecodePng"), is_checked=True),
        "jpeg": Kind({"f": jpeg}, _decoder("DecodeJpeg")),
        "gif": Kind({"f": frames}, _decoder("DecodeGif")),
        "bmp": Kind({"f": bitmap}, _decoder("DecodeBmp")),
        "records": Kind({"f": records}, _records("")),
        "records zlib": Kind({"f": zlib.compress(records)}, _records("ZLIB")),
        "records gzip": Kind({"f": gzip.compress(records, mtime=0)}, _records("GZIP")),
        "csv": Kind({"f": csv}, _csv),
        "example": Kind({"f": parsed}, _parser(_example, (1,))),
        "sequence": Kind({"f": frames_of}, _parser(_sequence)),
        "tensor": Kind({"f": tensor}, _decoder("ParseTensor", out_type="DT_FLOAT")),
        "json": Kind({"f": _JSON}, _decoder("DecodeJSONExample")),
        "checkpoint": Kind({"c1": b64decode(FIRST_FORMAT)}, _restorer(_first), is_checked=True),
        "checkpoint v2": Kind(second, _restorer(_second), is_checked=True),
        "npy": Kind({"f": _npy(array)}, _array),
        "graph_def": Kind({"f.pb": looping().SerializeToString()}, _model),
        "saved_model": Kind(_saved_model(), _model),
        "onnx": Kind({"f.onnx": branching().SerializeToString(), "w.bin": bytes(56)}, _model),
        "text": Kind({"f": b"one\ntwo\r\n\n"}, _reader("TextLineReader")),
        "fixed": Kind({"f": bytes(range(40))}, _reader("FixedLengthRecordReader", record_bytes=8, header_bytes=2)),
    }
    return kinds


def _saved_model() -> Files:
    """A small one that we write ourselves, by the names of its files."""
    page = (diagram := blocks.Diagram()).add_page("serving_default")
    page.add("Placeholder", id="x", dtype="DT_FLOAT", shape=[None, 2])
    page.add("Variable", id="w", initvalues=np.arange(6, dtype=np.float32).reshape(2, 3))
    page.add("MatMul", id="y")
    page.wire("x", "y.a")
    page.wire("w", "y.b")
    with tempfile.TemporaryDirectory() as folder:
        diagram.save(Path(folder, "d.gradblocks"))
        main(["convert", str(Path(folder, "d.gradblocks")), f"{Path(folder, 'm')}/"])
        files = [path for path in Path(folder, "m").rglob("*") if path.is_file()]
        return {str(path.relative_to(Path(folder, "m"))).replace("/", "|"): path.read_bytes() for path in files}


def _model(folder: Path) -> Callable[[Files], Any]:
    """Reads what a model becomes as a diagram."""

    def read(files: Files) -> Any:
        for name, data in files.items():
            path = folder / name.replace("|", "/")
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
        name = next((name for name in ("f.onnx", "f.pb") if name in files), "")
        imported = import_model(folder / name, "f", memory=MEMORY)
        return imported.diagram.dumps(), {name: _plain(array) for name, array in imported.files.items()}

    return read


def _npy(array: Any) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def _array(folder: Path) -> Callable[[Files], Any]:
    def read(files: Files) -> Any:
        _write(folder, files)
        with (folder / "f").open("rb") as file:
            return _plain(read_npy(file, "f", Memory.of()))

    return read


def _bmp(picture: Any) -> bytes:
    height, width, _ = picture.shape
    rows = b"".join(row.tobytes().ljust((3 * width + 3) // 4 * 4, b"\0") for row in picture[::-1])
    info = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, len(rows), 0, 0, 0, 0)
    return struct.pack("<2sIHHI", b"BM", 54 + len(rows), 0, 0, 54) + info + rows


def _plain(value: Any) -> Any:
    return value.dtype.name, value.shape, value.tobytes() if value.dtype.kind != "O" else value.tolist()


def _given(bench: Bench, shape: list[int] | None = None) -> Any:
    """Strings that are given later."""
    return bench.node("Placeholder", dtype=STRING, shape=shape or [])


def _strings(values: Sequence[bytes], shape: tuple[int, ...] = ()) -> Any:
    strings = np.empty(len(values), object)
    strings[:] = values
    return strings.reshape(shape)


def _run(bench: Bench, kind: str, *inputs: Any, **attributes: Any) -> Any:
    """The one result of a block."""
    [value] = bench.session.run([bench.node(kind, *inputs, **attributes).outputs[0]])
    return value.item()


def _parser(make: Callable[[Bench, Any], Any], shape: tuple[int, ...] = ()) -> Callable[[Path], Callable[[Files], Any]]:
    """Reads what a block makes of the content of the file, which is a tensor of this shape."""

    def reader(folder: Path) -> Callable[[Files], Any]:
        bench = Bench(folder, MEMORY)
        given = _given(bench, list(shape))
        outputs = list(make(bench, given).outputs)
        return lambda files: [
            _plain(value) for value in bench.session.run(outputs, feed={given: _strings([files["f"]], shape)})
        ]

    return reader


def _decoder(kind: str, **attributes: Any) -> Callable[[Path], Callable[[Files], Any]]:
    return _parser(lambda bench, given: bench.node(kind, given, **attributes))


def _reader(kind: str, **attributes: Any) -> Callable[[Path], Callable[[Files], Any]]:
    """Reads the records of a file up to its end."""

    def reader(folder: Path) -> Callable[[Files], Any]:
        bench = Reading(folder, kind, [], MEMORY, **attributes)
        again = [bench.node("ReaderReset", bench.reader), bench.node("QueueEnqueue", bench.queue, [bench.text("f")])]
        records = bench.node("ReaderReadUpTo", bench.reader, bench.queue, 1000)
        ended = bench.node("ReaderNumWorkUnitsCompleted", bench.reader)

        def read(files: Files) -> Any:
            _write(folder, files)
            bench.session.run([], run_outputs=again)
            pairs: list[Any] = []
            try:
                while True:
                    keys, values, end = bench.session.run([*records.outputs, *ended.outputs])
                    pairs += zip(keys.tolist(), values.tolist(), strict=True)
                    if end:
                        return pairs
            except DiagramError as error:
                if "waits for good" not in str(error):  # the file was empty, and there is no other
                    raise
                return pairs

        return read

    return reader


def _records(compression: str) -> Callable[[Path], Callable[[Files], Any]]:
    """Records have checksums: those that are read are the first ones of what was written."""
    inner = _reader("TFRecordReader", compression_type=compression)

    def reader(folder: Path) -> Callable[[Files], Any]:
        read_all = inner(folder)

        def read(files: Files) -> Any:
            results = [value for _, value in read_all(files)]
            written = [b"one", b"", b"three" * 9]
            if not all(value in written for value in results):
                raise AssertionError(f"a record was read that was not written: {results!r}"[:200])
            return results

        return read

    return reader


def _csv(folder: Path) -> Callable[[Files], Any]:
    bench = Bench(folder, MEMORY)
    defaults = [bench.node("Const", [0]), bench.node("Const", [0.5]), bench.text(["x"])]
    given = _given(bench, [-1])
    outputs = list(bench.node("DecodeCSV", given, defaults).outputs)

    def read(files: Files) -> Any:
        lines = files["f"].rstrip(b"\n").split(b"\n")
        return [_plain(value) for value in bench.session.run(outputs, feed={given: _strings(lines, (-1,))})]

    return read


def _example(bench: Bench, given: Any) -> Any:
    return bench.node(
        "ParseExample", given, bench.text([""]), [bench.text("s")],
        [bench.text("f"), bench.text("i")], [bench.node("Const", [0.0, 0.0]), bench.node("Const", np.array([0, 0]))],
        sparse_types=["DT_STRING"], dense_shapes=[[2], [2]],
    )  # fmt: skip


def _sequence(bench: Bench, given: Any) -> Any:
    return bench.node(
        "ParseSingleSequenceExample", given, bench.node("Const", [], dtype=STRING),
        [], [bench.text("f")], [], [bench.text("i")], [bench.node("Const", [0.0])], bench.text(""),
        context_dense_shapes=[[1]], feature_list_dense_types=["DT_INT64"], feature_list_dense_shapes=[[2]],
    )  # fmt: skip


def _restorer(make: Callable[[Bench], list[Any]]) -> Callable[[Path], Callable[[Files], Any]]:
    """Reads the tensors of a checkpoint."""

    def reader(folder: Path) -> Callable[[Files], Any]:
        bench = Bench(folder, MEMORY)
        nodes = make(bench)

        def read(files: Files) -> Any:
            _write(folder, files)
            return bench.run(*nodes)

        return read

    return reader


def _first(bench: Bench) -> list[Any]:
    wanted = [("a", "DT_FLOAT"), ("z", "DT_INT32"), ("s", "DT_STRING")]
    return [bench.node("Restore", bench.text("c1"), bench.text(name), dt=dtype) for name, dtype in wanted]


def _second(bench: Bench) -> list[Any]:
    names, dtypes = ["a", "z", "s", "b"], ["DT_FLOAT", "DT_INT32", "DT_STRING", "DT_BFLOAT16"]
    return [bench.node("RestoreV2", bench.text("ckpt"), bench.text(names), bench.text([""] * 4), dtypes=dtypes)]


def _write(folder: Path, files: Files) -> None:
    for name, data in files.items():
        (folder / name).write_bytes(data)
