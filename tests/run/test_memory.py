"""One limit for all tensors of a process that are alive together; the block that would pass it is named."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest

import blocks
from blocks.base import budget
from blocks.base.budget import ALIVE
from blocks.base.errors import RunError
from blocks.document.model import Diagram, PageView
from blocks.run.debugging.timeline import Timeline
from blocks.run.session import stepping

LIMIT = 10_000_000
WIDE = [700, 700]
"""The shape of a tensor of 2 MB: five of them fit."""


def fill(page: PageView, block: str, dims: list[int] = WIDE, value: float = 1.0) -> str:
    page.add("Fill", id=block, dims=dims, value=value)
    return f"{block}.output"


def results(page: PageView) -> dict[str, Any]:
    for i in range(8):
        fill(page, f"f{i}", value=float(i))
    return {}


def chain(page: PageView, length: int = 8) -> str:
    page.add("Placeholder", id="x", dtype="DT_FLOAT", shape=WIDE)
    last = "x.output"
    for i in range(length):
        page.add("MatMul", id=f"s{i}")
        page.wire(last, f"s{i}.a")
        page.wire("x.output", f"s{i}.b")
        last = f"s{i}.product"
    page.add("Sum", id="loss", axis=[0, 1])
    page.wire(last, "loss.input")
    return "loss.output"


def fed() -> dict[str, Any]:
    return {"x": np.full(WIDE, 0.01, np.float32)}


def gradient(page: PageView) -> dict[str, Any]:
    page.add("AddSymbolicGradients", id="g")
    page.wire(chain(page), "g.outputs")
    page.wire("x.output", "g.inputs")
    return {"fetch": ["g"], "feed": fed()}


def watched(page: PageView) -> dict[str, Any]:
    return {**gradient(page), "watch": "loss"}


def sizes_known_late(page: PageView) -> dict[str, Any]:
    page.add("Variable", id="n", initvalues=WIDE, dtype="DT_INT32")
    for i in range(8):
        page.add("Fill", id=f"f{i}", value=float(i))
        page.wire("n.ref", f"f{i}.dims")
    return {}


def variables(page: PageView) -> dict[str, Any]:
    for i in range(8):
        page.add("Variable", id=f"v{i}", shape=WIDE, dtype="DT_FLOAT")
        page.wire(fill(page, f"f{i}", value=float(i)), f"v{i}.initvalues")
    return {}


def strings(page: PageView) -> dict[str, Any]:
    page.add("Const", id="s0", val="x" * 100, dtype="DT_STRING")
    last = "s0.output"
    for i in range(1, 19):
        page.add("StringJoin", id=f"s{i}")
        page.wire(last, f"s{i}.inputs")
        page.wire(last, f"s{i}.inputs")
        last = f"s{i}.output"
    return {"fetch": ["s18"]}


def queue(page: PageView) -> dict[str, Any]:
    page.add("FIFOQueue", id="q", component_types=["DT_FLOAT"])
    page.add("QueueEnqueue", id="put")
    page.wire("q.handle", "put.handle")
    page.wire(fill(page, "f"), "put.components")
    return {"steps": 8}


def rounds(page: PageView) -> dict[str, Any]:
    """A loop of which nobody knows how often it goes round keeps each of its small values for its gradient."""
    body, test = (page.diagram.add_composite(name) for name in ("Body", "Test"))
    for canvas in (body, test):
        canvas.add("InputPin", id="h", dtype="DT_FLOAT", shape=[2000])
    body.add("Sin", id="sin")
    body.add("OutputPin", id="out", name="h")
    body.wire("h.output", "sin.x")
    body.wire("sin.y", "out.input")
    test.add("Sum", id="sum", axis=[0])
    test.add("Greater", id="more", y=40.0)
    test.add("OutputPin", id="out")
    test.wire("h.output", "sum.input")
    test.wire("sum.output", "more.x")
    test.wire("more.z", "out.input")
    page.add("While", id="loop", condition=":Test", body=":Body")
    page.wire(fill(page, "f", [2000]), "loop.h")
    page.add("L2Loss", id="loss")
    page.wire("loop.h", "loss.t")
    page.add("AddSymbolicGradients", id="g")
    page.wire("loss.output", "g.outputs")
    page.wire("f.output", "g.inputs")
    return {"fetch": ["g"]}


@pytest.mark.parametrize(
    "make", [results, gradient, watched, sizes_known_late, variables, strings, queue, rounds], ids=lambda f: f.__name__
)
def test_what_passes_the_limit_is_refused_by_its_block(make: Callable[[PageView], dict[str, Any]]) -> None:
    page = Diagram().add_page("main")
    options = make(page)
    watch = options.pop("watch", None)

    def run(memory: int) -> None:
        session = blocks.Session(page, memory=memory)
        session.watch(watch)
        for _ in range(2 if options.get("steps", 1) == 1 else 1):  # the first step is run in another way
            session.run(**options)

    tracemalloc.start()
    try:
        with pytest.raises(RunError, match="10,000,000") as raised:
            run(LIMIT)
        assert tracemalloc.get_traced_memory()[1] < 2 * LIMIT + (1 << 25)  # that is set aside, and not used
    finally:
        tracemalloc.stop()
    assert raised.value.block
    run(20 * LIMIT)


def test_what_is_let_go_makes_room() -> None:
    page = Diagram().add_page("main")
    chain(page)
    session = blocks.Session(page, memory=LIMIT)
    with stepping(session, ["loss"], fed()) as stepper:
        for _ in range(3):
            stepper.step(keep=False)
    other = blocks.Session(page, memory=LIMIT)  # what lives already does not count
    kept = [other.run(["s0"], fed())["s0.result_product"] for _ in range(2)]
    with pytest.raises(RunError, match="all tensors together"):
        kept += [other.run(["s0"], fed())["s0.result_product"] for _ in range(4)]
    del kept, session
    other.run(["s0"], fed())


def test_no_garbage_is_collected_for_a_run_before_which_no_array_is_alive() -> None:
    alive = budget._Alive()  # pyright: ignore[reportPrivateUsage]
    with mock.patch.object(gc, "collect") as collect:
        assert alive.before() is None
        collect.assert_not_called()
        kept = np.zeros(10)
        alive.hold(kept, 1)
        before = alive.before()
        collect.assert_called_once()
    assert before is not None and before.size == kept.nbytes


def test_states_of_earlier_steps_count(tmp_path: Path) -> None:
    page = Diagram().add_page("main")
    page.add("Variable", id="w", shape=WIDE, dtype="DT_FLOAT")
    page.wire(fill(page, "zero", value=0.0), "w.initvalues")
    page.add("AssignAdd", id="more")
    page.wire("w.ref", "more.ref")
    page.wire(fill(page, "one"), "more.value")
    session = blocks.Session(page, memory=4 * LIMIT)
    timeline = Timeline(session)
    before = ALIVE.used
    session.run(steps=40)
    assert timeline.memory == LIMIT
    assert ALIVE.used - before < 2 * LIMIT
    assert timeline.last == 40 and timeline.first == 0


def test_a_container_has_less_than_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "max").write_text("max\n")
    (tmp_path / "limit").write_text(f"{1 << 30}\n")
    monkeypatch.setattr(budget, "CONTAINERS", [str(tmp_path / name) for name in ("none", "max", "limit")])
    budget._machine.cache_clear()  # pyright: ignore[reportPrivateUsage]
    try:
        assert budget.Memory.of() == (1 << 29, 1 << 29, None)
    finally:
        budget._machine.cache_clear()  # pyright: ignore[reportPrivateUsage]


def test_a_view_takes_nothing() -> None:
    page = Diagram().add_page("main")
    last = fill(page, "f")
    for i in range(20):
        page.add("Reshape", id=f"r{i}", shape=[490, 1000] if i % 2 else WIDE)
        page.wire(last, f"r{i}.tensor")
        last = f"r{i}.output"
    blocks.Session(page, memory=LIMIT).run()
