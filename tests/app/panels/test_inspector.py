from __future__ import annotations

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from app.core.document import Document
from app.panels.editors.choice import BoolEdit, ChoiceEdit
from app.panels.look import Elided
from app.panels.properties.details import DetailRows, StrayRow
from app.panels.properties.fields import IconButton
from app.panels.properties.inspector import Inspector
from blocks.document.changes import AddBlocks, RemoveItems, SetField, SetValue
from blocks.document.data import Block, Json
from tests.app.panels.hands import LEFT, NONE, Key, args, click, drag, editor, inspect, key, type_text
from tests.document.documents import add_unknown


@pytest.fixture
def document() -> Document:
    document = Document.new()
    page = document.diagram.page("main")
    page.add("Const", id="A", val=[[3, 2], [-1, 0]])
    page.add("Const", id="b", val=1.5)
    page.add("MatMul", id="v")
    page.add("Concat", id="cat")
    page.add("ClientSession", id="run")
    add_unknown(page, "Foo", "foo", bar=3)
    page.wire("A.output", "v.a")
    page.wire("A.output", "cat.values")
    page.wire("b.output", "cat.values")
    page.wire("A.output", "foo.q")
    return document


@pytest.fixture
def inspector(qtbot: QtBot) -> Inspector:
    inspector = Inspector()
    qtbot.addWidget(inspector)
    inspector.resize(330, 700)
    inspector.show()
    return inspector


def value(document: Document, block: str, name: str) -> Json:
    return document.diagram.page("main").block(block).values.get(name)


def test_without_a_selection_it_says_what_the_page_holds(inspector: Inspector, document: Document) -> None:
    assert inspector.head.about.text() == "No page is open."
    inspect(inspector, document)
    assert "6 blocks and 4 wires" in inspector.head.about.text()
    assert not inspector.head.id.isVisible()


@pytest.mark.parametrize("text", ["{{5, 6}, {7, 8}}", "[[5, 6], [7, 8]]"])
def test_a_tensor_is_typed_in_braces_or_brackets(inspector: Inspector, document: Document, text: str) -> None:
    inspect(inspector, document, "A")
    field = editor(inspector, "val")
    assert field.toPlainText() == "[[ 3, 2],\n [-1, 0]]"
    click(field)
    field.selectAll()
    type_text(field, text)
    assert value(document, "A", "val") == [[3, 2], [-1, 0]], "nothing before Enter"
    key(field, Key.Key_Return)
    assert value(document, "A", "val") == [[5, 6], [7, 8]]
    assert field.toPlainText() == "[[5, 6],\n [7, 8]]"
    assert document.history.undo_text == "Set A.val"
    document.undo()
    assert value(document, "A", "val") == [[3, 2], [-1, 0]]
    assert field.toPlainText() == "[[ 3, 2],\n [-1, 0]]"


def test_a_text_that_is_no_value_stays_and_is_marked_in_its_place(inspector: Inspector, document: Document) -> None:
    inspect(inspector, document, "A")
    field, row = editor(inspector, "val"), inspector.field("val")
    assert row is not None
    click(field)
    field.selectAll()
    type_text(field, "{{1, 2}, {3")
    assert "never closed" in row.fault.text()
    assert row.fault.isVisible()
    key(field, Key.Key_Return)
    assert field.toPlainText() == "{{1, 2}, {3"
    assert value(document, "A", "val") == [[3, 2], [-1, 0]]
    type_text(field, "")
    key(field, Key.Key_Escape)
    assert field.toPlainText() == "[[ 3, 2],\n [-1, 0]]"
    assert not row.fault.isVisible()
    assert document.history.entries == []


def test_leaving_a_field_puts_its_text_in(inspector: Inspector, document: Document) -> None:
    inspect(inspector, document, "b")
    field = editor(inspector, "val")
    click(field)
    field.selectAll()
    type_text(field, "2.5")
    inspector.head.id.setFocus()
    assert value(document, "b", "val") == 2.5


