"""Files that a shipped example reads: they are put beside it when it is saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from app.language import tr
from app.window.tabs import DiagramTab
from blocks.base.errors import DiagramError
from blocks.cli.examples import example_files, put_files


def say_files(name: str, tab: DiagramTab, save_as: Callable[[DiagramTab], bool]) -> None:
    """Tell in a line above the canvas that an example reads files, if it does, and offer to save it with them."""
    files = example_files(name)
    if not files:
        return

    def save() -> None:
        if not save_as(tab) or tab.document.path is None:
            return
        try:
            put_files(Path(tab.document.path).parent, files)
        except DiagramError as error:
            tab.notice.say(tr("The files of this example were not written: {error}", error=error))
        else:
            tab.notice.hide()

    tab.notice.say(
        tr("This example reads files. Save it in a folder, and they are put beside it."), tr("Save as..."), save
    )
