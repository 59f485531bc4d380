"""The gradient at wires that are shown as tags."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from pytestqt.qtbot import QtBot

from app.canvas.drawing.signs import color_of
from app.face.gradient import FLOWS
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from tests.app.gradient.hands import block, document, face_of, open_page, press_g, run
from tests.app.window.hands import press, settle


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


def _list_of(count: int, apart: float, window: MainWindow, qtbot: QtBot) -> DiagramTab:
    """The sum of some variables and of one behind StopGradient, with all wires as tags; StopGradient is the last."""
    blocks = [block(f"w{i}", "Variable", 0, 120 * i, initvalues=[1.0]) for i in range(count)]
    blocks += [block("stop", "StopGradient", 400, 400), block("all", "AddN", 400 + apart, 0)]
    blocks.append(block("loss", "Sum", 1200, 0, axis=0))
    into = " ".join(f"w{i}.ref>all.inputs" for i in range(count))
    tab = open_page(
        window, qtbot, document(blocks, f"{into} stop.output>all.inputs w0.ref>stop.input all.sum>loss.input")
    )
    tab.setFocus()
    tab.scene.select(wires=tab.page.wires)
    press(tab.view, Qt.Key.Key_T, Qt.KeyboardModifier.ShiftModifier)
    tab.scene.select()
    press_g(tab, qtbot)
    return tab


def _into(tab: DiagramTab, block: str) -> list[tuple[QRectF, QPointF]]:
    """The tags before a block, each with the place where its wire ends."""
    mirror = tab.scene.mirror
    tagged = [(box, mirror.tagged[place]) for place, box in tab.scene.tags.boxes().items()]
    return [(box, QPointF(*item.points[-1])) for box, item in tagged if item.wire.target.block == block]


@pytest.mark.parametrize(("count", "apart"), [(1, 400), (3, 400), (12, 400), (4, 190)])
def test_tags_of_one_pin_do_not_cover_each_other(count: int, apart: float, window: MainWindow, qtbot: QtBot) -> None:
    tab = _list_of(count, apart, window, qtbot)
    tags = _into(tab, "all")
    assert len(tags) == count + 1
    for i, (box, end) in enumerate(tags):
        assert not any(box.intersects(other) for other, _ in tags[:i])
        assert box.right() < end.x()
    assert [box.top() for box, _ in tags] == sorted(box.top() for box, _ in tags)  # in the order of the list
    middle = sum(box.center().y() for box, _ in tags) / len(tags)
    assert abs(middle - sum(end.y() for _, end in tags) / len(tags)) < 1e-6


def test_tags_of_pins_below_each_other_stay_at_their_pins(window: MainWindow, qtbot: QtBot) -> None:
    blocks = [block(name, "Variable", 0, 120 * i, initvalues=[1.0]) for i, name in enumerate("ab")]
    tab = open_page(window, qtbot, document([*blocks, block("sum", "Add", 500, 0)], "a.ref>sum.x b.ref>sum.y"))
    tab.setFocus()
    tab.scene.select(wires=tab.page.wires)
    press(tab.view, Qt.Key.Key_T, Qt.KeyboardModifier.ShiftModifier)
    tags = _into(tab, "sum")
    assert [box.center().y() for box, _ in tags] == [end.y() for _, end in tags]
    assert not tags[0][0].intersects(tags[1][0])


@pytest.mark.parametrize("zoom", [1.0, 0.45])
def test_the_sign_of_a_cut_at_a_tag_covers_neither_tag_nor_pin(zoom: float, window: MainWindow, qtbot: QtBot) -> None:
    tab = _list_of(3, 400, window, qtbot)
    settle(qtbot, lambda: len(tab.scene.gradient.signs(tab.scene.mirror, tab.scene.content_rect(), zoom)) == 1)
    [sign] = tab.scene.gradient.signs(tab.scene.mirror, tab.scene.content_rect(), zoom)
    around = QRectF(sign.at.x() - sign.radius, sign.at.y() - sign.radius, 2 * sign.radius, 2 * sign.radius)
    [(box, end)] = _into(tab, "stop")
    assert around.right() <= box.left()
    assert abs(sign.at.y() - end.y()) < 1e-6
    assert tab.scene.gradient.sign_at(tab.scene.mirror, sign.at, zoom) is sign.mark


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
    plain = tab.scene.theme.wire_color("float")
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
