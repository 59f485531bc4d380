"""Bends of wires: put on by a double-click, dragged, moved by keys, kept in the file, taken along and left behind."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.core.verbs import bends_of
from app.face.geometry import bent_path
from blocks.document.data import Position, Wire
from tests.app.window.direct import Direct
from tests.app.window.hands import click, press

WIRE = "W.ref -> mm.a"


def the(hand: Direct, text: str = WIRE) -> Wire:
    return next(wire for wire in hand.tab.page.wires if str(wire) == text)


def bends(hand: Direct, text: str = WIRE) -> tuple[Position, ...]:
    return bends_of(hand.tab.page, the(hand, text))


def way(hand: Direct, text: str = WIRE) -> list[Position]:
    [item] = hand.scene.mirror.items_of(the(hand, text))
    return list(item.flat)


def middle(hand: Direct, text: str = WIRE) -> QPointF:
    """A place on a wire where no other is."""
    points = way(hand, text)
    (x, y), (u, v) = points[-2:]
    return QPointF((x + u) / 2 - 2, (y + v) / 2)


@pytest.fixture
def bent(qtbot: QtBot, tmp_path: Path) -> Direct:
    """A wire that was bent by a double-click and a drag."""
    hand = Direct(qtbot, tmp_path)
    hand.view.centerOn(200, 200)

    def bend() -> None:
        at, none, left = middle(hand), Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
        widget = hand.view.viewport()
        QTest.mouseClick(widget, left, none, hand.spot(at))
        QTest.mouseDClick(widget, left, none, hand.spot(at))
        QTest.mouseMove(widget, hand.spot(QPointF(180, 340)))
        QTest.mouseRelease(widget, left, none, hand.spot(QPointF(180, 340)))

    assert hand.steps(bend) == [f"Reroute wire {WIRE}"]
    [(x, y)] = bends(hand)
    assert abs(x - 180) <= 1
    assert abs(y - 340) <= 1
    return hand


def test_a_wire_passes_its_bends_which_are_dragged_and_taken_away(bent: Direct) -> None:
    assert bends(bent)[0] in way(bent)
    at = QPointF(*bends(bent)[0])
    assert bent.steps(lambda: bent.drag(at, QPointF(190, 380))) == [f"Reroute wire {WIRE}"]
    [(x, y)] = bends(bent)
    assert (round(x), round(y)) == (190, 380)
    bent.drag(QPointF(x, y), QPointF(100, 420), drop=False)
    assert any(abs(v - 420) <= 1 for _, v in way(bent))  # it is seen before it is done
    press(bent.view, Qt.Key.Key_Escape)
    assert bends(bent) == ((x, y),)
    assert bent.steps(lambda: bent.double_click(QPointF(x, y))) == [f"Remove reroute points of wire {WIRE}"]
    assert bends(bent) == ()


def test_bends_are_made_and_moved_by_keys(qtbot: QtBot, tmp_path: Path) -> None:
    hand = Direct(qtbot, tmp_path)
    click(hand.view.viewport(), hand.spot(middle(hand, "mm.product -> add.x")))
    press(hand.view, Qt.Key.Key_B)
    [(x, y)] = bends(hand, "mm.product -> add.x")
    press(hand.view, Qt.Key.Key_Down)
    press(hand.view, Qt.Key.Key_Down)
    assert bends(hand, "mm.product -> add.x") == ((x, y + 20),)
    press(hand.view, Qt.Key.Key_B, Qt.KeyboardModifier.ShiftModifier)
    assert bends(hand, "mm.product -> add.x") == ()


def test_bends_stay_in_the_file_and_in_copies(bent: Direct, tmp_path: Path) -> None:
    bent.window.files.save(bent.tab)
    [(x, y)] = bends(bent)
    line = f'{{"wire": ["W.ref", "mm.a"], "points": [[{int(x)}, {int(y)}]]}}'
    assert line in (tmp_path / "direct.gradblocks").read_text()
    bent.scene.select(["W", "mm"])
    bent.window.editing.copy()
    bent.window.editing.paste()
    bent.tab.tools.settle()
    [first, copied] = bent.tab.page.routes
    assert (first.wire, str(copied.wire)) == (the(bent), "W2.ref -> mm2.a")
    blocks = {block.id: block.at for block in bent.tab.page.blocks}
    dx, dy = (b - a for a, b in zip(blocks["W"], blocks["W2"], strict=True))
    assert copied.points == ((x + dx, y + dy),)


def test_bends_go_along_with_both_blocks_and_go_with_the_wire(bent: Direct) -> None:
    [(x, y)] = bends(bent)
    bent.scene.select(["W", "mm"])
    at = bent.scene.block_rect("W").topLeft() + QPointF(60, 10)
    bent.steps(lambda: bent.drag(at, at + QPointF(0, 40)))
    shift = bent.block("W").at[1] - 240
    assert shift
    assert bends(bent) == ((x, y + shift),)
    bent.document.undo()
    bent.scene.select(["W"])
    bent.steps(lambda: press(bent.view, Qt.Key.Key_Down))
    assert bends(bent) == ((x, y),)  # one end alone: the bend stays
    bent.scene.select((), [the(bent)])
    bent.steps(lambda: press(bent.view, Qt.Key.Key_Delete))
    assert bent.tab.page.routes == ()
    bent.document.undo()
    assert bends(bent) == ((x, y),)


@pytest.mark.parametrize("points", [[(50.0, 80.0)], [(150.0, 40.0), (-30.0, 90.0)], [(300.0, -20.0)], [(100.0, 0.0)]])
def test_a_bent_path_is_orthogonal_and_leaves_and_comes_from_the_right_side(points: list[Position]) -> None:
    path = bent_path((0.0, 0.0), points, (200.0, 60.0))
    assert path[0] == (0.0, 0.0)
    assert path[-1] == (200.0, 60.0)
    assert all(a == c or b == d for (a, b), (c, d) in pairwise(path))
    assert path[1][0] > 0
    assert path[-2][0] < 200
    assert all(any(_on(point, a, b) for a, b in pairwise(path)) for point in points)


def _on(point: Position, a: Position, b: Position) -> bool:
    (x, y), (u, v) = sorted((a, b))
    return x <= point[0] <= u and min(y, v) <= point[1] <= max(y, v)
