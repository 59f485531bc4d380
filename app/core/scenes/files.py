"""Examples that read and write files; each creates the files that it needs."""

from __future__ import annotations

from app.core.scenes.page import FLOATS, Blocks, Scene, const
from blocks.document.data import Json

_RECORDS: Json = {"base64": "AwAAAAAAAACwmUkOb25lAUBVCAMAAAAAAAAAsJlJDnR3b4mQyQk="}
"""The records "one" and "two" as a file holds them."""
_EXAMPLES: Json = {
    "base64": (
        "UEsDBBQAAAAAAAAAIQD/v0I1mAAAAJgAAAAFAAAAeC5ucHmTTlVNUFkBAHYAeydkZXNjcic6ICc8ZjQnLCAnZm9ydHJhbl9vcmRl"
        "cic6IEZhbHNlLCAnc2hhcGUnOiAoMywgMiksIH0gICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAg"
        "ICAgICAgICAgICAgCgAAgD8AAABAAABAQAAAgEAAAKBAAADAQFBLAwQUAAAAAAAAACEAiSS0A4wAAACMAAAABQAAAHkubnB5k05V"
        "TVBZAQB2AHsnZGVzY3InOiAnPGk0JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDMsKSwgfSAgICAgICAgICAg"
        "ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAAAAQAAAAAAAABQSwECFAMUAAAAAAAA"
        "ACEA/79CNZgAAACYAAAABQAAAAAAAAAAAAAAgAEAAAAAeC5ucHlQSwECFAMUAAAAAAAAACEAiSS0A4wAAACMAAAABQAAAAAAAAAA"
        "AAAAgAG7AAAAeS5ucHlQSwUGAAAAAAIAAgBmAAAAagEAAAAA"
    )
}
"""The arrays x, of three rows, and y as NumPy writes them together."""
_RED: Json = {
    "base64": "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP8zwACTGCSAQANHQEDgslx/wAAAABJRU5ErkJggg=="
}
_GREEN: Json = {
    "base64": "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEUlEQVR4nGNkaGAAAiYGMAAABioAhDUOSR0AAAAASUVORK5CYII="
}
"""Pictures of 2 x 2 points."""
_NUMBERS: Json = {"base64": "AACAPwAAAEAAAEBA"}
"""1, 2, 3 as floats in memory."""


def _file(name: str, contents: Json) -> Blocks:
    return {"file": ("WriteFile", {"filename": name, "contents": contents})}


def _reading(reader: str, name: str, contents: Json, then: Blocks, wires: str = "", **values: Json) -> Scene:
    blocks: Blocks = {
        **_file(name, contents),
        "names": ("FIFOQueue", {"component_types": ["DT_STRING"], "shapes": [[]]}),
        "name": const(name, "DT_STRING"),
        "put": ("QueueEnqueue", {}),
        "reader": (reader, values),
    }
    ends = " ".join(f"reader.reader_handle>{block}.reader_handle" for block in then)
    read = "names.handle>read.queue_handle" if "read" in then else ""
    start = "names.handle>put.handle name.output>put.components"
    return Scene({**blocks, **then}, " ".join(filter(None, (start, ends, read, wires))))


def readers() -> dict[str, Scene]:
    read: Blocks = {"read": ("ReaderRead", {})}
    counts: Blocks = {"records": ("ReaderNumRecordsProduced", {}), "units": ("ReaderNumWorkUnitsCompleted", {})}
    whole, lines = ("WholeFileReader", "hello.txt", "hello"), ("TextLineReader", "lines.txt", "first\nsecond\n")
    return {
        "WholeFileReader ReaderRead": _reading(*whole, read),
        "TextLineReader ReaderReadUpTo": _reading(*lines, {"read": ("ReaderReadUpTo", {"num_records": 2})}),
        "TFRecordReader": _reading("TFRecordReader", "two.tfrecord", _RECORDS, read),
        "FixedLengthRecordReader": _reading("FixedLengthRecordReader", "abc.bin", "aabbcc", read, record_bytes=2),
        "IdentityReader": _reading("IdentityReader", "hello.txt", "hello", read),
        "ReaderNumRecordsProduced ReaderNumWorkUnitsCompleted": _reading(*whole, {**read, **counts}),
        "ReaderReset": _reading(*whole, {"reset": ("ReaderReset", {}), "records": ("ReaderNumRecordsProduced", {})}),
        "ReaderSerializeState ReaderRestoreState": _reading(
            "IdentityReader",
            "hello.txt",
            "hello",
            {**read, "state": ("ReaderSerializeState", {}), "restore": ("ReaderRestoreState", {})},
            "state.state>restore.state",
        ),
    }


