"""Composites in an exported program: a function for each definition, called for each instance, or plain blocks."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from blocks.base.errors import DiagramError, RunError
from blocks.document.model import Diagram
from blocks.interchange.python.program import to_python
from blocks.run.session import Session
from tests.document.documents import add_unknown
from tests.elaborate.nested import random_diagram
from tests.loops import chosen, counted, recurrent
from tests.run.custom_gradients import PROGRAMS as CUSTOM
from tests.run.custom_gradients import WANTED
from tests.run.loop_writes import PROGRAMS
from tests.run.steps.test_phases import training


def program(diagram: Diagram) -> tuple[str, dict[str, Any]]:
    """The text of the program of a diagram, and what it defines."""
    text = to_python(diagram, Path("program.py")).text
    names: dict[str, Any] = {"__name__": "program"}
    exec(compile(text, "program.py", "exec"), names)
    return text, names


def nested() -> Diagram:
    """A layer within a pair of layers; a list pin, promoted values, noise, an effect, and a name that Python has."""
    diagram = Diagram()
    layer = diagram.add_composite("Layer", doc='Text with """ and\na second line.')
    layer.add("InputPin", id="xs", list=True)
    layer.add("InputPin", id="for", dtype="DT_FLOAT", default=2)
    layer.add("Const", id="by", val=2.0)
    layer.add("AddN", id="sum")
    layer.add("Multiply", id="mul")
    layer.add("Multiply", id="more")
    layer.add("RandomNormal", id="noise", shape=[2], dtype="DT_FLOAT")
    layer.add("Variable", id="n", initvalues=[0.0, 0.0])
    layer.add("AssignAdd", id="up", value=[1.0, 1.0])
    layer.add("Add", id="add")
    layer.add("OutputPin", id="y")
    wires = (
        "xs.output>sum.inputs sum.sum>mul.x by.output>mul.y mul.z>more.x for.output>more.y n.ref>up.ref"
        " more.z>add.x noise.output>add.y add.z>y.input"
    )
    for wire in wires.split():
        layer.wire(*wire.split(">"))
    layer.add_value("by", 2.0, ["by.val"])
    pair = diagram.add_composite("Pair")
    pair.add("InputPin", id="x")
    pair.add(":Layer", id="one")
    pair.add(":Layer", id="two", by=0.5)
    pair.add("OutputPin", id="y")
    for wire in ["x.output>one.xs", "one.y>two.xs", "x.output>two.xs", "two.y>y.input"]:
        pair.wire(*wire.split(">"))
    pair.add_value("first", None, ["one.by"])
    page = diagram.add_page("main")
    page.add("Const", id="a", val=[1.0, -1.0])
    page.add(":Pair", id="p")
    page.add(":Pair", id="q", first=3.0)
    page.add(":Layer", id="r", **{"for": [1, 2]})
    page.add("Negate", id="out")
    for wire in ["a.output>p.x", "p.y>q.x", "q.y>r.xs", "a.output>r.xs", "r.y>out.x"]:
        page.wire(*wire.split(">"))
    return diagram


def test_a_definition_is_a_function_that_each_instance_calls() -> None:
    diagram = nested()
    text, names = program(diagram)
    assert text.count("def layer(") == text.count("def pair(") == 1
    assert text.count(" = layer(") == 3
    assert text.count(" = pair(") == 2
    results, wanted = names["main"](steps=3, seed=5), Session(diagram, seed=5).run(steps=3)
    assert {name: value.tolist() for name, value in results.items()} == {
        name: value.tolist() for name, value in wanted.items()
    }
    assert list(results) == ["a.result_output", "p.result_y", "q.result_y", "r.result_y", "out.result_y"]


def test_an_instance_that_shares_variables_is_told_whose() -> None:
    diagram = nested()
    diagram.composite("Layer").remove("noise")
    diagram.composite("Layer").wire("more.z", "add.y")
    diagram.page("main").set("q", shares="p")
    text, names = program(diagram)
    assert ".name)" in next(line for line in text.splitlines() if " q = pair(" in line)
    results, wanted = names["main"](steps=3, seed=5), Session(diagram, seed=5).run(steps=3)
    assert {name: value.tolist() for name, value in results.items()} == {
        name: value.tolist() for name, value in wanted.items()
    }


