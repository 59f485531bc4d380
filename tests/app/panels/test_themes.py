from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QCheckBox, QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.canvas.text import tip
from app.core.document import Document
from app.panels.find import FindBar
from app.panels.help import Help
from app.panels.history import HistoryPanel
from app.panels.look import Text, color, is_dark, theme_now
from app.panels.palette import Palette
from app.panels.problems import Problems
from app.panels.properties.inspector import Inspector
from app.window.widgets.style import apply_chrome, chosen
from blocks.base.errors import DiagramError
from tests.app.panels.hands import inspect


@pytest.fixture
def restored(qapp: QApplication) -> Iterator[QApplication]:
    palette, sheet = qapp.palette(), qapp.styleSheet()
    yield qapp
    qapp.setStyleSheet(sheet)
    qapp.setPalette(palette)


def _contrast(a: QColor, b: QColor) -> float:
    def light(c: QColor) -> float:
        parts = [x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in (c.redF(), c.greenF(), c.blueF())]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    high, low = sorted((light(a), light(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_tones_can_be_read_on_the_panels(restored: QApplication, theme: str) -> None:
    apply_chrome(restored, chosen(theme))
    assert is_dark() == (theme == "dark")
    ground = QApplication.palette().color(QPalette.ColorRole.Window)
    for tone, least in (("text", 7.0), ("dim", 4.5), ("error", 4.5), ("title", 4.0), ("link", 4.0), ("faint", 3.0)):
        assert _contrast(color(tone), ground) >= least, tone  # pyright: ignore[reportArgumentType]


def test_all_panels_follow_the_theme(restored: QApplication, qtbot: QtBot) -> None:
    apply_chrome(restored, chosen("dark"))
    document = Document.new()
    document.diagram.page("main").add("MatMul", id="v", transpose_a=True)
    host = QWidget()
    qtbot.addWidget(host)
    layout = QHBoxLayout(host)
    inspector, helping, problems, history, bar = Inspector(), Help(), Problems(), HistoryPanel(), FindBar()
    for panel in (Palette(), inspector, helping, problems, history, bar):
        layout.addWidget(panel)
    host.resize(1600, 500)
    host.show()
    inspect(inspector, document, "v")
    helping.show_type("MatMul")
    problems.show_problems({"main": [DiagramError("wrong", block="v", page="main")]})
    history.show_page(document, "main")
    bar.show_page(document, "main")
    for theme in ("light", "dark", "light"):
        apply_chrome(restored, chosen(theme))
        restored.processEvents()
        assert theme_now().name == theme
        assert color("title").name() in inspector.head.title.styleSheet()
        assert color("dim").name() in helping.browser.toHtml()
        picture = host.grab().toImage()
        assert not picture.isNull()


def test_texts_are_plain_and_tooltips_escaped(qtbot: QtBot) -> None:
    label = Text("<b>x</b>")
    qtbot.addWidget(label)
    assert label.textFormat().name == "PlainText"
    assert "<b>" not in tip("<b>x</b> & y")
    assert "&lt;b&gt;" in tip("<b>x</b>")
    assert tip("") == ""
    assert tip("word " * 60).count("<br>") >= 4


@pytest.mark.parametrize("name", ["dark", "light"])
def test_a_box_without_its_tick_can_be_seen(qtbot: QtBot, restored: QApplication, name: str) -> None:
    apply_chrome(restored, chosen(name))
    box = QCheckBox("")
    qtbot.addWidget(box)
    box.resize(40, 24)
    box.show()
    image = box.grab().toImage()
    ground = image.pixelColor(38, 2)
    shades = [image.pixelColor(x, y) for x in range(24) for y in range(24)]
    assert max(contrast(each, ground) for each in shades) >= 3.0
    box.setChecked(True)
    assert box.grab().toImage() != image


def contrast(a: QColor, b: QColor) -> float:
    """As WCAG has it."""

    def luminance(each: QColor) -> float:
        given = each.redF(), each.greenF(), each.blueF()
        parts = [x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in given]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_texts_keep_their_room_in_another_theme(qtbot: QtBot, restored: QApplication) -> None:
    text = Text("x", "dim", wrap=True)
    qtbot.addWidget(text)
    text.setContentsMargins(14, 12, 10, 8)
    text.show()
    for name in ("dark", "light", "dark"):
        apply_chrome(restored, chosen(name))
        restored.processEvents()
        margins = text.contentsMargins()
        assert (margins.left(), margins.top(), margins.right(), margins.bottom()) == (14, 12, 10, 8)
