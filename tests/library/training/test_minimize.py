"""Minimize: its numbers beside those of `minimize_numbers` and of the Apply blocks, and what it trains."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.document.changes import RemoveItems, SetValue
from blocks.document.model import PageView

NUMBERS = json.loads(Path(__file__).with_name("minimize.json").read_text())


def model(dtype: str = "DT_DOUBLE", **train: Any) -> PageView:
    """A page with the loss sum((x w + b)^2) / 2 and a Minimize block ``train``."""
    page = blocks.Diagram().add_page("main")
    page.add("Const", id="x", val=NUMBERS["x"], dtype=dtype)
    page.add("Variable", id="w", initvalues=NUMBERS["w"], dtype=dtype)
    page.add("Variable", id="b", initvalues=NUMBERS["b"], dtype=dtype)
    page.add("MatMul", id="xw")
    page.add("BiasAdd", id="y")
    page.add("L2Loss", id="loss")
    page.add("Minimize", id="train", **{"learning_rate": NUMBERS["rate"], **train})
    for source, target in (
        ("x.output", "xw.a"), ("w.ref", "xw.b"), ("xw.product", "y.value"), ("b.ref", "y.bias"), ("y.output", "loss.t"),
        ("loss.output", "train.loss"),
    ):  # fmt: skip
        page.wire(source, target)
    return page


SPECIAL: dict[str, dict[str, Any]] = {
    "Ftrl": {"optimizer": "Ftrl", "l1": 0.01, "l2": 0.02},
    "clipped": {"optimizer": "Momentum", "clip_norm": 0.5},
    "averaged": {"optimizer": "Adam", "average": 0.9},
    "corrected": {"optimizer": "AdamW", "epsilon": 0.1, "corrected_epsilon": True},
}


@pytest.mark.parametrize("case", NUMBERS["cases"])
def test_steps_are_those_of_tensorflow_and_pytorch(case: str) -> None:
    wanted = NUMBERS["cases"][case]
    session = blocks.Session(model(**SPECIAL.get(case, {"optimizer": case})))
    norms = [session.run()["train.result_gradient_norm"] for _ in range(NUMBERS["steps"])]
    np.testing.assert_allclose(norms, wanted["norms"], rtol=1e-12)
    results = session.run()  # a variable shows what the step began with
    np.testing.assert_allclose(results["w.result_ref"], wanted["w"], rtol=1e-12)
    np.testing.assert_allclose(results["b.result_ref"], wanted["b"], rtol=1e-12)
    if "average" in wanted:
        mean = session.run(fetch=["train/average/w"])  # fetched alone, nothing is trained
        again = blocks.Session(model(**SPECIAL[case]))
        again.run(steps=NUMBERS["steps"])
        np.testing.assert_allclose(
            again.run(fetch=["train/average/w"])["train/average/w.result_ref"], wanted["average"]
        )
        assert not np.allclose(mean["train/average/w.result_ref"], wanted["average"])


def by_hand() -> PageView:
    """The same model with Adam made of blocks."""
    page = model("DT_FLOAT")
    page.remove("train")
    page.add("AddSymbolicGradients", id="gradients")
    page.wire("loss.output", "gradients.outputs")
    for power, base in (("beta1", 0.9), ("beta2", 0.999)):
        page.add("Variable", id=f"{power}_power", initvalues=base)
        page.add("Const", id=power, val=base)
        page.add("Multiply", id=f"next_{power}")
        page.add("Assign", id=f"raise_{power}")
        page.wire(f"{power}_power.ref", f"next_{power}.x")
        page.wire(f"{power}.output", f"next_{power}.y")
        page.wire(f"{power}_power.ref", f"raise_{power}.ref")
        page.wire(f"next_{power}.z", f"raise_{power}.value")
    for i, name in enumerate("wb"):
        page.wire(f"{name}.ref", "gradients.inputs")
        page.add("ApplyAdam", id=f"train_{name}", lr=NUMBERS["rate"], beta1=0.9, beta2=0.999, epsilon=1e-8)
        for slot in "mv":
            page.add("Variable", id=f"{slot}_{name}", initvalues=np.zeros_like(NUMBERS[name]).tolist())
            page.wire(f"{slot}_{name}.ref", f"train_{name}.{slot}")
        page.wire(f"{name}.ref", f"train_{name}.var")
        page.wire("beta1_power.ref", f"train_{name}.beta1_power")
        page.wire("beta2_power.ref", f"train_{name}.beta2_power")
        page.wire(f"gradients.grad_outputs[{i}]", f"train_{name}.grad")
    return page


def test_it_gives_the_bits_of_the_blocks_it_stands_for() -> None:
    one, other = (blocks.Session(page) for page in (model("DT_FLOAT", optimizer="Adam"), by_hand()))
    for _ in range(6):
        result, wanted = one.run(), other.run()
        for name in ("w.result_ref", "b.result_ref", "loss.result_output"):
            assert result[name].tobytes() == wanted[name].tobytes()
    slot = one.run(fetch=["train/m/w"])["train/m/w.result_ref"]
    assert slot.tobytes() == other.run(fetch=["m_w"])["m_w.result_ref"].tobytes()


def test_what_it_keeps_is_inside() -> None:
    page = model(optimizer="Adam")
    shown = blocks.Session(page).run()
    assert [name for name in shown if "/" in name] == []
    inside = blocks.Session(page, inside=True).run()
    kept = {name.partition(".")[0] for name in inside if "/" in name}
    assert kept == {f"train/{slot}/{v}" for slot in "mv" for v in "wb"} | {"train/beta1_power", "train/beta2_power"}


def test_it_trains_what_is_trainable_and_reached() -> None:
    page = model()
    page.add("Variable", id="lonely", initvalues=[1.0])
    page.apply(SetValue("main", "b", "trainable", False))
    session = blocks.Session(page)
    session.run(steps=3)
    results = session.run()
    assert results["b.result_ref"].tolist() == NUMBERS["b"]
    assert results["lonely.result_ref"].tolist() == [1.0]
    assert not np.allclose(results["w.result_ref"], NUMBERS["w"])
    page.wire("b.ref", "train.variables")  # who wires one means it
    session = blocks.Session(page)
    session.run(steps=3)
    assert not np.allclose(session.run()["b.result_ref"], NUMBERS["b"])
    assert session.run()["w.result_ref"].tolist() == NUMBERS["w"]


def test_variables_of_one_name_are_trained_once_by_the_whole_gradient() -> None:
    page = blocks.Diagram().add_page("main")
    for name in "ab":
        page.add("Variable", id=name, initvalues=2.0, shared_name="same")
    page.add("Multiply", id="loss")  # a b: the derivative of a value at both is a + b
    page.wire("a.ref", "loss.x")
    page.wire("b.ref", "loss.y")
    page.add("Minimize", id="train", learning_rate=0.25)
    page.wire("loss.z", "train.loss")
    session = blocks.Session(page)
    session.run()
    assert session.run()["a.result_ref"] == 2.0 - 0.25 * 4.0


def test_a_schedule_may_give_the_rate() -> None:
    page = model()
    page.add("Const", id="rate", val=0.0, dtype="DT_FLOAT")  # cast to the dtype of the variables
    page.wire("rate.output", "train.learning_rate")
    session = blocks.Session(page)
    session.run(steps=2)
    assert session.run()["w.result_ref"].tolist() == NUMBERS["w"]


def refused(page: PageView) -> str:
    [problem] = blocks.Session(page).problems()
    assert problem.block == "train"
    return f"{problem.pin}: {problem.message}"


def test_what_it_cannot_train_is_said() -> None:
    page = model()
    page.apply(RemoveItems("main", "wires", (1,)))
    page.add("StopGradient", id="stop")
    page.wire("w.ref", "stop.input")
    page.wire("stop.output", "xw.b")
    page.apply(SetValue("main", "b", "trainable", False))
    assert "no gradient of loss reaches w: it stops at stop" in refused(page)
    page.wire("w.ref", "train.variables")
    assert refused(page).startswith("variables: no gradient of loss reaches w")
    page = model()
    page.wire("x.output", "train.variables")
    assert "x is Const" in refused(page)
    page = model(learning_rate=None)
    assert "learning_rate" in refused(page)
    assert "a scalar" in refused(model(learning_rate=[0.1, 0.2]))
    assert "must be one of" in refused(model(optimizer="Sgd"))


def test_it_works_inside_of_composites_and_survives_the_file(tmp_path: Path) -> None:
    diagram = blocks.Diagram()
    cell = diagram.add_composite("Trained")
    cell.add("Variable", id="w", initvalues=[3.0, 4.0])
    cell.add("L2Loss", id="loss")
    cell.wire("w.ref", "loss.t")
    cell.add("Minimize", id="train", learning_rate=0.5, optimizer="Momentum", momentum=0.5)
    cell.wire("loss.output", "train.loss")
    cell.add("OutputPin", id="out")
    cell.wire("loss.output", "out.input")
    page = diagram.add_page("main")
    page.add(":Trained", id="a")
    page.add(":Trained", id="b")
    diagram.save(tmp_path / "d.gradblocks")
    session = blocks.Session(blocks.load(tmp_path / "d.gradblocks"))
    losses = [float(session.run()["a.result_out"]) for _ in range(2)]
    assert losses == [12.5, 3.125]  # w halves
    accum = session.run(fetch=["b/train/accum/w"])
    assert accum["b/train/accum/w.result_ref"].shape == (2,)
