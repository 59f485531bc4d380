"""The results panel, used with mouse and keys."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QTableView, QWidget
from pytestqt.qtbot import QtBot

from app.core.runs.results import ResultStore, summarise
from app.panels.results_view import RATE, ResultsView
from app.panels.views.picture import PictureView
from app.panels.views.plots import Curve, HeatMap, Histogram, Plot
from app.panels.views.table import TableView
from blocks.base import dtypes
from blocks.base.dtypes import dtype_of
from blocks.base.types import Array
from tests.app.window.hands import rest

LEFT = Qt.MouseButton.LeftButton
MATRIX = np.array([[1.0, -2.0, 3.0], [4.0, 5.0, 6.0]], np.float32)


class Panel:
    """A results panel with a store, and a person at it."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.store = ResultStore()
        self.view = ResultsView()
        self.view.resize(1000, 320)
        self.said: list[str] = []
        self.view.said.connect(self.said.append)
        self.put(
            {
                "W.result_ref": MATRIX,
                "v.result_output": np.linspace(0.0, 1.0, 50),
                "loss.result_output": np.asarray(np.float32(0.5)),
                "img.result_output": np.arange(2 * 4 * 5 * 3, dtype=np.uint8).reshape(2, 4, 5, 3),
                "deep.result_y": np.arange(24.0).reshape(2, 3, 4),
            }
        )
        self.view.watch(self.store, "main")
        self.view.show()

    def put(self, arrays: dict[str, Array], step: int = 1, page: str = "main") -> None:
        results = {name: summarise(value, dtype_of(value)) for name, value in arrays.items()}
        self.store.put(page, step, results)

    def rows(self) -> list[tuple[str, str, str]]:
        model = self.view.model
        return [
            (model.index(r, 0).data(), model.index(r, 1).data(), model.index(r, 2).data())
            for r in range(model.rowCount())
        ]

    def click_row(self, row: int, *, double: bool = False) -> None:
        table = self.view.table
        at = table.visualRect(self.view.model.index(row, 1)).center()
        if double:
            QTest.mouseClick(table.viewport(), LEFT, pos=at)
            QTest.mouseDClick(table.viewport(), LEFT, pos=at)
        else:
            QTest.mouseClick(table.viewport(), LEFT, pos=at)

    def answer(self, path: Path) -> None:
        """Say where to save."""

        def chosen(_parent: QWidget, _name: str, _ending: str) -> str:
            return str(path)

        self.view.ask_path = chosen

    def tabs(self) -> list[str]:
        tabs = self.view.tabs
        return [tabs.tabText(i) for i in range(tabs.count()) if tabs.isTabVisible(i)]

    def click_tab(self, title: str) -> QWidget:
        tabs = self.view.tabs
        index = next(i for i in range(tabs.count()) if tabs.tabText(i) == title)
        QTest.mouseClick(tabs.tabBar(), LEFT, pos=tabs.tabBar().tabRect(index).center())
        assert tabs.currentIndex() == index
        return self.view.views[index]

    def hover(self, plot: Plot, x: float, y: float, text: str) -> None:
        """Move the mouse there until the plot, which takes moves at its own rate, says the text."""

        def said() -> None:
            at: QPointF = plot.plot.getViewBox().mapViewToScene(QPointF(x, y))
            place: QPoint = plot.widget.mapFromScene(at)
            QTest.mouseMove(plot.widget.viewport(), place + QPoint(1, 1))
            QTest.mouseMove(plot.widget.viewport(), place)
            assert plot.readout.full() == text

        self.qtbot.waitUntil(said)


@pytest.fixture
def panel(qapp: QApplication, qtbot: QtBot) -> Iterator[Panel]:
    panel = Panel(qtbot)
    yield panel
    panel.view.close()
    panel.view.deleteLater()
    panel.store.deleteLater()
    qapp.processEvents()


def test_there_is_a_row_for_each_result(panel: Panel) -> None:
    rows = panel.rows()
    assert rows[0] == ("float32", "W.result_ref[2][3]", "[[1.0, -2.0, 3.0], [4.0, 5.0, 6.0]]")
    assert rows[2] == ("float32", "loss.result_output", "0.5")
    assert len(rows) == 5


def test_both_names_of_one_result_are_one_row(panel: Panel) -> None:
    value = np.ones(3)
    panel.put({"m.result_product": value, "m.result_output": value, "n.result_output": value})
    panel.qtbot.waitUntil(lambda: len(panel.rows()) == 2)
    panel.view.show_result("main", "m.result_output")
    assert panel.view.title.full() == "m.result_product"


