"""``convert`` to notebooks, which are checked against nbformat 4.5 and executed, and to Markdown."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.document.changes import SetTitle
from tests.cli.conftest import A_TIMES_B, ENVIRONMENT, ROOT, Command

pytest.importorskip("PySide6", reason="the pictures need Qt")
_EXECUTE = """
import json, sys
space = {}
for cell in json.load(open(sys.argv[1], encoding="utf-8"))["cells"]:
    if cell["cell_type"] == "code":
        exec(compile("".join(cell["source"]), cell["id"], "exec"), space)
"""


def executed(notebook: Path) -> str:
    """What the cells print, one after the other in the folder of the notebook, as in a kernel."""
    command = [sys.executable, "-c", _EXECUTE, notebook.name]
    options: dict[str, Any] = {"cwd": notebook.parent, "env": ENVIRONMENT, "timeout": 300}
    done = subprocess.run(command, check=False, capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def read(notebook: Path) -> list[dict[str, Any]]:
    """The cells of a notebook that has the keys and types of nbformat 4.5, and nothing else."""
    data = json.loads(notebook.read_text("utf-8"))
    assert (data.pop("nbformat"), data.pop("nbformat_minor")) == (4, 5)
    assert set(data) == {"metadata", "cells"} and set(data["metadata"]["kernelspec"]) >= {"name", "display_name"}
    keys = {"code": {"outputs", "execution_count"}, "markdown": set[str]()}
    ids = [cell["id"] for cell in data["cells"]]
    assert len(set(ids)) == len(ids) and all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", each) for each in ids)
    for cell in data["cells"]:
        assert set(cell) - {"attachments"} == {"id", "cell_type", "metadata", "source"} | keys[cell["cell_type"]]
        assert all(type(line) is str for line in cell["source"]) and cell.get("outputs", []) == []
        for name, kinds in cell.get("attachments", {}).items():
            assert f"](attachment:{name})" in "".join(cell["source"])
            assert base64.b64decode(kinds["image/png"]).startswith(b"\x89PNG")
    return data["cells"]


@pytest.mark.parametrize("name", ["em_step", "custom_gradients", "transformer_layer"])
def test_a_notebook_gives_the_numbers_of_run(command: Command, tmp_path: Path, name: str) -> None:
    source, notebook = ROOT / f"assets/examples/{name}.gradblocks", tmp_path / "n.ipynb"
    assert command("convert", source, notebook).status == 0
    cells, diagram = read(notebook), blocks.load(source)
    drawn = [cell["source"][0].strip().replace("\\", "") for cell in cells if "attachments" in cell]
    assert {f"## Page {page.name}" for page in diagram.pages} <= set(drawn)
    assert sum(each.startswith("## Composite") for each in drawn) == len(diagram.composites)
    printed = executed(notebook)
    assert printed.count("Wrong gradient rules: none") == len(diagram.pages)
    for page in diagram.pages:
        for result, value in blocks.Session(page).run().items():
            assert f"{result} = {np.asarray(value)}" in printed


def test_files_feeds_and_any_text(command: Command, tmp_path: Path) -> None:
    np.save(tmp_path / "w.npy", np.array([2, 3], np.float32))
    diagram = blocks.Diagram()
    diagram.apply(SetTitle("<b>*A* $x$ `y`</b>"))
    page = diagram.add_page("main '''")
    page.note('# A | title\n<script>alert(1)</script>\n![x](y) """')
    page.add("Variable", id="found", initvalues={"file": "w.npy"})
    page.add("Placeholder", id="DIAGRAM", dtype="DT_FLOAT", shape=[None])
    page.add("Multiply", id="print")
    page.wire("found.ref", "print.x")
    page.wire("DIAGRAM.output", "print.y")
    source, notebook = tmp_path / "d.gradblocks", tmp_path / "sub" / "n.ipynb"
    notebook.parent.mkdir()
    diagram.save(source)
    assert command("convert", source, notebook).status == 0
    texts = ["".join(cell["source"]) for cell in read(notebook) if cell["cell_type"] == "markdown"]
    assert not re.search(r"(?<!\\)(<|\$|`|!\[x)", "".join(texts).replace("![](attach", ""))
    printed = executed(notebook)
    assert "print.result_z = [2. 3.]" in printed and "found: right" in printed


def test_an_exercise_has_empty_cells_and_no_answers(command: Command, tmp_path: Path) -> None:
    start = json.loads(A_TIMES_B.read_text("utf-8"))
    start["pages"][0]["blocks"].append({"id": "open", "type": "MatMul", "at": [0, 400]})  # to be wired
    data = {
        "format": "gradblocks-exercise/1", "title": "Predict", "text": "Multiply A by b.", "start": start,
        "questions": [{"id": "w", "text": "Which shape?", "choices": ["[2,1]", "[1,2]"], "hides": ["v"]},
                      {"id": "l", "text": "Why?"}],
        "checks": [{"name": "Shape", "points": 2, "answers": "w", "is": "[2,1]", "hint": "a secret hint"},
                   {"name": "a secret name", "hidden": True, "value": "v.product", "equals": [[12345.0]]}],
    }  # fmt: skip
    exercise, notebook = tmp_path / "e.json", tmp_path / "n.ipynb"
    exercise.write_text(json.dumps(data), "utf-8")
    done = command("convert", exercise, notebook)
    assert done.status == 0 and "open" in done.err  # what is left out
    cells = read(notebook)
    above = ["".join(cells[i - 1]["source"]) for i, cell in enumerate(cells) if not cell["source"]]
    assert ["Which shape?" in above[0], "Why?" in above[1], "Multiply A by b." in above[2]] == [True] * 3
    assert "- Shape (2)" in above[2] and "secret" not in notebook.read_text() and "12345" not in str(cells)
    sources = ["".join(cell["source"]) for cell in cells]
    assert sources.index(above[0]) < next(i for i, each in enumerate(sources) if "runtime.step" in each)
    assert "v.result_product" in executed(notebook)
    text = command("convert", exercise, "--markdown").out
    assert text.startswith("# Predict\n\nMultiply A by b.\n\n![main](data:image/png;base64,")


def test_markdown_refers_to_the_picture_that_is_written(command: Command, tmp_path: Path) -> None:
    picture = tmp_path / "my picture.svg"
    done = command("convert", A_TIMES_B, picture, "--markdown")
    assert f"![main]({str(picture).replace(' ', '%20')})\n" in done.out and picture.exists()
    assert done.out.startswith("# A times b\n")
    done = command("convert", A_TIMES_B, tmp_path / "a.py", "--markdown")
    assert (done.status, "--markdown" in done.err) == (2, True)
