"""Sparse tensors as strings and in a session's keeping: TensorFlow 2.21's bytes, and its answers to what is wrong."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.base.dtypes import FLOAT, INT64, STRING, VARIANT
from blocks.library.parsing.tensor_messages import read_tensor, write_tensor
from blocks.library.sparse.serialising import (
    DeserializeManySparse,
    SerializeManySparse,
    SerializeSparse,
    TakeManySparseFromTensorsMap,
)
from tests.library.sparse.checks import int64, places, refused, run, single

WORDS = np.array([b"hi", b"there"], object)
# What TensorFlow's SerializeManySparse makes of the words at (0, 1) and (1, 0).
WRITTEN = [
    ["CAkSCBICCAESAggBIggBAAAAAAAAAA==", "CAcSBBICCAEiAwJoaQ==", "CAkSBBICCAEiCAIAAAAAAAAA"],
    ["CAkSCBICCAESAggBIggAAAAAAAAAAA==", "CAcSBBICCAEiBgV0aGVyZQ==", "CAkSBBICCAEiCAIAAAAAAAAA"],
]
STRINGS = np.array([[base64.b64decode(text) for text in row] for row in WRITTEN], object)


def test_bytes_are_those_of_tensorflow() -> None:
    args = (places([0, 1], [1, 0]), WORDS, int64(2, 2))
    assert run(SerializeManySparse, *args) == [STRINGS.tolist()]
    assert run(SerializeManySparse, *args, out_type=VARIANT) == [STRINGS.tolist()]
    assert run(DeserializeManySparse, STRINGS, dtype=STRING) == [[[0, 1], [1, 0]], [b"hi", b"there"], [2, 2]]


def test_long_strings() -> None:
    """A length of 128 or more takes two bytes or more."""
    long = np.array([b"ab", b"c" * 200], object)
    data = write_tensor(long, STRING)
    assert data == b'\x08\x07\x12\x04\x12\x02\x08\x02"\xcd\x01\x02\xc8\x01ab' + b"c" * 200
    assert list(read_tensor(data, STRING)) == list(long)


def test_one_tensor_and_several_of_different_sizes() -> None:
    [one] = run(SerializeSparse, places([0, 1], [2, 2]), single(1, 2), int64(3, 4))
    [other] = run(SerializeSparse, places([0, 1]), single(3), int64(7, 3))
    assert run(DeserializeManySparse, np.array(one, object), dtype=FLOAT) == [[[0, 1], [2, 2]], [1.0, 2.0], [3, 4]]
    both = np.array([one, other], object)
    wanted = [[[0, 0, 1], [0, 2, 2], [1, 0, 1]], [1.0, 2.0, 3.0], [2, 7, 4]]
    assert run(DeserializeManySparse, both, dtype=FLOAT) == wanted
    batch = [[[0, 0, 0, 1], [0, 0, 2, 2], [0, 1, 0, 1]], [1.0, 2.0, 3.0], [1, 2, 7, 4]]
    assert run(DeserializeManySparse, both[None], dtype=FLOAT) == batch


FEW = b'\x08\x07\x12\x04\x12\x02\x08\x09"\x02\x01a'  # a single string, where the shape says nine


def wrong(change: Callable[[Any], None]) -> Any:
    rows = STRINGS.copy()
    change(rows)
    return rows


def put(row: int, column: int, data: bytes) -> Callable[[Any], None]:
    def change(rows: Any) -> None:
        rows[row, column] = data

    return change


@pytest.mark.parametrize(
    ("pin", "match", "rows", "dtype"),
    [
        ("serialized_sparse", "cannot be", wrong(put(1, 0, b"a")), STRING),
        ("serialized_sparse", "do not match", wrong(put(1, 2, write_tensor(int64(1, 2), INT64))), STRING),
        (
            "serialized_sparse",
            "cannot be",
            wrong(put(0, 1, FEW)),
            STRING,
        ),
        ("serialized_sparse", "do not match", wrong(put(0, 0, write_tensor(int64(1), INT64))), STRING),
        ("serialized_sparse", "three strings", STRINGS[:, :2], STRING),
        ("serialized_sparse", "at least one", STRINGS[:0], STRING),
        ("dtype", "not float", STRINGS, FLOAT),
    ],
)
def test_strings_that_are_refused(pin: str, match: str, rows: Any, dtype: Any) -> None:
    refused(DeserializeManySparse, pin, match, rows, dtype=dtype)


@pytest.mark.parametrize(
    ("pin", "match", "indices", "shape"),
    [
        ("sparse_indices", "order", places([1, 0], [0, 0]), int64(2, 3)),
        ("sparse_indices", "occurs twice", places([1, 0], [1, 0]), int64(2, 3)),
        ("sparse_indices", "outside", places([0, 0], [2, 0]), int64(2, 3)),
        ("sparse_shape", "rank 2", places([0], [1]), int64(2)),
    ],
)
def test_rows_that_are_refused(pin: str, match: str, indices: Any, shape: Any) -> None:
    refused(SerializeManySparse, pin, match, indices, single(1, 2), shape)
    refused(blocks.ops.AddManySparseToTensorsMap, pin, match, indices, single(1, 2), shape)


class Keeping:
    """A session that keeps two matrices (under 0 and 1) and a vector (under 2), and takes out what is asked for."""

    def __init__(self) -> None:
        self.root = blocks.Scope.new_root_scope()
        args = [(places([0, 1]), single(1), int64(3, 4)), (places([5, 0]), single(2), int64(6, 2))]
        self.adds = [self._add(*each) for each in (*args, (places([1]), single(3), int64(2)))]
        self.handles = blocks.ops.Placeholder(self.root, dtype=INT64).as_output()
        self.session = blocks.ClientSession(self.root)

    def _add(self, *args: Any) -> Any:
        return blocks.ops.AddSparseToTensorsMap(self.root, *args, shared_name="kept").as_output()

    def take(self, handles: list[int], dtype: Any = FLOAT, name: str = "kept") -> list[Any]:
        node = TakeManySparseFromTensorsMap(self.root, self.handles, dtype=dtype, shared_name=name)
        values = self.session.run(list(node.outputs), {self.handles: np.array(handles, np.int64)})
        return [value.tolist() for value in values]


def test_what_is_kept_is_taken_once() -> None:
    keeping = Keeping()
    assert [value.tolist() for value in keeping.session.run(keeping.adds)] == [0, 1, 2]
    assert keeping.take([1, 0]) == [[[0, 5, 0], [1, 0, 1]], [2.0, 1.0], [2, 6, 4]]
    for handles, match in (([0], "handle 0"), ([2, 2], "handle 2"), ([9], "handle 9"), ([], "at least one")):
        with pytest.raises(blocks.DiagramError, match=match):
            keeping.take(handles)
    with pytest.raises(blocks.DiagramError, match="not float64"):
        keeping.take([2], dtype="DT_DOUBLE")
    assert keeping.take([2]) == [[[0, 1]], [3.0], [1, 2]]  # what was refused is still there
    assert [value.tolist() for value in keeping.session.run(keeping.adds)] == [3, 4, 5]
    with pytest.raises(blocks.DiagramError, match="rank"):
        keeping.take([3, 5])


def test_a_name_that_nobody_keeps_under() -> None:
    keeping = Keeping()
    with pytest.raises(blocks.DiagramError, match="'other'") as caught:
        keeping.take([0], name="other")
    assert caught.value.pin == "shared_name"
