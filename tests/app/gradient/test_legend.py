"""The legends of the gradient view and of the times: where they stand, and what they say."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.canvas.drawing.signs import SIGNS
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from blocks.document.changes import AddItems
from blocks.document.data import Frame
from tests.app.gradient.hands import block, document, open_page, press_g, wait_face
from tests.app.window.hands import press, settle


def test_the_legend_shows_the_signs_that_stand_on_the_page(window: MainWindow, qtbot: QtBot) -> None:
    example = document(
        [
            block("w", "Variable", 40, 40, initvalues=[3.0, 1.0]),
            block("most", "ArgMax", 220, 40, dimension=0),
            block("real", "Cast", 400, 40, DstT="DT_FLOAT"),
            block("loss", "Add", 580, 40, y=1.0),
        ],
        "w.ref>most.input most.output>real.x real.y>loss.x",
    )
    tab = open_page(window, qtbot, example)
    tab.scene.select(["loss"])
    tab.setFocus()
    press(tab.view, Qt.Key.Key_D)
    wait_face(qtbot, tab)
    image = tab.view.legend.grab().toImage()
    colors = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert SIGNS["dtype"] in colors and SIGNS["not_differentiable"] not in colors


@pytest.mark.parametrize("bottom", [600, 0], ids=["upper right", "lower right"])
def test_the_legend_gives_way_to_blocks(window: MainWindow, qtbot: QtBot, bottom: int) -> None:
    """The page fills the lower left corner of the view and more, and leaves one corner free."""
    places = [(0, 600), (200, 600), (400, 600), (600, 600), (0, 300), (0, 0), (200, 300)]
    line = [block(f"s{i}", "Square", left, abs(bottom - 600 + top)) for i, (left, top) in enumerate(places)]
    example = document(
        [block("w", "Variable", 800, bottom, initvalues=[3.0]), block("v", "Variable", 0, 600 - bottom), *line],
        "w.ref>s0.x s0.y>s1.x s1.y>s2.x s2.y>s3.x s3.y>s4.x s4.y>s5.x s5.y>s6.x",
    )
    tab = open_page(window, qtbot, example)
    press_g(tab, qtbot)
    legend = tab.view.legend
    for _ in range(2):
        tab.view.fit_all()
        rects = [tab.view.viewportTransform().mapRect(tab.scene.block_rect(each.id)) for each in tab.page.blocks]
        assert not any(rect.intersects(QRectF(legend.geometry())) for rect in rects)
        window.resize(window.width(), window.height() - 60)
    tab.scene.select(["w"])
    tab.view.fit_selection()  # where there is room it stands where it always does
    assert legend.x() < 40 and legend.y() > tab.view.height() / 2
    press(tab.view, Qt.Key.Key_G)
    height = tab.view.height()
    window.resize(window.width(), window.height() + 100)
    settle(qtbot, lambda: tab.view.height() > height)
    press_g(tab, qtbot)
    assert 0 < tab.view.height() - legend.geometry().bottom() < 40


def test_the_legends_give_way_when_the_view_moves(window: MainWindow, qtbot: QtBot) -> None:
    line = [block(f"s{i}", "Square", 220 * (i + 1), 0) for i in range(3)]
    example = document([block("w", "Variable", 0, 0, initvalues=[3.0]), *line], "w.ref>s0.x s0.y>s1.x s1.y>s2.x")
    tab = open_page(window, qtbot, example)
    press_g(tab, qtbot)
    press(tab.view, Qt.Key.Key_T)
    settle(qtbot, lambda: not tab.view.times_legend.isHidden())
    legends = [tab.view.legend, tab.view.times_legend]

    def covered(legend: QWidget) -> bool:
        rects = [tab.view.viewportTransform().mapRect(tab.scene.block_rect(each.id)) for each in tab.page.blocks]
        return any(rect.intersects(QRectF(legend.geometry())) for rect in rects)

    for _ in range(2):
        for legend in legends:
            middle = tab.scene.block_rect("s1").center()
            over = QPointF(legend.geometry().center()) - tab.view.viewportTransform().map(middle)
            tab.view.pan(over.x(), over.y())
            assert covered(legend)
            settle(qtbot, lambda: not any(map(covered, legends)))
            assert not legends[0].geometry().intersects(legends[1].geometry())


def test_the_legend_hides_no_title_of_a_frame(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    frame = Frame((2000, 2000), (3000, 3000), "Titled")
    tab.document.do(AddItems("main", "frames", ((0, frame),)), "Frame")
    press_g(tab, qtbot)
    legend = tab.view.legend
    tab.view.centerOn(2300, 1900)
    settle(qtbot, lambda: legend.x() < 40 and legend.y() > tab.view.height() / 2)  # nothing else is in sight
    over = QPointF(legend.geometry().topLeft()) - tab.view.viewportTransform().map(QPointF(2000, 2000))
    tab.view.pan(over.x(), over.y())
    settle(qtbot, lambda: not QRectF(legend.geometry()).contains(
        tab.view.viewportTransform().map(QPointF(2020, 2015))))  # fmt: skip


def test_the_legend_stands_at_an_edge_where_blocks_fill_all_corners(window: MainWindow, qtbot: QtBot) -> None:
    places = [(0, 0), (1000, 0), (0, 560), (1000, 560), (200, 0), (800, 0), (200, 560), (800, 560)]
    blocks = [block(f"s{i}", "Square", *at) for i, at in enumerate(places)]
    tab = open_page(window, qtbot, document([block("w", "Variable", 0, 280, initvalues=[3.0]), *blocks], "w.ref>s0.x"))
    press_g(tab, qtbot)
    tab.view.fit_all()
    rects = [tab.view.viewportTransform().mapRect(tab.scene.block_rect(each.id)) for each in tab.page.blocks]
    assert not any(rect.intersects(QRectF(tab.view.legend.geometry())) for rect in rects)


def test_legends_are_folded_beside_each_other_where_blocks_fill_the_page(window: MainWindow, qtbot: QtBot) -> None:
    grid = [block(f"s{i}", "Square", 200 * (i % 12), 150 * (i // 12)) for i in range(96)]
    example = document([block("w", "Variable", -200, 0, initvalues=[3.0]), *grid], "w.ref>s0.x")
    tab = open_page(window, qtbot, example)
    view = tab.view
    tab.scene.select(["s0"])
    press_g(tab, qtbot)
    press(view, Qt.Key.Key_T)
    settle(qtbot, lambda: not view.times_legend.isHidden())
    tab.scene.select(["w"])
    view.fit_selection()
    whole = view.legend.height()
    view.fit_all()
    legend, times = view.legend.geometry(), view.times_legend.geometry()
    assert legend.height() < 30 < whole and legend.top() == times.top() and legend.right() < times.left()
    QTest.mouseMove(view.legend)
    settle(qtbot, lambda: view.legend.height() == whole)  # it opens under the mouse, and stays in sight
    assert view.rect().contains(view.legend.geometry())
    QTest.mouseMove(view.viewport(), QPoint(view.width() // 2, 10))
    settle(qtbot, lambda: view.legend.geometry() == legend)
    view.fit_selection()
    assert view.legend.height() == whole


def test_the_legend_gives_way_to_results_that_come(window: MainWindow, qtbot: QtBot) -> None:
    made = document([block("w", "Variable", 0, 0, initvalues=[3.0]), block("s", "Square", 220, 0)], "w.ref>s.x")
    tab = open_page(window, qtbot, made)
    press_g(tab, qtbot)
    press(tab.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    settle(qtbot, lambda: (face := tab.scene.gradient.face) is not None and face.measured and not tab.engine.running)
    tab.scene.set_results(None)
    legend, item = tab.view.legend, tab.scene.block_item("w")
    assert item is not None

    def seen(rect: QRectF) -> QRectF:
        return tab.view.viewportTransform().mapRect(rect)

    over = QPointF(legend.geometry().topLeft()) + QPointF(10, -3) - seen(item.rect).bottomLeft()
    tab.view.pan(over.x(), over.y())
    qtbot.wait(400)  # it comes to rest
    here = QRectF(legend.geometry())
    assert seen(item.rect).bottom() < here.top() < seen(item.rect).bottom() + 6
    tab.scene.set_results(tab.engine.store)
    settle(qtbot, lambda: item.covered.height() > item.rect.height() + 10)
    settle(qtbot, lambda: not seen(item.covered).intersects(QRectF(legend.geometry())))
