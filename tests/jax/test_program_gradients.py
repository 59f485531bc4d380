"""Programs for JAX: what `jax.grad` makes of a page's loss is the gradient that the page has."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.base.dtypes import FLOAT
from blocks.base.errors import RunError
from blocks.document.file import load
from blocks.document.model import Diagram, PageView
from blocks.library import index
from blocks.run.session import Session
from tests.cli.conftest import Command
from tests.jax.test_from_jax import AT_TIES, TIES, TRAINED, X, minimized
from tests.jax.test_program import EXAMPLES, module_of
from tests.loops import wired

jax: Any = pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")

PAIRS = np.array(
    [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -2.0, 6.0, 0.25, -1.5, 3.0, 30.0, np.inf, -np.inf, np.nan], np.float32
)
"""Zeros of both signs, ties, and the bounds of functions."""
NUMBER = re.compile(r"-?[0-9]+[.]?[0-9]*(?:e[-+][0-9]+)?")
WEIGHTS = np.array([0.0, 1.0, -2.0, 0.75], np.float32)
"""What arrives at elements of a result."""


def grown(tensor: Any, shape: tuple[int, ...]) -> Any:
    """Numbers of a list over and over, in a shape."""
    return np.resize(tensor, shape).astype(np.float32)


def gradients(page: PageView, fed: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
    """The results of a page's gradient block `gradients`, by the blocks that are wired to its inputs."""
    wires = page.wires_into("gradients", "inputs")
    results = Session(page).run(feed=fed or {})
    return {wire.source.block: results[f"gradients.result_grad_outputs[{i}]"] for i, wire in enumerate(wires)}


def compare(found: Mapping[str, Any], wanted: Mapping[str, Any], rtol: float = 3e-6) -> None:
    """Check gradients by name; a single element may be as far off as what is rounded beside it."""
    assert found.keys() >= wanted.keys()
    for name, value in wanted.items():
        atol = rtol * float(np.max(np.abs(value[np.isfinite(value)]), initial=0))
        np.testing.assert_allclose(np.asarray(found[name]), value, rtol=rtol, atol=atol, err_msg=name)


# -- Each type by itself ----------------------------------------------------------------------------------------------


def typed() -> Iterator[Any]:
    """Types of which a program has a line, and others that have a gradient of their own there."""
    from blocks.library.jax_rules.text import with_text

    more = "ClipByValue Elu LeakyRelu Conv2D MaxPool AvgPool Gather SelectV2 TopK Cumprod DivNoNan EuclideanNorm Slice"
    more += " Split Unstack IdentityN"
    for name in sorted({*with_text(), *more.split()} - {"Cast"}):
        spec = index.find(name)
        if spec is not None and spec.rule is not None and not spec.prevents_gradient and not spec.internal:
            yield name, spec, dict(spec.example or {})
    yield "One", index.find("Unstack"), {"value": [[1.0, 2.0]], "num": 1}


def is_float(value: Any) -> bool:
    """Whether an example is a number with a point, or made of such."""
    text = json.dumps(value)
    return "." in text and '"' not in text


