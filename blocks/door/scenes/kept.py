"""Examples of blocks that store tensors (queues, barriers, tensor arrays and so on), or that read or write files."""

from __future__ import annotations

from blocks.document.data import Json
from blocks.door.scenes.page import FLOATS, Blocks, Scene, const

_LATER = 1_000_000
"""A step that no accumulator has come to: what is given is never too old."""
_AREA: dict[str, Json] = {"dtypes": FLOATS, "shared_name": "area"}


def _queue(kind: str, put: str, take: tuple[str, dict[str, Json]], **values: Json) -> Scene:
    blocks: Blocks = {
        "queue": (kind, {"component_types": FLOATS, "shapes": [[]], **values}),
        "x": const([3.0, 1.0, 2.0] if put.endswith("Many") else 3.0),
        "put": (put, {}),
        "take": (take[0], {"component_types": FLOATS, **take[1]}),
        "left": ("QueueSize", {}),
    }
    wires = "queue.handle>put.handle x.output>put.components queue.handle>take.handle queue.handle>left.handle"
    return Scene(blocks, wires)


def queues() -> dict[str, Scene]:
    one: tuple[str, dict[str, Json]] = ("QueueDequeue", {})
    both: Json = ["DT_INT64", "DT_STRING"]
    return {
        "FIFOQueue QueueEnqueueMany QueueDequeueMany QueueSize": _queue(
            "FIFOQueue", "QueueEnqueueMany", ("QueueDequeueMany", {"n": 2})
        ),
        "QueueEnqueue QueueDequeue": _queue("FIFOQueue", "QueueEnqueue", one),
        "QueueDequeueUpTo": _queue("FIFOQueue", "QueueEnqueueMany", ("QueueDequeueUpTo", {"n": 2})),
        "PaddingFIFOQueue": _queue("PaddingFIFOQueue", "QueueEnqueueMany", ("QueueDequeueMany", {"n": 2})),
        "RandomShuffleQueue": _queue("RandomShuffleQueue", "QueueEnqueueMany", one, seed=1, min_after_dequeue=1),
        "PriorityQueue": Scene(
            {
                "queue": ("PriorityQueue", {"component_types": ["DT_STRING"], "shapes": [[]]}),
                "priorities": const([2, 1], "DT_INT64"),
                "names": const(["later", "first"], "DT_STRING"),
                "put": ("QueueEnqueueMany", {}),
                "take": ("QueueDequeue", {"component_types": both}),
            },
            "queue.handle>put.handle priorities.output>put.components names.output>put.components"
            " queue.handle>take.handle",
        ),
        "QueueClose": Scene(
            {
                "queue": ("FIFOQueue", {"component_types": FLOATS, "shapes": [[]]}),
                "close": ("QueueClose", {}),
                "left": ("QueueSize", {}),
            },
            "queue.handle>close.handle queue.handle>left.handle",
        ),
    }


def staging() -> dict[str, Scene]:
    x = const([1.0, 2.0])
    scenes = {
        "Stage Unstage StagePeek": Scene(
            {
                "x": x,
                "put": ("Stage", {"shared_name": "area"}),
                "peek": ("StagePeek", {**_AREA, "index": 0}),
                "take": ("Unstage", _AREA),
            },
            "x.output>put.values",
        ),
        "StageClear": Scene(
            {
                "x": x,
                "put": ("Stage", {"shared_name": "area"}),
                "clear": ("StageClear", _AREA),
                "left": ("StageSize", _AREA),
            },
            "x.output>put.values",
        ),
    }
    for kind in ("Map", "OrderedMap"):
        put: Blocks = {"x": x, "put": (f"{kind}Stage", {**_AREA, "key": 7, "indices": [0]})}
        key: dict[str, Json] = {**_AREA, "key": 7, "indices": [0]}
        scenes[f"{kind}Stage {kind}Unstage {kind}Peek"] = Scene(
            {**put, "peek": (f"{kind}Peek", key), "take": (f"{kind}Unstage", key)}, "x.output>put.values"
        )
        scenes[f"{kind}UnstageNoKey"] = Scene(
            {**put, "take": (f"{kind}UnstageNoKey", {**_AREA, "indices": [0]})}, "x.output>put.values"
        )
        scenes[f"{kind}Clear"] = Scene(
            {**put, "clear": (f"{kind}Clear", _AREA), "left": (f"{kind}Size", _AREA)}, "x.output>put.values"
        )
    return scenes


