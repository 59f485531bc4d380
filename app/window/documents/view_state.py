"""The view state of diagrams, kept in the settings by file. It is not saved in the file."""

from __future__ import annotations

from typing import Any, cast

from app.core.document import Document
from app.window.settings import Settings

_MOST_FILES = 100


class KeptByFile:
    """A named setting, stored separately for each recently viewed diagram that has a file."""

    def __init__(self, document: Document, settings: Settings, name: str) -> None:
        self._document = document
        self._settings = settings
        self._name = name

    def _all(self) -> dict[str, Any]:
        stored = self._settings.get(self._name)
        return cast("dict[str, Any]", stored) if isinstance(stored, dict) else {}

    def get(self) -> dict[str, Any]:
        stored = self._all().get(str(self._document.path))
        return cast("dict[str, Any]", stored) if isinstance(stored, dict) else {}

    def put(self, kept: dict[str, Any]) -> None:
        path = self._document.path
        if path is None or kept == self.get():
            return
        files = {name: each for name, each in self._all().items() if name != str(path)}
        if kept:
            files[str(path)] = kept
        self._settings.set(self._name, dict(list(files.items())[-_MOST_FILES:]))
