"""The scene that shows one page of a document."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, Qt, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsScene

from app.canvas.display_blocks.displays import Panel, panel_of, result_name
from app.canvas.drawing.blocks import Extras, Painters
from app.canvas.drawing.gradient_layer import GradientLayer
from app.canvas.drawing.shapes import told_later
from app.canvas.drawing.signs import BreakLayer, BreakSign, ContractLayer
from app.canvas.drawing.timing_marks import Coming, ComparisonLayer, TimesLayer
from app.canvas.items import BlockItem, PinKey, WireItem
from app.canvas.layers import OVERVIEW_BELOW, Layers, shows_pins
from app.canvas.mirror import PREVIEW_ROOM, Changed, SceneModel
from app.canvas.overlay import Overlay
from app.canvas.repainting import Repainting
from app.canvas.results_feed import PageInfoSource, Results, other_types, preview_of, problems_of
from app.canvas.scene_protocol import SceneContext
from app.canvas.tags import TagLayer
from app.canvas.value_rows import READABLE, BlockValueRow, rows_of
from app.canvas.wires.wire_paths import TagRule
from app.canvas.wires.wire_router import minds_blocks
from app.core.document import Document, DocumentEdit
from app.core.instance_steps import GivenValues, setter_of
from app.face.face import Preview, Thumbnail
from app.face.geometry import ID_SIZE, PIN_RADIUS, WireStyle, distance_to_path
from app.face.gradient import ContractMark, GradientFace
from app.face.theme import DARK, Theme
from app.face.timings import ComparisonFace, TimesFace
from blocks.base.collection import paused_collection
from blocks.base.errors import DiagramError, UsageError
from blocks.document.changes import RenameBlock, parts_of
from blocks.document.data import Page, Wire
from blocks.graph.spec import BlockSpec
from blocks.transform.verbs.blocks import lies_in
from blocks.transform.verbs.free_space import Box
from blocks.worker.page_checks import examine

_FRAME_TITLE = 28.0
"""The strip at the top of a frame by which it is taken."""
_INSIDE = PIN_RADIUS + 3.5
"""How far within a block a pin is hit, at every zoom: beyond it, the block itself is."""


class PlacedScene(QGraphicsScene):
    painters: Painters

    def __init__(self, mirror: SceneModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.mirror = mirror

    def block_item(self, block_id: str) -> BlockItem | None:
        return self.mirror.blocks.get(block_id)

    def block_rect(self, block_id: str) -> QRectF:
        item = self.mirror.blocks.get(block_id)
        return QRectF() if item is None else item.rect

    def block_at(self, pos: QPointF) -> str | None:
        hits = self.mirror.blocks_in(QRectF(pos, pos))
        return hits[-1].id if hits else None

    def pin_at(self, pos: QPointF, radius: float = 10.0, scale: float = 1.0) -> PinKey | None:
        """Return the nearest pin within ``radius`` page units that is painted at a scale.

        Result pins and list elements count. Over a block, the radius is at most a pin's painted size.
        """
        best: PinKey | None = None
        nearest = radius
        around = QRectF(pos.x() - radius, pos.y() - radius, 2 * radius, 2 * radius)
        if self.block_at(pos) is not None:
            nearest = min(radius, _INSIDE)
        displays = self.mirror.displays
        for item in reversed(self.mirror.blocks_in(around.adjusted(-radius, -radius, radius, radius))):
            if not shows_pins(item, scale, is_display=item in displays):
                continue
            x, y = pos.x() - item.block.at[0], pos.y() - item.block.at[1]
            for spot in item.geometry.spots:
                pin = spot.pin
                if pin.connects and self.painters.shows(pin):
                    beyond = max(0.0, abs(y - spot.y) - spot.reach)
                    distance = ((x - spot.x) ** 2 + beyond * beyond) ** 0.5
                    if distance < nearest:
                        nearest = distance
                        best = PinKey(item.id, pin.name, pin.index, pin.is_input)
        return best

    def value_rows(self, block_id: str) -> list[BlockValueRow]:
        item = self.mirror.blocks.get(block_id)
        return [] if item is None else list(rows_of(item, self.mirror.type_of(item.id)))

    def value_at(self, pos: QPointF, scale: float = 1.0) -> tuple[BlockItem, BlockValueRow] | None:
        item = self.mirror.blocks.get(self.block_at(pos) or "") if scale >= READABLE else None
        value_row = next((row for row in self.value_rows(item.id) if row.area.contains(pos)), None) if item else None
        return None if item is None or value_row is None else (item, value_row)

    def name_rect(self, block_id: str) -> QRectF:
        """Return the area of a block's id; it includes the type unless the block can be entered."""
        item = self.mirror.blocks.get(block_id)
        if item is None or item.is_display:
            return QRectF()
        bottom = item.geometry.id_baseline + 4
        top = bottom - ID_SIZE - 5 if item.face.has_inside else 3.0
        return QRectF(6, top, item.geometry.width - 12, bottom - top).translated(*item.block.at)

    def name_at(self, pos: QPointF, scale: float = 1.0) -> str | None:
        block = self.block_at(pos) if scale >= READABLE else None
        return block if block is not None and self.name_rect(block).contains(pos) else None

    def wire_at(self, pos: QPointF, radius: float = 6.0) -> Wire | None:
        item = self._wire_item_at(pos, radius)
        return None if item is None else item.wire

    def bend_at(self, pos: QPointF, radius: float = 7.0) -> tuple[Wire, int] | None:
        for wire, points in self.mirror.bends.items():
            for i, (x, y) in enumerate(points):
                if (pos - QPointF(x, y)).manhattanLength() <= radius and self.mirror.items_of(wire):
                    return wire, i
        return None

    def note_at(self, pos: QPointF) -> int | None:
        return next((item.index for item in reversed(self.mirror.notes) if item.rect.contains(pos)), None)

    def frame_at(self, pos: QPointF, *, inside: bool = False) -> int | None:
        for item in reversed(self.mirror.frames):
            if item.rect.adjusted(-4, -4, 4, 4).contains(pos):
                inner = item.rect.adjusted(5, _FRAME_TITLE, -5, -5)
                if inside or not inner.contains(pos):
                    return item.index
        return None

    def pin_position(self, key: PinKey, order: int = 0) -> QPointF | None:
        item = self.mirror.blocks.get(key.block)
        return None if item is None else item.pin_position(key.pin, key.index, is_input=key.is_input, order=order)

    def pins_of(self, block_id: str) -> list[PinKey]:
        item = self.mirror.blocks.get(block_id)
        pins = [] if item is None else [pin for pin in item.face.pins if pin.connects]
        return [PinKey(block_id, pin.name, pin.index, pin.is_input) for pin in pins]

    def ids_in(self, rect: QRectF) -> list[str]:
        return [item.id for item in self.mirror.blocks_in(rect)]

    def with_held(
        self, ids: Iterable[str], notes: Iterable[int], frames: Iterable[int]
    ) -> tuple[set[str], set[int], set[int]]:
        """Add everything inside the given frames: the items that move and are copied with them."""
        held = (set(ids), set(notes), set(frames))
        for index in list(held[2]):
            rect = self.mirror.frames[index].rect
            held[0].update(item.id for item in self.mirror.blocks_in(rect) if _lies_in(item.rect, rect))
            held[1].update(note.index for note in self.mirror.notes if _lies_in(note.rect, rect))
            held[2].update(frame.index for frame in self.mirror.frames if rect.contains(frame.rect))
        return held

    def content_rect(self, ids: Iterable[str] | None = None) -> QRectF:
        if ids is None:
            return self.mirror.bounds()
        rect = QRectF()
        for block_id in ids:
            rect |= self.block_rect(block_id)
        return rect

    def beginning(self) -> QRectF:
        area = QRectF()
        for items in (self.mirror.frames, self.mirror.notes):
            if items:
                area |= min((item.rect for item in items), key=lambda rect: rect.left() + rect.top())
        return area

    def _wire_item_at(self, pos: QPointF, radius: float) -> WireItem | None:
        around = QRectF(pos.x() - radius, pos.y() - radius, 2 * radius, 2 * radius)
        best: WireItem | None = None
        nearest = radius
        for item in self.mirror.wires_in(around):
            distance = distance_to_path((pos.x(), pos.y()), item.flat)
            if distance <= nearest:
                nearest, best = distance, item
        return best