def barriers() -> dict[str, Scene]:
    put: Blocks = {
        "barrier": ("Barrier", {"component_types": FLOATS, "shapes": [[]]}),
        "keys": const(["a", "b"], "DT_STRING"),
        "x": const([1.0, 2.0]),
        "put": ("BarrierInsertMany", {"component_index": 0}),
    }
    wires = "barrier.handle>put.handle keys.output>put.keys x.output>put.values"
    take: Blocks = {"take": ("BarrierTakeMany", {"component_types": FLOATS, "num_elements": 2})}
    sizes: Blocks = {"ready": ("BarrierReadySize", {}), "incomplete": ("BarrierIncompleteSize", {})}
    return {
        "Barrier BarrierInsertMany BarrierTakeMany BarrierReadySize BarrierIncompleteSize": Scene(
            {**put, **sizes, **take},
            f"{wires} barrier.handle>ready.handle barrier.handle>incomplete.handle barrier.handle>take.handle",
        ),
        "BarrierClose": Scene(
            {
                "barrier": ("Barrier", {"component_types": FLOATS, "shapes": [[]]}),
                "close": ("BarrierClose", {}),
                "ready": ("BarrierReadySize", {}),
            },
            "barrier.handle>close.handle barrier.handle>ready.handle",
        ),
    }


def tensor_arrays() -> dict[str, Scene]:
    array: Blocks = {"array": ("TensorArray", {"dtype": "DT_FLOAT", "size": 2})}
    scatter: Blocks = {
        **array,
        "x": const([[1.0, 2.0], [3.0, 4.0]]),
        "write": ("TensorArrayScatter", {"indices": [0, 1]}),
    }
    wires = "array.handle>write.handle x.output>write.value array.flow>write.flow_in"

    def then(kind: str, **values: Json) -> Scene:
        return Scene(
            {**scatter, "then": (kind, values)}, f"{wires} array.handle>then.handle write.flow_out>then.flow_in"
        )

    return {
        "TensorArray TensorArrayWrite TensorArrayRead": Scene(
            {
                **array,
                "x": const([1.0, 2.0]),
                "write": ("TensorArrayWrite", {"index": 0}),
                "read": ("TensorArrayRead", {"dtype": "DT_FLOAT", "index": 0}),
            },
            f"{wires} array.handle>read.handle write.flow_out>read.flow_in",
        ),
        "TensorArrayScatter TensorArrayGather": then("TensorArrayGather", dtype="DT_FLOAT", indices=[1, 0]),
        "TensorArrayConcat": then("TensorArrayConcat", dtype="DT_FLOAT"),
        "TensorArraySize": then("TensorArraySize"),
        "TensorArrayGrad": then("TensorArrayGrad", source="gradients"),
        "TensorArraySplit": Scene(
            {
                **array,
                "x": const([1.0, 2.0, 3.0]),
                "write": ("TensorArraySplit", {"lengths": [1, 2]}),
                "read": ("TensorArrayRead", {"dtype": "DT_FLOAT", "index": 1}),
            },
            f"{wires} array.handle>read.handle write.flow_out>read.flow_in",
        ),
        "TensorArrayClose": Scene({**array, "close": ("TensorArrayClose", {})}, "array.handle>close.handle"),
    }


