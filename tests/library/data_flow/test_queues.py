"""Queues over several steps, and who waits for whom in one. What comes out is what TensorFlow 2.21 gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import blocks
from blocks.base.errors import DiagramError, RunError
from blocks.graph.scope import Scope
from blocks.library.index import find
from blocks.run.client import ClientSession

FLOAT, INT32, INT64, STRING = "DT_FLOAT", "DT_INT32", "DT_INT64", "DT_STRING"


class Bench:
    """A queue, and a session that uses it one step after the other."""

    def __init__(self, kind: str, types: list[str] | None = None, memory: int | None = None, **attributes: Any) -> None:
        self.root = Scope.new_root_scope()
        self.session = ClientSession(self.root, memory=memory)
        types = [FLOAT] if types is None else types
        self.queue = self.node(kind, component_types=types, **attributes)
        self.types = [INT64, *types] if kind == "PriorityQueue" else types

    def node(self, kind: str, *inputs: Any, **attributes: Any) -> Any:
        spec = find(kind)
        assert spec is not None, kind
        return spec(self.root, *inputs, **attributes)

    def use(self, kind: str, *inputs: Any, **attributes: Any) -> Any:
        """A node that uses the queue; values for a list of components are made constants of the queue's dtypes."""
        if "Dequeue" in kind:
            attributes.setdefault("component_types", self.types)
        given = [self._constants(each) if isinstance(each, tuple) else each for each in inputs]
        return self.node(kind, self.queue, *given, **attributes)

    def _constants(self, values: Any) -> list[Any]:
        return [self.node("Const", value, dtype=t) for value, t in zip(values, self.types, strict=False)]

    def run(self, *nodes: Any) -> list[Any]:
        """One step that runs all these nodes; the values of their outputs."""
        outputs = [o for node in nodes for o in node.outputs]
        return [v.tolist() for v in self.session.run(outputs, run_outputs=[n for n in nodes if not n.outputs])]

    def do(self, kind: str, *inputs: Any, **attributes: Any) -> list[Any]:
        return self.run(self.use(kind, *inputs, **attributes))

    def put(self, *components: Any) -> None:
        self.do("QueueEnqueueMany", components)

    def size(self) -> int:
        return self.do("QueueSize")[0]


def test_first_in_first_out_from_step_to_step() -> None:
    bench = Bench("FIFOQueue", [FLOAT, STRING], shapes=[[2], []])
    bench.put([[1, 2], [3, 4], [5, 6]], ["a", "b", "c"])
    assert bench.do("QueueDequeue") == [[1, 2], b"a"]
    bench.do("QueueEnqueue", ([7, 8], "d"))
    assert bench.do("QueueDequeueMany", 3) == [[[3, 4], [5, 6], [7, 8]], [b"b", b"c", b"d"]]
    assert bench.size() == 0
    assert bench.do("QueueDequeueMany", 0) == [[], []]


def test_elements_are_no_part_of_what_a_step_works_on() -> None:
    bench = Bench("FIFOQueue")
    batch = np.arange(4, dtype=np.float32)
    holder = bench.node("Placeholder", dtype=FLOAT, shape=[4])
    bench.session.run([], {holder: batch}, run_outputs=[bench.node("QueueEnqueueMany", bench.queue, [holder])])
    batch[:] = -1
    assert bench.do("QueueDequeue") == [0]


def test_equal_priorities_leave_in_the_order_in_which_they_came() -> None:
    bench = Bench("PriorityQueue", [STRING], shapes=[[]])
    bench.put([2, 1, 2, -5, 1], ["a", "b", "c", "d", "e"])
    assert bench.do("QueueDequeueMany", 5) == [[-5, 1, 1, 2, 2], [b"d", b"b", b"e", b"a", b"c"]]


def test_elements_of_different_sizes_are_filled_up() -> None:
    bench = Bench("PaddingFIFOQueue", [INT32, STRING], shapes=[[2, None], [None]])
    bench.do("QueueEnqueue", ([[1], [2]], ["x", "y"]))
    bench.do("QueueEnqueue", ([[3, 4, 5], [6, 7, 8]], ["z"]))
    numbers, texts = bench.do("QueueDequeueMany", 2)
    assert numbers == [[[1, 0, 0], [2, 0, 0]], [[3, 4, 5], [6, 7, 8]]]
    assert texts == [[b"x", b"y"], [b"z", b""]]
    assert bench.do("QueueDequeueMany", 0) == [[], []]


