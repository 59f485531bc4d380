"""Plain text: fonts by size, elided and wrapped lines on the canvas, and tooltips."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from textwrap import wrap

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QStaticText, QTextOption

from blocks.base.language import dressed

FAMILY = "Inter Gradblocks"
"""The font of `assets/fonts`; `tests/app/fonts.py` makes it."""
FAMILIES = [FAMILY, "Arial", "Helvetica", "Liberation Sans", "Noto Sans", "DejaVu Sans Condensed"]
MONO_FAMILIES = ["Consolas", "Menlo", "DejaVu Sans Mono", "Liberation Mono", "monospace"]


@lru_cache(maxsize=32)
def font(size: float, bold: bool = False, mono: bool = False) -> QFont:
    font = QFont()
    font.setFamilies(MONO_FAMILIES if mono else FAMILIES)
    font.setPixelSize(round(size))
    font.setBold(bold)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


@lru_cache(maxsize=4096)
def static_text(text: str, size: float, bold: bool = False, mono: bool = False) -> QStaticText:
    static = QStaticText(text)
    static.setTextFormat(Qt.TextFormat.PlainText)
    static.setPerformanceHint(QStaticText.PerformanceHint.ModerateCaching)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    static.setTextOption(option)
    static.prepare(font=font(size, bold, mono))
    return static


def fitted(
    text: str, size: float, bold: bool = False, mono: bool = False, room: float | None = None
) -> tuple[str, float]:
    """Squeeze, then elide a line to fit into ``room``; return it with its horizontal scale."""
    width = static_text(text, size, bold, mono).size().width()
    if room is None or width <= room:
        return text, 1.0
    squeeze = max(0.84, room / width)
    shown = text
    while len(text) > 1 and width * squeeze > room:
        keep = max(1, min(len(text) - 1, int(len(text) * room / (width * squeeze))))
        text = text[:keep].rstrip("… ") if keep < len(text) else text[:-1]
        shown = text + "…"
        width = static_text(shown, size, bold, mono).size().width()
        if keep == 1:
            break
    return shown, squeeze


def draw_text(
    painter: QPainter,
    x: float,
    baseline: float,
    text: str,
    size: float,
    color: QColor,
    *,
    bold: bool = False,
    mono: bool = False,
    room: float | None = None,
    align: str = "left",
) -> float:
    """Paint a line of plain text, squeezed and then elided if wider than ``room``. Return its width."""
    text, squeeze = fitted(text, size, bold, mono, room)
    static = static_text(text, size, bold, mono)
    shown = static.size().width() * squeeze
    left = x - shown if align == "right" else x - shown / 2 if align == "center" else x
    painter.setFont(font(size, bold, mono))
    painter.setPen(color)
    top = baseline - _ascent(size, bold, mono)
    if squeeze < 1.0:
        painter.save()
        painter.translate(left, top)
        painter.scale(squeeze, 1.0)
        painter.drawStaticText(QPointF(0, 0), static)
        painter.restore()
    else:
        painter.drawStaticText(QPointF(left, top), static)
    return shown


@lru_cache(maxsize=64)
def _ascent(size: float, bold: bool, mono: bool) -> float:
    return QFontMetricsF(font(size, bold, mono)).ascent()


@lru_cache(maxsize=512)
def wrapped(text: str, width: float, size: float, bold: bool = False) -> list[str]:
    metrics = QFontMetricsF(font(size, bold))
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and metrics.horizontalAdvance(longer) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines


def tip(text: str, width: int = 68) -> str:
    """Return a string as a tooltip: plain text without markup, wrapped."""
    return dressed(text, lambda text: _tip(text, width)) if text else ""


@lru_cache(maxsize=4096)  # a window lists all block types
def _tip(text: str, width: int) -> str:
    lines = [piece for line in text.split("\n") for piece in wrap(line, width) or [""]]
    return f"<span style='white-space: pre'>{'<br>'.join(map(escape, lines))}</span>"


def literal(text: str) -> str:
    """Escape ampersands, which menus, buttons and tabs take as mnemonics."""
    return text.replace("&", "&&")
