"""What a gesture leaves unpainted looks as if all had been painted again: no traces of where something was."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QApplication

from app.core.document import Document
from tests.app.canvas.pages import chain
from tests.app.canvas.tools.hands import ALT, LEFT, NO_BUTTON, NONE, Hands
from tests.app.screen import Screen


@pytest.fixture(params=[0.3, 0.7, 1.0, 1.9])
def hands(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[Hands]:
    """A person at a page of forty blocks, at some zoom."""
    document: Document = chain(40)
    hands = Hands(document)
    hands.view.set_zoom(request.param)
    hands.view.centerOn(450, 250)
    yield hands
    hands.view.close()
    hands.view.deleteLater()
    document.deleteLater()
    qapp.processEvents()


def _way(start: QPointF, steps: list[tuple[float, float]]) -> list[QPointF]:
    points = [start]
    for x, y in steps:
        points += [points[-1] + QPointF(x * i / 3, y * i / 3) for i in (1, 2, 3)]
    return points


WAY = [(40.0, 12.0), (140.0, 3.0), (-35.0, 120.0), (-250.0, -60.0), (7.0, -75.0)]


def _follow(hands: Hands, screen: Screen, start: QPointF, keys: Qt.KeyboardModifier = NONE) -> None:
    hands.press(start, keys)
    screen.check("taken")
    for at in _way(start, WAY):
        hands.move(at, keys)
        screen.check(f"at {at.x():.0f}, {at.y():.0f}")


def test_a_block_is_dragged(hands: Hands) -> None:
    screen = Screen(hands.view)
    _follow(hands, screen, hands.body("n15"))
    assert np.median(screen.shares[1:]) < 0.5, "most of the canvas is left alone"
    hands.release(hands.body("n15"))
    screen.check("dropped")


def test_a_wire_is_drawn(hands: Hands) -> None:
    screen = Screen(hands.view)
    _follow(hands, screen, hands.output("n15.y"))
    hands.key(Qt.Key.Key_Escape)
    screen.check("given up")


def test_a_box_is_drawn_and_a_slice_is_cut(hands: Hands) -> None:
    screen = Screen(hands.view)
    empty = hands.body("n15") + QPointF(0, -30)
    _follow(hands, screen, empty)
    hands.release(empty)
    screen.check("let go")
    _follow(hands, screen, empty, ALT)
    hands.release(empty, ALT)
    screen.check("cut")


def test_the_mouse_passes_over_blocks_pins_and_wires(hands: Hands) -> None:
    hands.scene.overlay.pairs = {"n15": ["n17", "n22"]}
    screen = Screen(hands.view)
    places = [hands.body("n15"), hands.output("n15.y"), hands.middle("n15.y -> n16.x"), hands.input("n16.x"),
              hands.body("n16"), hands.body("n16") + QPointF(0, -40), hands.middle("n20.y -> n21.x")]  # fmt: skip
    for at in places:
        hands.move(at, held=NO_BUTTON)
        screen.check(f"at {at.x():.0f}, {at.y():.0f}")
    assert max(screen.shares) < 0.9
    hands.move(hands.body("n15"), held=NO_BUTTON)
    screen.check("over a block again")
    hands.click(hands.body("n15"), button=LEFT)
    screen.check("selected")
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Delete):
        hands.key(key)
        screen.check(str(key))
