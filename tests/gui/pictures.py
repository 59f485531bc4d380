"""Pictures of the window in its main states, to look at: ``python -m tests.gui.pictures FOLDER [SCALE] [THEME]``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.window.settings import Settings
from app.window.shortcuts import ShortcutSheet
from app.window.start import make_application, make_window
from app.window.window import MainWindow
from tests.gui.imports import imports, opened, timings
from tests.gui.lessons import lessons, pause, wait


def states(window: MainWindow, save: Callable[[str], None]) -> None:
    """Bring the window into one state after the other."""
    window.show_welcome()
    pause(1)
    save("welcome")
    window.files.open_example("gradient_descent")
    pause(0.4)
    tab = window.tab
    assert tab is not None
    window.run(200)
    wait(lambda: not tab.engine.running)
    tab.scene.select(["xW"])
    pause(0.4)
    save("run")
    window.panels.show_help()
    window.panels.open_find()
    QTest.keyClicks(window.panels.find.edit, "sub")
    pause(0.4)
    save("find-help")
    window.panels.find.close_bar()
    window.docks.show("inspector")
    window.command_palette.open()
    QTest.keyClicks(window.command_palette.edit, "fi")
    pause(0.2)
    save("commands")
    QTest.keyClick(window.command_palette.edit, Qt.Key.Key_Escape)
    window.command_palette.hide()
    tab.tools.search()
    QTest.keyClicks(window.panels.quick_search.edit, "soft")
    pause(0.2)
    save("search")
    window.panels.quick_search.cancel()
    window.files.new()
    new = window.tab
    assert new is not None
    new.tools.add("MatMul")
    window.docks.show("problems")
    pause(0.4)
    save("problems")
    new.document.undo()
    menu = window.menus["Edit"]
    menu.popup(window.mapToGlobal(QPoint(60, 26)))
    pause(0.2)
    save("menu")
    menu.close()
    window.show_shortcuts()
    pause(0.2)
    save("shortcuts")


def main(folder: Path, theme: str) -> None:
    """Save the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    make_application()
    settings = Settings()
    settings.set("theme", theme)
    window = make_window(settings)
    window.resize(1440, 900)
    window.show()
    window.activateWindow()

    def save(name: str, part: QWidget | None = None) -> None:
        found = {"menu": window.menus["Edit"], "shortcuts": window.findChild(ShortcutSheet)}.get(name)
        widget = part or found or window
        widget.grab().save(str(folder / f"{name}-{theme}-{window.devicePixelRatioF():g}.png"))

    states(window, save)
    timings(window, save)
    lessons(window, save)
    opened(window, save)
    imports(folder)
    window.close()


if __name__ == "__main__":
    given = [*sys.argv[1:], "", "", ""]
    # The scale of the screen is fixed before Qt is asked for it.
    os.environ["QT_SCALE_FACTOR"] = given[1] or "1"
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    main(Path(given[0] or "pictures"), given[2] or "dark")
