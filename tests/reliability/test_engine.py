"""Runs: what is not finite is found where it began, what waits for good is told, and lots fall the same every time."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from blocks.base.errors import RunError
from blocks.library.index import find
from blocks.run.debugging.nan_search import Watch
from blocks.run.monitoring.previews import Shown, show
from blocks.run.session import make_stepper
from tests.library.data_flow.test_queues import FLOAT, INT64, STRING, Bench
from tests.reliability.lots import DRAWING, WIRES, Page, block, drawn, session_of

# -- Not finite --------------------------------------------------------------------------------------------------------

# What is planted: a block, the last number of those that fall by one each step for which it is finite, and the word for
# what it is then.
PLANTED = (("Log", 0.5, "NaN"), ("Log", 1.0, "infinite"), ("Sqrt", 0.5, "NaN"), ("Rsqrt", 0.5, "NaN"))
BEFORE = ("Identity", "Square", "Abs", "Softplus")
AFTER = ("Negate", "Identity", "Square", "Exp")


def planted(rng: random.Random) -> tuple[Page, str, int, int, str]:
    """A page, and of the fault in it: the block, the step, how many elements, the word."""
    kind, offset, word = rng.choice(PLANTED)
    step, size = rng.randint(1, 40), rng.randint(1, 6)
    # The number n of the step goes to step - 1 - n + offset: first not finite in this step.
    blocks = [
        block("count", "Variable", initvalues=0.0),
        block("next", "AssignAdd", value=1.0),
        block("left", "Subtract", x=step - 1 + offset),
        block("spread", "Fill", dims=[size]),
    ]
    wires = [["count.ref", "next.ref"], ["next.output_ref", "left.y"], ["left.z", "spread.value"]]
    last = "spread.output"
    finite = [rng.choice(BEFORE) for _ in range(rng.randint(0, 3))]
    for i, each in enumerate(finite):  # beside the way, so that the numbers stay as they are
        blocks.append(block(f"beside{i}", each))
        wires.append([last, f"beside{i}.{pins(each)[0]}"])
    blocks.append(block("planted", kind))
    wires.append([last, f"planted.{pins(kind)[0]}"])
    last = f"planted.{pins(kind)[1]}"
    for i in range(rng.randint(0, 4)):
        each = rng.choice(AFTER)
        blocks.append(block(f"after{i}", each))
        wires.append([last, f"after{i}.{pins(each)[0]}"])
        last = f"after{i}.{pins(each)[1]}"
    rng.shuffle(blocks)
    return (blocks, wires), "planted", step, size, word


def pins(kind: str) -> tuple[str, str]:
    """The first input and the first output of a block type."""
    spec = find(kind)
    assert spec is not None
    return spec.inputs[0].name, spec.outputs[0].name


@pytest.mark.parametrize("seed", range(50))
def test_the_first_block_and_step_that_are_not_finite_are_found(seed: int) -> None:
    rng = random.Random(seed)
    page, name, step, size, word = planted(rng)
    session = session_of(page)
    stepper = make_stepper(session)
    watch = Watch(session, stepper)
    trouble = None
    while trouble is None and session.steps < 100:
        for _ in range(rng.randint(0, 12) if session.steps else 0):  # the first step is looked at, then some are
            stepper.step(keep=False)
        results = stepper.step()
        assert results is not None
        views: dict[str, Shown] = {n: show(v, results.dtypes[n]) for n, v in results.items()}
        trouble = watch.look(views, lambda: None)
    assert trouble is not None
    assert (trouble.page, trouble.block) == ("main", name)
    assert trouble.message.endswith(f", first in step {step}")
    assert word in trouble.message
    assert size == 1 or f" {size} {word} out of {size} elements" in trouble.message


# -- Waiting for good --------------------------------------------------------------------------------------------------


QUEUES = ("FIFOQueue", "RandomShuffleQueue", "PaddingFIFOQueue", "PriorityQueue")


def of_queue(kind: str, what: str) -> tuple[Bench, list[Any], list[Any]]:
    """A bench, who waits there for good, and who would serve them."""
    ranks = ([1], [1, 2]) if kind == "PriorityQueue" else ()
    bench = Bench(kind, shapes=[[]], capacity=1 if what.startswith("full") else -1)
    one = (ranks[0][0], 1.0) if ranks else (1.0,)
    two = (ranks[1], [1.0, 2.0]) if ranks else ([1.0, 2.0],)
    if what == "empty":
        return bench, [bench.use("QueueDequeue")], [bench.use("QueueEnqueue", one)]
    if what == "too few":
        bench.run(bench.use("QueueEnqueue", one))
        return bench, [bench.use("QueueDequeueMany", 3)], [bench.use("QueueEnqueueMany", two)]
    if what == "full":
        bench.run(bench.use("QueueEnqueue", one))
        return bench, [bench.use("QueueEnqueue", one)], [bench.use("QueueDequeue")]
    return bench, [bench.use("QueueEnqueueMany", two)], [bench.use("QueueDequeue")]


def of_stages(what: str) -> tuple[Bench, list[Any], list[Any]]:
    """The same for what keeps values beside queues."""
    bench = Bench("FIFOQueue")
    node, value = bench.node, bench.node("Const", 1.0)
    if what == "stage":
        wait = node("Unstage", dtypes=[FLOAT], shared_name="s")
        return bench, [wait], [node("Stage", [value], shared_name="s")]
    if what == "map":
        key, index = node("Const", 1, dtype=INT64), node("Const", [0])
        wait = node("MapUnstage", key, index, dtypes=[FLOAT], shared_name="s")
        return bench, [wait], [node("MapStage", key, index, [value], dtypes=[FLOAT], shared_name="s")]
    if what == "barrier":
        barrier = node("Barrier", component_types=[FLOAT], shapes=[[]])
        wait = node("BarrierTakeMany", barrier, 1, component_types=[FLOAT])
        keys = node("Const", ["a"], dtype=STRING)
        return bench, [wait], [node("BarrierInsertMany", barrier, keys, [1.0], component_index=0)]
    total = node("ConditionalAccumulator", dtype=FLOAT, shape=[])
    wait = node("AccumulatorTakeGradient", total, 1, dtype=FLOAT)
    return bench, [wait], [node("AccumulatorApplyGradient", total, np.int64(0), value)]


SITUATIONS: dict[str, Callable[[], tuple[Bench, list[Any], list[Any]]]] = {
    **{f"{k}, {w}": partial(of_queue, k, w) for k in QUEUES for w in ("empty", "too few", "full", "full for one")},
    **{what: partial(of_stages, what) for what in ("stage", "map", "barrier", "sum")},
}


WORDS = {"stage": "staging area", "map": "map", "barrier": "barrier", "sum": "accumulator"}


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_step_in_which_everything_waits_ends_and_names_who(name: str) -> None:
    bench, waiting, _ = SITUATIONS[name]()
    with pytest.raises(RunError) as caught:
        bench.run(*waiting)
    assert caught.value.block == waiting[0].name
    assert f"the {WORDS.get(name, 'queue')} " in caught.value.message


@pytest.mark.parametrize("name", SITUATIONS)
@pytest.mark.parametrize("first", [True, False])
def test_nobody_is_told_to_wait_for_good_who_does_not(name: str, first: bool) -> None:
    bench, waiting, serving = SITUATIONS[name]()
    bench.run(*(waiting + serving if first else serving + waiting))


# -- Lots --------------------------------------------------------------------------------------------------------------


_PROGRAM = """
import sys
from tests.reliability.lots import drawn
print(drawn(int(sys.argv[1])))
"""


def test_lots_do_not_hang_on_the_order_of_blocks() -> None:
    assert len({drawn(order) for order in range(96)}) == 1


def test_lots_do_not_hang_on_hashes_and_threads() -> None:
    outputs = {drawn(0)}
    for number in range(4):
        threads = str(1 + number)
        more = {"PYTHONHASHSEED": str(number), "OMP_NUM_THREADS": threads, "OPENBLAS_NUM_THREADS": threads}
        command = [sys.executable, "-c", _PROGRAM, str(number)]
        done = subprocess.run(command, env={**os.environ, **more}, capture_output=True, text=True, check=True)
        outputs.add(done.stdout.strip())
    assert len(outputs) == 1


def test_another_seed_gives_other_lots() -> None:
    first, second = (session_of((DRAWING, WIRES), seed=seed).run() for seed in (1, 2))
    assert all(first[name].tobytes() != second[name].tobytes() for name in first)
