"""Pictures of the pages that enuSpace saved, as they open here; beside the original's picture where there is one.

``python -m tests.app.pictures FOLDER`` saves them with the rest, if the pages are at hand.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from app.canvas.scene import PageScene
from app.core.document import Document
from app.face.theme import DARK
from app.window.documents.export import page_image
from app.window.documents.opening import read_import
from app.window.view_state import Links
from app.window.window import MainWindow
from tests.app.lessons import pause, wait
from tests.app.window.hands import Answers

SHARED = Path(__file__).resolve().parents[3] / "shared" / "enuspace"
ORIGINALS = {"mnistTrain_SoftMax100": "enuspace-tensorflow-mnist-train", "Xor": "xor_runtime"}
_WIDE = 2000


def imports(folder: Path) -> None:
    """Save a picture of each page, at full size, and a sheet of those that can be compared."""
    if not SHARED.is_dir():
        print(f"no pages of enuSpace: there is no folder {SHARED}")
        return
    for path in sorted((SHARED / "pages").glob("*.svg")):
        imported = read_import(path)
        document = Document(imported.diagram)
        name = imported.diagram.pages[0].name
        links = Links(document)
        links.put(imported.tags)
        scene = PageScene(document, name, DARK)
        scene.set_tags(links.of(name), far_displays=True)
        image = page_image(scene, 1.0)
        image.save(str(folder / f"import-{path.stem}.png"))
        original = SHARED / "pictures" / f"{ORIGINALS.get(path.stem, '')}.png"
        if original.is_file():
            _sheet(QImage(str(original)), image).save(str(folder / f"import-sheet-{path.stem}.png"))


def _sheet(original: QImage, ours: QImage) -> QImage:
    """The original above, ours below, equally wide."""
    scaled = [each.scaledToWidth(_WIDE, Qt.TransformationMode.SmoothTransformation) for each in (original, ours)]
    sheet = QImage(_WIDE, sum(each.height() for each in scaled) + 20, QImage.Format.Format_RGB32)
    sheet.fill(QColor("#808080"))
    painter = QPainter(sheet)
    top = 0
    for each in scaled:
        painter.drawImage(QRectF(0, top, each.width(), each.height()), each)
        top += each.height() + 20
    painter.end()
    return sheet


def opened(window: MainWindow, save: Callable[[str], None]) -> None:
    """Bring the window into the state after an import, with a wire that is a tag selected."""
    source = SHARED / "pages" / "convolution_eval.svg"
    if not source.is_file():
        return
    with tempfile.TemporaryDirectory() as name:
        for each in source.parent.glob("convolution_eval.*"):
            shutil.copy(each, name)
        answers = window.ask = Answers(window)
        answers.to_save = Path(name) / f"{source.stem}.gradblocks"
        window.files.open(Path(name) / source.name)
        wait(lambda: window.tab is not None and window.tab.title == "convolution_eval")
        tab = window.tab
        assert tab is not None
        wires = [item.wire for item in tab.scene.mirror.tagged.values() if item.wire.target.block == "ID_TRAIN_WB3"]
        tab.view.fit(
            tab.scene.content_rect(["ID_TRAIN_W", "ID_TRAIN_WB0", "ID_TRAIN_WB9"]).adjusted(-90, 0, 0, 60), 1.0
        )
        tab.scene.select((), wires)
        pause(0.6)
        save("import-tags")


def timings(window: MainWindow, save: Callable[[str], None]) -> None:
    """Bring the window into the state in which it shows where the time goes, from afar and near."""
    window.files.open_example("small_cnn")
    pause(0.4)
    window.commands.trigger("view.timings")
    tab = window.tab
    assert tab is not None
    wait(lambda: tab.scene.times.face is not None)
    pause(0.4)
    save("timings")
    tab.view.set_zoom(1.0)
    tab.view.center_on_block("grad")
    pause(0.4)
    save("timings-near")
    window.commands.trigger("view.timings")
