"""Tables with two keys that are none, as TensorFlow 2.21 has them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks import ops
from blocks.base.errors import DiagramError, RunError
from blocks.graph.scope import Scope
from blocks.run.client import ClientSession


def long(*numbers: Any) -> Any:
    return np.array(numbers, np.int64)


EMPTY, DELETED = np.int64(-1), np.int64(-2)


class Dense:
    """A table of vectors of two numbers, by int64 keys of a shape, in a session."""

    def __init__(self, empty: Any = EMPTY, deleted: Any = DELETED, **more: Any) -> None:
        self.root = Scope.new_root_scope()
        given: dict[str, Any] = {"value_dtype": "DT_FLOAT", "value_shape": [2], **more}
        self.table = ops.MutableDenseHashTableV2(ops.Const(self.root, empty), ops.Const(self.root, deleted), **given)
        self.session = ClientSession(self.root)

    def insert(self, keys: Any, values: Any) -> None:
        self.session.run([], {}, [ops.LookupTableInsertV2(self.table, keys, np.array(values, np.float32))])

    def find(self, keys: Any, default: Any = (7, 8)) -> Any:
        [values] = self.session.run([ops.LookupTableFindV2(self.table, keys, np.array(default, np.float32))])
        return values.tolist()

    def size(self) -> int:
        return int(self.session.run([ops.LookupTableSizeV2(self.table)])[0])


def test_entries_come_and_go() -> None:
    table = Dense()
    table.insert(long(1, 2, 3), [[1, 1], [2, 2], [3, 3]])
    assert table.find(long(1, 9)) == [[1, 1], [7, 8]]
    table.session.run([], {}, [ops.LookupTableRemoveV2(table.table, long(2, 9))])
    assert table.size() == 2
    keys, values = table.session.run(
        [*ops.LookupTableExportV2(table.table, Tkeys="DT_INT64", Tvalues="DT_FLOAT").outputs]
    )
    assert (keys.tolist(), values.tolist()) == ([1, 3], [[1, 1], [3, 3]])


def test_keys_may_be_vectors() -> None:
    table = Dense(long(0, 0), long(-1, -1), value_dtype="DT_FLOAT")
    table.insert(long([1, 2], [3, 4], [1, 2]), [[5, 5], [6, 6], [7, 7]])
    assert table.find(long([1, 2], [0, 2]), (-9, -9)) == [[7, 7], [-9, -9]]
    assert table.size() == 2
    with pytest.raises(DiagramError, match="end with"):
        ops.LookupTableFindV2(table.table, long(1, 2, 3), np.zeros(2, np.float32))


@pytest.mark.parametrize(("key", "name"), [(-1, "empty_key"), (-2, "deleted_key")])
def test_two_keys_are_none(key: int, name: str) -> None:
    table = Dense()
    for use in (lambda: table.find(long(key)), lambda: table.insert(long(key), [[1, 1]])):
        with pytest.raises(RunError, match=f"{key} is the {name} of the table"):
            use()
    assert table.size() == 0


@pytest.mark.parametrize(
    ("given", "pin"),
    [
        ({"initial_num_buckets": 5}, "initial_num_buckets"),
        ({"max_load_factor": 1.5}, "max_load_factor"),
        ({"value_shape": [2, 2]}, "value_shape"),
        ({"value_dtype": "DT_STRING"}, "value_dtype"),
        ({"deleted": long(-2)}, "deleted_key"),
        ({"empty": long([0, 0], [0, 0]), "deleted": long([1, 1], [1, 1])}, "empty_key"),
    ],
)
def test_what_is_no_table_is_refused(given: dict[str, Any], pin: str) -> None:
    with pytest.raises(DiagramError) as caught:
        Dense(**given)
    assert caught.value.pin == pin


def test_two_keys_differ() -> None:
    with pytest.raises(RunError, match="different"):
        Dense(deleted=EMPTY).size()
