# pyright: basic, reportMissingImports=false, reportMissingModuleSource=false
"""What `make_cases` makes cases of: by page and type, lists of blocks and what sessions run one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf

Cases = dict[tuple[str, str], list[dict[str, Any]]]
I64, F32, STR = tf.int64, tf.float32, tf.string


def long(*values: int) -> Any:
    return np.array(values, np.int64)


def text(*values: str) -> Any:
    return np.array(values, object)


def case(name: str, blocks: list[Any], *sessions: list[str], **more: Any) -> dict[str, Any]:
    return {"name": name, "blocks": blocks, "sessions": list(sessions), **more}


# -- Tables ------------------------------------------------------------------------------------------------------------


def table(kind: str, version: str, key: Any, value: Any, **attrs: Any) -> tuple[Any, ...]:
    return ("t", f"{kind}{version}", {}, {"key_dtype": key, "value_dtype": value, **attrs})


def lookups(version: str) -> Cases:
    """Cases of the tables by one of their names."""
    words = table("HashTable", version, STR, I64)
    fill = ("fill", f"InitializeTable{version}", {"table_handle": "t.table_handle", "keys": text("a", "b", "c"),
            "values": long(10, 20, 30)}, {})  # fmt: skip
    changing = table("MutableHashTable", version, I64, F32)
    vectors = table("MutableHashTableOfTensors", version, STR, F32, value_shape=[2])

    def use(name: str, kind: str, inputs: dict[str, Any] | None = None, **attrs: Any) -> tuple[Any, ...]:
        own = "V2" if kind == "LookupTableRemove" else version
        return (name, f"{kind}{own}", {"table_handle": "t.table_handle", **(inputs or {})}, attrs)

    def put(keys: Any, values: Any, name: str = "put") -> tuple[Any, ...]:
        return use(name, "LookupTableInsert", {"keys": keys, "values": values})

    def find(keys: Any, default: Any, name: str = "find") -> tuple[Any, ...]:
        return use(name, "LookupTableFind", {"keys": keys, "default_value": default})

    nothing, size = np.int64(-1), use("n", "LookupTableSize")
    one, two = np.array([1.5, 2.5], np.float32), np.array([[1, 2], [3, 4]], np.float32)
    gone = use("gone", "LookupTableRemove", {"keys": long(2, 7)})
    lines = {"words.txt": b"red\t3\ngreen\t5\nblue\t7\n"}
    file = np.array("words.txt", object)

    def from_file(key: int, value: int, **attrs: Any) -> tuple[Any, ...]:
        return use("fill", "InitializeTableFromTextFile", {"filename": file}, key_index=key, value_index=value, **attrs)

    f, n, done = ["find.values"], ["n.size"], ["fill.operation"]
    exported = use("all", "LookupTableExport", Tkeys=I64, Tvalues=F32)
    single = put(long(5), np.array([9], np.float32))
    found: dict[str, list[dict[str, Any]]] = {
        "HashTable": [
            case("before it is filled", [words, size], n),
            case("refused dtypes", [table("HashTable", version, tf.float32, I64), size], n, fails="t"),
        ],
        "InitializeTable": [
            case("filled and counted", [words, fill, size], done, n),
            case("filled in each step", [words, fill, size], done, n, steps=3),
            case("a key twice with one value", [words, use("fill", "InitializeTable", {
                "keys": text("a", "a"), "values": long(1, 1)}), size], done, n),
            case("a key with two values", [words, use("fill", "InitializeTable", {
                "keys": text("a", "a"), "values": long(1, 2)})], done),
            case("keys are a vector", [words, use("fill", "InitializeTable", {
                "keys": text("a", "b").reshape(1, 2), "values": long(1, 2).reshape(1, 2)})], done),
            case("values of another dtype", [words, use("fill", "InitializeTable", {
                "keys": text("a"), "values": one[:1]})], done),
            case("a table that may change", [changing, use("fill", "InitializeTable", {
                "keys": long(1), "values": one[:1]})], done),
            case("other entries later", [words, fill, use("again", "InitializeTable", {
                "keys": text("a"), "values": long(1)})], done, ["again.operation"]),
        ],
        "LookupTableFind": [
            case("some are there", [words, fill, find(text("b", "z").reshape(2, 1), nothing)], done, f),
            case("one", [words, fill, find(np.array("c", object), nothing)], done, f),
            case("none", [words, fill, find(np.zeros((0, 3), object), nothing)], done, f),
            case("not filled", [words, find(text("b"), nothing)], f),
            case("keys of another dtype", [words, fill, find(long(1), nothing)], done, f),
            case("vectors", [vectors, put(text("a", "b"), two), find(text("b", "x").reshape(2, 1), one)],
                 ["put.operation"], f),
            case("a default for each key", [vectors, put(text("a", "b"), two), find(text("x", "a"), two)],
                 ["put.operation"], f),
            case("a default of a wrong shape", [vectors, put(text("a", "b"), two), find(text("x"), one[:1])],
                 ["put.operation"], f),
            case("numbers by numbers", [changing, put(long(3, 4), one), find(long(4, 5, 3), np.float32(-1))],
                 ["put.operation"], f),
        ],
        "LookupTableInsert": [
            case("a key twice", [changing, put(long(3, 3), one), size], ["put.operation"], n),
            case("a new value", [changing, put(long(3, 4), one), put(long(4), one[:1], "more"),
                 find(long(3, 4), np.float32(0))], ["put.operation"], ["more.operation"], f),
            case("values of a wrong shape", [changing, put(long(3, 4), one[:, None])], ["put.operation"]),
            case("a table that is filled once", [words, put(text("a"), long(1))], ["put.operation"]),
        ],
        "LookupTableRemove": [
            case("one of them is there", [changing, put(long(2, 3), one), gone, size],
                 ["put.operation"], ["gone.operation"], n),
        ],
        "LookupTableExport": [
            case("one entry", [changing, single, exported], ["put.operation"], ["all.keys", "all.values"]),
            case("wrong dtypes", [changing, single, use("all", "LookupTableExport", Tkeys=I64, Tvalues=I64)],
                 ["put.operation"], ["all.keys"]),
        ],
        "LookupTableImport": [
            case("others", [changing, put(long(1, 2, 3), np.ones(3, np.float32)),
                 use("new", "LookupTableImport", {"keys": long(8, 9), "values": one}), find(long(1, 9), np.float32(0)),
                 size], ["put.operation"], ["new.operation"], f, n),
        ],
        "InitializeTableFromTextFile": [
            case("lines by number", [words, from_file(-2, -1, offset=4), find(text("green\t5", "x"), nothing)],
                 done, f, files=lines),
            case("fields", [words, from_file(0, 1), find(text("blue", "red"), nothing)], done, f, files=lines),
            case("the first lines", [words, from_file(0, 1, vocab_size=2), size], done, n, files=lines),
            case("too few lines", [words, from_file(0, 1, vocab_size=5)], done, files=lines),
            case("no such field", [words, from_file(0, 2)], done, files=lines),
            case("no number", [words, from_file(1, 0)], done, files=lines),
            case("a number of a line is int64", [words, from_file(-1, 1)], done, files=lines),
        ],
    }  # fmt: skip
    own = {"LookupTableRemove"}
    return {("lookup_ops", f"{k}{'V2' if k in own else version}"): v for k, v in found.items()}


def cases() -> Cases:
    return lookups("V2")
