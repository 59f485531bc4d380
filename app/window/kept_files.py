"""Files that an imported diagram or an example refers to, kept in a private folder until saved with the diagram."""

from __future__ import annotations

import contextlib
import filecmp
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from app.core.recovery.journal import digest
from blocks.base.errors import FileError
from blocks.base.language import tr
from blocks.base.locks import FileLock
from blocks.document.model import Diagram
from blocks.run.files import Folders

_LOCK = "in-use.lock"


def _unwritable(error: OSError, folder: Path | None) -> FileError:
    return FileError(tr("the folder cannot be written: {why}", why=error.strerror or error), file=str(folder))


class KeptFiles:
    """The folder with an unsaved document's files, locked while it is open. FileError: another window has it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = FileLock(folder / _LOCK)
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            is_ours = self._lock.take()
        except OSError as error:
            raise _unwritable(error, folder) from error
        if not is_ours:
            why = tr("the folder is in use by another tab or window: close the diagram there first")
            raise FileError(why, file=str(folder))

    @classmethod
    def new(cls, parent: Path | None, write: Callable[[Path], object]) -> KeptFiles:
        """Make a folder in ``parent`` or in the system's temporary folder, and write files into it."""
        try:
            if parent is not None:
                parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            folder = Path(tempfile.mkdtemp(prefix="" if parent is not None else "gradblocks-", dir=parent))
        except OSError as error:
            raise _unwritable(error, parent) from error
        kept = cls(folder)
        try:
            write(folder)
        except FileError:
            kept.drop()
            raise
        return kept

    def names(self) -> list[str]:
        files = [path.relative_to(self.folder) for path in sorted(self.folder.rglob("*")) if path.is_file()]
        return [path.as_posix() for path in files if path.name != _LOCK]

    def drop(self) -> None:
        self._lock.release()
        shutil.rmtree(self.folder, ignore_errors=True)


def tidy(parent: Path, wanted: Iterable[Path]) -> None:
    """Delete unlocked folders of crashed windows, except those still wanted."""
    needed = set(wanted)
    with contextlib.suppress(OSError):
        for folder in parent.iterdir():
            lock = FileLock(folder / _LOCK, make=False)
            with contextlib.suppress(OSError):  # one that is just being made has no lock yet
                if folder not in needed and lock.take():
                    lock.release()
                    shutil.rmtree(folder, ignore_errors=True)


def named_files(diagram: Diagram, folder: Path) -> list[str]:
    from blocks.interchange.initial_values import files_in  # few moments need it

    names = {*files_in(diagram.document)}
    return sorted(name for name in names if not os.path.isabs(name) and (folder / name).is_file())


def clashes(names: Iterable[str], source: Path, target: Path) -> list[str]:
    return [name for name in names if (target / name).exists() and not _same(source / name, target / name)]


def copy(names: Iterable[str], source: Path, target: Path) -> None:
    folders = Folders(target)
    for name in names:
        try:
            data = (source / name).read_bytes()
        except OSError as error:
            text = tr("the file cannot be read: {why}", why=error.strerror or error)
            raise FileError(text, file=str(source / name)) from error
        folders.write(name, data)


def _same(one: Path, other: Path) -> bool:
    try:
        return filecmp.cmp(one, other, shallow=False)
    except OSError:
        return False


_SETTLE = 250


class DiskWatch(QObject):
    """A watcher of one file. Our own writes are announced with `seen` and not reported."""

    changed = Signal()
    gone = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self.digest: str | None = None
        self._told: str | None = None
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._touched)
        self._watcher.directoryChanged.connect(self._touched)
        # Programs write in pieces, or remove the file and put another in its place.
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE)
        self._settle.timeout.connect(self._look)
        # Some drives tell nothing of what others do there.
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.applicationStateChanged.connect(self._woke)

    def seen(self, path: Path | None, known: str | None = None) -> None:
        """Note that the document has the file's content, or the content with a known digest."""
        if path != self._path:
            old = [*self._watcher.files(), *self._watcher.directories()]
            if old:
                self._watcher.removePaths(old)
        self._path = path
        self.digest = self._told = digest(path) if known is None else known
        self._watch()
        if known is not None:
            self._touched()

    def accept(self) -> None:
        """Note that the user knows the file's content and keeps the document's."""
        self.digest = self._told = digest(self._path)

    @property
    def differs(self) -> bool:
        now = digest(self._path)
        return now is not None and now != self.digest

    def _watch(self) -> None:
        if self._path is None:
            return
        for path in (self._path, self._path.absolute().parent):
            if path.exists() and str(path) not in [*self._watcher.files(), *self._watcher.directories()]:
                self._watcher.addPath(str(path))

    def _touched(self) -> None:
        self._settle.start()

    def _woke(self, state: Qt.ApplicationState) -> None:
        if state == Qt.ApplicationState.ApplicationActive and self._path is not None:
            self._settle.start()

    def _look(self) -> None:
        self._watch()
        now = digest(self._path)
        if now == self._told:
            return
        if now is None:
            if self._path is not None and not self._path.exists():
                self._told = None
                self.gone.emit()
            return
        self._told = now
        if now != self.digest:
            self.changed.emit()
