"""The commands of the File menu: new, open, save, import, export, close."""

from __future__ import annotations

import ntpath
import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)  # fmt: skip

from app.canvas.mirror import SceneModel
from app.core.document import Document
from app.core.recovery.journal import Journal, digest
from app.core.replay import Replay
from app.core.runs.worker import BackgroundTask
from app.face.theme import LIGHT
from app.panels.look import acting, first_size, vertical
from app.window.documents.opening import Contents, Opener, OpeningJob, lines_of, read_file, read_grouped, read_import
from app.window.documents.recovery import Recovery
from app.window.kept_files import KeptFiles, clashes, copy, named_files
from app.window.panel_table import GRADIENT, NOTES
from app.window.settings import FOLDER, OPEN
from app.window.tabs import DiagramTab, WindowPart, WindowProtocol
from app.window.widgets.docks import Docks
from app.window.widgets.questions import DIAGRAMS, ENUSPACE, MODELS, OPENED, UserAnswer
from blocks.base.errors import DiagramError
from blocks.base.language import mark, plural, tr
from blocks.base.locks import FileLock, lock_of_file
from blocks.cli.examples import example_files, example_texts, put_files
from blocks.document.changes import Group
from blocks.document.file import load, loads
from blocks.document.file_kinds import kind_of
from blocks.document.merging.between import changes_between
from blocks.document.merging.merge import merge
from blocks.document.model import Diagram, lay_out_pages
from blocks.interchange.enuspace.paths import FileName, file_names, missing, path_changes, renamed
from blocks.interchange.importing.weights import write_arrays
from blocks.interchange.optional import require
from blocks.worker.page_queries import report_of

SUFFIX = "gradblocks"
_FEW = 8
"""Notes on an imported file that are told at once."""


