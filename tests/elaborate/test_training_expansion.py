"""A Minimize block opened into ordinary blocks: the same training to the last bit."""

from __future__ import annotations

from typing import Any

import pytest

import blocks
from blocks.base.errors import DiagramError
from blocks.document.model import PageView
from blocks.elaborate.elaborate import composites_of, definitions_of, elaborate
from blocks.transform.expand import editable
from tests.library.training.test_minimize import NUMBERS, SPECIAL, model

ALL: dict[str, dict[str, Any]] = {
    **{case: SPECIAL.get(case, {"optimizer": case}) for case in NUMBERS["cases"]},
    "single": {"optimizer": "Adam", "dtype": "DT_FLOAT", "weight_decay": 0.1, "clip_norm": 0.5, "average": 0.9},
}


def opened(page: PageView) -> PageView:
    """The page with ``train`` opened, read again from its text."""
    copy = blocks.loads(page.diagram.dumps()).page("main")
    definitions = composites_of(definitions_of(copy.diagram))
    copy.apply(editable(elaborate(copy.snapshot(), composites=definitions), "train"))
    return blocks.loads(copy.diagram.dumps()).page("main")


def test_one_that_no_session_runs_trains_on() -> None:
    page = model(**ALL["single"])
    page.add("ClientSession", id="run")
    page.wire("loss.output", "run.fetch_outputs")
    one, other = blocks.Session(page), blocks.Session(opened(page))
    for session in (one, other):
        session.run(steps=3)
    kept = [session.variables["w"].tobytes() for session in (one, other, blocks.Session(page))]
    assert kept[0] == kept[1] != kept[2]
    page.set("run", every=2)
    with pytest.raises(DiagramError, match="in every step"):
        opened(page)


@pytest.mark.parametrize("case", ALL)
def test_it_trains_to_the_same_bits(case: str) -> None:
    before = model(**ALL[case])
    before.add("ClientSession", id="run")
    before.wire("train.operation", "run.run_outputs")
    for fetched in ("loss.output", "train.gradient_norm", "w.ref", "b.ref"):
        before.wire(fetched, "run.fetch_outputs")
    after = opened(before)
    assert "train" not in {block.id for block in after.snapshot().blocks}
    one, other = blocks.Session(before), blocks.Session(after)
    assert not other.problems()
    for _ in range(4):
        wanted, results = one.run(), other.run()
        norm = next(value for name, value in results.items() if name.startswith("train_Sqrt."))
        assert norm.tobytes() == wanted["train.result_gradient_norm"].tobytes()
        for name in ("loss.result_output", "w.result_ref", "b.result_ref"):
            assert results[name].tobytes() == wanted[name].tobytes()
    kept = {name.removeprefix("train/").replace("/", "_") for name in one.variables if name.startswith("train/")}
    assert {f"train_{name}" for name in kept} <= set(other.variables)
    for name in one.variables:
        assert one.variables[name].tobytes() == other.variables[name.replace("/", "_")].tobytes(), name


def test_the_gradient_block_opens_in_turn_and_the_blocks_say_what_they_are() -> None:
    page = opened(model(optimizer="Adam", learning_rate=0.25, dtype="DT_FLOAT"))
    by_id = {block.id: block for block in page.snapshot().blocks}
    assert {"train_w_ApplyAdam", "train_b_ApplyAdam", "train_m_w", "train_v_b", "train_step"} <= set(by_id)
    assert by_id["train_w_ApplyAdam"].values == {"lr": 0.25, "beta1": 0.9, "beta2": 0.999, "epsilon": 1e-08}
    assert len({block.at for block in by_id.values() if block.id.startswith("train")}) == len(by_id) - 6
    page.apply(editable(elaborate(page.snapshot()), "train_gradients"))
    one, other = blocks.Session(model(optimizer="Adam", learning_rate=0.25, dtype="DT_FLOAT")), blocks.Session(page)
    for _ in range(3):
        assert one.run()["w.result_ref"].tobytes() == other.run()["w.result_ref"].tobytes()


def test_it_is_opened_in_its_scope_and_with_a_schedule() -> None:
    page = model(optimizer="Momentum")
    page.add("Scope", id="place", name="training")
    page.wire("place.scope", "train.scope")
    page.add("Const", id="rate", val=0.5, dtype="DT_FLOAT")
    page.wire("rate.output", "train.learning_rate")
    after = opened(page)
    one, other = blocks.Session(page), blocks.Session(after)
    assert not other.problems()
    for _ in range(3):
        assert one.run()["b.result_ref"].tobytes() == other.run()["b.result_ref"].tobytes()
    outside = [block.id for block in after.snapshot().blocks if block.id.startswith("train_")]
    placed = {wire.target.block for wire in after.snapshot().wires if wire.target.pin == "scope"}
    assert placed >= set(outside)


def test_what_it_cannot_be_opened_beside_is_named() -> None:
    diagram = blocks.Diagram()
    cell = diagram.add_composite("Cell")
    cell.add("Variable", id="w", initvalues=[3.0, 4.0])
    cell.add("L2Loss", id="loss")
    cell.wire("w.ref", "loss.t")
    cell.add("OutputPin", id="out")
    cell.wire("loss.output", "out.input")
    page = diagram.add_page("main")
    page.add(":Cell", id="cell")
    page.add("Minimize", id="train", learning_rate=0.5)
    page.wire("cell.out", "train.loss")
    with pytest.raises(DiagramError, match="inside 'cell'"):
        opened(page)
    page.wire("cell.out", "train.variables")
    with pytest.raises(DiagramError, match="Variable blocks"):
        opened(page)


def test_variables_inside_of_a_loop_are_told_to_be_out_of_reach() -> None:
    diagram = blocks.Diagram()
    body, page = diagram.add_composite("Layer"), diagram.add_page("main")
    body.add("InputPin", id="h", dtype="DT_FLOAT")
    body.add("Variable", id="w", initvalues=2.0)
    body.add("Multiply", id="next")
    body.add("OutputPin", id="out", name="h")
    for source, target in (("h", "next.x"), ("w.ref", "next.y"), ("next", "out.input")):
        body.wire(source, target)
    page.add("Const", id="x", val=1.5)
    page.add("Repeat", id="layers", body=":Layer", times=3)
    page.add("Minimize", id="train", learning_rate=0.1)
    page.wire("x", "layers.h")
    page.wire("layers.h", "train.loss")
    with pytest.raises(DiagramError, match="needs variables inside 'layers', which runs a composite"):
        opened(page)
