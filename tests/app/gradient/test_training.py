"""A Minimize block in the real window: what it trains, and what it is made of."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from pytestqt.qtbot import QtBot

from app.canvas.view import tip_at
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from blocks.document.file import loads
from blocks.run.session import Session
from tests.app.gradient.hands import block, document, open_page, press_g, run
from tests.app.window.hands import click_block, press, settle

PAGE = [
    block("w", "Variable", 40, 40, initvalues=5.0),
    block("c", "Variable", 40, 240, initvalues=2.0),
    block("stop", "StopGradient", 240, 240),
    block("a", "Multiply", 440, 40),
    block("train", "Minimize", 640, 40, learning_rate=0.1, optimizer="Adam"),
]
WIRES = "w.ref>a.x c.ref>stop.input stop.output>a.y a.z>train.loss"


def test_its_face_says_what_it_trains_and_what_not_and_why(window: MainWindow, qtbot: QtBot) -> None:
    tab = open_page(window, qtbot, document(PAGE, WIRES))
    item = tab.scene.block_item("train")
    assert item is not None
    told = {pin.label: pin.value for pin in item.face.pins}
    assert (told["trains"], told["leaves"]) == ("w", "c")
    left, top = item.block.at
    tip = tip_at(tab.scene, QPointF(left + item.geometry.width / 2, top + 4))
    assert "trains w" in tip and "c is not trained: it stops at stop" in tip


def test_x_opens_it_and_its_gradient_in_turn(window: MainWindow, qtbot: QtBot) -> None:
    tab: DiagramTab = open_page(window, qtbot, document(PAGE, WIRES))
    before, text = tab.page, tab.document.diagram.dumps()
    click_block(tab, "train")
    press(tab.view, Qt.Key.Key_X)
    present = {each.id for each in tab.page.blocks}
    assert "train" not in present and {"train_gradients", "train_w_ApplyAdam", "train_m_w"} <= present
    settle(qtbot, lambda: tab.engine.checker.infos["main"].page is tab.page)
    assert not tab.engine.problems("main")
    one, other = Session(loads(text)), Session(loads(tab.document.diagram.dumps()))
    for _ in range(3):
        assert one.run()["w.result_ref"].tobytes() == other.run()["w.result_ref"].tobytes()
    press_g(tab, qtbot)
    run(window, tab, qtbot, 2)
    flow = tab.engine.checker.infos["main"].flow
    assert flow is not None and {cut.block for cut in flow.cuts} == {"stop"}
    press(tab.view, Qt.Key.Key_G)
    click_block(tab, "train_gradients")
    press(tab.view, Qt.Key.Key_X)
    assert "d_a_Multiply" in {each.id for each in tab.page.blocks}
    press(tab.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    click_block(tab, "train_w_ApplyAdam")
    press(tab.view, Qt.Key.Key_X, Qt.KeyboardModifier.ShiftModifier)
    assert tab.page == before and window.status.message.text() == "Collapsed into train"
