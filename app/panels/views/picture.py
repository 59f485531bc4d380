"""A result as images: HW, HWC, NHW or NHWC."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QRectF
from PySide6.QtGui import QImage, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSpinBox, QWidget

from app.canvas.drawing.shapes import painting, told_later
from app.core.runs.results import Result
from app.panels.look import Elided, Text, horizontal, named, vertical
from app.panels.views.values import Picture, element_text, index_text, make_picture
from app.panels.views.view import Background, ShownResult, View
from blocks.base.language import mark, tr
from blocks.run.monitoring.previews import is_numeric, picture_form


class PictureView(View):
    """The images of a batch side by side, as large as possible, with square pixels."""

    title = mark("Image")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = Canvas(self)
        self.readout = Elided("", "dim")
        self._range = Text("", "faint")
        self.first = named(QSpinBox(self, prefix=tr("from ")), tr("First image"), tip=tr("First image to show"))
        self.first.valueChanged.connect(self._again)
        bar = horizontal((self.readout, 1), self._range, self.first, margins=(4, 2, 4, 2))
        vertical(bar, (self.canvas, 1), to=self, margins=(0, 0, 0, 0), spacing=0)
        self._shown: ShownResult | None = None
        self._background = Background(self)
        self._background.done.connect(self._worked)

    @staticmethod
    def fits(result: Result) -> bool:
        return is_numeric(result.value) and picture_form(result.value.shape) is not None

    def show_result(self, shown: ShownResult) -> None:
        self._shown = shown
        form = picture_form(shown.array.shape)
        count = form.number if form is not None else 1
        self.first.setVisible(count > 1)
        if self.first.maximum() != count - 1:
            self.first.setMaximum(count - 1)
        first = self.first.value()
        self._background.ask(lambda: make_picture(shown.array, first))

    def picture(self) -> QImage:
        image = self.canvas.image
        return image.copy() if image is not None else super().picture()

    def point_at(self, picture: Picture, x: int, y: int) -> None:
        cell = picture.cell_at(x, y)
        if cell is None or self._shown is None:
            self.readout.set_full("")
            return
        which, row, column = cell
        array, form = self._shown.array, picture.form
        index: list[int] = [row, column]
        if array.ndim == 4 or (array.ndim == 3 and array.shape[0] == form.number and array.shape[-1] == form.width):
            index.insert(0, which + self.first.value())
        element = array[tuple(index)]
        text = element_text(element) if element.ndim == 0 else ", ".join(element_text(each) for each in element)
        self.readout.set_full(f"{self._shown.name.partition('.')[2]}{index_text(index)} = {text}")

    def _again(self) -> None:
        if self._shown is not None:
            self.show_result(self._shown)

    def _worked(self, outcome: object) -> None:
        if isinstance(outcome, Picture):
            self.canvas.set_picture(outcome)
            said = mark("{low:.4g} is black, {high:.4g} is full brightness")
            self._range.setText(tr(said, low=outcome.low, high=outcome.high))
        else:
            self.canvas.set_picture(None)
            self._range.setText(tr("these images are too large to show"))


class Canvas(QWidget):
    def __init__(self, view: PictureView) -> None:
        super().__init__(view)
        self._view = view
        self.made: Picture | None = None
        self.image: QImage | None = None
        self.setMouseTracking(True)

    def set_picture(self, picture: Picture | None) -> None:
        self.made = picture
        if picture is None:
            self.image = None
        else:
            height, width, _ = picture.pixels.shape
            pixels = QImage(picture.pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32)
            self.image = pixels.copy()
        self.update()

    def target(self) -> QRectF:
        if self.image is None:
            return QRectF()
        room = self.rect().adjusted(4, 2, -4, -4)
        scale = min(room.width() / self.image.width(), room.height() / self.image.height())
        scale = math.floor(scale) if scale > 2 else max(scale, 1e-6)
        width, height = self.image.width() * scale, self.image.height() * scale
        return QRectF(room.x() + (room.width() - width) / 2, room.y() + (room.height() - height) / 2, width, height)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.image is None:
            return
        with told_later(), painting(self) as painter:
            target = self.target()
            small = target.width() < self.image.width()
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, small)
            painter.drawImage(target, self.image)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        target = self.target()
        if self.made is None or self.image is None or not target.contains(event.position()):
            self._view.readout.set_full("")
            return
        scale = target.width() / self.image.width()
        at = event.position() - target.topLeft()
        self._view.point_at(self.made, int(at.x() / scale), int(at.y() / scale))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._view.readout.set_full("")
