"""The Outline: the blocks and wires of the current page as a tree that screen readers can read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QListWidgetItem, QTreeWidget, QTreeWidgetItem, QWidget

from app.canvas.items import plain
from app.canvas.results_feed import PageInfoSource
from app.canvas.text import tip
from app.face.face import custom_gradient_words
from app.face.gradient import GradientFace
from app.panels.look import EmptyState, PagePanel, Text, named, scaled, symbol, vertical
from app.panels.rows import KEY, SECOND, SPEC, ClickedList, RowDelegate
from blocks.analysis.pins import PinsOf, PinType
from blocks.base.engine_texts import in_language
from blocks.base.language import plural, tr
from blocks.base.literal_show import text_of
from blocks.base.shapes import shape_text
from blocks.document.data import Block, Note, Page, Wire, pins_type
from blocks.document.definitions import shown_type
from blocks.graph.spec import BlockSpec
from blocks.transform.verbs.edit import counted

_SPOKEN = Qt.ItemDataRole.AccessibleTextRole
_SHORT = 40
_DELAY = 80
"""Milliseconds: a drag makes many edits."""


class OutlineLine(NamedTuple):
    """A row of the Outline; ``spoken`` is read by screen readers, ``sign`` is the name of an icon."""

    text: str
    spoken: str
    wire: Wire | None = None
    sign: str = ""


class OutlineEntry(NamedTuple):
    """A block in the Outline: its row, and the rows below it for inputs, outputs, gradient and errors."""

    block: str
    spec: BlockSpec | None
    line: OutlineLine
    below: tuple[OutlineLine, ...]


class Around(NamedTuple):
    """The context of a page: dtype and shape at output pins, and error messages by block."""

    pins: Mapping[tuple[str, str, int | None], PinType]
    faults: Mapping[str, list[str]]
    face: GradientFace | None


def in_order(page: Page) -> list[Block]:
    """Return the blocks in data flow order; those of a cycle come last, in file order."""
    waits = {block.id: 0 for block in page.blocks}
    after: dict[str, list[str]] = {}
    for wire in page.wires:
        if wire.target.block in waits and wire.source.block in waits:
            waits[wire.target.block] += 1
            after.setdefault(wire.source.block, []).append(wire.target.block)
    by_id = {block.id: block for block in page.blocks}
    ready = [block.id for block in page.blocks if not waits[block.id]]
    for each in ready:  # grows
        for target in after.get(each, ()):
            waits[target] -= 1
            if not waits[target]:
                ready.append(target)
    done = set(ready)
    return [by_id[each] for each in ready] + [block for block in page.blocks if block.id not in done]


def entry_of(
    block: Block, spec: BlockSpec | None, into: Iterable[Wire], out: Iterable[Wire], around: Around
) -> OutlineEntry:
    into, out = list(into), list(out)
    below = [*_inputs(block, spec, into, around), *_outputs(out, around)]
    gradient = list(_gradient(block.id, around.face))
    told = around.faults.get(block.id, ())
    faults = [OutlineLine(fault, tr("problem: {fault}", fault=fault), sign="error") for fault in told]
    name = shown_type(block.type)
    parts = [block.id, name, custom_gradient_words(spec), tr("muted") if block.muted else ""]
    parts += [plural(len(into), "{n} wire in", "{n:,} wires in"), plural(len(out), "{n} wire out", "{n:,} wires out")]
    parts += [line.spoken for line in (*gradient, *faults)]
    line = OutlineLine(name, ", ".join(filter(None, parts)), sign="error" if faults else "")
    return OutlineEntry(block.id, spec, line, (*below, *gradient, *faults))


def _inputs(block: Block, spec: BlockSpec | None, into: list[Wire], around: Around) -> Iterator[OutlineLine]:
    wired = {wire.target.pin for wire in into}
    for wire in into:
        source, carries = str(wire.source), _carried(wire, around)
        spoken = tr("input {pin} from {source}", pin=wire.target.pin, source=source)
        spoken = ", ".join(filter(None, (spoken, carries)))
        yield OutlineLine(f"{wire.target.pin} \N{LEFTWARDS ARROW} {source}", spoken, wire)
    inputs = spec.inputs if spec is not None else ()
    for pin in inputs:
        if pin.name not in wired and pin.name not in block.values and not pin.optional:
            yield _plain(tr("input {pin} needs a wire", pin=pin.name))
    for name, given in block.values.items():
        value = text_of(given, _SHORT)
        yield OutlineLine(f"{name} = {value}", tr("{name} is {value}", name=name, value=value))


def _outputs(out: list[Wire], around: Around) -> Iterator[OutlineLine]:
    for wire in out:
        target, carries = str(wire.target), _carried(wire, around)
        spoken = tr("output {pin} to {target}", pin=wire.source.pin, target=target)
        spoken = ", ".join(filter(None, (spoken, carries)))
        yield OutlineLine(f"{wire.source.pin} \N{RIGHTWARDS ARROW} {target}", spoken, wire)


def _carried(wire: Wire, around: Around) -> str:
    known = around.pins.get(wire.source)
    return "" if known is None else f"{known[0].short} {shape_text(known[1])}"


def _gradient(block: str, face: GradientFace | None) -> Iterator[OutlineLine]:
    if face is None:
        return
    if block in face.of:
        yield _plain(tr("differentiated"))
    elif block in face.blocks:
        yield _plain(tr("gradient: {text}", text=face.blocks[block].text))
    elif block in face.starved:
        yield _plain(tr("no gradient: {reason}", reason=face.starved[block]), "warning")
    for mark in face.cuts:
        if mark.cut.block == block:
            yield _plain(in_language(mark.sentence), "warning")


def _plain(text: str, sign: str = "") -> OutlineLine:
    return OutlineLine(text, text, sign=sign)


class OutlinePanel(PagePanel):
    """The current page's blocks in data flow order, each with its wires. The selection matches the canvas."""

    chosen = Signal(list, list)
    opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tree = named(_OutlineTree(self), tr("Outline"))
        self.tree.setHeaderHidden(True)
        self.tree.setUniformRowHeights(True)
        self.tree.setItemDelegate(RowDelegate(self.tree, 24))
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.tree.itemSelectionChanged.connect(self._selected_here)
        self.tree.itemExpanded.connect(self._fill_below)
        self.tree.entered_on.connect(self._enter)
        self.head = Text("", "dim", wrap=True, parent=self)
        self.head.setContentsMargins(12, 6, 12, 4)
        vertical(self.head, self.tree, to=self, margins=(0, 0, 0, 0), spacing=0)
        self.setFocusProxy(self.tree)
        self._around = Around({}, {}, None)
        self._known: tuple[Mapping[str, PinsOf], Mapping[str, Sequence[str]], GradientFace | None] = ({}, {}, None)
        self._entries: list[OutlineEntry] = []
        self._items: dict[str, QTreeWidgetItem] = {}
        self._selection: tuple[list[str], list[Wire]] = ([], [])
        self._soon = QTimer(self, singleShot=True, interval=_DELAY)
        self._soon.timeout.connect(self._fill)

    def set_info(self, info: PageInfoSource | None, face: GradientFace | None) -> None:
        faults: dict[str, list[str]] = {}
        for error in info.problems if info is not None else ():
            if error.block is not None:
                faults.setdefault(error.block, []).append(in_language(error.message))
        pins: Mapping[str, PinsOf] = {} if info is None else info.pins.blocks
        if (pins, faults) == self._known[:2] and face is self._known[2]:
            return
        self._known = pins, faults, face
        self._around = Around({} if info is None else info.pins, faults, face)
        self.refresh()

    def set_selection(self, blocks: list[str], wires: list[Wire]) -> None:
        if (blocks, wires) == self._selection:
            return
        self._selection = (blocks, wires)
        if self.isVisible() and not self._soon.isActive():
            self._mark()

    def entered(self) -> None:
        with QSignalBlocker(self.tree):
            self.tree.clear()
        self._items, self._entries = {}, []
        self._fill()

    def refresh(self) -> None:
        if self.isVisible():
            self._soon.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fill()

    def _fill(self) -> None:
        self._soon.stop()
        page = self.page()
        if page is None or not self.isVisible():
            if page is None:
                self.tree.clear()
                self.head.setText(tr("No diagram is open.") if self.document is None else tr("No page is open."))
            return
        entries = self._read(page)
        face = self._around.face
        words = [counted(len(page.blocks), "block"), counted(len(page.wires), "wire")]
        words += [tr("gradient of {name}", name=face.title)] if face is not None and face.title else []
        self.head.setText(", ".join(words))
        if entries != self._entries:
            self._show(entries)
        self._mark()

    def _read(self, page: Page) -> list[OutlineEntry]:
        into: dict[str, list[Wire]] = {}
        out: dict[str, list[Wire]] = {}
        for wire in page.wires:
            into.setdefault(wire.target.block, []).append(wire)
            out.setdefault(wire.source.block, []).append(wire)
        entries: list[OutlineEntry] = []
        for block in in_order(page):
            wires = into.get(block.id, ()), out.get(block.id, ())
            spec = None if self.document is None else self.document.find(pins_type(block))
            entries.append(entry_of(block, spec, *wires, self._around))
        return entries

    def _show(self, entries: list[OutlineEntry]) -> None:
        """Rebuild the rows; expanded rows and the current row are restored."""
        open_ones = {name for name, item in self._items.items() if item.isExpanded()}
        where = self._location(self.tree.currentItem())
        with QSignalBlocker(self.tree):
            self.tree.clear()
            self._entries, self._items = entries, {}
            items: list[QTreeWidgetItem] = []
            for number, entry in enumerate(entries):
                item = _row(OutlineLine(entry.block, entry.line.spoken, sign=entry.line.sign))
                item.setData(0, SECOND, entry.line.text)
                item.setData(0, SPEC, entry.spec)
                item.setData(0, KEY, number)
                policy = QTreeWidgetItem.ChildIndicatorPolicy
                item.setChildIndicatorPolicy(policy.ShowIndicator if entry.below else policy.DontShowIndicator)
                self._items[entry.block] = item
                items.append(item)
            self.tree.addTopLevelItems(items)
            for name in open_ones & self._items.keys():
                self._fill_below(self._items[name])
                self._items[name].setExpanded(True)
            if where is not None and where[0] in self._items:
                item = self._items[where[0]]
                below = item.child(where[1]) if item.childCount() else None
                self.tree.setCurrentItem(below if below is not None else item)

    def _location(self, item: QTreeWidgetItem | None) -> tuple[str, int] | None:
        if item is None:
            return None
        above = item.parent()
        block = self._entry(above or item).block
        return block, above.indexOfChild(item) if above is not None else -1

    def _fill_below(self, item: QTreeWidgetItem) -> None:
        if item.parent() is None and not item.childCount():
            item.addChildren([_row(line) for line in self._entry(item).below])

    def _mark(self) -> None:
        blocks, wires = self._selection
        with QSignalBlocker(self.tree):
            wanted = [self._items[block] for block in blocks if block in self._items]
            wanted += [item for wire in wires if (item := self._item_of(wire)) is not None]
            if set(map(id, wanted)) == set(map(id, self.tree.selectedItems())):
                return
            self.tree.clearSelection()
            current = self.tree.currentItem()
            if wanted and current not in wanted:
                self.tree.setCurrentItem(wanted[-1])
            for item in wanted:
                item.setSelected(True)
        if wanted:
            self.tree.scrollToItem(wanted[-1])
        self.tree.viewport().update()

    def _item_of(self, wire: Wire) -> QTreeWidgetItem | None:
        """Return the row of a wire: the selected one of its rows, otherwise that at its target block."""
        for item in self.tree.selectedItems():
            if self._line(item).wire == wire:
                return item
        item = self._items.get(wire.target.block)
        if item is None:
            return None
        self._fill_below(item)
        lines = self._entry(item).below
        return next((item.child(i) for i, line in enumerate(lines) if line.wire == wire), None)

    def _entry(self, item: QTreeWidgetItem) -> OutlineEntry:
        return self._entries[int(item.data(0, KEY))]

    def _line(self, item: QTreeWidgetItem) -> OutlineLine:
        above = item.parent()
        if above is None:
            return self._entry(item).line
        return self._entry(above).below[above.indexOfChild(item)]

    def _selected_here(self) -> None:
        blocks: list[str] = []
        wires: list[Wire] = []
        for item in self.tree.selectedItems():
            wire = self._line(item).wire
            if wire is not None:
                wires.append(wire)
            else:
                blocks.append(self._entry(item.parent() or item).block)
        self._selection = (list(dict.fromkeys(blocks)), wires)
        self.chosen.emit(*self._selection)

    def _enter(self, item: QTreeWidgetItem) -> None:
        """Go to the other end of a wire, or from a block to the canvas."""
        wire, location = self._line(item).wire, self._location(item)
        if location is None:
            return
        if wire is None:
            self.opened.emit(location[0])
            return
        other = self._items.get(wire.source.block if wire.target.block == location[0] else wire.target.block)
        if other is not None:
            self.tree.setCurrentItem(other)


