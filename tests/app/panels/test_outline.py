"""The outline panel: what it says, read as a screen reader reads it, and its selection in step with the canvas."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.panels.properties.outline import OutlinePanel, in_order
from app.window.window import MainWindow
from blocks.document.data import Block, Endpoint, Page, Wire
from tests.app.window.hands import front, open_window, settle


def _outline(qtbot: QtBot, example: str) -> tuple[MainWindow, OutlinePanel]:
    window, _ = open_window(qtbot)
    window.files.open_example(example)
    window.docks.show("outline")
    panel = window.panels.outline
    settle(qtbot, lambda: panel.tree.topLevelItemCount() == len(front(window).page.blocks))
    return window, panel


def _read(panel: OutlinePanel) -> list[str]:
    """What Qt tells a screen reader: the names of the rows."""
    panel.tree.doItemsLayout()  # what it tells of is what is laid out
    told = QAccessible.queryAccessibleInterface(panel.tree)
    assert told.role() == QAccessible.Role.Tree
    assert told.text(QAccessible.Text.Name) == "Outline"
    cells = [told.child(i) for i in range(told.childCount())]
    return [cell.text(QAccessible.Text.Name) for cell in cells if cell.role() == QAccessible.Role.TreeItem]


def _block(panel: OutlinePanel, name: str) -> int:
    items = [panel.tree.topLevelItem(i) for i in range(panel.tree.topLevelItemCount())]
    return next(i for i, item in enumerate(items) if item is not None and item.text(0) == name)


def test_blocks_come_as_data_flows() -> None:
    blocks = [Block(name, "Add") for name in "cab"]
    wires = [Wire(Endpoint("a", "z"), Endpoint("b", "x")), Wire(Endpoint("b", "z"), Endpoint("c", "x"))]
    page = Page("main", blocks=tuple(blocks), wires=tuple(wires))
    assert [block.id for block in in_order(page)] == ["a", "b", "c"]
    around = page._replace(wires=(*wires, Wire(Endpoint("c", "z"), Endpoint("b", "y"))))
    assert [block.id for block in in_order(around)] == ["a", "c", "b"]  # a cycle comes last, in file order


def test_a_screen_reader_hears_blocks_wires_and_where_the_gradient_ends(qtbot: QtBot) -> None:
    window, panel = _outline(qtbot, "detached_target")
    # Qt remembers what it told of rows that are gone as long as nobody listens: it is read once.
    settle(
        qtbot, lambda: bool(panel.tree.findItems("*", Qt.MatchFlag.MatchWildcard)) and "gradient" in panel.head.text()
    )
    page = front(window).page
    told = _read(panel)
    stop = next(block.id for block in page.blocks if block.type == "StopGradient")
    row = next(text for text in told if text.startswith(f"{stop}, StopGradient"))
    assert f"The gradient ends at {stop}" in row
    assert any("differentiated" in text for text in told)
    item = panel.tree.topLevelItem(_block(panel, stop))
    assert item is not None
    item.setExpanded(True)
    wire = next(wire for wire in page.wires if wire.target.block == stop)
    children = [child for i in range(item.childCount()) if (child := item.child(i)) is not None]
    below = [str(child.data(0, Qt.ItemDataRole.AccessibleTextRole)) for child in children]
    assert any(text.startswith(f"input {wire.target.pin} from {wire.source}") for text in below)
    assert any(text.startswith("output ") for text in below)


def test_what_is_selected_in_one_is_selected_in_the_other(qtbot: QtBot) -> None:
    window, panel = _outline(qtbot, "basic")
    tab = front(window)
    first, second = tab.page.blocks[0].id, tab.page.blocks[1].id
    tab.scene.select([first])
    settle(qtbot, lambda: [item.text(0) for item in panel.tree.selectedItems()] == [first])
    panel.tree.setFocus()
    assert _go_to(panel, _block(panel, second)) == second
    assert tab.scene.selected_ids() == [second]
    wire = next(wire for wire in tab.page.wires if wire.source.block == first)
    tab.scene.select((), [wire])
    settle(qtbot, lambda: bool(panel.tree.selectedItems()) and panel.tree.selectedItems()[0].parent() is not None)
    assert panel.tree.selectedItems()[0].text(0) == f"{wire.target.pin} \N{LEFTWARDS ARROW} {wire.source}"
    QTest.keyClick(panel.tree, Qt.Key.Key_Return)  # to the other end
    assert tab.scene.selected_ids() == [first]
    QTest.keyClick(panel.tree, Qt.Key.Key_Return)
    assert tab.view.hasFocus()


def test_the_outline_follows_edits_and_keeps_what_is_open(qtbot: QtBot) -> None:
    window, panel = _outline(qtbot, "basic")
    tab = front(window)
    first = tab.page.blocks[0].id
    item = panel.tree.topLevelItem(_block(panel, first))
    assert item is not None
    item.setExpanded(True)
    number = panel.tree.topLevelItemCount()
    tab.tools.add("Const")
    tab.tools.settle()
    settle(qtbot, lambda: panel.tree.topLevelItemCount() == number + 1)
    again = panel.tree.topLevelItem(_block(panel, first))
    assert again is not None
    assert again.isExpanded()
    wires = [wire for wire in tab.page.wires if first in (wire.source.block, wire.target.block)]
    assert again.childCount() == len(wires) + len(tab.page.blocks[0].values)


def test_another_page_while_the_panel_is_hidden_leaves_no_rows_behind(qtbot: QtBot) -> None:
    window, panel = _outline(qtbot, "basic")
    _go_to(panel, 0)
    window.docks.show("exercises")
    window.files.open_example("a_times_b")
    window.docks.show("outline")
    settle(qtbot, lambda: panel.tree.topLevelItemCount() == 3)
    window.settings.set("language", "de")
    settle(qtbot, lambda: "3 Bl" in panel.head.text())
    name = _go_to(panel, 1)
    window.settings.set("language", "en")
    assert front(window).scene.selected_ids() == [name]


def _go_to(panel: OutlinePanel, row: int) -> str:
    """Go to a row by keys: what is selected follows the modifiers of the last one."""
    panel.tree.setFocus()
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Home, *[Qt.Key.Key_Down] * row):
        QTest.keyClick(panel.tree, key)
    item = panel.tree.topLevelItem(row)
    assert item is not None and panel.tree.currentItem() is item
    return item.text(0)