def test_filling_up_beyond_the_memory_is_refused_and_loses_nothing() -> None:
    bench = Bench("PaddingFIFOQueue", shapes=[[None, None]], memory=100_000)
    bench.do("QueueEnqueue", (np.zeros((500, 1), np.float32),))
    bench.do("QueueEnqueue", (np.zeros((1, 500), np.float32),))
    with pytest.raises(RunError, match="the result would take 2,000,000 bytes; the limit is 100,000"):
        bench.do("QueueDequeueMany", 2)
    assert bench.size() == 2
    assert np.shape(bench.do("QueueDequeue")[0]) == (500, 1)


def drawn(seed: int, session_seed: int = 0) -> list[float]:
    """The order in which three steps take four elements each out of twenty."""
    bench = Bench("RandomShuffleQueue", shapes=[[]], seed=seed, min_after_dequeue=3)
    bench.session.seed = session_seed
    bench.put(list(range(20)))
    take = bench.use("QueueDequeueMany", 4)
    return [value for _ in range(3) for value in bench.run(take)[0]]


def test_random_order_follows_from_the_seed() -> None:
    first = drawn(7)
    assert first == drawn(7) == drawn(7, session_seed=1) != drawn(8)
    assert len(set(first)) == 12 and set(first) <= set(range(20)) and first != sorted(first)
    assert drawn(0) == drawn(0) != drawn(0, session_seed=1)


def test_every_element_is_as_likely_to_leave_first() -> None:
    bench = Bench("RandomShuffleQueue", shapes=[[]])
    take = bench.use("QueueDequeue")
    bench.put([0, 1, 2, 3])
    clear = bench.use("QueueDequeueMany", 3)
    fill = bench.use("QueueEnqueueMany", ([0, 1, 2, 3],))
    counts = [0] * 4
    for _ in range(400):
        counts[int(bench.run(take)[0])] += 1
        bench.run(clear)
        bench.run(fill)
    assert min(counts) > 57  # 100 are expected; this is five standard deviations below


# -- Waiting -----------------------------------------------------------------------------------------------------------


def test_who_takes_waits_for_who_puts_in_the_same_step() -> None:
    bench = Bench("FIFOQueue", shapes=[[]])
    take = bench.use("QueueDequeueMany", 3)
    puts = [bench.use("QueueEnqueue", (n,)) for n in (1.0, 2.0, 3.0)]
    assert bench.run(take, *puts) == [[1, 2, 3]]


@pytest.mark.parametrize("taker_first", [True, False])
def test_more_elements_than_there_is_room_for_pass_through(taker_first: bool) -> None:
    bench = Bench("FIFOQueue", shapes=[[]], capacity=2)
    make = [lambda: bench.use("QueueEnqueueMany", ([1, 2, 3, 4, 5],)), lambda: bench.use("QueueDequeueMany", 5)]
    nodes = [each() for each in (reversed(make) if taker_first else make)]
    assert bench.run(*nodes) == [[1, 2, 3, 4, 5]]
    assert bench.size() == 0


def test_a_full_queue_that_nobody_empties_is_an_error_that_names_it() -> None:
    bench = Bench("FIFOQueue", capacity=2, shared_name="work")
    with pytest.raises(RunError, match=r"the queue 'work' is full \(its capacity is 2\)") as caught:
        bench.do("QueueEnqueueMany", ([1, 2, 3],))
    assert caught.value.block == "QueueEnqueueMany"
    assert bench.size() == 2  # as in TensorFlow, those for which there was room are in
    assert bench.do("QueueDequeue") == [1]
    assert bench.size() == 1  # nobody waits any longer from the step before


def test_an_empty_queue_that_nobody_fills_is_an_error_that_names_it() -> None:
    bench = Bench("FIFOQueue", shapes=[[]])
    with pytest.raises(RunError, match="the queue 'FIFOQueue' is empty, and no block in this step") as caught:
        bench.do("QueueDequeue")
    assert caught.value.block == "QueueDequeue"
    bench.put([1, 2])
    with pytest.raises(RunError, match="has 2 of 4 elements"):
        bench.do("QueueDequeueMany", 4)
    assert bench.do("QueueDequeueMany", 2) == [[1, 2]]


