"""Breakpoints that follow their document and are kept in the settings, by the document's file."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.core.document import Document, Edit
from app.core.history import parts_of
from app.core.runs.breakpoints import Breakpoints
from app.window.documents.view_state import KeptByFile
from app.window.settings import Settings
from blocks.document.changes import RenameBlock


def kept_breakpoints(document: Document, settings: Settings, parent: QObject) -> Breakpoints:
    kept = KeptByFile(document, settings, "breakpoints")
    breakpoints = Breakpoints(parent)
    breakpoints.restore(kept.get())

    def keep() -> None:
        kept.put(breakpoints.kept())

    def follow(edit: Edit) -> None:
        for change in parts_of(edit.change):
            if isinstance(change, RenameBlock):
                breakpoints.rename_block(change.page, change.block, change.id)

    breakpoints.changed.connect(keep)
    document.path_changed.connect(keep)
    document.edited.connect(follow)
    return breakpoints
