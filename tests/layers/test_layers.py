"""The package ``layers`` beside Keras: what its composites give and their gradients, in single and double precision."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import assets
import blocks
from blocks.analysis.checks import check
from blocks.base.dtypes import dtype_of
from blocks.base.types import Array
from blocks.document.definitions import is_instance, pins
from blocks.document.model import Diagram, PageView
from blocks.document.packages.folders import find_package
from blocks.graph.documentation import parse

LAYERS_FILE = str(Path(assets.__file__).parent / "packages" / "layers.gradblocks")
"""By its path: who runs this may have another package of the name in the library."""
NUMBERS: dict[str, Array] = dict(np.load(Path(__file__).with_name("numbers.npz")))
ABOUT: dict[str, dict[str, Any]] = {
    key.partition("|")[0]: json.loads(str(value)) for key, value in NUMBERS.items() if key.endswith("|about")
}
SCHEDULES = [name for name in ABOUT if f"{name}|steps" in NUMBERS and name != "AdamW"]
LAYERS = [name for name in ABOUT if f"{name}|steps" not in NUMBERS]
CLOSE = {np.float32: (1e-5, 1e-5), np.float64: (1e-9, 1e-12)}
Kind = type[np.float32] | type[np.float64]
PRECISIONS = pytest.mark.parametrize("kind", [np.float32, np.float64])


def close(got: Any, wanted: Array, kind: Kind, what: str = "") -> None:
    rtol, atol = CLOSE[kind]
    np.testing.assert_allclose(got, wanted, rtol, atol, err_msg=what)


def numbers(name: str, what: str, kind: Kind) -> dict[str, Array]:
    begin = f"{name}|{what}|"
    return {key.removeprefix(begin): value.astype(kind) for key, value in NUMBERS.items() if key.startswith(begin)}


def placed(name: str, kind: Kind) -> tuple[Diagram, PageView, str]:
    """A page with an instance ``it`` of the composite of a case."""
    diagram = Diagram()
    layer = diagram.use(LAYERS_FILE, ABOUT[name].get("type", name.partition(" ")[0]))
    values = dict(ABOUT[name].get("values", {}))
    if any(value.name == "dtype" for value in layer.values):
        values["dtype"] = dtype_of(np.empty(0, kind)).name
    page = diagram.add_page("main")
    page.add(layer.name, id="it", **values)
    return diagram, page, layer.name


def start_of(diagram: Diagram, canvas: str, path: str) -> str:
    """What a variable of an instance takes its first value from."""
    *outer, variable = path.split("/")
    for each in outer:
        canvas = diagram.canvas(canvas).block(each).type
    [wire] = diagram.canvas(canvas).wires_into(variable, "initvalues")
    return "/".join(["it", *outer, str(wire.source)])


@PRECISIONS
@pytest.mark.parametrize("name", LAYERS)
def test_layers_and_losses_give_what_keras_gives(name: str, kind: Kind) -> None:
    diagram, page, canvas = placed(name, kind)
    given, weights = numbers(name, "in", kind), numbers(name, "weight", kind)
    fed = {f"it/{path}": given.pop(path) for path in ABOUT[name].get("fed", [])}
    fed |= {start_of(diagram, canvas, path): value for path, value in weights.items()}
    for pin, value in given.items():
        page.add("Const", id=pin, val=value)
        page.wire(f"{pin}.output", f"it.{pin}")
    wanted = numbers(name, "out", kind)
    for pin, value in numbers(name, "factor", kind).items():
        page.add("Const", id=f"by_{pin}", val=value)
    assert check(diagram).errors == []
    session = blocks.Session(page, inside=True)
    session.watch([f"it.{pin} * by_{pin}.output" for pin in wanted])
    results = session.run(feed=fed)
    for pin, value in wanted.items():
        close(results[f"it.result_{pin}"], value, kind, pin)
        assert results[f"it.result_{pin}"].dtype == kind
    gradients: dict[str, Array] = results.gradients  # pyright: ignore[reportAttributeAccessIssue]
    expected = numbers(name, "gradient", kind)
    assert {*weights} - {*expected} <= {path for path in weights if path.endswith("average")}
    for path, value in expected.items():
        pin = f"{path}.output" if path in given else f"it/{path}" if f"it/{path}" in fed else f"it/{path}.ref"
        if pin in gradients or np.any(value):
            close(gradients[pin], value, kind, path)
    after = session.run(feed=fed)
    for path, value in numbers(name, "then", kind).items():
        close(after[f"it/{path}.result_ref"], value, kind, path)


@PRECISIONS
@pytest.mark.parametrize("name", SCHEDULES)
def test_schedules_give_the_rates_of_keras(name: str, kind: Kind) -> None:
    diagram, page, _ = placed(name, kind)
    counter = diagram.use(LAYERS_FILE, "StepCounter")
    page.add(counter.name, id="count", dtype=dtype_of(np.empty(0, kind)).name)
    page.wire("count.step", "it.step")
    session = blocks.Session(page)
    rates = [session.run()["it.result_y"] for _ in NUMBERS[f"{name}|steps"]]
    close(rates, NUMBERS[f"{name}|steps"], kind)


@PRECISIONS
def test_adam_w_steps_as_that_of_keras(kind: Kind) -> None:
    _, page, _ = placed("AdamW", kind)
    page.add("Variable", id="weight", initvalues=NUMBERS["AdamW|weight"].astype(kind))
    page.add("Placeholder", id="gradient", dtype=dtype_of(np.empty(0, kind)).name, shape=[2, 3])
    page.wire("weight.ref", "it.weight")
    page.wire("gradient.output", "it.gradient")
    session = blocks.Session(page)
    for gradient, wanted in zip(NUMBERS["AdamW|gradients"], NUMBERS["AdamW|steps"], strict=True):
        results = session.run(feed={"gradient": gradient.astype(kind)})
        close(results["it.result_weight"], wanted, kind)


@PRECISIONS
def test_lion_steps_as_minimize_does(kind: Kind) -> None:
    diagram = Diagram()
    lion = diagram.use(LAYERS_FILE, "Lion")
    page = diagram.add_page("main")
    for name in ("one", "other"):
        page.add("Variable", id=name, initvalues=np.array([1.0, -2.0, 0.5], kind))
        page.add("L2Loss", id=f"{name}_loss")
        page.wire(f"{name}.ref", f"{name}_loss.t")
    page.add("Minimize", id="train", optimizer="Lion", learning_rate=0.3, weight_decay=0.0, beta1=0.75, beta2=0.875)
    page.wire("one_loss.output", "train.loss")
    page.add("AddSymbolicGradients", id="gradients")
    page.add(lion.name, id="step", rate=0.3, beta1=0.75, beta2=0.875)
    for source, target in (
        ("other_loss.output", "gradients.outputs"), ("other.ref", "gradients.inputs"), ("other.ref", "step.weight"),
        ("gradients.grad_outputs[0]", "step.gradient"),
    ):  # fmt: skip
        page.wire(source, target)
    session = blocks.Session(page)
    for _ in range(6):
        results = session.run()
        close(results["other.result_ref"], results["one.result_ref"], kind)
    assert session.variables["one"][0] != 1


def test_the_scale_of_a_loss_grows_slowly_and_falls_at_once() -> None:
    diagram = Diagram()
    layer = diagram.use(LAYERS_FILE, "LossScale")
    page = diagram.add_page("main")
    page.add("Variable", id="scale", initvalues=8.0)
    page.add("Placeholder", id="norm", dtype="DT_FLOAT", shape=[])
    page.add(layer.name, id="it", every=2.0)
    page.wire("scale.ref", "it.scale")
    page.wire("norm.output", "it.norm")
    session = blocks.Session(page)
    norms = [1.0, np.inf, 1.0, 1.0, 1.0, np.nan]
    results = [session.run(feed={"norm": norm}) for norm in norms]
    assert [each["it.result_scale"] for each in results] == [8.0, 4.0, 4.0, 8.0, 8.0, 4.0]
    assert [each["it.result_finite"] for each in results] == [np.isfinite(norm) for norm in norms]


def test_an_embedding_is_looked_up_and_trained_row_by_row() -> None:
    diagram = Diagram()
    layer = diagram.use(LAYERS_FILE, "EmbeddingLookup")
    page = diagram.add_page("main")
    page.add("Const", id="ids", val=[[2, 0], [2, 2]])
    page.add(layer.name, id="it", rows=4, size=3)
    page.add("L2Loss", id="loss")
    page.add("Minimize", id="train", learning_rate=1.0)
    for source, target in (("ids.output", "it.ids"), ("it.y", "loss.t"), ("loss.output", "train.loss")):
        page.wire(source, target)
    session = blocks.Session(page)
    y = session.run()["it.result_y"]
    assert y.shape == (2, 2, 3) and np.array_equal(y[0, 0], y[1, 1]) and np.abs(y).max() < 0.05
    table = session.variables["it/table"]
    close(table[[0, 2]], np.array([y[0, 1] * 0, y[0, 0] * -2]), np.float32)  # the gradient is what was looked up
    assert np.abs(table[[1, 3]]).min() > 0


def test_dropout_keeps_the_sum_in_training() -> None:
    _, page, _ = placed("Dropout", np.float32)
    page.add("Const", id="x", val=np.ones(10_000, np.float32))
    page.wire("x.output", "it.x")
    y = blocks.Session(page).run()["it.result_y"]
    assert {*y.tolist()} == {0.0, float(np.float32(1 / 0.75))} and abs(y.mean() - 1) < 0.03


def test_weights_begin_within_the_limit_of_glorot() -> None:
    page = placed("Dense", np.float64)[1]
    page.add("Const", id="x", val=np.ones((1, 400)))
    page.wire("x.output", "it.x")
    w = blocks.Session(page, inside=True).run()["it/W.result_ref"]
    limit = np.sqrt(6 / (400 + 3))
    assert np.abs(w).max() < limit and np.abs(w).max() > 0.99 * limit and abs(w.mean()) < limit / 20


def test_every_composite_says_what_its_pins_and_values_are() -> None:
    package = find_package(LAYERS_FILE)
    assert check(Diagram(package.document)).errors == []
    shown = {block.type for page in package.document.pages for block in page.blocks if is_instance(block)}
    for page in package.document.composites:
        assert page.composite is not None
        docs, (inputs, outputs) = parse(page.composite.doc), pins(page)
        assert list(docs.arguments) == [pin.name for pin in inputs], page.name
        assert list(docs.outputs) == [pin.name for pin in outputs], page.name
        texts = [*docs.arguments.values(), *docs.outputs.values()]
        assert all(text.startswith("[") and text.endswith(".") for text in texts), page.name
        assert all(value.doc.endswith(".") for value in page.composite.values), page.name
        assert len(docs.summary) < 120 and docs.summary.endswith("."), page.name
        inside = any(page.name in {b.type for b in each.blocks} for each in package.document.composites)
        assert inside or page.name in shown, f"no page shows {page.name}"
