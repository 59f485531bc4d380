from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.canvas import layers
from app.canvas.scene import PageScene
from app.canvas.view import MAX_ZOOM, MIN_ZOOM, TYPE_MIME, CanvasView
from tests.app.canvas.pages import chain, product

NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def view(qtbot: QtBot) -> Iterator[CanvasView]:
    opened = product()
    view = CanvasView(PageScene(opened, "main", parent=opened))
    qtbot.addWidget(view)
    view.resize(800, 600)
    view.show()
    qtbot.waitExposed(view)
    yield view
    view.close()


def wheel(
    view: CanvasView, at: QPoint, turn: int, modifiers: Qt.KeyboardModifier = NONE, pixels: QPoint | None = None
) -> None:
    phase = Qt.ScrollPhase.NoScrollPhase if pixels is None else Qt.ScrollPhase.ScrollUpdate
    place = QPointF(view.viewport().mapToGlobal(at))
    event = QWheelEvent(
        QPointF(at), place, pixels or QPoint(), QPoint(0, turn), Qt.MouseButton.NoButton, modifiers, phase, False
    )
    QApplication.sendEvent(view.viewport(), event)


def mouse(view: CanvasView, kind: QEvent.Type, at: QPoint, button: Qt.MouseButton, held: Qt.MouseButton) -> None:
    event = QMouseEvent(kind, QPointF(at), QPointF(view.viewport().mapToGlobal(at)), button, held, NONE)
    QApplication.sendEvent(view.viewport(), event)


def drag(view: CanvasView, start: QPoint, end: QPoint, button: Qt.MouseButton) -> None:
    mouse(view, QEvent.Type.MouseButtonPress, start, button, button)
    mouse(view, QEvent.Type.MouseMove, end, Qt.MouseButton.NoButton, button)
    mouse(view, QEvent.Type.MouseButtonRelease, end, button, Qt.MouseButton.NoButton)


def test_a_page_is_fitted_when_it_is_first_seen(view: CanvasView) -> None:
    assert view.visible_rect().contains(view.page_scene.content_rect())
    assert view.zoom <= 1.0


def test_the_wheel_zooms_at_the_cursor(view: CanvasView) -> None:
    at = QPoint(300, 200)
    before = view.to_page(at)
    zoom = view.zoom
    wheel(view, at, 240)
    assert view.zoom == pytest.approx(zoom * 1.44)
    after = view.to_page(at)
    assert abs(after.x() - before.x()) * view.zoom <= 1 and abs(after.y() - before.y()) * view.zoom <= 1
    for _ in range(60):
        wheel(view, at, 240)
    assert view.zoom == MAX_ZOOM
    for _ in range(120):
        wheel(view, at, -240)
    assert view.zoom == MIN_ZOOM


def test_a_touch_pad_pans(view: CanvasView) -> None:
    view.set_zoom(1.0)
    before = view.to_page(QPoint(0, 0))
    wheel(view, QPoint(300, 200), 0, pixels=QPoint(30, -20))
    after = view.to_page(QPoint(0, 0))
    assert (before.x() - after.x(), before.y() - after.y()) == (30, -20)


def test_middle_button_and_space_pan(view: CanvasView, qtbot: QtBot) -> None:
    view.set_zoom(1.0)
    before = view.to_page(QPoint(0, 0))
    drag(view, QPoint(100, 100), QPoint(160, 130), Qt.MouseButton.MiddleButton)
    after = view.to_page(QPoint(0, 0))
    assert (before.x() - after.x(), before.y() - after.y()) == (60, 30)
    QTest.keyPress(view, Qt.Key.Key_Space)
    drag(view, QPoint(160, 130), QPoint(100, 100), Qt.MouseButton.LeftButton)
    QTest.keyRelease(view, Qt.Key.Key_Space)
    assert view.to_page(QPoint(0, 0)) == before


