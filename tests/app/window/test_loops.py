"""Loops and branches in the window, by mouse and keys: their bodies, their rounds, and what is shown of them."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from app.canvas.view import tip_at
from app.core import loops
from app.core.instances import InstancePath
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from blocks.document.changes import AddBlocks, AddItems, SetField, SetValue
from blocks.document.data import Block, Wire, parse_endpoint
from tests.app.window.hands import click, click_block, front, open_window, press, right_click, settle, type_in
from tests.app.window.looped import XS, looped_file
from tests.app.window.test_composites import double_click, select_and_press, spot, way

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def opened(qtbot: QtBot, folder: Path) -> tuple[MainWindow, DiagramTab]:
    """A window with loops and branches."""
    window, _ = open_window(qtbot)
    window.files.open(looped_file(folder))
    settle(qtbot, lambda: window.tab is not None)
    tab = front(window)
    settle(qtbot, lambda: tab.view.visible_rect().contains(tab.scene.content_rect()))
    return window, tab


def run(qtbot: QtBot, tab: DiagramTab) -> None:
    """Run the page once."""
    before = tab.engine.store.steps.get("main", 0)
    press(tab.view, Qt.Key.Key_F5)
    settle(qtbot, lambda: tab.engine.store.steps.get("main", 0) > before and not tab.engine.running)


def on_part(tab: DiagramTab, block: str, place: int) -> QPoint:
    """The middle of one of the composites that a block shows."""
    item = tab.scene.block_item(block)
    assert item is not None
    box = item.geometry.part_of_thumbnail(place, len(item.face.inside))
    assert box is not None
    x, y, width, height = box
    corner = tab.view.viewportTransform().map(tab.scene.block_rect(block).topLeft())
    zoom = tab.view.zoom
    return QPoint(round(corner.x() + (x + width / 2) * zoom), round(corner.y() + (y + height / 2) * zoom))


def test_one_goes_into_bodies_conditions_and_branches_and_out_again(qtbot: QtBot, tmp_path: Path) -> None:
    _, tab = opened(qtbot, tmp_path)
    select_and_press(tab, "cell", Qt.Key.Key_Return)
    assert (tab.page_name, way(tab)) == (":Cell", ["main", "cell : Cell"])
    assert tab.crumbs.chooser.text().startswith("instance 1 of 2")  # the other one is that in the Map
    press(tab.view, Qt.Key.Key_Backspace)
    assert (tab.page_name, tab.scene.selected_ids()) == ("main", ["cell"])
    double_click(tab, "rows")
    double_click(tab, "along")
    assert way(tab) == ["main", "rows : Row", "along : Cell"]
    press(tab.view, Qt.Key.Key_Backspace)
    press(tab.view, Qt.Key.Key_Backspace)
    select_and_press(tab, "halve", Qt.Key.Key_Return)  # it has two: a menu asks for the one
    assert [action.text() for action in tab.body_menu.actions()] == ["condition: More", "body: Half"]
    settle(qtbot, lambda: QApplication.activePopupWidget() is tab.body_menu)
    press(tab.body_menu, Qt.Key.Key_Down)
    press(tab.body_menu, Qt.Key.Key_Return)
    assert (tab.page_name, way(tab)) == (":Half", ["main", "halve : Half"])
    press(tab.view, Qt.Key.Key_Backspace)
    click_block(tab, "halve")
    tab.view.show_from(tab.scene.block_rect("halve").translated(0, -9000), 1.0)
    press(tab.view, Qt.Key.Key_Return)  # the block is far below the view
    settle(qtbot, lambda: QApplication.activePopupWidget() is tab.body_menu)
    press(tab.body_menu, Qt.Key.Key_Escape)
    tab.view.fit(tab.scene.content_rect())
    for place, canvas, crumb in ((1, ":Growth", "side (else) : Growth"), (0, ":Wave", "side (then) : Wave")):
        at, none = on_part(tab, "side", place), Qt.KeyboardModifier.NoModifier
        QTest.mouseClick(tab.view.viewport(), Qt.MouseButton.LeftButton, none, at)
        QTest.mouseDClick(tab.view.viewport(), Qt.MouseButton.LeftButton, none, at)
        assert (tab.page_name, way(tab)) == (canvas, ["main", crumb])
        press(tab.view, Qt.Key.Key_Backspace)
        assert (tab.page_name, tab.scene.selected_ids()) == ("main", ["side"])
    tab.go_to("main", "halve/condition/large")
    assert (tab.page_name, tab.scene.selected_ids()) == (":More", ["large"])
    assert not any(block.face.aside for block in tab.scene.mirror.order)
    assert not tab.document.modified


def test_pins_say_how_they_belong_to_the_rounds_and_edits_of_a_body_whom_they_reach(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window, tab = opened(qtbot, tmp_path)
    item = tab.scene.block_item("cell")
    assert item is not None
    labels = {(pin.label, pin.is_input) for pin in item.face.pins if pin.belongs is not None}
    assert labels == {("x \u22ee", True), ("h \u21bb", True), ("h \u21bb", False), ("y \u2261", False)}
    spot = item.geometry.spot("y", None, is_input=False)
    assert spot is not None
    at = tab.scene.block_rect("cell").topLeft()
    at.setX(at.x() + spot.x)
    at.setY(at.y() + spot.y)
    assert "stacked: one element from each iteration" in tip_at(tab.scene, at)
    tab.view.set_zoom(1.0)
    tab.view.center_on_block("cell")
    settle(qtbot, lambda: {row.sign for row in tab.view.wire_legend.rows} > {"\u21bb", "\u22ee", "\u2261"})
    settle(qtbot, lambda: tab.scene.block_item("cell").face.aside == "3 iterations")  # type: ignore[union-attr]
    double_click(tab, "cell")
    asides = {block.id: block.face.aside for block in tab.scene.mirror.order if block.face.aside}
    assert asides == {"x": "\u22ee over", "h": "\u21bb carried", "h_out": "\u21bb carried", "y": "\u2261 stacked"}
    said: list[str] = []
    tab.said.connect(said.append)
    click_block(tab, "square")
    press(tab.view, Qt.Key.Key_B, CTRL)
    assert said == ["Cell: 2 instances updated"]
    press(tab.view, Qt.Key.Key_Backspace)
    select_and_press(tab, "halve", Qt.Key.Key_U, CTRL, SHIFT)
    assert "While runs its composite once per iteration" in window.status.message.text()
    assert len(tab.page.blocks) == 9


def test_values_inside_of_a_loop_are_those_of_the_round_that_is_looked_at(qtbot: QtBot, tmp_path: Path) -> None:
    _, tab = opened(qtbot, tmp_path)
    double_click(tab, "cell")
    assert tab.rounds.hint.text() == "Run the page to see the iterations of cell"
    run(qtbot, tab)
    settle(qtbot, lambda: len(tab.rounds.scrubbers) == 1)
    [scrubber] = tab.rounds.scrubbers

    def shown(block: str) -> str:
        item = tab.scene.block_item(block)
        assert item is not None
        tab.scene.refresh_result(item)
        return "" if item.preview is None else item.preview.lines[0]

    assert (scrubber.number.value(), scrubber.of.text()) == (2, "of 3")
    assert shown("x") == "[1.0, 1.0]"
    tab.view.setFocus()
    press(tab.view, Qt.Key.Key_Comma)
    assert (scrubber.number.value(), shown("x")) == (1, "[0.25, 2.0]")
    scrubber.slider.setFocus()
    press(scrubber.slider, Qt.Key.Key_Left)
    assert (scrubber.number.value(), shown("x"), shown("h")) == (0, "[0.5, -1.0]", "[0.0, 0.0]")
    run(qtbot, tab)  # the round stays, whatever is run
    settle(qtbot, lambda: tab.engine.store.steps["main"] == 2)
    assert (scrubber.number.value(), shown("x")) == (0, "[0.5, -1.0]")
    press(tab.view, Qt.Key.Key_Backspace)
    assert tab.rounds.isHidden()
    double_click(tab, "rows")
    double_click(tab, "along")
    run(qtbot, tab)
    settle(qtbot, lambda: len(tab.rounds.scrubbers) == 2)
    outer, inner = tab.rounds.scrubbers
    assert (outer.name.text(), inner.name.text()) == ("rows: iteration", "along: iteration")
    outer.number.setValue(1)
    press(tab.view, Qt.Key.Key_Comma)
    assert (outer.number.value(), inner.number.value(), shown("x")) == (1, 0, "0.25")


def test_insides_and_rounds_are_seen_without_another_step(qtbot: QtBot, tmp_path: Path) -> None:
    """What was not looked into while a page ran is computed from the state before the last step; nothing goes on."""
    window, tab = opened(qtbot, tmp_path)
    tab.document.do(SetField("main", "side", "muted", True), "Mute")  # its branches are of no interest
    count = len(tab.page.blocks)
    tab.document.do(
        AddBlocks("main", ((count, Block("train", "Minimize", (700, 0), {"learning_rate": 0.1})),)), "Train"
    )
    wire = Wire(parse_endpoint("loss.output"), parse_endpoint("train.loss"))
    tab.document.do(AddItems("main", "wires", ((len(tab.page.wires), wire),)), "Train")
    window.gradients.show(True)
    settle(qtbot, lambda: bool(tab.engine.watched("main")) and tab.engine.checker.infos["main"].page is tab.page)
    window.run(3)
    settle(qtbot, lambda: tab.engine.store.steps.get("main", 0) == 3 and not tab.engine.running)
    runner = tab.engine.runner

    def state() -> tuple[object, ...]:
        kept, last = runner.session("main"), tab.engine.last
        assert kept is not None and last is not None
        runs = [(run.steps, run.curves.size) for run in runner.recorder.runs("main")]
        values = {name: value.tobytes() for name, value in kept.values.items()}
        return kept.steps, values, last.done, tab.engine.store.steps["main"], runs, tab.engine.gradients.steps("main")

    before = state()
    for block, inner, loops_ in (("cell", "new.result_y", 1), ("halve", "halved.result_z", 1), ("rows", "", 1)):
        double_click(tab, block) if block != "halve" else tab.go_to("main", "halve/body/halved")
        settle(qtbot, lambda loops_=loops_: len(tab.rounds.scrubbers) == loops_ and not tab.engine.running)
        assert not inner or tab.engine.inside.get(tab.page_name, inner) is not None
        assert state() == before
        tab.go_back(InstancePath("main"))
    double_click(tab, "cell")
    settle(qtbot, lambda: len(tab.rounds.scrubbers) == 1 and not tab.engine.running)
    settle(qtbot, lambda: tab.scene.gradient.face is not None and tab.scene.gradient.face.measured)
    tab.go_back(InstancePath("main"))
    tab.document.do(SetField("main", "xs", "at", (0, 900)), "Move")  # which changes no result
    tab.go_to("main", "halve/body/halved")
    settle(qtbot, lambda: tab.engine.inside.get(tab.page_name, "halved.result_z") is not None)
    tab.document.do(SetValue("main", "xs", "val", [[1.0, 1.0]]), "Edit")
    tab.go_back(InstancePath("main"))
    double_click(tab, "rows")  # an edit was not run: what is inside is not of now
    assert not tab.engine.running and state() == before


def chosen_from_menu(qtbot: QtBot, window: MainWindow, tab: DiagramTab, block: str, name: str) -> None:
    """Choose a command from the menu of the right button on a block."""
    right_click(tab.view.viewport(), spot(tab, block))
    settle(qtbot, window.panels.menu.isVisible)
    action = next(each for each in window.panels.menu.actions() if each.text() == name)
    place = window.panels.menu.actionGeometry(action).center()
    QTest.mouseClick(window.panels.menu, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    settle(qtbot, lambda: QApplication.activeWindow() is window.composing.asking is not None)


def choose(box: QComboBox, text: str) -> None:
    """Choose an entry of a list with keys."""
    box.setFocus()
    press(box, Qt.Key.Key_Home)
    for _ in range(box.count()):
        if text in box.currentText():
            return
        press(box, Qt.Key.Key_Down)
    raise AssertionError(text)


def test_selected_blocks_become_a_loop_with_chosen_pins_and_one_undo_takes_it_back(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window, tab = opened(qtbot, tmp_path)
    page, before = tab.page, tab.document.diagram.document
    tab.document.do(AddBlocks("main", ((9, Block("sum", "Add", (700, 0))), (10, Block("wave", "Tanh", (860, 0))))), "a")
    wires = [Wire(parse_endpoint(a), parse_endpoint(b)) for a, b in (
        ("xs.output", "sum.x"), ("h0.output", "sum.y"), ("sum.z", "wave.x"))]  # fmt: skip
    tab.document.do(AddItems("main", "wires", tuple(enumerate(wires, len(page.wires)))), "b")
    tab.document.end_gesture()
    drawn = tab.document.diagram.document
    tab.view.fit(tab.scene.content_rect(), 1.0)
    tab.scene.select(["sum", "wave"])
    chosen_from_menu(qtbot, window, tab, "sum", "Make loop...")
    dialog = window.composing.asking
    assert dialog is not None
    choose(dialog.kind, "Scan")
    assert [*dialog.choices] == ["x", "y"]
    choose(dialog.choices["y"], "receives")
    dialog.name.selectAll()
    type_in(dialog.name, "Step")
    assert dialog.make.isEnabled()
    choose(dialog.choices["x"], "receives")
    assert not dialog.make.isEnabled()
    assert "can be carried to only one input" in dialog.fault.text()
    choose(dialog.choices["x"], "one element")
    press(dialog, Qt.Key.Key_Return)
    window.activateWindow()
    settle(qtbot, lambda: QApplication.activeWindow() is window)
    [loop_id] = tab.scene.selected_ids()
    block = next(each for each in tab.page.blocks if each.id == loop_id)
    assert (block.type, block.values) == ("Scan", {"body": ":Step", "over": ["x"]})
    run(qtbot, tab)
    settle(qtbot, lambda: tab.engine.store.get("main", f"{loop_id}.result_y") is not None)
    result = tab.engine.store.get("main", f"{loop_id}.result_y")
    state = np.zeros(2, np.float32)
    for x in np.array(XS, np.float32):
        state = np.tanh(x + state)
    assert result is not None
    np.testing.assert_allclose(result.value, state, rtol=1e-6)
    press(tab.view, Qt.Key.Key_Z, CTRL)
    assert tab.document.diagram.document == drawn
    press(tab.view, Qt.Key.Key_Z, CTRL)
    press(tab.view, Qt.Key.Key_Z, CTRL)
    assert tab.document.diagram.document == before


def test_a_loop_carries_what_has_one_shape_and_shows_no_field_that_it_does_not_need(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """x w with a square w: x is carried, though w has the shape of the result; of two equal inputs the first is."""
    window, tab = opened(qtbot, tmp_path)
    blocks_ = (
        Block("a", "Const", (900, 0), {"val": [[1.0, 2.0], [3.0, 4.0]]}),
        Block("w", "Variable", (900, 140), {"initvalues": [[0.5, 0.0], [0.0, 0.5]]}),
        Block("b", "Const", (900, 280), {"val": [[1.0, 1.0], [1.0, 1.0]]}),
        Block("layer", "MatMul", (1100, 0)),
        Block("both", "Add", (1100, 200)),
    )
    count = len(tab.page.blocks)
    tab.document.do(AddBlocks("main", tuple(enumerate(blocks_, count))), "a")
    ends = [("a.output", "layer.a"), ("w.ref", "layer.b"), ("a.output", "both.x"), ("b.output", "both.y")]
    wires = [Wire(parse_endpoint(a), parse_endpoint(b)) for a, b in ends]
    tab.document.do(AddItems("main", "wires", tuple(enumerate(wires, len(tab.page.wires)))), "b")
    settle(qtbot, lambda: ("both", "z", None) in tab.tools.ground.known())
    for chosen, carried in (("layer", {"a": "product"}), ("both", {"x": "z"})):
        tab.scene.select([chosen])
        window.commands.trigger("composite.loop")
        dialog = window.composing.asking
        assert dialog is not None and dialog.wish.kind == "Repeat"
        assert dialog.wish.carried == carried
        assert not dialog.fault.text() and dialog.make.isEnabled()
        shown = [each for each in dialog.findChildren(QWidget) if each.isVisible()]
        assert dialog.name.isVisible()
        for a, b in itertools.combinations([each for each in shown if each.parent() is dialog], 2):
            assert not a.geometry().intersects(b.geometry()), (a, b)
        dialog.reject()
    tab.scene.select(["layer"])
    window.commands.trigger("composite.loop")
    dialog = window.composing.asking
    assert dialog is not None
    dialog.accept()
    [loop_id] = tab.scene.selected_ids()
    run(qtbot, tab)
    result = tab.engine.store.get("main", f"{loop_id}.result_a")
    assert result is not None
    np.testing.assert_array_equal(result.value, np.array([[1.0, 2.0], [3.0, 4.0]]) / 4)


def test_an_instance_is_replaced_by_a_loop_of_it_and_others_follow_the_names_of_pins(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window, tab = opened(qtbot, tmp_path)
    blocks_ = tuple((9 + i, Block(f"wave{i}", ":Bow", (700, 200 * i))) for i in range(2))
    tab.document.do(AddBlocks("main", blocks_), "a")
    wires = [
        Wire(parse_endpoint(a), parse_endpoint(b)) for a, b in (("nine.output", "wave0.a"), ("wave0.b", "wave1.a"))
    ]
    tab.document.do(AddItems("main", "wires", tuple(enumerate(wires, len(tab.page.wires)))), "b")
    tab.document.end_gesture()
    drawn = tab.document.diagram.document
    tab.view.fit(tab.scene.content_rect(), 1.0)
    chosen_from_menu(qtbot, window, tab, "wave0", "Make loop...")
    dialog = window.composing.asking
    assert dialog is not None and not dialog.name.isVisible()
    choose(dialog.choices["a"], "receives b from the previous iteration")
    dialog.times.selectAll()
    type_in(dialog.times, "3")
    press(dialog, Qt.Key.Key_Return)
    window.activateWindow()
    settle(qtbot, lambda: QApplication.activeWindow() is window)
    block = next(each for each in tab.page.blocks if each.id == "wave0")
    assert (block.type, block.values) == ("Repeat", {"body": ":Bow", "times": 3})
    assert "wave0.a -> wave1.a" in {str(wire) for wire in tab.page.wires}
    run(qtbot, tab)
    settle(qtbot, lambda: tab.engine.store.get("main", "wave1.result_a") is not None)
    result = tab.engine.store.get("main", "wave1.result_a")
    assert result is not None
    np.testing.assert_allclose(result.value, np.cos(np.cos(np.cos(np.cos(9.0)))), rtol=1e-6)
    press(tab.view, Qt.Key.Key_Z, CTRL)
    assert tab.document.diagram.document == drawn
    tab.tools.ground.do(
        lambda: loops.replace_by_loop(drawn, tab.page, "wave1", loops.LoopWish("While", carried={"a": "b"}))
    )
    condition = tab.document.diagram.document.composites[-1]
    assert [(each.id, each.type) for each in condition.blocks] == [
        ("a", "InputPin"), ("no", "Const"), ("goes_on", "OutputPin")]  # fmt: skip
    settle(qtbot, lambda: not tab.engine.problems("main"))


def test_the_gradient_is_seen_from_round_to_round_and_a_click_on_it_goes_there(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened(qtbot, tmp_path)
    click_block(tab, "loss")
    press(tab.view, Qt.Key.Key_D)
    settle(qtbot, lambda: tab.scene.gradient.face is not None and [*tab.scene.gradient.face.of] == ["loss"])
    tab.view.set_zoom(1.0)
    tab.view.center_on_block("cell")
    run(qtbot, tab)
    settle(qtbot, lambda: tab.scene.gradient.face is not None and "cell" in tab.scene.gradient.face.strips)
    face = tab.scene.gradient.face
    assert face is not None
    [strip] = face.strips["cell"]
    assert strip.pin == "h"
    np.testing.assert_allclose(strip.norms, [0.0231112, 0.0590731, 0.1756418], rtol=1e-5)
    assert "h: norm 0.0231 in iteration 0, norm 0.176 in iteration 2" in tip_at(
        tab.scene, tab.view.to_page(QPointF(spot(tab, "cell")))
    )
    box = tab.scene.block_item("cell").geometry.thumbnail  # type: ignore[union-attr]
    assert box is not None
    corner = tab.view.viewportTransform().map(tab.scene.block_rect("cell").topLeft())
    at = QPoint(round(corner.x() + box[0] + box[2] / 6), round(corner.y() + box[1] + box[3] / 2))
    click(tab.view.viewport(), at)
    assert (tab.page_name, tab.engine.inside.rounds) == (":Cell", (0,))
    run(qtbot, tab)
    settle(qtbot, lambda: bool(tab.rounds.scrubbers) and tab.rounds.scrubbers[0].number.value() == 0)

    def strength(block: str) -> float:
        face = tab.scene.gradient.face
        log10 = None if face is None or block not in face.blocks else face.blocks[block].log10
        return np.nan if log10 is None else log10

    settle(qtbot, lambda: np.isfinite(strength("h")))
    np.testing.assert_allclose(strength("h"), np.log10(0.0231112), atol=1e-4)
    assert "square" not in tab.scene.gradient.face.lit  # type: ignore[union-attr]
    window.docks.show("gradient")
    panel = window.panels.gradient
    settle(qtbot, panel.rounds.isVisible)
    plot = panel.rounds.plot
    settle(qtbot, lambda: plot.at == 0)
    click(plot, QPoint(plot.width() - 4, 10))
    assert tab.rounds.scrubbers[0].number.value() == 2
    np.testing.assert_allclose(strength("h"), np.log10(0.1756418), atol=1e-4)
    click_block(tab, "new")
    panel.tabs.setCurrentWidget(panel.pin)
    settle(qtbot, lambda: panel.pin.numbers["norm", "gradient"].text() == "1.41421")
    plot.setFocus()
    press(plot, Qt.Key.Key_Left)
    settle(qtbot, lambda: panel.pin.numbers["max", "value"].text().startswith("0.9245"))


def test_where_a_gradient_is_cut_inside_a_click_goes_and_why_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened(qtbot, tmp_path)
    tab.document.do(SetField(":Cell", "new", "type", "Floor"), "a")
    tab.document.end_gesture()
    click_block(tab, "loss")
    press(tab.view, Qt.Key.Key_D)
    settle(qtbot, lambda: tab.scene.gradient.face is not None and bool(tab.scene.gradient.face.cuts))
    tab.view.set_zoom(1.0)
    tab.view.center_on_block("cell")
    [sign] = tab.scene.gradient.signs(tab.scene.mirror, tab.scene.content_rect(), tab.view.zoom)
    assert sign.mark.inside == "cell/new"
    assert sign.mark.label.startswith("inside: ")
    click(tab.view.viewport(), tab.view.viewportTransform().map(sign.at).toPoint())
    assert (tab.page_name, way(tab), tab.scene.selected_ids()) == (":Cell", ["main", "cell : Cell"], ["new"])
    select_and_press(tab, "w", Qt.Key.Key_W, SHIFT)
    assert "ends at cell/new" in window.status.message.text()
    assert tab.scene.selected_ids()[-1:] == ["new"]


def test_a_loop_in_a_loop_shows_its_gradient_in_the_round_of_the_outer_one_that_is_looked_at(
    qtbot: QtBot, tmp_path: Path
) -> None:
    _, tab = opened(qtbot, tmp_path)
    click_block(tab, "rows")
    press(tab.view, Qt.Key.Key_D)
    settle(qtbot, lambda: tab.scene.gradient.face is not None and [*tab.scene.gradient.face.of] == ["rows"])
    double_click(tab, "rows")
    run(qtbot, tab)
    settle(qtbot, lambda: tab.scene.gradient.face is not None and "along" in tab.scene.gradient.face.strips)

    def norms() -> tuple[float, ...]:
        face = tab.scene.gradient.face
        return face.strips["along"][0].norms if face is not None else ()

    def by_hand(row: int) -> list[float]:
        first = np.tanh(XS[row][0])
        last = 0.5 * (1 - np.tanh(0.5 * first + XS[row][1]) ** 2)
        return [0.5 * last * (1 - first**2), last]

    np.testing.assert_allclose(norms(), by_hand(2), rtol=1e-5)
    face = tab.scene.gradient.face
    assert face is not None
    assert {str(wire) for wire in face.wires} == {
        "row.output -> along.x",
        "zero.output -> along.h",
        "along.h -> last.input",
    }
    tab.rounds.scrubbers[0].number.setValue(0)
    np.testing.assert_allclose(norms(), by_hand(0), rtol=1e-5)


def test_timings_inside_of_a_loop_are_those_of_all_its_rounds(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened(qtbot, tmp_path)
    double_click(tab, "cell")
    press(tab.view, Qt.Key.Key_T)
    settle(qtbot, lambda: tab.scene.times.face is not None)
    times = tab.scene.times.face
    assert times is not None
    assert {"hw", "sum", "new", "square"} <= times.blocks.keys()
    press(tab.view, Qt.Key.Key_Backspace)
    assert window.timings.is_shown
    settle(qtbot, lambda: tab.scene.times.face is not None)
    on_page = tab.scene.times.face
    assert on_page is not None
    assert on_page.blocks["cell"].share >= max(each.share for each in times.blocks.values())
    assert sum(each.share for each in on_page.blocks.values()) <= 1.001


def test_live_mode_shows_the_rounds_of_a_body_while_it_is_edited(qtbot: QtBot, tmp_path: Path) -> None:
    window, tab = opened(qtbot, tmp_path)
    window.commands["run.live"].trigger()
    double_click(tab, "cell")
    settle(qtbot, lambda: len(tab.rounds.scrubbers) == 1)
    tab.rounds.scrubbers[0].number.setValue(1)

    def value(name: str) -> list[float]:
        result = tab.engine.inside.get(":Cell", name)
        return [] if result is None else [float(each) for each in np.ravel(result.value)]

    def states(weight: float) -> list[float]:
        first = np.tanh(np.array(XS[0]))
        return np.tanh(weight * first + np.array(XS[1])).tolist()

    settle(qtbot, lambda: np.allclose(value("new.result_y"), states(0.5)))
    tab.document.do(SetValue(":Cell", "w", "initvalues", 2.0), "a")
    tab.document.end_gesture()
    settle(qtbot, lambda: np.allclose(value("new.result_y"), states(2.0)))
    press(tab.view, Qt.Key.Key_Backspace)
    tab.go_to("main", "halve/condition/large")
    settle(qtbot, lambda: [each.of.text() for each in tab.rounds.scrubbers] == ["of 5"])
