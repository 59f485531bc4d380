"""The environment of the tools: view, scene and document, and the code that applies an edit or shows an error."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from PySide6.QtCore import QObject, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent

from app.canvas.items import PinKey
from app.canvas.scene import PageScene, box_of
from app.canvas.view import CanvasView
from app.core.block_types import offers
from app.core.document import Document
from app.core.verbs import Box, Edit, Made, QuickFix
from app.core.verbs.room import Places, with_room
from app.face.face import BlockInfo, make_face
from app.face.geometry import make_geometry
from blocks.analysis.pins import Pins
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError
from blocks.base.language import mark
from blocks.document.data import Block, Json, Page, Wire, pins_type
from blocks.graph.spec import BlockSpec

E = TypeVar("E", Edit, Made)
_ROOM = 24
HINT_MS = 4000
"""How long a sentence at the cursor stays after a gesture."""


class Tool:
    """A gesture in progress. Each method returns whether the gesture continues after the event."""

    def mouse_press(self, event: QMouseEvent) -> bool:
        if event.button() != Qt.MouseButton.LeftButton:
            self.cancel()
            return False
        return True

    def mouse_move(self, event: QMouseEvent) -> bool:
        return True

    def mouse_release(self, event: QMouseEvent) -> bool:
        return event.button() != Qt.MouseButton.LeftButton or self.released(event)

    def released(self, event: QMouseEvent) -> bool:
        return True

    def key_press(self, event: QKeyEvent) -> bool:
        return True

    def cancel(self) -> None: ...


Values = Mapping[str, Json] | None


class Search(NamedTuple):
    """A request to open the quick search.

    Attributes:
        accept: takes the chosen type, its pin (empty: the first that fits), its attributes, and the fix if needed.
        fits: returns the matching pin of a block type, None if it does not fit; None: all types fit.
        mends: returns, for a type that does not fit, its pins with a fix for the wire.
    """

    screen: QPoint
    fits: Callable[[BlockSpec], str | None] | None
    accept: Callable[[str, str, Values, QuickFix | None], object]
    title: str = mark("Add a block")
    mends: Callable[[BlockSpec], Sequence[tuple[str, QuickFix]]] | None = None


class ToolContext(QObject):
    """The environment that tools act on.

    Signals:
        block_opened: a block to open (id, page position or None).
        value_wanted: a value to edit on the block (block id, name).
        choice_wanted: a value to choose from a list (block id, name).
        inside_wanted: show a block inside an instance (path from here).
        escaped: Esc without a gesture (whether something was selected).
        round_wanted: show an iteration of a loop (block id, iteration).
    """

    said = Signal(str)
    search_wanted = Signal(object)
    block_opened = Signal(str, object)
    value_wanted = Signal(str, str)
    choice_wanted = Signal(str, str)
    out_wanted = Signal()
    inside_wanted = Signal(str)
    escaped = Signal(bool)
    round_wanted = Signal(str, int)

    def __init__(self, view: CanvasView, document: Document) -> None:
        super().__init__(view)
        self.view = view
        self.document = document
        self.find = document.find
        self.busy = False
        self._fade = QTimer(self, singleShot=True, interval=HINT_MS)
        self._fade.timeout.connect(self.unsay)

    @property
    def scene(self) -> PageScene:
        return self.view.page_scene

    @property
    def page(self) -> Page:
        """Return the page in the document (the scene may show a preview)."""
        return self.document.page(self.scene.page_name)

    def known(self) -> Pins:
        return self.scene.mirror.faces.pins

    def position_of(self, event: QMouseEvent) -> QPointF:
        return self.view.to_page(event.position())

    def units(self, pixels: float) -> float:
        return pixels / self.view.zoom

    def box(self, block: str) -> Box:
        return box_of(self.scene.block_rect(block))

    def boxes(self, blocks: Iterable[str]) -> dict[str, Box]:
        return {block: self.box(block) for block in blocks}

    def places(self) -> Places:
        mirror = self.scene.mirror
        notes, frames = ([box_of(each.rect) for each in items] for items in (mirror.notes, mirror.frames))
        below = {item.id: item.below for item in mirror.order if item.below}
        return Places(self.boxes(mirror.blocks), notes, frames, below)

    def fitted(self, edit: E, placed: Collection[str] = ()) -> E:
        """Return an edit of any page with room for the blocks that it adds, except those in ``placed``."""
        places = {self.scene.page_name: self.places()}
        change = with_room(self.document.diagram.document, edit.change, self.find, places, placed)
        return edit._replace(change=change)

    def size_of(self, type_name: str) -> tuple[float, float]:
        face = make_face(Block("new", type_name), self.find(type_name), BlockInfo())
        geometry = make_geometry(face)
        return (geometry.width, geometry.height)

    def wire_indices(self, wires: Iterable[Wire]) -> list[int]:
        wanted = set(wires)
        return [i for i, wire in enumerate(self.page.wires) if wire in wanted]

    def pin_at(self, pos: QPointF, pixels: float = 9.0) -> PinKey | None:
        key = self.scene.pin_at(pos, max(self.units(pixels), 6.0), self.view.zoom)
        return None if key is None else self.meant(key)

    def meant(self, key: PinKey) -> PinKey:
        """Return the pin of a wire: for a result pin the output that it shows."""
        item = self.scene.block_item(key.block)
        spec = None if item is None else self.find(pins_type(item.block))
        if spec is None or key.is_input or spec.output(key.pin) is not None:
            return key
        shown = next((pin.name for pin in spec.outputs if key.pin in pin.result_pins), None)
        return key if shown is None else key._replace(pin=shown)

    def do(self, edit: Edit | Made | Callable[[], Edit | Made | None] | None, merge: Hashable | None = None) -> bool:
        """Make an edit, or that of a verb, and select the blocks that it adds; show the error if it fails.

        It is an undo step of its own or part of one (``merge``). A package's block brings its definition along.
        """
        fault: DiagramError | None = None
        self.busy = True
        try:
            edit = edit() if callable(edit) else edit
            if isinstance(edit, Made):
                edit = offers.taken(self.document.diagram.document, edit)
            if edit is not None:
                self.document.do(edit.change, edit.text, merge)
        except DiagramError as error:
            fault = error
        finally:
            self.busy = False
        self.scene.sync()
        if fault is not None:
            self.say(sentence_of(fault), bad=True)
        elif isinstance(edit, Made):
            self.scene.select(edit.ids, (), edit.notes, edit.frames)
        return edit is not None and fault is None

    def take_back(self, merge: Hashable) -> None:
        self.busy = True
        self.document.take_back(merge)
        self.busy = False
        self.scene.sync()

    def show_selected(self) -> None:
        scene, mirror = self.scene, self.scene.mirror
        rect = scene.content_rect(scene.selected_ids())
        for item in (*map(mirror.notes.__getitem__, scene.selected_notes()),
                     *map(mirror.frames.__getitem__, scene.selected_frames())):  # fmt: skip
            rect |= item.rect
        self.view.ensureVisible(rect, _ROOM, _ROOM)

    def mouse_is_here(self) -> bool:
        viewport = self.view.viewport()
        return viewport.underMouse() and viewport.rect().contains(viewport.mapFromGlobal(viewport.cursor().pos()))

    def say(self, text: str, at: QPointF | None = None, *, bad: bool = False) -> None:
        where = at if at is not None else self.mouse()
        self.bubble(where, text, bad=bad)
        self.said.emit(text)
        self._fade.start()

    def bubble(self, at: QPointF, text: str, *, bad: bool = False) -> None:
        lines = [line for part in text.split("\n") for line in textwrap.wrap(part, 64) or [""]]
        self.scene.overlay.set_text(at, "\n".join(lines[:8]), bad=bad)

    def unsay(self) -> None:
        self._fade.stop()
        self.scene.overlay.set_text(None)

    def mouse(self) -> QPointF:
        """Return the page position of the mouse, or the middle of the view if the mouse is elsewhere."""
        viewport = self.view.viewport()
        at = viewport.mapFromGlobal(viewport.cursor().pos())
        return self.view.to_page(at if viewport.rect().contains(at) else viewport.rect().center())

    def screen(self, pos: QPointF) -> QPoint:
        """Return the point on the screen, at the edge of the view if it is outside: Qt shows no menu off the screen."""
        viewport = self.view.viewport()
        at, area = self.view.viewportTransform().map(pos).toPoint(), viewport.rect()
        x, y = min(max(at.x(), area.left()), area.right()), min(max(at.y(), area.top()), area.bottom())
        return viewport.mapToGlobal(QPoint(x, y))
