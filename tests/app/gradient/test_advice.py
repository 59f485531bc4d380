"""Advice in the Problems panel: shown, followed with one click, turned off by rule; what is said without a gradient."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from app.core.document import Document
from app.panels.problems import Problems
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from blocks.base.errors import UsageError
from blocks.document.changes import SetField
from tests.app.core.test_verbs_advice import rooted
from tests.app.gradient.hands import block, document, open_page, press_g
from tests.app.window.hands import click, press, settle


def page() -> Document:
    """log softmax(w), and the root of a square."""
    return document(
        [
            block("w", "Variable", 40, 40, initvalues=[[0.0, 2.0]]),
            block("p", "Softmax", 220, 40),
            block("log", "Log", 400, 40),
            block("s", "Square", 220, 240),
            block("root", "Sqrt", 400, 240),
        ],
        "w.ref>p.logits p.softmax>log.x w.ref>s.x s.y>root.x",
    )


def rules(problems: Problems) -> list[str]:
    return [problems.list.item(i).text().partition(":")[0] for i in range(problems.list.count())]


def badges(tab: DiagramTab) -> dict[str, list[str]]:
    """The marks at blocks."""
    return {item.id: [each.kind for each in item.badges] for item in tab.scene.mirror.order if item.badges}


def test_it_is_shown_followed_and_turned_off(window: MainWindow, qtbot: QtBot) -> None:
    tab = open_page(window, qtbot, page())
    problems = window.panels.problems
    window.docks.show("problems")
    settle(qtbot, lambda: rules(problems) == ["log-of-softmax", "edge"] and problems.isVisible())
    assert problems.count == 0  # no problem, and none in the status bar
    assert badges(tab) == {"log": ["warning"], "root": ["warning"]}
    place = problems.list.visualItemRect(problems.list.item(1))
    click(problems.list.viewport(), place.topLeft() + QPoint(60, 8))
    assert tab.scene.selected_ids() == ["root"]
    [button] = problems.list.itemWidget(problems.list.item(0)).findChildren(QToolButton)
    click(button)
    assert [each.type for each in tab.page.blocks if each.id in ("p", "log")] == ["LogSoftmax"]
    settle(qtbot, lambda: rules(problems) == ["edge"])
    tab.setFocus()
    press(tab.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settle(qtbot, lambda: rules(problems) == ["log-of-softmax", "edge"])
    problems.list.setFocus()
    problems.list.setCurrentRow(1)
    press(problems.list, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    settle(qtbot, lambda: rules(problems) == ["log-of-softmax"])
    assert "Add" in {each.type for each in tab.page.blocks}
    problems.list.setCurrentRow(0)
    problems.list.rule_off.trigger()
    settle(qtbot, lambda: rules(problems) == [] and problems.nothing.isVisible())
    assert badges(tab) == {}
    assert window.settings.texts("lint/off") == ["log-of-softmax"]
    problems.list.rules_on.trigger()
    settle(qtbot, lambda: rules(problems) == ["log-of-softmax"])
    window.commands.trigger("gradient.advice")
    settle(qtbot, lambda: rules(problems) == [])


def test_a_click_goes_into_the_instance_that_it_is_about(window: MainWindow, qtbot: QtBot) -> None:
    tab = open_page(window, qtbot, Document(rooted()))
    problems = window.panels.problems
    window.docks.show("problems")
    settle(qtbot, lambda: rules(problems) == ["edge", "edge"] and problems.isVisible())
    place = problems.list.visualItemRect(problems.list.item(1))
    click(problems.list.viewport(), place.topLeft() + QPoint(60, 8))
    assert tab.page_name == ":Root" and tab.scene.selected_ids() == ["r"]


def test_why_there_is_no_gradient_where_a_fault_is_before_the_loss(
    window: MainWindow, tab: DiagramTab, qtbot: QtBot
) -> None:
    press_g(tab, qtbot)
    tab.scene.select(["loss"])
    window.gradients.choose()
    tab.document.do(SetField("main", "square", "type", "StopGradient"), "Stop it")  # its wires do not fit
    settle(qtbot, lambda: tab.engine.checker.infos["main"].page is tab.document.page("main"))
    with pytest.raises(UsageError, match=r"^loss.output has no gradient because square has an error"):
        window.gradients.why("w")
    tab.engine.checker.infos.clear()
    with pytest.raises(UsageError, match=r"^the page is still being checked"):
        window.gradients.why("w")
