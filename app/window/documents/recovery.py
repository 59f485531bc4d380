"""Recovery of unsaved work after a crash: the list of diagrams, with commands to restore or discard each."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QWidget
from shiboken6 import isValid

from app.core.document import Document
from app.core.recovery.journal import Journal, OrphanedJournal, begin_again, find, replay, restored
from app.panels.look import ScrollArea, horizontal, named, text_share, vertical
from app.window.documents.opening import Opener, OpeningJob
from app.window.kept_files import KeptFiles, tidy
from app.window.settings import AUTOSAVE, Settings
from app.window.tabs import DiagramTab, WindowPart, WindowProtocol
from app.window.widgets.example_picture import picture_of
from app.window.widgets.style import chosen
from blocks.base.errors import DiagramError
from blocks.base.language import mark, plural, tr
from blocks.base.locks import FileLock
from blocks.document.definitions import shown_type
from blocks.document.model import Diagram

_PICTURE = QSize(288, 150)
_MOST_TYPES = 6
"""Types of blocks that are named."""


class Recovery(WindowPart):
    """Recovery of documents from processes that did not close them. Nothing is restored without confirmation."""

    def __init__(
        self, desk: WindowProtocol, opener: Opener, state: Path | None, tab_of: Callable[[Path], object | None]
    ) -> None:
        super().__init__(desk)
        self._opener = opener
        self._folder = None if state is None else state / "journals"
        self._kept = None if state is None else state / "kept"
        self._tab_of = tab_of
        self._page: RecoveryPage | None = None

    def offer(self, *, to_front: bool = True) -> bool:
        orphans = find(self._folder) if self._folder is not None else []
        if self._kept is not None:
            tidy(self._kept, [one.beside for one in orphans if one.beside is not None])
        if self._page is not None and not self._is_open(self._page):
            self._page = None  # closed, and about to go
        if self._page is None and orphans:
            self._page = page = RecoveryPage(chosen(self._desk.settings.text("theme", "dark")).name)
            page.restore_wanted.connect(self.restore)
            page.discard_wanted.connect(self.discard)
            self._desk.tabs.addTab(page, tr("Restore"))
        if self._page is not None:
            self._page.show_found(orphans)
            if to_front:
                self._desk.tabs.setCurrentWidget(self._page)
        return bool(orphans)

    def tell(self, tab: DiagramTab) -> bool:
        path = tab.document.path
        if path is None or self._folder is None or all(one.file != path for one in find(self._folder)):
            return False
        tab.notice.say(tr("Unsaved edits to this file were found."), tr("Restore..."), self.offer)
        return True

    def restore(self, orphan: OrphanedJournal) -> None:
        begin, show = partial(begin_again, orphan), partial(self._show, orphan)
        self._opener.open(OpeningJob(orphan.title, orphan.journal, begin, show))

    def discard(self, orphan: OrphanedJournal) -> None:
        if self._desk.ask.forget(orphan.title):
            lock = FileLock(orphan.journal, make=False)
            if _take(lock):
                lock.release()
            self._forget(orphan)

    def _show(self, orphan: OrphanedJournal, diagram: Diagram) -> None:
        if self._folder is None:
            return
        lock = FileLock(orphan.journal, make=False)
        if not _take(lock):
            self._forget(orphan)
            raise DiagramError(tr("another window has already restored or discarded these edits"))
        tab = self._tab_of(Path(diagram.path)) if diagram.path is not None else None
        if isinstance(tab, QWidget):
            if self._desk.tabs.is_modified(tab):
                diagram.path = None
            else:
                self._desk.tabs.close_wanted.emit(tab)
        document = Document(diagram)
        kept = self._kept_of(orphan)
        document.beside = None if kept is None else kept.folder
        journal = Journal(document, self._folder, orphan.title)
        journal.seen = lambda: orphan.digest
        if document.path is None and orphan.file is not None:
            document.mark_changed()
        done = replay(document, orphan.edits)
        opened = self._desk.add_document(document, orphan.title, journal)
        opened.keep_files(kept)
        if document.path is not None:
            opened.disk.seen(document.path, orphan.digest)
        journal.take_the_place_of(lock)
        self._forget(orphan)
        opened.notice.say(_what_happened(orphan, done, document.path is not None))
        if journal.fault:
            opened.warn_unsafe(journal.fault)

    def _kept_of(self, orphan: OrphanedJournal) -> KeptFiles | None:
        """Return the kept files of an orphan, only below our own folder: closing the tab deletes them."""
        folder = orphan.beside
        return KeptFiles(folder) if folder is not None and folder.parent == self._kept and folder.is_dir() else None

    def _is_open(self, page: RecoveryPage) -> bool:
        return isValid(page) and self._desk.tabs.indexOf(page) >= 0

    def _forget(self, orphan: OrphanedJournal) -> None:
        page = self._page
        if page is not None and self._is_open(page) and page.forget(orphan):
            self._page = None
            self._desk.tabs.close_wanted.emit(page)


def _take(lock: FileLock) -> bool:
    try:
        return lock.take()
    except OSError:
        return False


def _what_happened(orphan: OrphanedJournal, done: int, same_file: bool) -> str:
    edits = _edits(orphan.edit_count)
    if done < len(orphan.edits):
        text = mark("Restored {done:,} of {count:,} edits. The remaining edits cannot be read.")
        return tr(text, done=done, count=len(orphan.edits))
    if orphan.file is None:
        return tr("Restored with {edits}. This diagram was never saved.", edits=edits)
    if not same_file:
        text = mark('Restored as a new diagram, with {edits}. "{name}" was not changed.')
        return tr(text, edits=edits, name=orphan.file.name)
    return tr("Restored with {edits}. The file does not change until you save.", edits=edits)


def _edits(count: int) -> str:
    return plural(count, "{n} unsaved edit", "{n:,} unsaved edits")


def _content(diagram: Diagram) -> str:
    """Summarize a diagram's content in one line, to distinguish diagrams without a name."""
    blocks = [block for page in diagram.pages for block in page.blocks]
    wires = sum(len(page.wires) for page in diagram.pages)
    counts = [plural(len(blocks), "{n} block", "{n:,} blocks"), plural(wires, "{n} wire", "{n:,} wires")]
    if len(diagram.pages) > 1:
        counts.append(plural(len(diagram.pages), "{n} page", "{n:,} pages"))
    types = list(dict.fromkeys(shown_type(block.type) for block in blocks))
    named = ", ".join(types[:_MOST_TYPES]) + (", ..." if len(types) > _MOST_TYPES else "")
    return ", ".join(counts) + (f": {named}" if named else "")


