"""The content of a document's file, and the detection of changes by other programs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from app.core.recovery.journal import digest

_SETTLE = 250


class DiskWatch(QObject):
    """A watcher of one file. Our own writes are announced with `seen` and not reported."""

    changed = Signal()
    gone = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._digest: str | None = None
        self._told: str | None = None
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._touched)
        self._watcher.directoryChanged.connect(self._touched)
        # Programs write in pieces, or remove the file and put another in its place.
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE)
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
        self._digest = self._told = digest(path) if known is None else known
        self._watch()
        if known is not None:
            self._touched()

    def accept(self) -> None:
        """Note that the user knows the file's content and keeps the document's."""
        self._digest = self._told = digest(self._path)

    @property
    def digest(self) -> str | None:
        return self._digest

    @property
    def differs(self) -> bool:
        now = digest(self._path)
        return now is not None and now != self._digest

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
        if now != self._digest:
            self.changed.emit()
