"""All texts can be read in both themes: their contrast is at least 4.5, computed from the colours they are drawn in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit, QPlainTextEdit, QSpinBox

from app.canvas.display_blocks.pens import line_colors
from app.canvas.drawing.blocks import title_color
from app.canvas.drawing.gradient_layer import BROKEN, GAINED, START
from app.canvas.drawing.signs import SIGNS
from app.core.verbs import COLORS
from app.face.theme import THEMES, Theme, contrast, luminance, text_on
from app.face.timings import COLORS as CHANGED
from app.face.timings import heat
from app.panels.look import mixed
from app.window.widgets.style import DARK, LIGHT, Chrome, apply_chrome

ENOUGH = 4.5
_GROUNDS = ("window", "panel", "base", "raised", "hover")


def test_contrast_is_that_of_wcag() -> None:
    # From the definition at w3.org/TR/WCAG22, and pairs that are known to pass or to fail it by little.
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)
    assert luminance("#80ff0000") == pytest.approx(0.2126)
    assert {text_on("#ffffff"), text_on("#ffff00")} == {"#000000"}
    assert text_on("#0000ff") == "#ffffff"
    assert min(contrast(text_on(ground), ground) for ground in (f"#{i:02x}{i:02x}{i:02x}" for i in range(256))) > ENOUGH


def _over(color: QColor, ground: str) -> str:
    """A colour that is seen through, over a ground."""
    return mixed(color, QColor(ground), color.alphaF()).name()


def _chrome(c: Chrome) -> Iterator[tuple[str, str, str]]:
    """What widgets write on what: a name for it, the colour, the ground."""
    text, base = QColor(c.text), QColor(c.base)
    tones = {"row dim": mixed(text, base, 0.8).name(), "row faint": mixed(text, base, 0.72).name()}
    for ground in (*_GROUNDS, "select"):
        for name, color in {"text": c.text, "dim": c.dim, "faint": c.faint, **tones}.items():
            yield f"{name} on {ground}", color, getattr(c, ground)
    for ground in _GROUNDS:
        for name in ("link", "error", "good"):
            yield f"{name} on {ground}", getattr(c, name), getattr(c, ground)
    yield "a default button", c.on_accent, c.accent
    theme = THEMES[c.name]
    for ground in ("panel", "base"):
        for name in ("error", "warning", "ok", "title"):
            yield f"tone {name} on {ground}", getattr(theme, name), getattr(c, ground)


def _canvas(t: Theme) -> Iterator[tuple[str, str, str]]:
    """What is written on the canvas, on blocks, and on what lies over them."""
    for ground in ("canvas", "block_fill"):
        for name in ("title", "id_text", "label", "label_dim", "value", "type_text", "missing", "note"):
            yield f"{name} on {ground}", getattr(t, name), getattr(t, ground)
    shown = _over(QColor(t.preview_fill), t.block_fill)
    for name in ("preview_text", "label", "type_text"):
        yield f"{name} on a result", getattr(t, name), shown
    for color in line_colors(t.dark):
        yield "a reading of a trend", color.name(), t.block_fill
    yield "a frame", t.frame_title, t.canvas
    yield "a frame, inside", t.frame_title, t.frame_fill
    strangers = {each: each for each in ("#000000", "#ffffff", "#010000", "#0000ff", t.canvas)}  # files may have any
    for name, given in {**COLORS, **strangers}.items():
        yield f"a frame in {name}", title_color(QColor(given), t).name(), t.canvas
    yield "from afar", t.overview_title, t.overview_fill
    legend = QColor(t.canvas).darker(125).name() if t.dark else "#ffffff"
    yield from ((f"{name} of a legend", getattr(t, name), legend) for name in ("label", "label_dim", "warning"))
    plates = [*SIGNS.values(), *CHANGED.values(), BROKEN, GAINED, START]
    plates += [QColor(*heat(level / 20)).name() for level in range(21)]
    yield from (("a plate", text_on(QColor(ground).name()), QColor(ground).name()) for ground in plates)


@pytest.mark.parametrize("chrome", [DARK, LIGHT], ids=lambda chrome: chrome.name)
def test_all_texts_can_be_read(chrome: Chrome) -> None:
    pairs = [*_chrome(chrome), *_canvas(THEMES[chrome.name])]
    assert len(pairs) > 100
    poor = [(name, color, ground, round(contrast(color, ground), 2)) for name, color, ground in pairs]
    assert [each for each in poor if each[3] < ENOUGH] == []


@pytest.mark.parametrize("chrome", [DARK, LIGHT], ids=lambda c: c.name)
def test_hints_in_fields_and_dim_labels_are_drawn_in_their_colour(qapp: QApplication, chrome: Chrome) -> None:
    before = qapp.styleSheet(), qapp.palette()
    apply_chrome(qapp, chrome)
    for widget in (QLabel("x"), QLineEdit(), QPlainTextEdit(), QComboBox(), QSpinBox()):
        widget.ensurePolished()
        drawn = widget.palette().color(QPalette.ColorRole.PlaceholderText)  # half of the text's colour, if nobody says
        assert (drawn.name(), drawn.alpha()) == (chrome.faint, 255), type(widget)
        widget.deleteLater()
    qapp.setStyleSheet(before[0])
    qapp.setPalette(before[1])
