"""The command that compares the current diagram with its saved version, or with another file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import NamedTuple
from weakref import WeakKeyDictionary

from PySide6.QtCore import QPointF

from app.canvas.faces import BlockViewFactory
from app.face.timings import ComparisonFace
from app.language import tr
from app.panels.changes import ChangesPanel
from app.window.documents.files import FileCommands
from app.window.documents.opening import Contents, OpeningJob, read_file
from app.window.panel_table import CHANGES
from app.window.tabs import DiagramTab, WindowPart, WindowProtocol
from app.window.widgets.questions import DIAGRAMS
from blocks.document.data import Document, Page, Wire
from blocks.document.merging.diff import Entry, Kind, differences


class _Other(NamedTuple):
    name: str
    document: Document


class Comparing(WindowPart):
    """The comparison of the current diagram while its panel is visible, and the marks on the canvas."""

    def __init__(self, desk: WindowProtocol, files: FileCommands) -> None:
        super().__init__(desk)
        self._files = files
        self._saved: WeakKeyDictionary[DiagramTab, Document] = WeakKeyDictionary()
        self._others: WeakKeyDictionary[DiagramTab, _Other] = WeakKeyDictionary()
        self._compared: tuple[Document, Document] | None = None
        self._found: list[Entry] = []
        self.panel = desk.docks.panel(ChangesPanel)
        self.panel.chosen.connect(self._go_to)
        self.panel.file_wanted.connect(self.ask)
        self.panel.saved_wanted.connect(self._forget)

    def watch(self, tab: DiagramTab) -> None:
        tab.document.history_changed.connect(lambda: self._keep(tab))
        self._keep(tab)

    def _keep(self, tab: DiagramTab) -> None:
        if not tab.document.modified:
            self._saved[tab] = tab.document.diagram.document

    def ask(self) -> None:
        tab = self._desk.tab
        if tab is None:
            return
        path = tab.document.path
        folder = str(path.parent) if path is not None else ""
        for chosen in self._desk.ask.file_to_open(tr("Compare with"), DIAGRAMS, folder)[:1]:
            show = partial(self._compare, tab, chosen)
            self._files.opener.open(OpeningJob(chosen.name, chosen, partial(read_file, chosen), show))

    def _compare(self, tab: DiagramTab, path: Path, read: Contents) -> None:
        if tab in self._desk.tabs.diagrams():
            self._desk.tabs.setCurrentWidget(tab)
            self.compare_with(tab, path.name, read.diagram.document)

    def compare_with(self, tab: DiagramTab, name: str, document: Document) -> None:
        self._others[tab] = _Other(name, document)
        self._docks.show(CHANGES)
        self.follow(tab)

    def _forget(self) -> None:
        tab = self._desk.tab
        if tab is not None:
            self._others.pop(tab, None)
            self.follow(tab)

    def follow(self, tab: DiagramTab | None) -> None:
        shown = self._docks.is_open(CHANGES)
        if tab is None or not shown:
            self._compared = None
            self.panel.show_changes(None, "")
            if tab is not None and tab.page_name:
                tab.scene.set_comparison(None)
            return
        other = self._others.get(tab)
        before = self._saved.get(tab) if other is None else other.document
        if before is None:
            self.panel.show_changes(None, tr("This diagram has not been saved. Compare it with a file"))
            return
        now = tab.document.diagram.document
        if self._compared is None or self._compared[0] is not before or self._compared[1] != now:
            self._compared = before, now
            self._found = differences(before, now, layout=True)
        than = tr("Since the last save") if tab.document.path is not None else tr("Since the diagram was created")
        self.panel.show_changes(self._found, than if other is None else tr("Compared with {name}", name=other.name),
                                other=other is not None)  # fmt: skip
        if tab.page_name:
            were = [page for page in (*before.pages, *before.composites) if page.name == tab.page_name]
            old = were[0] if were else Page(tab.page_name)
            tab.scene.set_comparison(_face(self._found, old, tab.scene.mirror.faces))

    def _go_to(self, entry: Entry) -> None:
        tab = self._desk.tab
        if tab is None or entry.page is None or tab.document.canvas(entry.page) is None:
            return
        tab.show_page(entry.page)
        if entry.block is not None and tab.scene.block_item(entry.block) is not None:
            tab.scene.select([entry.block])
            tab.view.center_on_block(entry.block)
        elif entry.wire is not None and entry.wire in tab.page.wires:
            tab.scene.select([], [entry.wire])
            tab.view.center_on_block(entry.wire.target.block)
        else:
            face = tab.scene.comparison.face
            for block, (width, height) in () if face is None else face.gone:
                if block.id == entry.block:
                    tab.view.centerOn(QPointF(block.at[0] + width / 2, block.at[1] + height / 2))


def _face(entries: list[Entry], old: Page, faces: BlockViewFactory) -> ComparisonFace:
    """Return the marks on a page; moved blocks and the wires of deleted blocks are not marked."""
    blocks: dict[str, Kind] = {}
    wires: set[Wire] = set()
    gone: set[str] = set()
    for entry in entries:
        if entry.page != old.name or entry.layout:
            continue
        if entry.wire is not None and entry.kind == "added":
            wires.add(entry.wire)
        elif entry.block is not None and entry.kind == "removed":
            gone.add(entry.block)
        elif entry.block is not None:
            blocks[entry.block] = entry.kind
    looks = [(block, faces.look(block)[1]) for block in old.blocks if block.id in gone]
    return ComparisonFace(blocks, frozenset(wires), tuple((block, (g.width, g.height)) for block, g in looks))
