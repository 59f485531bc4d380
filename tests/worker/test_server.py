"""The process that runs pages: what it gives is what a session gives, it is stopped inside a kernel, it may crash."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from threading import Thread
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from blocks.base.dtypes import FLOAT
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.document.data import Block, Definition, Page, PromotedValue
from blocks.document.model import Diagram
from blocks.run.live.program import Live
from blocks.run.monitoring.previews import Shown
from blocks.run.stepping import RunFrame
from blocks.worker.frames import LARGE, Channel, Message
from blocks.worker.page_checks import examine, unpacked
from blocks.worker.pages import all_patched, difference, differences, patched
from blocks.worker.process import WorkerProcess
from blocks.worker.results import ResultDecoder, frame_of, values_of
from blocks.worker.state import PageSource, SavedState
from tests.run.pages import block, const, diagram, variable
from tests.run.planted import PATIENCE, in_workers, wait_for
from tests.run.test_loops import counting_loop

COUNT = diagram([variable("v", 0.0), const("one", 1.0), block("up", "AssignAdd")], "v.ref>up.ref one.output>up.value")


class Hearing:
    """A worker, and what it says."""

    def __init__(self) -> None:
        self.process = WorkerProcess()
        self.said: queue.SimpleQueue[Message | DiagramError | None] = queue.SimpleQueue()
        self.process.attend(self.said.put, self.said.put)
        self.results = ResultDecoder[Shown](lambda shown: shown)
        self.values: dict[Any, Any] = {}
        self.jobs = 0

    def run(self, page: Diagram, steps: int | None = 1) -> None:
        self.jobs += 1
        data: dict[str, Any] = {"kind": "run", "page": 0, "job": self.jobs, "paused": False, "fetch": [], "watched": ""}
        self.process.send({**data, "steps": steps}, source(page))

    def next(self, kind: str) -> Message:
        """The next message of a kind; those before it are taken note of."""
        while True:
            message = self.said.get(timeout=PATIENCE)
            assert isinstance(message, Message), message
            if message.data["kind"] == "state":
                self.values = values_of(message.data["values"], self.values, message.arrays)
            if message.data["kind"] == kind:
                return message

    def frame(self) -> RunFrame[Shown]:
        message = self.next("frame")
        return frame_of(message.data, self.results.unpack(message.data["results"], message.arrays), message.arrays)

    def end(self) -> DiagramError:
        """What is said of its end."""
        while isinstance(message := self.said.get(timeout=PATIENCE), Message):
            pass
        assert message is not None
        return message


@pytest.fixture
def heard() -> Iterator[Hearing]:
    hearing = Hearing()
    yield hearing
    hearing.process.close()


def source(page: Diagram) -> PageSource:
    return PageSource(page.pages[0].snapshot(), {}, None)


@pytest.mark.parametrize("value", [
    np.float32(2.5), np.arange(6).reshape(2, 3), np.zeros((0, 4), np.int8), np.array([True, False]),
    np.array([1 + 2j], np.complex64), np.array([1.5, -2.0], ml_dtypes.bfloat16), np.array([[b"", b"\0a"]], object),
    np.arange(LARGE, dtype=np.float64).reshape(2, -1), np.arange(24.0).reshape(4, 6).T, np.array([3, -4], ">i2"),
    np.array([b"x" * LARGE, b"y"], object), np.broadcast_to(np.float64(1.0), (3, 2)), np.array([1, 7], ml_dtypes.int4),
], ids=lambda value: f"{value.dtype.name}{value.shape}")  # fmt: skip
def test_arrays_arrive_as_they_were_sent(value: Array) -> None:
    reading, writing = os.pipe()
    with FileIO(reading, "rb") as source, FileIO(writing, "wb") as target:
        channel = Channel(source, target)
        sender = Thread(target=channel.send, args=({"n": float("nan"), "kind": "é"}, [value, np.asarray(7.0), value]))
        sender.start()
        message = channel.receive()
        sender.join()
        target.close()
        assert channel.receive() is None
    assert message is not None and message.data["kind"] == "é" and message.data["n"] != message.data["n"]
    for arrived in (message.arrays[0], message.arrays[2]):
        assert arrived.shape == value.shape and arrived.dtype == value.dtype.newbyteorder("=")
        np.testing.assert_array_equal(arrived, value)
    assert message.arrays[1] == 7.0


def test_a_page_arrives_as_it_is_and_what_an_edit_leaves_stays_the_same_object() -> None:
    blocks = tuple(Block(f"b{i}", "Sin", (i, 0.5), {"x": [i, 1.0, "NaN"]}) for i in range(5000))
    old = Page("main", blocks)
    there = patched(None, difference(None, old))
    assert there == old
    moved = (*blocks[:7], blocks[4000], *blocks[8:4000], Block("new", "Const", values={"val": 10**30}), *blocks[4001:])
    new = Page("other", moved[1:])
    changes = difference(old, new)
    assert len(str(changes)) < 40_000  # and not all five thousand
    after = patched(there, changes)
    assert after == new
    assert after.blocks[-1] is there.blocks[-1] and after.blocks[6] is there.blocks[4000]
    assert patched(after, difference(new, new)) is after


def test_definitions_arrive_and_those_that_an_edit_leaves_stay_the_same_objects() -> None:
    old = (
        Page(":A", (Block("x", "InputPin"),), composite=Definition("a", (PromotedValue("v", 2.5, ("x.default",)),))),
        Page(":B", composite=Definition(origin={"package": "p"}, gradient=":A")),
    )
    there = all_patched((), differences((), old))
    assert there == old
    new = (old[0]._replace(composite=Definition("other")), old[1])
    after = all_patched(there, differences(old, new))
    assert after == new and after[1] is there[1]
    assert differences(new, new) is None and all_patched(after, None) is after


def test_a_page_with_instances_is_run_checked_and_live(heard: Hearing) -> None:
    diagram = Diagram()
    double = diagram.add_composite("Double")
    double.add("InputPin", id="x")
    double.add("Add", id="sum")
    double.add("OutputPin", id="y")
    for wire in (("x.output", "sum.x"), ("x.output", "sum.y"), ("sum.z", "y.input")):
        double.wire(*wire)
    page = diagram.add_page("main")
    page.add("Const", id="a", val=[1.5])
    page.add(":Double", id="d")
    page.wire("a.output", "d.x")
    composites = tuple(each.snapshot() for each in diagram.composites)
    given = PageSource(page.snapshot(), {}, None, composites)
    assert given.session().run()["d.result_y"].tolist() == [3.0]
    assert Live().evaluate(page.snapshot(), composites=composites).results["d.result_y"].tolist() == [3.0]
    info = examine(page.snapshot(), None, "d.y", composites)
    assert info.problems == ()
    assert info.pins.blocks["d"] == {("y", None): (FLOAT, (1,)), "x": (FLOAT, (1,))}
    assert info.flow is not None and page.wires[0] in info.flow.wires
    heard.process.send({"kind": "examine", "page": 7, "folder": None, "asked": "d.y", "fresh": True}, given)
    answer = unpacked(heard.next("found").data["found"], page.snapshot(), "d.y", None)
    assert answer.pins.blocks["d"] == info.pins.blocks["d"]
    assert answer.flow is not None and page.wires[0] in answer.flow.wires


def test_a_run_gives_what_a_session_gives(heard: Hearing) -> None:
    heard.run(COUNT, 25)
    frame = heard.frame()
    while frame.done < 25:
        frame = heard.frame()
    assert (frame.results["up.result_output_ref"].value, frame.of, frame.errors) == (25.0, 25, [])
    assert frame.results["one.result_output"].summary.mean == 1.0
    assert heard.next("ended").data["good"]
    assert heard.values == {"v": 25.0}


def test_every_step_of_a_short_run_is_a_point_of_its_curve(heard: Hearing) -> None:
    heard.run(COUNT, 60)
    points: list[tuple[int, float]] = []
    while len(points) < 60:
        for names, steps, values in heard.frame().points:
            points += zip(steps, values[:, names.index("up.result_output_ref")].tolist(), strict=True)
    assert points == [(i, float(i)) for i in range(1, 61)]


def test_only_what_is_another_value_is_sent_again(heard: Hearing) -> None:
    page = diagram([const("c", [[0.5] * 300] * 300), block("n", "Negate"), variable("v", 0.0), const("one", 1.0),
                    block("up", "AssignAdd")], "c.output>n.x v.ref>up.ref one.output>up.value")  # fmt: skip
    heard.run(page, 1)
    first = heard.frame().results
    heard.next("ended")
    heard.run(page, 1)
    message = heard.next("frame")
    assert sum(array.nbytes for array in message.arrays) < 90_000 * 4 * 1.5
    second = heard.results.unpack(message.data["results"], message.arrays)
    assert second["c.result_output"] is first["c.result_output"]
    assert second["up.result_output_ref"].value == 2.0


def test_another_worker_goes_on_from_what_was_handed_over(heard: Hearing) -> None:
    heard.run(COUNT, 5)
    state = heard.next("state").data
    while state["steps"] < 5:
        state = heard.next("state").data
    other = Hearing()
    try:
        other.process.restore(0, SavedState(source(COUNT), 5, heard.values, False))
        other.run(COUNT, 1)
        frame = other.frame()
        assert (frame.done, frame.results["up.result_output_ref"].value) == (6, 6.0)
    finally:
        other.process.close()


LONG = diagram([variable("v", 0.0), const("one", 1.0), block("up", "AssignAdd"), block("long", "Sinh")],
               "v.ref>up.ref one.output>up.value up.output_ref>long.x")  # fmt: skip
"""A page that counts, and then stays in one kernel."""


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Workers in which kernels end the process, or go on for ever; the file is there once one of them has begun."""
    return in_workers(monkeypatch, tmp_path)


