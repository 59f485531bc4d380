"""Checks: off the GUI thread, soon after the last edit."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from app.core.document import Document
from app.core.runs import checker as checks
from app.core.runs.checker import Checker
from blocks.document.changes import AddBlocks, SetField, SetValue
from blocks.document.data import Block, Page
from blocks.document.model import Diagram
from blocks.worker import page_checks
from blocks.worker.page_checks import PageInfo, examine
from tests.app.canvas.pages import chain
from tests.run.pages import block, const, diagram


@pytest.fixture
def document(qapp: object) -> Iterator[Document]:
    document = Document(diagram([const("a", [1.0, 2.0]), block("n", "Negate")], "a.output>n.x"))
    yield document
    document.deleteLater()


@pytest.fixture
def checker(document: Document) -> Iterator[Checker]:
    checker = Checker(document, document)
    yield checker
    checker.finish()


def test_shapes_are_known_at_both_ends_of_a_wire(checker: Checker, qtbot: QtBot) -> None:
    with qtbot.waitSignal(checker.ready):
        checker.check_now()
    info = checker.infos["main"]
    pins = info.pins.blocks
    for dtype, shape in (pins["a"]["output", None], pins["n"]["x"], pins["n"]["y", None]):
        assert (dtype.short, shape) == ("float32", (2,))
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


def test_what_is_undone_and_redone_is_known_before_it_is_painted(
    checker: Checker, document: Document, qtbot: QtBot
) -> None:
    for value in ([0.5, 1.5], [1.0], [3, 4]):
        document.do(SetValue("main", "a", "val", value), "Edit")
        with qtbot.waitSignal(checker.ready):
            checker.check_now()
    for act, dtype, shape in ((document.undo, "float32", (1,)), (document.redo, "int32", (2,))):
        act()
        QCoreApplication.sendPostedEvents(checker)
        assert checker.infos["main"].page is document.page("main")
        known = checker.infos["main"].pins["n", "y", None]
        assert (known[0].short, known[1]) == (dtype, shape)
    document.undo()
    document.undo()
    document.do(SetValue("main", "a", "val", [0, 1]), "Edit")  # of the same shape as states before, and another dtype
    QCoreApplication.sendPostedEvents(checker)
    assert checker.infos["main"].page is not document.page("main")


def test_a_page_whose_gradient_is_asked_for_is_checked_again(checker: Checker, qtbot: QtBot) -> None:
    for asked, names in (("n", ["n.y"]), ("a", ["a.output"])):
        checker.asked["main"] = asked
        with qtbot.waitSignal(checker.ready):
            checker.check_now()
        flow = checker.infos["main"].flow
        assert flow is not None and [*map(str, flow.of)] == names


def test_problems_name_page_and_block(checker: Checker, document: Document, qtbot: QtBot) -> None:
    document.do(AddBlocks("main", ((2, Block("x", "Nonsense")),)), "Add x")
    qtbot.waitUntil(lambda: "main" in checker.infos and bool(checker.infos["main"].problems))
    problem = checker.infos["main"].problems[0]
    assert (problem.page, problem.block) == ("main", "x")


def test_a_check_runs_in_another_thread(document: Document, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[int] = []

    def watched(page: Page, folder: str | None, asked: str | None, composites: tuple[Page, ...]) -> PageInfo:
        threads.append(threading.get_ident())
        return examine(page, folder, asked, composites)

    monkeypatch.setattr(checks, "examine", watched)
    checker = Checker(document, document)
    with qtbot.waitSignal(checker.ready):
        checker.check_now()
    assert threads
    assert threading.get_ident() not in threads
    checker.finish()


@pytest.fixture
def large(qapp: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Document, Checker]]:
    """A page that is checked in another process: nothing is elaborated in this one."""
    watched = watched_checker(chain(checks.MOST_HERE + 1), monkeypatch)
    yield watched
    closed(*watched)


def watched_checker(document: Document, monkeypatch: pytest.MonkeyPatch) -> tuple[Document, Checker]:
    """A checker of a document, in whose process nothing must be elaborated."""

    def refuse(*_: object) -> None:
        raise AssertionError("a large page is elaborated in the GUI's process")

    monkeypatch.setattr(page_checks, "elaborate", refuse)
    checker = Checker(document, document)
    checker.asked["main"] = ""
    return document, checker


def closed(document: Document, checker: Checker) -> None:
    """The document is closed."""
    checker.finish()
    document.deleteLater()


def test_few_instances_of_much_are_checked_in_another_process(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Diagram()
    long = whole.add_composite("Long")
    for i in range(checks.MOST_HERE // 8):
        long.add("Sigmoid", id=f"n{i}")
        if i:
            long.wire(f"n{i - 1}.y", f"n{i}.x")
    long.add("InputPin", id="x")
    long.wire("x.output", "n0.x")
    page = whole.add_page("main")
    page.add("Const", id="c", val=[1.5])
    for i in range(10):
        page.add(":Long", id=f"l{i}")
        page.wire("c.output", f"l{i}.x")
    document, checker = watched_checker(Document(whole), monkeypatch)
    checker.check_now()
    qtbot.waitUntil(lambda: "main" in checker.infos)
    assert not checker.infos["main"].problems
    assert checker.infos["main"].pins.blocks["l9/n3"]["y", None][1] == (1,)
    closed(document, checker)


def test_a_large_page_is_checked_in_another_process(
    large: tuple[Document, Checker], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    document, checker = large
    document.do(SetValue("main", "n0", "x", [1.0, 2.0]), "Edit")
    checker.check_now()
    qtbot.waitUntil(lambda: "main" in checker.infos)
    before = checker.infos["main"]
    assert before.pins["n500", "y", None][1] == (2,)
    document.do(SetField("main", "n400", "type", "StopGradient"), "Edit")
    qtbot.waitUntil(lambda: checker.infos["main"].page is document.page("main"))
    monkeypatch.undo()
    after, reference = checker.infos["main"], examine(document.page("main"), None, "")
    assert (dict(after.pins), after.flow, after.losses) == (dict(reference.pins), reference.flow, reference.losses)
    assert [str(error) for error in after.problems] == [str(error) for error in reference.problems]
    assert after.pins.blocks["n300"] is before.pins.blocks["n300"]


def test_another_process_takes_the_place_of_one_that_died(large: tuple[Document, Checker], qtbot: QtBot) -> None:
    document, checker = large
    checker.check_now()
    qtbot.waitUntil(lambda: "main" in checker.infos)
    checker._process.stop()  # pyright: ignore[reportPrivateUsage]
    document.do(SetValue("main", "n0", "x", [1.0, 2.0, 3.0]), "Edit")
    qtbot.waitUntil(lambda: checker.infos["main"].page is document.page("main"))
    document.do(SetValue("main", "n0", "x", [1.0, 2.0]), "Edit")  # if the first one was told while it died
    qtbot.waitUntil(lambda: checker.infos["main"].page is document.page("main"))
    assert checker.infos["main"].pins["n500", "y", None][1] == (2,)


def test_a_check_that_failed_is_made_again_when_its_page_comes_back(
    document: Document, checker: Checker, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> PageInfo:
        raise MemoryError("no room")

    with monkeypatch.context() as patch, qtbot.waitSignal(checker.ready):
        patch.setattr(checks, "examine", fail)
        checker.check_now()
    [problem] = checker.infos["main"].problems
    assert problem.message == "the page could not be checked: MemoryError: no room"
    document.do(SetValue("main", "a", "val", [1.0]), "Edit")
    qtbot.waitUntil(lambda: not checker.infos["main"].problems)
    document.undo()
    qtbot.waitUntil(lambda: checker.infos["main"].page is document.page("main"))
    assert not checker.infos["main"].problems


def test_a_document_that_is_closed_waits_for_no_check(large: tuple[Document, Checker]) -> None:
    _, checker = large
    checker.check_now()
    checker.finish()
    assert not checker.infos
