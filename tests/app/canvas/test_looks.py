"""How blocks look: the shipped font, sizes that can be read, families with a color, Scope pins and the grid."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFontInfo, QFontMetricsF, QImage, QPainter
from pytestqt.qtbot import QtBot

from app.canvas import text
from app.canvas.drawing.blocks import HEADER_TINT, ColorPalette, Extras
from app.canvas.items import PinKey
from app.canvas.scene import PageScene
from app.core.document import Document
from app.face.theme import DARK, FAMILIES, LIGHT, Theme, contrast, family_of
from blocks.cli.examples import example_texts
from blocks.document.file import loads
from blocks.library.categories import TITLES

PAGE = """{"format": "gradblocks/1", "pages": [{"name": "main", "blocks": [
 {"id": "s", "type": "Scope", "at": [-300, 0]}, {"id": "a", "type": "Const", "at": [0, 0], "values": {"val": 1.0}},
 {"id": "w", "type": "Variable", "at": [0, 200]}, {"id": "n", "type": "Negate", "at": [300, 0]}],
 "wires": [["s.output", "n.scope"]]}]}"""


def scene_of(page: str, theme: Theme = DARK) -> PageScene:
    return PageScene(Document(loads(page, "page")), "main", theme)


def painted(scene: PageScene, block: str, zoom: float = 1.0) -> QImage:
    area = scene.block_rect(block)
    image = QImage(round(area.width() * zoom), round(area.height() * zoom), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    scene.render_to(painter, QRectF(image.rect()), area)
    painter.end()
    return image


def test_the_font_is_the_shipped_one_with_figures_of_one_width(qapp: object) -> None:
    for bold in (False, True):
        font = text.font(14, bold)
        assert QFontInfo(font).family() == text.FAMILY
        assert len({QFontMetricsF(font).horizontalAdvance(figure) for figure in "0123456789"}) == 1
    assert QFontMetricsF(text.font(14, True)).horizontalAdvance("mean") > QFontMetricsF(
        text.font(14)
    ).horizontalAdvance("mean")


@pytest.mark.parametrize("name", ["digits_evaluation", "em_step", "transformer_layer"])
def test_nothing_is_written_smaller_than_ten_pixels(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    sizes: set[float] = set()
    written = text.static_text

    def noted(words: str, size: float, *look: bool, **more: bool) -> object:
        sizes.add(size)
        return written(words, size, *look, **more)

    scene = scene_of(dict(example_texts())[name])
    monkeypatch.setattr(text, "static_text", noted)
    for block in scene.page.blocks:
        painted(scene, block.id)
    assert sizes and min(sizes) >= 10


def test_every_category_has_a_family_and_titles_can_be_read_on_its_color() -> None:
    assert {family_of(page) for page in TITLES} == set(FAMILIES)
    for theme in (DARK, LIGHT):
        colors = ColorPalette(theme)
        for family in FAMILIES:
            color = colors.family(family)
            assert color is not None
            ground = colors.tinted(color, HEADER_TINT).name()
            assert min(contrast(each, ground) for each in (theme.title, theme.id_text)) >= 4.5, (theme.name, family)
            assert contrast(color.name(), ground) >= 3.0, (theme.name, family)  # the icon


@pytest.mark.parametrize("zoom", [1.0, 0.1])
def test_blocks_of_other_families_differ(qtbot: QtBot, zoom: float) -> None:
    scene = scene_of(PAGE)
    middles = [painted(scene, block, zoom) for block in ("a", "w", "n")]
    colors = {image.pixelColor(image.width() * 3 // 5, round(14 * zoom)).name() for image in middles}
    assert len(colors) == 3


def test_only_a_variable_has_a_thick_frame(qtbot: QtBot) -> None:
    scene, amber = scene_of(PAGE), QColor(DARK.block_border)

    def width(block: str) -> int:
        image = painted(scene, block, 4.0)
        return sum(image.pixelColor(x, image.height() // 2) == amber for x in range(20))

    assert width("a") <= 6 < 10 <= width("w")


def test_scope_pins_that_nothing_is_wired_to_can_be_hidden(qtbot: QtBot) -> None:
    scene = scene_of(PAGE)
    spots = {block: scene.pin_position(PinKey(block, "scope", None, is_input=True)) for block in ("a", "n")}
    before = painted(scene, "a")
    for shown, found in ((True, {"a", "n"}), (False, {"n"})):
        scene.set_shown(Extras(scope_pins=shown))
        hits = {block: scene.pin_at(spot) for block, spot in spots.items() if spot is not None}
        assert {block for block, pin in hits.items() if pin is not None and pin.pin == "scope"} == found
    assert painted(scene, "a") != before
    assert scene.pin_position(PinKey("n", "scope", None, is_input=True)) == spots["n"]  # nothing moves


def test_the_grid_is_on_the_screen_and_in_no_picture(qtbot: QtBot) -> None:
    scene = scene_of(PAGE)
    image = QImage(100, 100, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    scene.render(painter, QRectF(0, 0, 100, 100), QRectF(1000, 1000, 100, 100))
    dots = sum(image.pixelColor(x, y).name() == DARK.grid for x in range(100) for y in range(100))
    scene.render_to(painter, QRectF(0, 0, 100, 100), QRectF(1000, 1000, 100, 100))
    painter.end()
    assert dots == 25
    assert {image.pixelColor(x, y).name() for x in range(100) for y in range(100)} == {DARK.canvas}
