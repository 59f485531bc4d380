"""A literal edited as a sheet: with keys, from a spreadsheet, row by row."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from app.core.document import Document
from app.panels.editors.grid import MOST_CELLS, GridEdit, Sheet, parse_cells, sheet_of
from app.panels.properties.inspector import Inspector
from blocks.base.errors import DiagramError
from blocks.document.data import Json
from tests.app.canvas.pages import document
from tests.app.panels.hands import Key, editor, inspect, key, type_text

CTRL = Qt.KeyboardModifier.ControlModifier


class Person:
    """Somebody who edits the value of a Const as a sheet."""

    def __init__(self, qtbot: QtBot, value: Json) -> None:
        self.document: Document = document([{"id": "c", "type": "Const", "at": [0, 0], "values": {"val": value}}])
        self.first = self.document.diagram.dumps()
        self.inspector = Inspector()
        qtbot.addWidget(self.inspector)
        self.inspector.resize(320, 600)
        with qtbot.waitActive(self.inspector):
            self.inspector.show()
            self.inspector.activateWindow()
        inspect(self.inspector, self.document, "c")
        row = self.inspector.field("val")
        assert row is not None
        self.row = row
        QTest.mouseClick(row.as_grid, Qt.MouseButton.LeftButton)
        assert isinstance(row.grid, GridEdit)
        self.grid = row.grid
        self.table = row.grid.table

    @property
    def value(self) -> Json:
        return self.document.page("main").blocks[0].values["val"]

    def go(self, row: int, column: int, *, to: tuple[int, int] | None = None) -> None:
        self.table.setCurrentIndex(self.grid.model.index(row, column))
        if to is not None:
            for which, count in ((Key.Key_Down, to[0] - row), (Key.Key_Right, to[1] - column)):
                for _ in range(count):
                    key(self.table, which, Qt.KeyboardModifier.ShiftModifier)

    def type(self, text: str) -> None:
        """Type over the current cell, and Enter."""
        type_text(self.table, text[:1])
        field = QApplication.focusWidget()
        assert isinstance(field, QLineEdit)
        type_text(field, text[1:])
        key(field, Key.Key_Return)
        QApplication.processEvents()  # Qt closes the field a moment later

    def paste(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        key(self.table, Key.Key_V, CTRL)

    def press(self, text: str) -> None:
        QTest.mouseClick(self.grid.buttons[text], Qt.MouseButton.LeftButton)

    @property
    def edits(self) -> list[str]:
        return [entry.text for entry in self.document.history.entries]


MATRIX = [[1.0, 2.0], [3.0, 4.0]]


def test_arrows_go_letters_type_and_each_cell_is_one_step_of_the_history(qtbot: QtBot) -> None:
    person = Person(qtbot, MATRIX)
    assert person.table.hasFocus()
    key(person.table, Key.Key_Right)
    person.type("7.5")
    assert person.value == [[1.0, 7.5], [3.0, 4.0]]
    key(person.table, Key.Key_Left)  # Enter went down
    person.type("-2")
    assert person.value == [[1.0, 7.5], [-2.0, 4.0]]
    assert editor(person.inspector, "val").toPlainText() == "[[ 1.0, 7.5],\n [-2.0, 4.0]]"
    assert person.edits == ["Set c.val"] * 2
    person.document.undo()
    person.inspector.refresh()
    assert person.grid.model.index(1, 0).data() == "3.0"
    person.document.undo()
    assert person.document.diagram.dumps() == person.first


def test_the_same_value_typed_again_is_no_edit(qtbot: QtBot) -> None:
    person = Person(qtbot, MATRIX)
    person.type("1.0")
    assert not person.edits


@pytest.mark.parametrize("text", ["x", "[1, 2]", "1,2,", "1 2"])
def test_what_is_no_number_is_refused_with_a_sentence(qtbot: QtBot, text: str) -> None:
    person = Person(qtbot, MATRIX)
    person.type(text)
    assert not person.edits and person.row.fault.text() and person.row.fault.isVisibleTo(person.inspector)
    assert editor(person.inspector, "val").toPlainText() == f"[[{text}, 2.0],\n [3.0, 4.0]]"  # to be mended there
    person.go(0, 0)
    person.type("5/2")
    assert not person.row.fault.text() and person.value == [[2.5, 2.0], [3.0, 4.0]]
    assert editor(person.inspector, "val").toPlainText() == "[[2.5, 2.0],\n [3.0, 4.0]]"


def test_cells_of_a_spreadsheet_are_pasted_and_the_sheet_grows(qtbot: QtBot) -> None:
    person = Person(qtbot, MATRIX)
    person.go(1, 1)
    person.paste("10\t11\n12\t13\r\n")
    assert person.value == [[1.0, 2.0, 0.0], [3.0, 10.0, 11.0], [0.0, 12.0, 13.0]]
    assert len(person.edits) == 1
    person.go(1, 1, to=(2, 2))
    key(person.table, Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == "10.0\t11.0\n12.0\t13.0"
    key(person.table, Key.Key_Delete)
    assert person.value == [[1.0, 2.0, 0.0], [3.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    person.paste("1\tno\n2\t3")
    assert len(person.edits) == 2 and "'no'" in person.row.fault.text()


def test_rows_and_columns_are_added_and_taken_away(qtbot: QtBot) -> None:
    person = Person(qtbot, MATRIX)
    person.press("+ row")
    assert person.value == [[1.0, 2.0], [0.0, 0.0], [3.0, 4.0]]
    person.press("+ column")
    assert person.value == [[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [3.0, 0.0, 4.0]]
    person.go(0, 0, to=(1, 1))
    person.press("\u2212 row")
    assert person.value == [[3.0, 0.0, 4.0]]
    person.press("\u2212 row")  # the last one stays
    person.go(0, 1)
    person.press("\u2212 column")
    assert person.value == [[3.0, 4.0]]
    while person.document.history.undo_text:
        person.document.undo()
    assert person.document.diagram.dumps() == person.first


def test_a_vector_stays_one_and_takes_a_column_too(qtbot: QtBot) -> None:
    person = Person(qtbot, [1, 2, 3])
    person.go(0, 1)
    person.paste("7\n8\n9")
    assert person.value == [1, 7, 8, 9]
    person.paste("1\t2\n3\t4")
    assert person.value == [1, 7, 8, 9] and "one row" in person.row.fault.text()
    person.press("+ row")
    assert person.value == [[1, 7, 8, 9], [0, 0, 0, 0]]


def test_texts_are_typed_as_they_are(qtbot: QtBot) -> None:
    person = Person(qtbot, ["a", "b"])
    person.type("12")
    assert person.value == ["12", "b"]
    person.press("+ column")
    assert person.value == ["12", "", "b"]


@pytest.mark.parametrize("value", [3.0, [], [[]], [[1], [2, 3]], [[[1.0]]], "text", {"file": "a.npy"}, True])
def test_what_has_no_rows_and_columns_is_no_sheet(value: Json) -> None:
    assert sheet_of(value) is None


def test_a_button_is_there_only_for_what_has_cells(qtbot: QtBot) -> None:
    person = Person(qtbot, MATRIX)
    field = editor(person.inspector, "val")
    field.setPlainText("4.0")
    key(field, Key.Key_Return)
    person.inspector.refresh()
    assert not person.row.as_grid.isVisibleTo(person.inspector) and not person.grid.isVisibleTo(person.inspector)
    person.document.undo()
    person.inspector.refresh()
    assert person.grid.isVisibleTo(person.inspector)


def test_escape_leaves_the_sheet(qtbot: QtBot) -> None:
    person = Person(qtbot, MATRIX)
    with qtbot.waitSignal(person.inspector.left):
        key(person.table, Key.Key_Escape)


def test_too_many_cells_are_refused() -> None:
    side = int(MOST_CELLS**0.5)
    full = Sheet(((0.0,) * side,) * side, False)
    with pytest.raises(DiagramError, match="at most"):
        full.put(side, side, [[1.0]])
    with pytest.raises(DiagramError, match="at most"):
        parse_cells("\t".join(["1"] * (MOST_CELLS + 1)), "float")
    with pytest.raises(DiagramError, match="no cells"):
        parse_cells(" \n".strip(), "float")


@pytest.mark.parametrize(
    ("value", "kind"),
    [([1.0, 2], "float"), ([1, 2], "whole"), ([True, False], "bool"), (["NaN", 1], "whole"), (["a"], "text"),
     (["Infinity"], "float")],
)  # fmt: skip
def test_a_sheet_knows_what_its_cells_are(value: Json, kind: str) -> None:
    sheet = sheet_of(value)
    assert sheet is not None and sheet.kind == kind and sheet.value == value
