"""Pictures of the window in its main states, to look at: ``python -m tests.app.pictures FOLDER [SCALE] [THEME]``.

``python -m tests.app.pictures shipped`` makes those of README and help anew, which are in ``assets/pictures``, and
``python -m tests.app.pictures tour`` those of the first five minutes, ``python -m tests.app.pictures tasks`` those of
how-to chapters, and ``python -m tests.app.pictures animations`` the GIFs. ``python -m tests.app.pictures terminal
[PYTHON]`` makes that of a terminal; this or the other Python must have PyTorch.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

import assets
from app.window.documents.export import page_area, page_image
from app.window.preferences import ShortcutSheet
from app.window.settings import Settings
from app.window.start import make_application, make_window
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from blocks.cli.examples import example
from tests.app.animations import animations
from tests.app.imports import imports, opened, timings
from tests.app.lessons import gradients, lessons, pause, wait
from tests.app.tasks import tasks
from tests.app.terminal import explained
from tests.app.tour import pictures
from tests.app.window.hands import Answers

_SHIPPED = Path(assets.__file__).parent / "pictures"
_EDITOR = (1400, 920)
_SMALL = (1366, 720)
"""What a window has on a laptop's screen."""
_WIDE = 1800


def states(window: MainWindow, save: Callable[[str], None]) -> None:
    """Bring the window into one state after the other."""
    window.show_welcome()
    pause(1)
    save("welcome")
    tab = trained(window, "gradient_descent", 200)
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


def trained(window: MainWindow, example: str, steps: int) -> DiagramTab:
    """Open a page and run it."""
    window.files.open_example(example)
    pause(0.4)
    tab = window.tab
    assert tab is not None
    window.run(steps)
    wait(lambda: not tab.engine.running)
    return tab


def shipped() -> None:
    """Save the pictures of README and help."""
    window = opened_window("dark", *_EDITOR)

    def save(name: str, widget: QWidget) -> None:
        keep(name, widget.grab().toImage())

    tab = trained(window, "gradient_descent", 200)
    tab.scene.select(["xW"])
    pause(0.6)
    tab.view.show_first()
    pause(0.6)
    save("editor", window)
    window.close_front()
    for name in ("cnn_of_layers", "residual_blocks", "transformer_layer"):
        window.files.open_example(name)
        pause(0.4)
        keep(name.replace("_", "-"), _whole(window, 100))
        window.close_front()
    with tempfile.TemporaryDirectory() as folder:
        example(["digits_training", "--to", folder])
        [path] = Path(folder).glob("*.gradblocks")
        window.files.open(path)
        wait(lambda: window.tab is not None)
        keep("digits", _whole(window, 200))
        window.close_front()
    gradients(window, save)
    window.close()


def tour() -> None:
    """Save the pictures of the first five minutes."""
    window = opened_window("dark", *_SMALL)
    pictures(window, wait, lambda name, widget: keep(name, widget.grab().toImage()), lambda: pause(0.5))
    for tab in window.tabs.diagrams():  # to close the window would ask about them
        tab.shut()


def how_to() -> None:
    """Save the pictures of the how-to chapters."""
    window = opened_window("dark", *_SMALL)
    tasks(window, lambda name, widget: keep(name, widget.grab().toImage()))
    for tab in window.tabs.diagrams():
        tab.shut()


def animated() -> None:
    """Save the animations."""
    window = opened_window("dark", *_SMALL)
    animations(window, _SHIPPED)
    for tab in window.tabs.diagrams():
        tab.shut()


def _whole(window: MainWindow, steps: int) -> QImage:
    """A picture of the page in front after some steps."""
    tab = window.tab
    assert tab is not None
    window.run(steps)
    wait(lambda: not tab.engine.running)
    pause(3.0)  # displays light up for a moment after a run
    return page_image(tab.scene, _WIDE / page_area(tab.scene).width())


def keep(name: str, image: QImage) -> None:
    """Save a picture in as few bytes as can be."""
    image.convertToFormat(QImage.Format.Format_RGB888).save(str(_SHIPPED / f"{name}.png"), quality=0)


def opened_window(theme: str, width: int, height: int) -> MainWindow:
    """A window of a size."""
    make_application()
    settings = Settings()
    settings.set("theme", theme)
    window = make_window(settings)
    window.ask = Answers(window)  # it closes pages whose variables are trained
    window.resize(width, height)
    window.show()
    window.docks.place()  # as in a window that had this size at first
    window.activateWindow()
    return window


def main(folder: Path, theme: str) -> None:
    """Save the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    window = opened_window(theme, 1440, 900)

    def save(name: str, part: QWidget | None = None) -> None:
        named = {"menu": window.menus["Edit"], "shortcuts": window.findChild(ShortcutSheet)}.get(name)
        widget = part or named or window
        widget.grab().save(str(folder / f"{name}-{theme}-{window.devicePixelRatioF():g}.png"))

    states(window, save)
    timings(window, save)
    lessons(window, save)
    opened(window, save)
    imports(folder)
    window.close()


if __name__ == "__main__":
    given = [*sys.argv[1:], "", "", ""]
    ships = given[0] == "shipped"
    # The scale of the screen is fixed before Qt is asked for it.
    os.environ["QT_SCALE_FACTOR"] = "1.5" if ships else given[1] if given[1][:1].isdigit() else "1"
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if ships:
        shipped()
    elif given[0] == "tour":
        tour()
    elif given[0] == "tasks":
        how_to()
    elif given[0] == "animations":
        animated()
    elif given[0] == "terminal":
        make_application()
        keep("explain", explained(given[1] or sys.executable))
    else:
        main(Path(given[0] or "pictures"), given[2] or "dark")
