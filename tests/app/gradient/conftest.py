"""The window that the tests of the gradient view work in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.window.tabs import DiagramTab
from app.window.window import MainWindow
from tests.app.gradient.hands import open_page, stopped
from tests.app.window.hands import open_window


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    window, _ = open_window(qtbot)
    yield window
    window.close()


@pytest.fixture
def tab(window: MainWindow, qtbot: QtBot) -> DiagramTab:
    return open_page(window, qtbot, stopped())
