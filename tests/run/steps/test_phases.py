"""ClientSession blocks that do not run in each step."""

from __future__ import annotations

from typing import Any

import pytest

import blocks
from blocks.base.errors import RunError
from blocks.document.changes import SetField
from blocks.document.model import PageView


def trained_and_evaluated(**values: Any) -> PageView:
    """A page whose session ``train`` adds 1 to a variable, and ``evaluate`` fetches twice its value."""
    page = blocks.Diagram().add_page("main")
    page.add("Variable", id="w", initvalues=0.0)
    page.add("AssignAdd", id="count", value=1.0)
    page.add("Multiply", id="twice", y=2.0)
    page.add("ClientSession", id="train")
    page.add("ClientSession", id="evaluate", **values)
    for source, target in (
        ("w.ref", "count.ref"), ("w.ref", "twice.x"), ("count.output_ref", "train.fetch_outputs"),
        ("twice.z", "evaluate.fetch_outputs"),
    ):  # fmt: skip
        page.wire(source, target)
    return page


def test_a_session_runs_at_every_nth_step() -> None:
    session = blocks.Session(trained_and_evaluated(every=3))
    shown = [session.run().get("twice.result_z") for _ in range(7)]
    assert shown == [None, None, 4.0, None, None, 10.0, None]
    assert session.run(steps=2)["twice.result_z"] == 16.0  # the step that is shown is the ninth


def test_a_fault_counts_where_its_session_runs() -> None:
    page = trained_and_evaluated(every=2)
    page.set("twice", y=[[1.0], [2.0, 3.0]])
    session = blocks.Session(page)
    assert session.run()["count.result_output_ref"] == 1.0
    with pytest.raises(RunError):
        session.run()


def test_names_are_fetched_beside_what_sessions_run() -> None:
    page = trained_and_evaluated()
    session = blocks.Session(page)
    assert session.run(fetch=["twice"], steps=5) == {"twice.result_z": 8.0}
    assert session.evaluate("twice") == {"twice.result_z": 10.0}
    assert session.evaluate() == {
        "w.result_ref": 5.0,
        "twice.result_z": 10.0,
    }
    assert (session.steps, session.variables["w"]) == (5, 5.0)
    assert session.step(2, {"twice.z": 3.0})["count"] == 7.0


def training(fetched: str = "", wired: bool = False, place: str = "page", **values: Any) -> PageView:
    """A page that trains ``w`` by a tenth of its value in each step; with ``fetched`` a session fetches that pin."""
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    canvas = page if place == "page" else diagram.add_composite("Net")
    canvas.add("Variable", id="w", initvalues=10.0)
    canvas.add("Square", id="square")
    canvas.add("Multiply", id="loss", y=0.5)
    canvas.add("Minimize", id="train", learning_rate=0.1)
    canvas.add("Negate", id="other")
    for wire in ("w.ref square.x", "square.y loss.x", "loss.z train.loss", "w.ref other.x"):
        canvas.wire(*wire.split())
    if place != "page":
        canvas.add("OutputPin", id="out", name="y")
        canvas.wire("other.y", "out.input")
        page.add(":Net", id="net")
        fetched = fetched and "net.y"
    if fetched:
        page.add("ClientSession", id="run", **values)
        page.wire(fetched, "run.fetch_outputs")
    if wired:
        page.wire("train.operation", "run.run_outputs")
    return page


@pytest.mark.parametrize(
    ("page", "steps"),
    [
        (training(), 3), (training("loss.z"), 3), (training("other.y"), 3), (training("loss.z", wired=True), 3),
        (training("train.gradient_norm"), 3), (training("other.y", place="composite"), 3),
        (training("other.y", every=2), 3), (training("other.y", wired=True, every=2), 1),
    ],
)  # fmt: skip
@pytest.mark.parametrize("fetch", [None, "loss", "other"])
def test_what_trains_does_not_depend_on_what_is_fetched(page: PageView, steps: int, fetch: str | None) -> None:
    name = "w" if page.get("w") is not None else "net/w"
    session = blocks.Session(page)
    session.run(fetch and name.replace("w", fetch), steps=3)
    trained = session.variables[name]
    assert trained == pytest.approx(10 * 0.9**steps, rel=1e-6)
    session.evaluate(name)
    assert (session.variables[name], session.steps) == (trained, 3)


def test_a_training_block_that_is_at_fault_or_muted_is_told_from_one_that_runs() -> None:
    page = training("other.y")
    page.remove("loss")
    with pytest.raises(RunError, match="train"):
        blocks.Session(page).run("other")
    for page in (training(), training("other.y"), training("other.y", wired=True)):
        page.apply(SetField("main", "train", "muted", True))
        session = blocks.Session(page)
        session.step(3)
        assert session.variables["w"] == 10
