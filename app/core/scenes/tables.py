"""Examples of lookup tables."""

from __future__ import annotations

from app.core.scenes.scene import Blocks, Scene, const
from blocks.document.data import Json

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
