"""A fault while a part of the window is painted is told as any other, and the part is painted again afterwards."""

from __future__ import annotations

import sys
from types import TracebackType

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon, QPainter
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from app.panels import look
from app.panels.editors.choice import Switch
from app.window.window import MainWindow
from tests.app.window.hands import open_window, settle


def parts(window: MainWindow) -> list[QAbstractButton]:
    """Widgets that paint themselves: a card and a row of the welcome page, and a switch."""
    switch = Switch("on", window)
    switch.resize(80, 20)
    buttons = [window.findChild(QAbstractButton, name) for name in ("example.basic", "file.new")]
    return [*(each for each in buttons if isinstance(each, QAbstractButton)), switch]


@pytest.mark.parametrize("which", [0, 1, 2])
def test_a_fault_in_a_painting_is_told_and_ends_nothing(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, which: int
) -> None:
    window, _ = open_window(qtbot)
    told: list[str] = []

    def tell(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        told.append(str(error))

    monkeypatch.setattr(sys, "excepthook", tell)
    part = parts(window)[which]
    settle(qtbot, lambda: getattr(part, "picture", part) is not None)  # the card's own comes when there is time for it
    good = part.grab().toImage()

    def fall() -> str:
        raise ValueError("an internal error")

    with monkeypatch.context() as faulty:
        faulty.setattr(part, "text", fall)
        part.grab()
        settle(qtbot, lambda: "an internal error" in told)
    assert part.grab().toImage() == good


@pytest.mark.usefixtures("qapp")
def test_an_icon_that_cannot_be_painted_lets_go_of_its_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    painters: list[QPainter] = []

    def fall(_icon: object, painter: QPainter, *_: object) -> None:
        painters.append(painter)
        raise ValueError("an internal error")

    monkeypatch.setattr(look._SvgIcon, "paint", fall)  # pyright: ignore[reportPrivateUsage]
    engine = look._SvgIcon("run", lambda _on: "#ffffff")  # pyright: ignore[reportPrivateUsage]
    with pytest.raises(ValueError, match="an internal error"):
        engine.pixmap(QSize(16, 16), QIcon.Mode.Normal, QIcon.State.Off)
    assert not painters[0].isActive()