def _lies_in(rect: QRectF, frame: QRectF) -> bool:
    return lies_in(box_of(rect), box_of(frame))


def box_of(rect: QRectF) -> Box:
    return (rect.x(), rect.y(), rect.width(), rect.height())


_AROUND = 3000.0
_WIRE_TEXT = 18
_NO_PAIRS: Mapping[str, Collection[str]] = MappingProxyType({})


class PageScene(PlacedScene):
    """A mirror of a page. It never edits the document: tools do, and the scene follows ``document.changed``."""

    updated = Signal()
    results_changed = Signal()
    gesture_moved = Signal()

    def __init__(
        self,
        document: Document,
        page_name: str,
        theme: Theme = DARK,
        parent: QObject | None = None,
        mirror: SceneModel | None = None,
    ) -> None:
        super().__init__(
            mirror if mirror is not None else SceneModel(document.find, inside=document.types.inside), parent
        )
        # Nothing is put into the index of items: what tools add above the page is a handful.
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.document = document
        self.page_name = page_name
        self.painters = Painters(theme)
        self.overlay = Overlay(self)
        self.flash = Flash(self, self)
        self.tags = TagLayer(self.mirror)
        self.gradient = GradientLayer(self.tags.boxes)
        self.times = TimesLayer()
        self.breaks = BreakLayer()
        self.comparison = ComparisonLayer()
        self.contracts = ContractLayer()
        self.shown = Extras()
        self.hurried = False
        self.zooming = False
        # There was no time for some: paint it when there is.
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.update)
        self._layers = Layers(self, self.overlay.lit_blocks, self._later.start)
        self._found: frozenset[str] = frozenset()
        self._selection = Selection()
        self._store: Results | None = None
        self._generation = 0
        self.repainting = Repainting(self, self.mirror, self.tags)
        self.settling = Settling(self.mirror, self._result_below, self)
        self.settling.settled.connect(self._settled)
        self.settling.rerouted.connect(self._rerouted)
        self._reselected = False
        document.edited.connect(self._follow_renames)
        document.changed.connect(self.sync)
        self._types = self._composites()
        with paused_collection():
            self.sync()

    # What is shown

    @property
    def theme(self) -> Theme:
        return self.painters.theme

    @property
    def page(self) -> Page:
        return self.mirror.page

    def sync(self) -> None:
        try:
            page = self.document.page(self.page_name)
        except UsageError:
            return
        # Where a gradient goes is known a moment after an edit: both are painted in one go.
        self.show(page, hold=self.gradient.face is not None)
        self._follow_types()

    def _composites(self) -> dict[str, tuple[BlockSpec | None, Thumbnail | None]]:
        find, inside = self.mirror.find, self.mirror.faces.inside
        return {view.name: (find(view.name), inside(view.name)) for view in self.document.diagram.composites}

    def _follow_types(self) -> None:
        old, self._types = self._types, self._composites()
        changed = _different(old, self._types)
        if changed:
            self.repainting.faces(self.mirror.retype(changed), ())
            self.settling.begin()
            self.updated.emit()

    def show(self, page: Page, *, hold: bool = False) -> None:
        """Show the document's page, or a preview of a gesture. ``hold``: the repaint may wait for the gradient."""
        if page is self.mirror.page:
            return
        changed = self.mirror.sync(page)
        if changed is None or not changed.moved:
            self._set_selection(self._selection)
        if self._reselected:
            self._reselected = False
            self.selectionChanged.emit()
        self.repainting.edited(changed, whole=changed is not None and self._is_marked(changed), hold=hold)
        self.overlay.set_value(None)  # a value of another length stands elsewhere
        self.settling.begin()
        self._fit_scene_rect()
        self.updated.emit()

    def set_asides(self, asides: Mapping[str, str]) -> None:
        before, self.mirror.faces.asides = self.mirror.faces.asides, asides
        self._refresh(_different(before, asides))

    def set_given(self, given: GivenValues) -> None:
        before, self.mirror.faces.given = self.mirror.faces.given, given
        self._refresh(_different(before, given))

    def _refresh(self, blocks: Collection[str], typed: Collection[str] = (), wires: Sequence[WireItem] = ()) -> None:
        self.repainting.faces(self.mirror.refresh(blocks, typed), wires)
        self.settling.begin()

    def setter_of(self, block: str, name: str) -> tuple[str, str, str]:
        return setter_of(self.page_name, block, name, self.mirror.faces.given)

    def set_page_name(self, name: str) -> None:
        self.page_name = name
        self.sync()

    def set_shown(self, shown: Extras) -> None:
        if shown != self.shown:
            self.shown = shown
            self.mirror.refresh((), self.mirror.faces.recolor(by_dtype=shown.by_dtype))
            self.set_theme(self.theme)

    def set_theme(self, theme: Theme) -> None:
        self.painters = Painters(theme, self.shown)
        for item in self.mirror.order:
            item.paint_anew()
        self.repainting.all()
        self.updated.emit()

    def set_wire_style(self, style: WireStyle) -> None:
        if style != self.mirror.style:  # finding the routes of all wires is most of the work of opening a large page
            self.mirror.set_style(style)
            self.settling.begin()
            self.repainting.all()

    def set_tags(self, tags: Mapping[Wire, bool], far_displays: bool) -> None:
        self.mirror.set_tags(TagRule(dict(tags), far_displays))
        self.settling.begin()
        self.repainting.all()
        self.updated.emit()

    def set_info(
        self, info: PageInfoSource, unfinished: Sequence[DiagramError] = (), advice: Sequence[DiagramError] = ()
    ) -> None:
        faces = self.mirror.faces
        changed = other_types(info.pins, faces.pins)
        problems = problems_of(info, unfinished, advice)
        marked = _different(faces.problems, problems) | _different(faces.trainings, info.trainings)
        faces.pins = info.pins
        faces.problems = problems
        faces.trainings = info.trainings
        self._refresh(marked, changed, self.mirror.recolor(changed))

    def color_by_dtype(self) -> None:
        self.set_shown(self.shown._replace(shapes=False, by_dtype=True))
        composites = self.document.composites_of(self.page_name)
        self.set_info(examine(self.page, None, None, composites)._replace(problems=()))

    def set_results(self, store: Results | None) -> None:
        if self._store is not None:
            self._store.changed.disconnect(self._results_changed)
        self._store = store
        if store is not None:
            store.changed.connect(self._results_changed)
        self._results_changed()

    def refresh_result(self, item: BlockItem) -> None:
        if item.is_display:
            read = [wire.wire.source.block for wire in self.mirror.wires_of(item.id)]
            picture = panel_of(item, self.mirror, self._store, self.page_name)
            panel = Preview(picture=picture, is_old=any(map(self.is_old, read)))
            if panel != item.preview:
                item.preview = panel
                item.card.fresh = False
            return
        if item.generation == self._generation:
            return
        item.generation = self._generation
        preview = None if self._store is None else preview_of(self._store, self.page_name, item)
        room = 0.0 if preview is None else self.mirror.room_below(item)
        if preview != item.preview or room != item.room:
            item.preview, item.room = preview, room
            item.card.fresh = False

    def panel_of(self, block: str) -> Panel | None:
        item = self.block_item(block)
        if item is None or not item.is_display:
            return None
        return panel_of(item, self.mirror, self._store, self.page_name)

    @property
    def found(self) -> frozenset[str]:
        return self._found

    def set_gradient(self, face: GradientFace | None, pairs: Mapping[str, Collection[str]] = _NO_PAIRS) -> None:
        """Show a gradient, or none. ``pairs`` maps expanded gradient blocks to their forward blocks."""
        difference = self.gradient.show(face)
        if pairs != self.overlay.pairs:
            self.overlay.pairs = pairs
            self.gradient.tied = frozenset(pairs)
            difference = None
        self.repainting.gradient(difference)
        if difference is None or any(difference):
            self.updated.emit()

    def set_breaks(self, signs: Mapping[tuple[str, str], BreakSign], halted: str) -> None:
        if (signs, halted) != (self.breaks.signs, self.breaks.halted):
            self.breaks.signs, self.breaks.halted = dict(signs), halted
            self.repainting.marks()
            self.updated.emit()

    def set_times(self, face: TimesFace | None) -> None:
        if face != self.times.face:
            self.times.face = face
            self.repainting.marks()
            self.updated.emit()

    def set_contracts(self, marks: Mapping[str, ContractMark]) -> None:
        if marks != self.contracts.marks:
            self.contracts.marks = marks
            self.repainting.marks()

    def set_comparison(self, face: ComparisonFace | None, coming: Coming = ((), ())) -> None:
        if face != self.comparison.face or coming != self.comparison.coming:
            self.comparison.face, self.comparison.coming = face, coming
            self.repainting.marks()

    def set_found(self, ids: Iterable[str]) -> None:
        blocks = frozenset(ids)
        if blocks != self._found:
            self._found = blocks
            self.repainting.marks()

    def wire_at(self, pos: QPointF, radius: float = 6.0) -> Wire | None:
        return super().wire_at(pos, radius) or self.tags.wire_at(pos)

    def wire_text(self, item: WireItem) -> str:
        source = item.wire.source
        name = result_name(source, self.mirror.type_of(source.block))
        result = self._store.get(self.page_name, name) if self._store is not None and name else None
        if result is None:
            return ""
        lines = result.preview.lines
        return lines[0] if len(lines) == 1 and len(lines[0]) <= _WIRE_TEXT else result.preview.caption

    def is_old(self, block: str) -> bool:
        return self._store is not None and self._store.is_old(self.page_name, block)

    # What is selected

    @property
    def has_selection(self) -> bool:
        return self._selection != Selection()

    def selected_ids(self) -> list[str]:
        return list(self._selection.ids)

    def selected_wires(self) -> list[Wire]:
        return list(self._selection.wires)

    def selected_notes(self) -> list[int]:
        return sorted(self._selection.notes)

    def selected_frames(self) -> list[int]:
        return sorted(self._selection.frames)

    def select(
        self,
        ids: Iterable[str] = (),
        wires: Iterable[Wire] = (),
        notes: Iterable[int] = (),
        frames: Iterable[int] = (),
        *,
        add: bool = False,
    ) -> None:
        """Select items, in addition to the selection if ``add``; items that do not exist are skipped."""
        self._set_selection((self._selection if add else Selection()).with_more(ids, wires, notes, frames))

    def select_all(self) -> None:
        self.select(self.mirror.blocks, self.page.wires, range(len(self.page.notes)), range(len(self.page.frames)))

    # Painting

    def update(self, rect: QRectF | None = None) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Repaint a part of the page, or all of it.

        The views are updated directly: after a full update, QGraphicsScene ignores further requests until the pending
        events are processed, so a change after a paint in between would never appear.
        """
        for view in self.views():
            port = view.viewport()
            if rect is None:
                port.update()
                continue
            area = view.viewportTransform().mapRect(rect).adjusted(-2, -2, 2, 2)
            seen = area.intersected(QRectF(port.rect()))
            if not seen.isEmpty():
                port.update(seen.toAlignedRect())

    def update_around(self, rects: Iterable[QRectF], beyond: float) -> None:
        self.repainting.around(rects, beyond)

    @property
    def hangs_on_sight(self) -> bool:
        """Return whether labels depend on each other or on the view's edges, so that scrolling must repaint."""
        return self.shown.values or self.gradient.face is not None or self.overlay.says

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        scale = painter.worldTransform().m11()
        with told_later():
            self._layers.paint(painter, QRectF(rect))
            if scale >= OVERVIEW_BELOW:
                self.tags.paint(painter, self.painters, QRectF(rect), self.gradient.face)
            self.times.paint(painter, self.mirror, QRectF(rect), scale, self.theme)
            self.comparison.paint(painter, self.mirror, QRectF(rect), scale, self.painters)
            self.contracts.paint(painter, self.mirror, QRectF(rect), scale, self.theme)

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        with told_later():
            self.overlay.paint(painter, QRectF(rect))
            self.flash.paint(painter, QRectF(rect))

    def paint_overview(self, painter: QPainter, rect: QRectF) -> None:
        self._layers.paint_overview(painter, rect)

    def settle(self) -> None:
        self.settling.finish()

    def render_to(self, painter: QPainter, target: QRectF, source: QRectF) -> None:
        before, selection = (self.hurried, self.shown), self._selection
        self.hurried, self.shown, self._selection = False, self.shown._replace(grid=False), Selection()
        self.render(painter, target, source)
        (self.hurried, self.shown), self._selection = before, selection

    # Helpers

    def _is_marked(self, changed: Changed) -> bool:
        # Which wires have room for a text depends on all that are in sight.
        whole = self.times.face is not None or self.comparison.face is not None or self.shown.values
        whole = whole or not self.contracts.marks.keys().isdisjoint(changed.elsewhere)
        wires = [*changed.gone, *[item.wire for item in changed.wires]]
        return whole or self.gradient.is_marked(changed.elsewhere, wires)

    def _results_changed(self, page: str | None = None) -> None:
        if page is None or page == self.page_name:
            self._generation += 1
            self.repainting.marks()
            self._measure_results()
            self.results_changed.emit()

    def _settled(self, around: Sequence[QRectF]) -> None:
        self._generation += 1
        if around:
            self.repainting.room_below(around)
            self._measure_results()

    def _measure_results(self) -> None:
        shown = self._store is not None and bool(self._store.results(self.page_name))
        if shown or self.mirror.below.any():
            self.settling.measure()

    def _result_below(self, item: BlockItem) -> float:
        if self._store is None or item.is_display or not self._store.results(self.page_name):
            return 0.0
        self.refresh_result(item)
        return max(0.0, self.painters.card_box(item).bottom() - item.geometry.height)

    def _rerouted(self, changed: Changed) -> None:
        self.repainting.edited(changed, whole=self._is_marked(changed))

    def _follow_renames(self, edit: DocumentEdit) -> None:
        """Rename selected blocks before the page itself shows the new names."""
        for each in parts_of(edit.change):
            if isinstance(each, RenameBlock) and each.page == self.page_name and each.block in self._selection.ids:
                self._selection = self._selection.renamed(each.block, each.id)
                self._reselected = True

    def _set_selection(self, selection: Selection) -> None:
        kept = selection.on(self.page, self.mirror.blocks)
        if kept != self._selection:
            self._selection = kept
            self.repainting.marks()
            self.selectionChanged.emit()

    def _fit_scene_rect(self) -> None:
        """Keep the scene larger than the page, so that any part can be centered; it never shrinks."""
        wanted = self.mirror.bounds().adjusted(-_AROUND, -_AROUND, _AROUND, _AROUND)
        if not self.sceneRect().contains(wanted):
            self.setSceneRect(self.sceneRect() | wanted)