def test_variables_are_handed_over_in_the_midst_of_a_kernel(begun: Path, heard: Hearing) -> None:
    heard.run(COUNT, 3)
    heard.next("ended")
    heard.run(LONG, None)
    wait_for(begun)
    heard.process.send({"kind": "stop", "hard": True})
    while not (state := heard.next("state").data)["last"]:
        pass
    assert (state["steps"], heard.values["v"]) == (3, 3.0)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL])
def test_a_worker_that_is_ended_in_a_kernel_says_which_block_it_was(begun: Path, heard: Hearing, number: int) -> None:
    heard.run(LONG, None)
    wait_for(begun)
    os.kill(heard.process.id, number)
    error = heard.end()
    assert signal.Signals(number).name in error.message
    assert error.block == ("long" if number != signal.SIGKILL else None)  # killed, it left nothing behind


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize(
    ("type_", "way"),
    [
        *((type_, "variable") for type_ in ("Softsign", "Erf", "Lgamma", "Digamma", "Cumsum", "Expm1", "Log1p")),
        *(("Softsign", way) for way in ("constant", "loop", "behind a failure")),
        *(("Erf", way) for way in ("constant", "loop", "behind a failure")),
    ],
)
def test_a_kernel_that_ends_the_process_is_named(type_: str, way: str) -> None:
    page = Diagram().add_page("main")
    page.add("Variable", id="v", initvalues=[0.5, 0.25])
    page.add("Const", id="c", val=[0.5, 0.25])
    pin = "features" if type_ == "Softsign" else "x"
    page.add("Sin", id="before")
    values: dict[str, Any] = {"axis": 0} if type_ == "Cumsum" else {}
    page.add(type_, id="it", **values)
    page.add("Cos", id="after", x=[1.0])
    page.wire("c.output" if way == "constant" else "v.ref", "before.x")
    page.wire("before.y", f"it.{pin}")
    if way == "loop":
        counting_loop(page, 3, fixed=False)
    if way == "behind a failure":
        page.add("Variable", id="place", initvalues=9)
        page.add("Variable", id="axis", initvalues=0)
        page.add("GatherV2", id="fails")
        for wire in ("v.ref fails.params", "place.ref fails.indices", "axis.ref fails.axis"):
            page.wire(*wire.split())
    heard = Hearing()
    try:
        heard.run(page.diagram)
        error = heard.end()
    finally:
        heard.process.close()
    named = type_ not in ("Expm1", "Log1p")  # killed from outside, or by its own wish, a process leaves nothing behind
    assert error.block == ("it" if named else None)
    assert error.message.startswith("the run ended because the worker process ")