class FileCommands(WindowPart):
    """The commands of the File menu. The window reports errors; only `load` raises them."""

    exercise_chosen = Signal(object)

    def __init__(self, desk: WindowProtocol, state: Path | None = None) -> None:
        super().__init__(desk)
        self.state = state
        self._locks = None if state is None else state / "locks"
        self._journals = None if state is None else state / "journals"
        self._kept = None if state is None else state / "kept"
        self.opener = Opener(desk)
        self.recovery = Recovery(desk, self.opener, state, self._tab_of)

    def new(self) -> None:
        self._desk.add_document(Document.new())

    def ask_open(self) -> None:
        for path in self._desk.ask.file_to_open(tr("Open"), OPENED, self._folder()):
            self.open(path)

    def ask_models(self) -> None:
        for path in self._desk.ask.file_to_open(tr("Import ONNX or TensorFlow"), MODELS, self._folder()):
            self.open(path)

    def ask_open_grouped(self) -> None:
        for path in self._desk.ask.file_to_open(tr("Open model with grouped layers"), MODELS, self._folder()):
            self.opener.open(OpeningJob(path.name, path, partial(read_grouped, path), partial(self._show, path)))

    def open(self, path: Path) -> None:
        """Open a file of ours, of enuSpace or a model, or show its tab; large files open asynchronously."""
        path = Path(os.path.abspath(path))
        tab = self._tab_of(path)
        if tab is not None:
            self._desk.tabs.setCurrentWidget(tab)
            return
        if kind_of(path) == "exercise":
            self.exercise_chosen.emit(path)
            return
        wires = "curved" if self._desk.settings.flag("curved") else "orthogonal"
        self.opener.open(OpeningJob(path.name, path, partial(read_file, path, wires), partial(self._show, path)))

    def load(self, path: Path) -> None:
        """Open a file of ours or of enuSpace at once; raise DiagramError on failure."""
        path = Path(os.path.abspath(path))
        self._show(path, read_file(path))

    def _show(self, path: Path, read: Contents) -> None:
        write = partial(write_arrays, files=read.files) if read.files else None
        tab = self._add(Document(read.diagram), read.title, write, read.mirrors)
        tab.links.put(read.tags)
        if read.digest is not None and tab.document.path is not None:
            tab.disk.seen(tab.document.path, read.digest)
            tab.begins_unlike(read.digest if read.laid_out else None)
            self._desk.settings.add_recent(path)
        names = file_names(read.diagram) if read.title is not None else []
        lost = missing(names, path.parent)
        tell_report = partial(self.tell_import, tab, path.name, read.report)
        if self.recovery.tell(tab):
            return
        if lost:
            say_missing(tab, lost, path.parent, tell_report)
        else:
            tell_report()

    def _add(
        self,
        document: Document,
        title: str | None,
        write: Callable[[Path], object] | None,
        mirrors: Mapping[str, SceneModel] | None = None,
    ) -> DiagramTab:
        """Show a document in a tab; files that exist only in memory are kept in a folder until it is saved."""
        kept = None if write is None else KeptFiles.new(self._kept, write)
        document.beside = None if kept is None else kept.folder
        tab = self._desk.add_document(document, title=title, mirrors=mirrors)
        tab.keep_files(kept)
        return tab

    def tell_import(self, tab: DiagramTab, name: str, report: Sequence[str], /) -> None:
        where = ""
        if tab.kept is not None:
            text = mark("The weights of the imported model are in {folder} until you save the diagram.")
            where = tr(text, folder=tab.kept.folder)
        if not report:
            if where:
                tab.notice.say(where, tr("Save as..."), partial(self.save_as, tab))
            return
        text = plural(
            len(report),
            '"{name}" was imported: {first}',
            '"{name}" was imported, with {n:,} notes. The first: {first}',
            name=name,
            first=report[0],
        )
        head = tr('"{name}" was imported. Notes:', name=name)
        details = "\n".join(report) if len(report) > _FEW else ""
        inform = partial(self._desk.ask.inform, head, "\n".join(report[:_FEW]), details)
        tab.notice.say(f"{text}\n{where}".rstrip(), tr("Details"), inform)

    def _tab_of(self, path: Path) -> DiagramTab | None:
        real = _real(path)
        for tab in self._desk.tabs.diagrams():
            if tab.document.path is not None and _real(tab.document.path) == real:
                return tab
        return None

    def ask_recover(self) -> None:
        if not self.recovery.offer():
            self._desk.say(tr("There is no unsaved work to restore"))

    def protect(self, tab: DiagramTab, journal: Journal | None = None) -> None:
        if self._journals is None:
            return
        tab.journal = journal if journal is not None else Journal(tab.document, self._journals, tab.title)
        tab.journal.seen = lambda: tab.disk.digest
        tab.journal.failed.connect(tab.warn_unsafe)
        tab.journal.mended.connect(tab.tell_safe)
        if tab.document.path is not None:
            tab.lock = self._lock_for(tab, tab.document.path)
            self._tell_holder(tab)

    def _lock_for(self, tab: DiagramTab | None, path: Path) -> FileLock | None:
        """Return the lock of a file, taken if it is free; None where locks are unavailable."""
        if self._locks is None:
            return None
        try:
            lock = lock_of_file(self._locks, path)
            if tab is not None and tab.lock is not None and tab.lock.path == lock.path:
                lock = tab.lock
            lock.take()
        except (OSError, ValueError):
            return None  # saving still compares the file with what was read
        return lock

    def _tell_holder(self, tab: DiagramTab) -> None:
        if tab.read_only and tab.lock is not None:
            who = f" ({holder})" if (holder := tab.lock.holder()) else ""
            said = mark("This file is open in another window{who}. You can save your changes only to another file.")
            tab.notice.say(tr(said, who=who), tr("Save as..."), partial(self.save_as, tab))

    def open_example(self, name: str) -> None:
        files = example_files(name)
        write = partial(put_files, files=files) if files else None
        tab = self._add(Document(loads(example_texts()[name], name)), name, write)
        begin_lesson(name, tab, self._desk.docks)

    def open_start(self, start: Diagram, title: str) -> DiagramTab:
        """Show an exercise's start diagram as an unsaved document, with the files that it reads."""
        if not start.pages:
            start.add_page("main")
        lay_out_pages(start)
        folder, start.path = Path(start.path or "").parent, None
        names = named_files(start, folder)
        return self._add(Document(start), title, partial(copy, names, folder) if names else None)

    def save(self, tab: DiagramTab) -> bool:
        path = tab.document.path
        if path is None:
            return self.save_as(tab)
        lock = self._lock_for(tab, path)
        if lock is not None and not lock.held:
            self._tell_held(path, lock)
            return self.save_as(tab)
        if tab.disk.differs and not self._desk.ask.overwrite(path.name):
            return False
        return self._write(tab, path, lock)

    def save_as(self, tab: DiagramTab) -> bool:
        old = tab.document.path
        suggested = str(old) if old is not None else os.path.join(self._folder(), f"{tab.file_name}.{SUFFIX}")
        path = self._desk.ask.file_to_save(tr("Save as"), suggested, DIAGRAMS, SUFFIX)
        if path is None:
            return False
        path = Path(os.path.abspath(path))
        if self._tab_of(path) not in (None, tab):
            why = tr("The file is open in another tab. Close that tab first.")
            self._desk.ask.tell(tr('"{name}" was not saved.', name=path.name), why)
            return False
        lock = self._lock_for(tab, path)
        if lock is not None and not lock.held:
            self._tell_held(path, lock)
            return False
        return self._write(tab, path, lock)

    def _tell_held(self, path: Path, lock: FileLock) -> None:
        who = f" ({holder})" if (holder := lock.holder()) else ""
        more = tr("Save the diagram as a different file, or close the file in the other window first.")
        said = tr('"{name}" is open in another window{who} and was not saved.', name=path.name, who=who)
        self._desk.ask.tell(said, more)

    def _write(self, tab: DiagramTab, path: Path, lock: FileLock | None) -> bool:
        try:
            is_saved = self._take_along(tab, path.parent)
            if is_saved:
                tab.document.save(path)
        except DiagramError as error:
            is_saved = False
            self._refuse(tr('"{name}" was not saved.', name=path.name), error)
        if not is_saved:
            if lock is not None and lock is not tab.lock:
                lock.release()
            return False
        if tab.lock is not None and lock is not tab.lock:
            tab.lock.release()
        tab.lock = lock
        tab.keep_files(None)
        tab.disk.seen(path)
        tab.notice.hide()
        self._desk.tabs.retitle(tab)
        self._desk.settings.add_recent(path)
        self._desk.say(tr("Saved {name}", name=path.name))
        return True

    def _take_along(self, tab: DiagramTab, target: Path) -> bool:
        """Copy a diagram's array files beside its new file; return whether saving may continue."""
        source = tab.document.home
        if source is None or source == target:
            return True
        names = tab.kept.names() if tab.kept is not None else named_files(tab.document.diagram, source)
        others = clashes(names, source, target)
        if others:
            text = tr('"{name}" already exists with different contents. Overwrite it?', name=others[0])
            more = tr("Another diagram may use this file. To keep both files, save in a different folder.")
            if not self._desk.ask.sure(text, more, tr("Overwrite")):
                return False
        copy(names, source, target)
        return True

    def reload(self, tab: DiagramTab) -> None:
        path = tab.document.path
        if path is not None and (not tab.document.modified or self._desk.ask.discard(path.name)):
            self._take_over(tab, path, None)

    def merge(self, tab: DiagramTab) -> None:
        """Merge the edits of the door to the file into a modified document, as one edit."""
        path, base = tab.document.path, tab.door_base()
        if path is not None and base is not None:
            self._take_over(tab, path, base)

    def _take_over(self, tab: DiagramTab, path: Path, base: bytes | None) -> None:
        """Reload a file, or merge its content into the document if the common ancestor is given."""
        try:
            before = digest(path)
            diagram, document = load(path), tab.document
            laid_out = base is None and lay_out_pages(diagram)
            old, new = document.diagram.document, diagram.document
            new = new if base is None else merge(loads(base).document, old, new).document
            changes = changes_between(old, new)
            if changes:
                text = tr("Reload") if base is None else tr("Merge changes of the file")
                document.do(Group(tuple(changes)), text, follow=False)
        except DiagramError as error:
            said = mark("The file could not be reloaded. The open diagram was not changed. {lines_of}")
            text = tr(said, lines_of=lines_of(error)[0])
            tab.notice.say(text, tr("Try again"), partial(self.reload, tab))
            return
        tab.disk.seen(path, before)
        tab.begins_unlike(before if laid_out else None)
        if base is None:
            document.history.mark_clean()
            document.history_changed.emit()
        tab.notice.hide()
        self._tell_holder(tab)
        said = mark("Reloaded {name}") if base is None else mark("Merged the changes of {name}")
        self._desk.say(tr(said, name=path.name))

    def may_close(self, tab: DiagramTab) -> bool:
        if not tab.document.modified:
            return True
        self._desk.tabs.setCurrentWidget(tab)
        answer = self._desk.ask.keep(tab.title)
        if answer is UserAnswer.SAVE:
            return self.save(tab)
        return answer is UserAnswer.DISCARD

    def ask_import(self) -> None:
        for path in self._desk.ask.file_to_open(tr("Import from enuSpace"), ENUSPACE, self._folder()):
            path = Path(os.path.abspath(path))
            self.opener.open(OpeningJob(path.name, path, partial(read_import, path), partial(self._show, path)))

    def ask_torch(self) -> None:
        from app.window.documents.torch_import import TorchImport

        TorchImport(self._desk.tabs, self.ask_open, self._desk.say).open()

    def _target(self, tab: DiagramTab, title: str, kind: str, suffix: str) -> Path | None:
        return self._desk.ask.file_to_save(title, f"{tab.file_name}.{suffix}", kind, suffix)

    def export_png(self, tab: DiagramTab) -> None:
        from app.window.documents.export import write_png

        title, kind = tr("Export image"), tr("Images (*.png)")
        self._export_picture(tab, title, kind, "png", lambda path: write_png(tab.scene, path))

    def export_svg(self, tab: DiagramTab) -> None:
        from app.window.documents.export import write_svg

        self._export_picture(
            tab, tr("Export drawing"), tr("Drawings (*.svg)"), "svg",
            lambda path: write_svg(tab.scene, path, tab.document.diagram.dumps()),
        )  # fmt: skip

    def _export_picture(
        self, tab: DiagramTab, title: str, kind: str, suffix: str, write: Callable[[Path], None]
    ) -> None:
        from app.window.documents.export import in_theme

        chosen: int | None = 0
        if tab.scene.theme is not LIGHT:
            chosen = self._desk.ask.choice(title, tr("Colors"), [tr("Light, for print"), tr("Colors of the window")])
        path = None if chosen is None else self._target(tab, title, kind, suffix)
        if path is not None:
            with in_theme(tab.scene, tab.scene.theme if chosen else LIGHT):
                self._export(path, lambda: write(path))

    def export_page(self, tab: DiagramTab, replay: bool = False) -> None:
        """Ask for a file and write a web page, with the history of the page that is shown if ``replay``."""
        from app.window.documents.export import write_page

        title = tr("Export web page")
        chosen: int | None = 1
        if tab.engine.store.results(tab.root_page):
            chosen = self._desk.ask.choice(title, tr("Contents"), [tr("Diagram and results"), tr("Diagram only")])
        path = None if chosen is None else self._target(tab, title, tr("Web pages (*.html)"), "html")
        if path is not None:
            last = None if chosen else tab.engine
            history = Replay(tab.document, tab.page_name) if replay else None
            self._export(path, lambda: write_page(tab.document.diagram, tab.root_page, path, last, history))

    def export_python(self, tab: DiagramTab) -> None:
        from app.window.documents.export import write_python

        path = self._target(tab, tr("Export Python program"), tr("Python programs (*.py)"), "py")
        if path is not None:
            self._export_and_tell(path, lambda: write_python(tab.document.diagram, path))

    def export_jax(self, tab: DiagramTab) -> None:
        path = self._target(tab, tr("Export JAX program"), tr("Python programs (*.py)"), "py")
        if path is not None:
            self._export_elsewhere(tab, path, "jax", diagram=tab.document.diagram.dumps())

    def export_onnx(self, tab: DiagramTab) -> None:
        path = self._target(tab, tr("Export model"), tr("ONNX models (*.onnx)"), "onnx")
        if path is not None:
            self._export_elsewhere(tab, path, "onnx")

    def _export_elsewhere(self, tab: DiagramTab, path: Path, package: str, **more: str) -> None:
        """Export in another process, for slow exports, and show the exporter's report."""
        errand = BackgroundTask(self)

        def done(outcome: Any) -> None:
            errand.deleteLater()
            self._export_and_tell(path, lambda: _report(outcome))

        errand.done.connect(done)
        try:
            require(package)
            if not tab.root_page:
                raise DiagramError(tr("the diagram has no page"))
            errand.start(package, tab.engine.source(tab.root_page), {"path": str(path), **more})
        except DiagramError as error:
            self._refuse(tr('"{name}" was not written.', name=path.name), error)
        else:
            self._desk.say(tr("Exporting {name}...", name=path.name))

    def _export_and_tell(self, path: Path, write: Callable[[], list[str]]) -> None:
        said: list[str] = []
        self._export(path, lambda: said.extend(write()))
        if said:
            text = tr('Notes on the export of "{name}":', name=path.name)
            self._desk.ask.tell(text, "\n".join(said[:4]), "\n".join(said))

    def _export(self, path: Path, write: Callable[[], None]) -> None:
        try:
            write()
        except DiagramError as error:
            self._refuse(tr('"{name}" was not written.', name=path.name), error)
        else:
            self._desk.say(tr("Exported {name}", name=path.name))

    def keep_open(self) -> None:
        front = self._desk.tab
        tabs = sorted(self._desk.tabs.diagrams(), key=lambda tab: tab is not front)
        paths = [os.path.abspath(tab.document.path) for tab in tabs if tab.document.path is not None]
        self._desk.settings.set(OPEN, paths or None)

    def was_open(self) -> list[Path]:
        return self._desk.settings.files(OPEN)

    def reopen(self) -> None:
        for path in reversed(self.was_open()):
            self.open(path)

    def _folder(self) -> str:
        chosen = self._desk.settings.text(FOLDER)
        if chosen and os.path.isdir(chosen):
            return chosen
        tab = self._desk.tab
        path = tab.document.path if tab is not None else None
        if path is not None:
            return str(path.parent)
        recent = self._desk.settings.recent()
        return str(recent[0].parent) if recent else ""

    def _refuse(self, text: str, error: DiagramError) -> None:
        lines = lines_of(error)
        more = "\n".join(lines[:3]) + (tr("\nand {count} more", count=len(lines) - 3) if len(lines) > 3 else "")
        self._desk.ask.tell(text, more, "\n".join(lines) if len(lines) > 3 else "")


