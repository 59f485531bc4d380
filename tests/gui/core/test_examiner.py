"""Checks one after the other find what a check from scratch finds, and sooner where a gradient goes."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from app.core.runs.losses import Losses
from app.core.runs.page_checks import Examiner, PageInfo, examine
from blocks.base.errors import DiagramError
from blocks.document.changes import AddBlocks, Change, SetField, SetValue
from blocks.document.data import Block, Page
from blocks.elaborate.incremental import Elaborator
from tests.elaborate.test_incremental import PAGES, change, view_of
from tests.examples.shared import NAMES
from tests.run.pages import const, diagram

ASKED = ("", None, "loss", "sine.y")


def found(info: PageInfo) -> list[object]:
    """All that a check found, as plain data."""
    faults = [(e.page, e.block, e.pin, e.message, e.hint) for e in info.problems]
    return [dict(info.pins), faults, info.asked, info.losses, info.flow, info.whole]


def edits(name: str, count: int) -> list[tuple[Page, Change]]:
    """States of a page after random edits, their undoing and redoing."""
    rng = random.Random(f"{name} examined")
    view = view_of(name)
    states: list[tuple[Page, Change]] = []
    undo: list[Change] = []
    redo: list[Change] = []
    for _ in range(count):
        way = rng.random()
        if way < 0.3 and undo:
            edit, back = undo.pop(), redo
        elif way < 0.5 and redo:
            edit, back = redo.pop(), undo
        else:
            made = change(rng, view)
            if made is None:
                break
            edit, back = made, undo
            redo.clear()
        try:
            back.append(view.apply(edit))
        except DiagramError:
            continue
        states.append((view.snapshot(), edit))
    return states


@pytest.mark.parametrize("name", [*NAMES, *PAGES])
def test_random_edits_their_undoing_and_redoing_are_checked_as_from_scratch(name: str) -> None:
    rng = random.Random(name)
    examiner, asked = Examiner(), ASKED[0]
    examiner.examine(view_of(name).snapshot(), None, asked)
    for page, edit in edits(name, 40):
        if rng.random() < 0.1:
            asked = rng.choice(ASKED)
        scratch = examine(page, None, asked)
        infos = examiner.look(page, None, asked)
        first = next(infos)
        if not first.whole:  # where the gradient goes is right at once, unless another one was chosen by the program
            same = asked or (scratch.losses[:1] == first.losses[:1])
            assert not same or first.flow == scratch.flow, edit
            if rng.random() < 0.5:
                continue  # the next edit came before the rest was found
            first = next(infos)
        assert found(first) == found(scratch), edit
        assert next(infos, None) is None
        if rng.random() < 0.5:
            examiner.prepare(page, None, asked)


def test_what_is_differentiated_first_is_known_before_all_that_can_be() -> None:
    known = 0
    for name in (*NAMES, *PAGES):
        elaborator, losses = Elaborator(), Losses()
        for page, edit in edits(name, 12):
            made = elaborator.elaborate(page).made
            first = losses.first(made)
            assert first is None or losses.find(made)[0] == first, edit
            known += first is not None
    assert known > 50


def test_where_the_gradient_goes_is_known_before_it_is_built_anew() -> None:
    view = view_of("")
    examiner = Examiner()
    examiner.examine(view.snapshot(), None, "")
    view.apply(SetField("main", "sine", "type", "StopGradient"))
    view.apply(SetField("main", "sine", "type", "Tanh"))
    page = view.snapshot()
    first, second = examiner.look(page, None, "")
    scratch = examine(page, None, "")
    assert (first.whole, second.whole) == (False, True)
    assert first.flow is second.flow and first.flow == scratch.flow
    assert first.pins == second.pins == scratch.pins


def test_a_block_beside_it_leaves_the_gradient_as_it_is() -> None:
    view = view_of("")
    examiner = Examiner()
    before = examiner.examine(view.snapshot(), None, "")
    view.apply(AddBlocks("main", ((7, Block("new", "Const", (0, 0), {"val": 1.0})),)))
    infos = list(examiner.look(view.snapshot(), None, ""))
    assert [info.whole for info in infos] == [False, True]
    assert all(info.flow is before.flow for info in infos)
    assert infos[0].pins["new", "output", None][1] == ()


def test_what_is_undone_and_redone_is_known_without_a_check(tmp_path: Path) -> None:
    view = view_of("long")
    examiner = Examiner()
    examiner.examine(view.snapshot(), None, "")
    edit = SetField("main", "b50", "muted", True)
    for _ in range(2):
        back = view.apply(edit)
        examiner.examine(view.snapshot(), None, "")
        edit = SetField("main", "b51", "muted", True)
        view.apply(back)
        known = examiner.recall(view.snapshot(), None, "")
        assert known is not None
        assert found(known) == found(examine(view.snapshot(), None, ""))
    assert examiner.recall(view.snapshot(), None, None) is None  # something else is asked
    assert examiner.recall(view.snapshot(), str(tmp_path), "") is None
    view.apply(edit)
    assert examiner.recall(view.snapshot(), None, "") is not None
    view.apply(SetValue("main", "c", "val", [3, 4]))  # equal numbers, of another dtype
    assert examiner.recall(view.snapshot(), None, "") is None


def test_a_page_that_reads_a_file_is_checked_whenever_it_is_undone(tmp_path: Path) -> None:
    view = diagram([const("c", {"file": "c.npy"})], "").pages[0]
    examiner = Examiner()
    for shape in ((2,), (3, 1)):
        np.save(tmp_path / "c.npy", np.zeros(shape, np.float32))
        view.apply(view.apply(SetField("main", "c", "muted", True)))
        info = examiner.examine(view.snapshot(), str(tmp_path))
        assert info.pins["c", "output", None][1] == shape
