from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QTreeWidgetItem, QWidget
from pytestqt.qtbot import QtBot

from app.panels.palette import MIME_TYPE, Palette
from app.panels.quick_search import QuickSearch
from tests.app.panels.hands import LEFT, NONE, Key, args, key, type_text


@pytest.fixture
def palette(qtbot: QtBot) -> Palette:
    palette = Palette()
    qtbot.addWidget(palette)
    palette.resize(260, 500)
    palette.show()
    qtbot.waitUntil(lambda: bool(palette.types_shown()), timeout=30_000)
    return palette


def _click_row(palette: Palette, name: str, *, twice: bool = False) -> None:
    item = next(row for row in palette.tree.rows() if row.text(0) == name)
    palette.tree.scrollToItem(item)
    at = palette.tree.visualItemRect(item).center()
    QTest.mouseClick(palette.tree.viewport(), LEFT, NONE, at)
    if twice:
        QTest.mouseDClick(palette.tree.viewport(), LEFT, NONE, at)


def test_all_types_are_there_page_by_page(palette: Palette) -> None:
    names = palette.types_shown()
    assert names[:2] == ["Const", "Const_ex"]
    assert len(names) > 150
    assert names.index("ClientSession") < names.index("Add") < names.index("Softmax")


def test_typing_narrows_the_list_and_enter_places_the_first(palette: Palette, qtbot: QtBot) -> None:
    palette.edit.setFocus()
    type_text(palette.edit, "soft")
    assert palette.types_shown()[0] == "Softmax"
    with qtbot.waitSignal(palette.block_chosen) as chosen:
        key(palette.edit, Key.Key_Down)
    assert args(chosen) == [palette.types_shown()[1]]
    with qtbot.waitSignal(palette.insert_requested) as asked:
        key(palette.edit, Key.Key_Return)
    assert args(asked) == [palette.types_shown()[1]]
    key(palette.edit, Key.Key_Escape)
    assert palette.edit.text() == ""
    assert len(palette.types_shown()) > 150


def test_nothing_found_is_said(palette: Palette) -> None:
    palette.edit.setText("qqqqqq")
    assert not palette.tree.isVisible()
    assert "qqqqqq" in palette.nothing.text()
    palette.edit.setText("<b>x</b>qqq")
    assert palette.nothing.textFormat() == Qt.TextFormat.PlainText


def test_a_click_marks_and_two_clicks_place(palette: Palette, qtbot: QtBot) -> None:
    with qtbot.waitSignal(palette.block_chosen) as chosen:
        _click_row(palette, "MatMul")
    assert args(chosen) == ["MatMul"]
    with qtbot.waitSignal(palette.insert_requested) as asked:
        _click_row(palette, "MatMul", twice=True)
    assert args(asked) == ["MatMul"]


def _heading(palette: Palette, title: str) -> QTreeWidgetItem:
    items = [palette.tree.topLevelItem(i) for i in range(palette.tree.topLevelItemCount())]
    return next(item for item in items if item is not None and item.text(0) == title)


def test_a_heading_opens_and_closes_and_stays_so(palette: Palette) -> None:
    heading = _heading(palette, "Core")
    at = palette.tree.visualItemRect(heading).center()
    QTest.mouseClick(palette.tree.viewport(), LEFT, NONE, at)
    assert "Const" not in palette.types_shown()
    palette.edit.setText("relu")
    palette.edit.clear()
    assert "Const" not in palette.types_shown()
    heading = _heading(palette, "Core")
    palette.tree.scrollToItem(heading)
    QTest.mouseClick(palette.tree.viewport(), LEFT, NONE, palette.tree.visualItemRect(heading).center())
    assert "Const" in palette.types_shown()


def test_what_is_dragged_is_the_name_and_looks_like_the_block(palette: Palette) -> None:
    item = next(row for row in palette.tree.rows() if row.text(0) == "MatMul")
    palette.tree.setCurrentItem(item)
    drag = palette.tree.drag()
    assert drag is not None
    assert bytes(drag.mimeData().data(MIME_TYPE).data()) == b"MatMul"
    assert drag.pixmap().width() > 100
    drag.deleteLater()
    assert palette.tree.mimeTypes() == [MIME_TYPE]


