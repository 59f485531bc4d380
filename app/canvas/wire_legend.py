"""The legend of the wires, in a corner of the canvas: the meaning of the visible colors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, QTimer
from PySide6.QtGui import QColor, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.canvas.drawing.blocks import WIRE_WIDTH
from app.canvas.drawing.labels import LEGEND_TITLE, CornerLegend, Covered, begin_legend
from app.canvas.layers import MOST_WIRES, OVERVIEW_BELOW
from app.canvas.scene_protocol import SceneContext
from app.canvas.text import draw_text, static_text
from app.face.face import MEANINGS, SIGNS
from blocks.base.language import mark, tr
from blocks.document.data import LOOP_BODIES

_KINDS = {
    "float": mark("floats"),
    "integer": mark("integers"),
    "bool": "bool",
    "string": "string",
    "complex": "complex",
    "reference": mark("variable reference"),
    "control": mark("control and scope"),
    "unknown": mark("unknown"),
    "operation": mark("operation"),
    "feed": mark("feed"),
    "status": mark("status"),
    "scope": mark("scope"),
    "result": mark("to a display"),
    "": mark("sources with few wires"),
}
"""What stands in the legend, in this order; colour groups by source come last."""
_MOST_ROWS = 9
_MOST_LOOPS = 40
_TOP, _ROW, _LEFT, _TEXT = 29, 16, 38, 11
_MOST_WIDE = 210
_SAMPLES = 4
REST = 120
"""Milliseconds without a change until it is looked what is in sight: nothing is while the page moves."""


class LegendRow(NamedTuple):
    color: str
    text: str
    sign: str = ""


class WireLegend(CornerLegend):
    """The legend of the visible wires' colors. ``seen`` returns the visible part of the page and the zoom."""

    def __init__(
        self, parent: QWidget, scene: SceneContext, seen: Callable[[], tuple[QRectF, float]], covered: Covered
    ) -> None:
        super().__init__(parent, tr("Wire legend"))
        self._scene = scene
        self._seen = seen
        self._covered = covered
        self._is_on = False
        self._looks: object = None
        self.rows: Sequence[LegendRow] = ()
        self._timer = QTimer(self, singleShot=True, interval=REST)
        self._timer.timeout.connect(self._look)

    def turn(self, *, on: bool) -> None:
        self._is_on = on
        self.soon()

    def soon(self) -> None:
        if self._is_on or self.isVisible():
            self._timer.start()

    @property
    def _title(self) -> str:
        return tr("Wires by dtype") if self._scene.shown.by_dtype else tr("Wires by source")

    def _look(self) -> None:
        self.rows = rows_in_sight(self._scene, *self._seen()) if self._is_on else ()
        if not self.rows:
            self.hide()
            return
        looks = (self.rows, self._scene.theme, self._title)
        if looks != self._looks:
            self._looks = looks
            self.update()
        self._move()
        self.show()

    def _move(self) -> None:
        wide = _LEFT + max(static_text(row.text, _TEXT).size().width() for row in self.rows)
        title = 12 + static_text(self._title, LEGEND_TITLE, bold=True).size().width()
        size = QSize(int(max(title, min(_MOST_WIDE, wide))) + 14, _TOP + _ROW * len(self.rows) + 4)
        self.stand(size, self._title, self._covered, stay=True)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._scene.theme
        painter = begin_legend(self, self._title, theme)
        if self.is_folded:
            sample = self.sample()
            colors = [row.color for row in self.rows if not row.sign][:_SAMPLES]
            for index, color in enumerate(colors):
                painter.setPen(QPen(QColor(color), WIRE_WIDTH + 0.6))
                x = sample.left() + sample.width() * index / _SAMPLES
                painter.drawLine(QPointF(x, sample.center().y()), QPointF(x + 8, sample.center().y()))
            return
        for index, row in enumerate(self.rows):
            y = _TOP + _ROW * index + _ROW / 2
            if row.sign:
                draw_text(painter, (_LEFT + 4) / 2, y + 4, row.sign, _TEXT, QColor(theme.label), align="center")
            else:
                painter.setPen(QPen(QColor(row.color), WIRE_WIDTH + 0.6))
                painter.drawLine(QPointF(12, y), QPointF(_LEFT - 8, y))
            draw_text(painter, _LEFT, y + 4, row.text, _TEXT, QColor(theme.label), room=self.width() - _LEFT - 8)


def rows_in_sight(scene: SceneContext, rect: QRectF, scale: float) -> tuple[LegendRow, ...]:
    if scale < OVERVIEW_BELOW or scene.gradient.face is not None:
        return ()
    mirror, painters = scene.mirror, scene.painters
    groups: dict[str, dict[str, None]] = {}
    for item in mirror.wires_in(rect)[-MOST_WIRES:]:
        if not item.loose:
            source = item.wire.source
            group = painters.wire_group(item.kind, mirror.net_of(item))
            groups.setdefault(group, {})[f"{source.block}.{source.pin}"] = None
    order = [group for group in _KINDS if group in groups] + sorted(group for group in groups if group not in _KINDS)
    texts = [tr(_KINDS.get(group, "")) or ", ".join(groups[group]) for group in order]
    rows = [LegendRow(scene.theme.wire_color(group), text) for group, text in zip(order, texts, strict=True)]
    loops = [item for item in mirror.blocks_in(rect) if item.block.type in LOOP_BODIES]
    signs = {pin.belongs for item in loops[:_MOST_LOOPS] for pin in item.face.pins}
    meant = [LegendRow("", tr(MEANINGS[each]), SIGNS[each]) for each in SIGNS if each in signs]
    return (*rows[:_MOST_ROWS], *meant)
