"""What a document's file holds on the disk, and whether another program changed it."""

from __future__ import annotations

import hashlib
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

_SETTLE = 250


class DiskWatch(QObject):
    """Watches one file. What we write ourselves is told to it by `seen`, and is no news.

    Signals:
        changed: the file holds something else than what was seen last.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._digest: str | None = None
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._touched)
        self._watcher.directoryChanged.connect(self._touched)
        # Programs write in pieces, or remove the file and put another in its place.
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE)
        self._settle.timeout.connect(self._look)

    def seen(self, path: Path | None) -> None:
        """What is in the file now is what the document holds."""
        if path != self._path:
            old = [*self._watcher.files(), *self._watcher.directories()]
            if old:
                self._watcher.removePaths(old)
        self._path = path
        self._digest = digest(path)
        self._watch()

    @property
    def differs(self) -> bool:
        """Whether the file is there and holds something else now."""
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

    def _look(self) -> None:
        self._watch()
        now = digest(self._path)
        if now is not None and now != self._digest:
            self._digest = now
            self.changed.emit()


def digest(path: Path | None) -> str | None:
    """What tells the content of a file from any other; None if it cannot be read."""
    if path is None:
        return None
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError):
        return None
