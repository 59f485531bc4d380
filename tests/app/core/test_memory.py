from __future__ import annotations

import ctypes
from types import SimpleNamespace

import pytest
from pytestqt.qtbot import QtBot

from app.core.document import Document
from app.core.runs import checker
from app.core.runs import checker as memory
from app.core.runs.checker import Checker
from blocks.document.changes import SetValue
from tests.app.canvas.pages import chain, product


@pytest.mark.parametrize("opened, given_back", [(chain(1000), 1), (product(), 0)])
def test_what_opening_a_large_page_left_is_given_back_once(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, opened: Document, given_back: int
) -> None:
    times: list[None] = []
    monkeypatch.setattr(checker, "give_back", lambda: times.append(None))
    checks = Checker(opened)
    with qtbot.waitSignal(checks.ready):
        checks.check_now()
    block = opened.page("main").blocks[0].id
    with qtbot.waitSignal(checks.ready):
        opened.do(SetValue("main", block, "note", 1), "Edit")
    checks.finish()
    assert len(times) == given_back


def test_a_system_that_has_no_such_function_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    memory.give_back()

    def library(_name: None) -> SimpleNamespace:
        return SimpleNamespace()

    find = memory._trim.__wrapped__  # pyright: ignore[reportPrivateUsage, reportFunctionMemberAccess]
    monkeypatch.setattr(ctypes, "CDLL", library)
    assert find() is None