@pytest.mark.parametrize("name", ["to the worker", "from the worker"])
def test_where_no_thread_can_be_started_there_is_no_worker(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The run that wanted it was on for ever."""
    started: list[subprocess.Popen[bytes]] = []
    start = Thread.start

    def fail(thread: Thread) -> None:
        if thread.name == name:
            raise RuntimeError("can't start new thread")
        start(thread)

    class Noted(subprocess.Popen[bytes]):
        def __init__(self, *given: Any, **more: Any) -> None:
            super().__init__(*given, **more)
            started.append(self)

    monkeypatch.setattr(Thread, "start", fail)
    monkeypatch.setattr(subprocess, "Popen", Noted)
    with pytest.raises(OSError, match="no more threads can be started"):
        WorkerProcess()
    [process] = started
    assert process.returncode is not None
    assert process.stdin is not None and process.stdin.closed


def test_a_worker_ends_when_nobody_speaks_to_it(heard: Hearing) -> None:
    heard.run(COUNT, None)
    heard.frame()
    process: Any = heard.process._process  # pyright: ignore[reportPrivateUsage]
    process.stdin.close()
    assert process.wait(PATIENCE) == 0


def test_what_blocks_print_is_said_and_what_is_not_finite_is_found(heard: Hearing) -> None:
    page = diagram([variable("v", 1.0), const("x", 0.0), block("d", "RealDiv"), block("p", "Print", message="now")],
                   "v.ref>d.x x.output>d.y d.z>p.input d.z>p.data")  # fmt: skip
    heard.run(page)
    frame = heard.frame()
    assert "now" in frame.said
    assert frame.not_finite is not None and frame.not_finite.block == "d"
