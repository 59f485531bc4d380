"""Comparisons of a step with values from elsewhere. The references are calculated by hand, or come from PyTorch."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.base.errors import DiagramError, UsageError
from tests.cli.conftest import Command, command
from tests.run.pages import block, const, diagram, variable

__all__ = ["command"]


def f32(values: Any) -> Any:
    return np.array(values, np.float32)


LINE = [
    variable("w", [1.0, 2.0]),
    ("x", "Placeholder", {"dtype": "DT_FLOAT", "shape": [2]}),
    block("p", "Multiply"),
    block("s", "Square"),
    block("loss", "Sum", axis=0),
]
WIRES = "w.ref>p.x x.output>p.y p.z>s.x s.y>loss.input"
FEED = {"x": [3.0, 5.0]}
# loss = sum((w x)^2), of which the gradient with respect to w is 2 w x^2.
BY_HAND = {
    "p.result_z": f32([3, 10]),
    "s": f32([9, 100]),
    "loss.output": f32(109),
    "grad/w": f32([18, 100]),
}


def line(**values: Any) -> Any:
    """The page; some values of `BY_HAND`'s blocks may be others."""
    return diagram([(name, kind, {**given, **values.get(name, {})}) for name, kind, given in LINE], WIRES)


@pytest.mark.parametrize(
    ("changes", "first"),
    [
        ({}, None),
        ({"s": f32([9, 100.0001])}, None),  # within the tolerance, which is relative too
        ({"s": f32([9, 101]), "loss": f32(110)}, ("s", "y", "value", 1.0)),
        ({"grad/w": f32([18, 98])}, ("w", "ref", "gradient", 2.0)),
        ({"loss.output": f32(108), "grad/w": f32([9, 50])}, ("loss", "output", "value", 1.0)),
        ({"grad/w": f32([0, 0]), "grad/p.z": f32([6, 21])}, ("p", "z", "gradient", 1.0)),
        ({"s": np.array([9.0, 100.0])}, None),  # NumPy's default dtype is a reference for float32
        ({"s": np.array([9, 100])}, ("s", "y", "value", np.inf)),
        ({"s": f32([[9, 100]])}, ("s", "y", "value", np.inf)),
        ({"s": f32([9, np.nan])}, ("s", "y", "value", np.inf)),
        ({"p.z": [3, 10.5]}, ("p", "z", "value", 0.5)),
    ],
)
def test_the_first_difference_is_that_of_the_step_s_order(
    changes: dict[str, Any], first: tuple[str, str, str, float] | None
) -> None:
    result = blocks.compare(line(), {**BY_HAND, **changes}, feed=FEED)
    assert (result.equal, bool(result)) == (first is None,) * 2
    assert (result.first and result.first[:4]) == first


def test_nan_equals_nan_and_zero_tolerance_is_exact() -> None:
    feed = {"x": [np.nan, np.inf]}
    assert blocks.compare(line(), {"p": f32([np.nan, np.inf])}, feed)
    assert not blocks.compare(line(), {"p": f32([np.nan, -np.inf])}, feed)
    near = {"s": np.nextafter(f32([9, 100]), f32(0))}
    assert blocks.compare(line(), near, FEED)
    assert not blocks.compare(line(), near, FEED, tolerance=0)


@pytest.mark.parametrize(
    ("reference", "word"),
    [({"q": 1.0, "s": 1.0}, "'q'"), ({"grad/q": 1.0}, "'grad/q'"), ({"s.q": 1.0}, "'s.q'"), ({}, "nothing"), (3, "int"),
     ({"s": object()}, "'s'"), ("none.npz", "none.npz")],
)  # fmt: skip
def test_what_cannot_be_compared_is_an_error(reference: Any, word: str) -> None:
    with pytest.raises(DiagramError, match=word):
        blocks.compare(line(), reference, feed=FEED)
    with pytest.raises(UsageError, match="tolerance"):
        blocks.compare(line(), BY_HAND, feed=FEED, tolerance=-1)


def test_another_diagram_is_compared_by_names() -> None:
    """The gradients of the loss are compared too: a StopGradient changes only these."""
    assert blocks.compare(line(), line(), feed=FEED)
    queue = diagram([("q", "FIFOQueue", {"component_types": ["DT_FLOAT"]}), ("s", "Const", {"val": ["a", "b"]})], "")
    assert blocks.compare(queue, queue).compared.keys() == {"q.result_handle", "s.result_output"}
    assert not blocks.compare(queue, {"s": ["a", "c"]})
    other = blocks.compare(line(), line(w={"initvalues": [1.0, 2.5]}), feed=FEED)
    assert other.first is not None
    assert other.first[:4] == ("w", "ref", "value", 0.5)
    stopped = diagram(
        [*LINE, block("stop", "StopGradient")], WIRES.replace("p.z>s.x", "p.z>stop.input stop.output>s.x")
    )
    for here, there in ((stopped, line()), (line(), stopped)):
        result = blocks.compare(here, there, feed=FEED)
        assert result.first is not None
        assert result.first[:4] == ("p", "z", "gradient", np.inf)  # the nearest to the loss
        assert {*result.unmatched} in ({"stop.output"}, {"stop.result_output", "grad/stop.output"})
    assert not blocks.compare(stopped, {"grad/w": BY_HAND["grad/w"]}, feed=FEED)


