"""The entry point of the editor: ``gradblocks [FILE] [--screenshot OUT.png]``. `blocks.cli` finds it by its name."""

from __future__ import annotations

import gc
import os
import sys
from importlib.util import find_spec
from pathlib import Path

from app.window.display import must_have_screen
from blocks.base.errors import UsageError
from blocks.base.web_page import WebPage
from blocks.cli.editor import AS_IT_IS, PictureRun
from blocks.document.model import Diagram

GUI_HINT = "install the editor's packages: pip install 'gradblocks[gui]'"


def main(
    file: str | None = None,
    screenshot: str | None = None,
    *,
    run: PictureRun = AS_IT_IS,
    drawing: tuple[Diagram, str, Path] | None = None,
    size: int | None = None,
    web_page: WebPage | None = None,
) -> int:
    """Open the editor, or save an image.

    Args:
        file: the diagram to open; default: the welcome page.
        screenshot: the file for an image of the window, after running the diagram once.
        run: the page and values for that run.
        drawing: saves an image of a page instead: diagram, page name, file.
        size: the longer side of that image in pixels; default: its natural size.
        web_page: makes HTML instead; this needs neither a screen nor Qt.

    Returns:
        The exit status.

    Raises:
        UsageError: there is no screen, or a library for the window is missing.
        DiagramError: the diagram cannot be opened, or the image cannot be written.
    """
    if web_page is not None:
        from app.web_page.main import give

        return give(web_page)
    try:
        import PySide6
    except ImportError:
        raise UsageError("the editor needs PySide6, which is not installed", hint=GUI_HINT) from None
    if drawing is None and find_spec("pyqtgraph") is None:
        raise UsageError("the editor needs pyqtgraph, which is not installed", hint=GUI_HINT)
    must_have_screen(Path(PySide6.__path__[0]), offscreen_will_do=screenshot is not None or drawing is not None)
    gc.disable()  # what is imported stays; `GarbageCollector` goes on with the rest
    try:
        from app.window.start import draw, start
    except ImportError as error:
        if sys.platform.startswith("linux") and ".so" in str(error):
            hint = "install it with your system's package manager"
            raise UsageError(f"the editor needs a system library: {error}", hint=hint) from None
        raise UsageError(f"the editor cannot be loaded: {error}", hint=GUI_HINT) from None
    if drawing is not None:
        return draw(*drawing, size)
    return start(Path(file) if file is not None else None, os.path.abspath(screenshot) if screenshot else None, run)