def test_another_selection_puts_the_text_into_the_block_it_was_typed_for(
    inspector: Inspector, document: Document
) -> None:
    inspect(inspector, document, "b")
    field = editor(inspector, "val")
    click(field)
    field.selectAll()
    type_text(field, "7")
    inspector.set_selection(["A"])
    assert value(document, "b", "val") == 7
    assert value(document, "A", "val") == [[3, 2], [-1, 0]]


def test_a_drag_scrubs_a_number_as_one_edit(inspector: Inspector, document: Document) -> None:
    inspect(inspector, document, "b")
    field = editor(inspector, "val")
    seen: list[Json] = []
    document.changed.connect(lambda: seen.append(value(document, "b", "val")))
    drag(field, 1, 40)
    assert value(document, "b", "val") == 2.5
    assert seen == sorted(seen)
    assert len(seen) > 2, "the document follows while the mouse moves"
    assert len(document.history.entries) == 1
    drag(field, 1, -40)
    assert value(document, "b", "val") == 1.5
    assert len(document.history.entries) == 2
    document.undo()
    document.undo()
    assert value(document, "b", "val") == 1.5
    assert field.toPlainText() == "1.5"


def test_a_drag_scrubs_one_element_of_a_matrix(inspector: Inspector, document: Document) -> None:
    inspect(inspector, document, "A")
    field = editor(inspector, "val")
    drag(field, field.toPlainText().index("-1") + 1, 12)
    assert value(document, "A", "val") == [[3, 2], [2, 0]]
    assert field.toPlainText() == "[[3, 2],\n [2, 0]]"
    assert not field.hasFocus()


def test_shift_scrubs_finely(inspector: Inspector, document: Document) -> None:
    inspect(inspector, document, "b")
    drag(editor(inspector, "val"), 1, 8, Qt.KeyboardModifier.ShiftModifier)
    assert value(document, "b", "val") == 1.52


