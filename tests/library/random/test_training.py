"""A network with random weights, dropout and noise trains to the same weights as in TensorFlow, from the same seeds."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from blocks.document.model import Diagram
from blocks.run.session import Session
from tests.library.random.record_training import FEATURES, FILE, RATE, SEEDS, STEPS, WANTED

DOUBLE = {"dtype": "DT_DOUBLE"}


def network() -> Diagram:
    diagram = Diagram()
    page = diagram.add_page("main")

    def add(id: str, type: str, *wires: str, **values: Any) -> None:
        page.add(type, id=id, **values)
        for wire in wires:
            source, _, pin = wire.partition(">")
            page.wire(source.strip(), f"{id}.{pin.strip()}")

    def drawn(id: str, type: str, *wires: str, **values: Any) -> None:
        seed, seed2 = SEEDS[id.removesuffix("_init")]
        add(id, type, *wires, seed=seed, seed2=seed2, **values)

    drawn("first_init", "RandomNormal", shape=[3, 4], **DOUBLE)
    drawn("second_init", "TruncatedNormal", shape=[4, 1], **DOUBLE)
    add("first", "Variable", "first_init.output > initvalues")
    add("second", "Variable", "second_init.output > initvalues")
    add("x", "Const", val=FEATURES, **DOUBLE)
    add("a", "MatMul", "x.output > a", "first.ref > b")
    add("hidden", "Tanh", "a.product > x")
    drawn("mask", "RandomUniform", shape=[5, 4], **DOUBLE)
    add("share", "Const", val=0.75, **DOUBLE)
    add("raised", "Add", "mask.output > x", "share.output > y")
    add("whole", "Floor", "raised.z > x")
    add("masked", "Multiply", "hidden.y > x", "whole.y > y")
    add("kept", "RealDiv", "masked.z > x", "share.output > y")
    add("out", "MatMul", "kept.z > a", "second.ref > b")
    add("alpha", "Const", val=[2.0], **DOUBLE)
    drawn("noise", "RandomGamma", "alpha.output > alpha", shape=[5])
    add("small", "Const", val=0.01, **DOUBLE)
    add("bit", "Multiply", "noise.output > x", "small.output > y")
    add("y", "Const", val=WANTED, **DOUBLE)
    drawn("order", "RandomShuffle", "y.output > value")
    add("wanted", "Add", "order.output > x", "bit.z > y")
    add("error", "SquaredDifference", "out.product > x", "wanted.z > y")
    add("loss", "Mean", "error.z > input", axis=[0, 1])
    add("grads", "AddSymbolicGradients", "loss.output > outputs", "first.ref > inputs", "second.ref > inputs")
    add("rate", "Const", val=RATE, **DOUBLE)
    for i, name in enumerate(("first", "second")):
        wires = f"{name}.ref > var", "rate.output > alpha", f"grads.grad_outputs[{i}] > delta"
        add(f"train_{name}", "ApplyGradientDescent", *wires)
    # As in TensorFlow's program: what gave the initial weights is not run again.
    add("run", "ClientSession", "train_first.out > run_outputs", "train_second.out > run_outputs",
        "loss.output > fetch_outputs")  # fmt: skip
    return diagram


def test_a_page_trains_to_tensorflows_weights() -> None:
    recorded = json.loads(FILE.read_text("utf-8"))
    session = Session(network(), seed=77)
    losses = [session.run()["loss.result_output"].item() for _ in range(STEPS)]
    np.testing.assert_allclose(losses, recorded["losses"], rtol=1e-12)
    for name in ("first", "second"):
        np.testing.assert_allclose(session.state.values[name], recorded[name], rtol=1e-12)


def test_generators_are_restored_with_the_state() -> None:
    """Two steps, then four from there in another session, are six in one: a worker goes on like that."""
    begun, whole = Session(network()), Session(network())
    begun.run(steps=2)
    other = Session(network())
    other.state.values.update(begun.state.values)
    other.state.version += 1
    other.steps = begun.steps
    results, wanted = other.run(steps=4), whole.run(steps=6)
    assert results["loss.result_output"].tobytes() == wanted["loss.result_output"].tobytes()
