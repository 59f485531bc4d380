"""The colours of wires mean what they carry, or where they begin; a legend tells."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from app.canvas.items import WireItem
from app.core.document import Document
from app.face.theme import DARK, LIGHT, Color, Theme
from app.window.settings import Settings
from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from blocks.base.types import Array
from blocks.document.changes import SetField, SetValue
from blocks.document.model import Diagram
from blocks.worker.page_checks import examine, packed, unpacked
from tests.app.canvas.test_scene import scene_of
from tests.app.screen import Screen
from tests.app.window.hands import front, open_window, settle
from tests.app.window.test_running import open_text, page_text

# How linear light looks to people who lack a kind of cone: Machado, Oliveira and Fernandes (2009), severity 1.
SIGHTS = {
    "usual": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
OKLAB = (
    [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
     [0.0883024619, 0.2817188376, 0.6299787005]],
    [[0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
     [0.0259040371, 0.7827717662, -0.8086757660]],
)  # fmt: skip
APART = 0.12
"""Where 0.02 is what can just be told apart in patches side by side; lines are thin, and apart."""

BLOCKS = [
    {"id": "i", "type": "Const", "at": [0, 0], "values": {"dtype": "DT_INT32", "val": [1, 2]}},
    {"id": "f", "type": "Const", "at": [0, 150], "values": {"val": [1.5]}},
    {"id": "w", "type": "Variable", "at": [0, 300], "values": {"initvalues": [1.0]}},
    {"id": "n", "type": "Negate", "at": [260, 300]},
    {"id": "run", "type": "ClientSession", "at": [560, 100]},
]
WIRES = "i.output>run.fetch_outputs f.output>run.fetch_outputs w.ref>n.x n.y>run.fetch_outputs"


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_the_colours_can_be_told_apart_by_all(theme: Theme) -> None:
    near = [
        f"{a} and {b}: {distance:.3f} in {sight}"
        for sight in SIGHTS
        for a, b in combinations(theme.carried, 2)
        if (distance := float(np.linalg.norm(seen(theme.carried[a], sight) - seen(theme.carried[b], sight)))) < APART
    ]
    assert not near, "\n".join(near)


def test_a_wire_has_the_colour_of_what_it_carries(qtbot: QtBot, tmp_path: Path) -> None:
    tab = opened(qtbot, tmp_path)
    theme = tab.scene.theme
    wait_for(qtbot, tab, ["integer", "float", "reference", "float"])
    screen = Screen(tab.view)
    tab.document.do(SetValue("main", "i", "dtype", "DT_FLOAT"), "Edit")
    wait_for(qtbot, tab, ["float", "float", "reference", "float"])
    screen.check("another dtype")
    settle(qtbot, lambda: legend(tab) == [theme.carried["float"], theme.carried["reference"]])
    tab.document.do(SetValue("main", "f", "val", ["a word"]), "Edit")
    wait_for(qtbot, tab, ["float", "string", "reference", "float"])
    tab.document.do(SetValue("main", "f", "val", [[1.0], [1.0, 2.0]]), "Edit")  # a fault: nothing is known of it
    wait_for(qtbot, tab, ["float", "unknown", "reference", "float"])
    tab.document.undo()
    tab.document.undo()
    tab.document.undo()
    wait_for(qtbot, tab, ["integer", "float", "reference", "float"])
    settle(qtbot, lambda: legend(tab) == [theme.carried[each] for each in ("float", "integer", "reference")])
    screen.check("undone")


def test_the_head_of_a_wire_follows_another_type_of_its_source(qtbot: QtBot, tmp_path: Path) -> None:
    blocks = [
        {"id": "v", "type": "Variable", "at": [0, 0], "values": {"initvalues": [1.0]}},
        {"id": "c", "type": "Const", "at": [0, 160], "values": {"val": True, "dtype": "DT_BOOL"}},
        {"id": "s", "type": "RefSwitch", "at": [260, 0]},
        {"id": "n", "type": "Negate", "at": [560, 0]},
    ]
    tab = opened(qtbot, tmp_path, page=page_text(blocks, "v.ref>s.data c.output>s.pred s.output_true>n.x"))
    wait_for(qtbot, tab, ["reference", "bool", "reference"])
    tab.document.do(SetField("main", "s", "type", "Switch"), "Edit")
    wait_for(qtbot, tab, ["reference", "bool", "float"])
    tab.document.undo()
    wait_for(qtbot, tab, ["reference", "bool", "reference"])


def test_the_choice_is_kept(qtbot: QtBot, tmp_path: Path) -> None:
    kept = tmp_path / "editor.json"
    tab = opened(qtbot, tmp_path, Settings(kept))
    window = tab.window()
    assert isinstance(window, MainWindow)
    wait_for(qtbot, tab, ["integer", "float", "reference", "float"])
    settle(qtbot, lambda: len(legend(tab)) == 3)
    window.commands.trigger("wires.source")
    plain = tab.scene.theme.wire_color("")
    settle(qtbot, lambda: colors(tab) == ["usual"] * 4 and legend(tab) == [plain])
    window.commands.trigger("view.wire_legend")
    settle(qtbot, lambda: not legend(tab))
    again = Settings(kept)
    assert again.text("wire_colors") == "source" and again.get("wire_legend") is False
    window.commands.trigger("wires.dtype")
    wait_for(qtbot, tab, ["integer", "float", "reference", "float"])
    assert not legend(tab)


def test_the_legend_covers_no_block_where_there_is_room(qtbot: QtBot, tmp_path: Path) -> None:
    tab = opened(qtbot, tmp_path)
    settle(qtbot, lambda: bool(legend(tab)))
    for item in tab.scene.mirror.order[:3]:
        rect = tab.view.wire_legend.geometry()
        here = tab.view.mapFromScene(item.rect.center()) - rect.center()
        tab.view.pan(-here.x(), -here.y())  # the block comes to lie where the legend is
        settle(qtbot, lambda rect=rect: tab.view.wire_legend.geometry() != rect and not covered(tab))
    shown = legend(tab)
    tab.view.set_zoom(0.2)
    settle(qtbot, lambda: not legend(tab))  # wires have one colour from afar
    tab.view.set_zoom(1.0)
    settle(qtbot, lambda: legend(tab) == shown)


def opened(
    qtbot: QtBot, folder: Path, settings: Settings | None = None, page: str = page_text(BLOCKS, WIRES)
) -> DiagramTab:
    """A window with the page, whole and at its size."""
    window, _ = open_window(qtbot, settings)
    path = folder / "page.gradblocks"
    open_text(window, path, page)
    tab = front(window)
    tab.view.set_zoom(1.0)
    tab.view.centerOn(tab.scene.content_rect().center())
    return tab


def wait_for(qtbot: QtBot, tab: DiagramTab, carried: list[str]) -> None:
    """Wait until the wires have the colours of these, along their ways and where they end."""
    settle(qtbot, lambda: colors(tab) == carried and heads(tab) == carried)


def colors(tab: DiagramTab) -> list[str]:
    """What each wire carries by its colour on the screen, in the middle of a straight part of it."""
    return [told(tab, middle(item)) for item in tab.scene.mirror.wires]


def heads(tab: DiagramTab) -> list[str]:
    """The same by the arrow head inside the block where it ends."""
    return [told(tab, QPointF(*item.flat[-1]) - QPointF(5, 0)) for item in tab.scene.mirror.wires]


def middle(item: WireItem) -> QPointF:
    ends = zip(item.flat, item.flat[1:], strict=False)
    (x, y), (u, v) = max(ends, key=lambda ends: abs(ends[1][0] - ends[0][0]))
    return QPointF(0.7 * x + 0.3 * u, (y + v) / 2)


def told(tab: DiagramTab, at: QPointF) -> str:
    """What the colour nearest to that of a place of the page means; edges of lines are a little seen through."""
    place = tab.view.viewportTransform().map(at).toPoint()
    image = tab.view.viewport().grab(QRect(place - QPoint(0, 1), place + QPoint(0, 1))).toImage()
    colors = [rgb(image.pixelColor(0, y)) for y in range(image.height())]
    theme = tab.scene.theme
    known = {**theme.carried, "usual": theme.wire}
    far = {name: min(far_from(rgb(QColor(color)), each) for each in colors) for name, color in known.items()}
    return min(far, key=lambda name: far[name])


def far_from(a: tuple[int, int, int], b: tuple[int, int, int]) -> int:
    return sum(abs(x - y) for x, y in zip(a, b, strict=True))


def rgb(color: QColor) -> tuple[int, int, int]:
    return (color.red(), color.green(), color.blue())


def legend(tab: DiagramTab) -> list[Color]:
    """The colours in the legend; none if it is not shown."""
    wire_legend = tab.view.wire_legend
    return [row.color for row in wire_legend.rows] if wire_legend.isVisible() else []


def covered(tab: DiagramTab) -> list[str]:
    """The blocks below the legend."""
    rect = tab.view.wire_legend.geometry()
    shown = [(item.id, tab.view.mapFromScene(item.rect).boundingRect()) for item in tab.scene.mirror.order]
    return [block for block, place in shown if place.intersects(rect)]


def seen(color: Color, sight: str) -> Array:
    """A colour in Oklab as somebody sees it."""
    part = np.array(rgb(QColor(color))) / 255
    light = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    cones = np.array(OKLAB[0]) @ np.clip(np.array(SIGHTS[sight]) @ light, 0, 1)
    return np.array(OKLAB[1]) @ np.cbrt(cones)


def test_an_input_and_an_output_of_one_name_show_each_what_it_carries(qtbot: QtBot) -> None:
    diagram = Diagram()
    cell = diagram.add_composite("Cell")
    cell.add("InputPin", id="h")
    cell.add("Cast", id="cast", DstT="DT_INT32")
    cell.add("OutputPin", id="out", name="h")
    page = diagram.add_page("main")
    page.add("Const", id="c", val=[1.5])
    page.add(":Cell", id="cell")
    page.add("Identity", id="next")
    cell.wire("h.output", "cast.x")
    cell.wire("cast.y", "out.input")
    page.wire("c.output", "cell.h")
    page.wire("cell.h", "next.input")
    opened = Document(diagram)
    scene = scene_of(opened)
    scene.color_by_dtype()
    info = examine(scene.page, None, None, opened.composites_of("main"))
    assert {key: pin[0].short for key, pin in info.pins.blocks["cell"].items()} == {
        ("h", None): "int32",
        "h": "float32",
    }
    come = unpacked(json.loads(json.dumps(packed(info, None))), scene.page, None, None)
    scene.set_info(come)
    face = scene.mirror.blocks["cell"].face
    pins = [face.pin("h", is_input=side) for side in (True, False)]
    assert [(pin.type_text, pin.nets) for pin in pins if pin is not None] == [
        ("float32 [1]", ("float",)),
        ("int32 [1]", ("integer",)),
    ]
