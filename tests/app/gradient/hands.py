"""Pages for the tests of the gradient view, and what they share."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.core.document import Document
from app.face.gradient import GradientFace
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from blocks.document.file import loads
from tests.app.window.hands import press, rest, settle

Json = dict[str, Any]


def document(blocks: list[Json], wires: str, **page: Any) -> Document:
    """A document with one page, ``main``; wires as ``a.y>b.x``."""
    pairs = [wire.split(">") for wire in wires.split()]
    text = {"format": "gradblocks/1", "pages": [{"name": "main", "blocks": blocks, "wires": pairs, **page}]}
    return Document(loads(json.dumps(text)))


def block(name: str, kind: str, left: float, top: float, /, **values: Any) -> Json:
    """A block."""
    return {"id": name, "type": kind, "at": [left, top], "values": values}


def stopped() -> Document:
    """loss = sum((w x)^2) + sum(sg(2 v)), with w = 3, x = (1, 2), v = (5, 7): v gets no gradient.

    d loss / dw = 2 w (1 + 4) = 30, and the step takes a tenth of it off.
    """
    return document(
        [
            block("w", "Variable", 40, 40, initvalues=3.0),
            block("v", "Variable", 40, 240, initvalues=[5.0, 7.0]),
            block("x", "Const", 40, 140, val=[1.0, 2.0]),
            block("wx", "Multiply", 220, 80),
            block("square", "Square", 400, 80),
            block("double", "Multiply", 220, 240, y=2.0),
            block("wall", "StopGradient", 400, 240),
            block("both", "Add", 580, 140),
            block("loss", "Sum", 760, 140, axis=0),
            block("grad", "AddSymbolicGradients", 940, 140),
            block("step", "ApplyGradientDescent", 1120, 140, alpha=0.01),
        ],
        "w.ref>wx.x x.output>wx.y wx.z>square.x v.ref>double.x double.z>wall.input square.y>both.x"
        " wall.output>both.y both.z>loss.input loss.output>grad.outputs w.ref>grad.inputs"
        " w.ref>step.var grad.grad_outputs[0]>step.delta",
    )


def open_page(window: MainWindow, qtbot: QtBot, document: Document) -> DiagramTab:
    """Open a document, and wait until it is checked."""
    tab = window.add_document(document)
    settle(qtbot, lambda: "main" in tab.engine.checker.infos)
    tab.view.fit_all()
    return tab


def face_of(tab: DiagramTab) -> GradientFace:
    """What the canvas shows."""
    face = tab.scene.gradient.face
    assert face is not None
    return face


def wait_face(qtbot: QtBot, tab: DiagramTab) -> GradientFace:
    """Wait until the canvas shows where the gradient goes."""
    settle(qtbot, lambda: tab.scene.gradient.face is not None and bool(tab.scene.gradient.face.of))
    return face_of(tab)


def press_g(tab: DiagramTab, qtbot: QtBot) -> None:
    """Turn the gradient view on."""
    tab.setFocus()
    press(tab.view, Qt.Key.Key_G)
    wait_face(qtbot, tab)


def run(window: MainWindow, tab: DiagramTab, qtbot: QtBot, steps: int) -> None:
    """Run, and wait until the gradient was measured."""
    window.run(steps)
    settle(qtbot, lambda: not tab.engine.running)
    settle(qtbot, lambda: face_of(tab).measured)


def move_to(qtbot: QtBot, tab: DiagramTab, block: str) -> None:
    """Rest with the mouse on a block."""
    rest(
        qtbot,
        tab.view.viewport(),
        lambda: tab.view.viewportTransform().map(tab.scene.block_rect(block).center()).toPoint(),
        lambda: tab.scene.overlay.hover == block,
    )
