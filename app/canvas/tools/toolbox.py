"""The choice of a tool, by the item under the mouse, the button and the modifier keys."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Literal

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QPolygonF
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from app.canvas.items import PinKey
from app.canvas.tools.ground import Search, Tool, ToolContext, Values
from app.canvas.tools.keys import KeyWireTool, neighbour
from app.canvas.tools.moving import MoveTool, ResizeTool, ScrubTool, click_on, corner_at, drag_on
from app.canvas.tools.placing import CarryTool, PlaceTool, drop_instance, drop_type, free_position
from app.canvas.tools.texting import TextField, edit_name, edit_note, edit_title, make_and_name, make_and_write
from app.canvas.tools.wiring import BendTool, BundleTool, WireTool, bend_at, new_bend, unbend
from app.canvas.value_rows import TITLE
from app.canvas.view import CanvasView
from app.canvas.wires.wire_router import crosses
from app.core import verbs
from app.core.document import Document
from app.core.verbs import Edit, Made, QuickFix
from blocks.base.language import tr
from blocks.document.data import Page, Wire, pins_type
from blocks.graph.spec import BlockSpec
from blocks.transform.verbs.composites import demote, promote

Start = Callable[[QPointF, Qt.KeyboardModifier], Tool | None]
_ARROWS = {
    int(Qt.Key.Key_Left): (-1, 0),
    int(Qt.Key.Key_Right): (1, 0),
    int(Qt.Key.Key_Up): (0, -1),
    int(Qt.Key.Key_Down): (0, 1),
}


_ENDING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Escape)


class ToolBox(QObject):
    """The tools of a view. ``ground`` carries the signals.

    Attributes:
        answering: called with the block of a clicked pin while a lesson asks for one; no wire begins then.
        came_in: a click led here and no button was pressed since; a double-click's second press is ignored.
        came_out: Backspace exited the selected composite, and nothing was pressed since.
    """

    carrying = Signal()

    def __init__(self, view: CanvasView, document: Document) -> None:
        super().__init__(view)
        self.ground = ToolContext(view, document)
        self.view = view
        self.tool: Tool | None = None
        self._field: TextField | None = None
        self._pressed: QPointF | None = None
        self._start: Start | None = None
        self._click: Callable[[], object] | None = None
        self.answering: Callable[[str], object] | None = None
        self.came_in = self.came_out = False
        view.tools = self
        view.type_dropped.connect(self._dropped)
        document.changed.connect(self._changed)

    @property
    def carried(self) -> Page | None:
        """Return the items at the mouse, which edit commands then act on."""
        return self.tool.fragment if isinstance(self.tool, CarryTool) else None

    @property
    def _inside(self) -> bool:
        return self.ground.page.composite is not None

    # Events of the view

    def mouse_press(self, view: CanvasView, event: QMouseEvent) -> bool:
        self.ground.unsay()
        self.came_in = self.came_out = False
        if self.tool is not None:
            self._keep(self.tool.mouse_press(event))
            return True
        if event.button() != Qt.MouseButton.LeftButton:
            if event.button() == Qt.MouseButton.RightButton:
                self._aim(self.ground.position_of(event))
            return False
        self._pressed = event.position()
        self._choose(self.ground.position_of(event), event.modifiers())
        return True

    def mouse_move(self, view: CanvasView, event: QMouseEvent) -> bool:
        if self.tool is not None:
            self._keep(self.tool.mouse_move(event))
            return True
        if self._pressed is None:
            self._hover(self.ground.position_of(event))
            return False
        dragged = event.position() - self._pressed
        if dragged.manhattanLength() < QApplication.startDragDistance() / 2 or self._start is None:
            return True
        self._click = None
        self.tool = self._start(self.view.to_page(self._pressed), event.modifiers())
        if self.tool is not None:
            self.ground.scene.overlay.set_hover(None)
            self.ground.scene.overlay.set_value(None)
            self._keep(self.tool.mouse_move(event))
        return True

    def mouse_release(self, view: CanvasView, event: QMouseEvent) -> bool:
        pressed, self._pressed = self._pressed, None
        click, self._click = self._click, None
        self._start = None
        if self.tool is not None:
            self._keep(self.tool.mouse_release(event))
        elif click is not None and pressed is not None and event.button() == Qt.MouseButton.LeftButton:
            click()
        return True

    def double_click(self, view: CanvasView, event: QMouseEvent) -> bool:
        if self.tool is not None:
            return self.mouse_press(view, event)
        if event.button() != Qt.MouseButton.LeftButton or self.came_in:
            return False
        pos = self.ground.position_of(event)
        scene = self.ground.scene
        note, block, frame = scene.note_at(pos), scene.block_at(pos), scene.frame_at(pos)
        row, name = scene.value_at(pos, self.view.zoom), scene.name_at(pos, self.view.zoom)
        if note is not None:
            self._field = edit_note(self.ground, note)
        elif row is not None:
            act = click_on(self.ground, *row)
            if act is None:
                self.ground.value_wanted.emit(row[0].id, row[1].name)
            elif not row[1].value.contains(pos):  # else the first click did it
                act()
        elif name is not None:
            self._field = edit_name(self.ground, name)
        elif block is not None:
            self.ground.block_opened.emit(block, pos)
        elif (far := scene.tags.wire_at(pos)) is not None:
            scene.select([far.source.block], [far])
            self.view.center_on_block(far.source.block)
        elif (bend := scene.bend_at(pos, self.ground.units(8))) is not None:
            unbend(self.ground, [bend[0]], bend[1])
        elif (wire := scene.wire_at(pos, self.ground.units(7))) is not None:
            self.tool = new_bend(self.ground, wire, pos)
        elif frame is not None:
            self._field = edit_title(self.ground, frame)
        else:
            self.search_at(pos)
        return True

    def wants_key(self, event: QKeyEvent) -> bool:
        """Return whether a key belongs to the current gesture: letters of a name, or keys that end it."""
        self.came_out &= event.key() == Qt.Key.Key_Backspace
        if isinstance(self.tool, CarryTool) and event.matches(QKeySequence.StandardKey.Undo):
            return True
        held = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        if held:
            return False
        if self.tool is None:
            # Elsewhere that deletes, but not what one just came out of.
            return event.key() == Qt.Key.Key_Backspace and (self._inside or self.came_out)
        return isinstance(self.tool, KeyWireTool) or event.key() in _ENDING

    def key_press(self, view: CanvasView, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape:
            if self.tool is None and self._pressed is None:
                self.ground.unsay()
                had_selection = self.ground.scene.has_selection
                self.ground.scene.select()
                self.ground.escaped.emit(had_selection)
            self.cancel()
            return True
        if self.tool is not None:
            self._keep(self.tool.key_press(event))
            return True
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() == Qt.Key.Key_Backspace and (self._inside or self.came_out):
            if self._inside:
                self.ground.out_wanted.emit()
            return True
        if event.key() == Qt.Key.Key_W and modifiers == Qt.KeyboardModifier.NoModifier:
            self.wire_by_keys()
            return True
        if event.key() in _ARROWS and modifiers == Qt.KeyboardModifier.AltModifier:
            self.select_neighbour(*_ARROWS[event.key()])
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and len(self.ground.scene.selected_ids()) == 1:
            self.open_selected()
            return True
        return False

    def cancel(self) -> None:
        tool, self.tool = self.tool, None
        self._pressed = self._start = self._click = None
        if tool is not None:
            tool.cancel()
        if isinstance(tool, CarryTool):
            self.carrying.emit()

    # What can be asked for

    def carry(self, fragment: Page, word: verbs.Word, composites: Collection[Page] = ()) -> None:
        """Attach copies of a fragment to the mouse until a click; without a mouse, place them where there is room."""
        self.settle()
        self.cancel()
        tool = CarryTool(self.ground, fragment, word, composites)
        if self.ground.mouse_is_here():
            self.tool = tool
            self.carrying.emit()
        else:
            tool.place()

    def make_and_write(self, edit: Edit | None, what: Literal["note", "frame"]) -> None:
        self.cancel()
        if edit is not None:
            self._field = make_and_write(self.ground, edit, what)

    def make_and_name(self, edit: Made | None) -> None:
        self.cancel()
        if edit is not None:
            self._field = make_and_name(self.ground, edit)

    def settle(self) -> None:
        if self._field is not None and isValid(self._field):
            self._field.finish()
        self._field = None
        tool = self.tool
        if isinstance(tool, CarryTool):
            self._keep(False)
            tool.place()

    def drop(self, name: str, pos: QPointF, values: Values = None) -> None:
        self.settle()
        self.cancel()
        drop_type(self.ground, name, pos, values)

    def place(self, name: str) -> None:
        self.settle()
        self.cancel()
        self.tool = PlaceTool(self.ground, name)

    def add(self, name: str, _pin: str = "", values: Values = None, _mend: QuickFix | None = None) -> None:
        self.settle()
        self.cancel()
        ground = self.ground
        if ground.do(lambda: verbs.add_block(ground.page, name, free_position(ground, name), values)):
            self.ground.show_selected()

    def search(self) -> None:
        viewport, mouse = self.view.viewport(), self.ground.mouse()
        over = viewport.rect().contains(viewport.mapFromGlobal(viewport.cursor().pos()))
        if over and self.ground.scene.block_at(mouse) is None:
            self.search_at(mouse)
        else:
            self.ground.search_wanted.emit(Search(self.ground.screen(mouse), None, self.add))

    def search_at(self, pos: QPointF) -> None:
        ground = self.ground
        self.settle()
        self.cancel()

        def accept(name: str, _pin: str, values: Values, _mend: QuickFix | None) -> None:
            self.drop(name, pos, values)

        wire = ground.scene.wire_at(pos, ground.units(8))
        if wire is None or ground.scene.block_at(pos) is not None:
            ground.search_wanted.emit(Search(ground.screen(pos), None, accept))
            return
        page, index = ground.page, ground.wire_indices([wire])[0]

        def fits(spec: BlockSpec) -> str | None:
            return spec.outputs[0].name if verbs.fits_wire(page, index, spec.name, ground.find) else None

        title = tr("Insert between {source} and {target}", source=wire.source, target=wire.target)
        ground.search_wanted.emit(Search(ground.screen(pos), fits, accept, title))

    def replace_selected(self) -> None:
        ground = self.ground
        [block_id] = ground.scene.selected_ids()
        page, find = ground.page, ground.find
        block = next(each for each in page.blocks if each.id == block_id)

        def fits(spec: BlockSpec) -> str | None:
            return None if spec.name == block.type or verbs.replaced(page, block, spec, find).lost else ""

        def mends(spec: BlockSpec) -> list[tuple[str, QuickFix]]:
            return verbs.loses(page, block, spec, find)

        def accept(name: str, _pin: str, values: Values, _mend: QuickFix | None) -> None:
            ground.do(lambda: verbs.replace_type(ground.page, block_id, name, find, values))

        at = ground.screen(ground.scene.block_rect(block_id).topLeft())
        ground.search_wanted.emit(Search(at, fits, accept, tr("Replace {block_id}", block_id=block_id), mends))

    def open_selected(self) -> None:
        block = self.ground.scene.selected_ids()[0]
        item = self.ground.scene.block_item(block)
        if item is None or item.face.has_inside or item.is_display or not self.edit_values():
            self.ground.block_opened.emit(block, None)

    def rename_selected(self) -> None:
        [block] = self.ground.scene.selected_ids()
        self.settle()
        self.ground.show_selected()
        self._field = edit_name(self.ground, block)

    def edit_values(self) -> bool:
        [block] = self.ground.scene.selected_ids()
        rows = self.ground.scene.value_rows(block)
        if not rows:
            return False
        self.settle()
        self.ground.show_selected()
        row = min(rows, key=lambda row: (not row.missing, not row.text))
        self.ground.value_wanted.emit(block, row.name)
        return True

    def wire_by_keys(self) -> None:
        selected = self.ground.scene.selected_ids()
        if len(selected) != 1:
            self.ground.say(tr("select one block to draw a wire from it"), bad=True)
            return
        self.tool = KeyWireTool(self.ground, selected[0])

    def select_neighbour(self, dx: int, dy: int) -> None:
        nearest = neighbour(self.ground, dx, dy)
        if nearest is not None:
            self.ground.scene.select([nearest])
            self.ground.show_selected()

    # How a gesture begins

    def _choose(self, pos: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        ground, scene = self.ground, self.ground.scene
        self._start = self._click = None
        if modifiers & Qt.KeyboardModifier.AltModifier:
            self._start = lambda at, _held: CutTool(ground, at)
            return
        pin = ground.pin_at(pos)
        if pin is not None:
            self._from_pin(pin, modifiers)
            return
        sign = scene.gradient.sign_at(scene.mirror, pos, self.view.zoom)
        if sign is not None and sign.inside:
            self._click = lambda: ground.inside_wanted.emit(sign.inside)
            return
        corner = corner_at(ground, pos)
        if corner is not None:
            self._start = lambda _at, _held: ResizeTool(ground, *corner)
            return
        more = bool(modifiers & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier))
        note, block = scene.note_at(pos), scene.block_at(pos)
        if note is not None:
            self._take(note in scene.selected_notes(), more, notes=(note,))
        elif block is not None:
            alone = not more and scene.selected_ids() == [block]
            self._take(block in scene.selected_ids(), more, ids=(block,))
            if alone:
                self._click = lambda: scene.overlay.hold(block, pos)
            if not more:
                self._take_value(pos)
            strip = scene.gradient.round_at(scene.mirror, pos, self.view.zoom)
            if strip is not None and not more:
                self._click = lambda: ground.round_wanted.emit(*strip)
        elif (bend := scene.bend_at(pos, ground.units(8))) is not None and not more:
            self._take_bend(*bend)
        elif (wire := scene.wire_at(pos, ground.units(7))) is not None:
            self._take_wire(wire, more)
        elif (frame := scene.frame_at(pos)) is not None:
            self._take(frame in scene.selected_frames(), more, frames=(frame,))
        else:
            if not more:
                self._click = scene.select
            self._start = lambda at, held: BoxTool(ground, at, held)

    def _from_pin(self, pin: PinKey, modifiers: Qt.KeyboardModifier) -> None:
        """Draw a wire from a pin; from an occupied input, take the end of its wire.

        With Shift, a new wire begins at an input, and all wires of an output or of a list come along.
        """
        ground = self.ground
        page = ground.page
        item = ground.scene.block_item(pin.block)
        face = None if item is None else item.face.pin(pin.pin, pin.index, is_input=pin.is_input)
        indices = verbs.wires_at(page, pin.block, pin.pin) if pin.is_input else []
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            bundle = indices if pin.is_input else self._wires_from(pin)
            if bundle and (not pin.is_input or (face is not None and face.is_list)):
                self._start = lambda _at, _held: BundleTool(ground, pin, bundle)
                return
        single = face is not None and not face.is_list and len(indices) == 1
        if single and not modifiers & Qt.KeyboardModifier.ShiftModifier:
            source = page.wires[indices[0]].source
            fixed = PinKey(source.block, source.pin, source.index, is_input=False)
            self._start = lambda _at, _held: WireTool(ground, fixed, indices[0])
            self._click = lambda: self._hold(WireTool(ground, fixed, indices[0]))
        else:
            self._start = lambda _at, _held: WireTool(ground, pin)
            self._click = lambda: self._hold(WireTool(ground, pin))
        answering = self.answering
        if answering is not None:
            self._click = lambda: answering(pin.block)

    def _wires_from(self, pin: PinKey) -> list[int]:
        page = self.ground.page
        return [i for i in verbs.wires_from(page, pin.block, pin.pin) if page.wires[i].source.index == pin.index]

    def _hold(self, tool: Tool) -> None:
        self.tool = tool

    def _take(
        self, selected: bool, more: bool, *,
        ids: tuple[str, ...] = (), notes: tuple[int, ...] = (), frames: tuple[int, ...] = (),
    ) -> None:  # fmt: skip
        ground, scene = self.ground, self.ground.scene
        if not selected:
            scene.select(ids, (), notes, frames, add=more)
        elif more:
            self._click = lambda: scene.select(
                [each for each in scene.selected_ids() if each not in ids],
                scene.selected_wires(),
                [each for each in scene.selected_notes() if each not in notes],
                [each for each in scene.selected_frames() if each not in frames],
            )
        else:
            self._click = lambda: scene.select(ids, (), notes, frames)
        self._start = lambda at, _held: MoveTool(ground, at)

    def _take_value(self, pos: QPointF) -> None:
        ground, hit = self.ground, self.ground.scene.value_at(pos, self.view.zoom)
        if hit is None or not hit[1].value.contains(pos):
            return
        item, row = hit
        self._click = click_on(ground, item, row) or self._click
        index = drag_on(self.ground, item, row, pos)
        if index is not None:
            self._start = lambda at, _held: ScrubTool(ground, item.id, row.name, index, at)

    def _take_bend(self, wire: Wire, index: int) -> None:
        ground = self.ground
        ground.scene.select((), [wire])
        self._start = lambda _at, _held: BendTool(ground, wire, verbs.bends_of(ground.page, wire), index)

    def _take_wire(self, wire: Wire, more: bool) -> None:
        ground, scene = self.ground, self.ground.scene
        if more and wire in scene.selected_wires():
            rest = [each for each in scene.selected_wires() if each != wire]
            chosen = scene.selected_ids(), rest, scene.selected_notes(), scene.selected_frames()
            self._click = lambda: scene.select(*chosen)
        else:
            scene.select((), [wire], add=more)

        def start(at: QPointF, _held: Qt.KeyboardModifier) -> Tool | None:
            index = ground.wire_indices([wire])[0]
            source = PinKey(wire.source.block, wire.source.pin, wire.source.index, is_input=False)
            target = PinKey(wire.target.block, wire.target.pin, None, is_input=True)
            a, b = scene.pin_position(source), scene.pin_position(target)
            if a is None or b is None:
                return None
            nearer_source = (at - a).manhattanLength() < (at - b).manhattanLength()
            return WireTool(ground, target if nearer_source else source, index)

        self._start = start

    def _aim(self, pos: QPointF) -> None:
        scene = self.ground.scene
        block, note = scene.block_at(pos), scene.note_at(pos)
        if note is not None and note not in scene.selected_notes():
            scene.select((), (), [note])
        elif note is None and block is not None and block not in scene.selected_ids():
            scene.select([block])
        elif note is None and block is None:
            wire, frame = scene.wire_at(pos, self.ground.units(7)), scene.frame_at(pos)
            if wire is not None and wire not in scene.selected_wires():
                scene.select((), [wire])
            elif wire is None and frame is not None and frame not in scene.selected_frames():
                scene.select((), (), (), [frame])

    def _hover(self, pos: QPointF) -> None:
        scene = self.ground.scene
        viewport = self.view.viewport()
        pin = self.ground.pin_at(pos)
        if pin is not None:
            scene.overlay.set_hover(pin)
            scene.overlay.set_value(None)
            viewport.setCursor(Qt.CursorShape.CrossCursor)
            return
        if scene.block_at(pos) is None and scene.bend_at(pos, self.ground.units(8)) is not None:
            viewport.setCursor(Qt.CursorShape.SizeAllCursor)
            return
        if corner_at(self.ground, pos) is not None:
            scene.overlay.set_hover(None)
            viewport.setCursor(Qt.CursorShape.SizeFDiagCursor)
            return
        hit = scene.value_at(pos, self.view.zoom)
        over = hit is not None and hit[1].value.contains(pos)
        scene.overlay.set_value(hit[1].value if hit is not None and over else None)
        if hit is not None and over and drag_on(self.ground, *hit, pos) is not None:
            viewport.setCursor(Qt.CursorShape.SizeHorCursor)
        elif hit is not None and over and click_on(self.ground, *hit) is not None:
            viewport.setCursor(Qt.CursorShape.PointingHandCursor)
        else:
            viewport.unsetCursor()
        block = scene.block_at(pos)
        scene.overlay.set_hover(block or scene.wire_at(pos, self.ground.units(7)))
        item = None if block is None else scene.block_item(block)
        scene.overlay.set_probe(pos if item is not None and item.face.caption is not None else None)

    def _keep(self, goes_on: bool) -> None:
        if not goes_on:  # nor does it begin again, if a key ended it while the button is down
            tool = self.tool
            self.tool = self._pressed = self._start = self._click = None
            if isinstance(tool, CarryTool):
                self.carrying.emit()

    def _dropped(self, name: str, pos: QPointF, blocks: str) -> None:
        if not blocks:
            self.drop(name, pos)
            return
        self.settle()
        self.cancel()
        drop_instance(self.ground, blocks, pos)

    def _changed(self) -> None:
        """End gestures and hide the sentence after an edit from elsewhere: they know an older page."""
        self.ground.unsay()
        if self.ground.busy:
            return
        if isinstance(self.tool, CarryTool):
            self.tool.follow()
        else:
            self.cancel()


class BoxTool(Tool):
    """The box selection tool. Shift adds to the selection, Ctrl toggles."""

    def __init__(self, ground: ToolContext, start: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        scene = ground.scene
        self._ground = ground
        self._start = start
        self._toggle = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        keep = self._toggle or bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        self._ids = scene.selected_ids() if keep else list[str]()
        self._notes = set(scene.selected_notes()) if keep else set[int]()
        self._frames = set(scene.selected_frames()) if keep else set[int]()

    def mouse_move(self, event: QMouseEvent) -> bool:
        """Select the items that the box touches, and the frames that it contains."""
        scene = self._ground.scene
        rect = QRectF(self._start, self._ground.position_of(event)).normalized()
        scene.overlay.set_box(rect)
        ids = scene.ids_in(rect)
        notes = {note.index for note in scene.mirror.notes if note.rect.intersects(rect)}
        frames = {frame.index for frame in scene.mirror.frames if rect.contains(frame.rect)}
        boxed = set(ids)
        if self._toggle:
            before = set(self._ids)
            chosen = [block for block in self._ids if block not in boxed]
            chosen += [block for block in ids if block not in before]
            scene.select(chosen, (), self._notes ^ notes, self._frames ^ frames)
        else:
            scene.select([*self._ids, *ids], (), self._notes | notes, self._frames | frames)
        return True

    def released(self, event: QMouseEvent) -> bool:
        self._ground.scene.overlay.set_box(None)
        return False

    def cancel(self) -> None:
        self._ground.scene.overlay.set_box(None)
        self._ground.scene.select(self._ids, (), self._notes, self._frames)


class CutTool(Tool):
    def __init__(self, ground: ToolContext, start: QPointF) -> None:
        self._ground = ground
        self._path = [start]
        ground.view.viewport().setCursor(Qt.CursorShape.CrossCursor)

    def mouse_move(self, event: QMouseEvent) -> bool:
        pos = self._ground.position_of(event)
        step = pos - self._path[-1]
        if step.manhattanLength() >= self._ground.units(3):
            self._path.append(pos)
        self._ground.scene.overlay.set_slice([*self._path, pos])
        return True

    def released(self, event: QMouseEvent) -> bool:
        ground = self._ground
        path = [*self._path, ground.position_of(event)]
        self.cancel()
        line = [(point.x(), point.y()) for point in path]
        near = ground.scene.mirror.wires_in(QPolygonF(path).boundingRect())
        wires = [item.wire for item in near if crosses(item.flat, line)]
        ground.do(lambda: verbs.cut(ground.page, ground.wire_indices(wires)))
        return False

    def cancel(self) -> None:
        self._ground.view.viewport().unsetCursor()
        self._ground.scene.overlay.set_slice(())


Offer = tuple[str, Callable[[], object]]


def offers(tools: ToolBox, pos: QPointF) -> Iterator[Offer]:
    ground, scene = tools.ground, tools.ground.scene
    note, pin, block = scene.note_at(pos), ground.pin_at(pos), scene.block_item(scene.block_at(pos) or "")
    frame = scene.frame_at(pos)
    if note is not None:
        yield tr("Edit text"), lambda: edit_note(ground, note)
    elif pin is not None:
        yield from _of_pin(tools, pin, pos)
    elif block is not None:
        if block.is_display and scene.value_rows(block.id):
            yield tr("Edit title"), lambda: ground.value_wanted.emit(block.id, TITLE)
        value = scene.value_at(pos, ground.view.zoom)
        if value is not None:
            yield from _of_value(tools, block.id, value[1].name)
    elif scene.wire_at(pos, ground.units(7)) is not None:
        yield tr("Insert block..."), lambda: tools.search_at(pos)
        yield from _of_wire(tools, pos)
    elif frame is not None:
        yield tr("Rename"), lambda: edit_title(ground, frame)
    else:
        yield tr("Add block..."), lambda: tools.search_at(pos)


def _of_wire(tools: ToolBox, pos: QPointF) -> Iterator[Offer]:
    ground, scene = tools.ground, tools.ground.scene
    wire, bend = scene.wire_at(pos, ground.units(7)), scene.bend_at(pos, ground.units(8))
    if wire is None:
        return
    if bend is None:
        yield tr("Add reroute point"), lambda: bend_at(ground, {wire: (pos.x(), pos.y())})
    else:
        yield tr("Remove reroute point"), lambda: unbend(ground, [bend[0]], bend[1])
    if verbs.bends_of(ground.page, wire):
        yield tr("Remove all reroute points"), lambda: unbend(ground, [wire])


def _of_pin(tools: ToolBox, pin: PinKey, pos: QPointF) -> Iterator[Offer]:
    ground = tools.ground
    word = tr("supplies") if pin.is_input else tr("uses")
    text = tr("Add block that {word} {endpoint}...", word=word, endpoint=pin.endpoint)
    yield text, lambda: WireTool(ground, pin).search(pos)
    if any(row.name == pin.pin for row in ground.scene.value_rows(pin.block)) and pin.is_input:
        yield tr("Edit {pin}", pin=pin.pin), lambda: ground.value_wanted.emit(pin.block, pin.pin)
        yield from _of_value(tools, pin.block, pin.pin)
    at = verbs.wires_at if pin.is_input else verbs.wires_from
    indices = at(ground.page, pin.block, pin.pin)
    if indices:
        text = tr("Remove wire") if len(indices) == 1 else tr("Remove {count:,} wires", count=len(indices))
        yield text, lambda: ground.do(lambda: verbs.disconnect(ground.page, indices))


def _of_value(tools: ToolBox, block: str, name: str) -> Iterator[Offer]:
    ground = tools.ground
    item = ground.scene.block_item(block)
    spec = None if item is None else ground.find(pins_type(item.block))
    if spec is None or spec.in_composites:
        return
    document = ground.document.diagram.document
    edit = promote(document, ground.page, block, name, ground.find)
    text = tr("Promote")
    if edit is None:
        edit, text = demote(document, ground.page, block, name), tr("Unpromote")
    if edit is not None:
        yield text, lambda: ground.do(edit)