def test_keys_zoom_and_fit(view: CanvasView) -> None:
    view.set_zoom(1.0)
    control = Qt.KeyboardModifier.ControlModifier
    for key, zoom in ((Qt.Key.Key_Plus, 1.2), (Qt.Key.Key_Minus, 1.0), (Qt.Key.Key_Minus, 1 / 1.2), (Qt.Key.Key_0, 1)):
        QTest.keyClick(view, key, control)
        assert view.zoom == pytest.approx(zoom)
    view.page_scene.select(["v"])
    QTest.keyClick(view, Qt.Key.Key_F)
    assert view.zoom == 1.5
    middle = view.page_scene.block_rect("v").center()
    assert abs(view.visible_rect().center().x() - middle.x()) < 2
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert view.visible_rect().contains(view.page_scene.content_rect())


def test_going_to_a_block(view: CanvasView) -> None:
    view.set_zoom(0.1)
    view.center_on_block("b")
    assert view.zoom == 1.0
    assert (view.visible_rect().center() - view.page_scene.block_rect("b").center()).manhattanLength() < 3
    view.center_on_block("nobody")


def test_drops_are_told(view: CanvasView) -> None:
    types: list[tuple[str, QPointF]] = []
    files: list[list[str]] = []

    def dropped(name: str, place: QPointF) -> None:
        types.append((name, place))

    view.type_dropped.connect(dropped)
    view.files_dropped.connect(files.append)
    palette, disk, other = QMimeData(), QMimeData(), QMimeData()
    palette.setData(TYPE_MIME, b"MatMul")
    disk.setUrls([QUrl.fromLocalFile("/folder/a.gradblocks"), QUrl("https://example.org/b")])
    other.setText("hello")
    for data in (palette, disk, other):
        assert drop(view, QPoint(50, 60), data) == (data is not other)
    assert types == [("MatMul", view.to_page(QPoint(50, 60)))]
    assert files == [["/folder/a.gradblocks"]]


def drop(view: CanvasView, at: QPoint, data: QMimeData) -> bool:
    """Drop it as a file manager does that would rather move it; returns whether it may be dropped."""
    actions, button = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction, Qt.MouseButton.LeftButton
    moving = Qt.KeyboardModifier.ShiftModifier
    enter = QDragEnterEvent(at, actions, data, button, moving)
    assert enter.proposedAction() == Qt.DropAction.MoveAction
    QApplication.sendEvent(view.viewport(), enter)
    if enter.isAccepted():
        dropped = QDropEvent(QPointF(at), actions, data, button, moving)
        QApplication.sendEvent(view.viewport(), dropped)
        assert enter.dropAction() == dropped.dropAction() == Qt.DropAction.CopyAction
    return enter.isAccepted()