def accumulators() -> dict[str, Scene]:
    dense: Blocks = {
        "sum": ("ConditionalAccumulator", {"dtype": "DT_FLOAT", "shape": [2]}),
        "gradient": const([1.0, 3.0]),
        "give": ("AccumulatorApplyGradient", {"local_step": _LATER}),
    }
    given = "sum.handle>give.handle gradient.output>give.gradient"
    return {
        "ConditionalAccumulator AccumulatorApplyGradient AccumulatorTakeGradient AccumulatorNumAccumulated": Scene(
            {
                **dense,
                "count": ("AccumulatorNumAccumulated", {}),
                "mean": ("AccumulatorTakeGradient", {"dtype": "DT_FLOAT", "num_required": 1}),
            },
            f"{given} sum.handle>count.handle sum.handle>mean.handle",
        ),
        "AccumulatorSetGlobalStep": Scene(
            {
                "sum": ("ConditionalAccumulator", {"dtype": "DT_FLOAT", "shape": [2]}),
                "step": ("AccumulatorSetGlobalStep", {"new_global_step": 5}),
                "count": ("AccumulatorNumAccumulated", {}),
            },
            "sum.handle>step.handle sum.handle>count.handle",
        ),
        "SparseConditionalAccumulator SparseAccumulatorApplyGradient SparseAccumulatorTakeGradient": Scene(
            {
                "sum": ("SparseConditionalAccumulator", {"dtype": "DT_FLOAT", "shape": [3, 2]}),
                "rows": const([0, 2], "DT_INT64"),
                "values": const([[1.0, 2.0], [3.0, 4.0]]),
                "give": (
                    "SparseAccumulatorApplyGradient",
                    {"local_step": _LATER, "gradient_shape": [3, 2], "has_known_shape": True},
                ),
                "mean": ("SparseAccumulatorTakeGradient", {"dtype": "DT_FLOAT", "num_required": 1}),
            },
            "sum.handle>give.handle rows.output>give.gradient_indices values.output>give.gradient_values"
            " sum.handle>mean.handle",
        ),
    }


def kept() -> dict[str, Scene]:
    keep: Blocks = {"x": const([1.0, 2.0]), "keep": ("GetSessionHandle", {})}
    rows: Blocks = {
        "rows": (
            "AddManySparseToTensorsMap",
            {
                "sparse_indices": [[0, 1], [1, 0]],
                "sparse_values": [1.0, 2.0],
                "sparse_shape": [2, 3],
                "shared_name": "rows",
            },
        ),
        "again": ("TakeManySparseFromTensorsMap", {"dtype": "DT_FLOAT", "shared_name": "rows"}),
    }
    return {
        "GetSessionHandle GetSessionTensor": Scene(
            {**keep, "again": ("GetSessionTensor", {"dtype": "DT_FLOAT"})},
            "x.output>keep.value keep.handle>again.handle",
        ),
        "GetSessionHandleV2": Scene(
            {"x": const([1.0, 2.0]), "keep": ("GetSessionHandleV2", {})}, "x.output>keep.value"
        ),
        "DeleteSessionTensor": Scene(
            {**keep, "forget": ("DeleteSessionTensor", {})}, "x.output>keep.value keep.handle>forget.handle"
        ),
        "TakeManySparseFromTensorsMap": Scene(rows, "rows.sparse_handles>again.sparse_handles"),
    }


_WORDS: dict[str, Json] = {"key_dtype": "DT_STRING", "value_dtype": "DT_INT64"}
_PRICES: dict[str, Json] = {"key_dtype": "DT_INT64", "value_dtype": "DT_FLOAT"}


def _scene(blocks: Blocks, uses: str, *wires: str) -> Scene:
    return Scene(blocks, " ".join([*(f"table.table_handle>{use}.table_handle" for use in uses.split()), *wires]))


def _filled(version: str) -> Scene:
    return _scene(
        {
            "table": (f"HashTable{version}", _WORDS),
            "numbers": const([10, 20], "DT_INT64"),
            "unknown": const(-1, "DT_INT64"),
            "fill": (f"InitializeTable{version}", {"keys": ["red", "blue"]}),
            "find": (f"LookupTableFind{version}", {"keys": ["blue", "green"]}),
            "size": (f"LookupTableSize{version}", {}),
        },
        "fill find size",
        "numbers.output>fill.values unknown.output>find.default_value",
    )


