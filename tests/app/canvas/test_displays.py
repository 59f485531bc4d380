from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from app.canvas.display_blocks import charts
from app.canvas.display_blocks.displays import Panel
from app.canvas.display_blocks.pens import number_text
from app.canvas.display_blocks.trend import Reading, cursor_at, plot_of
from app.canvas.scene import PageScene
from app.core.document import Document
from app.core.runs.results import ResultStore, summarise
from app.face.geometry import DISPLAY_LEAST, DISPLAY_SIZE, PLAIN_LEAST
from app.face.theme import DARK, LIGHT
from blocks.base.dtypes import dtype_of
from blocks.base.types import Array
from blocks.document.changes import SetField, SetValue
from blocks.library.index import find
from blocks.transform.verbs.fitting import compatible
from tests.app.canvas.pages import document

KINDS = [
    "NumberDisplay", "TrendDisplay", "TableDisplay", "HeatMapDisplay", "ImageDisplay", "HistogramDisplay",
    "ConfusionMatrixDisplay", "ScatterDisplay",
]  # fmt: skip
AWKWARD = {
    "scalar": np.float32(1.5),
    "integer": np.int64(-(2**60)),
    "bool": np.array([True, False]),
    "complex": np.array([[1 + 2j, 3 - 1j]]),
    "text": np.array([b"a", b"\xff"], object),
    "empty": np.zeros((0, 3), np.float32),
    "nan": np.array([np.nan, np.inf, -np.inf]),
    "one NaN": np.float32(np.nan),
    "huge": np.array([-1.7e308, 1.7e308]),
    "tiny": np.array([5e-324, 0.0]),
    "equal": np.full((4, 4), 7.0),
    "rank 5": np.zeros((1, 2, 3, 4, 5), np.float32),
    "large": np.arange(3_000_000, dtype=np.float32).reshape(1000, 3000),
    "long row": np.arange(100_000, dtype=np.int32),
    "bytes image": np.full((2, 5, 4, 3), 200, np.uint8),
    "many images": np.zeros((3000, 8, 8, 1), np.float32),
    "empty images": np.zeros((0, 8, 8, 1), np.float32),
}


def page_with(kind: str, values: dict[str, Any] | None = None, wires: list[list[str]] | None = None) -> Document:
    blocks: list[dict[str, Any]] = [
        {"id": "s", "type": "Sum", "at": [0, 0]},
        {"id": "t", "type": "Sum", "at": [0, 200]},
        {"id": "d", "type": kind, "at": [300, 0], "values": values or {}},
    ]
    return document(blocks, [["s.result_output", "d.input"]] if wires is None else wires)


def scene_of(opened: Document, store: ResultStore | None = None) -> PageScene:
    scene = PageScene(opened, "main", parent=opened)
    scene.set_results(store)
    return scene


def put(store: ResultStore, step: int, **values: Any) -> None:
    results = {name: np.asarray(value) for name, value in values.items()}
    store.put("main", step, {f"{n}.result_output": summarise(v, dtype_of(v)) for n, v in results.items()})


def picture(scene: PageScene, scale: float = 1.0) -> QImage:
    area = scene.block_rect("d")
    if area.height() >= DISPLAY_LEAST[1]:  # else there is no caption
        area = area.adjusted(8, 26, -8, -8)
    image = QImage(int(area.width() * scale), int(area.height() * scale), QImage.Format.Format_RGB32)
    image.fill(0)  # the scene may end within the last line
    painter = QPainter(image)
    scene.render_to(painter, QRectF(image.rect()), area)
    painter.end()
    return image


def panel(scene: PageScene) -> Panel:
    item = scene.block_item("d")
    assert item is not None
    scene.refresh_result(item)
    assert item.preview is not None and isinstance(item.preview.picture, Panel)
    return item.preview.picture


def test_displays_without_a_title_have_their_own_ids_above_them(qtbot: QtBot) -> None:
    opened = document([{"id": name, "type": "NumberDisplay", "at": [0, 200 * i]} for i, name in enumerate("ab")], [])
    items = scene_of(opened).mirror.order
    assert [(item.face.id, item.face.caption) for item in items] == [("a", "a"), ("b", "b")]


