"""Exports of a diagram: images of a page (PNG, and SVG with the diagram inside), a web page, a Python program."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from app.canvas.drawing.shapes import painting
from app.canvas.scene import PageScene
from app.core.document import Document
from app.core.replay import Replay
from app.core.runs.results import ResultStore, summarise
from app.face.geometry import LABEL_SIZE
from app.face.gradient import face_on, gradient_face
from app.face.theme import LIGHT, Theme
from app.web_page.content import LastRun, Request, diagram_html
from blocks.base.errors import FileError
from blocks.base.files import fill, write_atomically
from blocks.base.language import tr
from blocks.cli.editor import Drawing
from blocks.document.drawings import with_diagram
from blocks.document.model import Diagram, lay_out_pages
from blocks.interchange.python.program import to_python
from blocks.run.files import Folders
from blocks.run.monitoring.statistics import statistics
from blocks.run.results import Results
from blocks.worker.page_checks import examine

if TYPE_CHECKING:
    from app.window.engine import Engine

_MARGIN = 24.0
_MOST_PIXELS = 12_000
_LEGIBLE = 9
"""Pixels of a font that is large enough to be read."""
_EMPTY = QRectF(0, 0, 320, 200)
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that texts of a page may have, and XML may not."""
_MOST_BLOCKS, _AFAR = 3000, 0.35
"""A drawing of more blocks shows them from afar, at this scale: with all details it has eight KiB for each of them."""
_MOST_PINS = 50_000
"""Pictures of blocks with more pins show them from afar, too."""


def write_png(scene: PageScene, path: Path) -> None:
    """Write an image of a page with two pixels per unit, or fewer for large pages; raise FileError on failure."""
    write_atomically(path, png_bytes(page_image(scene, 2)))


def write_python(diagram: Diagram, path: Path) -> list[str]:
    program = to_python(diagram, path, lambda home: Folders(home).load)
    write_atomically(path, program.text.encode())
    return program.report


def write_page(
    diagram: Diagram, page: str, path: Path, engine: Engine | None = None, replay: Replay | None = None
) -> None:
    """Write a web page that shows a page first; with an ``engine``, also its last results and its gradient."""
    first = page if any(view.name == page for view in diagram.pages) else None
    request, last = Request(page=first), None
    if engine is not None and first is not None:
        request, last = request._replace(gradients=engine.differentiated(page) or None), last_run(engine, page)
    write_atomically(path, diagram_html(diagram, request, last, replay)[0].encode())


def last_run(engine: Engine, page: str) -> LastRun:
    """Return the results of a page that still hold, and its gradients."""
    store, gradients = engine.store, engine.gradients
    every = store.results(page).items()
    results = {name: each for name, each in every if not store.is_old(page, name.rpartition(".")[0])}
    names = () if gradients.is_outdated(engine.document.page(page)) else gradients.statistics(page)
    return LastRun(
        store.steps.get(page, 0),
        {name: (each.value, each.summary.dtype) for name, each in results.items()},
        {name: store.history(page, name) for name in results},
        {name: array for name in names if (array := gradients.array(page, name)) is not None},
        gradients.is_shown(page),
    )


@contextmanager
def in_theme(scene: PageScene, theme: Theme) -> Generator[None]:
    before = scene.theme
    scene.set_theme(theme)
    try:
        yield
    finally:
        scene.set_theme(before)


def write_picture(drawing: Drawing) -> None:
    """Write an image of a page, as SVG or PNG by the file extension; raise FileError on failure."""
    diagram, name, path, size = drawing[:4]
    lay_out_pages(diagram)
    scene = PageScene(Document(diagram), name, LIGHT)
    scene.color_by_dtype()
    if drawing.results is not None:
        _show_run(scene, drawing.results, drawing.loss)
    if path.suffix.lower() == ".svg":
        write_svg(scene, path, diagram.dumps())
        return
    scene.settle()
    area = page_area(scene, drawing.blocks)
    longest = max(area.width(), area.height())
    if drawing.tell is not None:
        scale = min(1.0, drawing.most / longest)
        scale = scale if scale == 1 else min(scale, (drawing.most - _MARGIN) / area.height())  # for titles of frames
        image = page_image(scene, scale, area)
        write_atomically(path, png_bytes(image))
        drawing.tell((image.width(), image.height()), scale, scale * LABEL_SIZE >= _LEGIBLE)
    elif size is None:
        write_png(scene, path)
    else:
        image = page_image(scene, size / longest)
        keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        fill(path, png_bytes(image.scaled(size, size, keep, smooth)))


def _show_run(scene: PageScene, results: Results, loss: str | None) -> None:
    store, composites = ResultStore(scene), scene.document.composites_of(scene.page_name)
    if loss is None:
        store.show(scene.page_name, {name: summarise(value, results.dtypes[name]) for name, value in results.items()})
        scene.set_results(store)
    elif (flow := examine(scene.page, None, loss, composites).flow) is not None:
        scene.set_gradient(face_on(gradient_face(flow, statistics(results.gradients), 1), ""))


def page_image(scene: PageScene, scale: float, area: QRectF | None = None) -> QImage:
    scene.settle()
    area = page_area(scene) if area is None else area
    scale = min(scale, _MOST_PIXELS / max(area.width(), area.height()))
    scale = min(scale, _AFAR) if _pins(scene) > _MOST_PINS else scale
    area.adjust(0, min(0.0, _MARGIN - _MARGIN / scale), 0, 0)  # from afar, the titles of frames are above them
    size = QSize(max(1, round(area.width() * scale)), max(1, round(area.height() * scale)))
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(scene.theme.canvas))
    with painting(image) as painter:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        scene.render_to(painter, QRectF(image.rect()), area)
    return image


def _pins(scene: PageScene) -> int:
    return sum(len(block.face.pins) for block in scene.mirror.order)


def page_area(scene: PageScene, blocks: Sequence[str] = ()) -> QRectF:
    area = scene.content_rect(blocks or None)
    return (area if not area.isEmpty() else _EMPTY).marginsAdded(QMarginsF(_MARGIN, _MARGIN, _MARGIN, _MARGIN))


def png_bytes(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):  # pyright: ignore[reportArgumentType, reportCallIssue]  # the stubs lack str here
        raise FileError(tr("the image could not be created"))
    return bytes(buffer.data().data())


def write_svg(scene: PageScene, path: Path, diagram: str) -> None:
    """Write a page as SVG with the diagram text as metadata; raise FileError on failure."""
    text = _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", _drawing(scene).decode(errors="replace"))
    write_atomically(path, with_diagram(text, diagram).encode())


def _drawing(scene: PageScene) -> bytes:
    """Return a page as SVG, and free the much larger memory that Qt needs for it."""
    scene.settle()
    area = page_area(scene)
    is_large = len(scene.page.blocks) > _MOST_BLOCKS or _pins(scene) > _MOST_PINS
    drawn = QRectF(QPointF(0, 0), area.size() * (_AFAR if is_large else 1.0))
    buffer = QBuffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(area.size().toSize())
    generator.setViewBox(drawn.toRect())
    generator.setTitle("Gradblocks")
    with painting(generator) as painter:
        scene.render_to(painter, drawn, area)
    return bytes(buffer.data().data())
