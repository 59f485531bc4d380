"""The gradient view as a person uses it: keys, mouse and menus of the real window."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QAbstractButton, QGraphicsView, QListWidget
from pytestqt.qtbot import QtBot

from app.canvas.drawing.gradient_layer import BROKEN
from app.canvas.drawing.signs import SIGNS, color_of
from app.canvas.view import tip_at
from app.core.verbs import delete
from app.panels.gradient import GradientPanel
from app.panels.gradients.formulas import ChainRule, MathText, chain_rule, typeset
from app.panels.views.table import TableView
from app.window.documents.files import LESSONS
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from blocks.document.changes import RemoveItems, RenamePage, SetField, SetValue
from blocks.document.data import Wire, parse_endpoint
from tests.app.gradient.hands import block, document, face_of, open_page, press_g, run, wait_face
from tests.app.window.hands import click, click_block, front, press, settle
from tests.run.planted import in_workers


def click_row(rows: QListWidget, text: str) -> None:
    [item] = [rows.item(i) for i in range(rows.count()) if rows.item(i).text() == text]
    click(rows.viewport(), rows.visualItemRect(item).center())


def factors(chain: ChainRule) -> list[tuple[str, int]]:
    """The links in order: the block of each, and where its text begins."""
    cursor, links = QTextCursor(chain.document()), list[tuple[str, int]]()
    while cursor.movePosition(QTextCursor.MoveOperation.NextCharacter):
        if cursor.charFormat().isAnchor():
            links.append((cursor.charFormat().anchorHref().removeprefix("#"), cursor.position() - 1))
    return links


def middle_of(chain: ChainRule, at: int) -> QPoint:
    cursor = QTextCursor(chain.document())
    cursor.setPosition(at)
    chain.setTextCursor(cursor)
    chain.ensureCursorVisible()
    left = chain.cursorRect(cursor)
    cursor.setPosition(at + 1)
    return (left.center() + chain.cursorRect(cursor).center()) / 2


def test_g_shows_and_hides(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    assert tab.scene.gradient.face is None
    press_g(tab, qtbot)
    assert face_of(tab).title == "loss"
    assert window.commands["gradient.view"].isChecked()
    assert window.panels.gradient.isVisible() and tab.view.legend.isVisible()
    press(tab.view, Qt.Key.Key_G)
    assert tab.scene.gradient.face is None and not tab.view.legend.isVisible()
    assert not window.commands["gradient.view"].isChecked()


def test_each_page_has_a_view_of_its_own(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    press_g(tab, qtbot)
    tab.add_page()
    assert not window.gradients.is_shown
    window.files.open_example("gpt")
    other = front(window)
    settle(qtbot, lambda: "main" in other.engine.checker.infos)
    assert other.scene.gradient.face is None and not window.commands["gradient.view"].isChecked()
    press_g(other, qtbot)
    window.tabs.setCurrentWidget(tab)
    tab.show_page("main")
    assert window.gradients.is_shown and face_of(tab).title == "loss"
    press(tab.view, Qt.Key.Key_G)
    window.tabs.setCurrentWidget(other)
    assert window.gradients.is_shown


def test_the_sign_says_why(tab: DiagramTab, qtbot: QtBot) -> None:
    press_g(tab, qtbot)
    scale = tab.view.transform().m11()
    [sign] = tab.scene.gradient.signs(tab.scene.mirror, tab.view.visible_rect(), scale)
    assert "wall.input" in tip_at(tab.scene, sign.at, scale) and "StopGradient" in tip_at(tab.scene, sign.at, scale)
    title = tab.scene.block_rect("v").topLeft() + QPointF(14, 8)
    assert "no gradient: StopGradient" in tip_at(tab.scene, title, scale)


def test_signs_stay_large_and_readable_from_afar(tab: DiagramTab, qtbot: QtBot) -> None:
    press_g(tab, qtbot)
    near = tab.scene.gradient.signs(tab.scene.mirror, tab.scene.content_rect(), 1.0)[0].radius
    tab.view.set_zoom(0.2)
    [sign] = tab.scene.gradient.signs(tab.scene.mirror, tab.view.visible_rect(), 0.2)
    assert sign.radius * 0.2 >= near * 0.7  # in pixels of the screen
    at = tab.view.viewportTransform().map(sign.at).toPoint()
    image = tab.view.viewport().grab().toImage()
    colors = {image.pixelColor(at + QPoint(dx, dy)).name() for dx in range(-5, 6) for dy in range(-5, 6)}
    assert SIGNS["stop_gradient"] in colors


def test_what_is_selected_keeps_the_colour_of_its_gradient(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    press_g(tab, qtbot)
    run(window, tab, qtbot, 1)
    [wire] = [wire for wire in tab.page.wires if str(wire) == "both.z -> loss.input"]
    colour = color_of(face_of(tab).wires[wire], dark=tab.scene.theme.dark).name()
    around = tab.scene.block_rect("both").united(tab.scene.block_rect("loss"))
    tab.view.fit(around, 1.0)
    theme = tab.scene.theme

    def colours() -> set[str]:
        """Across the wire."""
        x = (tab.scene.block_rect("both").right() + tab.scene.block_rect("loss").left()) / 2
        image = tab.view.viewport().grab().toImage()
        return {
            image.pixelColor(tab.view.viewportTransform().map(QPointF(x + dx, y)).toPoint()).name()
            for dx in range(-16, 17)
            for y in range(round(around.top()), round(around.bottom()))
        }

    before = colours()
    assert colour in before and theme.label not in before
    tab.scene.select([], [wire])
    after = colours()
    assert colour in after and theme.label in after and theme.selection not in after
    tab.scene.select(["both"])
    assert colour in colours() and theme.selection not in colours()
    press(tab.view, Qt.Key.Key_G)  # without the gradient it is as ever
    assert theme.selection in colours()


def test_e_goes_to_where_it_ends(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    press_g(tab, qtbot)
    press(tab.view, Qt.Key.Key_E)
    assert tab.scene.selected_ids() == ["wall"]


def test_w_walks_to_the_culprit(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    press_g(tab, qtbot)
    click_block(tab, "v")
    press(tab.view, Qt.Key.Key_W, Qt.KeyboardModifier.ShiftModifier)
    assert tab.scene.selected_ids() == ["v", "double", "wall"]
    middle = tab.view.to_page(tab.view.viewport().rect().center())
    assert (middle - tab.scene.block_rect("wall").center()).manhattanLength() < 20


def test_the_panel_names_who_gets_none(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    press_g(tab, qtbot)
    flow = window.panels.gradient.flow
    settle(qtbot, lambda: flow.variables.count() == 2)
    assert flow.heads[0].text() == "Variables: 1 of 2 without a gradient"
    click(flow.why)  # no row is current: that of the first one
    assert tab.scene.selected_ids() == ["v", "double", "wall"]
    click_row(flow.variables, "v")
    assert tab.scene.selected_ids() == ["v", "double", "wall"]
    tab.scene.select([])
    assert flow.why.isVisible() and flow.why.isEnabled()
    click(flow.why)
    assert tab.scene.selected_ids() == ["v", "double", "wall"]
    click_row(flow.ends, "wall.input")
    assert tab.scene.selected_ids() == ["wall"]


def test_variables_beside_the_way_are_no_alarm(window: MainWindow, qtbot: QtBot) -> None:
    """An optimizer's slots and counters get no gradient, and nobody wonders; what is cut off comes first."""
    tab = open_page(
        window,
        qtbot,
        document(
            [
                block("slot", "Variable", 40, 40, initvalues=0.0),
                block("w", "Variable", 40, 140, initvalues=[1.0, 2.0]),
                block("v", "Variable", 40, 240, initvalues=[1.0, 2.0]),
                block("guess", "ArgMax", 220, 240, dimension=0),
                block("cast", "Cast", 400, 240, DstT="DT_FLOAT"),
                block("both", "Add", 580, 140),
                block("loss", "Sum", 760, 140, axis=0),
            ],
            "w.ref>both.x v.ref>guess.input guess.output>cast.x cast.y>both.y both.z>loss.input",
        ),
    )
    press_g(tab, qtbot)
    flow = window.panels.gradient.flow
    settle(qtbot, lambda: flow.variables.count() == 3)
    assert flow.heads[0].text() == "Variables: 1 of 2 without a gradient, 1 not on the gradient path"
    items = [flow.variables.item(i) for i in range(3)]
    assert [item.text() for item in items] == ["v", "w", "slot"]
    assert [item.icon().isNull() for item in items] == [False, True, True]
    assert face_of(tab).aside == {"slot"}
    click_row(flow.variables, "v")
    assert tab.scene.selected_ids() == ["v", "guess", "cast"]
    click_row(flow.variables, "slot")
    assert tab.scene.selected_ids() == ["slot"]