def _when(seconds: float) -> str:
    then, now = time.localtime(seconds), time.localtime()
    return time.strftime(tr("today at %H:%M") if then[:3] == now[:3] else tr("on %Y-%m-%d at %H:%M"), then)


class RecoveryPage(ScrollArea):
    """A tab with a row for each diagram that can be restored. Its signals have the row's `OrphanedJournal`."""

    restore_wanted = Signal(object)
    discard_wanted = Signal(object)

    def __init__(self, theme: str) -> None:
        super().__init__()
        self._theme = theme
        self._rows: dict[Path, _OrphanRow] = {}
        self.setFrameShape(QFrame.Shape.NoFrame)
        body = QWidget()
        self.setWidget(body)
        about = tr(
            "Gradblocks closed unexpectedly while these diagrams were open. Restoring does not change their files."
        )
        parts = (_label(tr("Unsaved work"), 20, bold=True), _label(about), 14, None)
        self._layout = vertical(*parts, to=body, margins=(40, 36, 40, 36), spacing=10)

    def show_found(self, orphans: list[OrphanedJournal]) -> None:
        for row in self._rows.values():
            row.deleteLater()
        self._rows.clear()
        for one in orphans:
            row = self._rows[one.journal] = _OrphanRow(one, self._theme)
            row.restore.clicked.connect(lambda _on=False, chosen=one: self.restore_wanted.emit(chosen))
            row.discard.clicked.connect(lambda _on=False, chosen=one: self.discard_wanted.emit(chosen))
            self._layout.insertWidget(self._layout.count() - 1, row)

    def forget(self, orphan: OrphanedJournal) -> bool:
        row = self._rows.pop(orphan.journal, None)
        if row is not None:
            row.deleteLater()
        return not self._rows


class _OrphanRow(QFrame):
    def __init__(self, orphan: OrphanedJournal, theme: str) -> None:
        super().__init__()
        self.setObjectName("recoveryRow")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        file = orphan.file
        words = vertical(
            _label(orphan.title if file is None else file.stem, 12, bold=True),
            _label(tr("Never saved") if file is None else str(file)),
            _label(tr("{edits}, the last {when}", edits=_edits(orphan.edit_count), when=_when(orphan.when))),
            spacing=3,
        )
        diagram = restored(orphan)
        if diagram is not None:
            words.addWidget(_label(_content(diagram)))
        if orphan.changed_since:
            said = tr("The file has changed since these edits, so the restored diagram opens as a new diagram.")
            words.addWidget(_label(said))
        words.addStretch()  # lines stand equally close in all rows, however many they are
        self.restore = QPushButton(tr("Restore"), default=True)
        self.discard = QPushButton(tr("Discard..."))
        layout = horizontal(to=self, margins=(16, 12, 16, 12), spacing=12)
        if diagram is not None and diagram.pages and diagram.pages[0].blocks:
            drawn = picture_of(diagram.pages[0].snapshot(), theme, _PICTURE, self.devicePixelRatioF())
            picture = named(QLabel(pixmap=QPixmap.fromImage(drawn)), tr("Preview"))
            layout.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(words, 1)
        layout.addWidget(self.restore)
        layout.addWidget(self.discard)


def _label(text: str, size: int = 0, *, bold: bool = False) -> QLabel:
    label = QLabel(text, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
    font = label.font()
    if size:
        font.setPointSizeF(size * text_share())
    font.setBold(bold)
    label.setFont(font)
    return label


MINUTE = 60_000
"""Milliseconds."""
MOST = 120
"""Minutes."""


class Autosave(QObject):
    def __init__(
        self,
        settings: Settings,
        tabs: Callable[[], Iterable[DiagramTab]],
        save: Callable[[DiagramTab], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._tabs = tabs
        self._save = save
        self.timer = QTimer(self)
        self.timer.timeout.connect(self.save_all)
        settings.changed.connect(self._changed)
        self._changed(AUTOSAVE)

    def save_all(self) -> None:
        """Save the diagrams that need no question: those whose own file is unchanged since it was read."""
        for tab in self._tabs():
            document = tab.document
            if document.modified and document.path is not None and not tab.read_only and not tab.disk.differs:
                self._save(tab)

    def _changed(self, name: str) -> None:
        if name == AUTOSAVE:
            minutes = self._settings.number(AUTOSAVE, 0, MOST, 0)
            self.timer.setInterval(max(1, minutes) * MINUTE)
            if minutes:
                self.timer.start()
            else:
                self.timer.stop()