def _different(old: Mapping[str, object], new: Mapping[str, object]) -> set[str]:
    return {key for key in old.keys() | new.keys() if old.get(key) != new.get(key)}


class Selection(NamedTuple):
    """Selected blocks by id and selected wires, in selection order; notes and frames by index."""

    ids: tuple[str, ...] = ()
    wires: tuple[Wire, ...] = ()
    notes: frozenset[int] = frozenset()
    frames: frozenset[int] = frozenset()

    def with_more(
        self, ids: Iterable[str], wires: Iterable[Wire], notes: Iterable[int], frames: Iterable[int]
    ) -> Selection:
        return Selection(
            tuple(dict.fromkeys((*self.ids, *ids))),
            tuple(dict.fromkeys((*self.wires, *wires))),
            self.notes | set(notes),
            self.frames | set(frames),
        )

    def renamed(self, old: str, new: str) -> Selection:
        return self._replace(ids=tuple(new if block == old else block for block in self.ids))

    def on(self, page: Page, blocks: Container[str]) -> Selection:
        present = set(page.wires) if self.wires else set[Wire]()
        kept = Selection(
            tuple(block for block in self.ids if block in blocks),
            tuple(wire for wire in self.wires if wire in present),
            frozenset(i for i in self.notes if 0 <= i < len(page.notes)),
            frozenset(i for i in self.frames if 0 <= i < len(page.frames)),
        )
        return self if kept == self else kept


