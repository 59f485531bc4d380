"""Deferred routing: wires around changed blocks get new routes in idle time, a few at a time."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from PySide6.QtCore import QObject, QRectF, QTimer, Signal

from app.canvas.items import BlockItem, WireItem
from app.canvas.mirror import PREVIEW_ROOM, SceneModel
from app.canvas.wires.wire_router import minds_blocks

_Item = TypeVar("_Item")
_REST = 250
"""Milliseconds after the last edit until other wires go around the blocks: it is painted first, and checked."""
_SLICE = 0.006
"""Seconds of work until events have their turn."""
_MOST = 5.0
"""Seconds of work after which the wires that are left stay as they are: in such a heap of blocks no route is free."""


class Settling(QObject):
    """The queue of wires that need a new route after edits or new results.

    Args:
        below: returns the height of a block's result below it.

    Signals:
        settled: areas with other room (rectangles), emitted before wires are rerouted.
    """

    rerouted = Signal(object)
    settled = Signal(list)

    def __init__(self, mirror: SceneModel, below: Callable[[BlockItem], float], parent: QObject) -> None:
        super().__init__(parent)
        self._mirror = mirror
        self._below = below
        self._waiting: OrderedDict[WireItem, None] = OrderedDict()
        self._unmeasured: OrderedDict[BlockItem, None] = OrderedDict()
        self._left = _MOST
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._go_on)
        # A run has other results many times a second; few of them have another size.
        self._measuring = QTimer(self, singleShot=True, interval=2 * _REST)
        self._measuring.timeout.connect(self._measure)

    def begin(self) -> None:
        if self._mirror.uncovered or self._mirror.plain:
            self._left = _MOST
            self._timer.start(_REST)

    def measure(self) -> None:
        if not self._measuring.isActive() and minds_blocks(self._mirror.rects):
            self._measuring.start()

    def finish(self) -> None:
        self._timer.stop()
        self._take_uncovered()
        self._measuring.stop()
        if minds_blocks(self._mirror.rects):
            self._take_sizes(self._mirror.order)
        self._take_uncovered()
        waiting, self._waiting = self._waiting, OrderedDict()
        changed = self._mirror.reroute(_until(time.thread_time() + _MOST, waiting))
        if changed.wires:
            self.rerouted.emit(changed)

    def _measure(self) -> None:
        self._unmeasured = OrderedDict.fromkeys(self._mirror.order)
        self._left = _MOST
        self._timer.start(0)

    def _go_on(self) -> None:
        began = time.thread_time()
        deadline = began + _SLICE
        self._take_uncovered()
        self._take_sizes(_until(deadline, self._unmeasured))
        if not self._unmeasured:
            self._take_uncovered()
        waiting = self._waiting
        changed = self._mirror.reroute(_until(deadline, waiting))
        if changed.wires:
            self.rerouted.emit(changed)
        self._left -= time.thread_time() - began
        if self._left < 0.0:
            waiting.clear()
        if waiting or self._unmeasured:
            self._timer.start(0)

    def _take_sizes(self, items: Iterable[BlockItem]) -> None:
        for item in items:
            if item.index >= 0:
                self._mirror.set_below(item, self._below(item))

    def _take_uncovered(self) -> None:
        mirror = self._mirror
        if mirror.uncovered or mirror.plain:
            self.settled.emit([QRectF(rect).adjusted(0, -PREVIEW_ROOM, 0, 0) for rect in mirror.uncovered])
            self._waiting.update(mirror.take_uncovered())


def _until(deadline: float, waiting: OrderedDict[_Item, None]) -> Iterator[_Item]:
    """Pop items until a deadline. A plain dict would scan its deleted entries for the first item."""
    while waiting and time.thread_time() < deadline:
        yield waiting.popitem(last=False)[0]
