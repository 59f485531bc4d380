"""The manual in a separate window."""

from __future__ import annotations

import re
from importlib import resources

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QImage, QMovie, QTextDocument
from PySide6.QtWidgets import QDialog, QListWidget, QListWidgetItem, QTextBrowser, QWidget

from app.panels.look import first_size, horizontal, named
from blocks.base.language import tr
from blocks.cli.manual.chapters import CHAPTERS, PARTS, chapter, subpages, title_of

_FIRST_SIZE = (1040, 720)
_BESIDE = 28
_PICTURE_WIDTH = 720
_PICTURE = re.compile(r"\.\./(pictures/[\w-]+\.(?:png|gif))")
_BLOCK = re.compile(r"\[(\w+)\]\((?:blocks-\w+\.md)?#\w+\)")


class _Text(QTextBrowser):
    """A Markdown view with the package's pictures: Qt drops added pictures when it reads Markdown."""

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Return a scaled picture of the package; never load anything else."""
        matched = _PICTURE.fullmatch(QUrl(name).toString())
        if matched is None:
            return None
        picture = str(resources.files("assets").joinpath(*matched[1].split("/")))
        if picture.endswith("gif"):
            movie = QMovie(picture, parent=self)
            movie.frameChanged.connect(lambda: self._show(QUrl(name), movie.currentImage()))
            movie.start()
        return _scaled(QImage(picture))

    def _show(self, name: QUrl, frame: QImage) -> None:
        self.document().addResource(QTextDocument.ResourceType.ImageResource, name, _scaled(frame))
        self.viewport().update()

    def show_text(self, text: str) -> None:
        for movie in self.findChildren(QMovie):
            movie.deleteLater()
        self.setMarkdown(text)


def _scaled(picture: QImage) -> QImage:
    width = min(_PICTURE_WIDTH, picture.width())
    return picture.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)


class ManualWindow(QDialog):
    """The manual's chapters by part on the left, and the text of one on the right."""

    block_chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Manual"))
        self.resize(first_size(self, *_FIRST_SIZE))
        self.contents = named(QListWidget(self), tr("Chapters"))
        self.browser = named(_Text(self), tr("Chapter"))
        self.browser.setOpenLinks(False)
        self.browser.document().setDocumentMargin(16)
        self.browser.anchorClicked.connect(self._follow)
        self._items: dict[str, QListWidgetItem] = {}
        for part, topics in PARTS.items():
            heading = QListWidgetItem(part, self.contents)
            heading.setFlags(Qt.ItemFlag.NoItemFlags)
            font = heading.font()
            font.setBold(True)
            heading.setFont(font)
            for topic in topics:
                item = self._items[topic] = QListWidgetItem(title_of(chapter(topic)), self.contents)
                item.setData(Qt.ItemDataRole.UserRole, topic)
        self.contents.setWordWrap(True)
        self.contents.setFixedWidth(min(self.contents.sizeHintForColumn(0) + _BESIDE, self.width() // 3))
        self.contents.currentItemChanged.connect(self._show)
        self.contents.itemClicked.connect(self._show)
        horizontal(self.contents, (self.browser, 1), to=self)
        self.show_topic(CHAPTERS[0])

    def show_topic(self, topic: str) -> None:
        if topic in CHAPTERS:
            self.contents.setCurrentItem(self._items[topic])
        else:
            self._show_text(topic)

    def _show(self, item: QListWidgetItem) -> None:
        topic = item.data(Qt.ItemDataRole.UserRole)
        if topic is not None:  # a part's heading has none
            self._show_text(topic)

    def _show_text(self, topic: str) -> None:
        # A link to a block type opens its help; the text of the link is the name of the type.
        text = _BLOCK.sub(r"[\1](block:\1)", chapter(topic)) if topic.startswith("blocks") else chapter(topic)
        self.browser.show_text(text)

    def _follow(self, url: QUrl) -> None:
        kind, _, name = url.toString().partition(":")
        topic = url.path().removesuffix(".md")
        if kind == "block":
            self.block_chosen.emit(name)
        elif topic in CHAPTERS or topic in subpages() or not topic:
            if topic:
                self.show_topic(topic)
            self._show_heading(url.fragment())

    def _show_heading(self, fragment: str) -> None:
        """Scroll to a heading; Qt does not give Markdown headings anchors for links."""
        from blocks.cli.manual.site import heading_id  # needs a Markdown parser

        document = self.browser.document()
        blocks = map(document.findBlockByNumber, range(document.blockCount() if fragment else 0))
        for block in blocks:
            if block.blockFormat().headingLevel() and heading_id(block.text()) == fragment:
                top = document.documentLayout().blockBoundingRect(block).top()
                self.browser.verticalScrollBar().setValue(round(top))
                return