def test_min_after_dequeue_holds_back_until_the_queue_is_closed() -> None:
    bench = Bench("RandomShuffleQueue", shapes=[[]], min_after_dequeue=2)
    bench.put([1, 2, 3])
    with pytest.raises(RunError, match="3 elements, of which 2 must remain"):
        bench.do("QueueDequeueMany", 2)
    bench.do("QueueClose")
    assert sorted(bench.do("QueueDequeueMany", 3)[0]) == [1, 2, 3]


def test_closing_ends_a_wait_for_elements() -> None:
    bench = Bench("FIFOQueue", shapes=[[]])
    bench.put([1, 2])
    take, close = bench.use("QueueDequeueUpTo", 5), bench.use("QueueClose")
    assert bench.run(take, close) == [[1, 2]]
    with pytest.raises(RunError, match="is closed and has too few elements: 1 requested, 0 available"):
        bench.do("QueueDequeueUpTo", 1)


def test_a_closed_priority_queue_gives_what_is_left() -> None:
    """As it is documented; TensorFlow fails there, and loses the elements."""
    bench = Bench("PriorityQueue", shapes=[[]])
    bench.put([2, 1], [20, 10])
    bench.do("QueueClose")
    assert bench.do("QueueDequeueUpTo", 3) == [[1, 2], [10, 20]]


def test_closing_waits_for_those_who_put_in_before() -> None:
    bench = Bench("FIFOQueue", shapes=[[]], capacity=1)
    put, close = bench.use("QueueEnqueueMany", ([1, 2, 3],)), bench.use("QueueClose")
    late = bench.use("QueueDequeueMany", 3)
    assert bench.run(put, close, late) == [[1, 2, 3]]
    with pytest.raises(RunError, match="is closed: it accepts no more elements"):
        bench.put([4])


def test_closing_can_cancel_those_who_wait_to_put_in() -> None:
    bench = Bench("FIFOQueue", shapes=[[]], capacity=1)
    put, close = bench.use("QueueEnqueueMany", ([1, 2],)), bench.use("QueueClose", cancel_pending_enqueues=True)
    with pytest.raises(RunError, match="was closed before all elements were added"):
        bench.run(put, close)
    assert bench.do("QueueDequeue") == [1]
    assert bench.do("QueueClose", cancel_pending_enqueues=True) == []
    with pytest.raises(RunError, match="is closed: it cannot be closed again"):
        bench.do("QueueClose")


def test_a_closed_queue_keeps_what_it_cannot_give() -> None:
    bench = Bench("FIFOQueue", shapes=[[]])
    bench.put([1, 2, 3])
    bench.do("QueueClose")
    with pytest.raises(RunError, match="too few elements: 4 requested, 3 available"):
        bench.do("QueueDequeueMany", 4)
    assert bench.do("QueueDequeueMany", 3) == [[1, 2, 3]]
    bench.put([])  # nothing is no element


def test_sessions_of_a_page_share_a_queue() -> None:
    diagram = blocks.Diagram()
    page = diagram.add_page("main") if not diagram.pages else diagram.pages[0]
    page.add("FIFOQueue", id="p", component_types=[FLOAT], shared_name="both")
    page.add("FIFOQueue", id="q", component_types=[FLOAT], shared_name="both")
    page.add("Const", id="x", val=[1.5, 2.5])
    page.add("QueueEnqueueMany", id="put")
    page.add("QueueDequeue", id="get", component_types=[FLOAT])
    page.add("ClientSession", id="first")
    page.add("ClientSession", id="second")
    wires = (
        ("q.handle", "get.handle"),
        ("p.handle", "put.handle"),
        ("x.output", "put.components"),
        ("get.components", "first.fetch_outputs"),
        ("put.operation", "second.run_outputs"),
    )
    for source, target in wires:
        page.wire(source, target)
    session = blocks.Session(diagram)
    assert session.run()["get.result_components[0]"] == 1.5
    assert session.run()["get.result_components[0]"] == 2.5


# -- Refusals ----------------------------------------------------------------------------------------------------------


