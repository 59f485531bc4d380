"""Reroute points of wires: adding, dragging and removing them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from app.canvas.items import PinKey
from app.canvas.tools.ground import ToolContext
from app.core.verbs.wires import bends_of, index_for, set_bends, with_bends
from app.language import tr
from blocks.document.data import Position, Wire

_LEVEL_PIXELS = 6.0


class BendTool:
    """The tool that drags a reroute point. Shift turns off snapping to the level of its neighbors.

    Args:
        points: the wire's reroute points, including the dragged one at ``index``.
    """

    def __init__(self, ground: ToolContext, wire: Wire, points: tuple[Position, ...], index: int) -> None:
        self._ground, self._wire, self._index = ground, wire, index
        self._page = ground.page
        self._points = list(points)
        self._show()

    def _show(self) -> None:
        routed = with_bends(self._page, self._wire, self._points)
        self._ground.scene.show(self._page._replace(routes=routed))

    def mouse_press(self, event: QMouseEvent) -> bool:
        self.cancel()
        return False

    def mouse_move(self, event: QMouseEvent) -> bool:
        pos = self._ground.position_of(event)
        x, y = pos.x(), pos.y()
        if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            beside = self._points[max(0, self._index - 1) : self._index] + self._points[self._index + 1 :][:1]
            ends = [*beside, *ends_of(self._ground, self._wire)]
            reach = self._ground.units(_LEVEL_PIXELS)
            y = next((other for _, other in ends if abs(other - y) <= reach), y)
        self._points[self._index] = (x, y)
        self._show()
        return True

    def mouse_release(self, event: QMouseEvent) -> bool:
        self._ground.do(lambda: set_bends(self._ground.page, {self._wire: self._points}))
        return False

    def key_press(self, event: QKeyEvent) -> bool:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            unbend(self._ground, [self._wire], self._index)
            return False
        return True

    def cancel(self) -> None:
        self._ground.scene.sync()


def ends_of(ground: ToolContext, wire: Wire) -> list[Position]:
    scene = ground.scene
    source = scene.pin_position(PinKey(*wire.source, is_input=False))
    target = scene.pin_position(PinKey(wire.target.block, wire.target.pin, None, is_input=True))
    return [(at.x(), at.y()) for at in (source, target) if at is not None]


def new_bend(ground: ToolContext, wire: Wire, pos: QPointF) -> BendTool | None:
    bend = _with_bend(ground, wire, (pos.x(), pos.y()))
    return None if bend is None else BendTool(ground, wire, *bend)


def bend_at(ground: ToolContext, positions: Mapping[Wire, Position]) -> bool:
    bent = {wire: _with_bend(ground, wire, pos) for wire, pos in positions.items()}
    bends = {wire: each[0] for wire, each in bent.items() if each is not None}
    return bool(bends) and ground.do(lambda: set_bends(ground.page, bends))


def _with_bend(ground: ToolContext, wire: Wire, new: Position) -> tuple[tuple[Position, ...], int] | None:
    ends = ends_of(ground, wire)
    if len(ends) < 2:
        return None
    points = bends_of(ground.page, wire)
    index = index_for(ends[0], points, ends[1], new)
    return (*points[:index], new, *points[index:]), index


def unbend(ground: ToolContext, wires: Iterable[Wire], index: int | None = None) -> bool:
    bends = {wire: bends_of(ground.page, wire) for wire in wires}
    rest = {wire: () if index is None else (*all_of[:index], *all_of[index + 1 :]) for wire, all_of in bends.items()}
    return ground.do(lambda: set_bends(ground.page, rest, tr("Remove reroute points of")))
