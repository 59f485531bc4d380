"""A page drawn from nothing in the real window with the mouse; only names and numbers are typed."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QAbstractButton, QToolBar, QToolButton
from pytestqt.qtbot import QtBot

from app.panels.views.plots import HeatMap
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from tests.app.canvas.tools.hands import Hands
from tests.app.panels.hands import editor
from tests.app.window.hands import click, front, open_window, press, settle, type_in


class Mouse(Hands):
    """A person at the diagram in front of a window."""

    def __init__(self, window: MainWindow, tab: DiagramTab) -> None:
        self.window = window
        self.document = tab.document
        self.page_name = tab.page_name
        self.scene = tab.scene
        self.view = tab.view

    def choose(self, letters: str) -> str:
        """Pick the first type that a search offers for some letters; gives the id of the new block."""
        search = self.window.panels.quick_search
        before = {block.id for block in self.page.blocks}
        assert search.isVisible()
        type_in(search.edit, letters)
        first = search.list.visualItemRect(search.list.item(0)).center()
        click(search.list.viewport(), first)
        assert not search.isVisible()
        [new_id] = [block.id for block in self.page.blocks if block.id not in before]
        return new_id


def push(window: MainWindow, name: str) -> None:
    """Click a button of the toolbar."""
    bar = window.findChild(QToolBar, "toolbar")
    assert bar is not None
    button = bar.widgetForAction(window.commands[name])
    assert isinstance(button, QToolButton)
    assert button.isEnabled()
    click(button)


def test_a_page_is_drawn_wired_run_looked_at_undone_and_redone(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    new = window.findChild(QAbstractButton, "file.new")
    assert new is not None
    click(new)
    tab = front(window)
    first = tab.document.diagram.dumps()
    mouse = Mouse(window, tab)
    tab.view.set_zoom(0.6)
    tab.view.centerOn(QPointF(500, 200))

    mouse.double_click(QPointF(100, 100))
    const = mouse.choose("const")
    settle(qtbot, lambda: window.panels.inspector.head.id.text() == const)
    value = editor(window.panels.inspector, "val")
    click(value)
    type_in(value, "{{3.0,2},{-1,0}}")
    press(value, Qt.Key.Key_Return)
    assert mouse.page.blocks[0].values == {"val": [[3.0, 2.0], [-1.0, 0.0]]}

    mouse.drag(mouse.output(f"{const}.output"), QPointF(450, 100))  # into the empty
    product = mouse.choose("matmul")
    mouse.drag(mouse.output(f"{const}.output"), mouse.input(f"{product}.b"))
    assert mouse.wires == [f"{const}.output -> {product}.a", f"{const}.output -> {product}.b"]
    mouse.double_click(QPointF(100, 400))
    wall = mouse.choose("stopgradient")
    on_wire = mouse.middle(f"{const}.output -> {product}.b")
    mouse.drag(mouse.body(wall), on_wire)  # the place under the mouse is where it is inserted
    assert f"{const}.output -> {wall}.input" in mouse.wires
    assert f"{wall}.output -> {product}.b" in mouse.wires
    mouse.drag(mouse.output(f"{product}.product"), QPointF(750, 100))
    gradient = mouse.choose("addsymbolic")
    mouse.drag(mouse.output(f"{const}.output"), mouse.input(f"{gradient}.inputs"))
    mouse.drag(mouse.output(f"{gradient}.grad_outputs[0]"), QPointF(950, 100))
    session = mouse.choose("clientsession")
    assert f"{gradient}.grad_outputs[0] -> {session}.fetch_outputs" in mouse.wires

    settle(qtbot, lambda: tab.engine.checker.infos.get("main") is not None)
    push(window, "run.run")
    name = f"{gradient}.result_grad_outputs[0]"
    settle(qtbot, lambda: tab.engine.store.get("main", name) is not None and not tab.engine.running)
    result = tab.engine.store.get("main", name)
    assert result is not None
    # d sum(A B) / dA = ones B^T, with B = [[3, 2], [-1, 0]] behind the StopGradient: its rows add up to 5 and -1.
    assert result.value.tolist() == [[5.0, -1.0], [5.0, -1.0]]

    results = window.panels.results
    settle(qtbot, lambda: results.model.rowCount() > 0)
    names = [results.model.index(r, 1).data() for r in range(results.model.rowCount())]
    at = next(r for r, shown in enumerate(names) if shown.startswith(f"{const}.result_output"))
    click(results.table.viewport(), results.table.visualRect(results.model.index(at, 1)).center())
    assert results.model.index(at, 2).data() == "[[3.0, 2.0], [-1.0, 0.0]]"
    place = next(i for i in range(results.tabs.count()) if results.tabs.tabText(i) == "Heat map")
    click(results.tabs.tabBar(), results.tabs.tabBar().tabRect(place).center())
    assert isinstance(results.views[results.tabs.currentIndex()], HeatMap)

    last = tab.document.diagram.dumps()
    while tab.document.history.undo_text:
        push(window, "edit.undo")
    assert tab.document.diagram.dumps() == first
    assert not tab.document.modified
    while tab.document.history.redo_text:
        push(window, "edit.redo")
    assert tab.document.diagram.dumps() == last
