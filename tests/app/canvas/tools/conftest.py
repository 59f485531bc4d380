from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.core.document import Document
from blocks.document.model import Diagram
from blocks.document.model import Document as Data
from tests.app.canvas.tools.hands import Hands, Info
from tests.app.pages import KNOWN, PAGE

_HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The offscreen platform has no grabs, which every menu asks for, and no size hints."""
    for item in items:
        if _HERE in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support"), append=False)


@pytest.fixture
def hands(qapp: QApplication) -> Iterator[Hands]:
    """A person at the page of the verbs' tests, with what the checks would say of it."""
    document = Document(Diagram(Data("", (PAGE._replace(notes=(), frames=(), extra={}),))))
    hands = Hands(document)
    hands.scene.set_info(Info(KNOWN))
    yield hands
    hands.view.close()
    hands.view.deleteLater()
    document.deleteLater()
    qapp.processEvents()