@pytest.mark.parametrize("kind", KINDS)
def test_shows_a_result_and_follows_it(qtbot: QtBot, kind: str) -> None:
    store = ResultStore()
    scene = scene_of(page_with(kind), store)
    before = picture(scene)
    shape = () if kind in ("TrendDisplay", "NumberDisplay") else (6, 6)
    generator = np.random.default_rng(1)
    seen = [before]
    for step in (1, 2):
        put(store, step, s=generator.normal(size=shape))
        seen.append(picture(scene))
    put(store, 3, s=generator.normal(size=shape))
    seen.append(picture(scene))
    assert all(a != b for i, a in enumerate(seen) for b in seen[:i])
    store.clear("main")
    assert picture(scene) == before


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", AWKWARD)
def test_any_value_can_be_shown(qtbot: QtBot, kind: str, name: str) -> None:
    store = ResultStore()
    scene = scene_of(page_with(kind), store)
    empty = picture(scene)
    put(store, 1, s=AWKWARD[name])
    assert picture(scene) != empty
    small = scene_of(page_with(kind), store)
    small.document.do(SetField("main", "d", "size", (10.0, 10.0)), "Resize")
    least = PLAIN_LEAST if kind == "NumberDisplay" else DISPLAY_LEAST
    assert (small.block_rect("d").width(), small.block_rect("d").height()) == least
    picture(small, 2.0)


