"""Composites from the command line: paths in names, results of instances, what check says, flat files."""

from __future__ import annotations

from pathlib import Path

import pytest

import blocks
from blocks.document.model import Diagram
from tests.cli.conftest import Command, const, write
from tests.document.documents import add_unknown, wire_unknown


def network() -> Diagram:
    """Two layers; the second has a broken sister that nobody uses."""
    diagram = Diagram()
    layer = diagram.add_composite("Layer", doc="Scales, and stops the gradient of one half.")
    layer.add("InputPin", id="x", dtype="DT_FLOAT")
    layer.add("Const", id="by", val=2.0)
    layer.add("Variable", id="w", initvalues=[1.0, 3.0])
    layer.add("Multiply", id="mul")
    layer.add("Multiply", id="scaled")
    layer.add("StopGradient", id="sg")
    layer.add("Add", id="add")
    layer.add("OutputPin", id="y")
    wires = (
        "x.output>mul.x w.ref>mul.y mul.z>scaled.x by.output>scaled.y scaled.z>sg.input scaled.z>add.x sg.output>add.y"
        " add.z>y.input"
    )
    for wire in wires.split():
        layer.wire(*wire.split(">"))
    layer.add_value("by", 2.0, ["by.val"], "The factor.")
    broken = diagram.add_composite("Broken")
    add_unknown(broken, "Nothing", "n")
    page = diagram.add_page("main")
    page.add("Const", id="a", val=[1.0, -1.0])
    page.add(":Layer", id="first")
    page.add(":Layer", id="second", by=0.5)
    page.add("Sum", id="loss", axis=0)
    for wire in ["a.output>first.x", "first.y>second.x", "second.y>loss.input"]:
        page.wire(*wire.split(">"))
    return diagram


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "network.gradblocks"
    network().save(path)
    return path


def test_an_instance_shows_its_outputs_and_inner_results_when_asked(command: Command, file: Path) -> None:
    done = command("run", file, "--json")
    assert done.status == 0
    assert {name: each["data"] for name, each in done.json["results"].items()} == {
        "a.result_output": [1.0, -1.0],
        "first.result_y": [4.0, -12.0],
        "second.result_y": [4.0, -36.0],
        "loss.result_output": -32.0,
    }
    fetched = command("run", file, "--trace", "second/mul", "--json").json["results"]
    assert fetched.keys() == {"a.result_output", "first.result_y", "second/mul.result_z"}
    assert fetched["second/mul.result_z"]["data"] == [4.0, -36.0]
    inside = command("run", file, "--inside", "--json").json["results"]
    assert {
        "first/x.result_output",
        "first/w.result_ref",
        "second/sg.result_output",
        "second.result_y",
    } <= inside.keys()
    one = command("run", file, "--fetch", "first.y", "--json").json["results"]
    assert one["first.result_y"]["data"] == [4.0, -12.0]
    assert command("run", file, "--fetch", "first/nothing").status == 2


def test_feed_and_set_take_paths(command: Command, file: Path) -> None:
    fed = command("run", file, "--feed", "first/mul.z=[1.0, 1.0]", "--json").json["results"]
    assert fed["first.result_y"]["data"] == [4.0, 4.0]
    outer = command("run", file, "--feed", "first.y=[1.0, 1.0]", "--json").json["results"]
    assert outer["loss.result_output"]["data"] == 4.0
    inner = command("run", file, "--set", "second/by.val=1.0", "--json").json["results"]
    assert inner["second.result_y"]["data"] == [8.0, -72.0]
    assert inner["first.result_y"]["data"] == [4.0, -12.0]
    value = command("run", file, "--set", "second.by=1.0", "--json").json["results"]
    assert value["second.result_y"]["data"] == [8.0, -72.0]
    for setting, said in (
        ("first/q.val=1", "there is no block 'first/q'"),
        ("first.q=1", "Layer has no attribute or input 'q'"),
    ):
        done = command("run", file, "--set", setting)
        assert done.status == 2
        assert said in done.err
    noted = command("run", file, "--set", "first/mul.y=[1.0, 1.0]", "--json")
    assert "has no effect, because a wire from 'w.ref' gives the pin its value" in noted.err


def test_check_tells_pins_by_path_and_where_a_gradient_enters_and_leaves(command: Command, file: Path) -> None:
    done = command("check", file, "--gradient", "loss", "--json")
    assert done.json["pins"]["second/mul.z"] == {"dtype": "DT_FLOAT", "shape": [2]}
    assert "second/y.output" not in done.json["pins"]
    gradient = done.json["gradient"]
    assert {"first/w.ref", "second/w.ref", "first.y", "a.output"} <= set(gradient["reaches"])
    assert done.json["instances"] == {
        name: {
            "enters": [f"{name}.y"],
            "leaves": [f"{name}.x"],
            "cut": [{"block": f"{name}/sg", "reason": "StopGradient"}],
        }
        for name in ("first", "second")
    }
    inner = command("check", file, "--gradient", "first/mul.z", "--json").json
    assert inner["gradient"]["of"] == "first/mul.z"
    assert inner["instances"]["second"] == {"enters": [], "leaves": [], "cut": []}
    assert inner["instances"]["first"] == {"enters": [], "leaves": ["first.x"], "cut": []}
    diagram = blocks.load(file)
    main = diagram.pages[0]
    main.add(":Layer", id="beside")
    main.wire("a", "beside.x")  # it is given what has a gradient, which does not come from there
    diagram.save(file)
    reaches = command("check", file, "--gradient", "loss", "--json").json["gradient"]["reaches"]
    assert [each for each in reaches if each.endswith("/x.output")] == ["first/x.output", "second/x.output"]


