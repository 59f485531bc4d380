"""Block help: the description of a block type, its pins, its gradient, and an example to add to the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from importlib import resources

from PySide6.QtCore import QEvent, QRectF, QSizeF, Qt, QUrl, Signal
from PySide6.QtGui import QPainter, QPixmap, QResizeEvent, QShowEvent, QTextDocument
from PySide6.QtWidgets import QFrame, QPushButton, QTextBrowser, QToolButton, QWidget

from app.canvas.drawing.shapes import painting
from app.canvas.scene import PageScene
from app.core.document import Document
from app.face.theme import Theme
from app.panels.catalogue import group_title, library
from app.panels.look import (
    Elided,
    FlowLayout,
    Text,
    acting,
    block_picture,
    color,
    horizontal,
    named,
    scaled,
    theme_now,
    vertical,
)
from app.panels.words import attribute_words, documentation, documented, gradient_words, input_words, output_words
from blocks.base.language import mark, tr
from blocks.base.literal_show import text_of
from blocks.document.data import Document as DocumentData
from blocks.document.data import Page
from blocks.document.definitions import shown_type
from blocks.document.model import Diagram
from blocks.document.python_values import file_value
from blocks.door.examples import example_page
from blocks.graph.spec import BlockSpec
from blocks.library.registry import find as find_in_library
from blocks.library.registry import missing_text
from blocks.worker.page_checks import examine

Find = Callable[[str], BlockSpec | None]
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_MARGIN = 16.0
_SEEN = {"StopGradient": "stop", "AddSymbolicGradients": "em", "PreventGradient": "detached"}
"""Types with a picture of the gradient view, in ``assets/pictures``."""
_SHORT_LINE = 78
NO_EXAMPLE = {
    "Abort": mark("the block does nothing but stop the run with an error"),
    "InputPin": mark("the block is used only inside composites"),
    "LMDBReader": mark("the block reads a file that another program writes"),
    "OutputPin": mark("the block is used only inside composites"),
    **dict.fromkeys(("Repeat", "Scan", "Map", "While", "Cond"), mark("the block runs a composite of the diagram")),
}
"""Block types without an example to paste, and why."""


class Help(QWidget):
    """The help for one block type. `block_chosen`: a linked type is shown now. `example_requested`: paste a `Page`."""

    block_chosen = Signal(str)
    insert_requested = Signal(str)
    example_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._find: Find = find_in_library
        self._shown: BlockSpec | None = None
        self.type_name = ""
        self._before: list[str] = []
        self._example: Page | None = None
        self._stale = False
        self.title = Elided("", "title", self)
        self.title.setFont(scaled(self.font(), 1.35, bold=True))
        self.page = Text("", "faint", parent=self)
        self.back = named(QToolButton(self), tr("Back"), tip=tr("Back to the previous topic"))
        self.back.setText("\u2190")
        self.back.clicked.connect(self._go_back)
        self.browser = named(QTextBrowser(self, openLinks=False), tr("Block help"))
        self.browser.setFrameShape(QFrame.Shape.NoFrame)
        self.browser.setStyleSheet(
            "QTextBrowser { border: 1px solid transparent; background: transparent; padding: 0px; }"
            "QTextBrowser:focus { border-color: palette(link); }"
        )
        self.browser.anchorClicked.connect(self._follow)
        self.browser.document().setDocumentMargin(12)
        self.insert = acting(QPushButton(tr("Add block"), self), lambda: self.insert_requested.emit(self.type_name))
        self.insert_example = acting(QPushButton(tr("Add example"), self), self._insert_example)
        self.insert_example.setToolTip(tr("Add this example to the page, ready to run"))
        names = vertical(self.title, self.page, spacing=0)
        head = horizontal((names, 1), (self.back, 0, Qt.AlignmentFlag.AlignTop), margins=(12, 8, 8, 0))
        self._foot = QWidget(self)
        FlowLayout(self.insert_example, self.insert, to=self._foot, margins=(10, 6, 10, 8))
        vertical(head, (self.browser, 1), self._foot, to=self, margins=(0, 0, 0, 0), spacing=0)
        self._show()

    def show_type(self, name: str) -> None:
        if name != self.type_name:
            if self.type_name:
                self._before = [*self._before, self.type_name][-50:]
            self.type_name = name
            self._show_soon()

    def set_find(self, find: Find | None) -> None:
        self._find = find or find_in_library
        if self.type_name and self._find(self.type_name) is not self._shown:
            self._show_soon()

    def example(self) -> Page | None:
        return self._example

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.type_name:
            self._show_soon()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._show()

    def _show_soon(self) -> None:
        """Render now if visible, otherwise later: images are not painted for each selected block."""
        self._stale = True
        if self.isVisible():
            self._show()

    def _show(self) -> None:
        self._stale = False
        spec = self._shown = self._find(self.type_name) if self.type_name else None
        self.back.setVisible(bool(self._before))
        self.title.set_full(shown_type(self.type_name))
        self.title.set_tone("title" if spec is not None else "error")
        self.page.setText(tr(group_title(spec)) if spec is not None else "")
        self._example = example_page(spec) if spec is not None else None
        self._foot.setVisible(spec is not None)
        self.insert_example.setVisible(self._example is not None)
        if spec is None:
            text = tr("Select a block to see its help.")
            if self.type_name:
                text = missing_text(self.type_name, tr("There is no block type {name!r}.", name=self.type_name))
            self.browser.setHtml(f"<p style='color: {color('dim').name()}'>{escape(text)}</p>")
            return
        theme, ratio = theme_now(), self.devicePixelRatioF()
        pictures: dict[str, QPixmap] = {"block": block_picture(spec, theme, ratio)}
        if self._example is not None:
            pictures["example"] = page_picture(self._example, theme, ratio)
        seen = QPixmap()
        if spec.name in _SEEN and seen.loadFromData(
            (resources.files("assets") / "pictures" / f"help-{_SEEN[spec.name]}.png").read_bytes()
        ):
            pictures["seen"] = seen
        document = self.browser.document()
        document.clear()
        for name, picture in pictures.items():
            document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(f"picture:{name}"), picture)
        sizes = {name: picture.deviceIndependentSize() for name, picture in pictures.items()}
        self.browser.setHtml(help_html(spec, sizes, self._room()))

    def _room(self) -> int:
        return max(200, self.width() - 44)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        spec = self._find(self.type_name) if self.type_name else None
        if spec is not None and not self._stale:
            document = self.browser.document()
            scrolled = self.browser.verticalScrollBar().value()
            sizes: dict[str, QSizeF] = {}
            for name in ("block", "example", "seen"):
                picture = document.resource(QTextDocument.ResourceType.ImageResource.value, QUrl(f"picture:{name}"))
                if isinstance(picture, QPixmap):
                    sizes[name] = picture.deviceIndependentSize()
            self.browser.setHtml(help_html(spec, sizes, self._room()))
            self.browser.verticalScrollBar().setValue(scrolled)

    def _follow(self, url: QUrl) -> None:
        name = url.toString().removeprefix("block:")
        if self._find(name) is not None:
            self.show_type(name)
            self.block_chosen.emit(name)

    def _go_back(self) -> None:
        if self._before:
            self.type_name = self._before.pop()
            self._show()

    def _insert_example(self) -> None:
        if self._example is not None:
            self.example_requested.emit(self._example)


def page_picture(page: Page, theme: Theme, ratio: float) -> QPixmap:
    document = Document(Diagram(DocumentData("", (page,))))
    scene = PageScene(document, page.name, theme)
    scene.set_shown(scene.shown._replace(by_dtype=True))
    scene.set_info(examine(page, None))
    area = scene.content_rect().adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)
    picture = QPixmap(max(1, round(area.width() * ratio)), max(1, round(area.height() * ratio)))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    with painting(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scene.render_to(painter, QRectF(0, 0, area.width(), area.height()), area)
    scene.deleteLater()
    document.deleteLater()
    return picture


def help_html(spec: BlockSpec, pictures: dict[str, QSizeF], room: int) -> str:
    """Return a block type's help as Qt rich text; all strings are escaped."""
    told = documentation(spec)
    docs = documented(spec)
    dim, faint = color("dim").name(), color("faint").name()
    parts = [f"<p>{_linked(told.summary, spec)}</p>"]
    parts += [f"<p>{_linked(_unwrapped(each), spec)}</p>" for each in re.split(r"\n\s*\n", told.text) if each.strip()]
    parts.append(_picture("block", pictures, room))
    groups: list[tuple[str, list[tuple[str, str, str]]]] = [
        (tr("Inputs"), [(p.name, input_words(p, spec), docs.get(p.name, "")) for p in spec.inputs]),
        (tr("Attributes"), [(a.name, attribute_words(a), docs.get(a.name, "")) for a in spec.attributes]),
        (tr("Outputs"), [(p.name, output_words(p, spec), docs.get(p.name, "")) for p in spec.outputs]),
    ]
    for title, rows in groups:
        if rows:
            parts.append(_heading(title))
        for name, words, text in rows:
            about = f"{_linked(text, spec)}<br>" if text else ""
            parts.append(
                f"<p style='margin-top: 3px; margin-bottom: 5px; margin-left: 2px'><b>{escape(name)}</b>&nbsp; {about}"
                f"<span style='color: {dim}'>{escape(words[:1].upper() + words[1:])}.</span></p>"
            )
    gradient = gradient_words(spec)
    if gradient:
        parts += [_heading(tr("Gradient")), f"<p>{escape(gradient)}</p>"]
    if "example" in pictures:
        parts += [_heading(tr("Example")), _picture("example", pictures, room)]
        example = spec.example or {}
        names = [pin.name for pin in spec.outputs if pin.name in example]
        results = [f"{escape(name)} = {escape(text_of(file_value(example[name]), 120))}" for name in names]
        if results:
            parts.append(f"<p style='color: {dim}'>{'<br>'.join(results)}</p>")
    if "seen" in pictures:
        parts += [_heading(tr("In the gradient view (G)")), _picture("seen", pictures, room)]
    if spec.name in NO_EXAMPLE:
        parts += [_heading(tr("Example")), f"<p>{escape(tr('No example: {why}.', why=tr(NO_EXAMPLE[spec.name])))}</p>"]
    parts.append(f"<p style='color: {faint}'>{escape(_nature(spec))}</p>")
    return "".join(parts)