_TIME = 900
"""Milliseconds until it is out."""
_WIDTH = 7.0
_BEYOND = 6.0


class Flash(QObject):
    def __init__(self, scene: SceneContext, parent: QObject) -> None:
        super().__init__(parent)
        self._scene = scene
        self.blocks: frozenset[str] = frozenset()
        self._strength = 0.0
        self._fading = QVariantAnimation(self, duration=_TIME, startValue=1.0, endValue=0.0)
        self._fading.valueChanged.connect(self._fade)
        self._fading.finished.connect(self._end)

    def show(self, blocks: Iterable[str]) -> None:
        self._fading.stop()
        self._end()
        self.blocks = frozenset(blocks)
        if self.blocks:
            self._fading.start()

    def paint(self, painter: QPainter, rect: QRectF) -> None:
        color = QColor(self._scene.theme.running)
        color.setAlphaF(min(1.0, max(0.0, self._strength)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for box in self._boxes():
            if box.intersects(rect):
                painter.setPen(QPen(color, _WIDTH))
                painter.drawRoundedRect(box, 9, 9)

    def _boxes(self) -> list[QRectF]:
        items = map(self._scene.block_item, self.blocks)
        return [item.rect.adjusted(-_BEYOND, -_BEYOND, _BEYOND, _BEYOND) for item in items if item is not None]

    def _fade(self, strength: float) -> None:
        self._strength = strength
        self._scene.update_around(self._boxes(), _WIDTH)

    def _end(self) -> None:
        boxes, self.blocks = self._boxes(), frozenset()
        if boxes:
            self._scene.update_around(boxes, _WIDTH)


_Item = TypeVar("_Item")
_REST = 250
"""Milliseconds after the last edit until other wires go around the blocks: it is painted first, and checked."""
_SLICE = 0.006
"""Seconds of work until events have their turn."""
_MOST = 5.0
"""Seconds of work after which the wires that are left stay as they are: in such a heap of blocks no route is free."""


class Settling(QObject):
    """The queue of wires that need a new route. `settled`: areas with other room, before wires are rerouted."""

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
