"""Instances of composites at work: variables and random streams of their own, sharing, sessions."""

from __future__ import annotations

import numpy as np

import blocks
from blocks.document.model import Diagram
from blocks.run.debugging.nan_search import Watch
from blocks.run.monitoring.previews import show
from blocks.run.session import Session, make_stepper


def counter() -> Diagram:
    """A definition that counts its steps, with noise, and a queue's size; instances of it."""
    diagram = Diagram()
    cell = diagram.add_composite("Cell")
    cell.add("Variable", id="n", initvalues=0.0)
    cell.add("AssignAdd", id="up", value=1.0)
    cell.add("RandomNormal", id="noise", shape=[3], dtype="DT_FLOAT")
    cell.add("FIFOQueue", id="q", component_types=["DT_FLOAT"])
    cell.add("QueueEnqueue", id="put")
    cell.add("QueueSize", id="size")
    for name in ("y", "z", "s"):
        cell.add("OutputPin", id=name)
    wires = "n.ref>up.ref up.output_ref>y.input noise.output>z.input q.handle>put.handle noise.output>put.components"
    for wire in f"{wires} q.handle>size.handle size.size>s.input".split():
        cell.wire(*wire.split(">"))
    diagram.add_page("main").add(":Cell", id="one")
    return diagram


def test_each_instance_has_variables_queues_and_streams_of_its_own() -> None:
    diagram = counter()
    alone = Session(diagram, seed=3).run(steps=2)
    diagram.page("main").add(":Cell", id="two")
    diagram.page("main").add(":Cell", id="shared", shares="one")
    both = Session(diagram, seed=3).run(steps=2)
    assert both["one.result_z"].tolist() == alone["one.result_z"].tolist()
    assert both["shared.result_z"].tolist() == both["one.result_z"].tolist()
    assert both["two.result_z"].tolist() != both["one.result_z"].tolist()
    assert {name: float(both[f"{name}.result_y"]) for name in ("one", "two", "shared")} == {
        "one": 3.0,
        "two": 2.0,
        "shared": 4.0,
    }
    sizes = {name: int(both[f"{name}.result_s"]) for name in ("one", "two", "shared")}
    assert sizes["two"] == 2
    assert max(sizes["one"], sizes["shared"]) == 4


def test_a_stream_follows_the_path_and_not_the_name_in_the_graph() -> None:
    diagram = counter()
    before = Session(diagram).run()["one.result_z"]
    page = diagram.page("main")
    page.remove("one")
    page.add("Scope", id="s", name="one")
    page.add("Negate", id="n", x=1.0)
    page.wire("s.scope", "n.scope")
    page.add(":Cell", id="one")
    session = Session(diagram)
    assert {node.name for node in session.elaboration.graph.nodes} >= {"one/n", "one_1/noise"}
    assert session.run()["one.result_z"].tolist() == before.tolist()


def test_twins_learn_by_both_gradients() -> None:
    diagram = Diagram()
    half = diagram.add_composite("Half")
    half.add("InputPin", id="x")
    half.add("Variable", id="w", initvalues=[1.0])
    half.add("Multiply", id="mul")
    half.add("OutputPin", id="y")
    half.add("OutputPin", id="var")
    for wire in ["x.output>mul.x", "w.ref>mul.y", "mul.z>y.input", "w.ref>var.input"]:
        half.wire(*wire.split(">"))
    page = diagram.add_page("main")
    page.add(":Half", id="one", x=[3.0])
    page.add(":Half", id="two", x=[5.0], shares="one")
    page.add("Add", id="loss")
    page.add("AddSymbolicGradients", id="grads")
    page.add("ApplyGradientDescent", id="learn", alpha=0.5)
    page.add("ClientSession", id="session")
    wires = (
        "one.y>loss.x two.y>loss.y loss.z>grads.outputs two.var>grads.inputs one.var>learn.var"
        " grads.grad_outputs[0]>learn.delta learn.out>session.fetch_outputs"
    )
    for wire in wires.split():
        page.wire(*wire.split(">"))
    results = Session(diagram).run()
    assert results["grads.result_grad_outputs[0]"].tolist() == [8.0]
    assert results["learn.result_out"].tolist() == [-3.0]
    assert "one/w.result_ref" not in results


