"""What a check finds, and how far gradients flow."""

from __future__ import annotations

from typing import Any

import pytest

from blocks.analysis.checks import GradientCut, GradientReport, check, gradient_report
from blocks.analysis.output_names import asked_by
from blocks.document.file import loads
from blocks.document.model import Diagram
from tests.document.documents import EXAMPLE

Made = dict[str, tuple[str, dict[str, Any]]]


def page(blocks: Made, *wires: tuple[str, str]) -> Diagram:
    diagram = Diagram()
    main = diagram.add_page("main")
    for name, (kind, values) in blocks.items():
        main.add(kind, id=name, **values)
    for source, target in wires:
        main.wire(source, target)
    return diagram


def gradient(diagram: Diagram, name: str) -> GradientReport:
    elaboration = check(diagram).pages["main"]
    assert not elaboration.problems
    return gradient_report(elaboration, name, asked_by(elaboration, name).outputs)


W: tuple[str, dict[str, Any]] = ("Variable", {"initvalues": [1.0, 2.0]})
LOSS: tuple[str, dict[str, Any]] = ("Sum", {"axis": 0})


def test_a_sound_diagram_has_no_errors() -> None:
    report = check(loads(EXAMPLE))
    assert report.errors == []
    assert {name: (str(pin.dtype), pin.shape) for name, pin in report.pins.items()} == {
        "A.output": ("float32", (2, 2)),
        "b.output": ("float32", (1, 2)),
        "v.product": ("float32", (2, 1)),
    }


def test_a_check_runs_no_kernel_of_a_large_page() -> None:
    diagram = page(
        {"f": ("Fill", {"dims": [100_000, 100_000], "value": 1.0}), "n": ("Negate", {})}, ("f.output", "n.x")
    )
    assert check(diagram).pins["n.y"].shape == (100_000, 100_000)


@pytest.mark.parametrize(
    ("old", "new", "place", "words"),
    [
        (
            '"title"',
            '"more": 1, "title"',
            (None, None),
            "a diagram has an unknown key 'more'. The known keys are: format, title, pages.",
        ),
        ('"notes"', '"more": 1, "notes"', ("main", None), "a page has an unknown key 'more'"),
        ('"id": "b"', '"more": 1, "id": "b"', ("main", "b"), "a block has an unknown key 'more'"),
        ('"text"', '"more": 1, "text"', ("main", None), "a note has an unknown key 'more'"),
        ('"MatMul"', '"Matmul"', ("main", "v"), "there is no block type 'Matmul'. Did you mean MatMul"),
        ('"transpose_b"', '"transpose"', ("main", "v"), "MatMul has no attribute or input 'transpose'"),
        ('"A.output"', '"A.out"', ("main", "v"), "Const has no output pin 'out'"),
        ('"v.b"', '"v.c"', ("main", "v"), "MatMul has no input pin 'c'"),
        ('"b.output"', '"c.output"', ("main", "v"), "there is no block 'c'"),
        ("3.0, 5.0", "3.0, 5.0, 7.0", ("main", "v"), "MatMul: expected"),
    ],
)
def test_one_fault_is_found_and_placed(old: str, new: str, place: tuple[Any, Any], words: str) -> None:
    text = EXAMPLE.replace(old, new, 1)
    assert text != EXAMPLE
    diagram = loads(text)
    before = diagram.dumps()
    diagram.path = "file"
    errors = check(diagram).errors
    assert any(words in error.sentence() and (error.page, error.block) == place for error in errors), errors
    assert all(error.file == "file" for error in errors)
    assert diagram.dumps() == before


@pytest.mark.usefixtures("made_up_names")
def test_pins_of_blocks_that_failed_are_left_out_and_those_behind_them() -> None:
    diagram = page({"a": ("Nothing", {}), "n": ("Negate", {}), "w": W}, ("a.output", "n.x"))
    report = check(diagram)
    assert list(report.pins) == ["w.ref"]
    assert [error.block for error in report.errors] == ["a"]


def test_a_gradient_flows_through_everything_that_lets_it() -> None:
    diagram = page({"w": W, "e": ("Exp", {}), "loss": LOSS}, ("w.ref", "e.x"), ("e.y", "loss.input"))
    assert gradient(diagram, "loss") == GradientReport("loss.output", ["w.ref", "e.y"], [])
    assert gradient(diagram, "loss.result_output") == gradient(diagram, "loss")
    assert gradient(diagram, "e") == GradientReport("e.y", ["w.ref"], [])


