"""The quick search in the window: what fits first, what fits after a mend below it, and never what was not typed."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QMenu, QToolButton
from pytestqt.qtbot import QtBot

from app.panels.rows import FADED, RIGHT, SECOND
from tests.app.window.direct import Direct
from tests.app.window.hands import click, press, settle, type_in

RETURN = Qt.Key.Key_Return


def test_a_wire_with_integers_offers_what_wants_floats_with_the_mend(qtbot: QtBot, tmp_path: Path) -> None:
    hand = Direct(qtbot, tmp_path)
    search = hand.window.panels.quick_search

    def rows() -> list[tuple[str, str, bool]]:
        items = [search.list.item(i) for i in range(search.list.count())]
        return [(item.text(), str(item.data(SECOND)), bool(item.data(FADED))) for item in items]

    def literal() -> None:
        hand.drag(hand.pin("A.output", is_input=False), QPointF(200, 400))
        type_in(search.edit, "l2loss")
        assert rows() == [
            ("L2Loss", "write as float32: [[3.0, 2.0], [-1.0, …]]", True),
            ("L2Loss", "with a Cast to float32", True),
        ]
        press(search.edit, RETURN)

    assert hand.steps(literal) == ["Add L2Loss"]
    assert hand.value("A.val") == [[3.0, 2.0], [-1.0, 0.0]]
    assert "A.output -> L2Loss1.t" in hand.wires()
    hand.document.undo()

    def cast() -> None:
        hand.drag(hand.pin("A.output", is_input=False), QPointF(200, 400))
        type_in(search.edit, "l2")
        press(search.edit, Qt.Key.Key_Down)
        press(search.edit, RETURN)

    assert hand.steps(cast) == ["Add L2Loss"]
    assert {"A.output -> Cast1.x", "Cast1.y -> L2Loss1.t"} <= set(hand.wires())
    assert hand.value("A.val") == [[3, 2], [-1, 0]]


def test_a_wire_of_integers_to_where_a_gradient_is_wanted_says_so_and_offers_floats(
    qtbot: QtBot, tmp_path: Path
) -> None:
    hand = Direct(qtbot, tmp_path)
    hand.tab.tools.drop("AddSymbolicGradients", QPointF(240, 340))
    name = hand.tab.page.blocks[-1].id
    hand.drag(hand.pin("A.output", is_input=False), hand.pin(f"{name}.inputs", is_input=True))
    menu = hand.view.findChild(QMenu, "mends")
    assert menu is not None
    offered = [action.text() for action in menu.actions()]
    assert offered[0] == "int32 values have no gradient"
    assert "Write as float32: [[3.0, 2.0], [-1.0, …]]" in offered


def test_enter_takes_nothing_whose_name_does_not_hold_what_was_typed(qtbot: QtBot, tmp_path: Path) -> None:
    hand = Direct(qtbot, tmp_path)
    search, before = hand.window.panels.quick_search, hand.document.diagram.dumps()
    press(hand.view, Qt.Key.Key_Tab)
    type_in(search.edit, "varaible")
    assert search.types_shown()[0] == "Variable"
    assert "choose a similar block" in search.about.text()
    press(search.edit, RETURN)
    assert hand.document.diagram.dumps() == before
    assert search.isVisible()
    press(search.edit, Qt.Key.Key_Down)
    press(search.edit, RETURN)
    assert hand.tab.page.blocks[-1].type == "Variable"


def test_with_nothing_typed_there_is_what_is_used_most_and_the_subjects_open(qtbot: QtBot, tmp_path: Path) -> None:
    hand = Direct(qtbot, tmp_path)
    search = hand.window.panels.quick_search
    hand.double_click(QPointF(200, 420))
    assert search.types_shown()[:2] == ["Const", "Variable"]
    texts = [search.list.item(i).text() for i in range(search.list.count())]
    place = texts.index("Math")
    assert "Neural networks" in texts
    assert "Exp" not in texts
    for _ in range(place):
        press(search.edit, Qt.Key.Key_Down)
    press(search.edit, RETURN)
    assert search.isVisible()
    assert "Exp" in search.types_shown()
    first = search.list.item(place + 1).text()
    press(search.edit, Qt.Key.Key_Down)
    press(search.edit, RETURN)
    assert hand.tab.page.blocks[-1].type == first
    press(hand.view, Qt.Key.Key_Tab)
    assert search.types_shown()[0] == first


def test_a_wire_with_nothing_typed_offers_what_it_fits_by_use_and_by_subject(qtbot: QtBot, tmp_path: Path) -> None:
    hand = Direct(qtbot, tmp_path)
    search = hand.window.panels.quick_search
    for name in ("Multiply", "Const", "Placeholder", "StopGradient", "Exp", "Relu", "NumberDisplay", "Const"):
        hand.window.panels.palette.note_use(name)
    hand.drag(hand.pin("A.output", is_input=False), QPointF(200, 400))
    assert search.types_shown() == ["NumberDisplay", "Relu", "StopGradient", "Variable", "MatMul", "Add"]
    assert search.list.item(4).data(RIGHT) == "\u2192 a"
    texts = [search.list.item(i).text() for i in range(search.list.count())]
    place = texts.index("Math")
    for _ in range(place):
        press(search.edit, Qt.Key.Key_Down)
    press(search.edit, RETURN)
    listed = search.types_shown()
    assert {"Sum", "Subtract"} <= set(listed)
    assert "Exp" not in listed  # A gives integers


def test_integers_inside_of_a_layer_are_written_as_floats_from_the_list_of_problems(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """An instance takes what is wired to it, and the error is at a block inside that nobody drew."""
    hand = Direct(qtbot, tmp_path)
    press(hand.view, Qt.Key.Key_Tab)
    type_in(hand.window.panels.quick_search.edit, "dense")
    press(hand.window.panels.quick_search.edit, RETURN)
    layer = hand.tab.page.blocks[-1].id
    hand.view.fit_all()
    hand.drag(hand.pin("A.output", is_input=False), hand.pin(f"{layer}.x", is_input=True))
    problems = hand.window.panels.problems
    hand.window.docks.show("problems")
    settle(qtbot, lambda: problems.count == 1)
    holder = problems.list.itemWidget(problems.list.item(0))
    assert holder is not None
    click(holder.findChildren(QToolButton)[0])
    assert hand.value("A.val") == [[3.0, 2.0], [-1.0, 0.0]]
    assert hand.tab.scene.selected_ids() == ["A"]
    settle(qtbot, lambda: problems.count == 0)
