"""What a program made has no places: it opens laid out, all of it can be seen, and that is no edit."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.canvas.mirror import SceneModel
from app.core.block_types import BlockTypes
from app.core.recovery.journal import begin_again, read
from blocks.cli import main
from blocks.document.data import Block, Endpoint, Page, Wire
from blocks.document.file import load
from blocks.document.layout.page_layout import measures, positions, rows_by_type
from blocks.document.model import Diagram, lay_out_pages
from blocks.library.index import all_types, find
from tests.app.window.hands import click_block, front, open_window, press, settle

LONG = 848
"""The blocks of a model as one chain."""


def chain(path: Path, count: int) -> None:
    """Write a page with a chain of blocks that have no places."""
    listed = [{"id": f"b{i}", "type": "Negate" if i else "Const"} for i in range(count)]
    wires = [[f"b{i}.{'y' if i else 'output'}", f"b{i + 1}.x"] for i in range(count - 1)]
    page = {"name": "main", "blocks": listed, "wires": wires}
    path.write_text(json.dumps({"format": "gradblocks/1", "pages": [page]}))


def test_a_page_without_places_opens_laid_out_and_all_of_it_fits(qtbot: QtBot, tmp_path: Path) -> None:
    long = tmp_path / "long.gradblocks"
    chain(long, LONG)
    window, answers = open_window(qtbot)
    before = long.read_bytes()
    window.files.open(long)
    tab = front(window)
    settle(qtbot, lambda: tab.view.visible_rect().contains(tab.scene.content_rect()))
    assert 1.2 < tab.scene.content_rect().width() / tab.scene.content_rect().height() < 2.8
    rects = tab.scene.mirror.rects
    begins_row = rects[1:, 0] <= rects[:-1, 2]  # as lines of a text
    assert 10 < begins_row.sum() < 40 and (rects[1:, 1] > rects[:-1, 3])[begins_row].all()
    assert float(window.status.zoom.text().rstrip("%")) == pytest.approx(tab.view.zoom * 100, rel=0.05)

    tab.view.center_on_block("b7")
    settle(qtbot, lambda: tab.view.zoom == 1.0)
    press(tab.view, Qt.Key.Key_Home)
    settle(qtbot, lambda: tab.view.visible_rect().contains(tab.scene.content_rect()))

    assert not tab.document.modified and window.windowTitle().count("*") == 0
    press(tab.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert (tab.scene.mirror.rects == rects).all()
    assert long.read_bytes() == before

    tab.view.center_on_block("b7")
    click_block(tab, "b7")
    press(tab.view, Qt.Key.Key_Delete)
    answers.to_save = long
    press(tab.view, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    saved = load(long).pages[0].blocks
    assert [block.id for block in saved[:9]] == [f"b{i}" for i in range(10) if i != 7]
    assert len({block.at for block in saved}) == LONG - 1


def test_no_block_of_any_type_covers_another_when_it_is_laid_out() -> None:
    types = [spec for spec in all_types() if not spec.internal]
    wires = [Wire(Endpoint(before.name, "out", None), Endpoint(spec.name, pin.name))
             for before, spec in pairwise(types) for pin in spec.inputs]  # fmt: skip
    page = Page("main", tuple(Block(spec.name, spec.name) for spec in types), tuple(wires))
    laid_out = positions(page)
    mirror = SceneModel(find)
    mirror.sync(page._replace(blocks=tuple(block._replace(at=laid_out[block.id]) for block in page.blocks)))
    left, top, right, bottom = mirror.rects.T
    across = (left[:, None] < right[None]) & (left[None] < right[:, None])
    covers = across & (top[:, None] < bottom[None]) & (top[None] < bottom[:, None])
    assert int(covers.sum()) == len(types)


def test_instances_have_room_for_the_rows_of_all_that_their_composites_promote() -> None:
    diagram = Diagram()
    page = diagram.add_page("main")
    page.add("Const", id="c", val=1.0)
    for count in range(7):
        composite = diagram.add_composite(f"Layer{count}")
        composite.add("InputPin", id="x")
        for i in range(count):
            composite.add("Variable", id=f"v{i}", initvalues=[1.0])
            composite.add_value(f"value_{i}", default=[1.0], sets=[f"v{i}.initvalues"])
        for i in range(4):
            page.add(f":Layer{count}", id=f"n{count}_{i}")
            page.wire("c.output", f"n{count}_{i}.x")
    lay_out_pages(diagram)
    types = BlockTypes(diagram)
    mirror = SceneModel(types.find, inside=types.inside)
    mirror.sync(page.snapshot())
    estimated = measures(page.snapshot(), rows_of=rows_by_type(each.snapshot() for each in diagram.composites))
    drawn = {item.block.id: item.geometry.height for item in mirror.order}
    assert all(drawn[each] <= estimated[each].size[1] <= drawn[each] + 16 for each in drawn)
    left, top, right, bottom = mirror.rects.T
    apart = np.maximum(left[None] - right[:, None], top[None] - bottom[:, None]) > 0
    assert (apart | apart.T).sum() == len(drawn) * (len(drawn) - 1)


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_picture_of_a_page_without_places_is_one_of_it_laid_out(tmp_path: Path, ending: str) -> None:
    long = tmp_path / "short.gradblocks"
    chain(long, 12)
    target = tmp_path / f"picture.{ending}"
    assert main(["convert", str(long), str(target)]) == 0
    assert main(["fmt", "--layout", "-i", str(long)]) == 0
    again = tmp_path / f"again.{ending}"
    assert main(["convert", str(long), str(again)]) == 0
    assert target.read_bytes() == again.read_bytes()


def test_after_a_crash_it_comes_back_as_it_was_laid_out(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "short.gradblocks"
    chain(path, 5)
    window, _ = open_window(qtbot, state=tmp_path / "state")
    window.files.open(path)
    tab = front(window)
    settle(qtbot, lambda: tab.view.visible_rect().contains(tab.scene.content_rect()))
    laid_out = tab.page
    click_block(tab, "b2")
    press(tab.view, Qt.Key.Key_Delete)
    [journal] = (tmp_path / "state" / "journals").iterdir()
    lines = journal.read_bytes().splitlines(keepends=True)
    edit = next(i for i, line in enumerate(lines) if b'"change"' in line)
    (tmp_path / "left.journal").write_bytes(
        b"".join(lines[: edit + 1])
    )  # what comes later is written by another thread
    recovered = read(tmp_path / "left.journal")
    assert recovered is not None
    assert begin_again(recovered).page("main").snapshot() == laid_out