def _unwrapped(text: str) -> str:
    """Join the lines of a paragraph, except after short lines, whose breaks are intended."""
    joined, last = "", 0
    for line in text.strip().split("\n"):
        joined += line.strip() if not joined else (" " if last > _SHORT_LINE else "\n") + line.strip()
        last = len(line)
    return joined


def _nature(spec: BlockSpec) -> str:
    if spec.variable:
        return tr("The block keeps its value between steps.")
    if spec.writes:
        return tr("The block modifies the variable wired to {writes}.", writes=tr(" and ").join(spec.writes))
    if spec.random:
        return tr("The block draws new random values in each step. Set a seed to get the same values in every run.")
    return ""


def _heading(text: str) -> str:
    return f"<p style='color: {color('dim').name()}; margin-top: 14px; margin-bottom: 3px'><b>{escape(text)}</b></p>"


def _picture(name: str, pictures: dict[str, QSizeF], room: int) -> str:
    size = pictures.get(name)
    if size is None or size.isEmpty():
        return ""
    scale = min(1.0, room / size.width())
    width, height = round(size.width() * scale), round(size.height() * scale)
    ground = theme_now().canvas
    image = f"<img src='picture:{name}' width='{width}' height='{height}'>"
    cell = f"<td bgcolor='{ground}' align='center' style='padding: 4px'>{image}</td>"
    return f"<table width='100%' cellspacing='0' style='margin-top: 6px; margin-bottom: 4px'><tr>{cell}</tr></table>"


def _linked(text: str, spec: BlockSpec) -> str:
    names = {each.name for each in library()}
    own = {*spec.input_index, *spec.output_index, *spec.attribute_names, spec.name}
    link = color("link").name()
    parts: list[str] = []
    last = 0
    for match in _WORD.finditer(text):
        name = match[0]
        # A word that is a common one at the start of a sentence is no name.
        inside = match.start() > 0 and not text[: match.start()].rstrip().endswith((".", ":"))
        if name in names and name not in own and (inside or any(c.isupper() for c in name[1:])):
            parts.append(escape(text[last : match.start()]))
            parts.append(f"<a href='block:{name}' style='color: {link}; text-decoration: none'>{name}</a>")
            last = match.end()
    parts.append(escape(text[last:]))
    return "".join(parts).replace("\n", "<br>")
