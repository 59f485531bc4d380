"""Which wires are tags is kept in the settings, by the file of the diagram: it does not belong into the file."""

from __future__ import annotations

from typing import Any, cast

from PySide6.QtCore import QObject

from app.core.document import Document
from app.core.links import Links
from app.window.settings import Settings

_SETTING = "links"
_MOST_FILES = 100


class KeptLinks(Links):
    """What is wanted of the wires of a document, kept between two starts once the document has a file."""

    def __init__(self, document: Document, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(document, parent)
        self._settings = settings
        self._put()
        self.changed.connect(self._keep)
        document.path_changed.connect(self._keep)

    def _all(self) -> dict[str, Any]:
        found = self._settings.get(_SETTING)
        return cast("dict[str, Any]", found) if isinstance(found, dict) else {}

    def _put(self) -> None:
        found = self._all().get(str(self._document.path))
        if isinstance(found, dict):
            self.put(cast("dict[str, Any]", found))

    def _keep(self) -> None:
        path = self._document.path
        kept = self.kept()
        if path is None or kept == self._all().get(str(path), {}):
            return
        files = {name: each for name, each in self._all().items() if name != str(path)}
        if kept:
            files[str(path)] = kept
        self._settings.set(_SETTING, dict(list(files.items())[-_MOST_FILES:]))
