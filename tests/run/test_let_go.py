"""A session that nobody holds any more is gone at once, with the files that its readers had open.

Whatever failed in it must not wait for the collector, which newer versions of Python call seldom: an error that is kept
would keep the frames that it went through, and they hold the session.
"""

from __future__ import annotations

import gc
import os
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from blocks.base.errors import DiagramError, RunError
from blocks.document.model import only_page
from blocks.run.live.program import Live
from blocks.run.session import Session
from tests.library.io.shared import Reading
from tests.run.pages import block, const, diagram, session, variable


@pytest.fixture(autouse=True)
def without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def fails_at_once() -> Session:
    return session(
        [const("x", [1.0, 2.0]), block("i", "Placeholder", dtype="DT_INT32"), block("g", "Gather")],
        "x.output>g.params i.output>g.indices",
    )


def fails_in_its_plan() -> Session:
    return session(
        [
            variable("n", 0, dtype="DT_INT32"),
            const("x", [1.0] * 200),
            block("g", "Gather"),
            block("up", "AssignAdd", value=1),
        ],
        "n.ref>up.ref up.output_ref>g.indices x.output>g.params",
    )


def waits_for_ever() -> Session:
    return session(
        [
            block("q", "FIFOQueue", component_types=["DT_FLOAT"]),
            block("d", "QueueDequeue", component_types=["DT_FLOAT"]),
        ],
        "q.handle>d.handle",
    )


def has_faults() -> Session:
    return session(
        [const("a", [[1.0]]), const("b", [1.0, 2.0, 3.0]), block("m", "MatMul", transpose_a="what")],
        "a.output>m.a b.output>m.b",
    )


@pytest.mark.parametrize("make", [fails_at_once, fails_in_its_plan, waits_for_ever, has_faults])
def test_a_session_in_which_something_failed(make: Callable[[], Session]) -> None:
    session = make()
    kept: list[DiagramError] = []
    for _ in range(300):
        try:
            session.run()
        except RunError as error:
            kept = error.errors
            break
    assert kept
    assert session.steps == (200 if make is fails_in_its_plan else 1)
    gone = weakref.ref(session)
    del session
    assert gone() is None
    assert kept[0].block is not None  # the errors are still there, for who wants to show them


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="counts open files as Linux lists them")
@pytest.mark.parametrize(
    ("kind", "data"), [("TFRecordReader", b"\3" * 99), ("TextLineReader", b"1\n2\n"), ("TextLineReader", b"")]
)
def test_the_file_of_a_reader_is_closed(tmp_path: Path, kind: str, data: bytes) -> None:
    (tmp_path / "r").write_bytes(data)
    before = open_files()

    def read() -> None:
        bench = Reading(tmp_path, kind, ["r", "none"])
        for _ in range(3):
            try:
                bench.read()
            except DiagramError:
                return

    read()
    assert open_files() == before


def test_what_is_shown_while_a_page_is_edited() -> None:
    live = Live()
    page: Any = only_page(diagram([const("x", [1.0]), block("g", "Gather", indices=7)], "x.output>g.params"))
    assert live.evaluate(page.snapshot()).errors
    gone = weakref.ref(live)
    del live
    assert gone() is None