def test_values_inside_composites_and_loops_have_their_places(tmp_path: Path) -> None:
    """A block inside comes before the instance or the loop that returns its value."""
    page = blocks.Diagram().add_page("main")
    for kind, inner in (("Twice", "x"), ("Cell", "h")):
        body = page.diagram.add_composite(kind)
        body.add("InputPin", id=inner)
        body.add("Multiply", id="by", y=2.0)
        body.add("OutputPin", id="y", name="out" if kind == "Twice" else "h")
        body.wire(f"{inner}.output", "by.x")
        body.wire("by.z", "y.input")
    page.add("Const", id="a", val=3.0)
    page.add(":Twice", id="twice")
    page.wire("a.output", "twice.x")
    page.add("Repeat", id="loop", body=":Cell", times=3, share=True)
    page.wire("twice.out", "loop.h")
    wrong = f32(0)
    names = ["loop", "loop/by", "twice", "twice/by", "a"]  # a = 3, twice = 6, loop = 48
    right = dict(zip(names, f32([48, 48, 6, 6, 3]), strict=True))
    assert blocks.compare(page, right)
    for last in range(1, len(names) + 1):
        result = blocks.compare(page, {**right, **dict.fromkeys(names[:last], wrong)})
        assert [each.block for each in result.differences] == names[:last][::-1]
    # The gradient of the last iteration is 2, and that of the first two passes on 4 and 8.
    assert blocks.compare(
        page, dict(zip(["grad/loop/h", "grad/twice", "grad/a"], f32([2, 8, 16]), strict=True)), loss="loop"
    )


def test_run_compares_with_a_file(command: Command, tmp_path: Path) -> None:
    file, good, bad = tmp_path / "line.gradblocks", tmp_path / "good.npz", tmp_path / "bad.npz"
    line().save(file)
    run = ["run", file, "--feed", "x=[3.0, 5.0]"]
    np.savez(good, **BY_HAND)
    np.savez(bad, **{**BY_HAND, "s": f32([9, 101]), "grad/w": f32([1, 1])})
    done = command(*run, "--compare", good)
    assert (done.status, done.err) == (0, "")
    assert "equal" in done.out
    done = command(*run, "--compare", bad)
    assert done.status == 1
    assert "block 's', pin 'y'" in done.out
    assert command(*run, "--compare", bad, "--tolerance", "100").status == 0
    told = command(*run, "--compare", bad, "--json").json["comparison"]
    assert (told["equal"], told["first"]["block"], told["first"]["difference"]) == (False, "s", 1.0)
    assert [each["kind"] for each in told["differences"]] == ["value", "gradient"]
    assert command(*run, "--tolerance", "1").status == 2
    assert command(*run, "--compare", tmp_path / "none.npz").status == 1
    # What `run --out` writes, with gradients, is a reference.
    assert command(*run, "--gradients", "loss", "--out", good).status == 0
    with np.load(good) as archive:
        np.testing.assert_array_equal(archive["grad/w"], BY_HAND["grad/w"])
    assert command(*run, "--compare", good).status == 0


def test_a_module_of_pytorch_is_matched_by_names_and_values() -> None:
    torch: Any = pytest.importorskip("torch", reason="PyTorch is not installed")
    torch.manual_seed(0)
    module = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Tanh(), torch.nn.Linear(8, 3))
    w1, b1, w2, b2 = (each.detach().numpy().T.tolist() for each in module.parameters())
    page = diagram(
        [
            ("x", "Placeholder", {"dtype": "DT_FLOAT", "shape": [2, 4]}),
            const("0", w1), variable("b1", b1), variable("w2", w2), variable("b2", b2),
            block("mm1", "MatMul"), block("a1", "Add"), block("h", "Tanh"), block("mm2", "MatMul"), block("y", "Add"),
            block("loss", "L2Loss"),
        ],
        "x.output>mm1.a 0.output>mm1.b mm1.product>a1.x b1.ref>a1.y a1.z>h.x h.y>mm2.a w2.ref>mm2.b mm2.product>y.x"
        " b2.ref>y.y y.z>loss.t",
    )  # fmt: skip
    feed = {"x": np.random.default_rng(0).standard_normal((2, 4)).astype(np.float32)}
    result = blocks.compare(page, module, feed)
    assert result, str(result)
    pins = {"0.weight": "0.output", "0.bias": "b1.ref", "2.weight": "w2.ref", "2.bias": "b2.ref"}
    assert result.compared == {**pins, **{f"grad/{name}": pin for name, pin in pins.items()}, "output": "y.z"}
    assert {*result.unmatched} == {"0", "1", "2"}
    other = copy.deepcopy(module)
    with torch.no_grad():
        other[2].bias[1] += 0.5
    first = blocks.compare(page, other, feed).first
    assert first is not None
    assert first[:3] == ("b2", "ref", "value")
    assert first.difference == pytest.approx(0.5)
    assert all(each.grad is None for each in other.parameters())
    with pytest.raises(UsageError, match="shapes"):
        blocks.compare(page, torch.nn.Linear(4, 7), feed)
