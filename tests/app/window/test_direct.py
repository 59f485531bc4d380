"""Direct manipulation in the window: values, names and choices changed where the blocks show them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from app.canvas.text import static_text
from app.canvas.value_rows import BlockValueRow
from app.canvas.view import tip_at
from app.face.geometry import LABEL_SIZE
from app.panels.editors.value_edit import ValueEdit
from app.panels.properties.in_block import BlockValue
from blocks.document.data import Json
from tests.app.window.direct import PAGE, Direct
from tests.app.window.hands import click, press, settle, type_in

RETURN = Qt.Key.Key_Return


def row(hand: Direct, name: str) -> BlockValueRow:
    """The row of a value: ``A.val``."""
    block, _, value = name.partition(".")
    return next(row for row in hand.scene.value_rows(block) if row.name == value)


def number(hand: Direct, name: str, written: str) -> QPointF:
    """The middle of a number of a value, as it is painted."""
    shown_row = row(hand, name)
    start = shown_row.text.index(written) + len(written) / 2
    part = static_text(shown_row.text[: int(start)], LABEL_SIZE).size().width()
    whole = static_text(shown_row.text, LABEL_SIZE).size().width()
    inner = shown_row.value.adjusted(3, 0, -3, 0)
    return QPointF(inner.left() + inner.width() * (part + 2) / whole, inner.center().y())


def editor(hand: Direct) -> BlockValue:
    """The editor that is open in a block."""
    [editor] = [each for each in hand.view.findChildren(BlockValue) if each.isVisible()]
    return editor


def typed(hand: Direct, text: str) -> None:
    """Type into what has the keys, instead of what stands there."""
    focus = QApplication.focusWidget()
    assert isinstance(focus, QWidget)
    QTest.keyClick(focus, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    type_in(focus, text)
    press(focus, RETURN)


NUMBERS: list[tuple[str, str, int, object]] = [
    ("rate.val", "0.25", 40, 0.35),
    ("A.val", "-1", -8, [[3, 2], [-3, 0]]),
    ("W.initvalues", "1.0", 12, [[1.3, 2.0]]),
    ("add.y", "2.5", 20, 3.0),
    ("three.factor", "3.0", -20, 2.5),
    ("three.x", "4.0", 8, [1.0, 4.2]),
]


def test_a_number_is_dragged_in_the_block(qtbot: QtBot, tmp_path: Path) -> None:
    hand = Direct(qtbot, tmp_path)
    for name, written, way, expected in NUMBERS:
        at, place = number(hand, name, written), hand.block(name.partition(".")[0]).at
        assert hand.steps(lambda at=at, way=way: hand.drag(at, at + QPointF(way, 0))) == [f"Set {name}"]
        assert hand.value(name) == expected
        assert hand.block(name.partition(".")[0]).at == place


def test_a_promoted_value_is_seen_and_dragged_before_an_instance_sets_it(qtbot: QtBot, tmp_path: Path) -> None:
    hand = Direct(qtbot, tmp_path, PAGE.replace('"factor": 3.0, ', ""))
    at = number(hand, "three.factor", "2.0")  # what the definition says
    assert tip_at(hand.scene, at).startswith("three.factor: 2.0\n")
    assert hand.steps(lambda: hand.drag(at, at + QPointF(20, 0))) == ["Set three.factor"]
    assert hand.value("three.factor") == 2.5
    press(hand.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert "factor" not in hand.block("three").values
    number(hand, "three.factor", "2.0")


def test_inside_one_sees_and_sets_the_values_of_the_instance(qtbot: QtBot, tmp_path: Path) -> None:
    two = PAGE.replace('"wires": [["W.ref"', '"wires": [["three.y", "plain.x"], ["W.ref"').replace(
        '{"id": "trend"', '{"id": "plain", "type": ":Scaled", "at": [660, 120]}, {"id": "trend"'
    )
    hand = Direct(qtbot, tmp_path, two)

    def inside(instance: str) -> None:
        hand.tab.go_out()
        hand.tab.go_in(instance)
        hand.view, hand.scene = hand.tab.view, hand.tab.scene
        qtbot.wait(1)  # it is fitted
        hand.view.set_zoom(1.0)

    def on_page(instance: str) -> Json:
        block = hand.document.diagram.page("main").block(instance)
        return block.values.get("factor")

    inside("three")
    at = number(hand, "factor.val", "3.0")
    assert hand.steps(lambda: hand.drag(at, at + QPointF(22, 0))) == ["Set three.factor"]
    assert (on_page("three"), on_page("plain"), hand.value("factor.val")) == (3.5, None, 2.0)
    number(hand, "factor.val", "3.5")
    inspector = hand.window.panels.inspector

    def inspected() -> str:
        field = inspector.field("val")
        return field.editor.toPlainText() if field is not None and isinstance(field.editor, ValueEdit) else ""

    settle(qtbot, lambda: inspected() == "3.5")
    field = inspector.field("val")
    assert field is not None and isinstance(field.editor, ValueEdit)
    field.editor.setFocus()
    field.editor.selectAll()
    type_in(field.editor, "4.5")
    press(field.editor, RETURN)
    assert on_page("three") == 4.5
    press(hand.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    press(hand.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    number(hand, "factor.val", "3.0")
    inside("plain")
    at = number(hand, "factor.val", "2.0")
    assert hand.steps(lambda: hand.drag(at, at + QPointF(22, 0))) == ["Set factor.val"]
    [promoted] = hand.document.diagram.composite("Scaled").values
    assert (on_page("three"), hand.value("factor.val"), promoted.default) == (3.0, 2.5, 2.5)
    inside("three")
    number(hand, "factor.val", "3.0")


def test_esc_takes_a_dragged_number_back_and_leaves_nothing_in_the_history(qtbot: QtBot, tmp_path: Path) -> None:
    hand = Direct(qtbot, tmp_path)
    before = hand.document.diagram.dumps()
    at = number(hand, "rate.val", "0.25")
    hand.drag(at, at + QPointF(40, 0), drop=False)
    assert hand.value("rate.val") == 0.35
    press(hand.view, Qt.Key.Key_Escape)
    assert hand.document.diagram.dumps() == before
    assert not hand.document.history.entries
    assert not hand.document.modified


def test_a_drag_beside_the_number_moves_the_block(qtbot: QtBot, tmp_path: Path) -> None:
    hand = Direct(qtbot, tmp_path)
    area = row(hand, "rate.val").area
    at = QPointF(area.left() + 6, area.center().y())
    assert hand.steps(lambda: hand.drag(at, at + QPointF(0, 60))) == ["Move rate"]
    hand.view.set_zoom(0.5)  # too small to be read
    at = number(hand, "rate.val", "0.25")
    assert hand.steps(lambda: hand.drag(at, at + QPointF(0, 60))) == ["Move rate"]
    assert hand.value("rate.val") == 0.25


def test_a_click_turns_a_yes_or_no_and_opens_choices(qtbot: QtBot, tmp_path: Path) -> None:
    hand = Direct(qtbot, tmp_path)
    switch = row(hand, "mm.transpose_b").value.center()
    assert hand.steps(lambda: hand.click(switch)) == ["Set mm.transpose_b"]
    assert hand.value("mm.transpose_b") is False
    assert "is back to its default" in hand.window.status.message.text()
    hand.document.undo()
    assert tip_at(hand.scene, switch) == "mm.transpose_b: true\nclick to toggle"
    hand.tab.tools.drop("Placeholder", QPointF(0, 340))
    name = hand.tab.page.blocks[-1].id
    hand.double_click(row(hand, f"{name}.dtype").area.center())
    chosen = next(each for each in hand.view.findChildren(QMenu, "choices") if each.isVisible())
    action = next(each for each in chosen.actions() if each.text() == "float64")

    def choose() -> None:
        chosen.setActiveAction(action)
        press(chosen, RETURN)

    assert hand.steps(choose) == [f"Set {name}.dtype"]
    assert hand.value(f"{name}.dtype") == "DT_DOUBLE"


@pytest.mark.parametrize("where", ["value", "label"])
def test_a_double_click_on_a_value_or_its_label_edits_it_there(qtbot: QtBot, tmp_path: Path, where: str) -> None:
    hand = Direct(qtbot, tmp_path)
    for name in ("rate.val", "W.initvalues", "add.y", "three.factor"):
        shown_row = row(hand, name)
        at = shown_row.value.center() if where == "value" else shown_row.area.topLeft() + QPointF(8, 8)

        def edit(name: str = name, at: QPointF = at) -> None:
            hand.double_click(at)
            assert editor(hand).name == name.partition(".")[2]
            typed(hand, "3/4")

        assert hand.steps(edit) == [f"Set {name}"]
        assert hand.value(name) == 0.75
        assert hand.view.hasFocus()


def test_enter_edits_the_values_and_tab_goes_from_one_to_the_next(qtbot: QtBot, tmp_path: Path) -> None:
    hand = Direct(qtbot, tmp_path)
    hand.click(hand.scene.block_rect("rate").center() - QPointF(0, 20))
    press(hand.view, RETURN)
    typed(hand, "7.5")
    assert hand.value("rate.val") == 7.5
    hand.click(hand.scene.block_rect("three").topLeft() + QPointF(30, 10))
    press(hand.view, RETURN, Qt.KeyboardModifier.AltModifier)
    assert editor(hand).name == "x"
    focus = QApplication.focusWidget()
    assert focus is not None
    press(focus, Qt.Key.Key_Tab)
    assert editor(hand).name == "factor"
    typed(hand, "5")
    assert hand.value("three.factor") == 5
    assert hand.tab.page_name == "main"


def test_a_text_that_is_no_value_stays_with_the_reason(qtbot: QtBot, tmp_path: Path) -> None:
    hand = Direct(qtbot, tmp_path)
    hand.double_click(row(hand, "rate.val").value.center())
    typed(hand, "0,,5")
    opened_editor = editor(hand)
    assert opened_editor.fault.text()
    hand.click(QPointF(200, 420))
    assert opened_editor.isVisible()
    assert hand.value("rate.val") == 0.25
    press(opened_editor.editor, Qt.Key.Key_Escape)
    assert opened_editor.isHidden()
    assert not hand.document.history.entries


def test_a_double_click_on_the_name_of_a_block_gives_it_another(qtbot: QtBot, tmp_path: Path) -> None:
    hand = Direct(qtbot, tmp_path)
    for block in ("rate", "three", "W"):
        area: QRectF = hand.scene.name_rect(block)

        def rename(block: str = block, area: QRectF = area) -> None:
            hand.double_click(QPointF(area.left() + 20, area.bottom() - 5))
            typed(hand, f"{block}_2")

        assert hand.steps(rename) == [f"Rename {block} to {block}_2"]
        assert hand.block(f"{block}_2")


def test_a_double_click_on_a_display_writes_its_title(qtbot: QtBot, tmp_path: Path) -> None:
    hand = Direct(qtbot, tmp_path)

    def title() -> None:
        hand.double_click(row(hand, "trend.title").area.center())
        typed(hand, "Loss")

    assert hand.steps(title) == ["Set trend.title"]
    assert hand.value("trend.title") == "Loss"


def test_a_fresh_block_is_not_an_error_until_it_was_run(qtbot: QtBot, tmp_path: Path) -> None:
    hand = Direct(qtbot, tmp_path)
    hand.tab.tools.drop("MatMul", QPointF(0, 340))
    name = hand.tab.page.blocks[-1].id

    def badges() -> list[str]:
        item = hand.scene.block_item(name)
        return [] if item is None else [badge.kind for badge in item.face.badges]

    settle(qtbot, lambda: badges() == ["open"])
    settle(qtbot, lambda: hand.window.status.faults.toolTip() == "Missing inputs or values: 2")
    hand.window.docks.fold(True)
    click(hand.window.status.faults)
    settle(qtbot, lambda: hand.window.docks.is_open("problems"))
    bars = [bar for bar in hand.window.findChildren(QTabBar) if bar.isVisible()]
    names = [bar.tabText(i) for bar in bars for i in range(bar.count())]
    assert {"Results", "Problems"} <= set(names)  # with tabs, which name the panels
    item = hand.scene.block_item(name)
    assert item is not None
    assert item.badges == ()  # nor is it red from afar
    inspector = hand.window.panels.inspector

    def told() -> tuple[str, str]:
        field = inspector.field("b")
        return ("", "") if field is None else (field.caption.text(), field.fault.text())

    needed = "MatMul: input b is not wired and has no value"
    settle(qtbot, lambda: told() == (needed, ""))  # calm there, too
    hand.drag(hand.pin("A.output", is_input=False), hand.pin(f"{name}.a", is_input=True))
    hand.drag(hand.pin("rate.output", is_input=False), hand.pin(f"{name}.b", is_input=True))
    menu = hand.view.findChild(QMenu, "mends")
    assert menu is not None
    menu.setActiveAction(menu.actions()[-1])
    press(menu, RETURN)  # wired anyway: that is wrong
    settle(qtbot, lambda: badges() == ["error"])
    hand.document.undo()
    settle(qtbot, lambda: badges() == ["open"])
    hand.window.run(1)
    settle(qtbot, lambda: badges() == ["error"])
    hand.scene.select([name])
    settle(qtbot, lambda: told() == ("", needed))


def test_what_is_no_number_is_not_dragged_nor_taken_for_another(qtbot: QtBot, tmp_path: Path) -> None:
    text = PAGE.replace('{"val": [[3, 2], [-1, 0]]}', '{"val": [1.0, "NaN", 2.0]}')
    text = text.replace('{"factor": 3.0, "x": [1.0, 4.0]}', '{"x": [1.0, "NaN", 7.0]}')
    hand = Direct(qtbot, tmp_path, text)
    for name, written in (("A.val", "2.0"), ("A.val", "NaN"), ("three.x", "7.0")):
        before = hand.value(name)
        at = number(hand, name, written)
        hand.drag(at, at + QPointF(0, 30))
        assert hand.value(name) == before
    at = number(hand, "A.val", "1.0")
    hand.drag(at, at + QPointF(20, 0))
    assert hand.value("A.val") == [1.5, "NaN", 2.0]
