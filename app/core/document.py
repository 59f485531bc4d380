"""An open diagram: its state, its undo history, and its change signals."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path
from typing import Literal, NamedTuple

from PySide6.QtCore import QObject, Signal

from app.core.block_types import BlockTypes
from blocks.base.errors import DiagramError
from blocks.base.language import tr
from blocks.base.reachable import reachable
from blocks.document.changes import AddBlocks, Change, Group, SetDefinition, SetField, SetValue, UnsetValue, parts_of
from blocks.document.data import INSTANCE, Page, uses_of
from blocks.document.definitions import cycle
from blocks.document.file import load
from blocks.document.model import CompositeView, Diagram, PageView
from blocks.graph.spec import BlockSpec
from blocks.transform.verbs.composites import with_defaults
from blocks.transform.verbs.wires import routes_after


class HistoryEntry(NamedTuple):
    """One edit as the user sees it. Consecutive ones with an equal ``merge`` become one (a drag); None never merges."""

    text: str
    forward: Change
    back: Change
    merge: Hashable | None


class History:
    """The edits of a document in order, undone ones last. The first ``position`` edits are applied."""

    def __init__(self) -> None:
        self.entries: list[HistoryEntry] = []
        self.position = 0
        self._clean: int | None = 0
        self._open = False

    def add(self, text: str, forward: Change, back: Change, merge: Hashable | None = None) -> None:
        self.forget_undone()
        if merge is not None and self.goes_on(merge) and self._clean != self.position:
            last = self.entries[-1]
            joined = HistoryEntry(text, joined_change(last.forward, forward), joined_change(back, last.back), merge)
            self.entries[-1] = joined
        else:
            self.entries.append(HistoryEntry(text, forward, back, merge))
            self.position += 1
        self._open = True

    def close(self) -> None:
        """End the gesture: the next edit is separate, whatever its key."""
        self._open = False

    def goes_on(self, merge: Hashable) -> bool:
        return self._open and self.position == len(self.entries) > 0 and self.entries[-1].merge == merge

    def forget_undone(self) -> None:
        if self._clean is not None and self._clean > self.position:
            self._clean = None
        del self.entries[self.position :]

    def undo(self) -> Change | None:
        self._open = False
        if not self.position:
            return None
        self.position -= 1
        return self.entries[self.position].back

    def redo(self) -> Change | None:
        self._open = False
        if self.position == len(self.entries):
            return None
        self.position += 1
        return self.entries[self.position - 1].forward

    def mark_clean(self) -> None:
        self._clean = self.position
        self._open = False

    def mark_changed(self) -> None:
        self._clean = None
        self._open = False

    @property
    def is_clean(self) -> bool:
        return self._clean == self.position

    @property
    def undo_text(self) -> str:
        return self.entries[self.position - 1].text if self.position else ""

    @property
    def redo_text(self) -> str:
        return self.entries[self.position].text if self.position < len(self.entries) else ""


def joined_change(first: Change, second: Change) -> Change:
    """Return one change for two consecutive ones; of values set repeatedly (a drag) only the last stays."""
    parts = [*parts_of(first), *parts_of(second)]
    last: dict[Hashable, Change] = {}
    for part in parts:
        if isinstance(part, SetField):
            key: Hashable = (part.page, part.block, "field", part.field)
        elif isinstance(part, SetValue | UnsetValue):
            key = (part.page, part.block, "value", part.name)
        elif isinstance(part, SetDefinition):
            key = (part.page, "definition", part.field)
        else:
            return Group(tuple(parts))
        last.pop(key, None)
        last[key] = part
    return Group(tuple(last.values()))


How = Literal["do", "join", "undo", "redo"]
"""An edit of its own, more of the last one, one taken back, one done again."""


class DocumentEdit(NamedTuple):
    text: str
    change: Change
    how: How


class Document(QObject):
    """A diagram that is being edited. All edits go through `do`; widgets update when its signals are emitted.

    Attributes:
        beside: the folder of the files that the diagram names, as long as the diagram itself has no file.

    Signals:
        edited: a change was made (an `DocumentEdit`); emitted before all others, so that the journal notes every edit.
        changed: the diagram differs; views compare snapshots (`page`) with what they show.
        history_changed: undo, redo or `modified` changed.
    """

    edited = Signal(object)
    changed = Signal()
    history_changed = Signal()
    path_changed = Signal()

    def __init__(self, diagram: Diagram, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.diagram = diagram
        self.history = History()
        self.beside: Path | None = None
        self._used_at = -1
        self._used: dict[str, tuple[Page, ...]] = {}
        self._types_on: dict[str, tuple[Page, frozenset[str]]] = {}
        self.types = BlockTypes(diagram)

    @classmethod
    def new(cls) -> Document:
        diagram = Diagram()
        diagram.add_page("main")
        return cls(diagram)

    @classmethod
    def open(cls, path: Path) -> Document:
        return cls(load(path))

    @property
    def path(self) -> Path | None:
        return None if self.diagram.path is None else Path(self.diagram.path)

    @property
    def home(self) -> Path | None:
        """Return the folder that relative file names start from, or None if files cannot be read."""
        return self.beside if self.path is None else self.path.absolute().parent

    @property
    def file(self) -> str | None:
        """Return the file for runs; before the first save, a name in the folder that holds the read files."""
        return str(self.beside / "unsaved") if self.path is None and self.beside is not None else self.diagram.path

    @property
    def name(self) -> str:
        return self.path.stem if self.path is not None else tr("untitled")

    @property
    def modified(self) -> bool:
        return not self.history.is_clean

    @property
    def pages(self) -> tuple[PageView, ...]:
        return self.diagram.pages

    @property
    def canvases(self) -> tuple[PageView, ...]:
        return (*self.diagram.pages, *self.diagram.composites)

    def canvas(self, name: str) -> PageView | None:
        return next((view for view in self.canvases if view.name == name), None)

    def composite(self, name: str) -> CompositeView | None:
        return next((view for view in self.diagram.composites if view.name == name), None)

    def owner_of(self, gradient: str) -> str:
        """Return the first composite with this gradient composite; empty if there is none."""
        return next((view.name for view in self.diagram.composites if view.gradient == gradient), "")

    def page(self, name: str) -> Page:
        """Return a page or composite, frozen: the same object as long as nothing changes. Raises UsageError."""
        return self.diagram.canvas(name).snapshot()

    def composites_of(self, name: str) -> tuple[Page, ...]:
        """Return the composites that a page uses, directly or through others; for a composite, itself too."""
        if not self.diagram.composites:
            return ()
        if self.diagram.revision != self._used_at:
            self._used_at, self._used = self.diagram.revision, {}
        if name not in self._used:
            known = {view.name: view.snapshot() for view in self.diagram.composites}
            pages = {**known, name: self.page(name)}
            names = reachable([name], lambda each: self._instance_types(pages[each]) & known.keys())
            self._used[name] = tuple([page for page in known.values() if page.name in names])
        return self._used[name]

    def _instance_types(self, page: Page) -> frozenset[str]:
        kept = self._types_on.get(page.name)
        if kept is None or kept[0] is not page:
            types = frozenset([page.gradient, *(name for block in page.blocks for name in uses_of(block))])
            kept = self._types_on[page.name] = (page, types)
        return kept[1]

    def find(self, type_name: str) -> BlockSpec | None:
        return self.types.find(type_name)

    def do(self, change: Change, text: str, merge: Hashable | None = None, *, follow: bool = True) -> None:
        """Make an edit.

        Args:
            merge: consecutive edits with the same key become one.
            follow: values that a composite promotes take the default that the edit sets inside, and reroute points go
                with their blocks.

        Raises:
            DiagramError: the change does not fit, or a composite would contain itself; nothing is changed.
        """
        change = with_defaults(change, self._definition) if follow else change
        bent = self._bent(change) if follow else []
        back = self.diagram.apply(change)
        for before in bent:
            view = self.canvas(before.name)
            more = None if view is None else routes_after(before, view.snapshot())
            if more is not None:
                back = Group((self.diagram.apply(more), back))
                change = Group((change, more))
        fault = self._new_cycle(change)
        if fault is not None:
            self.diagram.apply(back)
            raise fault
        position = self.history.position
        self.history.add(text, change, back, merge)
        self.edited.emit(DocumentEdit(text, change, "do" if self.history.position > position else "join"))
        self._tell()

    def _definition(self, name: str) -> Page | None:
        view = self.composite(name) if name.startswith(INSTANCE) else None
        return None if view is None else view.snapshot()

    def _bent(self, change: Change) -> list[Page]:
        names = {name for each in parts_of(change) if isinstance(name := getattr(each, "page", None), str)}
        pages = [view.snapshot() for view in map(self.canvas, names) if view is not None]
        return [page for page in pages if page.routes]

    def _new_cycle(self, change: Change) -> DiagramError | None:
        for each in parts_of(change):
            types: list[str] = []
            if isinstance(each, AddBlocks):
                types = [name for _, block in each.items for name in uses_of(block)]
            elif isinstance(each, SetValue) and isinstance(each.value, str):
                view = self.canvas(each.page)
                block = None if view is None else view.get(each.block)
                types = [each.value] if block is not None and each.value in uses_of(block) else []
            elif isinstance(each, SetField) and each.field == "type":
                types = [each.value]
            else:
                continue
            if self.composite(each.page) is None:
                continue
            for name in {name for name in types if name.startswith(INSTANCE)}:
                names = cycle(self.diagram.document, each.page, name)
                if names is not None:
                    path = " > ".join(one.removeprefix(INSTANCE) for one in names)
                    return DiagramError(tr("a composite cannot contain itself: {path}", path=path))
        return None

    def end_gesture(self) -> None:
        """Keep later edits from merging with earlier ones: the mouse was released or the field was left."""
        self.history.close()

    def undo(self) -> None:
        self._apply(self.history.undo_text, self.history.undo(), "undo")

    def take_back(self, merge: Hashable) -> None:
        """Revert the edits of an aborted gesture, without an entry in the history."""
        if self.history.goes_on(merge):
            self.undo()
            self.history.forget_undone()
            self.history_changed.emit()

    def redo(self) -> None:
        self._apply(self.history.redo_text, self.history.redo(), "redo")

    def go(self, position: int) -> None:
        """Undo or redo up to a state of the history."""
        while self.history.position > max(0, position):
            self.undo()
        while self.history.position < min(position, len(self.history.entries)):
            self.redo()

    def save(self, path: Path) -> None:
        """Save the diagram; if that raises FileError, the document stays modified."""
        moved = path != self.path
        self.diagram.save(path, layout=False)
        self.history.mark_clean()
        self.history_changed.emit()
        if moved:
            self.path_changed.emit()

    def mark_changed(self) -> None:
        self.history.mark_changed()
        self.history_changed.emit()

    def _apply(self, text: str, change: Change | None, how: How) -> None:
        if change is not None:
            self.diagram.apply(change)
            self.edited.emit(DocumentEdit(text, change, how))
            self._tell()

    def _tell(self) -> None:
        self.changed.emit()
        self.history_changed.emit()