def put(page: PageView, name: str, spec: Any, example: dict[str, Any]) -> None:
    """A block on a page, its float inputs variables, and its results among what is differentiated."""
    pins = [pin for pin in spec.inputs if pin.name in example and not pin.is_list]
    alone = len(pins) == len(spec.inputs) and all(FLOAT in pin.allowed for pin in pins)
    elementwise = alone and (spec.broadcasts or spec.fusion == "elementwise")
    floats = [pin.name for pin in pins if FLOAT in pin.allowed and (elementwise or is_float(example[pin.name]))]
    attributes = {each.name: example[each.name] for each in spec.attributes if each.name in example}
    typed_in = {pin.name: example[pin.name] for pin in pins if pin.name not in floats}
    page.add(spec.name, id=name, **attributes, **typed_in)
    for pin in spec.inputs:
        given = example.get(pin.name, []) if pin.is_list else [example[pin.name]] if pin.name in floats else []
        for i, value in enumerate(given):
            if elementwise:
                both = np.repeat(PAIRS, len(PAIRS)), np.tile(PAIRS, len(PAIRS))
                value = both[floats.index(pin.name) % 2] if len(floats) > 1 else PAIRS
                value = np.repeat(value, len(WEIGHTS))  # each meets each weight
            block = f"{name}_{pin.name}_{i}"
            page.add("Variable", id=block, initvalues=np.asarray(value, np.float32))
            page.wire(f"{block}.ref", f"{name}.{pin.name}")
            page.wire(f"{block}.ref", "gradients.inputs")
            page.wire(f"{block}.ref", "gradients.outputs")  # what no gradient reaches has one, too
            page.add("Const", id=f"{block}_own", val=np.full(np.shape(value), 0.5, np.float32))
            page.wire(f"{block}_own.output", "gradients.grad_inputs")


def test_each_type_has_its_gradient(tmp_path: Path) -> None:
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    page.add("AddSymbolicGradients", id="gradients")
    types = list(typed())
    for each in types:
        put(page, *each)
    before = Session(page)
    assert not before.problems()
    shapes = {name: np.shape(value) for name, value in before.run().items()}
    for name, pin, index_of, output in before.elaboration.outputs([name for name, *_ in types]):
        at = "" if index_of is None else f"[{index_of}]"
        if output.dtype.is_floating:
            page.wire(f"{name}.{pin}{at}", "gradients.outputs")
            page.add("Const", id=f"{name}_{pin}{at}_weights", val=grown(WEIGHTS, shapes[f"{name}.result_{pin}{at}"]))
            page.wire(f"{name}_{pin}{at}_weights.output", "gradients.grad_inputs")
    module = module_of(diagram, tmp_path)
    assert len(types) > 60
    compare(jax.jit(jax.grad(module.loss))(module.init_params()), gradients(page))


# -- Stops, loops, branches -------------------------------------------------------------------------------------------


def cell(diagram: Diagram, name: str, result: str = "") -> None:
    """h = clipped(tanh(0.5 m + stop(m))) + noise * h with m = max(h w, x), by every kind of gradient of its own."""
    canvas = diagram.add_composite(name)
    for pin in "xh":
        canvas.add("InputPin", id=pin, dtype="DT_FLOAT")
    canvas.add("Variable", id="w", initvalues=np.array([0.5, -1.0, 0.25], np.float32))
    canvas.add("RandomNormal", id="noise", shape=[3], dtype="DT_FLOAT")
    canvas.add("ScaleGradient", id="half", factor=0.5)
    canvas.add("ClipGradient", id="clipped", clip_value=0.3)
    kinds = {"hw": "Multiply", "m": "Maximum", "stop": "StopGradient", "sum": "Add", "t": "Tanh", "n": "Multiply",
             "new": "Add"}  # fmt: skip
    for block, kind in kinds.items():
        canvas.add(kind, id=block)
    canvas.add("OutputPin", id="out", name="h")
    wired(canvas, "h>hw.x", "w>hw.y", "hw>m.x", "x>m.y", "m>stop.input", "m>half.input", "half>sum.x", "stop>sum.y",
          "sum>t.x", "t>clipped.input", "noise>n.x", "h>n.y", "n>new.x", "clipped>new.y", "new>out.input")  # fmt: skip
    if result:
        canvas.add("OutputPin", id=result)
        canvas.wire("hw.z", f"{result}.input")