def files() -> dict[str, Scene]:
    x: Blocks = {"x": const([1.0, 2.0])}
    old: dict[str, Json] = {"filename": "values.ckpt", "tensor_names": ["x"]}
    again: dict[str, Json] = {"file_pattern": "values.ckpt", "tensor_name": "x", "dt": "DT_FLOAT"}
    new: dict[str, Json] = {"prefix": "values", "tensor_names": ["x"], "shape_and_slices": [""]}
    merge: dict[str, Json] = {"checkpoint_prefixes": ["values"], "destination_prefix": "merged"}
    return {
        "ReadFile WriteFile": Scene({**_file("hello.txt", "hello"), "text": ("ReadFile", {"filename": "hello.txt"})}),
        "MatchingFiles": Scene({**_file("hello.txt", "hello"), "names": ("MatchingFiles", {"pattern": "hello*.txt"})}),
        "ImmutableConst": Scene(
            {
                **_file("numbers.bin", _NUMBERS),
                "x": ("ImmutableConst", {"dtype": "DT_FLOAT", "shape": [3], "memory_region_name": "numbers.bin"}),
            }
        ),
        "RecordInput": Scene(
            {
                **_file("two.tfrecord", _RECORDS),
                "records": ("RecordInput", {"file_pattern": "two.tfrecord", "batch_size": 2}),
            }
        ),
        "Save Restore": Scene({**x, "save": ("Save", old), "again": ("Restore", again)}, "x.output>save.data"),
        "SaveSlices RestoreSlice": Scene(
            {
                **x,
                "save": ("SaveSlices", {**old, "shapes_and_slices": ["2 0,2"]}),
                "part": ("RestoreSlice", {**again, "shape_and_slice": "2 0,1"}),
            },
            "x.output>save.data",
        ),
        "SaveV2 RestoreV2": Scene(
            {**x, "save": ("SaveV2", new), "again": ("RestoreV2", {**new, "dtypes": FLOATS})},
            "x.output>save.tensors",
        ),
        "MergeV2Checkpoints": Scene(
            {
                **x,
                "save": ("SaveV2", new),
                "merge": ("MergeV2Checkpoints", merge),
                "again": ("RestoreV2", {**new, "prefix": "merged", "dtypes": FLOATS}),
            },
            "x.output>save.tensors",
        ),
    }


def datasets() -> dict[str, Scene]:
    batches: dict[str, Json] = {"batch_size": 2, "shuffle": False}
    return {
        "NpzDataset": Scene(
            {
                **_file("examples.npz", _EXAMPLES),
                "data": (
                    "NpzDataset",
                    {"filename": "examples.npz", "output_types": ["DT_FLOAT", "DT_INT32"], **batches},
                ),
            }
        ),
        "CSVFileDataset": Scene(
            {
                **_file("prices.csv", "name,price\nred,1.5\nblue,2.5\ngreen,\n"),
                "name": const([""], "DT_STRING"),
                "price": const([-1.0]),
                "data": ("CSVFileDataset", {"filename": "prices.csv", **batches}),
            },
            "name.output>data.record_defaults price.output>data.record_defaults",
        ),
        "ImageFolderDataset": Scene(
            {
                "green": ("WriteFile", {"filename": "pictures/green/1.png", "contents": _GREEN}),
                "red": ("WriteFile", {"filename": "pictures/red/1.png", "contents": _RED}),
                "data": ("ImageFolderDataset", {"folder": "pictures", "image_size": [2, 2], **batches}),
            }
        ),
    }
