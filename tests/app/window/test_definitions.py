"""What a diagram's own composites are in the palette, the inspector and on their blocks, by mouse and keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.core.instances import InstancePath
from app.face.gradient import UNTYPED
from app.panels.editors.choice import ChoiceEdit
from app.panels.editors.value_edit import TextEdit, ValueEdit
from app.panels.palette import Palette
from app.panels.properties.definition import DefinitionRows, OrderedRows
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from blocks.document.changes import AddBlocks, SetDefinition, SetValue
from blocks.document.data import Block, Endpoint, PromotedValue, Wire
from blocks.run.session import Session
from tests.app.window.hands import click, click_block, front, open_window, press, settle, type_in
from tests.app.window.test_composites import double_click, opened, select_and_press

SEARCH = Qt.Key.Key_Tab


def listed(window: MainWindow, qtbot: QtBot) -> Palette:
    """The palette, once the library is in it."""
    palette = window.panels.palette
    settle(qtbot, lambda: bool(palette.types_shown()))
    return palette


def place(palette: Palette, kind: str) -> None:
    """Double-click on a type in the palette."""
    row = next(each for each in palette.tree.rows() if each.text(0) == kind)
    palette.tree.scrollToItem(row)
    at, none = palette.tree.visualItemRect(row).center(), Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(palette.tree.viewport(), Qt.MouseButton.LeftButton, none, at)
    QTest.mouseDClick(palette.tree.viewport(), Qt.MouseButton.LeftButton, none, at)


def added(tab: DiagramTab) -> tuple[str, str]:
    """The block that was placed last: its id and type."""
    block = tab.page.blocks[-1]
    return block.id, block.type


def test_the_palette_has_what_can_stand_on_the_canvas(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened(qtbot, tmp_path)
    palette = listed(window, qtbot)
    assert palette.types_shown()[:3] == [":Twice", ":Outer", "Const"]
    rows = {row.text(0): row for row in palette.tree.rows()}
    assert "Outer: Four times its input." in rows["Outer"].toolTip(0)
    assert not {"InputPin", "OutputPin"} & rows.keys()
    place(palette, "Twice")
    assert added(tab) == ("Twice1", ":Twice")
    assert tab.document.history.undo_text == "Add Twice"
    tab.show_page(":Twice")
    settle(qtbot, lambda: palette.types_shown()[:4] == [":Outer", "InputPin", "OutputPin", "Const"])
    first = tab.document.diagram.dumps()
    place(palette, "Outer")
    assert window.status.message.text() == "a composite cannot contain itself: Twice > Outer > Twice"
    assert tab.document.diagram.dumps() == first
    place(palette, "InputPin")
    assert added(tab) == ("InputPin1", "InputPin")
    tab.show_page("main")
    settle(qtbot, lambda: "InputPin" not in palette.types_shown())


def test_the_quick_search_finds_composites_by_name(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened(qtbot, tmp_path)
    press(tab.view, SEARCH)
    search = window.panels.quick_search
    assert search.isVisible()
    type_in(search.edit, "twice")
    assert search.types_shown()[0] == ":Twice"
    assert search.list.item(0).text() == "Twice"
    press(search.edit, Qt.Key.Key_Return)
    assert added(tab) == ("Twice1", ":Twice")
    item = tab.scene.block_item("Twice1")
    assert item is not None
    assert item.face.title == ("Twice",)
    press(tab.view, SEARCH)
    type_in(search.edit, "inputpin")
    assert "InputPin" not in search.types_shown()


def field(widget: TextEdit | ValueEdit, text: str) -> None:
    """Type into a field of the inspector, and press Enter."""
    widget.setFocus()
    widget.selectAll()
    type_in(widget, text)
    press(widget, Qt.Key.Key_Return)


def definition(window: MainWindow, qtbot: QtBot) -> DefinitionRows:
    """What the inspector shows of the composite in front."""
    inspector = window.panels.inspector
    settle(qtbot, lambda: inspector.definition is not None and inspector.definition.page is inspector.page())
    assert inspector.definition is not None
    return inspector.definition


def drag_row(rows: OrderedRows, place: int, to: QPoint) -> None:
    """Drag the grip of a row to a place among the rows."""
    grip, none = rows.grips[place], Qt.KeyboardModifier.NoModifier
    QTest.mousePress(grip, Qt.MouseButton.LeftButton, none, grip.rect().center())
    for at in (grip.mapFrom(rows, to) / 2, grip.mapFrom(rows, to)):
        QTest.mouseMove(grip, at)
    QTest.mouseRelease(grip, Qt.MouseButton.LeftButton, none, grip.mapFrom(rows, to))


def inner_result(tab: DiagramTab, block: str) -> object:
    """What a block inside of `plain` gives in a run of the page as it is."""
    return Session(tab.document.diagram.page("main")).run(f"plain/{block}")[f"plain/{block}.result_output"].tolist()


def test_the_inspector_edits_a_composite_and_its_instances_follow(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened(qtbot, tmp_path)
    tab.document.do(AddBlocks(":Twice", ((1, Block("k", "Const", (0, 120), {"val": 3.0})),)), "add")
    tab.document.do(AddBlocks(":Twice", ((2, Block("z", "InputPin", (0, 240))),)), "add")
    tab.show_page(":Twice")
    inspector, history = window.panels.inspector, tab.document.history
    first = tab.document.diagram.dumps()

    click_block(tab, "k")
    settle(qtbot, lambda: inspector.field("val") is not None)
    row = inspector.field("val")
    assert row is not None
    QApplication.sendEvent(
        row.label, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(2, 2), row.label.mapToGlobal(QPoint(2, 2)))
    )
    assert row.menu.actions()[0].text() == "Promote"
    row.menu.actions()[0].trigger()
    assert window.status.message.text() == "Twice: 4 instances updated"
    assert isinstance(row.editor, ValueEdit)
    field(row.editor, "5")  # it is the default, and so instances follow
    assert inner_result(tab, "k") == 5
    window.commands.trigger("edit.undo")
    assert inner_result(tab, "k") == 3
    press(tab.view, Qt.Key.Key_Escape)

    rows = definition(window, qtbot)
    assert (rows.name.toPlainText(), [*rows.pins], [*rows.promoted]) == ("Twice", ["x", "z", "y"], ["val"])
    field(rows.doc, "Two times.")
    field(rows.promoted["val"].name, "start")
    rows = definition(window, qtbot)
    field(rows.promoted["start"].doc, "Where it begins.")
    editor = rows.promoted["start"].editor
    assert isinstance(editor, ValueEdit)
    field(editor, "4")
    spec = tab.document.find(":Twice")
    assert spec is not None
    attribute = spec.attribute("start")
    assert attribute is not None
    assert (spec.doc, attribute.default, attribute.doc) == ("Two times.", 4, "Where it begins.")

    field(rows.pins["x"].name, "z")  # taken
    assert "is already used by another pin" in rows.fault.text()
    assert rows.pins["x"].name.toPlainText() == "x"
    field(rows.pins["x"].name, "left")
    rows = definition(window, qtbot)
    assert window.status.message.text() == "Outer: 1 instance updated, Twice: 4 instances updated"
    assert {str(wire.target) for wire in tab.document.page("main").wires} == {"outer.a", "plain.left"}
    drag_row(rows.inputs, 1, QPoint(5, 1))
    rows = definition(window, qtbot)
    spec = tab.document.find(":Twice")
    assert spec is not None
    assert [pin.name for pin in spec.inputs] == ["z", "left"]
    press(rows.inputs.grips[1], Qt.Key.Key_Up)
    rows = definition(window, qtbot)
    assert [*rows.pins] == ["left", "z", "y"]
    field(rows.name, "Double")
    rows = definition(window, qtbot)
    assert (tab.page_name, rows.name.toPlainText()) == (":Double", "Double")
    click(rows.promoted["start"].button)
    assert definition(window, qtbot).promoted == {}
    for _ in range(10):  # each edit is one step
        window.commands.trigger("edit.undo")
    assert tab.document.diagram.dumps() == first
    assert history.undo_text == "add"


def test_the_inspector_has_the_values_of_an_instance_and_whom_it_shares_with(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened(qtbot, tmp_path)
    values = (PromotedValue("size", 3, ("double.nothing",), "How large."),)
    tab.document.do(SetDefinition(":Twice", "values", values), "promote")
    tab.show_page(":Outer")
    click_block(tab, "second")
    inspector = window.panels.inspector
    settle(qtbot, lambda: inspector.field("size") is not None)
    size, shares = inspector.field("size"), inspector.field("shares")
    assert size is not None
    assert shares is not None
    assert isinstance(size.editor, ValueEdit)
    assert isinstance(shares.editor, ChoiceEdit)
    assert size.editor.placeholderText() == "3"
    assert "How large." in size.label.toolTip()
    assert [shares.editor.itemText(i) for i in range(shares.editor.count())] == ["nothing", "first"]
    shares.editor.setFocus()
    press(shares.editor, Qt.Key.Key_Down)
    block = tab.document.diagram.canvas(":Outer").get("second")
    assert block is not None
    assert dict(block.values) == {"shares": "first"}


def test_an_instance_shows_what_is_inside_and_help_tells_of_it(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened(qtbot, tmp_path)
    outer, plain = tab.scene.block_item("outer"), tab.scene.block_item("plain")
    assert outer is not None
    assert plain is not None
    assert outer.face.title == ("Outer",)
    [before], [same] = outer.face.inside, plain.face.inside
    assert before.thumbnail is not None
    assert (len(before.thumbnail.boxes), len(before.thumbnail.lines)) == (4, 3)
    tab.document.do(AddBlocks(":Outer", ((4, Block("k", "Const", (0, 120))),)), "add")
    [after] = outer.face.inside
    assert after.thumbnail is not None
    assert len(after.thumbnail.boxes) == 5
    assert plain.face.inside[0].thumbnail is same.thumbnail  # it is made anew where something changed
    assert outer.geometry.thumbnail is not None
    select_and_press(tab, "outer", Qt.Key.Key_F1)
    text = window.panels.help.browser.toPlainText()
    assert window.panels.help.title.full() == "Outer"
    assert "Four times its input." in text
    assert "shares" in text
    for words in ("Other words.", "And others."):  # it does not stay as it was
        tab.document.do(SetDefinition(":Outer", "doc", words), "doc")
        settle(qtbot, lambda words=words: words in window.panels.help.browser.toPlainText())


def shown(tab: DiagramTab, block: str) -> tuple[str, ...]:
    """What a block on the canvas in front shows of its result."""
    item = tab.scene.block_item(block)
    assert item is not None
    tab.scene.refresh_result(item)
    return () if item.preview is None else item.preview.lines


def said_of_output(window: MainWindow, pin: str) -> list[str]:
    """What the inspector says of an output pin."""
    rows = window.panels.inspector.rows
    row = None if rows is None else rows.outputs.get(pin)
    return [] if row is None else [label.text() for label in row.findChildren(QLabel)]


def is_old(tab: DiagramTab, block: str) -> bool:
    """Whether that is of before an edit."""
    item = tab.scene.block_item(block)
    return item is not None and item.preview is not None and item.preview.is_old


def test_inside_one_sees_the_results_of_the_instance_one_came_from(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened(qtbot, tmp_path)
    double_click(tab, "plain")
    press(tab.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)  # a step of the page
    settle(qtbot, lambda: shown(tab, "double") == ("[8.0, 16.0]",))
    click_block(tab, "double")
    settle(qtbot, lambda: "float32 [2]" in said_of_output(window, "z"))  # of this instance: the composite has no dtype
    assert window.panels.results.store is tab.engine.inside
    assert [*tab.engine.inside.results(":Twice")] == ["x.result_output", "double.result_z"]
    assert not any(name.startswith("outer/") for name in tab.engine.store.names("main"))
    tab.navigation.go(InstancePath("main", ("outer", "first")))
    assert shown(tab, "double") == ()
    settle(qtbot, lambda: not tab.engine.running)
    press(tab.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    settle(qtbot, lambda: shown(tab, "double") == ("[2.0, 4.0]",))
    click_block(tab, "double")
    press(tab.view, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    settle(qtbot, lambda: shown(tab, "double") != () and is_old(tab, "double"))
    tab.show_page("main")
    settle(qtbot, lambda: bool(shown(tab, "plain")))
    assert (is_old(tab, "plain"), is_old(tab, "c")) == (True, False)
    assert all("/" not in name for name in tab.engine.inside.names("main"))
    window.commands.trigger("run.live")
    double_click(tab, "plain")
    settle(qtbot, lambda: shown(tab, "x") == ("[1.0, 2.0]",))


def test_problems_of_a_composite_are_told_there_and_those_of_an_instance_inside(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened(qtbot, tmp_path)
    tab.document.do(SetValue(":Twice", "double", "nonsense", 3), "spoil")
    settle(qtbot, lambda: bool(tab.engine.problems(":Twice")))
    settle(qtbot, lambda: window.panels.problems.list.count() == 2)  # and one of the instance that has no input
    texts = [window.panels.problems.list.item(i).text() for i in range(2)]
    assert sum("nonsense" in text for text in texts) == 1
    tab.document.undo()
    tab.document.do(SetValue("main", "c", "val", [True, False]), "spoil")
    double_click(tab, "plain")
    double = tab.scene.block_item("double")
    assert double is not None
    settle(qtbot, lambda: bool(double.face.badges))
    tab.navigation.go(InstancePath("other", ("alone",)))
    settle(qtbot, lambda: not double.face.badges)
    tab.document.undo()
    tab.navigation.go(InstancePath("main", ("plain",)))
    settle(qtbot, lambda: [pin.shape for pin in double.face.pins if pin.name == "x"] == ["[2]"])


CUT = """{
  "format": "gradblocks/2",
  "composites": [{
    "name": "Held",
    "blocks": [
      {"id": "x", "type": "InputPin", "at": [0, 0]},
      {"id": "k", "type": "Const", "at": [-200, 150], "values": {"val": [3.0, 4.0]}},
      {"id": "w", "type": "Variable", "at": [0, 150], "values": {"shape": [2], "dtype": "DT_FLOAT"}},
      {"id": "stop", "type": "StopGradient", "at": [200, 150]},
      {"id": "mul", "type": "Multiply", "at": [400, 0]},
      {"id": "y", "type": "OutputPin", "at": [620, 0]}
    ],
    "wires": [
      ["k.output", "w.initvalues"], ["w.ref", "stop.input"],
      ["x.output", "mul.x"], ["stop.output", "mul.y"], ["mul.z", "y.input"]
    ]
  }],
  "pages": [{
    "name": "main",
    "blocks": [
      {"id": "k", "type": "Const", "at": [-200, 0], "values": {"val": [1.0, 2.0]}},
      {"id": "v", "type": "Variable", "at": [0, 0], "values": {"shape": [2], "dtype": "DT_FLOAT"}},
      {"id": "held", "type": ":Held", "at": [220, 0]},
      {"id": "loss", "type": "L2Loss", "at": [440, 0]}
    ],
    "wires": [["k.output", "v.initvalues"], ["v.ref", "held.x"], ["held.y", "loss.t"]]
  }]
}"""


def opened_cut(qtbot: QtBot, folder: Path) -> tuple[MainWindow, DiagramTab]:
    """A window with a composite inside of which a gradient ends."""
    window, _ = open_window(qtbot)
    path = folder / "cut.gradblocks"
    path.write_text(CUT)
    window.files.open(path)
    settle(qtbot, lambda: window.tab is not None)
    return window, front(window)


@pytest.mark.parametrize("aside", [QPointF(0, 0), QPointF(-30, -18)], ids=["sign", "label"])
def test_the_gradient_is_seen_at_a_closed_instance_and_inside(aside: QPointF, qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened_cut(qtbot, tmp_path)
    window.commands.trigger("gradient.view")
    settle(qtbot, lambda: tab.scene.gradient.face is not None and bool(tab.scene.gradient.face.cuts))
    settle(qtbot, lambda: tab.view.visible_rect().contains(tab.scene.content_rect()))
    face = tab.scene.gradient.face
    assert face is not None
    assert {"held", "v", "loss"} <= face.blocks.keys()
    [mark] = face.cuts
    assert (mark.cut.block, mark.inside, mark.label) == ("held", "held/stop", "inside: stop")
    [sign] = tab.scene.gradient.signs(tab.scene.mirror, tab.view.visible_rect(), tab.view.zoom)
    port, at = tab.view.viewport(), tab.view.viewportTransform().map(sign.at + aside).toPoint()
    assert not tab.view.legend.geometry().contains(at)
    click(port, at)
    searched: list[object] = []
    tab.search_wanted.connect(searched.append)
    port = tab.view.viewport()
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    twice = QMouseEvent(QEvent.Type.MouseButtonDblClick, QPointF(at), port.mapToGlobal(QPointF(at)), left, left, none)
    QApplication.sendEvent(port, twice)  # it was meant for the sign, and does nothing inside
    assert not searched
    assert (tab.navigation.path, tab.scene.selected_ids()) == (InstancePath("main", ("held",)), ["stop"])
    inside = tab.scene.gradient.face
    assert inside is not None
    assert inside.blocks.keys() == {"x", "mul", "stop", "y"}
    assert "w" in inside.starved
    assert Wire(Endpoint("x", "output"), Endpoint("mul", "x")) in inside.wires
    click_block(tab, "w")
    press(tab.view, Qt.Key.Key_W, Qt.KeyboardModifier.ShiftModifier)
    assert tab.scene.selected_ids() == ["w", "stop"]
    assert "held/stop" in window.status.message.text()


def test_value_gradient_and_formula_at_a_pin_inside(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened_cut(qtbot, tmp_path)
    press(tab.view, Qt.Key.Key_G)
    settle(qtbot, lambda: tab.scene.gradient.face is not None and bool(tab.scene.gradient.face.wires))
    click_block(tab, "held")
    press(tab.view, Qt.Key.Key_Return)
    for step in (1, 2):
        press(tab.view, Qt.Key.Key_F10)
        settle(qtbot, lambda step=step: tab.engine.inside.steps.get(":Held") == step and not tab.engine.running)
    click_block(tab, "mul")
    panel = window.panels.gradient
    bar = panel.tabs.tabBar()
    click(bar, bar.tabRect(panel.tabs.indexOf(panel.pin)).center())
    settle(qtbot, lambda: panel.pin.pins.currentText() == "held/mul.z")
    texts = {key: label.text() for key, label in panel.pin.numbers.items()}
    assert (texts["max", "value"], texts["max", "gradient"]) == ("8", "8")  # v = (1, 2) times w = (3, 4)
    settle(qtbot, lambda: panel.slider.isVisible() and panel.slider.maximum() == 1)
    panel.slider.setFocus()
    press(panel.slider, Qt.Key.Key_Home)
    settle(qtbot, lambda: tab.scene.gradient.face is not None and tab.scene.gradient.face.step == 1)
    assert panel.pin.numbers["max", "value"].text() == "8"
    window.commands.trigger("gradient.formula")
    assert QApplication.clipboard().text() == "v * sg(held/w)"


def test_times_and_found_blocks_are_inside_too(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened_cut(qtbot, tmp_path)
    window.commands.trigger("view.timings")
    settle(qtbot, lambda: tab.scene.times.face is not None)
    face = tab.scene.times.face
    assert face is not None
    assert "held" in face.blocks
    assert not any("/" in block for block in face.blocks)
    assert tab.go_in("held")
    settle(qtbot, lambda: tab.page_name == ":Held" and tab.scene.times.face is not None)
    face = tab.scene.times.face
    assert face is not None
    assert "mul" in face.blocks
    tab.show_page("main")
    press(tab.view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    find = window.panels.find
    type_in(find.edit, "stop")
    press(find.edit, Qt.Key.Key_Return)
    settle(qtbot, lambda: tab.scene.selected_ids() == ["stop"])
    assert tab.navigation.path == InstancePath("main", ("held",))


def test_a_composite_by_itself_tells_why_it_shows_no_gradient(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened(qtbot, tmp_path)
    tab.show_page(":Twice")
    window.commands.trigger("composite.duplicate")  # of which there is no instance
    window.gradients.show(True)
    settle(qtbot, lambda: (face := tab.scene.gradient.face) is not None and face.note == UNTYPED.note)