class Tools:
    """Tools that only note what they get."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def mouse_press(self, view: CanvasView, event: QMouseEvent) -> bool:
        self.seen.append("press")
        return True

    def mouse_move(self, view: CanvasView, event: QMouseEvent) -> bool:
        self.seen.append("move")
        return True

    def mouse_release(self, view: CanvasView, event: QMouseEvent) -> bool:
        self.seen.append("release")
        return True

    def double_click(self, view: CanvasView, event: QMouseEvent) -> bool:
        self.seen.append("double")
        return True

    def wants_key(self, event: QKeyEvent) -> bool:
        return False

    def key_press(self, view: CanvasView, event: QKeyEvent) -> bool:
        self.seen.append(f"key {event.key()}")
        return event.key() == Qt.Key.Key_Home

    def cancel(self) -> None:
        self.seen.append("cancel")


def test_tools_get_mouse_and_keys(view: CanvasView) -> None:
    tools = Tools()
    view.tools = tools
    drag(view, QPoint(10, 10), QPoint(20, 20), Qt.MouseButton.LeftButton)
    drag(view, QPoint(10, 10), QPoint(20, 20), Qt.MouseButton.MiddleButton)
    mouse(view, QEvent.Type.MouseButtonDblClick, QPoint(10, 10), Qt.MouseButton.LeftButton, Qt.MouseButton.LeftButton)
    view.set_zoom(0.5)
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert tools.seen == ["press", "move", "release", "double", f"key {int(Qt.Key.Key_Home)}"]
    assert view.zoom == 0.5


def test_a_right_click_that_no_tool_takes_asks_for_a_menu(view: CanvasView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.context_requested):
        QTest.mouseClick(view.viewport(), Qt.MouseButton.RightButton, NONE, QPoint(30, 30))


def test_the_map_shows_up_when_it_is_of_use(view: CanvasView, qtbot: QtBot) -> None:
    view.fit_all()
    assert not view.minimap.isVisible()
    view.set_zoom(3.0)
    assert view.minimap.isVisible()
    view.grab()
    before = view.visible_rect().center()
    QTest.mouseClick(view.minimap, Qt.MouseButton.LeftButton, NONE, QPoint(20, 20))
    assert view.visible_rect().center() != before
    view.minimap.setVisible(False)
    view.set_zoom(2.0)
    assert not view.minimap.isVisible()


@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize("zoom", [0.4, 0.5, 0.65, 1.0])
def test_titles_of_blocks_are_never_smaller_than_nine_pixels(view: CanvasView, zoom: float, ratio: float) -> None:
    scene = view.page_scene
    image = scene.painters.paint_picture(scene.mirror.order[0], zoom * ratio, ratio).toImage()
    blue = scene.painters.color(scene.theme.title)
    colors = [(image.pixelColor(x, y), y) for y in range(image.height()) for x in range(image.width())]
    near = [y for color, y in colors if abs(color.blue() - blue.blue()) + abs(color.red() - blue.red()) < 80]
    assert 0.66 * 9 * ratio <= max(near) - min(near) + 1 < 20 * ratio  # a capital has two thirds of the size


def test_a_zoom_in_a_hurry_comes_to_rest_sharp(qtbot: QtBot) -> None:
    opened = chain(400)
    view = CanvasView(PageScene(opened, "main", parent=opened))
    qtbot.addWidget(view)
    view.resize(1200, 900)
    view.show()
    qtbot.waitExposed(view)
    view.set_zoom(0.7)
    view.grab()
    for _ in range(4):
        wheel(view, QPoint(600, 450), -60)
        assert view.page_scene.hurried
        QApplication.processEvents()
    scene = view.page_scene
    qtbot.waitUntil(lambda: not scene.hurried)
    seen = view.page_scene.mirror.blocks_in(view.visible_rect())
    assert seen and all(item.picture.fits(view.zoom) for item in seen)
    del view  # before the page that it shows: it is scrolled, and would follow that to its end


def test_pictures_of_what_is_out_of_sight_are_not_kept_for_ever(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layers, "MOST_KEPT", 2 << 20)
    monkeypatch.setattr(layers, "MOST_PATHS", 60)
    opened = chain(900)
    view = CanvasView(PageScene(opened, "main", parent=opened))
    qtbot.addWidget(view)
    view.resize(800, 600)
    view.show()
    view.set_zoom(1.0)
    for item in view.page_scene.mirror.order[::8]:
        view.centerOn(item.rect.center())
        view.grab()
    kept = sum(item.picture.size for item in view.page_scene.mirror.order)
    assert 0 < kept < 4 << 20
    seen = set(view.page_scene.mirror.wires_in(view.visible_rect()))
    wires = view.page_scene.mirror.wires
    assert all(item.path is not None for item in seen)
    assert len([item for item in wires if item.path is not None]) < 2 * layers.MOST_PATHS
    view.close()  # before its page goes: nothing of it is painted again


@pytest.mark.parametrize("part", ["overlay", "tags"])
def test_an_error_in_painting_is_told_and_does_no_harm(
    view: CanvasView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    def fail(*_: object) -> None:
        max([0][1:])

    monkeypatch.setattr(getattr(view.scene(), part), "paint", fail)
    with qtbot.captureExceptions() as errors:
        view.viewport().repaint()  # Qt, called by Python, calls Python: the program went here
        qtbot.waitUntil(lambda: bool(errors))
    assert {kind for kind, *_ in errors} == {ValueError}
    monkeypatch.undo()
    view.viewport().repaint()


def test_a_page_stays_in_sight_when_panels_come_until_it_is_touched(qtbot: QtBot) -> None:
    opened = chain(12)
    view = CanvasView(PageScene(opened, "main", parent=opened))
    qtbot.addWidget(view)
    view.resize(1400, 500)
    view.show()
    qtbot.waitExposed(view)
    zoom = view.zoom
    view.resize(300, 500)
    assert view.visible_rect().contains(view.page_scene.content_rect()) and view.zoom < 0.7 * zoom
    view.resize(1400, 500)
    assert view.zoom == zoom
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    view.resize(300, 500)
    assert view.zoom == zoom
