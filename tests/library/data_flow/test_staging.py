"""Staging areas, maps and barriers over several steps. What comes out is what TensorFlow 2.21 gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks.base.errors import DiagramError, RunError
from blocks.graph.scope import Scope
from blocks.library.index import find
from blocks.run.client import ClientSession

FLOAT, INT32, STRING = "DT_FLOAT", "DT_INT32", "DT_STRING"
FIRST = -(2**63)
WAITS = "and no block in this step"


class Bench:
    """A graph, and a session that runs its nodes one after the other."""

    def __init__(self, memory: int | None = None) -> None:
        self.root = Scope.new_root_scope()
        self.session = ClientSession(self.root, memory=memory)

    def node(self, kind: str, *inputs: Any, **attributes: Any) -> Any:
        spec = find(kind)
        assert spec is not None, kind
        return spec(self.root, *inputs, **attributes)

    def run(self, *nodes: Any) -> list[Any]:
        outputs = [o for node in nodes for o in node.outputs]
        return [v.tolist() for v in self.session.run(outputs, run_outputs=[n for n in nodes if not n.outputs])]

    def do(self, kind: str, *inputs: Any, **attributes: Any) -> list[Any]:
        return self.run(self.node(kind, *inputs, **attributes))


# -- Staging areas -----------------------------------------------------------------------------------------------------


def stage(bench: Bench, *values: Any, **limits: int) -> Any:
    return bench.node("Stage", [np.array(v) for v in values], shared_name="a", **limits)


def test_a_full_area_waits_for_who_takes() -> None:
    bench = Bench()
    first, second = stage(bench, [1.0], capacity=1), stage(bench, [2.0], capacity=1)
    take = bench.node("Unstage", dtypes=["DT_DOUBLE"], shared_name="a")
    assert bench.run(first, second, take) == [[1.0]]
    with pytest.raises(RunError, match=rf"the staging area 'a' is full \(its capacity is 1\), {WAITS}"):
        bench.run(stage(bench, [3.0], capacity=1))
    assert bench.run(take) == [[2.0]]
    with pytest.raises(RunError, match=f"the staging area 'a' is empty, {WAITS}"):
        bench.run(take)


def test_the_first_to_use_an_area_decides_its_limits() -> None:
    bench = Bench()
    assert bench.do("StageSize", dtypes=[FLOAT], shared_name="a") == [0]
    bench.run(stage(bench, np.zeros(10, np.float32), memory_limit=16))
    assert bench.do("StageSize", dtypes=[FLOAT], shared_name="a") == [1]
    with pytest.raises(RunError, match="the values take 40 bytes, but the memory_limit of the staging area 'b' is 16"):
        bench.do("Stage", [np.zeros(10, np.float32)], shared_name="b", memory_limit=16)


def test_what_is_looked_at_stays_as_it_is() -> None:
    bench = Bench()
    bench.run(stage(bench, np.array([1.0, 2.0], np.float32)))
    peek = bench.node("StagePeek", 0, dtypes=[FLOAT], shared_name="a")
    doubled = peek.outputs[0] + peek.outputs[0]
    assert bench.session.run([doubled.as_output()])[0].tolist() == [2.0, 4.0]
    assert bench.run(peek) == [[1.0, 2.0]]


@pytest.mark.parametrize(
    ("index", "dtypes", "text"),
    [
        (0, [FLOAT, FLOAT], "needs dtypes float32, float32, got float32"),
        (0, [INT32], "needs dtypes int32, got float"),
        (1, [FLOAT], f"has 1 elements, none at 1, {WAITS}"),
        (-1, [FLOAT], "index must be 0 or more"),
        ([0], [FLOAT], "index must be a scalar"),
    ],
)
def test_elements_that_are_not_there(index: Any, dtypes: list[str], text: str) -> None:
    bench = Bench()
    bench.run(stage(bench, np.array([1.0], np.float32)))
    with pytest.raises(DiagramError, match=text):
        bench.do("StagePeek", index, dtypes=dtypes, shared_name="a")


# -- Maps --------------------------------------------------------------------------------------------------------------


def put(bench: Bench, key: Any, indices: Any, *values: Any, dtypes: list[str], **limits: int) -> Any:
    given = [bench.node("Const", v) if isinstance(v, str) else np.array(v, np.float32) for v in values]
    indices = np.array(indices, np.int32)
    return bench.node("MapStage", key, indices, given, dtypes=dtypes, shared_name="m", **limits)


def take(bench: Bench, key: Any, indices: list[int], dtypes: list[str], kind: str = "MapUnstage") -> list[Any]:
    return bench.do(kind, key, np.array(indices, np.int32), dtypes=dtypes, shared_name="m")


def sizes(bench: Bench, dtypes: list[str]) -> list[int]:
    """Whole and incomplete elements."""
    kinds = ("MapSize", "MapIncompleteSize")
    return [bench.do(kind, dtypes=dtypes, shared_name="m")[0] for kind in kinds]


def test_elements_come_and_go_in_parts() -> None:
    bench, both = Bench(), [FLOAT, STRING]
    bench.run(put(bench, 5, [1], "b", dtypes=both))
    assert sizes(bench, both) == [0, 1]
    bench.run(put(bench, 5, [0], [1.0, 2.0], dtypes=both))
    assert sizes(bench, both) == [1, 0]
    assert take(bench, 5, [0, 1], both, "MapPeek") == [[1.0, 2.0], b"b"]
    assert take(bench, 5, [1], [STRING]) == [b"b"]
    with pytest.raises(RunError, match="tensor 1 of the element with key 5"):
        take(bench, 5, [1], [STRING])
    assert sizes(bench, both) == [1, 0]
    assert take(bench, 5, [0], [FLOAT]) == [[1.0, 2.0]]
    assert sizes(bench, both) == [0, 0]


def test_of_two_whole_elements_of_one_key_the_first_stays() -> None:
    bench = Bench()
    for value in (1.0, 2.0):
        bench.run(put(bench, 1, [0], value, dtypes=[FLOAT]))
    assert sizes(bench, [FLOAT]) == [1, 0]
    assert take(bench, 1, [0], [FLOAT]) == [1.0]


def test_limits_of_a_map() -> None:
    bench, both = Bench(), [FLOAT, FLOAT]
    bench.run(put(bench, 1, [0, 1], 1.0, 2.0, dtypes=both, capacity=1))
    bench.run(put(bench, 2, [0], 1.0, dtypes=both))
    bench.run(put(bench, 2, [1], 1.0, dtypes=both))  # completed, it is let in, as in TensorFlow
    assert sizes(bench, both) == [2, 0]
    with pytest.raises(RunError, match=rf"the map 'm' is full \(its capacity is 1\), {WAITS}"):
        bench.run(put(bench, 3, [0, 1], 1.0, 2.0, dtypes=both))
    other = Bench()
    other.run(put(other, 1, [0], [1.0] * 3, dtypes=[FLOAT], memory_limit=16))
    with pytest.raises(RunError, match="its memory_limit is 16 bytes"):
        other.run(put(other, 2, [0], [1.0] * 3, dtypes=[FLOAT]))
    with pytest.raises(RunError, match="the values take 20 bytes, but the memory_limit of the map 'm' is 16"):
        other.run(put(other, 2, [0], [1.0] * 5, dtypes=[FLOAT]))


def test_a_key_is_waited_for() -> None:
    bench = Bench()
    late = put(bench, 4, [0], 8.0, dtypes=[FLOAT])
    early = bench.node("MapUnstage", 4, np.array([0], np.int32), dtypes=[FLOAT], shared_name="m")
    assert bench.run(early, late) == [8.0]
    with pytest.raises(RunError, match=f"the map 'm' has no element with the key 4, {WAITS}"):
        bench.run(early)


def test_ordered_maps_give_the_smallest_key_and_are_apart_from_others() -> None:
    bench, zero = Bench(), np.array([0], np.int32)
    for key in (3, -1, 7):
        bench.do("OrderedMapStage", key, zero, [np.float32(key)], dtypes=[FLOAT], shared_name="m")
    assert sizes(bench, [FLOAT]) == [0, 0]
    anyone = bench.node("OrderedMapUnstageNoKey", zero, dtypes=[FLOAT], shared_name="m")
    assert [bench.run(anyone) for _ in range(3)] == [[-1, -1.0], [3, 3.0], [7, 7.0]]
    with pytest.raises(RunError, match="is empty"):
        bench.run(anyone)


@pytest.mark.parametrize(
    ("key", "indices", "values", "pin", "text"),
    [
        ([1, 2], [0], [1.0], "key", r"key must have one element, got shape \[2\]"),
        (1, [1, 0], [1.0, 2.0], "indices", "ascending order"),
        (1, [0, 0], [1.0, 2.0], "indices", "ascending order"),
        (1, [2], [1.0], "indices", "there is no tensor 2 in an element of 2"),
        (1, [-1], [1.0], "indices", "there is no tensor -1 in an element of 2"),
        (1, [], [1.0], "indices", "at least one index"),
        (1, [0], [1.0, 2.0], "values", "1 indices need one value each, got 2"),
        (1, [0], ["a"], "values", "needs dtypes float32, got string"),
        (9, [0], [1.0], "indices", "already has tensor 0 of the key 9"),
    ],
)
def test_parts_that_a_map_refuses(key: Any, indices: Any, values: Any, pin: str, text: str) -> None:
    bench, both = Bench(), [FLOAT, FLOAT]
    bench.run(put(bench, 9, [0], 1.0, dtypes=both))
    with pytest.raises(DiagramError, match=text) as caught:
        bench.run(put(bench, key, indices, *values, dtypes=both))
    assert caught.value.pin == pin
    assert sizes(bench, both) == [0, 1]


# -- Barriers ----------------------------------------------------------------------------------------------------------


class WithBarrier(Bench):
    """A barrier of some scalar floats."""

    def __init__(self, components: int = 1, memory: int | None = None) -> None:
        super().__init__(memory)
        self.types = [FLOAT] * components
        self.barrier = self.node("Barrier", component_types=self.types, shapes=[[]] * components)

    def insert(self, keys: list[str], values: Any, component: int = 0) -> Any:
        given = self.node("Const", keys, dtype=STRING)
        floats = np.array(values, np.float32)
        return self.node("BarrierInsertMany", self.barrier, given, floats, component_index=component)

    def take(self, count: Any, **attributes: Any) -> Any:
        return self.node("BarrierTakeMany", self.barrier, count, component_types=self.types, **attributes)

    def close(self, cancel: bool = False) -> Any:
        return self.node("BarrierClose", self.barrier, cancel_pending_enqueues=cancel)

    def sizes(self) -> list[int]:
        """Complete and incomplete elements."""
        return [self.do(kind, self.barrier)[0] for kind in ("BarrierReadySize", "BarrierIncompleteSize")]


def test_elements_leave_in_the_order_of_their_keys() -> None:
    bench = WithBarrier(2)
    bench.run(bench.insert(["a", "b"], [1, 2]))
    bench.run(bench.insert(["c"], [3]))
    bench.run(bench.insert(["c", "b"], [4, 5], 1))
    assert bench.sizes() == [2, 1]
    assert bench.run(bench.take(2)) == [[FIRST, FIRST + 1], [b"b", b"c"], [2, 3], [5, 4]]
    bench.run(bench.insert(["a"], [6], 1))
    assert bench.run(bench.take(1)) == [[FIRST], [b"a"], [1], [6]]
    assert bench.run(bench.take(0)) == [[], [], [], []]


def test_a_key_may_come_again_when_its_element_is_complete() -> None:
    bench = WithBarrier()
    bench.run(bench.insert(["a", "a", "b"], [1, 2, 3]))
    assert bench.run(bench.take(3)) == [[FIRST] * 3, [b"a", b"a", b"b"], [1, 2, 3]]


def test_what_comes_before_a_refused_key_is_in() -> None:
    bench = WithBarrier(2)
    with pytest.raises(RunError, match="already has component 0 of the key 'a'"):
        bench.run(bench.insert(["b", "a", "a"], [1, 2, 3]))
    assert bench.sizes() == [0, 2]
    bench.run(bench.insert(["a"], [1], 1))
    bench.run(bench.insert(["c"], [1], 0))
    bench.run(bench.insert(["c"], [1], 1))
    assert bench.run(bench.take(2)) == [[FIRST, FIRST], [b"a", b"c"], [2, 1], [1, 1]]


def test_takers_wait_until_enough_is_complete() -> None:
    bench = WithBarrier()
    early, late = bench.take(2), bench.insert(["a", "b"], [1, 2])
    assert bench.run(early, late) == [[FIRST, FIRST], [b"a", b"b"], [1, 2]]
    bench.run(bench.insert(["c"], [3]))
    with pytest.raises(RunError, match=f"the barrier 'Barrier' has 1 of 2 elements, {WAITS}"):
        bench.run(bench.take(2, allow_small_batch=True))  # fewer will do only when it is closed
    assert bench.sizes() == [1, 0]


def test_a_closed_barrier_completes_what_was_begun() -> None:
    bench = WithBarrier(2)
    bench.run(bench.insert(["a", "b"], [1, 2]))
    bench.run(bench.insert(["a"], [3], 1))
    bench.run(bench.close())
    with pytest.raises(RunError, match="does not accept the new key 'z'"):
        bench.run(bench.insert(["z"], [1]))
    with pytest.raises(RunError, match=WAITS):
        bench.run(bench.take(2))
    with pytest.raises(RunError, match="too few elements: 3 requested, 2 available"):
        bench.run(bench.take(3))
    assert bench.run(bench.take(2, allow_small_batch=True)) == [[FIRST], [b"a"], [1], [3]]
    bench.run(bench.insert(["b"], [4], 1))
    assert bench.run(bench.take(1)) == [[FIRST], [b"b"], [2], [4]]
    with pytest.raises(RunError, match="it cannot be closed again"):
        bench.run(bench.close())
    with pytest.raises(RunError, match="it accepts no more elements"):
        bench.run(bench.insert(["b"], [4], 1))
    with pytest.raises(RunError, match="too few elements: 1 requested, 0 available"):
        bench.run(bench.take(1, allow_small_batch=True))


def test_cancelling_drops_what_was_begun() -> None:
    bench = WithBarrier(2)
    bench.run(bench.insert(["a"], [1]))
    bench.run(bench.close())
    bench.run(bench.close(cancel=True))
    assert bench.sizes() == [0, 0]
    with pytest.raises(RunError, match="it accepts no more elements"):
        bench.run(bench.insert([], []))


IMPOSSIBLE: list[tuple[dict[str, Any], str, str]] = [
    ({"shapes": []}, "shapes", "1 components need one shape each, got 0"),
    ({"shapes": [[None]]}, "shapes", "must be known"),
    ({"shapes": [[]], "capacity": 5}, "capacity", "capacity must be -1, got 5"),
]


@pytest.mark.parametrize(("attributes", "pin", "text"), IMPOSSIBLE)
def test_barriers_that_cannot_be(attributes: dict[str, Any], pin: str, text: str) -> None:
    with pytest.raises(DiagramError, match=text) as caught:
        Bench().node("Barrier", component_types=[FLOAT], **attributes)
    assert caught.value.pin == pin


@pytest.mark.parametrize(
    ("keys", "values", "component", "pin", "text"),
    [
        (["a"], [1], 1, "component_index", "component 1 does not exist"),
        (["a"], [1], -1, "component_index", "component_index must be at least 0"),
        (["a", "b"], [1], 0, "values", "2 keys need one value each, got 1"),
        (["a"], 1, 0, "values", "got a scalar"),
        (["a"], [[1, 2]], 0, "values", r"needs values of shape \[\] for component 0, got \[2\]"),
    ],
)
def test_insertions_that_do_not_fit(keys: list[str], values: Any, component: int, pin: str, text: str) -> None:
    bench = WithBarrier()
    with pytest.raises(DiagramError, match=text) as caught:
        bench.run(bench.insert(keys, values, component))
    assert caught.value.pin == pin
    assert bench.sizes() == [0, 0]


def test_takes_that_do_not_fit() -> None:
    bench = WithBarrier()
    for count, attributes, pin in (
        (-1, {}, "num_elements"),
        ([1], {}, "num_elements"),
        (1, {"timeout_ms": 5}, "timeout_ms"),
    ):
        with pytest.raises(DiagramError) as caught:
            bench.take(count, **attributes)
        assert caught.value.pin == pin


def test_memory_is_one_limit_for_all_that_is_kept() -> None:
    bench = WithBarrier(2, memory=10_000)
    bench.run(bench.insert([f"k{i}" for i in range(1500)], np.zeros(1500)))
    with pytest.raises(RunError, match="other tensors take 6,000"):
        bench.do("Stage", [np.zeros(1500, np.float32)], shared_name="a")
    bench.run(bench.insert([f"k{i}" for i in range(500)], np.zeros(500), 1))
    bench.run(bench.take(500))
    bench.do("Stage", [np.zeros(1500, np.float32)], shared_name="a")
