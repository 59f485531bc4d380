"""The command that compares the current diagram with its saved version, or with another file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import NamedTuple
from weakref import WeakKeyDictionary

from PySide6.QtCore import QPointF

from app.canvas.drawing.timing_marks import Coming
from app.canvas.faces import BlockViewFactory
from app.canvas.mirror import SceneModel
from app.canvas.wires.wire_paths import TagRule
from app.core.block_types import BlockTypes
from app.face.timings import ComparisonFace
from app.panels.changes import ChangesPanel
from app.window.documents.files import FileCommands
from app.window.documents.opening import Contents, OpeningJob, read_file
from app.window.panel_table import CHANGES
from app.window.tabs import DiagramTab, WindowPart, WindowProtocol
from app.window.widgets.questions import DIAGRAMS
from blocks.base.language import mark, tr
from blocks.document.data import Document, Page, Wire
from blocks.document.merging.diff import Entry, Kind, differences
from blocks.document.model import Diagram


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
        self._proposed: WeakKeyDictionary[DiagramTab, _Other] = WeakKeyDictionary()
        self._coming: dict[str, Coming] = {}
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

    def propose(self, tab: DiagramTab, name: str, document: Document | None) -> None:
        """Show the changes of a proposal instead of other differences. None hides them."""
        if document is None:
            self._proposed.pop(tab, None)
        else:
            self._proposed[tab] = _Other(name, document)

    def _forget(self) -> None:
        tab = self._desk.tab
        if tab is not None:
            self._others.pop(tab, None)
            self.follow(tab)

    def follow(self, tab: DiagramTab | None) -> None:
        proposed = None if tab is None else self._proposed.get(tab)
        if tab is None or not (proposed or self._docks.is_open(CHANGES)):
            self._compared = None
            self.panel.show_changes(None, "")
            if tab is not None and tab.page_name:
                tab.scene.set_comparison(None)
            return
        other = proposed or self._others.get(tab)
        before = self._saved.get(tab) if other is None else other.document
        if before is None:
            self.panel.show_changes(None, tr("This diagram has not been saved. Compare it with a file"))
            return
        now = tab.document.diagram.document
        if self._compared is None or self._compared[0] is not before or self._compared[1] != now:
            self._compared, self._coming = (before, now), {}
            self._found = differences(*((now, before) if proposed else (before, now)), layout=True)
        than = tr("Since the last save") if tab.document.path is not None else tr("Since the diagram was created")
        if other is not None:
            than = tr(mark("Proposed by {name}") if proposed else mark("Compared with {name}"), name=other.name)
        self.panel.show_changes(self._found, than, other=other is not None and not proposed)
        if tab.page_name:
            were = [page for page in (*before.pages, *before.composites) if page.name == tab.page_name]
            old = were[0] if were else Page(tab.page_name)
            face = _face(self._found, old, tab.scene.mirror.faces, is_proposal=proposed is not None)
            if proposed and old.name not in self._coming:
                self._coming[old.name] = _coming(face, before, old, tab)
            tab.scene.set_comparison(face, self._coming.get(old.name, ((), ())))

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


def _face(entries: list[Entry], old: Page, faces: BlockViewFactory, *, is_proposal: bool) -> ComparisonFace:
    """Return the marks on a page; moved blocks and the wires of deleted blocks are not marked."""
    here, away = ("removed", "added") if is_proposal else ("added", "removed")
    blocks: dict[str, Kind] = {}
    wires: set[Wire] = set()
    gone: set[str] = set()
    for entry in entries:
        if entry.page != old.name or entry.layout:
            continue
        if entry.wire is not None and entry.kind == here:
            wires.add(entry.wire)
        elif entry.block is not None and entry.kind == away:
            gone.add(entry.block)
        elif entry.block is not None:
            blocks[entry.block] = entry.kind
    looks = [(block, faces.look(block)[1]) for block in old.blocks if block.id in gone]
    sizes = tuple((block, (look.width, look.height)) for block, look in looks)
    return ComparisonFace(blocks, frozenset(wires), sizes, is_proposal)


def _coming(face: ComparisonFace, proposed: Document, page: Page, tab: DiagramTab) -> Coming:
    """Return the blocks and wires that a proposal adds to the page in front."""
    new, there, types = {block.id for block, _ in face.gone}, {*tab.page.wires}, BlockTypes(Diagram(proposed))
    model = SceneModel(types.find, tab.scene.mirror.style, types.inside)
    model.tags = TagRule(far_displays=False)
    model.sync(page)
    return [each for each in model.order if each.id in new], [each for each in model.wires if each.wire not in there]
