"""The web page as a file: what is in it, what comes back out of it, and what notebooks show."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

import blocks
from app.core.verbs import set_value
from app.face.theme import DARK, LIGHT
from app.web_page.content import MOST_STEPS, PLAIN, Request, content_of, diagram_html, value_json
from app.window.documents.opening import read_file
from blocks.analysis.gradient_flow import gradient_flow
from blocks.base.dtypes import dtype
from blocks.document.data import Document
from blocks.document.file import load, loads
from tests.app.window.hands import front, open_window, settle
from tests.cli.conftest import A_TIMES_B, ROOT, Command
from tests.document.documents import documents

EXAMPLES = ROOT / "assets/examples"


def data_in(page: str) -> Any:
    match = re.search(r'<script type="application/json" id="web-page">(.*?)</script>', page, re.DOTALL)
    assert match
    return json.loads(match[1])


def test_the_diagram_comes_back_byte_for_byte(command: Command, tmp_path: Path) -> None:
    page, back = tmp_path / "page.html", tmp_path / "back.gradblocks"
    example = EXAMPLES / "lstm.gradblocks"
    assert command("convert", example, page).status == 0
    assert load(page).dumps() == example.read_text("utf-8")
    assert command("convert", page, back).status == 0
    assert back.read_bytes() == example.read_bytes()
    opened = read_file(page)  # as the editor reads what is dropped on it
    assert (opened.diagram.dumps(), opened.diagram.path) == (example.read_text("utf-8"), None)
    assert command("check", page).status == 0
    assert "contains a diagram" in command("fmt", "-i", page).err


@settings(max_examples=8, deadline=None)
@given(documents)
def test_any_diagram_is_read_back_and_nothing_ends_its_element(document: Document) -> None:
    diagram = blocks.Diagram(document)
    page = diagram_html(diagram, PLAIN)[0]
    assert page.count("<script") == 3 and page.count("</script>") == 3
    inside = page.partition('id="gradblocks">')[2].partition("</script>")[0]
    assert loads(inside).dumps() == diagram.dumps()
    data_in(page)


def test_the_policy_allows_the_script_and_the_style_by_their_hashes_and_nothing_else() -> None:
    page = diagram_html(load(A_TIMES_B), PLAIN)[0]
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    script, style = (
        re.findall(r"<script>(.*?)</script>", page, re.DOTALL)[0],
        re.findall(r"<style>(.*?)</style>", page, re.DOTALL)[0],
    )
    hashes = [base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in (script, style)]
    assert policy[1] == (
        f"default-src 'none'; script-src 'sha256-{hashes[0]}'; style-src 'sha256-{hashes[1]}';"
        " img-src data:; base-uri 'none'; form-action 'none'"
    )  # fmt: skip
    other = diagram_html(load(EXAMPLES / "xor.gradblocks"), PLAIN)[0]
    assert script in other and style in other  # fixed: the same for all
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", page)
    assert not re.search(
        r"\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|Function|fetch|XMLHttpRequest)\b", script
    )


def test_results_are_those_of_a_session_step_by_step() -> None:
    diagram = load(EXAMPLES / "gradient_descent.gradblocks")
    run = content_of(diagram, Request(results=True, steps=4)).data["runs"]["main"]
    session = blocks.Session(diagram, inside=True)
    assert run["steps"] == [1, 2, 3, 4]
    for step in range(4):
        for name, value in session.run().items():
            block, _, pin = name.rpartition(".")
            rows = run["values"][f"{block}.{pin.removeprefix('result_')}"]
            shown = next(rows[i] for i in range(step, -1, -1) if rows[i] is not None)
            assert shown["shape"] == list(value.shape)
            if value.dtype.kind == "f":
                np.testing.assert_allclose(shown["v"], value.ravel(), rtol=1e-5)


def test_of_many_steps_some_are_kept() -> None:
    run = content_of(load(EXAMPLES / "gradient_descent.gradblocks"), Request(results=True, steps=1000)).data["runs"][
        "main"
    ]
    assert len(run["steps"]) == MOST_STEPS and (run["steps"][0], run["steps"][-1]) == (1, 1000)


def test_numbers_are_few_and_finite_in_json() -> None:
    result = value_json(np.array([1.0, np.nan, -np.inf, 1 / 3], np.float32), dtype("DT_FLOAT"), 3)
    assert result == {
        "dtype": "float32", "shape": [4], "size": 4, "v": [1.0, "nan", "-inf"], "bad": 2,
        "range": [0.333333, 1.0, 0.666667, pytest.approx(np.hypot(1, 1 / 3), rel=1e-5)],
    }  # fmt: skip


def test_what_is_wrong_with_a_run_is_said_and_the_page_is_there(command: Command, tmp_path: Path) -> None:
    source, page = tmp_path / "d.gradblocks", tmp_path / "page.html"
    diagram = blocks.Diagram()
    main = diagram.add_page("main")
    main.add("Const", id="a", val=[1.0, 2.0])
    main.add("Const", id="b", val=[1.0, 2.0, 3.0])
    main.add("Add", id="c")
    main.wire("a", "c.x")
    main.wire("b", "c.y")
    diagram.save(source)
    done = command("convert", source, page, "--results")
    assert done.status == 1 and "block 'c'" in done.err
    data = data_in(page.read_text("utf-8"))
    assert [block["id"] for block in data["canvases"][0]["blocks"] if "faults" in block] == ["c"]
    for arguments, said in (
        (("--gradients", "nothing"), "nothing"),
        (("--page", "q", "--results"), "no page 'q'"),
        (("--steps", "3"), "--results or --gradients"),
    ):  # fmt: skip
        done = command("convert", source, page, *arguments)
        assert done.status == 2 and said in done.err
    done = command("convert", source, tmp_path / "out.py", "--results")
    assert done.status == 2 and "OUT.html" in done.err


def test_the_editor_writes_a_page_and_opens_it_again(qtbot: QtBot, tmp_path: Path) -> None:
    window, answers = open_window(qtbot)
    diagram = blocks.Diagram()
    for name in ("first", "second"):
        diagram.add_page(name).add("Const", val=1.0)
        diagram.page(name).add("Const", val=2.0)
    diagram.save(tmp_path / "d.gradblocks", layout=False)
    window.files.load(tmp_path / "d.gradblocks")
    front(window).show_page("second")
    before = front(window).document.diagram.dumps()
    answers.to_save = tmp_path / "page.html"
    window.commands["file.page"].trigger()
    assert front(window).document.diagram.dumps() == before and not front(window).document.modified
    assert data_in(answers.to_save.read_text("utf-8"))["first"] == "second"
    window.files.open(answers.to_save)
    assert (front(window).title, front(window).document.path) == ("page", None)
    assert front(window).document.diagram.dumps() == before


def test_the_editor_writes_the_last_results_if_asked(qtbot: QtBot, tmp_path: Path) -> None:
    window, answers = open_window(qtbot)
    window.files.open_example("gradient_descent")
    tab = front(window)
    window.gradients.show(True)
    settle(qtbot, lambda: tab.engine.gradient_face("main") is not None)
    window.run(30)
    settle(qtbot, lambda: tab.engine.store.steps.get("main") == 30 and not tab.engine.running)
    answers.to_save = tmp_path / "page.html"
    answers.typed = None
    window.commands["file.page"].trigger()
    assert answers.asked[-1] == "choice Export web page" and not answers.to_save.exists()
    answers.typed = "Diagram only"
    window.commands["file.page"].trigger()
    assert data_in(answers.to_save.read_text("utf-8"))["runs"] == {}
    answers.typed = "Diagram and results"
    window.commands["file.page"].trigger()
    run = data_in(answers.to_save.read_text("utf-8"))["runs"]["main"]
    # As a session has it that runs the page again: results, curves and gradients.
    again = content_of(tab.document.diagram, Request(gradients="grad", steps=30)).data["runs"]["main"]
    for data in (run, again):
        data["gradient"]["wires"].sort()
    assert {**again["gradient"], "reaches": []} == {**run["gradient"], "reaches": []}
    assert run["gradient"]["of"] == "loss.output" and run["steps"] == list(range(1, 31))
    curve = [each["v"][0] for each in run["values"]["loss.output"]]
    assert curve == pytest.approx([each["v"][0] for each in again["values"]["loss.output"]], rel=1e-5)
    for kind, name in (("values", "W.ref"), ("values", "error.z"), ("gradients", "W.ref"), ("gradients", "error.z")):
        assert run[kind][name][-1]["v"] == pytest.approx(again[kind][name][-1]["v"], rel=1e-4, abs=1e-6)
    assert set(run["gradients"]) == set(again["gradients"])
    edit = set_value(tab.page, "x", "val", [[1.0, 0.0]])  # the results that it made old are left out
    assert edit is not None
    tab.document.do(*edit)
    window.commands["file.page"].trigger()
    run = data_in(answers.to_save.read_text("utf-8"))["runs"]["main"]
    assert run["gradients"] == {} and set(run["values"]) == {"y.output"}


@pytest.mark.parametrize("light", [True, False])
def test_pictures_are_light_for_print_or_as_the_window_is(qtbot: QtBot, tmp_path: Path, light: bool) -> None:
    window, answers = open_window(qtbot)
    window.files.open_example("a_times_b")
    scene = front(window).scene
    before = scene.theme
    assert before.dark
    for command, name in (("file.png", "p.png"), ("file.svg", "p.svg")):
        answers.to_save, answers.typed = tmp_path / name, "Light" if light else "Colors"
        window.commands[command].trigger()
        assert scene.theme is before
    assert (QImage(str(tmp_path / "p.png")).pixelColor(2, 2).lightness() > 200) is light
    drawing = (tmp_path / "p.svg").read_text("utf-8")
    assert ((LIGHT if light else DARK).block_fill in drawing) and (LIGHT if not light else DARK).title not in drawing


def test_notebooks_show_diagrams_pages_results_and_gradients() -> None:
    formatters = pytest.importorskip("IPython.core.formatters", reason="IPython is not installed")
    formatter = formatters.HTMLFormatter()
    diagram = load(EXAMPLES / "detached_target.gradblocks")
    page = diagram.page("main")
    for subject in (diagram, page, blocks.Session(page).run(), gradient_flow(page, "loss")):
        shown = formatter(subject)
        assert shown is not None and shown.startswith("<iframe srcdoc=") and "allow-same-origin" not in shown
        inside = html.unescape(shown.partition('srcdoc="')[2].partition('" sandbox')[0])
        data = data_in(inside)
        assert [each["name"] for each in data["canvases"]] == ["main"]
    cuts = data["runs"]["main"]["gradient"]["cuts"]
    assert [(cut["block"], cut["reason"]) for cut in cuts] == [("fixed_target", "StopGradient")]


def test_wires_of_a_custom_gradient_are_those_of_the_page() -> None:
    diagram = blocks.Diagram()
    f, g, page = diagram.add_composite("F", gradient="G"), diagram.add_composite("G"), diagram.add_page("main")
    for canvas, pins in ((f, ("x", "z", "a", "b")), (g, ("grad_b", "grad_x"))):
        for pin in pins:
            canvas.add("OutputPin" if pin in ("a", "b", "grad_x") else "InputPin", id=pin)
    for wire in (("x.output", "a.input"), ("z.output", "b.input")):
        f.wire(*wire)
    g.wire("grad_b.output", "grad_x.input")
    page.add("Variable", id="v", initvalues=[1.0])
    page.add(":F", id="h")
    page.add("Multiply", id="m")
    for wire in (("v.ref", "h.x"), ("v.ref", "h.z"), ("h.a", "m.x"), ("h.b", "m.y")):
        page.wire(*wire)
    gradient = content_of(diagram, Request(gradients="m")).data["runs"]["main"]["gradient"]
    drawn = {tuple(wire) for wire in gradient["wires"]} & {(str(wire.source), str(wire.target)) for wire in page.wires}
    assert drawn == {("v.ref", "h.x"), ("h.a", "m.x"), ("h.b", "m.y")}
    assert [(cut["block"], cut["pin"]) for cut in gradient["cuts"]] == [("h", "z")]


def test_a_page_is_made_without_a_screen_or_qt(tmp_path: Path) -> None:
    """As on a server, where the extra `gui` is not installed."""
    code = f"""
import sys
class NoQt:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("PySide6", "shiboken6", "pyqtgraph"):
            raise ImportError(name)
sys.meta_path.insert(0, NoQt())
from blocks.cli import main
sys.exit(main(["convert", {str(A_TIMES_B)!r}, {str(tmp_path / "page.html")!r}, "--results"]))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert load(tmp_path / "page.html").title == load(A_TIMES_B).title