IMPOSSIBLE: list[tuple[str, dict[str, Any], str, str]] = [
    ("FIFOQueue", {"shapes": [[], []]}, "shapes", "1 components need one shape each, got 2"),
    ("FIFOQueue", {"shapes": [[None]]}, "shapes", r"the shape \[\?\] must be known"),
    ("FIFOQueue", {"types": []}, "component_types", "needs at least 1"),
    ("PaddingFIFOQueue", {}, "shapes", "need one shape each, got 0"),
    ("PaddingFIFOQueue", {"shapes": [None]}, "shapes", "the rank of each component must be known"),
    ("PriorityQueue", {"shapes": []}, "shapes", "at least one component"),
    ("RandomShuffleQueue", {"min_after_dequeue": -1}, "min_after_dequeue", "must be at least 0, got -1"),
    ("RandomShuffleQueue", {"min_after_dequeue": 3, "capacity": 3}, "min_after_dequeue", "less than the capacity"),
]


@pytest.mark.parametrize(("kind", "attributes", "pin", "text"), IMPOSSIBLE)
def test_queues_that_cannot_be(kind: str, attributes: dict[str, Any], pin: str, text: str) -> None:
    with pytest.raises(DiagramError, match=text) as caught:
        Bench(kind, **attributes)
    assert caught.value.pin == pin


@pytest.mark.parametrize(
    ("kind", "inputs", "attributes", "pin", "text"),
    [
        ("QueueEnqueue", (([1.0, 2.0],),), {}, "components", "needs dtypes float32, int32, got float32"),
        ("QueueEnqueue", (([1.0, 2.0, 3.0], 3),), {}, "components", r"needs elements of shape \[2\], got \[3\]"),
        ("QueueEnqueueMany", (([[1.0, 2.0]], [3, 4]),), {}, "components", "different numbers of elements: 1, 2"),
        ("QueueEnqueueMany", (([[1.0, 2.0]], 3),), {}, "components", "got a scalar"),
        ("QueueEnqueue", (([1.0, 2.0], 3),), {"timeout_ms": 5}, "timeout_ms", "timeouts"),
        ("QueueDequeue", (), {"component_types": [FLOAT]}, "component_types", "has dtypes float32, int32, not float32"),
        ("QueueDequeueMany", (-1,), {}, "n", "must be 0 or more, got -1"),
        ("QueueDequeueUpTo", ([1, 2],), {}, "n", "n must be a scalar"),
    ],
)
def test_uses_that_do_not_fit(kind: str, inputs: Any, attributes: dict[str, Any], pin: str, text: str) -> None:
    bench = Bench("FIFOQueue", [FLOAT, INT32], shapes=[[2], []])
    with pytest.raises(DiagramError, match=text) as caught:
        bench.do(kind, *inputs, **attributes)
    assert caught.value.pin == pin
    assert bench.size() == 0


def test_elements_without_shapes_can_only_be_taken_one_by_one() -> None:
    bench = Bench("FIFOQueue")
    bench.put([1, 2])
    with pytest.raises(RunError, match="one at a time"):
        bench.do("QueueDequeueMany", 1)
    assert bench.do("QueueDequeue") == [1]


def test_queues_of_one_name_must_be_declared_alike() -> None:
    bench = Bench("FIFOQueue", shared_name="a", capacity=3)
    other = bench.node("FIFOQueue", component_types=[FLOAT], shared_name="a", capacity=4)
    with pytest.raises(RunError, match="is also used by FIFOQueue"):
        bench.run(bench.use("QueueSize"), bench.node("QueueSize", other))


def test_what_is_kept_counts_against_the_memory() -> None:
    bench = Bench("FIFOQueue", [STRING], memory=100_000)
    element = ["x" * 30_000]
    for _ in range(3):
        bench.do("QueueEnqueue", (element,))
    with pytest.raises(RunError, match="the queue 'FIFOQueue' would take 30,024 bytes; other tensors take 90,072"):
        bench.do("QueueEnqueue", (element,))
    bench.do("QueueDequeue")
    bench.do("QueueEnqueue", (element,))
    assert bench.size() == 3


def test_shapes_are_known_ahead_where_the_queue_says_them() -> None:
    bench = Bench("PaddingFIFOQueue", [FLOAT, INT32], shapes=[[2, None], []])
    assert [o.shape for o in bench.use("QueueDequeue").outputs] == [(2, None), ()]
    assert [o.shape for o in bench.use("QueueDequeueMany", 3).outputs] == [(3, 2, None), (3,)]
    assert [o.shape for o in bench.use("QueueDequeueUpTo", 3).outputs] == [(None, 2, None), (None,)]