def _changed(version: str, then: Blocks, *wires: str) -> Scene:
    blocks: Blocks = {
        "table": (f"MutableHashTable{version}", _PRICES),
        "keys": const([3, 7], "DT_INT64"),
        "put": (f"LookupTableInsert{version}", {"values": [1.5, 2.5]}),
    }
    uses = [name for name, (kind, _) in then.items() if kind.startswith("LookupTable")]
    return _scene({**blocks, **then}, " ".join(["put", *uses]), "keys.output>put.keys", *wires)


def _dense(version: str) -> Scene:
    reserved = {"empty": const(-1, "DT_INT64"), "keys": const([3, 7], "DT_INT64"), "asked": const([7, 8], "DT_INT64")}
    deleted: Blocks = {"deleted": const(-2, "DT_INT64")} if version else {}
    return _scene(
        {
            **reserved,
            **deleted,
            "table": (f"MutableDenseHashTable{version}", {"value_dtype": "DT_FLOAT"}),
            "put": (f"LookupTableInsert{version}", {"values": [1.5, 2.5]}),
            "find": (f"LookupTableFind{version}", {"default_value": 0.0}),
        },
        "put find",
        "empty.output>table.empty_key keys.output>put.keys asked.output>find.keys",
        *(["deleted.output>table.deleted_key"] if version else []),
    )


def tables() -> dict[str, Scene]:
    scenes: dict[str, Scene] = {}
    dtypes: dict[str, Json] = {"Tkeys": "DT_INT64", "Tvalues": "DT_FLOAT"}
    for version in ("", "V2"):
        entries: Blocks = {"all": (f"LookupTableExport{version}", dtypes)}
        other: Blocks = {"new": (f"LookupTableImport{version}", {"values": [8.0, 9.0]})}
        scenes |= {
            f"HashTable{version} InitializeTable{version} LookupTableFind{version} LookupTableSize{version}": _filled(
                version
            ),
            f"MutableHashTable{version} LookupTableInsert{version} LookupTableExport{version}": _changed(
                version, entries
            ),
            f"LookupTableImport{version}": _changed(version, {**other, **entries}, "keys.output>new.keys"),
            f"MutableHashTableOfTensors{version}": _scene(
                {
                    "table": (
                        f"MutableHashTableOfTensors{version}",
                        {"key_dtype": "DT_STRING", "value_dtype": "DT_FLOAT", "value_shape": [2]},
                    ),
                    "put": (f"LookupTableInsert{version}", {"keys": ["a", "b"], "values": [[1.0, 2.0], [3.0, 4.0]]}),
                    "find": (f"LookupTableFind{version}", {"keys": ["b", "c"], "default_value": [0.0, 0.0]}),
                },
                "put find",
            ),
            f"MutableDenseHashTable{version}": _dense(version),
            f"InitializeTableFromTextFile{version}": _scene(
                {
                    "file": ("WriteFile", {"filename": "words.txt", "contents": "red\nblue\n"}),
                    "table": (f"HashTable{version}", _WORDS),
                    "fill": (
                        f"InitializeTableFromTextFile{version}",
                        {"filename": "words.txt", "key_index": -2, "value_index": -1},
                    ),
                    "unknown": const(-1, "DT_INT64"),
                    "find": (f"LookupTableFind{version}", {"keys": ["blue", "green"]}),
                },
                "fill find",
                "unknown.output>find.default_value",
            ),
        }
    gone: Blocks = {"remove": ("LookupTableRemoveV2", {}), "size": ("LookupTableSizeV2", {})}
    scenes["LookupTableRemoveV2"] = _changed("V2", gone, "keys.output>remove.keys")
    return scenes


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
            {**x, "save": ("SaveV2", new), "again": ("RestoreV2", {**new, "dtypes": FLOATS})}, "x.output>save.tensors"
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