def _real(path: Path) -> str:
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return str(path)


def _report(outcome: Any) -> list[str]:
    if isinstance(outcome, DiagramError):
        raise outcome
    return report_of(outcome)


LESSONS: Mapping[str, str] = {
    "stable_softmax": "",
    "em_step": "",
    "contrastive_divergence": "",
    "adversarial_example": "train_grad",
    "detached_target": "",
}
"""Shipped examples that open with the gradient view on, and what is differentiated; empty: what the page does first."""


def begin_lesson(name: str, tab: DiagramTab, docks: Docks) -> None:
    """Show the gradient, and the Gradient and Notes panels, if an example is about the gradient."""
    if name not in LESSONS:
        return
    gradients = tab.engine.gradients
    gradients.choose(tab.page_name, LESSONS[name])
    gradients.show(tab.page_name, True)
    for panel in (NOTES, GRADIENT) if not docks.is_folded else (GRADIENT,):  # its notes are on the page, too
        docks.show(panel)


def say_missing(tab: DiagramTab, lost: Sequence[FileName], folder: Path, then: Callable[[], object]) -> None:
    """Show a notification about missing files with a command to locate them; ``then`` is called afterwards."""
    text = plural(
        len(lost),
        "This diagram refers to a file that is not on this computer.",
        "This diagram refers to {n:,} files that are not on this computer.",
    )
    tab.notice.say(text, tr("Find files..."), partial(_ask, tab, lost, folder, then), on_dismiss=then)