def test_all_inside_runs_although_it_is_not_shown() -> None:
    diagram = Diagram()
    cell = diagram.add_composite("Cell")
    cell.add("Variable", id="n", initvalues=0.0)
    cell.add("AssignAdd", id="up", value=1.0)
    cell.wire("n.ref", "up.ref")
    diagram.add_page("main").add(":Cell", id="c")
    session = Session(diagram)
    assert session.run(steps=3) == {}
    assert float(session.run(fetch=["c/n"])["c/n.result_ref"]) == 3.0


def test_profiles_gradients_and_checks_go_by_paths() -> None:
    diagram = Diagram()
    square = diagram.add_composite("Square")
    square.add("InputPin", id="x")
    square.add("Variable", id="w", initvalues=[[1.0, 2.0]])
    square.add("MatMul", id="mm")
    square.add("OutputPin", id="y")
    for wire in ["x.output>mm.a", "w.ref>mm.b", "mm.product>y.input"]:
        square.wire(*wire.split(">"))
    page = diagram.add_page("main")
    page.add(":Square", id="s", x=[[2.0], [4.0]])
    session = Session(diagram, profile=True)
    session.watch("s.y")
    results = session.run()
    assert results.gradients["s/w.ref"].tolist() == [[6.0, 6.0]]
    profile = session.profile()
    assert profile is not None
    assert "s/mm" in {cost.block for cost in profile.costs}
    check = blocks.check_gradients(page, "s.y")
    assert not check.wrong
    assert np.array_equal(Session(diagram, inside=True).run()["s/mm.result_product"], results["s.result_y"])


def test_results_of_one_instance_are_shown_and_another_one_next() -> None:
    diagram = Diagram()
    twice = diagram.add_composite("Twice")
    twice.add("InputPin", id="x")
    twice.add("Add", id="sum")
    twice.add("OutputPin", id="y")
    for wire in ["x.output>sum.x", "x.output>sum.y", "sum.z>y.input"]:
        twice.wire(*wire.split(">"))
    outer = diagram.add_composite("Outer")
    outer.add(":Twice", id="inner", x=1.0)
    page = diagram.add_page("main")
    page.add(":Twice", id="a", x=2.0)
    page.add(":Outer", id="b")
    session = Session(diagram, inside="a")
    assert {name for name in session.run() if "/" in name} == {"a/sum.result_z"}
    session.inside = "b/inner"
    assert {name for name in make_stepper(session).step() or () if "/" in name} == {"b/inner/sum.result_z"}
    session.inside = "b"
    assert {name for name in make_stepper(session).step() or () if "/" in name} == {"b/inner.result_y"}


def test_what_is_first_not_finite_is_searched_inside_of_instances() -> None:
    diagram = Diagram()
    cell = diagram.add_composite("Cell")
    cell.add("InputPin", id="x")
    cell.add("Log", id="log")
    cell.add("Multiply", id="scaled", y=0.0)
    cell.add("OutputPin", id="y")
    for wire in ["x.output>log.x", "log.y>scaled.x", "scaled.z>y.input"]:
        cell.wire(*wire.split(">"))
    page = diagram.add_page("main")
    page.add("Variable", id="v", initvalues=[3.0])
    page.add("AssignSub", id="down", value=[1.0])
    page.add(":Cell", id="c")
    page.add("Negate", id="n")
    for wire in ["v.ref>down.ref", "v.ref>c.x", "c.y>n.x"]:
        page.wire(*wire.split(">"))
    for looked_at in ([1, 5], [4]):  # at the first step that is looked at, nothing is known of those before
        session = Session(diagram)
        stepper = make_stepper(session)
        watch, trouble = Watch(session, stepper), None
        for step in range(1, looked_at[-1] + 1):
            results = stepper.step()
            assert results is not None
            if step in looked_at:
                views = {name: show(value, results.dtypes[name]) for name, value in results.items()}
                trouble = watch.look(views, lambda: None)
        assert trouble is not None
        assert (trouble.block, trouble.pin) == ("c/log", "y")
        assert trouble.message.endswith("first in step 4")
        assert session.steps == looked_at[-1]
