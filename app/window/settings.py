"""What is kept between two starts: theme, shortcuts, recent files, the layout of the window."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QByteArray, QObject, QSettings, QStandardPaths, Signal

MAX_RECENT = 12


class Settings(QObject):
    """Values by name, kept as JSON text in an ini file; what cannot be read back counts as not set.

    Args:
        path: the file; None keeps nothing beyond this object.

    Signals:
        changed: the value of this name is another one.
    """

    changed = Signal(str)

    def __init__(self, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kept: dict[str, str] = {}
        self._file = QSettings(str(path), QSettings.Format.IniFormat, self) if path is not None else None

    @classmethod
    def standard(cls) -> Settings:
        """Those in the platform's folder for the configuration of programs."""
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)
        return cls(Path(folder) / "gradblocks" / "editor.ini")

    def get(self, name: str) -> Any:
        """The value, None if it is not set."""
        text = self._kept.get(name)
        if text is None and self._file is not None:
            text = cast("object", self._file.value(name))
        if not isinstance(text, str):
            return None
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return None

    def set(self, name: str, value: Any) -> None:
        """Set a value (as JSON has it); None takes it away."""
        if value == self.get(name):
            return
        if value is None:
            self._kept.pop(name, None)
            if self._file is not None:
                self._file.remove(name)
        else:
            self._kept[name] = json.dumps(value)
            if self._file is not None:
                self._file.setValue(name, self._kept[name])
        self.changed.emit(name)

    def text(self, name: str, default: str = "") -> str:
        """A text."""
        value = self.get(name)
        return value if isinstance(value, str) else default

    def flag(self, name: str, default: bool = False) -> bool:
        """A yes or no."""
        value = self.get(name)
        return value if isinstance(value, bool) else default

    def texts(self, name: str) -> list[str]:
        """A list of texts."""
        value = self.get(name)
        return [item for item in cast("list[object]", value) if isinstance(item, str)] if type(value) is list else []

    def table(self, name: str) -> dict[str, str]:
        """Texts by names."""
        value = self.get(name)
        if type(value) is not dict:
            return {}
        items = cast("dict[str, object]", value).items()
        return {key: item for key, item in items if isinstance(item, str)}

    def data(self, name: str) -> QByteArray:
        """Bytes, such as the layout of a window."""
        return QByteArray.fromBase64(QByteArray(self.text(name).encode()))

    def set_data(self, name: str, value: QByteArray) -> None:
        """Set bytes."""
        self.set(name, bytes(value.toBase64().data()).decode())

    def recent(self) -> list[Path]:
        """The files that were open last, the newest first; those that are gone are left out."""
        return [path for path in map(Path, self.texts("files/recent")) if _is_file(path)]

    def add_recent(self, path: Path) -> None:
        """Put a file in front of the recent ones."""
        name = os.path.abspath(path)
        others = [other for other in self.texts("files/recent") if other != name]
        self.set("files/recent", [name, *others][:MAX_RECENT])

    def forget_recent(self) -> None:
        """Empty the list of recent files."""
        self.set("files/recent", None)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
