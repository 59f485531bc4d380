"""What a person does with files: new, open, save, import, export, close."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject

from app.core.document import Document
from app.window.desk import Desk
from app.window.export import diagram_in, write_png, write_svg
from app.window.questions import DIAGRAMS, ENUSPACE, Answer
from app.window.tabs import DiagramTab
from blocks.base.errors import DiagramError, FileError
from blocks.base.files import write_atomically
from blocks.base.types import Array
from blocks.cli.examples import example_texts
from blocks.diagram.changes import AddPage, Change, Group, RemovePage, SetExtra, SetTitle
from blocks.diagram.file import load, loads
from blocks.diagram.importers.enuspace import import_file
from blocks.diagram.model import Diagram

SUFFIX = "gradblocks"


class Files(QObject):
    """The verbs of the File menu. What goes wrong is told in a box; nothing is raised but by `load`."""

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk

    def new(self) -> None:
        """An empty diagram in a tab of its own."""
        self._desk.add_document(Document.new())

    def ask_open(self) -> None:
        """Ask for diagrams and open them."""
        for path in self._desk.ask.file_to_open("Open", DIAGRAMS, self._folder()):
            self.open(path)

    def open(self, path: Path) -> None:
        """Open a file of ours or of enuSpace, or go to its tab."""
        try:
            self.load(path)
        except DiagramError as error:
            self._refuse(f'"{path.name}" cannot be opened.', error)

    def load(self, path: Path) -> None:
        """As `open`.

        Raises:
            DiagramError: it cannot be opened.
        """
        path = Path(os.path.abspath(path))
        for tab in self._desk.tabs.diagrams():
            if tab.document.path == path:
                self._desk.tabs.setCurrentWidget(tab)
                return
        inside = diagram_in(path) if path.suffix.lower() == ".svg" else None
        if inside is not None:
            self._desk.add_document(Document(loads(inside, str(path))), title=path.stem)
            return
        if _is_enuspace(path):
            self._import(path)
            return
        document = Document(load(path))
        self._desk.add_document(document)
        self._desk.settings.add_recent(path)

    def open_example(self, name: str) -> None:
        """Open a copy of a shipped example."""
        document = Document(loads(example_texts()[name], name))
        self._desk.add_document(document, title=name)

    def save(self, tab: DiagramTab) -> bool:
        """Write the document into its file; asks for one if there is none. Returns whether it is saved."""
        path = tab.document.path
        if path is None:
            return self.save_as(tab)
        if tab.disk.differs and not self._desk.ask.overwrite(path.name):
            return False
        return self._write(tab, path)

    def save_as(self, tab: DiagramTab) -> bool:
        """Write the document into another file; returns whether it is saved."""
        old = tab.document.path
        suggested = str(old) if old is not None else os.path.join(self._folder(), f"{tab.title}.{SUFFIX}")
        path = self._desk.ask.file_to_save("Save as", suggested, DIAGRAMS, SUFFIX)
        return path is not None and self._write(tab, Path(os.path.abspath(path)))

    def _write(self, tab: DiagramTab, path: Path) -> bool:
        try:
            tab.document.save(path)
        except DiagramError as error:
            self._refuse(f'"{path.name}" was not saved.', error)
            return False
        tab.disk.seen(path)
        self._desk.settings.add_recent(path)
        self._desk.say(f"Saved {path.name}")
        return True

    def reload(self, tab: DiagramTab) -> None:
        """Read the file again, as an edit that undo takes back."""
        path = tab.document.path
        if path is None or (tab.document.modified and not self._desk.ask.discard(path.name)):
            return
        try:
            tab.disk.seen(path)
            fresh = load(path)
            change = replacement(tab.document.diagram, fresh)
            tab.document.end_gesture()
            tab.document.do(change, "Reload")
        except DiagramError as error:
            self._refuse(f'"{path.name}" cannot be read again.', error)
            return
        tab.document.history.mark_clean()
        tab.document.history_changed.emit()
        tab.warn("")
        self._desk.say(f"Reloaded {path.name}")

    def may_close(self, tab: DiagramTab) -> bool:
        """Ask about changes that are not saved; returns whether the tab may go."""
        if not tab.document.modified:
            return True
        self._desk.tabs.setCurrentWidget(tab)
        answer = self._desk.ask.keep(tab.title)
        if answer is Answer.SAVE:
            return self.save(tab)
        return answer is Answer.DISCARD

    def ask_import(self) -> None:
        """Ask for files of enuSpace and open them as diagrams."""
        for path in self._desk.ask.file_to_open("Import from enuSpace", ENUSPACE, self._folder()):
            try:
                self._import(path)
            except DiagramError as error:
                self._refuse(f'"{path.name}" cannot be imported.', error)

    def _import(self, path: Path) -> None:
        result = import_file(path)
        document = Document(result.diagram)
        if result.files and not self._write_beside(document, path, result.files):
            return
        document.diagram.path = document.diagram.path if result.files else None
        self._desk.add_document(document, title=path.stem)
        lines = [str(line) for line in result.report]
        if lines:
            text = f'"{path.name}" was imported. What to know about it:'
            self._desk.ask.tell(text, "\n".join(lines[:4]), "\n".join(lines))
        else:
            self._desk.say(f"Imported {path.name}")

    def _write_beside(self, document: Document, source: Path, files: Mapping[str, Array]) -> bool:
        """Large values stand in files beside the diagram, so there must be a diagram file first."""
        suggested = str(source.with_suffix(f".{SUFFIX}"))
        target = self._desk.ask.file_to_save("Save the import as", suggested, DIAGRAMS, SUFFIX)
        if target is None:
            return False
        for name, array in files.items():
            if os.path.basename(name) != name or name in ("", ".", ".."):
                raise FileError(f"{name!r} cannot be the name of a file")
            buffer = io.BytesIO()
            np.lib.format.write_array(buffer, array, allow_pickle=False)
            write_atomically(target.parent / name, buffer.getvalue())
        document.save(target)
        return True

    def export_png(self, tab: DiagramTab) -> None:
        """Write a picture of the page."""
        path = self._desk.ask.file_to_save("Export picture", f"{tab.title}.png", "Pictures (*.png)", "png")
        if path is not None:
            self._export(path, lambda: write_png(tab.scene, path))

    def export_svg(self, tab: DiagramTab) -> None:
        """Write a drawing of the page, with the diagram in it."""
        path = self._desk.ask.file_to_save("Export drawing", f"{tab.title}.svg", "Drawings (*.svg)", "svg")
        if path is not None:
            self._export(path, lambda: write_svg(tab.scene, path, tab.document.diagram.dumps()))

    def _export(self, path: Path, write: Callable[[], None]) -> None:
        try:
            write()
        except DiagramError as error:
            self._refuse(f'"{path.name}" was not written.', error)
        else:
            self._desk.say(f"Exported {path.name}")

    def _folder(self) -> str:
        tab = self._desk.tab
        path = tab.document.path if tab is not None else None
        if path is not None:
            return str(path.parent)
        recent = self._desk.settings.recent()
        return str(recent[0].parent) if recent else ""

    def _refuse(self, text: str, error: DiagramError) -> None:
        errors = getattr(error, "errors", [error])
        lines = [": ".join(part for part in (each.place(), each.sentence()) if part) for each in errors]
        more = "\n".join(lines[:3]) + (f"\nand {len(lines) - 3} more" if len(lines) > 3 else "")
        self._desk.ask.tell(text, more, "\n".join(lines) if len(lines) > 3 else "")


def replacement(old: Diagram, new: Diagram) -> Change:
    """The change that puts everything of one diagram in the place of everything of another."""
    changes: list[Change] = [RemovePage(page.name) for page in old.pages]
    changes += [AddPage(place, page) for place, page in enumerate(new.document.pages)]
    changes += [SetTitle(new.title), SetExtra(None, None, new.extra)]
    return Group(tuple(changes))


def _is_enuspace(path: Path) -> bool:
    if path.suffix.lower() == ".svg":
        return True
    if path.suffix.lower() != ".json":
        return False
    try:
        with path.open("rb") as file:
            return b'"gradblocks/' not in file.read(4096)
    except OSError:
        return False
