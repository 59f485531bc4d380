"""``check``, ``fmt``, ``diff``, ``convert``, ``blocks``, ``example`` and the editor's absence."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from blocks.base import web_page
from blocks.document.file import load
from blocks.document.model import Diagram
from blocks.library.index import all_types
from tests.cli.conftest import A_TIMES_B, ENVIRONMENT, Command, const, write
from tests.interchange.enuspace.pages import pin, use, wire, write_page


def test_check_prints_the_object_of_the_contract(command: Command) -> None:
    done = command("check", A_TIMES_B, "--json")
    assert (done.status, done.err) == (0, "")
    assert done.json == {
        "format": "gradblocks-check/1",
        "errors": [],
        "pins": {
            "A.output": {"dtype": "DT_FLOAT", "shape": [2, 2]},
            "b.output": {"dtype": "DT_FLOAT", "shape": [1, 2]},
            "v.product": {"dtype": "DT_FLOAT", "shape": [2, 1]},
        },
    }


def test_check_says_so_in_words(command: Command) -> None:
    done = command("check", A_TIMES_B)
    assert done.out == "A.output   float32 [2,2]\nb.output   float32 [1,2]\nv.product  float32 [2,1]\nNo errors.\n"


def test_check_finds_every_fault_and_keeps_the_rest(command: Command, tmp_path: Path) -> None:
    blocks = [
        {**const("A", [[3.0, 2.0]]), "colour": "red"},
        {"id": "v", "type": "MatMul", "values": {"transpose_c": True}},
        {"id": "n", "type": "Negate"},
        {"id": "u", "type": "NoSuchBlock"},
        {"id": "x", "type": "Placeholder", "values": {"dtype": "DT_INT32", "shape": [2, None]}},
        {"id": "y", "type": "Placeholder", "values": {"dtype": "DT_INT32"}},
        {"id": "s", "type": "Split", "values": {"axis": 1, "num_split": 2}},
    ]
    wires = [["A.output", "v.a"], ["A.output", "n.x"], ["A.nothing", "v.b"], ["A.output", "s.value"]]
    done = command("check", write(tmp_path / "f.gradblocks", blocks, wires), "--json")
    assert done.status == 1
    assert [(e["block"], e["pin"]) for e in done.json["errors"]] == [
        ("A", None), ("v", "b"), ("v", "transpose_c"), ("u", None),
    ]  # fmt: skip
    assert len(done.errors) == 4
    assert done.json["pins"] == {
        "A.output": {"dtype": "DT_FLOAT", "shape": [1, 2]},
        "n.y": {"dtype": "DT_FLOAT", "shape": [1, 2]},
        "x.output": {"dtype": "DT_INT32", "shape": [2, None]},
        "y.output": {"dtype": "DT_INT32", "shape": None},
        "s.output[0]": {"dtype": "DT_FLOAT", "shape": [1, 1]},
        "s.output[1]": {"dtype": "DT_FLOAT", "shape": [1, 1]},
    }


def test_check_says_how_far_a_gradient_flows(command: Command, tmp_path: Path) -> None:
    blocks = [
        {"id": "w", "type": "Variable", "values": {"initvalues": [1.0, 2.0]}},
        {"id": "sg", "type": "StopGradient"},
        {"id": "m", "type": "Multiply"},
        {"id": "loss", "type": "Sum", "values": {"axis": 0}},
    ]
    wires = [["w.ref", "sg.input"], ["w.ref", "m.x"], ["sg.output", "m.y"], ["m.z", "loss.input"]]
    file = write(tmp_path / "g.gradblocks", blocks, wires)
    for name in ("loss", "loss.output", "loss.result_output"):
        done = command("check", file, "--json", "--gradient", name)
        assert done.status == 0
        assert done.json["gradient"] == {
            "of": "loss.output",
            "reaches": ["w.ref", "sg.output", "m.z"],
            "cut": [{"block": "sg", "reason": "StopGradient"}],
        }
    text = command("check", file, "--gradient", "loss").out
    assert text == (
        "The gradient of loss.output reaches:\n  w.ref\n  sg.output\n  m.z\n"
        "It stops at:\n  sg: StopGradient\nNo errors.\n"
    )
    for name in ("nothing", "loss.nothing", "loss[0]", "p/loss", "/", ""):
        done = command("check", file, "--json", "--gradient", name)
        assert (done.status, len(done.json["errors"])) == (2, 1), name
        assert "gradient" not in done.json


def test_check_names_the_page_where_there_are_several(command: Command, tmp_path: Path) -> None:
    pages = [
        {"name": "p.1", "blocks": [const("c", 1.0), {"id": "n", "type": "Negate"}], "wires": [["c.output", "n.x"]]},
        {"name": "p/q", "blocks": [const("c", 1)], "wires": []},
    ]
    file = tmp_path / "pages.gradblocks"
    file.write_text(json.dumps({"format": "gradblocks/1", "pages": pages}))
    assert list(command("check", file, "--json").json["pins"]) == ["p.1/c.output", "p.1/n.y", "p/q/c.output"]
    for given in (["n"], ["p.1/n"], ["n", "--page", "p.1"]):
        gradient = command("check", file, "--json", "--gradient", *given).json["gradient"]
        assert gradient == {"of": "p.1/n.y", "reaches": ["p.1/c.output"], "cut": []}
    assert command("check", file, "--json", "--gradient", "p/q/c").json["gradient"]["of"] == "p/q/c.output"
    done = command("check", file, "--gradient", "c")
    assert (done.status, "the pages 'p.1', 'p/q' have a block 'c'" in done.err) == (2, True)


def test_check_runs_nothing_and_reads_below_the_diagram_only(command: Command, tmp_path: Path) -> None:
    np.save(tmp_path / "w.npy", np.ones((2, 3), np.float32))
    file = write(tmp_path / "w.gradblocks", [const("w", {"file": "w.npy"}), const("x", {"file": "../w.npy"})])
    done = command("check", file, "--json")
    assert done.json["pins"] == {"w.output": {"dtype": "DT_FLOAT", "shape": [2, 3]}}
    assert {e["block"] for e in done.json["errors"]} == {"x"}


def test_fmt_prints_the_canonical_form(command: Command, tmp_path: Path) -> None:
    other = tmp_path / "other.gradblocks"
    other.write_text(json.dumps(json.loads(A_TIMES_B.read_text())))
    assert command("fmt", other).out == command("fmt", A_TIMES_B).out == A_TIMES_B.read_text()
    assert other.read_text() != A_TIMES_B.read_text()
    assert command("fmt", "-i", other) == (0, "", "")
    assert other.read_bytes() == A_TIMES_B.read_bytes()
    os.utime(other, (1, 1))
    assert command("fmt", "-i", other).status == 0
    assert other.stat().st_mtime == 1  # nothing to change: not written


def test_fmt_keeps_what_it_does_not_know(command: Command, tmp_path: Path) -> None:
    file = write(tmp_path / "k.gradblocks", [{"id": "u", "type": "Plugin", "at": [0, 0], "new": [1]}], more={"a": 1})
    done = command("fmt", file)
    assert '{"id": "u", "type": "Plugin", "at": [0, 0], "new": [1]}' in done.out
    assert done.json["more"] == {"a": 1}


def test_diff_says_what_changed_and_ends_well(command: Command, tmp_path: Path) -> None:
    diagram = load(A_TIMES_B)
    diagram.page("main").set("v", transpose_b=False, transpose_a=True)
    diagram.save(tmp_path / "new.gradblocks")
    done = command("diff", A_TIMES_B, tmp_path / "new.gradblocks")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [
        "page 'main', block 'v': transpose_a set: true",
        "page 'main', block 'v': transpose_b removed: it was true",
    ]
    assert command("diff", A_TIMES_B, A_TIMES_B) == (0, "", "")


def test_convert_brings_a_diagram_into_canonical_form(command: Command, tmp_path: Path) -> None:
    source = tmp_path / "in.json"
    source.write_text(json.dumps(json.loads(A_TIMES_B.read_text())))
    assert command("convert", source, tmp_path / "out.gradblocks") == (0, "", "")
    assert (tmp_path / "out.gradblocks").read_bytes() == A_TIMES_B.read_bytes()


def test_convert_imports_a_page_of_enuspace(command: Command, tmp_path: Path) -> None:
    product = use("v", "MatMul", pin("a", ""), pin("b", ""), pin("product", ""))
    items = [use(name, "Const", pin("val", "1;2;3;4", "double", "[2][2]")) for name in "AB"]
    page = write_page(tmp_path, [*items, product, wire("A.output", "v.a"), wire("B.output", "v.b")])
    target = tmp_path / "page.gradblocks"
    done = command("convert", page, target)
    assert (done.status, done.out) == (0, "")
    assert all(line.startswith(f"{page}: ") for line in done.errors)
    assert [block.id for block in load(target).pages[0].blocks] == ["A", "B", "v"]
    assert command("run", target).status == 0


def test_convert_puts_large_tensors_beside_the_diagram(command: Command, tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    numbers = np.arange(3000, dtype=np.float32)
    (tmp_path / "source/page.dat").write_bytes(numbers.tobytes())
    page = write_page(tmp_path / "source", [use("c", "Const", pin("val", "", "float", "[3000]", at=0))])
    done = command("convert", page, tmp_path / "page.gradblocks")
    assert done.status == 0, done.err
    [result] = command("run", tmp_path / "page.gradblocks", "--json").json["results"].values()
    assert result["data"] == numbers.tolist()


def test_convert_says_what_it_cannot_write(command: Command, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full/mine.txt").touch()
    for name, status in (("o.jpeg", 2), ("full", 2), ("nofolder/o.gradblocks", 2), (".", 2)):
        done = command("convert", A_TIMES_B, tmp_path / name)
        assert (done.status, len(done.errors)) == (status, 1), name
    (tmp_path / "junk.svg").write_bytes(b"\0\xff<svg")
    (tmp_path / "junk.json").write_bytes(b"[[[")
    for name in ("junk.svg", "junk.json"):
        done = command("convert", tmp_path / name, tmp_path / "o.gradblocks")
        assert (done.status, len(done.errors)) == (1, 1), name
        assert not (tmp_path / "o.gradblocks").exists()


def test_blocks_lists_every_public_type(command: Command) -> None:
    report = command("blocks", "--json").json
    assert report["format"] == "gradblocks-blocks/1"
    public = {spec.name: spec for spec in all_types() if not spec.internal}
    assert {block["type"] for block in report["blocks"]} == public.keys()
    for block in report["blocks"]:
        spec = public[block["type"]]
        assert block["documentation"] == spec.doc
        assert block["differentiable"] in ("yes", "none", "unregistered", None)
        for key, pins in (("inputs", spec.inputs), ("attributes", spec.attributes), ("outputs", spec.outputs)):
            assert [each["name"] for each in block[key]] == [pin.name for pin in pins]
            assert all(each["doc"] for each in block[key]), (block["type"], key)
        assert all(pin["dtypes"] for pin in (*block["inputs"], *block["outputs"]) if pin["kind"] == "tensor")
    text = command("blocks").out
    assert all(f"\n  {name} " in text for name in public)


def test_blocks_describes_one_type(command: Command) -> None:
    [spec] = command("blocks", "MatMul", "--json").json["blocks"]
    assert (spec["type"], spec["page"], spec["differentiable"]) == ("MatMul", "math_ops", "yes")
    assert spec["gradient_inputs"] == ["a", "b"]
    assert spec["attributes"][1]["default"] is False
    assert spec["outputs"][0]["result_pin"] == "result_product"
    assert "DT_COMPLEX64" in spec["outputs"][0]["dtypes"]
    text = command("blocks", "MatMul").out
    assert text.startswith("MatMul (math_ops)\n")
    assert "  transpose_b: bool = false\n" in text
    assert "  product: T, shown as result_product\n" in text


def test_blocks_tells_of_the_composites_of_a_diagram(command: Command, tmp_path: Path) -> None:
    diagram = Diagram()
    dense = diagram.add_composite("Dense", doc="A layer.\n\nIts weights are drawn anew in each instance.")
    dense.add("InputPin", id="x", dtype="DT_FLOAT", shape=[None, 2])
    dense.add("InputPin", id="many", list=True, default=1.5)
    dense.add("RandomNormal", id="noise")
    dense.add("OutputPin", id="y_out", name="y")
    dense.add_value("seed", 7, ["nobody.x", "noise.seed"], "What the noise starts from.")
    net = diagram.add_composite("Net", gradient="Dense")
    net.add_value("seed", 3)
    net.add(":Dense", id="first")
    net.add(":Dense", id="second")
    path = tmp_path / "net.gradblocks"
    diagram.save(path)
    report = command("blocks", path, "--json").json
    assert (report["format"], [each["type"] for each in report["blocks"]]) == (
        "gradblocks-blocks/1",
        [":Dense", ":Net"],
    )
    inputs = [(pin["name"], pin["list"], pin["optional"], pin["shape"]) for pin in report["blocks"][0]["inputs"]]
    assert inputs == [("x", False, False, [None, 2]), ("many", True, True, None)]
    [library] = command("blocks", "MatMul", "--json").json["blocks"]
    for key in ("inputs", "outputs"):
        assert library[key][0].keys() <= report["blocks"][0][key][0].keys()
    assert library["attributes"][0].keys() <= report["blocks"][0]["attributes"][0].keys()
    assert library.keys() - {"example"} <= report["blocks"][0].keys()
    assert [(each["random"], each["instances"]) for each in report["blocks"]] == [(True, 2), (True, 0)]
    [alone] = command("blocks", path, "Dense", "--json").json["blocks"]
    assert alone == report["blocks"][0]
    assert [(each["name"], each["type"], each["default"]) for each in alone["attributes"]] == [("seed", "int", 7)]
    assert command("blocks", path).out == "composites\n  :Dense  A layer.\n  :Net\n"
    text = command("blocks", path, ":Dense").out
    assert text.startswith(":Dense (composites)\n\nA layer.\n\nIts weights are")
    for line in ("x: float32 of shape [null, 2]", "many: list of any dtype = 1.5", "y: shown as result_y",
                 "seed: int = 7, sets nobody.x, noise.seed", "    What the noise starts from."):  # fmt: skip
        assert f"\n  {line}\n" in text
    assert "\nInstances: :Net/first, :Net/second.\n" in text
    text = command("blocks", path, "Net").out
    assert "\nUses Dense.\n" in text and "\nCustom gradient: Dense.\n" in text and "\n  seed: int = 3\n" in text
    assert [each["gradient"] for each in report["blocks"]] == [None, ":Dense"]


def test_blocks_says_what_a_diagram_has_not(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "net.gradblocks"
    diagram = Diagram()
    diagram.add_composite("Dense")
    diagram.save(path)
    done = command("blocks", path, "dense")
    assert done.status == 2
    assert done.errors == [f"{path}: there is no composite 'dense'. The composites are: 'Dense'."]
    assert command("blocks", tmp_path / "x.gradblocks").errors == [
        f"{tmp_path / 'x.gradblocks'}: there is no such file"
    ]
    path.write_text('{"format": "gradblocks/2", "composites": [{"name": "a/b"}]}')
    done = command("blocks", path)
    assert (done.status, done.errors) == (1, [f"{path}: the name 'a/b' of composite number 1 contains a '.' or a '/'"])


def test_definitions_are_laid_out_as_pages_are(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "net.gradblocks"
    diagram = Diagram()
    dense = diagram.add_composite("Dense")
    dense.add("InputPin", id="a_long_name_of_a_pin")
    dense.add("OutputPin", id="y")
    dense.wire("a_long_name_of_a_pin.output", "y.input")
    page = diagram.add_page("main")
    page.add(":Dense", id="d")
    page.add("Negate", id="n")
    page.wire("d.y", "n.x")
    diagram.save(path, layout=False)
    command("fmt", "-i", "--layout", path)
    laid_out = load(path)
    assert laid_out.composite("Dense").block("y").at[0] > laid_out.composite("Dense").blocks[0].at[0]
    # An instance is as wide as the names of its pins need.
    assert laid_out.page("main").block("n").at[0] > 200
    diagram.path = None
    diagram.save(path)
    assert load(path).document == laid_out.document


def test_defaults_are_as_a_file_has_them(command: Command) -> None:
    [spec] = command("blocks", "Tensor", "--json").json["blocks"]
    assert next(each for each in spec["attributes"] if each["name"] == "dtype")["default"] == "DT_INT32"


def test_blocks_suggests_what_was_meant(command: Command) -> None:
    done = command("blocks", "matmull")
    assert (done.status, done.out) == (2, "")
    assert "Did you mean MatMul" in done.err
    internal = next(spec.name for spec in all_types() if spec.internal)
    assert command("blocks", internal).status == 2


def test_examples_are_listed_and_printed_as_they_are(command: Command) -> None:
    assert "a_times_b" in command("example").out
    assert command("example", "a_times_b").out == A_TIMES_B.read_text()
    done = command("example", "nothing")
    assert (done.status, "a_times_b" in done.err) == (2, True)


@pytest.mark.parametrize("file", sorted(A_TIMES_B.parent.glob("*.gradblocks")), ids=lambda path: path.stem)
def test_examples_are_canonical_and_run(command: Command, file: Path) -> None:
    assert command("fmt", file).out == file.read_text("utf-8")
    assert command("check", file).status == 0
    for page in load(file).pages:
        assert command("run", file, "--page", page.name, "--json").status == 0


class Point:
    """An installed editor."""

    module = "editor"

    def __init__(self, editor: Any) -> None:
        self.editor = editor

    def load(self) -> Any:
        return self.editor()


def install(monkeypatch: pytest.MonkeyPatch, *points: Point) -> None:
    """Let these be the editors that are installed."""
    monkeypatch.setattr(web_page, "editor_point", lambda: next(iter(points), None))


def test_without_an_editor_there_is_a_sentence(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    for arguments in ((), (A_TIMES_B,), (A_TIMES_B, "--screenshot", "x.png")):
        done = command(*arguments)
        assert (done.status, done.out, len(done.errors)) == (2, "", 1)
        assert "does not include the editor" in done.err
    for arguments, words in (
        (("rnu",), "Did you mean `gradblocks run`"),
        (("--screenshot", "x"), "only with FILE"),
        ((A_TIMES_B, "--screenshot", "x.jpg"), "ends in .png"),
    ):
        done = command(*arguments)
        assert (done.status, words in done.err) == (2, True)


@pytest.mark.parametrize(
    ("name", "module", "found"),
    [("stranger", "stranger", True), ("gradblocks", "stranger", True), ("gradblocks", "app", False)],
    ids=["another distribution", "the name of ours", "the name of our package"],
)
def test_only_the_editor_of_this_installation_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, module: str, found: bool
) -> None:
    """Opening, pictures and notebooks look for an editor; a folder on the path must not give them another one."""
    (tmp_path / f"{module}.py").write_text("raise SystemExit('this is run')\n", "utf-8")
    info = tmp_path / f"{name}-9.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 9\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[gradblocks.editor]\nmain = {module}:main\n", "utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    for each in [each for each in sys.modules if each.partition(".")[0] == module]:
        monkeypatch.delitem(sys.modules, each)
    point = web_page.editor_point()
    assert (point is not None and point.value == "app.main:main") == found
    assert module not in sys.modules


def test_an_editor_is_given_the_arguments(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[str | None, str | None]] = []

    def editor(file: str | None, screenshot: str | None) -> int:
        given.append((file, screenshot))
        return 7

    install(monkeypatch, Point(lambda: editor))
    assert command(A_TIMES_B, "--screenshot", "x.png").status == 7
    assert command().status == 7
    assert given == [(str(A_TIMES_B), "x.png"), (None, None)]

    def fail() -> Any:
        raise ImportError("libGL.so.1 is missing", name="PySide6")

    install(monkeypatch, Point(fail))
    done = command(A_TIMES_B)
    assert (done.status, "libGL.so.1 is missing" in done.err) == (2, True)


def test_help_names_every_command(command: Command) -> None:
    done = command("--help")
    assert done.status == 0
    for name in ("run", "check", "fmt", "diff", "convert", "blocks", "example"):
        assert f"  {name} " in done.out
        assert command(name, "--help").out.startswith(f"usage: gradblocks {name}")
    brief, whole = command("run", "--help").out, command("run", "--help-all").out
    assert len(brief.splitlines()) <= 60 < len(whole.splitlines())
    options = re.findall(r"^  (--[a-z-]+)", brief, re.MULTILINE)
    assert {"--feed", "--fetch", "--steps", "--set", "--json", "--help-all"} <= {*options}
    assert {*options} < {*re.findall(r"^  (--[a-z-]+)", whole, re.MULTILINE)}
    assert "--first-bad" in whole and "--only" not in whole


def test_the_library_is_listed_the_same_in_every_process() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-m", "blocks.cli", "blocks", "--json"],
            capture_output=True, env={**ENVIRONMENT, "PYTHONHASHSEED": seed}, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(outputs) == 1


def test_pins_of_one_name_at_both_sides_keep_their_own_words(command: Command) -> None:
    [spec] = command("blocks", "Output", "--json").json["blocks"]
    assert spec["inputs"][0]["name"] == spec["outputs"][0]["name"] == "output"
    assert spec["inputs"][0]["doc"] == "an operation, or a tensor, which is passed through."
    assert spec["outputs"][0]["doc"] == "the tensor."