def _ask(tab: DiagramTab, lost: Sequence[FileName], folder: Path, then: Callable[[], object]) -> None:
    dialog = MissingFiles(lost, folder, tab)
    if dialog.exec():
        apply_mapping(tab, dialog.mapping())
        tab.notice.hide()
        then()


def apply_mapping(tab: DiagramTab, mapping: Sequence[tuple[str, str]]) -> None:
    changes = path_changes(tab.document.diagram, mapping)
    if changes:
        tab.document.do(Group(tuple(changes)), tr("Find files"))


class MissingFiles(QDialog):
    """A row for each folder of the other computer, with its missing files and the folder to search instead."""

    def __init__(self, lost: Sequence[FileName], folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Find files"))
        self.setMinimumWidth(first_size(self, 560, 0).width())
        self._folder = folder
        self._rows: list[_MissingRow] = []
        head = _label(tr("The diagram refers to files that do not exist on this computer. Where are the files now?"))
        grid = QGridLayout()
        for old, names in _by_folder(lost).items():
            self._rows.append(_MissingRow(old, names, folder, grid, len(self._rows), self))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        vertical(head, grid, buttons, to=self)

    @property
    def edits(self) -> list[QLineEdit]:
        return [row.edit for row in self._rows]

    @property
    def states(self) -> list[str]:
        return [row.state.text() for row in self._rows]

    def mapping(self) -> list[tuple[str, str]]:
        return [(row.old, row.edit.text().strip()) for row in self._rows if row.edit.text().strip()]


class _MissingRow:
    def __init__(
        self, old: str, names: Sequence[FileName], folder: Path, grid: QGridLayout, number: int, dialog: QDialog
    ) -> None:
        self.old = old
        self._names = names
        self._folder = folder
        self._dialog = dialog
        self.edit = QLineEdit(dialog, placeholderText=tr("a folder on this computer"))
        self.edit.setAccessibleName(tr("New location of {old}", old=old))
        self.edit.textChanged.connect(self._look)
        choose = acting(QPushButton(tr("Choose..."), dialog), self._choose)
        self.state = _label("")
        grid.addWidget(_label(old), 2 * number, 0)
        grid.addWidget(self.edit, 2 * number, 1)
        grid.addWidget(choose, 2 * number, 2)
        grid.addWidget(self.state, 2 * number + 1, 1, 1, 2)
        self._look()

    def _look(self) -> None:
        new = self.edit.text().strip()
        names = [each._replace(name=renamed(each.name, self.old, new)) for each in self._names] if new else self._names
        lost = [ntpath.basename(each.name) for each in missing(names, self._folder)]
        shown = ", ".join(lost[:3]) + (tr(" and {count} more", count=len(lost) - 3) if len(lost) > 3 else "")
        located = len(names) - len(lost)
        text = tr("{found} of {count} found", found=located, count=len(names)) if new else ""
        gone = tr("missing: {names}", names=shown) if lost else ""
        self.state.setText("; ".join(filter(None, (text, gone))))

    def _choose(self) -> None:
        title = tr("New location of {old}", old=self.old)
        folder = QFileDialog.getExistingDirectory(self._dialog, title, str(self._folder))
        if folder:
            self.edit.setText(folder)


def _label(text: str) -> QLabel:
    return QLabel(text, textFormat=Qt.TextFormat.PlainText, wordWrap=True)


def _by_folder(lost: Sequence[FileName]) -> dict[str, list[FileName]]:
    folders: dict[str, list[FileName]] = {}
    for each in lost:
        folders.setdefault(ntpath.dirname(each.name), []).append(each)
    return folders