def looped(kind: str, **values: Any) -> Diagram:
    """A loop over such cells, or a branch, with the gradient of its last h by all that goes in."""
    diagram = blocks.Diagram()
    cell(diagram, "Cell", "" if kind == "While" else "y")
    page = diagram.add_page("main")
    over = kind == "Scan"
    page.add("Variable", id="x", initvalues=[[0.5, -2.0, 0.0]] * 4 if over else [0.25, -1.0, 0.0625])
    page.add("Variable", id="h", initvalues=[0.5, 1.0, 0.25])
    if kind == "Nested":
        outer = diagram.add_composite("Outer")
        for pin in "xh":
            outer.add("InputPin", id=pin, dtype="DT_FLOAT")
        outer.add("Repeat", id="inner", body=":Cell", times=2)
        outer.add("OutputPin", id="out", name="h")
        wired(outer, "x>inner.x", "h>inner.h", "inner.h>out.input")
    if kind == "While":
        test = diagram.add_composite("Test")
        for pin in "xh":
            test.add("InputPin", id=pin, dtype="DT_FLOAT")
        test.add("Sum", id="sum", axis=[0])
        test.add("Less", id="less", y=2.0)
        test.add("OutputPin", id="out")
        wired(test, "h>sum.input", "sum>less.x", "less>out.input")
    bodies: dict[str, dict[str, Any]] = {
        "Cond": {"then": ":Cell", "else": ":Cell"},
        "While": {"condition": ":Test", "body": ":Cell"},
        "Nested": {"body": ":Outer"},
    }
    page.add("Repeat" if kind == "Nested" else kind, id="loop", **bodies.get(kind, {"body": ":Cell"}), **values)
    if kind == "Cond":
        page.add("Placeholder", id="which", dtype="DT_BOOL", shape=[])
        page.wire("which.output", "loop.predicate")
    page.add("L2Loss", id="of")
    page.add("AddSymbolicGradients", id="gradients")
    wired(page, "x>loop.x", "h>loop.h", "loop.h>of.t", "of>gradients.outputs", "x>gradients.inputs",
          "h>gradients.inputs")  # fmt: skip
    return diagram


LOOPS: dict[str, tuple[Callable[[], Diagram], dict[str, Any]]] = {
    "Repeat": (lambda: looped("Repeat", times=3), {}),
    "checkpoints": (lambda: looped("Scan", over=["x"], reverse=True, checkpoint=3), {}),
    "in each other": (lambda: looped("Nested", times=2), {}),
    "While": (lambda: looped("While", maximum=9), {}),
    "Cond, true": (lambda: looped("Cond"), {"which": True}),
    "Cond, false": (lambda: looped("Cond"), {"which": False}),
}


@pytest.mark.parametrize("case", LOOPS)
def test_loops_and_branches_have_the_gradient_of_their_blocks(case: str, tmp_path: Path) -> None:
    make, feed = LOOPS[case]
    diagram = make()
    module = module_of(diagram, tmp_path)
    found = jax.jit(jax.grad(module.loss))(module.init_params(), feed)
    compare(found, gradients(diagram.page("main"), feed))
    results = module.main(2, feed=feed)  # what is drawn is the same, too
    for name, value in Session(diagram.page("main")).run(feed=feed, steps=2).items():
        np.testing.assert_allclose(results[name], value, rtol=3e-6, atol=1e-6, err_msg=name)


@pytest.mark.parametrize(("kind", "values", "said"), [("PreventGradient", {"message": "not here"}, "not here"),
                                                     ("Mod", {"y": 3.0}, "Mod.* has no gradient rule")])  # fmt: skip
def test_what_cannot_be_differentiated_says_so(kind: str, values: dict[str, Any], said: str, tmp_path: Path) -> None:
    """Behind a StopGradient it is no obstacle, as on the page."""
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    page.add("Variable", id="w", initvalues=[1.0, 2.0])
    for block, block_id in ((kind, "at"), ("StopGradient", "stop"), ("Add", "sum"), ("L2Loss", "of")):
        page.add(block, id=block_id, **(values if block == kind else {}))
    page.add("AddSymbolicGradients", id="gradients")
    pins = index.find(kind)
    assert pins is not None
    wired(page, f"w>at.{pins.inputs[0].name}", f"at.{pins.outputs[0].name}>stop.input", "stop>sum.x", "w>sum.y",
          "sum>of.t", "of>gradients.outputs", "w>gradients.inputs")  # fmt: skip
    module = module_of(diagram, tmp_path)
    compare(jax.grad(module.loss)(module.init_params()), gradients(page))

    def at(variables: Any) -> Any:
        return module.main_step(variables, {})[1][f"at.result_{pins.outputs[0].name}"].sum()

    with pytest.raises(ValueError, match=said):
        jax.grad(at)(module.init_params())