def _row(line: OutlineLine) -> QTreeWidgetItem:
    item = QTreeWidgetItem([line.text])
    item.setData(0, _SPOKEN, line.spoken)
    item.setToolTip(0, tip(line.spoken))
    if line.sign:
        item.setIcon(0, symbol(line.sign))
    return item


class _OutlineTree(QTreeWidget):
    entered_on = Signal(object)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentItem() is not None:
            self.entered_on.emit(self.currentItem())
        else:
            super().keyPressEvent(event)


class NotesPanel(PagePanel):
    """The notes of the page in file order, below the title of the diagram."""

    note_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[Note, ...] = ()
        self.title = Text("", wrap=True, parent=self)
        self.title.setFont(scaled(self.title.font(), 1.1, bold=True))
        self.title.setContentsMargins(12, 8, 12, 2)
        self.list = named(ClickedList(self), tr("Notes"))
        self.list.setWordWrap(True)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSpacing(3)
        self.list.itemClicked.connect(self._chosen)
        self.nothing = EmptyState("edit.note", parent=self)
        vertical(self.title, (self.list, 1), (self.nothing, 1), to=self, margins=(0, 0, 0, 0), spacing=0)
        self.setFocusProxy(self.list)
        self.refresh()

    def refresh(self) -> None:
        page = self.page()
        notes = () if page is None else page.notes
        title = "" if self.document is None else self.document.diagram.title
        self.title.setText(title)
        self.title.setVisible(bool(title and notes))
        self.list.setVisible(bool(notes))
        self.nothing.setVisible(not notes)
        self.nothing.setText(tr("No diagram is open.") if page is None else tr("This page has no notes."))
        if not self.isVisible() or notes is self._shown:
            return
        self._shown = notes
        here, scrolled = self.list.currentRow(), self.list.verticalScrollBar().value()
        self.list.clear()
        for note in notes:
            self.list.addItem(QListWidgetItem(plain(note.text)))
        self.list.setCurrentRow(here)
        self.list.verticalScrollBar().setValue(scrolled)

    def _chosen(self, item: QListWidgetItem) -> None:
        self.note_chosen.emit(self.list.row(item))
