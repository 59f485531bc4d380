"""Checks: off the GUI thread, soon after the last edit."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from app.core.document import Document
from app.core.runs.checker import Checker
from app.core.runs.page_checks import Examiner, PageInfo
from blocks.document.changes import AddBlocks, SetField, SetValue
from blocks.document.data import Block, Page
from tests.run.pages import block, const, diagram

WAIT = 30_000


@pytest.fixture
def document(qapp: object) -> Iterator[Document]:
    found = Document(diagram([const("a", [1.0, 2.0]), block("n", "Negate")], "a.output>n.x"))
    yield found
    found.deleteLater()


@pytest.fixture
def checker(document: Document) -> Iterator[Checker]:
    found = Checker(document, document)
    yield found
    found.finish()


def test_shapes_are_known_at_both_ends_of_a_wire(checker: Checker, qtbot: QtBot) -> None:
    with qtbot.waitSignal(checker.ready):
        checker.check_now()
    info = checker.infos["main"]
    for pin in (("a", "output", None), ("n", "x", None), ("n", "y", None)):
        dtype, shape = info.pins[pin]
        assert (dtype.short, shape) == ("float", (2,))
    assert not info.problems


def test_edits_in_a_row_are_one_check_of_the_last(checker: Checker, document: Document, qtbot: QtBot) -> None:
    checker.check_now()
    qtbot.waitUntil(lambda: "main" in checker.infos)
    seen: list[PageInfo] = []

    def see(_name: str, info: PageInfo) -> None:
        seen.append(info)

    checker.ready.connect(see)
    for size in range(1, 8):
        document.do(SetValue("main", "a", "val", [0.5] * size), "Set val", "a.val")
    qtbot.waitUntil(lambda: bool(seen))
    qtbot.wait(100)
    assert len(seen) == 1
    assert seen[0].pins["n", "y", None][1] == (7,)
    assert seen[0].page is document.page("main")


def test_what_is_undone_is_known_before_it_is_painted(checker: Checker, document: Document, qtbot: QtBot) -> None:
    for act in (lambda: None, lambda: document.do(SetValue("main", "a", "val", [1.0]), "Edit")):
        with qtbot.waitSignal(checker.ready, timeout=30_000):
            act()
            checker.check_now()
        checker.finish()
        QCoreApplication.sendPostedEvents(checker)  # that it is over
    document.undo()
    QCoreApplication.sendPostedEvents(checker)
    assert checker.infos["main"].page is document.page("main")
    assert checker.infos["main"].pins["n", "y", None][1] == (2,)


def test_what_was_undone_is_ready_for_the_next_edit(
    checker: Checker, document: Document, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[Page] = []
    prepare = Examiner.prepare

    def noted(self: Examiner, page: Page, folder: str | None, asked: str | None, composites: tuple[Page, ...]) -> None:
        prepare(self, page, folder, asked, composites)
        prepared.append(page)

    monkeypatch.setattr(Examiner, "prepare", noted)
    checker.check_now()
    qtbot.waitUntil(lambda: "main" in checker.infos, timeout=WAIT)
    for size in (3, 5):
        document.do(SetValue("main", "a", "val", [0.5] * size), "Set val")
        page = document.page("main")
        qtbot.waitUntil(lambda page=page: checker.infos["main"].page is page, timeout=WAIT)
    document.undo()
    page = document.page("main")
    qtbot.waitUntil(lambda: prepared == [page], timeout=WAIT)
    document.do(SetField("main", "n", "type", "Square"), "Change the type")
    qtbot.waitUntil(lambda: checker.infos["main"].page is document.page("main"), timeout=WAIT)
    assert checker.infos["main"].pins["n", "y", None][1] == (3,)


def test_problems_name_page_and_block(checker: Checker, document: Document, qtbot: QtBot) -> None:
    document.do(AddBlocks("main", ((2, Block("x", "Nonsense")),)), "Add x")
    qtbot.waitUntil(lambda: "main" in checker.infos and bool(checker.infos["main"].problems))
    problem = checker.infos["main"].problems[0]
    assert (problem.page, problem.block) == ("main", "x")


def test_a_check_runs_in_another_thread(document: Document, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[int] = []
    look = Examiner.look

    def watched(examiner: Examiner, *args: object) -> Iterator[PageInfo]:
        threads.append(threading.get_ident())
        return look(examiner, *args)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(Examiner, "look", watched)
    checker = Checker(document, document)
    with qtbot.waitSignal(checker.ready):
        checker.check_now()
    assert threads
    assert threading.get_ident() not in threads
    checker.finish()
