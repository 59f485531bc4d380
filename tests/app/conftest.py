"""Tests that act on real widgets, drawn into memory. A warning of Qt or an exception nobody caught fails a test."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from functools import partialmethod
from pathlib import Path
from typing import Any, cast

import pytest
from pytestqt.qtbot import QtBot

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["LANGUAGE"] = "en"
# What a test looks like must not hang on the machine it runs on.
for _name in ("QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS", "QT_STYLE_OVERRIDE", "QT_QPA_PLATFORMTHEME"):
    os.environ.pop(_name, None)

from PySide6.QtGui import QCursor  # noqa: E402
from PySide6.QtWidgets import QApplication, QWidget  # noqa: E402

from app.window.language import choose  # noqa: E402
from app.window.settings import Settings  # noqa: E402
from app.window.start import make_application  # noqa: E402
from app.window.widgets.style import apply_text_size  # noqa: E402

# What the offscreen platform says of windows with a least size and of menus, whoever opens them.
_OFFSCREEN_SAYS = r"This plugin does not support (propagateSizeHints\(\)|raise\(\)|grabbing the (keyboard|mouse))"
_HERE = Path(__file__).parent
_PATIENCE = 120_000
"""Milliseconds that a test waits for what must come: it ends when that comes, so only a failure takes as long."""


class PatientBot(QtBot):
    """Waits as long as the busiest machine may need, wherever a test does not say otherwise."""

    waitUntil, waitSignal, waitSignals, waitActive, waitExposed = (
        cast("Any", partialmethod(wait, timeout=_PATIENCE))
        for wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitSignals, QtBot.waitActive, QtBot.waitExposed)
    )


@pytest.fixture(autouse=True, scope="module")
def collected_here() -> Iterator[None]:
    """As in the program, collect garbage in the GUI thread only, and enable the collector again for other tests."""
    gc.disable()
    yield
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture
def never_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that runs steps ends them when it can: killed on a busy machine, it would take the last ones along."""
    monkeypatch.setattr("app.core.runs.worker._PATIENCE", 60_000)


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """Language and size of texts belong to the whole program: no test finds those of another."""
    yield
    choose("en")
    app = QApplication.instance()
    if isinstance(app, QApplication):
        apply_text_size(app, 100)


@pytest.fixture(autouse=True)
def cleared_screen() -> Iterator[None]:
    """What a test leaves on the screen would take the mouse of those behind it."""
    before = _shown()
    yield
    for each in _shown():
        if each not in before:
            each.hide()


def _shown() -> list[QWidget]:
    return [each for each in QApplication.topLevelWidgets() if each.isVisible()]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Make warnings of Qt failures of the tests in this folder."""
    for item in items:
        if _HERE in item.path.parents:
            item.add_marker(pytest.mark.qt_log_level_fail("WARNING"))
            item.add_marker(pytest.mark.qt_log_ignore(_OFFSCREEN_SAYS, extend=True))


@pytest.fixture(scope="session")
def qapp() -> Iterator[QApplication]:
    """The application as the program makes it; pytest-qt would make a plain one."""
    app = make_application()
    yield app
    app.processEvents()


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """Waits for what a test waits for, with patience; the mouse is not where the test before left it."""
    QCursor.setPos(10, 10)
    return PatientBot(request)


@pytest.fixture
def settings() -> Settings:
    """Settings that nothing is kept of."""
    return Settings()