# -- Whole programs ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["detached_target", "gan_step", "small_cnn"])
def test_each_gradient_block_has_a_loss(name: str, tmp_path: Path) -> None:
    diagram = load(EXAMPLES / f"{name}.gradblocks")
    page = diagram.pages[0]
    module, results = module_of(diagram, tmp_path), Session(page).run()
    blocks_of = [block.id for block in page.blocks if block.type == "AddSymbolicGradients"]
    functions = {block: getattr(module, f"loss_{block}", module.loss) for block in blocks_of}
    assert len({*functions.values()}) == len(blocks_of)
    for block, loss in functions.items():
        found = jax.jit(jax.grad(loss))(module.init_params())
        wires = page.wires_into(block, "inputs")
        given = {wire.source.block: results.get(f"{block}.result_grad_outputs[{i}]") for i, wire in enumerate(wires)}
        compare(found, {path: value for path, value in given.items() if value is not None})


def trained(optimizer: str, rate: float) -> Diagram:
    """A page that learns, with weights it leaves alone, from what is fed."""
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    page.add("Placeholder", id="x", dtype="DT_FLOAT", shape=[None, 3])
    page.add("Variable", id="w", initvalues=np.linspace(-1, 1, 6, dtype=np.float32).reshape(3, 2))
    page.add("Variable", id="frozen", initvalues=[0.5, -0.5], trainable=False)
    page.add("Minimize", id="train", optimizer=optimizer, learning_rate=rate, corrected_epsilon=True)
    for kind, block in (("MatMul", "xw"), ("Maximum", "most"), ("L2Loss", "of")):
        page.add(kind, id=block)
    page.add("ClientSession", id="run")
    wired(page, "x>xw.a", "w>xw.b", "xw>most.x", "frozen>most.y", "most>of.t", "of>train.loss",
          "train.operation>run.run_outputs", "of>run.fetch_outputs")  # fmt: skip
    return diagram


@pytest.mark.parametrize("case", ["sgd", "adam", "vae", *TRAINED])
def test_optax_trains_to_the_losses_of_the_page(case: str, tmp_path: Path) -> None:
    optax: Any = pytest.importorskip("optax", reason="Optax is not installed")
    steps, name, fed = 20, "of.result_output", {"x": np.linspace(-1, 2, 12, dtype=np.float32).reshape(4, 3)}
    if case == "vae":  # which draws random numbers in each step
        diagram, fed, name, optimizer = load(EXAMPLES / "vae.gradblocks"), {}, "cost.result_output", optax.adam(0.01)
        steps = 5
    elif case in TRAINED:  # functions of JAX, which return to it
        function, params = TRAINED[case]
        diagram = minimized(function, params, X, trainable=0, optimizer="Momentum", momentum=0.5)
        optimizer = optax.sgd(0.003, 0.5)
        fed, name = {"x": np.asarray(X)}, "output.result_output"
    else:
        diagram = trained(*{"sgd": ("GradientDescent", 0.1), "adam": ("Adam", 0.05)}[case])
        optimizer = {"sgd": optax.sgd(0.1), "adam": optax.adam(0.05)}[case]
    module, session = module_of(diagram, tmp_path), Session(diagram.pages[0])
    parameters = module.init_params()
    state = optimizer.init(parameters)
    step = jax.jit(jax.value_and_grad(module.loss))
    for number in range(steps):
        value, found = step(parameters, fed, number)
        wanted = session.run(feed=fed)[name]
        np.testing.assert_allclose(value, wanted, rtol=2e-5)
        updates, state = optimizer.update(found, state, parameters)
        parameters = optax.apply_updates(parameters, updates)
    if case in ("sgd", "adam"):
        assert parameters.keys() == {"w"}
        module.loss(parameters, {"x": np.zeros((9, 3))})  # as many rows as there are
        with pytest.raises(ValueError, match="unknown names: W"):
            module.loss({"W": parameters["w"]}, fed)
        with pytest.raises(ValueError, match="missing names: x"):
            module.loss(parameters, {})


