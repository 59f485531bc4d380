"""Surrogates put on a page: numbers beside formulas that are worked out, and what stays as it was."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.base.errors import UsageError
from blocks.base.types import Array
from blocks.document.data import Page
from blocks.document.model import Diagram, PageView
from blocks.library.registry import current, find
from blocks.library.surrogates import SURROGATES
from blocks.transform.surrogates import SurrogateOffers

W = np.array([[0.3, -1.2, 2.6, 0.45]])
UP = np.array([[1.0, -2.0, 0.5, 3.0]])
"""What the gradient is behind the step."""
Maths = Callable[[Array], Array]


def line(kind: str, behind: str = "", dtype: str = "DT_DOUBLE", **values: Any) -> PageView:
    """``w``, the step, perhaps what makes floats of it, and ``loss``, whose gradient behind that is UP."""
    page = Diagram().add_page("main")
    page.add("Variable", id="w", initvalues=W.tolist(), dtype=dtype)
    page.add(kind, id="step", **values)
    page.wire("w", f"step.{_spec(kind).inputs[0].name}")
    last = "step"
    if behind:
        given: dict[str, Any] = {"DstT": dtype} if behind == "Cast" else {"depth": 4, "on_value": 1.0, "off_value": 0.0}
        page.add(behind, id="exit", **given)
        page.wire("step", f"exit.{_spec(behind).inputs[0].name}")
        last = "exit"
    if behind == "OneHot" and dtype != "DT_FLOAT":
        page.add("Cast", id="wide", DstT=dtype)
        page.wire("exit", "wide.x")
        last = "wide"
    page.add("Multiply", id="weighted", y=UP.tolist())
    page.wire(last, "weighted.x")
    page.add("Sum", id="loss", axis=[0, 1])
    page.wire("weighted", "loss.input")
    return page


def _spec(kind: str) -> Any:
    spec = find(kind)
    assert spec is not None
    return spec


def with_surrogate(page: PageView, name: str) -> PageView:
    other = Diagram(page.diagram.document).page("main")
    other.apply(SurrogateOffers(page, "step").insert(name))
    return other


def gradient(page: PageView) -> tuple[Any, Array]:
    session = blocks.Session(page)
    session.watch("loss")
    results = session.run()
    return results["loss.result_output"], results.gradients["w.ref"]


def softmax(x: Array) -> Array:
    e = np.exp(x - x.max())
    return e / e.sum()


def _of_softmax(sign: float) -> Maths:
    def rule(up: Array) -> Array:
        p = softmax(sign * W)
        return sign * p * (up - (up * p).sum())

    return rule


def _soft_rounding(from_step: Array, inner: float = 1.0) -> Maths:
    scale = round(0.5 / math.tanh(2.0), 6)
    return lambda up: up * scale / np.cosh(from_step / 0.25) ** 2 / 0.25 * inner


def _sigmoid(x: Array, sign: float) -> Maths:
    s = 1 / (1 + np.exp(-x))
    return lambda up: up * sign * s * (1 - s)


def straight(inner: float = 1.0) -> dict[str, Maths]:
    norm = np.linalg.norm(UP)
    return {
        "straight-through": lambda up: up * inner,
        "scale": lambda up: up * inner * 0.1,
        "reverse": lambda up: -up * inner,
        "clip": lambda up: up * inner / max(1.0, float(norm)),
    }


V = W / 0.7
BELL = np.exp(-((W - 0.5) ** 2))
KINDS: list[tuple[str, str, dict[str, Any], dict[str, Maths]]] = [
    ("Round", "", {}, {**straight(), "soft-rounding": _soft_rounding(W - np.floor(W) - 0.5)}),
    ("Rint", "", {}, {**straight(), "soft-rounding": _soft_rounding(W - np.floor(W) - 0.5)}),
    ("Floor", "", {}, {**straight(), "soft-rounding": _soft_rounding(W - np.round(W))}),
    ("Ceil", "", {}, {**straight(), "soft-rounding": _soft_rounding(W - np.round(W))}),
    ("FloorDiv", "", {"y": 0.7}, {**straight(1 / 0.7), "soft-rounding": _soft_rounding(V - np.round(V), 1 / 0.7)}),
    ("Cast", "Cast", {"DstT": "DT_INT32"}, {**straight(), "soft-rounding": _soft_rounding(W - np.round(W))}),
    ("Sign", "", {}, {**straight(), "smooth": lambda up: up * (1 - np.tanh(W) ** 2)}),
    ("Greater", "Cast", {"y": 0.5}, {**straight(), "smooth": _sigmoid(W - 0.5, 1)}),
    ("GreaterEqual", "Cast", {"y": 0.5}, {**straight(), "smooth": _sigmoid(W - 0.5, 1)}),
    ("Less", "Cast", {"y": 0.5}, {**straight(-1.0), "smooth": _sigmoid(0.5 - W, -1)}),
    ("LessEqual", "Cast", {"y": 0.5}, {**straight(-1.0), "smooth": _sigmoid(0.5 - W, -1)}),
    ("Equal", "Cast", {"y": 0.5}, {"smooth": lambda up: up * BELL * -2 * (W - 0.5)}),
    ("NotEqual", "Cast", {"y": 0.5}, {"smooth": lambda up: up * BELL * 2 * (W - 0.5)}),
    ("ArgMax", "OneHot", {"dimension": -1}, {**straight(), "softmax": _of_softmax(1)}),
    ("ArgMin", "OneHot", {"dimension": 1}, {**straight(-1.0), "softmax": _of_softmax(-1)}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "behind", "values", "rules"), KINDS, ids=[each[0] for each in KINDS])
def test_forwards_it_stays_and_backwards_the_rule_counts(
    kind: str, behind: str, values: dict[str, Any], rules: dict[str, Maths]
) -> None:
    page = line(kind, behind, **values)
    before: Page = page.snapshot()
    assert [each.name for each in SurrogateOffers(page, "step").fitting] == list(rules)
    was = blocks.Session(page).run()["loss.result_output"]
    for name, rule in rules.items():
        other = with_surrogate(page, name)
        now, result = gradient(other)
        np.testing.assert_allclose(now, was, rtol=1e-12, err_msg=name)
        np.testing.assert_allclose(result, rule(UP), rtol=1e-6, atol=1e-12, err_msg=name)
        [frame] = other.frames
        assert frame.title == f"{name}: step" and {each.id for each in other.blocks} > {
            each.id for each in before.blocks
        }
        assert SurrogateOffers(page, "step").preview(name, "loss") == (() if kind == "Sign" else ("w.ref",))
    assert page.snapshot() == before


@pytest.mark.parametrize("dtype", ["DT_FLOAT", "DT_DOUBLE"])
def test_what_is_drawn(dtype: str) -> None:
    """Straight-through keeps the sample; with Gumbel noise it is another one, of the same frequencies."""
    page = line("Multinomial", "OneHot", dtype, num_samples=1, seed=7)
    names = [each.name for each in SurrogateOffers(page, "step").fitting]
    assert names == ["straight-through", "scale", "reverse", "clip", "gumbel-softmax"]
    p = softmax(W)
    now, results = gradient(with_surrogate(page, "straight-through"))
    np.testing.assert_allclose(now, blocks.Session(page).run()["loss.result_output"], rtol=1e-6)
    np.testing.assert_allclose(results, p * (UP - (UP * p).sum()), rtol=1e-5)
    session = blocks.Session(with_surrogate(page, "gumbel-softmax"))
    session.watch("loss")
    drawn, steps = np.zeros((1, 1, 4)), 2000
    for _ in range(steps):
        results = session.run()
        value = next(v for name, v in results.items() if name.startswith("Add") and v.shape == (1, 1, 4))
        drawn += value
        assert abs(results.gradients["w.ref"].sum()) < 1e-5  # as for every softmax
    np.testing.assert_allclose(drawn[0] / steps, p, atol=4 * 0.5 / math.sqrt(steps))


@pytest.mark.parametrize(("kind", "behind", "values", "rules"), KINDS[::3], ids=[each[0] for each in KINDS[::3]])
def test_jax_computes_the_same(kind: str, behind: str, values: dict[str, Any], rules: dict[str, Maths]) -> None:
    pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")
    page = with_surrogate(line(kind, behind, "DT_FLOAT", **values), [*rules][-1])
    session = blocks.Session(page, backend="jax")
    session.watch("loss")
    np.testing.assert_allclose(session.run().gradients["w.ref"], [*rules.values()][-1](UP), rtol=1e-4, atol=1e-5)


def test_onnx_has_the_step_as_it_is() -> None:
    onnx = pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: the extra `onnx` brings it")
    page = Diagram().add_page("main")
    page.add("Placeholder", id="p", dtype="DT_FLOAT", shape=[None])
    page.add("Round", id="step")
    page.wire("p", "step.x")
    page.add("Multiply", id="y", y=2.0)
    page.wire("step", "y.x")
    page.apply(SurrogateOffers(page, "step").insert("clip"))
    model = blocks.to_onnx(page, fetch=["y"])
    run = onnx.InferenceSession(model.data, providers=["CPUExecutionProvider"])
    [result] = run.run(None, {run.get_inputs()[0].name: np.array([0.4, 1.6, -2.5], np.float32)})
    np.testing.assert_array_equal(result, [0, 4, -4])


def test_without_floats_behind_it_something_to_be_wired_is_added() -> None:
    page = line("Greater", "Cast", y=0.5)
    page.remove("exit")
    other = with_surrogate(page, "smooth")
    assert other.wires_from("step")[0].target.block == "Cast1"
    assert not other.wires_from("Add1") and blocks.Session(other).run(fetch=["Add1"])["Add1.result_z"].tolist() == [
        [0, 0, 1, 0]
    ]


def test_it_is_one_edit_that_can_be_undone() -> None:
    page = line("Round")
    before = page.diagram.dumps()
    page.apply(page.apply(SurrogateOffers(page, "step").insert("scale")))
    assert page.diagram.dumps() == before


def test_what_does_not_fit_is_refused() -> None:
    page = line("Round")
    for block, name, message in [
        ("none", "scale", "no block 'none'"),
        ("step", "gumbel-softmax", "does not fit 'step'. These surrogates fit: straight-through, scale"),
        ("weighted", "scale", "does not fit 'weighted'. These surrogates fit: none"),
    ]:
        with pytest.raises(UsageError) as refused:
            SurrogateOffers(page, block).insert(name)
        assert message in str(refused.value)
    assert SurrogateOffers(line("Cast", DstT="DT_DOUBLE"), "step").fitting == []
    assert SurrogateOffers(line("ArgMax", "OneHot", dimension=0), "step").fitting == []
    whole = Diagram().add_page("main")
    whole.add("Const", id="c", val=[1, 2])
    whole.add("Round", id="step")
    whole.wire("c", "step.x")
    assert SurrogateOffers(whole, "step").fitting == []


def test_each_kind_of_step_has_one_and_each_one_is_told_with_its_paper() -> None:
    kinds = {spec.discontinuity for spec in current().all_types() if spec.discontinuity is not None}
    assert kinds == {kind for each in SURROGATES for kind in each.soft}
    for each in SURROGATES:
        assert each.sentence.endswith(".") and "arXiv:" in each.paper


@pytest.mark.parametrize("kind", [":Step", "Scan", "Cond"])
def test_inside_of_instances_loops_and_branches_the_definition_gets_it(kind: str) -> None:
    """Round of (x + y) with x = w, y = 0.4: with a straight line the gradient of the sum of squares is twice that."""
    diagram = Diagram()
    inner = diagram.add_composite("Step")
    inner.add("InputPin", id="x")
    inner.add("InputPin", id="y")
    inner.add("Add", id="sum")
    inner.add("Round", id="step")
    inner.add("OutputPin", id="z")
    for wire in ("x sum.x", "y sum.y", "sum step.x", "step z.input"):
        inner.wire(*wire.split())
    page = diagram.add_page("main")
    page.add("Variable", id="w", initvalues=[1.3, -2.2])
    branches = {"then": ":Step", "else": ":Step", "predicate": True}
    values: dict[str, Any] = {"Scan": {"body": ":Step", "over": ["x"]}, "Cond": branches}.get(kind, {})
    page.add(kind, id="in", y=0.4, **values)
    page.add("L2Loss", id="loss")
    page.wire("w", "in.x")
    page.wire("in.z", "loss.t")
    path = "in/then/step" if kind == "Cond" else "in/step"
    offers = SurrogateOffers(page, path)
    assert "straight-through" in [each.name for each in offers.fitting]
    assert "w.ref" in offers.preview("straight-through", "loss")
    diagram.apply(offers.insert("straight-through"))
    session = blocks.Session(page)
    session.watch("loss")
    np.testing.assert_array_equal(session.run().gradients["w.ref"], np.array([2, -2], np.float32))