def test_keys_step_a_number(inspector: Inspector, document: Document) -> None:
    inspect(inspector, document, "b")
    field = editor(inspector, "val")
    click(field)
    key(field, Key.Key_Up)
    key(field, Key.Key_Up)
    assert value(document, "b", "val") == 1.7
    key(field, Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert value(document, "b", "val") == 0.7
    assert len(document.history.entries) == 1


def test_a_switch_and_its_reset(inspector: Inspector, document: Document) -> None:
    inspect(inspector, document, "v")
    row = inspector.field("transpose_b")
    assert row is not None
    assert isinstance(row.editor, BoolEdit)
    assert not row.reset.isVisible()
    QTest.mouseClick(row.editor, LEFT)
    assert value(document, "v", "transpose_b") is True
    assert row.reset.isVisible()
    QTest.mouseClick(row.reset, LEFT)
    assert "transpose_b" not in document.diagram.page("main").block("v").values
    assert not row.editor.isChecked()
    assert [entry.text for entry in document.history.entries] == ["Set v.transpose_b", "Reset v.transpose_b"]


def test_a_dtype_is_chosen_by_keys(inspector: Inspector, document: Document) -> None:
    inspect(inspector, document, "b")
    row = inspector.field("dtype")
    assert row is not None
    box = row.editor
    assert isinstance(box, ChoiceEdit)
    assert box.currentText() == "automatic"
    box.setFocus()
    key(box, Key.Key_Down)
    assert value(document, "b", "dtype") == "DT_FLOAT"
    key(box, Key.Key_Up)
    assert value(document, "b", "dtype") is None
    assert isinstance(box, QComboBox)


def test_a_shape_is_typed(inspector: Inspector, document: Document) -> None:
    inspect(inspector, document, "b")
    field = editor(inspector, "shape")
    click(field)
    type_text(field, "2 x ?")
    key(field, Key.Key_Return)
    assert value(document, "b", "shape") == [2, None]
    assert field.toPlainText() == "[2, ?]"
    key(field, Key.Key_Delete)
    key(field, Key.Key_Return)
    assert "shape" not in document.diagram.page("main").block("b").values


def test_a_literal_of_an_open_input_and_a_link_for_a_wired_one(
    inspector: Inspector, document: Document, qtbot: QtBot
) -> None:
    inspect(inspector, document, "v")
    assert inspector.field("a") is None
    rows = inspector.rows
    assert rows is not None
    link = rows.inputs["a"].links[0]
    assert link.full() == "\u2190 A.output"
    with qtbot.waitSignal(inspector.go_to) as gone:
        QTest.mouseClick(link, LEFT)
    assert args(gone) == ["main", "A"]
    field = editor(inspector, "b")
    click(field)
    type_text(field, "{{1},{2}}")
    key(field, Key.Key_Return)
    assert value(document, "v", "b") == [[1], [2]]
    document.diagram.page("main").wire("A.output", "v.b")
    document.changed.emit()
    assert inspector.field("b") is None


def test_dtypes_shapes_and_problems_are_shown(inspector: Inspector, document: Document) -> None:
    inspect(inspector, document, "A")
    row = inspector.field("val")
    assert row is not None
    assert row.caption.text() == "int32 [2,2]"
    inspect(inspector, document, "v")
    row = inspector.field("b")
    assert row is not None
    assert "input b is not wired" in row.fault.text()
    document.do(SetValue("main", "v", "b", [[1], [2]]), "Set v.b")
    inspect(inspector, document, "v")
    assert row.fault.text() == ""


def test_the_order_of_a_list_is_changed(inspector: Inspector, document: Document) -> None:
    inspect(inspector, document, "cat")
    rows = inspector.rows
    assert rows is not None
    row = rows.inputs["values"]
    assert [link.full() for link in row.links] == ["0  \u2190 A.output", "1  \u2190 b.output"]
    button = next(b for b in row.findChildren(IconButton) if b.accessibleName() == "Move \u2190 A.output down")
    QTest.mouseClick(button, LEFT)
    assert [link.full() for link in row.links] == ["0  \u2190 b.output", "1  \u2190 A.output"]
    document.undo()
    assert [link.full() for link in row.links] == ["0  \u2190 A.output", "1  \u2190 b.output"]


def test_a_block_is_renamed(inspector: Inspector, document: Document) -> None:
    inspect(inspector, document, "A")
    QTest.mouseDClick(inspector.head.id, LEFT)
    assert inspector.head.id.hasFocus()
    type_text(inspector.head.id, "b")
    key(inspector.head.id, Key.Key_Return)
    assert "already a block 'b'" in inspector.head.fault.text()
    assert document.history.entries == []
    inspector.head.id.selectAll()
    type_text(inspector.head.id, "weights")
    key(inspector.head.id, Key.Key_Return)
    assert document.diagram.page("main").get("weights") is not None
    assert str(document.page("main").wires[0].source) == "weights.output"
    assert inspector.head.id.text() == "weights"
    assert inspector.field("val") is not None
    inspector.head.id.selectAll()
    type_text(inspector.head.id, "x.y")
    key(inspector.head.id, Key.Key_Escape)
    assert inspector.head.id.text() == "weights"


def test_muted_and_collapsed(inspector: Inspector, document: Document) -> None:
    inspect(inspector, document, "v")
    QTest.mouseClick(inspector.head.muted, LEFT)
    QTest.mouseClick(inspector.head.collapsed, LEFT)
    block = document.diagram.page("main").block("v")
    assert (block.muted, block.collapsed) == (True, True)
    document.undo()
    assert not inspector.head.collapsed.isChecked()
    assert inspector.head.muted.isChecked()


def test_several_blocks_of_a_type_are_edited_together(inspector: Inspector, document: Document) -> None:
    inspect(inspector, document, "A", "b")
    field = editor(inspector, "val")
    assert field.placeholderText() == "several values"
    click(field)
    type_text(field, "4")
    key(field, Key.Key_Return)
    assert [value(document, each, "val") for each in ("A", "b")] == [4, 4]
    assert len(document.history.entries) == 1
    inspect(inspector, document, "A", "v")
    assert inspector.head.title.full() == "2 blocks"
    assert inspector.field("val") is None


def test_an_unknown_type_is_kept_and_its_values_can_be_taken_away(inspector: Inspector, document: Document) -> None:
    inspect(inspector, document, "foo")
    assert "Unknown block type" in inspector.head.about.text()
    stray = inspector.findChild(StrayRow)
    assert stray is not None
    QTest.mouseClick(stray.button, LEFT)
    assert value(document, "foo", "bar") is None
    assert inspector.rows is not None
    assert inspector.rows.findChild(StrayRow) is None


def test_a_command_key_puts_the_text_in_first(inspector: Inspector, document: Document) -> None:
    inspect(inspector, document, "b")
    field = editor(inspector, "val")
    click(field)
    field.selectAll()
    type_text(field, "9")
    key(field, Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    inspector.commit()
    assert value(document, "b", "val") == 9


def test_undo_while_nothing_is_typed_is_left_to_the_window(inspector: Inspector, document: Document) -> None:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QApplication

    inspect(inspector, document, "b")
    field = editor(inspector, "val")
    click(field)
    override = QKeyEvent(QEvent.Type.ShortcutOverride, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    QApplication.sendEvent(field, override)
    assert not override.isAccepted()
    type_text(field, "3")
    override = QKeyEvent(QEvent.Type.ShortcutOverride, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    QApplication.sendEvent(field, override)
    assert override.isAccepted()


def test_escape_takes_back_and_then_leaves(inspector: Inspector, document: Document, qtbot: QtBot) -> None:
    inspect(inspector, document, "b")
    field = editor(inspector, "val")
    click(field)
    type_text(field, "3")
    with qtbot.assertNotEmitted(inspector.left):
        key(field, Key.Key_Escape)
    assert field.toPlainText() == "1.5"
    with qtbot.waitSignal(inspector.left):
        key(field, Key.Key_Escape)
    QTest.mouseClick(inspector.head.id, LEFT)
    with qtbot.waitSignal(inspector.left):
        key(inspector.head.id, Key.Key_Escape)


def test_help_is_asked_for(inspector: Inspector, document: Document, qtbot: QtBot) -> None:
    inspect(inspector, document, "v")
    with qtbot.waitSignal(inspector.block_chosen) as chosen:
        QTest.mouseClick(inspector.head.help, LEFT, NONE)
    assert args(chosen) == ["MatMul"]


def test_texts_of_a_document_are_never_markup(inspector: Inspector, document: Document) -> None:
    add_unknown(document.diagram.page("main"), "<b>Bold</b>", "<i>x", val="<img src=x>")
    inspect(inspector, document, "<i>x")
    assert inspector.head.title.textFormat() == Qt.TextFormat.PlainText
    assert "<b>Bold" not in inspector.head.title.toolTip()
    document.do(SetField("main", "v", "source", "<b>model.py\n:12"), "Set source")
    inspect(inspector, document, "v")
    (source,) = [each for each in inspector.findChildren(Elided) if "model.py" in each.full()]
    assert source.full() == "<b>model.py\\n:12" and source.textFormat() == Qt.TextFormat.PlainText


def test_a_very_large_value_is_not_spelled_out(inspector: Inspector, document: Document) -> None:
    document.do(SetValue("main", "A", "val", [[0.0] * 1000] * 50), "Set A.val")
    inspect(inspector, document, "A")
    field = editor(inspector, "val")
    assert field.toPlainText() == ""
    assert "float32 [50,1000]" in field.placeholderText()
    inspector.commit()
    assert len(value(document, "A", "val")) == 50


def test_a_page_that_goes_away(inspector: Inspector, document: Document) -> None:
    inspect(inspector, document, "A")
    inspector.show_page(None)
    assert inspector.head.about.text() == "No page is open."
    inspect(inspector, document, "A")
    document.diagram.page("main").remove("A")
    document.changed.emit()
    assert inspector.field("val") is None


@pytest.mark.parametrize("name", ["v", "A", "run"])
def test_show_field_goes_there(inspector: Inspector, document: Document, name: str) -> None:
    inspect(inspector, document, name)
    wanted = {"v": "b", "A": "val", "run": "device"}[name]
    assert inspector.show_field(wanted)
    assert editor(inspector, wanted).hasFocus()
    assert not inspector.show_field("nothing")


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_typed_and_dragged_undo_takes_back_to_the_first_byte(
    inspector: Inspector, document: Document, seed: int
) -> None:
    chance = random.Random(seed)
    before = document.diagram.dumps()
    keys = [Key.Key_Return, Key.Key_Escape, Key.Key_Up, Key.Key_Down, Key.Key_Backspace, Key.Key_Tab, Key.Key_Home]
    for _ in range(120):
        what = chance.random()
        rows = list(inspector.rows.values.values()) if inspector.rows is not None else []
        row = chance.choice(rows) if rows else None
        if what < 0.12 or row is None:
            inspect(
                inspector, document, *chance.sample(["A", "b", "v", "cat", "run", "foo"], chance.choice([1, 1, 1, 2]))
            )
        elif what < 0.18:
            document.undo() if chance.random() < 0.6 else document.redo()
        elif what < 0.24:
            QTest.mouseClick(row.reset, LEFT)
        elif isinstance(row.editor, BoolEdit):
            QTest.mouseClick(row.editor, LEFT)
        elif not isinstance(row.editor, ChoiceEdit):
            if what < 0.5 and row.editor.toPlainText():
                drag(row.editor, chance.randrange(len(row.editor.toPlainText())), chance.randrange(-60, 60))
            elif what < 0.75:
                click(row.editor)
                type_text(row.editor, chance.choice(["{1,2}", "[[1.5]]", "3", "nan", "]", '"x"', "1e400", "-", " "]))
            else:
                key(row.editor, chance.choice(keys))
    inspector.commit()
    after = document.diagram.dumps()
    done = document.history.position
    while document.history.position:
        document.undo()
    assert document.diagram.dumps() == before
    while document.history.position < done:
        document.redo()
    assert document.diagram.dumps() == after


@pytest.mark.parametrize("text", ["", "2.5"])
def test_a_block_goes_while_its_value_is_typed(inspector: Inspector, document: Document, text: str) -> None:
    new = Block("new", "Const", values={"val": 1.5})
    document.do(AddBlocks("main", ((6, new),)), "Add new")
    inspect(inspector, document, "new")
    field = editor(inspector, "val")
    click(field)
    field.selectAll()
    key(field, Key.Key_Delete)
    type_text(field, text)
    document.undo()
    inspector.refresh()
    assert inspector.rows is None
    assert shown_rows(inspector) == []
    assert "6 blocks and 4 wires" in inspector.head.about.text()


def test_the_rows_become_others_while_a_value_is_typed(inspector: Inspector, document: Document) -> None:
    inspect(inspector, document, "v")
    field = editor(inspector, "b")
    click(field)
    type_text(field, "[[1.0], [2.0]]")
    document.do(RemoveItems("main", "wires", (0,)), "Remove wire")
    inspector.refresh()
    assert shown_rows(inspector) == [inspector.rows]
    assert value(document, "v", "b") == [[1.0], [2.0]]
    assert editor(inspector, "b").toPlainText() == "[[1.0],\n [2.0]]"
    assert inspector.field("a") is not None


def shown_rows(inspector: Inspector) -> list[DetailRows]:
    return [rows for rows in inspector.body.findChildren(DetailRows) if rows.isVisible()]