def test_training_that_no_session_runs_goes_on_inside_of_an_instance() -> None:
    _, names = program(training("other.y", place="composite").diagram)
    assert names["main"](4)["net__w.result_ref"] == pytest.approx(10 * 0.9**3, rel=1e-6)


def test_what_cannot_be_written_so_is_written_flat() -> None:
    diagram = nested()
    diagram.page("main").set("q", shares="p")  # its noise, too
    text, names = program(diagram)
    assert "def layer(" not in text
    assert "q__two__sum = ops.AddN(" in text
    assert "p__one__n = " in text
    assert "q__one__n = " not in text
    assert names["main"](steps=2).keys() >= {"out.result_y", "p__one__mul.result_z"}


def test_a_literal_that_is_handed_through_two_instances_is_a_tensor() -> None:
    diagram = Diagram()
    inner, outer = diagram.add_composite("Inner"), diagram.add_composite("Outer")
    inner.add("InputPin", id="x", dtype="DT_FLOAT")
    outer.add("InputPin", id="x")
    outer.add(":Inner", id="in")
    for canvas, source, target in ((inner, "x", "y.input"), (outer, "in.y", "y.input")):
        canvas.add("OutputPin", id="y")
        canvas.wire(source, target)
    outer.wire("x", "in.x")
    diagram.add_page("main").add(":Outer", id="o", x=1.5)
    results = program(diagram)[1]["main"]()
    assert {name: (value.dtype.name, value.tolist()) for name, value in results.items()} == {
        "o__in__x.result_output": ("float32", 1.5)
    }


@pytest.mark.parametrize("seed", [1, 3, 15, 24, 49])
def test_random_diagrams_give_the_same_bits(seed: int) -> None:
    diagram = random_diagram(random.Random(seed))
    text, names = program(diagram)
    assert "def c0(" in text
    outcomes: list[dict[str, bytes]] = []
    for run in (names["main"], Session(diagram).run):
        try:
            results = run(steps=2)
        except RunError as error:
            results = error.results
        outcomes.append({name: value.tobytes() for name, value in results.items()})
    assert outcomes[0] == outcomes[1]


def test_an_instance_of_nothing_is_named() -> None:
    diagram = nested()
    add_unknown(diagram.pages[0], ":Gone", "gone")
    with pytest.raises(DiagramError, match="block 'gone': there is no composite 'Gone'"):
        to_python(diagram, Path("program.py"))


WRITING = (
    "branches",
    "loop in a loop",
    "one variable at two pins",
    "own variables that are read and written",
    "shared name",
)


@pytest.mark.parametrize("kind", ["Scan", "Repeat", "Map", "While", "Cond", *WRITING])
def test_loops_call_the_functions_of_their_bodies(kind: str) -> None:
    makers: dict[str, Callable[[], Diagram]] = {
        "Scan": lambda: recurrent("Scan", over=["x"], reverse=True),
        "Repeat": lambda: recurrent("Repeat", times=3),
        "Map": lambda: recurrent("Map", over=["x"]),
        "While": counted,
        "Cond": chosen,
    }
    diagram = {**makers, **PROGRAMS}[kind]()
    feed = {"which": False} if kind == "Cond" else {}
    text, space = program(diagram)
    assert "loops." in text
    results, wanted = space["main"](steps=2, feed=feed), Session(diagram).run(steps=2, feed=feed)
    assert results.keys() == wanted.keys()
    for name, value in wanted.items():
        assert results[name].tobytes() == value.tobytes(), name


@pytest.mark.parametrize("name", [name for name in CUSTOM if name != "Merge and Switch"])
def test_a_custom_gradient_is_a_function_of_its_own(name: str) -> None:
    text, names = program(CUSTOM[name].diagram())
    assert ("blocks.custom_gradient(" in text) is (name != "muted")
    results = names["main"]()
    for kind, wanted in WANTED[name].items():
        keys = ["loss.result_y"] if kind == "loss" else [f"{kind}.result_grad_outputs[{i}]" for i in range(len(wanted))]
        for key, value in zip(keys, [wanted] if kind == "loss" else wanted, strict=True):
            np.testing.assert_allclose(results[key], value, rtol=1e-9, atol=1e-12, err_msg=key)


def test_a_custom_gradient_that_cannot_be_a_function_is_refused_by_name() -> None:
    with pytest.raises(DiagramError, match="block 'c': Cube has a custom gradient"):
        to_python(CUSTOM["Merge and Switch"].diagram(), Path("program.py"))