@pytest.mark.parametrize("name", ["bounds", "products", "scan"])
def test_gradients_of_other_frameworks_return_to_jax(name: str, tmp_path: Path) -> None:
    """The blocks of a function of JAX have its gradients at ties and zeros, also in the program."""

    def loss(w: Any) -> Any:
        result = AT_TIES[name](w)
        return jax.numpy.sum(result * jax.numpy.cos(jax.numpy.arange(result.shape[-1])))

    module = module_of(minimized(loss, TIES, trainable=[0]), tmp_path)  # its page is called `loss`, too
    found, wanted = jax.grad(module.loss)(module.init_params())["w"], jax.grad(loss)(TIES)
    compare({"w": found}, {"w": np.asarray(wanted)})
    assert set(module.loss_page()) >= {"output.result_output"}


def test_a_gradient_that_needs_sizes_has_them(tmp_path: Path) -> None:
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    page.add("Variable", id="w", initvalues=[[2.0, 1.0, 0.5], [0.5, -1.0, 2.0]])
    page.add("Qr", id="qr", full_matrices=True)
    page.add("L2Loss", id="of")
    page.add("AddSymbolicGradients", id="gradients")
    wired(page, "w>qr.input", "qr.r>of.t", "of>gradients.outputs", "w>gradients.inputs")
    module = module_of(diagram, tmp_path)
    compare(jax.grad(module.loss)(module.init_params()), gradients(page))


def test_a_program_runs_without_the_library_and_prints_what_run_prints(tmp_path: Path, command: Command) -> None:
    """With strings that follow from constants, random numbers, and strings that are made of numbers."""
    diagram = load(EXAMPLES / "contrastive_divergence.gradblocks")
    page = diagram.pages[0]
    page.add("Const", id="points", val=[72, 105])
    page.add("UnicodeEncode", id="says", input_splits=[0, 2], output_encoding="UTF-8")
    page.add("Const", id="bytes", val=["abcd"])
    page.add("DecodeRaw", id="raw", out_type="DT_UINT8")
    session = next(block.id for block in page.blocks if block.type == "ClientSession")
    wired(page, "points>says.input_values", "bytes>raw.bytes", f"says>{session}.fetch_outputs",
          f"raw>{session}.fetch_outputs")  # fmt: skip
    module_of(diagram, tmp_path)
    (tmp_path / "blocks.py").write_text("raise ImportError", "utf-8")
    program = [sys.executable, str(tmp_path / "program.py"), "2"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(program, capture_output=True, encoding="utf-8", env=environment, check=False)
    assert done.returncode == 0, done.stderr
    diagram.save(tmp_path / "d.gradblocks")
    printed = [done.stdout, command("run", tmp_path / "d.gradblocks", "--steps", 2).out]
    found, wanted = ([float(each) for each in NUMBER.findall(text)] for text in printed)
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5)
    rest = ["".join(NUMBER.sub("", text).split()) for text in printed]
    assert rest[0] == rest[1]
    assert "'Hi'" in printed[0]


def test_a_page_with_a_fault_is_refused(tmp_path: Path) -> None:
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    page.add("Const", id="c", val=[1.0])
    page.add("MatMul", id="product")
    page.wire("c.output", "product.a")
    with pytest.raises(RunError) as caught:
        module_of(diagram, tmp_path)
    assert [error.block for error in caught.value.errors] == ["product"]
