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
    by_file: dict[str, list[dict[str, Any]]] = {
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
    return {("lookup_ops", f"{k}{'V2' if k in own else version}"): v for k, v in by_file.items()}


# -- Segments and matrices ---------------------------------------------------------------------------------------------

COMPILED = ("SegmentSumV2", "SegmentProdV2", "SegmentMaxV2", "SegmentMinV2")
"""Types that TensorFlow's processors have by XLA alone."""
FUNCTIONS: dict[str, Any] = {"MatrixExponential": tf.linalg.expm}
"""Functions of TensorFlow for types that are not operations of it (or no longer run); they take the pins by name."""
RNG = np.random.default_rng(5)


def draw(*shape: int, dtype: Any = np.float32) -> Any:
    """Numbers between -8 and 8 that single precision has exactly, or whole ones."""
    values = np.round(RNG.uniform(-128, 128, shape))
    return (values if dtype is np.int32 else values / 16).astype(dtype)


def single(kind: str, name: str, outputs: tuple[str, ...], inputs: dict[str, Any]) -> dict[str, Any]:
    """A case of one block."""
    return case(name, [("op", kind, inputs, {})], [f"op.{each}" for each in outputs])


def segments(kind: str) -> list[dict[str, Any]]:
    def one(name: str, data: Any, ids: list[int], count: int) -> dict[str, Any]:
        given = {"data": data, "segment_ids": np.array(ids, np.int32), "num_segments": np.int32(count)}
        return single(kind, name, ("output",), given)

    return [
        one("a gap, and one behind", draw(5, 2), [0, 0, 2, 2, 3], 6),
        one("rows that are left out", draw(5, 2, 2), [0, 1, 1, 4, 9], 3),
        one("double", draw(4, dtype=np.float64), [0, 1, 1, 1], 2),
        one("whole numbers", draw(5, 3, dtype=np.int32), [1, 1, 1, 2, 2], 4),
        one("no rows", draw(0, 2), [], 2),
        one("as many ids as rows", draw(3, 2), [0, 1], 2),
    ]


def chosen(kind: str) -> list[dict[str, Any]]:
    def one(name: str, grad: Any, indices: list[int], ids: list[int], count: int) -> dict[str, Any]:
        given = {"grad": grad, "indices": long(*indices), "segment_ids": np.array(ids, np.int32),
                 "dense_output_dim0": np.int32(count)}  # fmt: skip
        return single(kind, name, ("output", "sorted_unique_indices"), given)

    return [
        one("rows taken twice", draw(3, 2), [3, 1, 3, 4], [0, 0, 1, 2], 6),
        one("double", draw(2, 2, 2, dtype=np.float64), [0, 5, 5], [0, 0, 1], 6),
        one("nothing", draw(0, 3), [], [], 4),
        one("a row that is not there", draw(1, 2), [0, 6], [0, 0], 6),
        one("a segment that is not there", draw(1, 2), [0, 1], [0, 1], 6),
    ]


def matrices() -> Cases:
    lower = np.tril(draw(2, 3, 3, dtype=np.float64)) + 5 * np.eye(3)
    exponents = draw(2, 3, 3, dtype=np.float64)
    weights = draw(2, 3, 3, dtype=np.float64)
    slope = [
        ("x", "Identity", {"input": exponents}, {}),
        ("op", "MatrixExponential", {"input": "x.output"}, {}),
        ("weighted", "Multiply", {"x": "op.output", "y": weights}, {}),
        ("grads", "AddSymbolicGradients", {"outputs": ["weighted.z"], "inputs": ["x.output"]}, {}),
    ]
    return {
        ("linalg_ops", "CholeskyGrad"): [
            single("CholeskyGrad", "two matrices", ("output",), {"l": lower, "grad": weights}),
            single("CholeskyGrad", "float", ("output",),
                   {"l": lower[0].astype(np.float32), "grad": weights[0].astype(np.float32)}),
            single("CholeskyGrad", "other shapes", ("output",), {"l": lower[0], "grad": np.ones((2, 2))}),
            single("CholeskyGrad", "no square", ("output",), {"l": lower[0, :2], "grad": lower[0, :2]}),
        ],
        ("linalg_ops", "MatrixExponential"): [
            single("MatrixExponential", "two matrices", ("output",), {"input": exponents}),
            single("MatrixExponential", "large", ("output",), {"input": exponents[0] * 4}),
            single("MatrixExponential", "float", ("output",), {"input": exponents[0].astype(np.float32)}),
            case("the gradient", slope, ["grads.grad_outputs[0]"]),
        ],
    }  # fmt: skip


def cases() -> Cases:
    by_file = lookups("V2")
    by_file |= {("math_ops", kind): segments(kind) for kind in COMPILED}
    for part in ("Sum", "Mean", "SqrtN"):
        kind = f"SparseSegment{part}GradV2"
        by_file["math_ops", kind] = chosen(kind)
    return by_file | matrices()
