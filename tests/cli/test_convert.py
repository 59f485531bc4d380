"""``convert`` into programs and pictures, of projects, and with names of files mapped."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from blocks.base import web_page
from blocks.cli.editor import Drawing
from blocks.document.drawings import with_diagram
from blocks.document.file import load, loads
from blocks.document.file_kinds import open_ours
from tests.cli.conftest import A_TIMES_B, ENVIRONMENT, Command, const, write
from tests.interchange.enuspace.pages import pin, use, wire, write_page

EXAMPLES = A_TIMES_B.parent


def run_program(path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(path), *arguments], capture_output=True, text=True, env=ENVIRONMENT, check=False
    )


@pytest.mark.parametrize("name", ["a_times_b", "gradient_descent"])
def test_a_program_prints_what_run_prints(command: Command, tmp_path: Path, name: str) -> None:
    source, program = EXAMPLES / f"{name}.gradblocks", tmp_path / "program.py"
    assert command("convert", source, program) == (0, "", "")
    done = run_program(program, "--steps", "3", "--seed", "5")
    assert (done.returncode, done.stderr) == (0, "")
    wanted = command("run", source, "--steps", "3", "--seed", "5")
    assert sorted(done.stdout.split("\n\n")) == sorted(wanted.out.split("\n\n"))
    report = json.loads(run_program(program, "--json", "--steps", "2").stdout)
    assert report == command("run", source, "--json", "--steps", "2").json


def test_a_program_takes_feeds_and_says_what_is_wrong(command: Command, tmp_path: Path) -> None:
    blocks = [
        {"id": "x", "type": "Placeholder", "values": {"dtype": "DT_FLOAT", "shape": [2]}},
        {"id": "n", "type": "Negate"},
    ]
    source = write(tmp_path / "f.gradblocks", blocks, [["x.output", "n.x"]])
    program = tmp_path / "f.py"
    assert command("convert", source, program).status == 0
    report = json.loads(run_program(program, "--json", "--feed", "x=[1.0, 2.0]").stdout)
    assert report["results"]["n.result_y"]["data"] == [-1.0, -2.0]
    for arguments, status, words in (
        ((), 1, "block 'x'"),
        (("--feed", "x=[1.0, 2.0, 3.0]"), 2, "must have the shape [2]"),
        (("--feed", "y=1"), 2, "refers to 0 tensors"),
        (("--feed", "x=[1"), 2, ""),
        (("--steps", "0"), 2, "at least 1"),
        (("--page", "other"), 2, "there is no page 'other'"),
    ):
        done = run_program(program, *arguments)
        assert (done.returncode, words in done.stderr, "Traceback" in done.stderr) == (status, True, False), done.stderr


@pytest.mark.parametrize("target", ["f.py", "f.py --style jax", "f.onnx", "f.pb", "f/"])
def test_a_page_with_an_error_is_not_written(command: Command, tmp_path: Path, target: str) -> None:
    name, *options = target.split()
    for package in ("onnx", "jax"):
        if package in target:
            pytest.importorskip(package, reason=f"the extra `{package}` is not installed")
    source = write(tmp_path / "f.gradblocks", [const("c", 1.0), {"id": "m", "type": "MatMul"}], [])
    done = command("convert", source, f"{tmp_path}/{name}", *options)
    assert done.status == 1 and "page 'main', block 'm'" in done.err
    assert [each.name for each in tmp_path.iterdir()] == ["f.gradblocks"]


def test_a_project_is_converted_with_all_its_pages_and_their_arrays(command: Command, tmp_path: Path) -> None:
    (tmp_path / "picture").mkdir()
    large = use("A", "Const", pin("val", "", "float", "[1200]", at=0))
    for i, name in enumerate(("one", "two")):
        write_page(tmp_path / "picture", [large, use(f"B{i}", "Negate"), wire("A.output", f"B{i}.x")], f"{name}.svg")
        np.full(1200, i + 1, np.float32).tofile(tmp_path / "picture" / f"{name}.dat")
    project = tmp_path / "work.enup"
    project.write_bytes(
        '<?xml version="1.0"?><pg-project name="P"><pg-picture xlink:href="picture\\one.svg"/>'
        '<pg-picture xlink:href="picture\\two.svg"/></pg-project>'.encode("utf-16")
    )  # fmt: skip
    target = tmp_path / "out" / "work.gradblocks"
    target.parent.mkdir()
    assert command("convert", project, target).status == 0
    assert [page.name for page in load(target).pages] == ["one", "two"]
    done = command("run", target, "--page", "two", "--json")
    assert done.json["results"]["B1.result_y"]["data"] == [-2.0] * 1200
    assert command("convert", target, tmp_path / "work.py").status == 0  # in another folder than the arrays
    done = run_program(tmp_path / "work.py", "--page", "two", "--json")
    assert json.loads(done.stdout)["results"]["B1.result_y"]["data"] == [-2.0] * 1200
    assert command("convert", project, tmp_path / "direct.py").status == 2


def test_names_of_files_are_mapped(command: Command, tmp_path: Path) -> None:
    name = use("name", "Const", pin("val", "D:\\\\mnist\\\\train.idx"))
    page, target = write_page(tmp_path, [name]), tmp_path / "p.gradblocks"
    done = command("convert", page, target, "--map", "d:\\mnist=data", "--map", "E:=x")
    assert done.status == 0
    assert "name.val on page 'page' to 'data/train.idx'" in done.err.replace('"', "'").replace("changed: ", "")
    assert load(target).pages[0].block("name").values["val"] == "data/train.idx"
    for wrong in ("nothing", "=x"):
        done = command("convert", page, target, "--map", wrong)
        assert (done.status, "NAME=VALUE" in done.err or "OLD=NEW" in done.err) == (2, True)


class Point:
    """An installed editor that cannot be loaded, or draws."""

    module = "editor"

    def __init__(self, editor: Any) -> None:
        self.editor = editor

    def load(self) -> Any:
        return self.editor()


def install(monkeypatch: pytest.MonkeyPatch, *points: Point) -> None:
    monkeypatch.setattr(web_page, "editor_point", lambda: next(iter(points), None))


def test_pictures_are_drawn_by_the_editor(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Drawing] = []

    def editor(file: str | None = None, screenshot: str | None = None, *, drawing: Drawing) -> int:
        assert (file, screenshot) == (None, None)
        given.append(drawing)
        return 0

    install(monkeypatch, Point(lambda: editor))
    for name in ("a.svg", "a.png"):
        assert command("convert", A_TIMES_B, tmp_path / name).status == 0
    assert [(each.diagram.title, each.page, each.path.name) for each in given] == [
        ("A times b", "main", "a.svg"), ("A times b", "main", "a.png"),
    ]  # fmt: skip
    done = command("convert", A_TIMES_B, tmp_path / "a.png", "--page", "other")
    assert (done.status, "there is no page 'other'" in done.err) == (2, True)


def test_without_the_editor_there_is_a_sentence(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)
    done = command("convert", A_TIMES_B, tmp_path / "a.png")
    assert (done.status, "does not include the editor" in done.err) == (2, True)

    def fail() -> Any:
        raise ImportError("No module named 'PySide6'", name="PySide6")

    install(monkeypatch, Point(fail))
    done = command("convert", A_TIMES_B, tmp_path / "a.svg")
    assert (done.status, "pip install 'gradblocks[gui]'" in done.err) == (2, True)
    assert os.listdir(tmp_path) == []


def drawing(folder: Path) -> Path:
    """A drawing as the editor exports it."""
    path = folder / "a_times_b.svg"
    path.write_text(with_diagram('<?xml version="1.0"?>\n<svg></svg>', A_TIMES_B.read_text("utf-8")), "utf-8")
    return path


def test_a_drawing_with_a_diagram_inside_is_that_diagram(command: Command, tmp_path: Path) -> None:
    path = drawing(tmp_path)
    assert command("check", path) == command("check", A_TIMES_B)
    assert command("run", path, "--json").json == command("run", A_TIMES_B, "--json").json
    assert command("fmt", path).out == A_TIMES_B.read_text("utf-8")
    assert command("diff", path, A_TIMES_B) == (0, "", "")
    assert command("convert", path, tmp_path / "back.gradblocks") == (0, "", "")
    assert (tmp_path / "back.gradblocks").read_bytes() == A_TIMES_B.read_bytes()


def test_a_drawing_is_xml_whatever_characters_are_in_its_diagram(tmp_path: Path) -> None:
    text = "".join(chr(i) for i in [*range(0xD800), *range(0xE000, 0x10100)])
    diagram = loads(json.dumps({"format": "gradblocks/1", "title": text, "pages": []}))
    path = tmp_path / "a.svg"
    path.write_text(with_diagram("<svg></svg>", diagram.dumps()), "utf-8", newline="")
    inside = ElementTree.parse(path).findtext("metadata")
    assert inside is not None
    assert loads(inside).title == open_ours(path).title == text


def test_a_drawing_is_not_rewritten_as_a_diagram(command: Command, tmp_path: Path) -> None:
    path = drawing(tmp_path)
    before = path.read_bytes()
    outcome = command("fmt", "-i", path)
    assert outcome.status == 2
    assert f"{path}: a picture" in outcome.err
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["check", "run", "fmt"])
def test_a_page_of_enuspace_is_imported_first(command: Command, tmp_path: Path, name: str) -> None:
    page = write_page(tmp_path, [use("A", "Const", pin("val", "1", "int"))])
    outcome = command(name, page)
    assert outcome.status == 1
    assert "an enuSpace file must be imported first. Run `gradblocks convert" in outcome.err


def test_files_that_do_not_come_along_are_named(command: Command, tmp_path: Path) -> None:
    np.save(tmp_path / "w.npy", np.ones(3, np.float32))
    source = write(tmp_path / "d.gradblocks", [const("w", {"file": "w.npy"})])
    (tmp_path / "sub").mkdir()
    assert command("convert", source, tmp_path / "e.gradblocks") == (0, "", "")
    done = command("convert", source, tmp_path / "sub" / "e.gradblocks")
    assert done.status == 0 and "'w.npy'" in done.err