def test_choosing_what_is_differentiated(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    press_g(tab, qtbot)
    combo = window.panels.gradient.of
    settle(qtbot, lambda: combo.count() > 2)
    names = [combo.itemText(i) for i in range(combo.count())]
    assert names[1] == "grad" and "loss.output" in names  # the page's own first, then scalars
    click_block(tab, "square")
    press(tab.view, Qt.Key.Key_D)
    settle(qtbot, lambda: face_of(tab).title == "the sum of square")  # it has two elements
    assert combo.currentText() == "sum of square.y" and not face_of(tab).cuts
    combo.setCurrentIndex(0)
    combo.activated.emit(0)
    settle(qtbot, lambda: face_of(tab).title == "loss")


def test_an_edit_counts_at_once(tab: DiagramTab, qtbot: QtBot) -> None:
    press_g(tab, qtbot)
    tab.document.do(SetField("main", "wall", "muted", True), "Mute")
    settle(qtbot, lambda: not face_of(tab).cuts)
    assert not face_of(tab).starved and "double" in face_of(tab).blocks
    tab.document.undo()
    settle(qtbot, lambda: set(face_of(tab).starved) == {"v"})
    edit = delete(tab.page, ["grad"], [], [], [])
    assert edit is not None
    tab.document.do(*edit)
    settle(qtbot, lambda: face_of(tab).title == "loss")  # the scalar at the end, as nothing else is asked for


def test_a_run_measures(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    press_g(tab, qtbot)
    run(window, tab, qtbot, 1)
    face = face_of(tab)
    # d loss / dw = 2 w (1 + 4) = 30; at wx it is 2 (w, 2w) = (6, 12)
    assert 10 ** (face.blocks["w"].log10 or 0) == pytest.approx(30.0)
    assert 10 ** (face.blocks["wx"].log10 or 0) == pytest.approx(np.hypot(6.0, 12.0))
    gradient = tab.engine.gradients.array("main", "w.ref")
    assert gradient is not None and gradient == pytest.approx(30.0)


def test_a_gradient_that_is_no_number_shows_where_that_began(window: MainWindow, qtbot: QtBot) -> None:
    """d log(v) / dv = 1 / v is infinite where v is 0; what comes there is 0, and 0 times infinity is NaN."""
    example = document(
        [
            block("v", "Variable", 40, 40, initvalues=[3.0, 0.0]),
            block("twice", "Multiply", 220, 40, y=2.0),
            block("log", "Log", 400, 40),
            block("half", "Multiply", 580, 40, y=[0.5, 0.0]),
            block("loss", "Sum", 760, 40, axis=0),
        ],
        "v.ref>twice.x twice.z>log.x log.y>half.x half.z>loss.input",
    )
    tab = open_page(window, qtbot, example)
    press_g(tab, qtbot)
    run(window, tab, qtbot, 1)
    face = face_of(tab)
    assert {block for block, each in face.blocks.items() if each.state == "not_finite"} == {"v", "twice"}
    assert face.broken == ("log",)
    image = tab.view.viewport().grab().toImage()
    rect = tab.view.viewportTransform().mapRect(tab.scene.block_rect("log")).adjusted(-10, -24, 10, 0).toRect()
    part = image.copy(rect)
    assert BROKEN in {part.pixelColor(x, y).name() for x in range(part.width()) for y in range(part.height())}
    panel = window.panels.gradient
    settle(qtbot, lambda: panel.flow.ends.count() == 1)
    click_row(panel.flow.variables, "v")
    assert tab.scene.selected_ids() == ["v", "twice", "log"]
    assert "NaN or infinite gradient at v starts at log, on the path v → twice → log" in window.status.message.text()
    click_row(panel.flow.ends, "log")
    assert tab.scene.selected_ids() == ["log"]


def test_the_slider_goes_back(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    press_g(tab, qtbot)
    for _ in range(3):
        run(window, tab, qtbot, 1)
    panel = window.panels.gradient
    settle(qtbot, lambda: panel.slider.maximum() == 2 and panel.slider.isVisible())
    panel.slider.setFocus()
    press(panel.slider, Qt.Key.Key_Home)
    assert face_of(tab).step == 1
    assert 10 ** (face_of(tab).blocks["w"].log10 or 0) == pytest.approx(30.0)
    press(panel.slider, Qt.Key.Key_End)
    assert face_of(tab).step == 3
    # w goes 3, 2.7, 2.43: each step takes a hundredth of 10 w
    assert 10 ** (face_of(tab).blocks["w"].log10 or 0) == pytest.approx(10 * 3.0 * 0.9**2, rel=1e-5)


def test_a_step_that_is_run_again_need_not_be_remembered(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    """The panel looked for it among the steps that are, and ended with an error."""
    press_g(tab, qtbot)
    for _ in range(2):
        run(window, tab, qtbot, 1)
    panel = window.panels.gradient
    settle(qtbot, lambda: panel.slider.maximum() == 1 and panel.slider.isVisible())
    gradients = tab.engine.gradients
    last = gradients.moment("main")
    assert last is not None
    gradients.put_back("main", [last._replace(step=7)], {})
    settle(qtbot, lambda: panel.step.full() == "Step 7 of 2")
    assert panel.slider.value() == 1


def test_what_was_measured_before_an_edit_says_so(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    press_g(tab, qtbot)
    run(window, tab, qtbot, 2)
    panel = window.panels.gradient
    settle(qtbot, lambda: panel.step.full() == "Step 2 of 2")
    assert not face_of(tab).outdated
    tab.document.do(SetValue("main", "w", "initvalues", 9.0), "Set")
    settle(qtbot, lambda: panel.step.full() == "Step 2 of 2, outdated")
    assert face_of(tab).outdated and face_of(tab).measured
    press(tab.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settle(qtbot, lambda: panel.step.full() == "Step 2 of 2")
    tab.document.do(SetValue("main", "w", "initvalues", 9.0), "Set")
    run(window, tab, qtbot, 1)
    settle(qtbot, lambda: not face_of(tab).outdated)


def test_what_was_measured_of_another_loss_is_not_shown(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    """Without the gradient block something else comes first; the numbers of the run are not of that."""
    press_g(tab, qtbot)
    run(window, tab, qtbot, 1)
    assert face_of(tab).title == "loss"
    edit = delete(tab.page, ["loss", "grad", "step"], [], [], [])
    assert edit is not None
    tab.document.do(*edit)
    settle(qtbot, lambda: face_of(tab).title == "the sum of both")
    assert not face_of(tab).measured and not tab.engine.gradients.steps("main")
    assert tab.engine.gradients.array("main", "wx.z") is None
    press(tab.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settle(qtbot, lambda: face_of(tab).title == "loss" and face_of(tab).measured)


def test_value_and_gradient_side_by_side(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    press_g(tab, qtbot)
    run(window, tab, qtbot, 1)
    click_block(tab, "wx")
    panel = window.panels.gradient
    panel.tabs.setCurrentWidget(panel.pin)
    settle(qtbot, lambda: panel.pin.pins.currentText() == "wx.z")
    texts = {key: label.text() for key, label in panel.pin.numbers.items()}
    assert (texts["shape", "value"], texts["shape", "gradient"]) == ("[2]", "[2]")
    assert (texts["min", "value"], texts["max", "value"]) == ("3", "6")
    assert (texts["min", "gradient"], texts["max", "gradient"]) == ("6", "12")
    for button in panel.pin.kinds.buttons():
        click(button)
        assert panel.pin.isVisible()
    assert panel.pin.steps.norms == [(1, pytest.approx(np.hypot(6, 12)))]


def button(panel: GradientPanel, text: str) -> QAbstractButton:
    [button] = [each for each in panel.pin.kinds.buttons() if each.text() == text]
    return button


def test_value_and_gradient_over_the_steps(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    press_g(tab, qtbot)
    for _ in range(4):
        run(window, tab, qtbot, 1)
    click_block(tab, "wx")
    panel = window.panels.gradient
    panel.tabs.setCurrentWidget(panel.pin)
    settle(qtbot, lambda: panel.pin.pins.currentText() == "wx.z")
    click(button(panel, "Steps"))
    view = panel.pin.steps
    # w goes 3, 2.7 ...: value w (1, 2), gradient 2 w (1, 2)
    w = [3.0 * 0.9**i for i in range(4)]
    assert view.norms == [(i + 1, pytest.approx(2 * w[i] * np.hypot(1, 2), rel=1e-5)) for i in range(4)]
    value, gradient = view.pictures["Value"], view.pictures["Gradient"]
    assert value is not None and gradient is not None
    assert (value.first, value.last) == (gradient.first, gradient.last) == (1, 4)
    assert value.low < 0.9**3 * 3.0 and value.high > 6.0 and gradient.high > 12.0
    view.scrubbed.emit(2)
    settle(qtbot, lambda: panel.slider.value() == 1)
    assert view.step == 2 and face_of(tab).step == 2
    texts = {key: label.text() for key, label in panel.pin.numbers.items()}
    assert texts["max", "gradient"] == f"{np.float32(10.8):.6g}" and texts["max", "value"] == f"{np.float32(5.4):.6g}"
    # In step 2 w is 2.7: the value (2.7, 5.4), the gradient (5.4, 10.8).
    assert float(texts["norm", "value"]) == pytest.approx(2.7 * np.hypot(1, 2), rel=1e-5)
    assert float(texts["norm", "gradient"]) == pytest.approx(5.4 * np.hypot(1, 2), rel=1e-5)
    assert all(texts[row, column] == "0" for row in ("zeros", "NaN", "infinite") for column in ("value", "gradient"))
    for side, numbers in ((panel.pin.value, [2.7, 5.4]), (panel.pin.gradient, [5.4, 10.8])):  # all of a small tensor
        click(button(panel, "Table"))
        table = side.views["Table"]
        assert isinstance(table, TableView) and side.stack.currentWidget() is table
        cells = [table.elements.index(row, 2).data() for row in range(table.elements.rowCount())]
        assert [float(cell) for cell in cells] == pytest.approx(numbers, rel=1e-5)
    click(button(panel, "Histogram"))
    assert panel.pin.gradient.stack.currentWidget() is panel.pin.gradient.views["Histogram"]
    panel.slider.setFocus()
    press(panel.slider, Qt.Key.Key_End)
    settle(qtbot, lambda: panel.pin.gradient.head.text() == "Gradient")
    assert face_of(tab).step == 4


def test_the_gradient_of_a_scalar_is_shown_with_its_sign(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    tab.document.do(SetValue("main", "w", "initvalues", -3.0), "Set w")
    press_g(tab, qtbot)
    run(window, tab, qtbot, 2)
    click_block(tab, "w")
    panel = window.panels.gradient
    panel.tabs.setCurrentWidget(panel.pin)
    click(button(panel, "Steps"))
    view, w = panel.pin.steps, -3.0 * 0.9  # in the second step
    assert [number for _, number in view.norms] == [pytest.approx(-30.0), pytest.approx(10 * w)]
    assert "-27" in view.readout.full() and "norm" not in view.readout.full()
    assert panel.pin.rows["norm"].text() == "value" and panel.pin.numbers["norm", "gradient"].text() == "-27"
    click_block(tab, "wx")
    settle(qtbot, lambda: "norm" in view.readout.full() and panel.pin.rows["norm"].text() == "norm")


def test_a_click_into_the_steps_scrubs(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    press_g(tab, qtbot)
    for _ in range(5):
        run(window, tab, qtbot, 1)
    click_block(tab, "wx")
    panel = window.panels.gradient
    panel.tabs.setCurrentWidget(panel.pin)
    click(button(panel, "Steps"))
    area = panel.pin.steps.findChild(QGraphicsView)
    assert area is not None
    qtbot.waitExposed(window)
    click(area.viewport(), QPoint(area.viewport().width() // 2, area.viewport().height() // 6))
    settle(qtbot, lambda: face_of(tab).step in (2, 3, 4))


def test_a_formula_larger_than_an_image_can_be_has_none(window: MainWindow) -> None:
    texts = MathText(window)
    sizes = {40: True, 400_000: False, 0: False}
    for width, drawn in sizes.items():
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="10" viewBox="0 0 {width} 10"></svg>'
        assert bool(texts.image(svg, "formula")) == drawn


def test_formulas_can_be_copied(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    press_g(tab, qtbot)
    click_block(tab, "w")
    panel = window.panels.gradient
    panel.tabs.setCurrentWidget(panel.formula)
    settle(qtbot, lambda: panel.formula.derivative.written is not None)
    assert (panel.formula.of.currentText(), panel.formula.by.currentText()) == ("loss.output", "w.ref")
    click(panel.formula.derivative.copy)
    text = QGuiApplication.clipboard().text()
    assert "2 * " in text and "w * x" in text and "sum" in text  # sum(2 (w x) x)
    click(panel.formula.derivative.latex)
    assert "\\" in QGuiApplication.clipboard().text()
    chain = panel.formula.chain
    settle(qtbot, lambda: bool(factors(chain)))
    links = factors(chain)
    assert links[0][0] == "loss" and links[-1][0] == "wx"  # last: the derivative of wx with respect to w
    # Each factor shows its block: at a click, and with Tab and Enter.
    name, at = links[-1]
    click(chain.viewport(), middle_of(chain, at))
    settle(qtbot, lambda: tab.scene.selected_ids() == [name])
    panel.refresh()
    assert factors(chain) == links  # the formulas stay
    chain.setFocus()
    chain.moveCursor(QTextCursor.MoveOperation.Start)
    press(chain, Qt.Key.Key_Tab)
    press(chain, Qt.Key.Key_Return)
    settle(qtbot, lambda: tab.scene.selected_ids() == [links[0][0]])


def test_formulas_are_typeset_if_the_font_has_their_letters() -> None:
    pytest.importorskip("ziamath", reason="it typesets formulas; the text is shown without it")
    assert "<path" in typeset(r"\frac{\mathit{my\_loss}}{x}")
    assert [typeset(each) for each in (r"\mathit{변수}", r"\frac{", "x" * 2000)] == 3 * [""]


def test_the_chain_rule_follows_each_way_between_two_blocks() -> None:
    names = ("w.y a.x", "w.y b.x", "a.y c.x", "b.y c.y", "w.y c.z", "c.y of.x", "b.y aside.x", "other.y of.y")
    wires = [Wire(*map(parse_endpoint, name.split())) for name in names]
    assert chain_rule(wires, "of", "w") == {"of": [], "c": ["of"], "b": ["c"], "a": ["c"], "w": ["a", "b", "c"]}
    assert chain_rule(wires, "of", "aside") == {}


def test_check_gradient(window: MainWindow, tab: DiagramTab, qtbot: QtBot) -> None:
    press_g(tab, qtbot)
    window.commands["gradient.check"].trigger()
    settle(qtbot, lambda: bool(face_of(tab).checked))
    assert {mark.verdict for mark in face_of(tab).checked.values()} == {"right"}
    panel = window.panels.gradient
    panel.tabs.setCurrentWidget(panel.check)
    settle(qtbot, lambda: panel.check.head.text().startswith("All compared gradients"))
    tab.document.do(SetValue("main", "w", "initvalues", 4.0), "Set")
    settle(qtbot, lambda: not face_of(tab).checked)  # it is of a page that is no more


def test_check_gradient_names_a_wrong_rule(
    window: MainWindow, tab: DiagramTab, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Square with a derivative that is half of what it should be."""
    in_workers(monkeypatch, tmp_path, "half:Square")
    press_g(tab, qtbot)
    window.commands["gradient.check"].trigger()
    settle(qtbot, lambda: bool(face_of(tab).checked))
    assert [block for block, mark in face_of(tab).checked.items() if mark.verdict == "wrong"] == ["square"]
    panel = window.panels.gradient
    panel.tabs.setCurrentWidget(panel.check)
    settle(qtbot, lambda: panel.check.list.count() > 1)
    assert panel.check.list.item(0).text() == "square"  # worst first
    assert "Wrong: square" in panel.check.head.text()
    assert [each.block for each in tab.engine.warnings("main")] == ["square"]
    scale = tab.view.transform().m11()
    title = tab.scene.block_rect("square").topLeft() + QPointF(14, 8)
    assert "wrong" in tip_at(tab.scene, title, scale)


def test_a_check_in_the_midst_of_a_kernel_is_given_up(
    window: MainWindow, tab: DiagramTab, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ready = in_workers(monkeypatch, tmp_path, "hang:Square")
    press_g(tab, qtbot)
    panel = window.panels.gradient
    panel.tabs.setCurrentWidget(panel.check)
    click(panel.check.button)
    settle(qtbot, lambda: panel.check.button.text() == "Stop")
    settle(qtbot, ready.exists)  # it never comes out of there
    monkeypatch.undo()
    click(panel.check.button)
    settle(qtbot, lambda: panel.check.button.text() == "Check gradient")
    assert not tab.engine.gradients.is_checking("main")
    click(panel.check.button)
    settle(qtbot, lambda: bool(face_of(tab).checked))


def test_a_check_goes_on_while_its_page_is_renamed(tab: DiagramTab, window: MainWindow, qtbot: QtBot) -> None:
    press_g(tab, qtbot)
    window.commands["gradient.check"].trigger()
    tab.document.do(RenamePage("main", "other"), "Rename page to other")
    gradients = tab.engine.gradients
    assert gradients.is_checking("other") and not gradients.is_checking("main")
    settle(qtbot, lambda: not gradients.is_checking("other"))
    assert gradients.check_of(tab.document.page("other")) is not None


def test_a_crash_in_a_check_names_the_block(
    window: MainWindow, tab: DiagramTab, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    in_workers(monkeypatch, tmp_path, "late:Square")
    press_g(tab, qtbot)
    before = tab.document.diagram.dumps()
    window.commands["gradient.check"].trigger()
    settle(qtbot, lambda: window.status.message.text().startswith("square: "))
    assert not tab.engine.gradients.is_checking("main") and tab.document.diagram.dumps() == before


@pytest.mark.parametrize("name", LESSONS)
def test_lessons_open_with_the_view_on(window: MainWindow, qtbot: QtBot, name: str) -> None:
    window.files.open_example(name)
    tab = front(window)
    face = wait_face(qtbot, tab)
    assert {mark.cut.kind for mark in face.cuts} == {"stop_gradient"}
    assert any(note.text.startswith("Gradient view (G)") for note in tab.page.notes)
    assert window.panels.notes.isVisible() and window.panels.gradient.isVisible()  # what to look at can be read
    assert not window.settings.flag("gradient")  # other pages open as they did


def test_nothing_to_differentiate(window: MainWindow, qtbot: QtBot) -> None:
    window.files.new()
    tab = front(window)
    tab.setFocus()
    press(tab.view, Qt.Key.Key_G)
    settle(qtbot, lambda: tab.scene.gradient.face is not None)
    panel = window.panels.gradient
    settle(qtbot, lambda: panel.of.currentText() == "Nothing to differentiate")
    press(tab.view, Qt.Key.Key_E)  # says so, and nothing else
    assert not tab.scene.selected_ids()


def test_a_wire_that_goes_takes_its_sign(tab: DiagramTab, qtbot: QtBot) -> None:
    press_g(tab, qtbot)
    place = next(i for i, wire in enumerate(tab.page.wires) if wire.target.block == "wall")
    tab.document.do(RemoveItems("main", "wires", (place,)), "Cut")
    settle(qtbot, lambda: not tab.scene.gradient.signs(tab.scene.mirror, tab.scene.content_rect(), 1.0))


@pytest.mark.parametrize("name", ["StopGradient", "PreventGradient", "AddSymbolicGradients"])
def test_help_shows_a_picture(window: MainWindow, tab: DiagramTab, qtbot: QtBot, name: str) -> None:
    window.panels.show_help(name)
    settle(qtbot, lambda: "In the gradient view" in window.panels.help.browser.toPlainText())
    assert "picture:seen" in window.panels.help.browser.toHtml()