@pytest.mark.parametrize(
    "values",
    [
        {"minimum": 3.0, "maximum": 1.0},
        {"minimum": 2.0, "maximum": 2.0},
        {"minimum": "NaN", "maximum": "Infinity"},
        {"minimum": [1], "digits": "x", "title": 3, "bins": -4, "palette": 7, "unit": None, "steps": -1},
        {"digits": 100, "bins": 100000, "palette": "none", "logarithmic": True},
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_wrong_values_are_no_fault_of_the_canvas(qtbot: QtBot, kind: str, values: dict[str, Any]) -> None:
    spec = find(kind)
    assert spec is not None
    store = ResultStore()
    scene = scene_of(page_with(kind, {k: v for k, v in values.items() if k in spec.attribute_names}), store)
    for step in range(1, 4):
        put(store, step, s=float(step) if kind == "TrendDisplay" else np.arange(12.0).reshape(3, 4))
    picture(scene)


def test_a_picture_is_painted_once_for_a_result(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    store = ResultStore()
    scene = scene_of(page_with("HeatMapDisplay"), store)
    put(store, 1, s=np.eye(4))
    calls: list[Panel] = []
    paint = Panel.paint
    monkeypatch.setattr(Panel, "paint", lambda self, *args: (calls.append(self), paint(self, *args)))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    for _ in range(3):
        picture(scene)
    assert len(calls) == 1
    scene.document.do(SetValue("main", "d", "palette", "jet"), "Palette")
    picture(scene)
    assert len(calls) == 2
    scene.set_theme(LIGHT)
    picture(scene)
    assert len(calls) == 3


def test_a_trend_has_a_line_for_each_wire(qtbot: QtBot) -> None:
    store = ResultStore()
    wires = [["s.output", "d.input"], ["t.result_output", "d.input"]]
    scene = scene_of(page_with("TrendDisplay", wires=wires), store)
    for step in range(1, 50):
        put(store, step, s=1.0 / step, t=float(step))
    trend = panel(scene)
    assert [reading.name for reading in trend.readings] == ["s", "t"]
    assert trend.readings[0].points[:2] == [(1, 1.0), (2, 0.5)] and len(trend.readings[1].points) == 49
    image = picture(scene, 2.0)
    colors = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert {"#3ddc5a", "#ffbf28"} <= colors


def test_a_small_tensor_gives_a_trend_a_line_for_each_element(qtbot: QtBot) -> None:
    store = ResultStore()
    scene = scene_of(page_with("TrendDisplay", wires=[["s.output", "d.input"]]), store)
    for step in (1, 2):
        value = np.array([[step * 1.0], [step * 2.0], [math.nan]])
        store.put("main", step, {"s.result_output": summarise(value, dtype_of(value))})
    readings = panel(scene).readings
    assert [reading.name for reading in readings] == ["s[0][0]", "s[1][0]", "s[2][0]"]
    assert [reading.points for reading in readings[:2]] == [[(1, 1.0), (2, 2.0)], [(1, 2.0), (2, 4.0)]]
    assert [step for step, value in readings[2].points if math.isnan(value)] == [1, 2]


def test_a_list_gives_a_trend_all_its_elements(qtbot: QtBot) -> None:
    blocks: list[dict[str, Any]] = [
        {"id": "u", "type": "Unstack", "at": [0, 0], "values": {"num": 2}},
        {"id": "d", "type": "TrendDisplay", "at": [300, 0]},
    ]
    opened = document(blocks, [["u.output", "d.input"]])
    store = ResultStore()
    spec = find("Unstack")
    assert spec is not None
    pin = spec.outputs[0].result_pins[0]
    one = summarise(np.asarray(1.0), dtype_of(np.asarray(1.0)))
    store.put("main", 1, {f"u.{pin}[0]": one, f"u.{pin}[1]": one})
    opened_scene = scene_of(opened, store)
    assert [reading.name for reading in panel(opened_scene).readings] == ["u[0]", "u[1]"]


def test_caption_size_and_pin(qtbot: QtBot) -> None:
    scene = scene_of(page_with("TrendDisplay"))
    item = scene.block_item("d")
    assert item is not None and item.face.caption == "d"
    assert (item.rect.width(), item.rect.height()) == DISPLAY_SIZE
    assert [pin.name for pin in item.face.pins] == ["input"]
    scene.document.do(SetValue("main", "d", "title", "Loss"), "Title")
    scene.document.do(SetField("main", "d", "size", (400.0, 300.0)), "Resize")
    assert item.face.caption == "Loss" and item.rect.size().toTuple() == (400.0, 300.0)
    scene.document.do(SetField("main", "d", "collapsed", True), "Collapse")
    assert item.face.caption is None and item.rect.height() < 60
    picture(scene)


def test_a_wire_begins_at_the_result_pin(qtbot: QtBot) -> None:
    scene = scene_of(page_with("NumberDisplay"))
    source, wire = scene.block_item("s"), scene.mirror.wires[0]
    assert source is not None and not wire.loose
    assert wire.points[0][1] == source.rect.bottom()


def test_only_displays_take_a_result_pin() -> None:
    total, number, root = find("Sum"), find("NumberDisplay"), find("Sqrt")
    assert total is not None and number is not None and root is not None
    assert compatible(total, "result_output", number, "input") is None
    assert compatible(total, "output", number, "input") is None
    assert compatible(total, "result_nothing", number, "input") is not None
    assert compatible(total, "result_output", root, "x") == "Sum has no output pin 'result_output'"


@pytest.mark.parametrize(
    ("low", "high", "wanted"),
    [(None, None, (1.0, 3.0)), (0.0, None, (0.0, 3.0)), (None, 9.0, (1.0, 9.0)), (5.0, 2.0, (2.0, 5.0))],
)
def test_ranges(low: float | None, high: float | None, wanted: tuple[float, float]) -> None:
    assert charts.finite_range(np.array([1.0, 3.0, np.nan, np.inf]), low, high) == wanted


@pytest.mark.parametrize("values", [np.array([2.0]), np.array([0.0]), np.array([np.nan]), np.zeros(0)], ids=str)
def test_a_range_is_never_empty(values: Array) -> None:
    for low, high in ((None, None), (2.0, None), (None, 2.0), (2.0, 2.0)):
        a, b = charts.finite_range(values, low, high)
        assert a < b


def test_bins() -> None:
    result = charts.count_bins(np.array([0.0, 0.5, 1.0, 2.0, np.nan, 9.0]), 4, 0.0, 2.0)
    assert result == ([1, 1, 1, 1], 0.0, 2.0, 1, 1, 1.0)


def test_a_long_line_keeps_its_peaks() -> None:
    steps = np.arange(20_000.0)
    values = np.sin(steps / 50)
    values[12_345] = 40.0
    xs, ys = charts.thin_line(steps, values, 200)
    assert len(xs) <= 800 and ys.max() == 40.0 and (xs[0], xs[-1]) == (0.0, 19_999.0)
    assert np.all(np.diff(xs) > 0)


def test_ticks_are_round() -> None:
    assert charts.ticks(0.0, 1.0, 5) == pytest.approx([0.0, 0.2, 0.4, 0.6, 0.8, 1.0])
    assert charts.ticks(-3.2, 3.1, 4) == [-2.0, 0.0, 2.0]
    assert charts.ticks(1.0, math.inf, 4) == [] and charts.ticks(1.0, 1.0, 4) == []
    assert charts.log_ticks(-6.5, 0.2, 3) == [-6.0, -3.0, 0.0]


def test_a_part_of_the_steps_of_a_trend_fills_it() -> None:
    box, readings = QRectF(0, 0, 448, 300), [Reading("loss", None, [(step, float(step**2)) for step in range(101)])]
    plot = plot_of(box, readings, {}, (0.5, 0.75))
    assert plot.ends == (50.0, 75.0, 2500 - 187.5, 5625 + 187.5)  # room for 12 % of half the range above and below
    assert (plot.x(50), plot.x(75)) == (plot.area.left(), plot.area.right())
    middle = cursor_at(box, readings, {}, QPointF(plot.area.left() + 0.4 * plot.area.width(), 100), part=(0.5, 0.75))
    assert middle is not None and middle.text == "step 60\nloss  3600"
    between = plot_of(box, readings, {}, (0.501, 0.509))  # no step is seen: the axis fits all
    assert between.ends is not None and between.ends[3] > 10_000


def test_a_trend_of_nothing_has_no_cursor() -> None:
    assert cursor_at(QRectF(0, 0, 200, 120), [], {}, QPointF(100, 60)) is None


def test_pictures() -> None:
    grey = charts.picture(np.array([[0.0, 1.0]]), None, None, 1.0)
    assert grey is not None and [grey.image.pixelColor(x, 0).name() for x in (0, 1)] == ["#000000", "#ffffff"]
    red = charts.picture(np.array([[[255, 0, 0]]], np.uint8), None, None, 1.0)
    assert red is not None and red.image.pixelColor(0, 0).name() == "#ff0000"
    for across, size in ((0, (13, 11)), (4, (27, 5)), (1, (6, 23)), (9, (27, 5))):
        grid = charts.picture(np.zeros((4, 5, 6, 1)), None, None, 1.0, across)
        assert grid is not None and (grid.image.width(), grid.image.height()) == size
    assert charts.picture(np.zeros(5), None, None, 1.0) is None


def test_numbers() -> None:
    assert [number_text(v, 4) for v in (1.0, 0.123456, 1e-9, math.nan)] == ["1", "0.1235", "1e-09", "NaN"]
    assert DARK.note != LIGHT.note


def test_a_display_shows_its_result_from_afar_as_long_as_it_is_large_enough(qtbot: QtBot) -> None:
    store = ResultStore()
    scene = scene_of(page_with("HeatMapDisplay", {"palette": "viridis"}), store)

    def colors(scale: float) -> int:
        image = picture(scene, scale)  # whose bytes are seen, not copied
        return len(np.unique(np.frombuffer(image.constBits(), np.uint32)))

    empty, tiny = colors(0.3), colors(0.1)
    put(store, 1, s=np.arange(64.0).reshape(8, 8))
    assert colors(0.3) > empty + 32  # sixty-four shades of the map
    assert colors(0.1) == tiny


def near(image: QImage, color: str, most: int = 60) -> int:
    """How many pixels are about of a colour."""
    wanted = QColor(color)
    pixels = (
        np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)[..., 2::-1].astype(int)
    )
    return int((np.abs(pixels - [wanted.red(), wanted.green(), wanted.blue()]).sum(axis=2) < most).sum())


def test_a_trend_says_where_it_is_no_number_and_is_red(qtbot: QtBot) -> None:
    store = ResultStore()
    scene = scene_of(page_with("TrendDisplay"), store)
    for step in range(1, 6):
        put(store, step, s=float(step))
    assert not near(picture(scene, 2.0), DARK.error)
    for step in range(6, 9):
        put(store, step, s=math.nan)
    assert near(picture(scene, 2.0), DARK.error) > 100
    trend = panel(scene)
    assert [step for step, _ in trend.readings[0].points] == list(range(1, 9))
    cursor = trend.cursor(QRectF(0, 0, 240, 150), 7.0)
    assert cursor is not None and cursor.text == "step 7\ns  NaN" and not cursor.dots
    store.clear("main")
    put(store, 1, s=math.inf)
    assert near(picture(scene, 2.0), DARK.error) > 50


def test_a_heat_map_has_its_numbers_in_cells_that_have_room(qtbot: QtBot) -> None:
    store = ResultStore()
    scene = scene_of(page_with("HeatMapDisplay", {"palette": "grey", "minimum": 0.0, "maximum": 1.0}), store)
    put(store, 1, s=np.full((2, 3), 0.1234))
    written = near(picture(scene, 2.0), "#ffffff", 120)
    put(store, 2, s=np.full((40, 60), 0.1234))
    assert written > near(picture(scene, 2.0), "#ffffff", 120) + 40


def test_a_constant_has_no_colour_of_a_scale(qtbot: QtBot) -> None:
    store = ResultStore()
    scene = scene_of(page_with("HeatMapDisplay", {"palette": "blue-red"}), store)
    seen: list[QImage] = []
    for step, value in enumerate((7.0, -3.0)):
        put(store, step, s=np.full((30, 40), value))
        image = picture(scene)
        assert near(image, "#969696", 4) > 5000
        for color in charts.PALETTES["blue-red"][1:-1]:
            assert near(image, color, 12) < 10, color
        seen.append(image)
    assert seen[0] != seen[1]  # it says which
    put(store, 3, s=np.full((30, 40), math.nan))
    assert near(picture(scene), "#969696", 4) < 100
