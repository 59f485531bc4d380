"""Tables of pages with instances say what one flat table would."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from blocks.elaborate.composites.path_table import PathTable, Shifted


def _table(entries: list[tuple[str, Any]]) -> PathTable[Any]:
    table = PathTable[Any]()
    for path, value in entries:
        if isinstance(value, Mapping):
            table.add_part(path, value)  # pyright: ignore[reportUnknownArgumentType]
        else:
            table[path] = value
    return table


def test_a_table_of_instances_is_looked_up_and_gone_through_as_a_flat_one() -> None:
    """Entries keep the order in which they came; an instance has what lies in it, and not its own path."""
    inner = {"x": 1, "deep/y": 2, "": 3}
    table = _table([("a", 0), ("i", inner), ("i", 4), ("b", 5), ("j", inner), ("i/more", 6)])
    flat = {
        "a": 0, "i/x": 1, "i/deep/y": 2, "i/": 3, "i": 4, "b": 5, "j/x": 1, "j/deep/y": 2, "j/": 3, "i/more": 6,
    }  # fmt: skip
    assert list(table.items()) == list(flat.items())
    assert [*table] == [*flat] and len(table) == len(flat) and dict(table) == flat == {**table}
    assert [table[path] for path in flat] == list(table.values()) == list(flat.values())
    for path in ("j", "x", "i/y", "a/x", "i/deep", "/", ""):
        assert path not in table and table.get(path) is None and table.get(path, 7) == 7
        with pytest.raises(KeyError):
            table[path]
    assert table.popitem() == ("i/more", 6) and "i/more" not in table and len(table) == len(flat) - 1


def test_indices_in_an_instance_follow_from_its_first() -> None:
    """Instances of one definition share the table of indices."""
    indices = {"x": 0, "y": 1}
    table = _table([("a", 0), ("i", Shifted(indices, 1)), ("j", Shifted(indices, 3))])
    assert dict(table) == {"a": 0, "i/x": 1, "i/y": 2, "j/x": 3, "j/y": 4}
    assert table["j/y"] == 4 and table.get("j/z") is None


def test_a_newer_table_takes_over_equal_objects_and_tells_the_others() -> None:
    """What is different is found by object; instances whose table is the same are not gone through."""
    old = _table([("a", [0]), ("i", {"x": [1], "y": [2]}), ("j", {"x": [1]}), ("gone", [9])])
    now = _table([("a", [0]), ("i", {"x": [1], "y": [3]}), ("j", {"x": [1]}), ("new/x", [5])])
    kept = now.with_old(old)
    assert dict(kept) == dict(now) and list(kept) == list(now)
    assert dict(kept.different(old)) == {"i/y": [3], "new/x": [5]}
    assert kept.parts["j"] is old.parts["j"] and kept["i/x"] is old["i/x"] and kept["a"] is old["a"]
    assert [path for path, _ in old.different(kept) if path not in kept] == ["gone"]
    flat = dict(old)  # an instance that was by itself before
    assert dict(now.with_old(flat).different(flat)) == {"i/y": [3], "new/x": [5]}
