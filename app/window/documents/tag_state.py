"""The choice of wires shown as tags, kept in the settings by the diagram's file. It is not saved in the file."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.core.document import Document
from app.core.links import Links
from app.window.documents.view_state import KeptByFile
from app.window.settings import Settings


class KeptLinks(Links):
    """The tag choices of a document, kept between sessions once the document has a file."""

    def __init__(self, document: Document, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(document, parent)
        self._kept = KeptByFile(document, settings, "links")
        self.put(self._kept.get())
        self.changed.connect(self._keep)
        document.path_changed.connect(self._keep)

    def _keep(self) -> None:
        self._kept.put(self.kept())
