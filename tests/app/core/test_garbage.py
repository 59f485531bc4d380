"""`GarbageCollector`: cyclic garbage goes in the GUI thread."""

from __future__ import annotations

import gc
import threading

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.window.start import GarbageCollector


class Ring:
    """Something that only the collector can free; it notes in which thread."""

    def __init__(self, freed: list[int]) -> None:
        self.itself = self
        self.freed = freed

    def __del__(self) -> None:
        self.freed.append(threading.get_ident())


def test_garbage_of_any_thread_goes_in_the_gui_thread(qtbot: QtBot) -> None:
    parent = QObject()
    collector = GarbageCollector(parent)
    assert not gc.isenabled()
    freed: list[int] = []

    def work() -> None:
        for _ in range(2000):
            Ring(freed)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert not freed
    qtbot.waitUntil(lambda: len(freed) == 2000)
    assert set(freed) == {threading.get_ident()}
    assert collector.parent() is parent