def test_a_cut_names_the_block_and_the_reason() -> None:
    diagram = page(
        {"w": W, "sg": ("StopGradient", {}), "m": ("Multiply", {}), "loss": LOSS},
        ("w.ref", "sg.input"), ("w.ref", "m.x"), ("sg.output", "m.y"), ("m.z", "loss.input"),
    )  # fmt: skip
    report = gradient(diagram, "loss")
    assert report.reaches == ["w.ref", "sg.output", "m.z"]
    assert report.cuts == [GradientCut("sg", None, "StopGradient")]


def test_a_cut_counts_only_where_something_could_have_had_a_gradient() -> None:
    blocks: Made = {
        "i": ("Const", {"val": [1, 0]}),
        "w": W,
        "g": ("Gather", {}),
        "loss": LOSS,
    }
    wires = [("w.ref", "g.params"), ("i.output", "g.indices"), ("g.output", "loss.input")]
    assert gradient(page(blocks, *wires), "loss").cuts == []
    blocks["i"] = ("Cast", {"DstT": "DT_INT32"})
    wires[1] = ("i.y", "g.indices")
    report = gradient(page(blocks, ("w.ref", "i.x"), *wires), "loss")
    assert report.cuts == [GradientCut("g", "indices", "int32 values have no gradient")]


def test_a_block_that_has_no_gradient_by_nature_counts_with_all_its_inputs() -> None:
    diagram = page(
        {"one": ("Const", {"val": [1, 2]}), "w": W, "c": ("Cast", {"DstT": "DT_INT32"}), "f": ("FloorDiv", {}),
         "x": ("Cast", {"DstT": "DT_FLOAT"}), "loss": LOSS},
        ("w.ref", "c.x"), ("one.output", "f.x"), ("c.y", "f.y"), ("f.z", "x.x"), ("x.y", "loss.input"),
    )  # fmt: skip
    [cut] = gradient(diagram, "loss").cuts
    assert cut.block == "x"


def test_what_is_no_number_with_a_gradient_says_so() -> None:
    diagram = page({"w": W, "a": ("ArgMax", {"dimension": 0})}, ("w.ref", "a.input"))
    assert gradient(diagram, "a") == GradientReport(
        "a.output", [], [GradientCut("a", None, "int64 values have no gradient")]
    )


def test_lists_and_other_names_of_a_tensor() -> None:
    diagram = page(
        {"w": W, "s": ("Split", {"axis": 0, "num_split": 2}), "o": ("Output", {}), "loss": ("AddN", {})},
        ("w.ref", "s.value"), ("s.output[1]", "o.output"), ("o.output", "loss.inputs"), ("o.output", "loss.inputs"),
    )  # fmt: skip
    assert gradient(diagram, "loss").reaches == ["w.ref", "s.output[1]", "o.output"]
    report = gradient(diagram, "s.result_output[1]")
    assert (report.of, report.reaches) == ("s.output[1]", ["w.ref", "o.output"])
    assert gradient(diagram, "s").of == "s"


def test_nodes_of_a_gradient_are_no_blocks() -> None:
    diagram = page(
        {"w": W, "sg": ("StopGradient", {}), "m": ("Multiply", {}), "loss": LOSS, "g": ("AddSymbolicGradients", {}),
         "second": LOSS},
        ("w.ref", "sg.input"), ("w.ref", "m.x"), ("sg.output", "m.y"), ("m.z", "loss.input"),
        ("loss.output", "g.outputs"), ("w.ref", "g.inputs"), ("g.grad_outputs[0]", "second.input"),
    )  # fmt: skip
    report = gradient(diagram, "second")
    assert report.of == "second.output"
    assert "g.grad_outputs[0]" in report.reaches
    assert {cut.block for cut in report.cuts} <= {"sg"}


def test_too_many_wires_at_a_pin_are_one_error() -> None:
    diagram = page({"a": ("Const", {"val": 1.0}), "n": ("Negate", {})}, ("a.output", "n.x"))
    wire = '["a.output", "n.x"]'
    text = diagram.dumps().replace(wire, f"{wire}, {wire}, {wire}")
    assert [error.message for error in check(loads(text)).errors] == ["x takes one wire, but there are several"]