def test_a_click_opens_an_array_into_its_elements(panel: Panel) -> None:
    panel.click_row(0)
    assert panel.view.title.full() == "W.result_ref"
    assert panel.view.summary.full().startswith("float32 [2,3], -2 ... 6, mean 2.833")
    table = panel.click_tab("Table")
    assert isinstance(table, TableView)
    assert table.uses_planes
    button = table._buttons.button(0)  # pyright: ignore[reportPrivateUsage]
    QTest.mouseClick(button, LEFT)
    cells = [table.elements.index(4, column).data() for column in range(3)]
    assert cells == ["float32", "result_ref[1][1]", "5.0"]


def test_a_double_click_goes_to_the_block(panel: Panel) -> None:
    chosen: list[str] = []
    panel.view.block_chosen.connect(chosen.append)
    panel.click_row(1, double=True)
    assert chosen == ["v"]


def test_it_follows_the_selected_block(panel: Panel) -> None:
    panel.view.show_block("main", "img")
    assert panel.view.name == "img.result_output"
    panel.view.show_block("other", "W")
    assert panel.view.name == "img.result_output"
    panel.view.show_block("main", "nothing")
    assert panel.view.name == "img.result_output"


def test_a_run_shows_the_block_that_was_selected_before_it(panel: Panel) -> None:
    panel.view.watch(None)
    panel.store.clear("main")
    panel.view.watch(panel.store, "main")
    panel.view.show_block("main", "loss")
    panel.put({"W.result_ref": MATRIX, "loss.result_output": np.asarray(np.float32(0.5))})
    panel.qtbot.waitUntil(lambda: panel.view.title.text() == "loss.result_output")
    assert panel.view.summary.text() == "float32 [], 0.5"


def test_only_what_suits_a_result_is_offered(panel: Panel) -> None:
    panel.view.show_result("main", "W.result_ref")
    assert panel.tabs() == ["Table", "Heat map", "Histogram", "Curve", "Image"]
    panel.view.show_result("main", "loss.result_output")
    assert panel.tabs() == ["Table", "Curve"]
    text = np.empty((), object)
    text[()] = b"<b>bold</b>"
    panel.store.put("main", 2, {"s.result_status": summarise(text, dtypes.STRING)})
    panel.view.show_result("main", "s.result_status")
    assert panel.tabs() == ["Table"]
    assert panel.rows()[0][2] == "'<b>bold</b>'"


def test_the_wanted_tab_comes_back_where_it_fits(panel: Panel) -> None:
    panel.view.show_result("main", "W.result_ref")
    panel.click_tab("Histogram")
    panel.view.show_result("main", "loss.result_output")
    assert panel.view.tabs.currentIndex() == 0
    panel.view.show_result("main", "v.result_output")
    assert isinstance(panel.view.tabs.currentWidget(), Histogram)


