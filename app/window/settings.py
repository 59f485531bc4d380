"""Settings kept between sessions: theme, shortcuts, recent files, window layout."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QByteArray, QObject, QStandardPaths, Signal

from blocks.base.errors import FileError
from blocks.base.files import write_atomically
from blocks.base.language import mark, tr

MAX_RECENT = 12
OPEN = "files/open"
"""The files that were open at the end."""
AUTOSAVE, FOLDER, REOPEN, RUN_STEPS, TEXT_SIZE, THREADS = (
    "files/autosave", "files/folder", "files/reopen", "run/steps", "text_size", "threads"
)  # fmt: skip
"""Minutes between savings; where Open and Save begin; whether what was open comes back; steps; per cent; threads."""
CANVAS_ONLY = "canvas_only"
ADVICE, RULES_OFF = "lint", "lint/off"
"""Whether there is advice; the rules that give none."""
_MOST_BYTES = 1 << 22


class Settings(QObject):
    """Values by name, kept in a JSON file. Unreadable ones count as not set. `failed` is emitted once."""

    changed = Signal(str)
    failed = Signal(str)

    def __init__(self, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self._kept = _read(path)
        self._told = False

    @property
    def folder(self) -> Path | None:
        return None if self._path is None else self._path.parent

    @classmethod
    def standard(cls) -> Settings:
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)
        return cls(Path(folder) / "gradblocks" / "editor.json")

    def get(self, name: str) -> Any:
        return self._kept.get(name)

    def set(self, name: str, value: Any) -> None:
        if value == self.get(name):
            return
        self._kept = {**_read(self._path), **self._kept}  # another window may have set others
        self._kept[name] = value
        if value is None:
            del self._kept[name]
        self._write()
        self.changed.emit(name)

    def _write(self) -> None:
        if self._path is None:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self._path, json.dumps(self._kept, indent=1).encode())
        except (OSError, FileError) as error:  # what is set counts until the end of the program at least
            if not self._told:
                self._told = True
                is_ours = isinstance(error, FileError)
                why = error.message if is_ours else tr("cannot be created: {strerror}", strerror=error.strerror)
                text = mark("Settings will be lost when you close the window: {path} {why}")
                self.failed.emit(tr(text, path=self._path, why=why))

    def text(self, name: str, default: str = "") -> str:
        value = self.get(name)
        return value if isinstance(value, str) else default

    def flag(self, name: str, default: bool = False) -> bool:
        value = self.get(name)
        return value if isinstance(value, bool) else default

    def number(self, name: str, least: int, most: int, default: int) -> int:
        value = self.get(name)
        return min(most, max(least, value)) if type(value) is int else default

    def texts(self, name: str) -> list[str]:
        value = self.get(name)
        return [item for item in cast("list[object]", value) if isinstance(item, str)] if type(value) is list else []

    def table(self, name: str) -> dict[str, str]:
        value = self.get(name)
        if type(value) is not dict:
            return {}
        items = cast("dict[str, object]", value).items()
        return {key: item for key, item in items if isinstance(item, str)}

    def data(self, name: str) -> QByteArray:
        return QByteArray.fromBase64(QByteArray(self.text(name).encode("ascii", "ignore")))

    def set_data(self, name: str, value: QByteArray) -> None:
        self.set(name, bytes(value.toBase64().data()).decode())

    def recent(self) -> list[Path]:
        """Return the most recently opened files that still exist, newest first."""
        return self.files("files/recent")

    def files(self, name: str) -> list[Path]:
        return [path for path in map(Path, self.texts(name)) if _is_file(path)]

    def add_recent(self, path: Path) -> None:
        name = os.path.abspath(path)
        others = [other for other in self.texts("files/recent") if other != name]
        self.set("files/recent", [name, *others][:MAX_RECENT])

    def forget_recent(self) -> None:
        self.set("files/recent", None)


def _read(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    try:
        with path.open("rb") as file:
            stored = json.loads(file.read(_MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    return cast("dict[str, Any]", stored) if type(stored) is dict else {}


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