def test_recent_types_stand_at_the_top(palette: Palette) -> None:
    palette.note_use("Relu")
    palette.note_use("Exp")
    palette.note_use("Relu")
    assert palette.types_shown()[:2] == ["Relu", "Exp"]
    assert palette.recent() == ["Relu", "Exp"]


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(900, 600)
    line = QLineEdit(widget)
    line.setObjectName("line")
    widget.show()
    line.setFocus()
    return widget


def test_quick_search_by_keys(host: QWidget, qtbot: QtBot) -> None:
    search = QuickSearch(host)
    search.popup(host.mapToGlobal(QPoint(300, 200)))
    assert search.isVisible()
    assert search.edit.hasFocus()
    type_text(search.edit, "matm")
    assert search.types_shown()[0] == "MatMul"
    with qtbot.waitSignal(search.chosen) as chosen:
        key(search.edit, Key.Key_Return)
    assert args(chosen) == ["MatMul", "", {}, None]
    assert not search.isVisible()
    line = host.findChild(QLineEdit, "line")
    assert line is not None
    assert line.hasFocus()


def test_quick_search_makes_a_const_of_a_value(host: QWidget, qtbot: QtBot) -> None:
    search = QuickSearch(host)
    search.popup(host.mapToGlobal(QPoint(300, 200)))
    type_text(search.edit, "{{3,2},{-1,0}}")
    with qtbot.waitSignal(search.chosen) as chosen:
        key(search.edit, Key.Key_Enter)
    assert args(chosen) == ["Const", "", {"val": [[3, 2], [-1, 0]]}, None]


def test_quick_search_for_a_wire_names_the_pin_and_asks_once_for_each_type(host: QWidget, qtbot: QtBot) -> None:
    asked: list[str] = []

    def fits(spec: object) -> str | None:
        name = str(getattr(spec, "name", ""))
        asked.append(name)
        return {"MatMul": "a", "Relu": "features"}.get(name)

    search = QuickSearch(host)
    used = ["Relu", "Const", "MatMul"]
    search.popup(host.mapToGlobal(QPoint(10, 10)), fits, "Add a block that uses A.output", used=used)
    assert search.types_shown() == ["Relu", "MatMul"]
    assert search.title.text() == "Add a block that uses A.output"
    type_text(search.edit, "re")
    assert len(asked) == len(set(asked))
    assert search.types_shown()[0] == "Relu"
    item = search.list.item(0)
    with qtbot.waitSignal(search.chosen) as chosen:
        QTest.mouseClick(search.list.viewport(), LEFT, NONE, search.list.visualItemRect(item).center())
    assert args(chosen) == ["Relu", "features", {}, None]


def test_quick_search_stays_in_the_window_and_escape_cancels(host: QWidget, qtbot: QtBot) -> None:
    search = QuickSearch(host)
    search.popup(host.mapToGlobal(QPoint(890, 590)))
    assert host.rect().contains(search.geometry())
    key(search.edit, Key.Key_Escape)
    assert not search.isVisible()
    search.popup(host.mapToGlobal(QPoint(100, 100)))
    line = host.findChild(QLineEdit, "line")
    assert line is not None
    line.setFocus(Qt.FocusReason.MouseFocusReason)
    assert not search.isVisible()
    assert line.hasFocus()


def test_quick_search_finds_nothing_without_harm(host: QWidget, qtbot: QtBot) -> None:
    search = QuickSearch(host)
    search.popup(host.mapToGlobal(QPoint(100, 100)))
    type_text(search.edit, "qqqqqq")
    assert search.types_shown() == []
    with qtbot.assertNotEmitted(search.chosen):
        key(search.edit, Key.Key_Return)
        key(search.edit, Key.Key_Down)
    assert search.isVisible()
    assert search.about.text() == "No block has that name."
