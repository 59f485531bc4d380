"""T: where the time of a page goes, on the canvas and as a list."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

import blocks
from app.core.document import Document
from app.core.runs.worker import BackgroundTask
from app.face.timings import heat, memory_text, share_text, time_text
from app.window.window import MainWindow
from blocks.base.errors import DiagramError
from blocks.document.changes import SetValue
from blocks.document.data import Json
from blocks.run.monitoring.timings import BlockTimings, measure
from blocks.run.profile import Cost
from blocks.worker import process as worker_process
from blocks.worker.page_queries import measured_of
from blocks.worker.state import PageSource, SavedState
from tests.app.window.hands import click, front, open_window, press, settle
from tests.run.planted import in_workers

_BRIEFLY: dict[str, Json] = {"steps": 50, "seconds": 1.0}


def product() -> blocks.Diagram:
    """Ones in a square, multiplied by themselves: beside that product nothing of it takes time to speak of."""
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    page.add("Variable", id="w", initvalues=[[1.0] * 64] * 64)
    page.add("Tile", id="wide", multiples=[12, 12])
    page.add("MatMul", id="m")
    page.add("Max", id="top", axis=[0, 1])
    page.wire("w.ref", "wide.input")
    page.wire("wide.output", "m.a")
    page.wire("wide.output", "m.b")
    page.wire("m.product", "top.input")
    return diagram


def opened(qtbot: QtBot, diagram: blocks.Diagram) -> MainWindow:
    window, _ = open_window(qtbot)
    window.add_document(Document(diagram))
    return window


def shown(window: MainWindow) -> list[str]:
    tree = window.timings.panel.tree
    items = [tree.topLevelItem(i) for i in range(tree.topLevelItemCount())]
    return [item.text(0) for item in items if item is not None]


def times(window: MainWindow) -> list[str]:
    face = front(window).scene.times.face
    return [] if face is None else list(face.blocks)


def test_t_shows_what_each_block_takes(qtbot: QtBot) -> None:
    window = opened(qtbot, product())
    view = front(window).view
    press(view, Qt.Key.Key_T)
    settle(qtbot, lambda: bool(times(window)))
    assert times(window)[0] == "m"
    assert {"m", "top", "wide"} <= set(times(window))
    assert shown(window)[0] == "m"
    assert shown(window)[-1] == "(between blocks)"
    assert not view.times_legend.isHidden()
    assert window.commands["view.timings"].isChecked()
    press(view, Qt.Key.Key_T)
    settle(qtbot, lambda: not window.commands["view.timings"].isChecked())
    assert not times(window)
    assert shown(window) == []
    assert view.times_legend.isHidden()


def test_a_click_on_a_row_goes_to_its_block(qtbot: QtBot) -> None:
    window = opened(qtbot, product())
    press(front(window).view, Qt.Key.Key_T)
    settle(qtbot, lambda: bool(times(window)))
    tree = window.timings.panel.tree
    item = tree.topLevelItem(0)
    assert item is not None
    click(tree.viewport(), tree.visualItemRect(item).center())
    assert front(window).scene.selected_ids() == ["m"]
    second = tree.topLevelItem(1)
    assert second is not None
    tree.setCurrentItem(second)
    press(tree, Qt.Key.Key_Return)
    assert front(window).scene.selected_ids() == [shown(window)[1]]


def test_times_are_called_old_after_an_edit_until_it_is_undone(qtbot: QtBot) -> None:
    window = opened(qtbot, product())
    tab = front(window)
    press(tab.view, Qt.Key.Key_T)
    settle(qtbot, lambda: bool(times(window)))
    tab.document.do(SetValue("main", "m", "transpose_b", True), "Transpose")
    settle(qtbot, lambda: "before the last edit" in window.timings.panel.head.text())
    face = tab.scene.times.face
    assert face is not None
    assert face.stale
    window.commands.trigger("edit.undo")
    settle(qtbot, lambda: "edit" not in window.timings.panel.head.text())
    window.commands.trigger("edit.redo")
    click(window.timings.panel.button)
    settle(qtbot, lambda: "average of" in window.timings.panel.head.text())
    face = tab.scene.times.face
    assert face is not None
    assert not face.stale


def test_measuring_can_be_stopped(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.window.actions.runs.MOST_SECONDS", 600.0)
    monkeypatch.setattr("app.window.actions.runs.MOST_STEPS", 10_000_000)
    window = opened(qtbot, product())
    press(front(window).view, Qt.Key.Key_T)
    settle(qtbot, lambda: window.timings.panel.button.text() == "Stop")
    click(window.timings.panel.button)
    assert window.timings.panel.button.text() == "Measure"
    window.timings.close()
    assert not times(window)


def test_a_page_that_cannot_run_says_why(qtbot: QtBot) -> None:
    diagram = blocks.Diagram()
    diagram.add_page("main").add("MatMul", id="m")
    window = opened(qtbot, diagram)
    press(front(window).view, Qt.Key.Key_T)
    settle(qtbot, lambda: "input a is not wired" in window.status.message.text())
    settle(qtbot, lambda: not window.commands["view.timings"].isChecked())
    assert not times(window)


def test_a_tab_that_is_closed_meanwhile_gets_nothing(qtbot: QtBot) -> None:
    window = opened(qtbot, product())
    press(front(window).view, Qt.Key.Key_T)
    window.commands.trigger("file.close")
    window.timings.close()
    qtbot.wait(20)
    assert window.tab is None


def measured(diagram: blocks.Diagram) -> BlockTimings:
    return measure(blocks.Session(diagram, profile=True), 50, 1.0)


def test_what_was_measured_adds_up() -> None:
    measurement = measured(product())
    assert measurement.seconds > 0
    assert measurement.between + sum(cost.seconds for cost in measurement.costs) == pytest.approx(measurement.seconds)
    assert {cost.block: cost.calls for cost in measurement.costs}["m"] == 1
    assert {cost.block: cost.bytes for cost in measurement.costs}["m"] == 768 * 768 * 4


def test_measuring_writes_no_files(tmp_path: Path) -> None:
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    page.add("WriteFile", id="write", filename="out.txt", contents="text")
    page.add("Exp", id="e", x=[1.0, 2.0])
    diagram.save(tmp_path / "d.gradblocks")
    try:
        measurement = measured(diagram)
    except DiagramError as error:
        assert "cannot be timed" in error.sentence()
    else:
        assert any("cannot be timed" in error.sentence() for error in measurement.errors)
    assert [each.name for each in tmp_path.iterdir()] == ["d.gradblocks"]


def test_variables_go_on_from_what_they_hold(qtbot: QtBot) -> None:
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    page.add("Variable", id="n", initvalues=[2], dtype="DT_INT32")
    page.add("Fill", id="many", value=1.0)
    page.wire("n.ref", "many.dims")
    ran = PageSource(page.snapshot(), {}, None)
    kept = SavedState(ran, 4, {"n": np.array([300], np.int32)}, False)
    watch = BackgroundTask()
    answers: list[Json] = []
    watch.done.connect(answers.append)
    watch.start("measure", PageSource(ran.page, {}, None, kept=kept), _BRIEFLY)
    settle(qtbot, lambda: bool(answers))
    assert {cost.block: cost.bytes for cost in measured_of(answers[0], ran.page).costs} == {"many": 1200}


def test_measuring_in_the_midst_of_a_kernel_is_given_up(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ready = in_workers(monkeypatch, tmp_path, "hang:MatMul")
    watch = BackgroundTask()
    told: list[Json] = []
    page = product().page("main").snapshot()
    watch.done.connect(told.append)
    for _ in range(2):  # the second start gives up the first
        watch.start("measure", PageSource(page, {}, None), _BRIEFLY)
    qtbot.waitUntil(ready.exists)  # it never comes out of there
    watch.stop()
    assert not watch.busy
    monkeypatch.undo()
    worker_process.close_all()
    with qtbot.waitSignal(watch.done):
        watch.start("measure", PageSource(page, {}, None), _BRIEFLY)
    assert len(told) == 1 and measured_of(told[0], page).seconds > 0.0


def test_a_crash_while_measuring_names_the_block_and_the_editor_goes_on(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    in_workers(monkeypatch, tmp_path, "late:MatMul")
    monkeypatch.setattr("app.window.actions.runs.MOST_SECONDS", 600.0)  # it always comes so far
    window = opened(qtbot, product())
    before = front(window).document.diagram.dumps()
    press(front(window).view, Qt.Key.Key_T)
    settle(qtbot, lambda: window.status.message.text().startswith("m: "))
    assert not window.commands["view.timings"].isChecked() and not times(window)
    assert front(window).document.diagram.dumps() == before


def test_parts_of_a_gradient_block_are_one_block_on_the_canvas() -> None:
    parts = [Cost("g", "AddSymbolicGradients", "a", 2.0, 1, 8), Cost("x", "Exp", None, 1.5, 1, 4),
             Cost("g", "AddSymbolicGradients", "b", 1.0, 2, 16)]  # fmt: skip
    by_block = BlockTimings(product().page("main").snapshot(), 1, 6.0, parts).by_block()
    assert [(cost.block, cost.seconds, cost.calls, cost.bytes) for cost in by_block.values()] == [
        ("g", 3.0, 3, 24), ("x", 1.5, 1, 4)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, "0.00 µs"),
        (4.98e-6, "4.98 µs"),
        (1.234e-5, "12.3 µs"),
        (9.9996e-4, "1.00 ms"),
        (0.0123, "12.3 ms"),
        (0.456, "456 ms"),
        (2.0, "2.00 s"),
        (125.0, "125 s"),
    ],
)
def test_times_have_three_digits(seconds: float, text: str) -> None:
    assert time_text(seconds) == text


@pytest.mark.parametrize(
    ("share", "text"), [(0.0, "<0.1%"), (0.001, "0.1%"), (0.032, "3.2%"), (0.0996, "10%"), (1.0, "100%")]
)
def test_shares(share: float, text: str) -> None:
    assert share_text(share) == text


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 B"), (1023, "1023 B"), (1536, "1.5 KiB"), (25 << 20, "25.0 MiB"), (200 << 30, "200 GiB")]
)
def test_amounts_of_memory(count: int, text: str) -> None:
    assert memory_text(count) == text


def test_hotter_is_redder() -> None:
    assert heat(0.0) != heat(0.5) != heat(1.0)
    assert heat(-1.0) == heat(0.0)
    assert heat(2.0) == heat(1.0)
    assert heat(1.0)[0] > heat(0.0)[0]
