"""Undo and redo: gestures merge, and stay small."""

from __future__ import annotations

from app.core.document import History
from blocks.document.changes import SetField
from blocks.document.model import Diagram


def diagram() -> Diagram:
    diagram = Diagram()
    page = diagram.add_page("main")
    page.add("Const", id="a", val=1.0)
    page.add("Const", id="b", val=2.0)
    return diagram


def drag(diagram: Diagram, history: History, block: str, x: int) -> None:
    change = SetField("main", block, "at", (x, 0))
    history.add("Move", change, diagram.apply(change), ("move",))


def test_a_long_drag_is_one_small_edit() -> None:
    example = diagram()
    first = example.dumps()
    history = History()
    for x in range(5000):
        drag(example, history, "ab"[x % 2], x)
    last = example.dumps()
    assert len(history.entries) == 1
    assert len(str(history.entries[0])) < 1000
    back = history.undo()
    assert back is not None
    example.apply(back)
    assert example.dumps() == first
    again = history.redo()
    assert again is not None
    example.apply(again)
    assert example.dumps() == last


def test_an_edit_after_the_gesture_is_one_of_its_own() -> None:
    example = diagram()
    history = History()
    drag(example, history, "a", 1)
    history.close()
    drag(example, history, "a", 2)
    assert len(history.entries) == 2


def test_what_was_saved_is_never_merged_into() -> None:
    example = diagram()
    history = History()
    drag(example, history, "a", 1)
    history.mark_clean()
    assert history.is_clean
    drag(example, history, "a", 2)
    assert not history.is_clean
    back = history.undo()
    assert back is not None
    example.apply(back)
    assert history.is_clean
