"""Ways of showing a page of many blocks: the editor's window, a bare scene with an item a block, and NodeGraphQt."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import (
    QApplication,
    QGraphicsItem,
    QGraphicsPathItem,
    QGraphicsScene,
    QGraphicsView,
    QStyleOptionGraphicsItem,
    QWidget,
)

from app.window.settings import Settings
from app.window.start import make_window
from tests.bench.measuring import module

WIDE, HIGH = 1920, 1080
BLOCK = QRectF(0, 0, 130, 76)
_GRIP = QPointF(14, 8)


class Way(Protocol):
    """A page on the screen.

    Attributes:
        name: who shows it.
        opened: seconds from the file to the first picture of the whole page.
    """

    name: str
    opened: float

    @property
    def view(self) -> QGraphicsView:
        """The view that is 1920 x 1080 pixels."""
        ...

    def fit(self) -> None:
        """Show the whole page."""
        ...

    def zoom(self, factor: float) -> None:
        """Show the middle of the page at this scale."""
        ...

    def pan(self, dx: float, dy: float) -> None:
        """Move the view by so many pixels."""
        ...

    def grip(self) -> QPointF:
        """Where on the viewport the block in the middle is taken to be dragged."""
        ...

    def place(self) -> QPointF:
        """Where on the page the block that was gripped is."""
        ...

    def close(self) -> None:
        """Take it off the screen."""
        ...


def press(view: QGraphicsView, kind: QEvent.Type, at: QPointF) -> None:
    """The left button goes down, moves or goes up over a view."""
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    held = none if kind == QEvent.Type.MouseButtonRelease else left
    button = none if kind == QEvent.Type.MouseMove else left
    event = QMouseEvent(kind, at, view.viewport().mapToGlobal(at), button, held, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(view.viewport(), event)


class Editor:
    """Our own window, with everything that belongs to it; only its docks are put away when frames are timed.

    Attributes:
        begun: when it was there, and the file began to be opened.
        checked: seconds from then on until the page was checked.
    """

    name = "gradblocks"

    def __init__(self, app: QApplication, file: Path) -> None:
        self.window = make_window(Settings())
        self.window.resize(2600, 1500)
        self.window.show()
        app.processEvents()
        self.begun = begun = time.perf_counter()
        self.window.files.open(file)
        while self.window.tab is None:
            app.processEvents()
        self.tab = self.window.tab
        self.view = view = self.tab.view
        content = view.page_scene.content_rect
        while view.visible_rect().isEmpty() or not view.visible_rect().intersects(content()):
            app.processEvents()
        app.processEvents()
        self.opened = time.perf_counter() - begun
        while self.tab.engine.seen("main") is None:
            app.processEvents()
        self.checked = time.perf_counter() - begun
        self.window.docks.suspend(True)
        app.processEvents()
        grown = view.viewport().size()
        self.window.resize(self.window.width() + WIDE - grown.width(), self.window.height() + HIGH - grown.height())
        app.processEvents()
        self._gripped = ""

    def fit(self) -> None:
        """Show the whole page."""
        self.view.fit_all()

    def zoom(self, factor: float) -> None:
        """Show the middle of the page at this scale."""
        self.view.set_zoom(factor)
        self.view.centerOn(self.view.page_scene.content_rect().center())

    def pan(self, dx: float, dy: float) -> None:
        """Move the view by so many pixels."""
        self.view.pan(dx, dy)

    def grip(self) -> QPointF:
        """The title of the block nearest to the middle that can be taken there: nothing lies upon it."""
        scene, middle = self.view.page_scene, self.view.visible_rect().center()
        items = sorted(scene.mirror.order, key=lambda each: (each.rect.center() - middle).manhattanLength())
        grips = ((each, each.rect.topLeft() + _GRIP) for each in items)
        radius = 10 / self.view.zoom
        item = next(each for each, at in grips if scene.block_at(at) == each.id and scene.pin_at(at, radius) is None)
        self._gripped = item.id
        self.view.centerOn(item.rect.center())
        return self.view.viewportTransform().map(item.rect.topLeft() + _GRIP)

    def place(self) -> QPointF:
        """Where on the page the block that was gripped is."""
        return QPointF(*self.view.page_scene.mirror.blocks[self._gripped].block.at)

    def close(self) -> None:
        """Take it off the screen; the drags are undone first, or it asks whether to save."""
        while not self.tab.document.history.is_clean:
            self.tab.document.undo()
        self.window.close()


class Bare:
    """One item a block, painted in Python, and one a wire; no editing but that blocks can be dragged."""

    name = "bare scene"

    def __init__(self, app: QApplication, file: Path) -> None:
        begun = time.perf_counter()
        [page] = json.loads(file.read_text())["pages"]
        scene = QGraphicsScene()
        self.items = {block["id"]: _BareBlock(block["type"], block["at"]) for block in page["blocks"]}
        for item in self.items.values():
            scene.addItem(item)
        for source, sink in _wires(page):
            scene.addItem(_BareWire(self.items[source], self.items[sink]))
        self.scene = scene
        self.view = QGraphicsView(scene)
        self.view.setFrameShape(self.view.Shape.NoFrame)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setBackgroundBrush(QColor("#2a2a2a"))
        self.view.resize(WIDE, HIGH)
        self.view.show()
        self.fit()
        app.processEvents()
        self.opened = time.perf_counter() - begun
        self._gripped = next(iter(self.items.values()))

    def fit(self) -> None:
        """Show the whole page."""
        self.view.fitInView(self.scene.itemsBoundingRect(), Qt.AspectRatioMode.KeepAspectRatio)

    def zoom(self, factor: float) -> None:
        """Show the middle of the page at this scale."""
        self.view.resetTransform()
        self.view.scale(factor, factor)
        self.view.centerOn(self.scene.itemsBoundingRect().center())

    def pan(self, dx: float, dy: float) -> None:
        """Move the view by so many pixels."""
        for bar, by in ((self.view.horizontalScrollBar(), dx), (self.view.verticalScrollBar(), dy)):
            bar.setValue(bar.value() - round(by))

    def grip(self) -> QPointF:
        """The block in the middle."""
        middle = self.view.mapToScene(self.view.viewport().rect().center())
        self._gripped = min(self.items.values(), key=lambda each: (each.pos() - middle).manhattanLength())
        self.view.centerOn(self._gripped)
        return self.view.viewportTransform().map(self._gripped.pos() + QPointF(30, 8))

    def place(self) -> QPointF:
        """Where on the page the block that was gripped is."""
        return self._gripped.pos()

    def close(self) -> None:
        """Take it off the screen."""
        self.view.close()


class _BareBlock(QGraphicsItem):
    def __init__(self, title: str, at: tuple[float, float]) -> None:
        super().__init__()
        self.title = title
        self.wires: list[_BareWire] = []
        self.setPos(*at)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIsMovable)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemSendsGeometryChanges)

    def boundingRect(self) -> QRectF:
        return BLOCK

    def itemChange(self, change: QGraphicsItem.GraphicsItemChange, value: Any) -> Any:
        if change == QGraphicsItem.GraphicsItemChange.ItemPositionHasChanged:
            for wire in self.wires:
                wire.follow()
        return super().itemChange(change, value)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setPen(QPen(QColor("#f0b030"), 2))
        painter.setBrush(QColor("#303030"))
        painter.drawRoundedRect(BLOCK.adjusted(1, 1, -1, -1), 6, 6)
        painter.setPen(QColor("#10a0f0"))
        painter.drawText(QPointF(8, 16), self.title)
        painter.setPen(QColor("#e0e0e0"))
        for row, label in enumerate(("x", "y")):
            painter.drawEllipse(QPointF(8, 36 + 18 * row), 3, 3)
            painter.drawText(QPointF(16, 40 + 18 * row), label)
        painter.drawEllipse(QPointF(122, 36), 3, 3)


class _BareWire(QGraphicsPathItem):
    def __init__(self, source: _BareBlock, sink: _BareBlock) -> None:
        super().__init__()
        self.ends = source, sink
        self.setPen(QPen(QColor("#a05010"), 2))
        self.setZValue(-1)
        source.wires.append(self)
        sink.wires.append(self)
        self.follow()

    def follow(self) -> None:
        """Go from the one to the other, by right angles."""
        start, end = self.ends[0].pos() + QPointF(122, 36), self.ends[1].pos() + QPointF(8, 36)
        middle = (start.x() + end.x()) / 2
        path = QPainterPath(start)
        for x, y in ((middle, start.y()), (middle, end.y()), (end.x(), end.y())):
            path.lineTo(x, y)
        self.setPath(path)


class NodeGraphQt:
    """The node editor of that name (PyPI: NodeGraphQt)."""

    name = "NodeGraphQt"
    view: Any

    def __init__(self, app: QApplication, file: Path) -> None:
        os.environ["QT_PREFERRED_BINDING"] = "PySide6"
        peer = module("NodeGraphQt")
        kind: Any = type("Block", (peer.BaseNode,), {"__identifier__": "bench", "__init__": _pins(peer.BaseNode)})
        begun = time.perf_counter()
        [page] = json.loads(file.read_text())["pages"]
        self.graph: Any = peer.NodeGraph()
        self.graph.set_acyclic(False)  # its search for circles goes every way through the page, without end
        self.graph.register_node(kind)
        nodes: dict[str, Any] = {}
        for block in page["blocks"]:
            nodes[block["id"]] = self.graph.create_node(
                "bench.Block", name=block["id"], pos=block["at"], selected=False, push_undo=False
            )
        taken: dict[str, int] = {}
        for source, sink in _wires(page):
            nodes[sink].set_input(taken.get(sink, 0), nodes[source].output(0))
            taken[sink] = 1
        self.nodes: list[Any] = list(nodes.values())
        self.view = self.graph.viewer()
        self.graph.widget.resize(WIDE, HIGH)
        self.graph.widget.show()
        app.processEvents()
        self.fit()
        app.processEvents()
        self.opened = time.perf_counter() - begun
        self._gripped: Any = self.nodes[0]

    def fit(self) -> None:
        """Show the whole page."""
        self.graph.viewer().zoom_to_nodes([node.view for node in self.nodes])

    def zoom(self, factor: float) -> None:
        """Show the middle of the page at this scale."""
        middle = QRectF(self.graph.viewer().scene().itemsBoundingRect()).center()
        self.graph.viewer().reset_zoom(middle)
        self.graph.viewer().scale(factor, factor)

    def pan(self, dx: float, dy: float) -> None:
        """Move the view by so many pixels."""
        scale = self.view.transform().m11()
        getattr(self.view, "_set_viewer_pan")(-dx / scale, -dy / scale)  # noqa: B009 - what its middle button calls

    def grip(self) -> QPointF:
        """The block in the middle."""
        middle = self.view.mapToScene(self.view.viewport().rect().center())
        self._gripped = min(self.nodes, key=lambda each: (each.view.pos() - middle).manhattanLength())
        return self.view.viewportTransform().map(self._gripped.view.pos() + QPointF(60, 10))

    def place(self) -> QPointF:
        """Where on the page the block that was gripped is."""
        return self._gripped.view.pos()

    def close(self) -> None:
        """Take it off the screen."""
        self.graph.widget.close()


def _pins(base: Any) -> Callable[[Any], None]:
    def init(node: Any) -> None:
        base.__init__(node)
        node.add_input("x")
        node.add_input("y")
        node.add_output("z")

    return init


def _wires(page: dict[str, Any]) -> list[tuple[str, str]]:
    """From which block to which block each wire of a page goes."""
    return [(source.split(".")[0], target.split(".")[0]) for source, target in page["wires"]]
