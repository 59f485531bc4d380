"""Live mode: an edit is seen in the results, the latest edit wins, runs come first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.core.document import Document
from app.core.runs.results import ResultStore
from app.core.runs.runner import LiveMode, LiveReport, PageRunner
from blocks.document.changes import AddBlocks, SetValue
from blocks.document.data import Block
from tests.run.pages import block, const, diagram, variable


class Bench:
    """A document in live mode."""

    def __init__(self) -> None:
        blocks_ = [const("a", 2.0), block("n", "Negate"), const("b", 1.0), block("m", "Negate"), variable("v", 0.0),
                   block("up", "AssignAdd")]  # fmt: skip
        self.document = Document(diagram(blocks_, "a.output>n.x b.output>m.x v.ref>up.ref a.output>up.value"))
        self.store = ResultStore(self.document)
        self.runner = PageRunner(self.document, self.store, self.document)
        self.live = LiveMode(self.document, self.store, self.runner, self.document)
        self.reports: list[LiveReport] = []
        self.live.done.connect(self.reports.append)
        self.live.watch("main")

    def value(self, name: str) -> float | None:
        result = self.store.get("main", name)
        return None if result is None else float(result.value)


@pytest.fixture
def bench(qapp: object) -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.live.close()
    bench.runner.close()
    bench.document.deleteLater()


def test_nothing_happens_while_it_is_off(bench: Bench, qtbot: QtBot) -> None:
    bench.document.do(SetValue("main", "a", "val", 3.0), "Set")
    qtbot.wait(60)
    assert bench.store.names("main") == []


def test_an_edit_is_seen_and_only_what_depends_on_it_is_computed(bench: Bench, qtbot: QtBot) -> None:
    bench.live.set_on(True)
    qtbot.waitUntil(lambda: bench.value("n.result_y") == -2.0)
    other = bench.store.get("main", "m.result_y")
    bench.document.do(SetValue("main", "a", "val", 5.0), "Set")
    qtbot.waitUntil(lambda: bench.value("n.result_y") == -5.0)
    assert bench.reports[-1].computed == 2
    assert bench.store.get("main", "m.result_y") is other


def test_the_latest_edit_wins(bench: Bench, qtbot: QtBot) -> None:
    bench.live.set_on(True)
    for i in range(40):
        bench.document.do(SetValue("main", "a", "val", float(i)), "Set", "a")
        if i % 5 == 0:
            qtbot.wait(1)
    qtbot.waitUntil(lambda: bench.value("n.result_y") == -39.0)
    qtbot.wait(50)
    assert bench.value("n.result_y") == -39.0


def test_undo_is_an_edit(bench: Bench, qtbot: QtBot) -> None:
    bench.live.set_on(True)
    bench.document.do(SetValue("main", "a", "val", 5.0), "Set")
    qtbot.waitUntil(lambda: bench.value("n.result_y") == -5.0)
    bench.document.undo()
    qtbot.waitUntil(lambda: bench.value("n.result_y") == -2.0)


def test_errors_are_reported(bench: Bench, qtbot: QtBot) -> None:
    bench.live.set_on(True)
    qtbot.waitUntil(lambda: bool(bench.reports))
    bench.document.do(AddBlocks("main", ((6, Block("x", "Abs")),)), "Add")
    qtbot.waitUntil(lambda: bool(bench.reports[-1].errors))
    assert bench.reports[-1].errors[0].block == "x"
    assert bench.value("n.result_y") == -2.0


def test_results_of_a_run_stay_until_the_next_edit(bench: Bench, qtbot: QtBot) -> None:
    bench.live.set_on(True)
    qtbot.waitUntil(lambda: bench.value("up.result_output_ref") == 2.0)
    with qtbot.waitSignal(bench.runner.finished):
        bench.runner.run("main", 3)
    qtbot.wait(60)
    assert bench.value("up.result_output_ref") == 6.0
    bench.document.do(SetValue("main", "b", "val", 4.0), "Set")
    qtbot.waitUntil(lambda: bench.value("m.result_y") == -4.0)
    assert bench.value("v.result_ref") == 6.0
    assert bench.value("up.result_output_ref") == 8.0
    session = bench.runner.session("main")
    assert session is not None
    assert session.values["v"] == 6.0


def test_reset_shows_initial_values_again(bench: Bench, qtbot: QtBot) -> None:
    bench.live.set_on(True)
    with qtbot.waitSignal(bench.runner.finished):
        bench.runner.run("main", 3)
    bench.runner.reset("main")
    qtbot.waitUntil(lambda: bench.value("v.result_ref") == 0.0)
