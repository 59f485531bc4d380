"""The gradient at wires that are shown as tags."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from pytestqt.qtbot import QtBot

from app.canvas.gradient import color_of
from app.face.gradient import FLOWS
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from tests.gui.gradient.hands import block, document, face_of, open_page, press_g, run
from tests.gui.window.hands import press, settle


def _tagged(window: MainWindow, qtbot: QtBot) -> DiagramTab:
    """loss = sum(w^2) with w = (3e5, 4e5): its gradient, 2 w, is off the scale; all wires are tags."""
    blocks = [
        block("w", "Variable", 0, 0, initvalues=[3e5, 4e5]),
        block("square", "Square", 300, 0),
        block("loss", "Sum", 600, 0, axis=0),
        block("sign", "Sign", 300, 150),
        block("low", "Negate", 600, 150),
    ]
    wires = "w.ref>square.x square.y>loss.input w.ref>sign.x sign.y>low.x"
    tab = open_page(window, qtbot, document(blocks, wires))
    tab.setFocus()
    tab.scene.select(wires=tab.page.wires)
    press(tab.view, Qt.Key.Key_T, Qt.KeyboardModifier.ShiftModifier)
    tab.scene.select()
    tab.view.set_zoom(1.0)
    tab.view.fit_all()
    return tab


def _boxes(tab: DiagramTab, block: str) -> QRectF:
    """The tag before a block."""
    mirror = tab.scene.mirror
    return next(box for place, box in tab.scene.tags.boxes().items() if mirror.tagged[place].wire.target.block == block)


def _colors(tab: DiagramTab, box: QRectF) -> set[str]:
    """The colours of a part of the page on the screen."""
    part = tab.view.viewportTransform().mapRect(box.adjusted(-2, -2, -2, 2)).toRect()
    image = tab.view.viewport().grab(part).toImage()
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def test_a_tag_has_the_colour_of_its_gradient(window: MainWindow, qtbot: QtBot) -> None:
    tab = _tagged(window, qtbot)
    dark = tab.scene.theme.dark
    plain = tab.scene.painters.color(tab.scene.theme.wire_color("tensor", "")).name()
    flows = color_of(FLOWS, dark).name()
    assert flows not in _colors(tab, _boxes(tab, "square"))
    press_g(tab, qtbot)
    settle(qtbot, lambda: flows in _colors(tab, _boxes(tab, "square")))
    before = _colors(tab, _boxes(tab, "low"))
    assert flows not in before and plain not in before  # it carries none, and fades
    run(window, tab, qtbot, 1)
    measured = color_of(face_of(tab).blocks["w"], dark).name()
    assert measured != flows
    settle(qtbot, lambda: measured in _colors(tab, _boxes(tab, "square")))
    begin = tab.scene.block_rect("w")
    behind = QRectF(begin.right() + 8, begin.top(), 70, begin.height())
    assert measured in _colors(tab, behind)  # of the tags where wires begin
    press(tab.view, Qt.Key.Key_G)
    settle(qtbot, lambda: measured not in _colors(tab, _boxes(tab, "square")))


def test_tags_look_new_where_an_edit_ends_the_gradient(window: MainWindow, qtbot: QtBot) -> None:
    tab = _tagged(window, qtbot)
    press_g(tab, qtbot)
    flows = color_of(FLOWS, tab.scene.theme.dark).name()
    settle(qtbot, lambda: flows in _colors(tab, _boxes(tab, "square")))
    tab.engine.gradients.choose("main", "low.y")  # nothing passes Sign
    settle(qtbot, lambda: flows not in _colors(tab, _boxes(tab, "square")))
    assert flows in _colors(tab, _boxes(tab, "low"))