def test_the_heat_map_says_what_is_under_the_cursor(panel: Panel) -> None:
    panel.view.show_result("main", "W.result_ref")
    heat = panel.click_tab("Heat map")
    assert isinstance(heat, HeatMap)
    panel.hover(heat, 1.0, 0.0, "result_ref[0][1] = -2.0")
    panel.hover(heat, 2.0, 1.0, "result_ref[1][2] = 6.0")
    ticks = [tick for _, some in heat.plot.getAxis("bottom").tickValues(-0.5, 2.5, 300) for tick in some]
    assert sorted(ticks) == [0, 1, 2]  # columns: there is none between two
    low, high = heat._scale.levels()  # pyright: ignore[reportPrivateUsage]
    assert low == -high == -6.0
    QTest.mouseClick(heat.about_zero, LEFT, pos=QPoint(8, heat.about_zero.height() // 2))
    assert heat._scale.levels() == (-2.0, 6.0)  # pyright: ignore[reportPrivateUsage]


def test_a_heat_map_has_its_numbers_in_its_cells_and_a_constant_no_scale(panel: Panel) -> None:
    def shades(heat: HeatMap, color: str) -> int:
        """How many points of the map have about this shade of grey."""
        assert heat.plane is not None
        (rows, columns), box = heat.plane.full.shape, heat.plot.getViewBox()
        corners = [box.mapViewToScene(QPointF(x, y)) for x, y in ((-0.5, -0.5), (columns - 0.5, rows - 0.5))]
        area = QRect(*[heat.widget.mapFromScene(corner) for corner in corners]).adjusted(2, 2, -2, -2)
        image = heat.widget.grab(area).toImage().convertToFormat(QImage.Format.Format_RGB32)
        pixels = np.frombuffer(image.constBits(), np.uint8).reshape(-1, 4)[:, :3].astype(int)
        return int((np.abs(pixels - QColor(color).red()).max(axis=1) < 40).sum())

    panel.view.show_result("main", "W.result_ref")
    heat = panel.click_tab("Heat map")
    assert isinstance(heat, HeatMap)
    panel.qtbot.waitUntil(lambda: shades(heat, "#000000") > 20)
    panel.put({"W.result_ref": np.zeros((64, 90))})
    panel.qtbot.waitUntil(lambda: shades(heat, "#969696") > 500)
    assert not shades(heat, "#000000") and not heat._scale.isVisible()  # pyright: ignore[reportPrivateUsage]
    assert heat.readout.full() == "all elements are 0.0"
    panel.put({"W.result_ref": MATRIX})
    panel.qtbot.waitUntil(lambda: shades(heat, "#000000") > 20)
    assert heat._scale.isVisible() and not heat.readout.full()  # pyright: ignore[reportPrivateUsage]


def test_the_histogram_counts(panel: Panel) -> None:
    panel.put({"i.result_output": np.array([0, 1, 1, 1, 2], np.int32)})
    panel.view.show_result("main", "i.result_output")
    bars = panel.click_tab("Histogram")
    assert isinstance(bars, Histogram)
    panel.hover(bars, 1.0, 1.0, "0.5 to 1.5: 3")


def test_the_curve_of_a_scalar_is_its_history(panel: Panel) -> None:
    panel.view.show_result("main", "loss.result_output")
    curve = panel.click_tab("Curve")
    for step in range(2, 40):
        panel.put({"loss.result_output": np.asarray(1.0 / step)}, step)
    assert isinstance(curve, Curve)
    panel.qtbot.waitUntil(lambda: bool(curve.lines) and curve.lines[0].x.size == 39)
    panel.hover(curve, 10.0, 0.1, "step 10: 0.1")


def test_the_axes_before_the_last_two_are_chosen(panel: Panel) -> None:
    panel.view.show_result("main", "deep.result_y")
    table = panel.click_tab("Table")
    assert isinstance(table, TableView)
    assert table.grid.index(0, 0).data() == "0.0"
    axis = panel.view._axes[0]  # pyright: ignore[reportPrivateUsage]
    assert axis.isVisible()
    axis.setFocus()
    QTest.keyClick(axis, Qt.Key.Key_Up)
    assert table.grid.index(0, 0).data() == "12.0"


def test_pictures_are_seen_with_their_values(panel: Panel) -> None:
    panel.view.show_result("main", "img.result_output")
    pictures = panel.click_tab("Image")
    assert isinstance(pictures, PictureView)
    panel.qtbot.waitUntil(lambda: pictures.canvas.image is not None)
    target, image = pictures.canvas.target(), pictures.canvas.image
    assert image is not None
    scale = target.width() / image.width()
    at = target.topLeft() + QPointF(2.5 * scale, 1.5 * scale)
    said = "result_output[0][1][2] = 21, 22, 23"
    rest(panel.qtbot, pictures.canvas, at.toPoint, lambda: pictures.readout.full() == said)


def test_a_million_elements_are_shown_at_once(panel: Panel) -> None:
    panel.put({"big.result_output": np.zeros((1000, 1000), np.float32)})
    begun = time.process_time()
    panel.view.show_result("main", "big.result_output")
    table = panel.click_tab("Table")
    assert isinstance(table, TableView)
    QTest.mouseClick(table._buttons.button(0), LEFT)  # pyright: ignore[reportPrivateUsage]
    table.list_table.scrollToBottom()
    panel.view.grab()
    assert time.process_time() - begun < 20.0  # a tenth of a second; an item for each element takes minutes
    assert table.elements.index(999_999, 1).data() == "result_output[999][999]"


def test_updates_come_at_a_steady_rate_and_only_while_it_is_seen(panel: Panel) -> None:
    resets: list[int] = []
    panel.view.model.dataChanged.connect(lambda: resets.append(1))
    begun = time.monotonic()
    step = 2
    while step < 42 or time.monotonic() - begun < 0.6:
        panel.put({"W.result_ref": MATRIX * step}, step)
        panel.qtbot.wait(1)
        step += 1
    assert len(resets) <= (time.monotonic() - begun) * 1000 / RATE + 2
    panel.view.hide()
    resets.clear()
    panel.put({"W.result_ref": MATRIX * 99}, step)
    panel.qtbot.wait(150)
    assert not resets
    panel.view.show()
    assert panel.rows()[0][2].startswith("[[99.0")


def test_nan_is_marked(panel: Panel) -> None:
    panel.put({"bad.result_z": np.array([1.0, math.nan])})
    panel.view.show_result("main", "bad.result_z")
    assert "1 NaN" in panel.view.summary.full()
    shown = panel.view.model.index(0, 2).data(Qt.ItemDataRole.ForegroundRole)
    assert shown is not None


def test_the_filter_leaves_rows_with_these_letters(panel: Panel) -> None:
    panel.view.filter.setFocus()
    QTest.keyClicks(panel.view.filter, "img")
    assert [name for _, name, _ in panel.rows()] == ["img.result_output[2][4][5][3]"]


@pytest.mark.parametrize("ending", ["npy", "csv", "png"])
def test_save(panel: Panel, tmp_path: Path, ending: str) -> None:
    panel.view.show_result("main", "W.result_ref")
    panel.click_tab("Heat map")
    target = tmp_path / f"out.{ending}"
    panel.answer(target)
    menu = panel.view.save_button.menu()
    next(action for action in menu.actions() if ending in action.text()).trigger()
    panel.qtbot.waitUntil(lambda: f"Saved {target}" in panel.said)
    if ending == "npy":
        np.testing.assert_array_equal(np.load(target), MATRIX)
    elif ending == "csv":
        assert target.read_text() == "1.0,-2.0,3.0\n4.0,5.0,6.0\n"
    else:
        assert QImage(str(target)).width() > 100


def test_save_where_nobody_can(panel: Panel, tmp_path: Path) -> None:
    panel.view.show_result("main", "W.result_ref")
    panel.answer(tmp_path / "none" / "out.npy")
    panel.view.save("npy")
    panel.qtbot.waitUntil(lambda: any("cannot be written" in said for said in panel.said))


def test_copy_takes_cells_as_a_sheet_does(panel: Panel) -> None:
    panel.view.show_result("main", "W.result_ref")
    table = panel.click_tab("Table")
    assert isinstance(table, TableView)
    grid: QTableView = table.grid_table
    grid.setFocus()
    QTest.keyClick(grid, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(grid, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "1.0\t-2.0\t3.0\n4.0\t5.0\t6.0"


def test_another_page_and_no_page(panel: Panel) -> None:
    panel.put({"q.result_output": np.asarray(4.0)}, page="second")
    panel.view.watch(panel.store, "second")
    assert [name for _, name, _ in panel.rows()] == ["q.result_output"]
    assert panel.view.name == "q.result_output"
    panel.view.watch(None)
    assert panel.rows() == []
    panel.store.clear("main")


def test_an_empty_array_is_no_trouble(panel: Panel) -> None:
    panel.put({"e.result_output": np.zeros((0, 3, 2), np.float32)})
    panel.view.show_result("main", "e.result_output")
    for title in panel.tabs():
        panel.click_tab(title)
    panel.view.grab()
    assert panel.tabs() == ["Table"]


@pytest.mark.parametrize("shape", [(1,), (1, 1)])
def test_the_curve_of_a_result_with_one_element_is_its_history_whatever_its_rank(
    panel: Panel, shape: tuple[int, ...]
) -> None:
    panel.store.clear("main")
    for step in range(2, 6):
        panel.put({"loss.result_output": np.full(shape, 1.0 / step)}, step)
    panel.view.show_result("main", "loss.result_output")
    curve = panel.click_tab("Curve")
    assert isinstance(curve, Curve)
    panel.qtbot.waitUntil(lambda: bool(curve.lines) and curve.lines[0].x.size == 4)
    [line] = curve.lines
    assert line.x.tolist() == [2, 3, 4, 5] and line.y.tolist() == [1 / 2, 1 / 3, 1 / 4, 1 / 5]
    assert curve.point_at(4.2, 0.2) == "step 4: 0.25"


def test_values_are_in_sight_in_a_narrow_panel(panel: Panel) -> None:
    panel.view.resize(700, 320)
    QApplication.processEvents()
    table = panel.view.table
    assert isinstance(table, QTableView)
    assert not table.horizontalScrollBar().isVisible()
    last = table.visualRect(panel.view.model.index(0, 2))
    assert last.width() > 60 and last.right() <= table.viewport().width()


def test_a_run_without_results_says_where_to_look(qtbot: QtBot) -> None:
    store = ResultStore()
    view = ResultsView()
    qtbot.addWidget(view)
    view.watch(store, "main")
    view.show()
    shown = [label.text() for label in view.findChildren(QLabel) if label.isVisible()]
    assert "Run the page to see results" in shown
    store.put("main", 1, {})
    qtbot.waitUntil(
        lambda: (
            "The run produced no results. See the Problems panel"
            in [label.text() for label in view.findChildren(QLabel) if label.isVisible()]
        )
    )
