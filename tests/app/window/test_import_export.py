"""Import of projects and of pages whose files are elsewhere, export of programs and pictures."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

import blocks
from app.canvas.display_blocks.displays import part_of, shown_sum
from app.core.recovery.journal import find
from app.core.runs.results import summarise
from app.main import main
from app.window.documents.files import MissingFiles, say_missing
from app.window.documents.opening import read_import
from app.window.kept_files import KeptFiles
from blocks.base.dtypes import DOUBLE
from blocks.cli.editor import Drawing
from blocks.document.drawings import text_in
from blocks.document.file import load
from blocks.interchange.enuspace.paths import file_names, missing
from tests.app.window.hands import click, front, open_window, type_in
from tests.interchange.enuspace.pages import pin, text, use, wire, write_page
from tests.interchange.onnx.graphs import saved
from tests.interchange.onnx.test_stacks import layers
from tests.interchange.tensorflow.graphs import looping

EXAMPLE = Path(__file__).parents[3] / "assets" / "examples" / "a_times_b.gradblocks"


def test_a_diagram_is_exported_as_a_program(qtbot: QtBot, tmp_path: Path) -> None:
    window, answers = open_window(qtbot)
    window.files.open(EXAMPLE)
    answers.to_save = tmp_path / "program.py"
    window.commands.trigger("file.python")
    names: dict[str, Any] = {"__name__": "program", "__file__": str(answers.to_save)}
    exec(compile(answers.to_save.read_text(), "program.py", "exec"), names)
    assert names["main"]()["v.result_product"].tolist() == [[19.0], [-3.0]]
    assert answers.asked[-1].startswith("save Export Python program a_times_b.py")


def test_what_a_program_leaves_out_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    window, answers = open_window(qtbot)
    diagram = blocks.Diagram()
    diagram.add_page("main").add("MatMul", id="m")
    diagram.save(tmp_path / "d.gradblocks")
    window.files.open(tmp_path / "d.gradblocks")
    answers.to_save = tmp_path / "program.py"
    window.commands.trigger("file.python")
    assert answers.asked[-1].startswith('tell Notes on the export of "program.py":')
    assert "block 'm'" in answers.asked[-1]


def test_a_project_is_imported_with_all_its_pages(qtbot: QtBot, tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_page(tmp_path, [use("A", "Const", pin("val", "1", "int")), text(name)], f"{name}.svg")
    project = tmp_path / "lessons.enup"
    project.write_text(
        '<pg-project name="Lessons"><pg-picture href="one.svg"/><pg-picture href="two.svg"/></pg-project>'
    )
    window, answers = open_window(qtbot)
    answers.to_open = [project]
    window.commands.trigger("file.import")
    assert [page.name for page in front(window).document.diagram.pages] == ["one", "two"]
    assert front(window).title == "Lessons"


def test_a_model_is_opened_at_once_and_its_weights_go_where_it_is_saved(qtbot: QtBot, tmp_path: Path) -> None:
    model = tmp_path / "net.pb"
    model.write_bytes(looping().SerializeToString())
    window, answers = open_window(qtbot, state=tmp_path / "state")
    answers.to_open = [model]
    window.commands.trigger("file.open")
    tab = front(window)
    assert answers.asked == ["open Open"] and tab.document.path is None and tab.title == "net"
    page = tab.document.diagram.page("main")
    assert {"loop", "one", "odd", "weights"} <= {block.id for block in page.blocks}
    assert len({block.at for block in page.blocks}) == len(page.blocks)
    assert tab.kept is not None and not (tmp_path / "net.weights").exists()
    kept = tab.kept.folder
    weights = (kept / "net.weights/weights.npy").read_bytes()
    assert tab.notice.isVisible() and '"net.pb" was imported' in tab.notice.label.text()
    assert str(kept) in tab.notice.label.text()
    click(tab.notice.act)
    assert answers.asked[-1].startswith('inform "net.pb" was imported') and "Frobnicate" in answers.asked[-1]

    there = tmp_path / "there"
    (there / "net.weights").mkdir(parents=True)
    (there / "net.weights/weights.npy").write_bytes(b"of another diagram")
    answers.to_save = there / "mine.gradblocks"
    window.commands.trigger("file.save")
    assert answers.asked[-1].startswith('sure "net.weights/weights.npy" already exists')
    assert tab.document.path is None and kept.is_dir() and not answers.to_save.exists()
    answers.to_save = tmp_path / "mine.gradblocks"
    window.commands.trigger("file.save")
    assert tab.document.path == answers.to_save and not kept.exists()
    assert (tmp_path / "net.weights/weights.npy").read_bytes() == weights

    answers.to_save, answers.yes = there / "mine.gradblocks", True  # saved elsewhere, its weights go along
    window.commands.trigger("file.save_as")
    assert tab.document.path == answers.to_save and (there / "net.weights/weights.npy").read_bytes() == weights


def test_weights_that_were_never_saved_come_back_with_the_edits(qtbot: QtBot, tmp_path: Path) -> None:
    model, state = tmp_path / "net.pb", tmp_path / "state"
    model.write_bytes(looping().SerializeToString())
    window, _ = open_window(qtbot, state=state)
    window.files.open(model)
    tab = front(window)
    tab.add_page()
    kept, journal = tab.kept, tab.journal
    assert kept is not None and journal is not None
    left = KeptFiles.new(
        state / "kept", lambda folder: np.save(folder / "x.npy", np.zeros(2))
    )  # of a window that ended before its first edit
    for lock in (kept._lock, left._lock):  # pyright: ignore[reportPrivateUsage]
        lock.release(remove=False)  # as the system does for a process that was killed
    tab.kept = None
    journal._handle, handle = None, journal._handle  # pyright: ignore[reportPrivateUsage]
    assert handle is not None
    os.close(handle)

    again, _ = open_window(qtbot, state=state)
    assert again.files.recovery.offer() and kept.folder.is_dir() and not left.folder.exists()
    [one] = find(state / "journals")
    again.files.recovery.restore(one)
    restored = front(again)
    assert restored.document.beside == kept.folder and len(restored.pages.names) == 2
    where = Path(str(restored.engine.runner.source("main").file)).parent
    assert (where / "net.weights/weights.npy").is_file()
    again._close_tab(restored)  # pyright: ignore[reportPrivateUsage]
    assert not kept.folder.exists()


def test_a_model_is_opened_with_its_layers_grouped(qtbot: QtBot, tmp_path: Path) -> None:
    source = saved(layers(4, 4, same=False), tmp_path / "net.onnx")
    window, answers = open_window(qtbot, state=tmp_path / "state")
    answers.to_open = [Path(source)]
    window.commands.trigger("file.open_grouped")
    tab = front(window)
    assert "Scan" in {block.type for block in tab.page.blocks}
    click(tab.notice.act)
    assert "4 x layer0 in sequence" in answers.asked[-1]


def test_files_of_an_import_that_are_elsewhere_are_found(qtbot: QtBot, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "train.idx").write_bytes(b"")
    page = write_page(
        tmp_path,
        [
            use("t", "Const", pin("val", "D:\\\\mnist\\\\train.idx")),
            use("l", "Const", pin("val", "D:\\\\mnist\\\\labels.idx")),
        ],
    )
    window, answers = open_window(qtbot)
    answers.to_open = [page]
    window.commands.trigger("file.import")
    tab = front(window)
    assert tab.notice.label.text() == "This diagram refers to 2 files that are not on this computer."
    seen: list[list[str]] = []

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, MissingFiles)
        seen.append(dialog.states)
        [edit] = dialog.edits
        type_in(edit, str(data))
        seen.append(dialog.states)
        ok = dialog.findChild(QDialogButtonBox)
        assert ok is not None
        click(ok.button(QDialogButtonBox.StandardButton.Ok))

    QTimer.singleShot(0, answer)
    click(tab.notice.act)
    assert seen == [["missing: train.idx, labels.idx"], ["1 of 2 found; missing: labels.idx"]]
    paths = [block.values["val"] for block in tab.page.blocks]
    assert paths == [f"{data}/train.idx", f"{data}/labels.idx"]
    assert not tab.notice.isVisible()
    window.commands.trigger("edit.undo")
    assert tab.page.blocks[0].values["val"] == "D:\\\\mnist\\\\train.idx"
    say_missing(tab, missing(file_names(tab.document.diagram), tmp_path)[:1], tmp_path, lambda: None)
    assert tab.notice.label.text() == "This diagram refers to a file that is not on this computer."


@pytest.mark.parametrize("name", ["page.png", "page.svg"])
def test_pictures_are_written_without_a_window(qtbot: QtBot, tmp_path: Path, name: str) -> None:
    diagram = load(EXAMPLE)
    assert main(drawing=Drawing(diagram, "main", tmp_path / name)) == 0
    image = QImage(str(tmp_path / name))
    assert image.width() > 200
    if name.endswith(".svg"):
        assert text_in(tmp_path / name) == diagram.dumps()


def test_an_imported_heat_map_shows_its_part(qtbot: QtBot, tmp_path: Path) -> None:
    script = "<script><![CDATA[M.data[i][j] = A.result_output[1][i*2+j]]]></script>"
    heat = '<pg-trend-contour id="M" width="80" height="80" subdivision="2,2"/>'
    const = use("A", "Const", pin("val", "1;2;3;4;5;6;7;8", "double", "[2][4]"))
    negate = use("n", "Negate")
    window, answers = open_window(qtbot)
    answers.to_open = [write_page(tmp_path, [script, const, negate, heat, wire("A.output", "n.x")])]
    window.commands.trigger("file.import")
    block = front(window).document.diagram.pages[0].block("M")
    assert (block.type, dict(block.values)) == ("HeatMapDisplay", {"columns": 2, "part": [1]})
    shown = part_of(np.arange(1.0, 9.0).reshape(2, 4), block.values["part"], block.values["columns"])
    assert shown is not None
    assert shown.tolist() == [[5.0, 6.0], [7.0, 8.0]]


@pytest.mark.parametrize(
    ("part", "columns", "expected"),
    [
        ([], 0, [[0, 1, 2], [3, 4, 5]]),
        ([1], 0, [3, 4, 5]),
        ([-1, 2], 0, 5),
        ([1], 1, [[3], [4], [5]]),
        ([2], 0, None),
        ([0, 0, 0], 0, None),
        ([0], 2, None),
        (["0"], 0, None),
    ],
)
def test_parts_of_a_tensor(part: list[int], columns: int, expected: object) -> None:
    result = part_of(np.arange(6).reshape(2, 3), part, columns)
    assert (None if result is None else result.tolist()) == expected


@pytest.mark.parametrize(
    ("plus", "plus_part", "expected"),
    [
        ([[0.5, -1.0]], [0, 1], [[4.0, 5.0], [6.0, 7.0]]),
        ([[10.0], [20.0]], [], [[15.0, 16.0], [27.0, 28.0]]),
        ([1.0, 2.0, 3.0], [], None),
        ([[1.0]], [1], None),
    ],
)
def test_a_heat_map_adds_what_is_wired_to_plus(plus: list[Any], plus_part: list[int], expected: object) -> None:
    first, other = summarise(np.arange(5.0, 9.0).reshape(2, 2), DOUBLE), summarise(np.array(plus), DOUBLE)
    result = shown_sum(first, other, {"plus_part": plus_part})
    assert (None if result is None else result.value.tolist()) == expected
    assert shown_sum(first, None, {}) is None


def test_blocks_of_an_import_that_would_cover_each_other_a_little_are_moved_apart(tmp_path: Path) -> None:
    page = write_page(
        tmp_path,
        [
            use("read", "ReaderReadUpTo", at=(400, 100)),
            use("raw", "DecodeRaw", at=(535, 120)),  # the original's are 100 wide
            use("cast", "Cast", at=(656, 130)),
            use("far", "Cast", at=(900, 130)),
            use("on", "Cast", at=(905, 140)),  # laid over another in the original, too
        ],
    )
    imported = read_import(page)
    places = {block.id: block.at for block in imported.diagram.pages[0].blocks}
    assert (places["read"], places["far"], places["on"]) == ((400, 100), (900, 130), (905, 140))
    assert places["raw"][0] > 552
    assert places["raw"][1] == 120
    assert places["cast"][0] >= places["raw"][0] + 120
    moved = [line for line in imported.report if "moved by" in line]
    assert len(moved) == 2
    assert moved[0].startswith("changed: page 'page', raw: moved by")
    assert moved[0].endswith("to the right, because read is larger here and would cover this block")