def test_what_is_wrong_with_a_definition_that_nobody_uses_does_not_stop_a_run(command: Command, file: Path) -> None:
    done = command("check", file, "--json")
    assert done.status == 1
    assert done.json["errors"] == [
        {"composite": "Broken", "page": None, "block": "n", "pin": None, "message": "there is no block type 'Nothing'"}
    ]
    assert done.errors == [f"{file}: composite 'Broken', block 'n': there is no block type 'Nothing'"]
    assert command("run", file).status == 0


def test_a_fault_of_a_definition_stops_what_depends_on_it(command: Command, file: Path) -> None:
    diagram = blocks.load(file)
    diagram.composite("Layer").add("Negate", id="bad")
    wire_unknown(diagram.composite("Layer"), "w.nothing", "bad.x")
    diagram.save(file)
    done = command("run", file, "--json")
    assert done.status == 1
    assert [(error["composite"], error["block"], error["pin"]) for error in done.json["errors"]] == [
        ("Layer", "bad", "x")
    ]
    assert done.json["results"]["loss.result_output"]["data"] == -32.0
    assert command("run", file, "--fetch", "loss").status == 0
    assert command("run", file, "--fetch", "first/bad").status == 1


def test_a_failure_of_a_run_names_the_path(command: Command, file: Path) -> None:
    diagram = blocks.load(file)
    layer = diagram.composite("Layer")
    layer.add("CheckNumerics", id="finite", message="here")
    layer.add("Reciprocal", id="over", x=0.0)
    layer.wire("over.y", "finite.tensor")
    diagram.save(file)
    done = command("run", file, "--json")
    assert {(error["page"], error["block"]) for error in done.json["errors"]} == {
        ("main", "first/finite"),
        ("main", "second/finite"),
    }
    assert done.errors[0].startswith(f"{file}: page 'main', block 'first/finite'")


def test_a_flat_file_gives_the_same_and_says_what_does_not(command: Command, file: Path, tmp_path: Path) -> None:
    flat = tmp_path / "flat.gradblocks"
    assert command("convert", file, flat, "--flatten").status == 0
    assert '"format": "gradblocks/1"' in flat.read_text()
    results = command("run", flat, "--json").json["results"]
    assert results["loss.result_output"]["data"] == -32.0
    assert results["second__mul.result_z"]["data"] == [4.0, -36.0]
    diagram = blocks.load(file)
    diagram.composite("Layer").add("RandomNormal", id="noise", shape=[2], dtype="DT_FLOAT")
    diagram.save(file)
    done = command("convert", file, flat, "--flatten")
    assert done.status == 0
    assert "draw other values in the flat diagram" in done.err
    assert "'first/noise', 'second/noise'" in done.err


def test_unknown_keys_are_named_wherever_they_are_and_kept(command: Command, tmp_path: Path) -> None:
    cell = {
        "name": "Cell", "k1": 1, "values": [{"name": "v", "default": 1.0, "sets": ["m.y"], "k2": 2}],
        "blocks": [{"id": "x", "type": "InputPin", "k3": 3}, {"id": "m", "type": "Multiply"},
                   {"id": "y", "type": "OutputPin"}],
        "wires": [["x.output", "m.x"], ["m.z", "y.input"]],
    }  # fmt: skip
    page = {
        "k4": 4,
        "notes": [{"at": [0, 0], "text": "t", "k5": 5}],
        "frames": [{"at": [0, 0], "size": [9, 9], "k6": 6}],
    }
    blocks = [{**const("a", 1.0), "k7": 7}, const("x", 2.0), {"id": "c", "type": ":Cell"}]
    file = write(tmp_path / "k.gradblocks", blocks, [["a.output", "c.x"]], format="gradblocks/2", composites=[cell],
                 page=page, k0=0)  # fmt: skip
    unused = {"name": "Unused", "k8": 8}
    other = write(tmp_path / "u.gradblocks", [const("x", 1.0)], format="gradblocks/2", composites=[unused])
    for name in ("check", "run"):
        done = command(name, file, "--json")
        assert done.status == 1 and len(done.errors) == len(done.json["errors"]) == 8
        assert all(f"'k{i}'" in done.err for i in range(8))
    assert all(f'"k{i}": {i}' in command("fmt", file).out for i in range(8))
    assert command("run", file, "--fetch", "x").status == 0  # it needs none of them
    assert (command("check", other).status, command("run", other).status) == (1, 0)
