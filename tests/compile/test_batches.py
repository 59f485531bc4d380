"""Rounds that run as one batch: NumPy's numbers round by round, and the gradients of the same rounds one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

import blocks
from blocks.base.errors import RunError
from blocks.compile import nested
from blocks.compile.loops import batching
from blocks.run.session import Session
from tests.models.pen import Pen, Ref
from tests.models.setting import Setting

ROUNDS = 11
RANDOM = np.random.default_rng(5)


def branches(p: Pen, x: Ref, w: Ref, by: str) -> Ref:
    """The logarithm of x w where that is above 0, else its square; or one of them for all rounds."""
    a, b = p.on("A"), p.on("B")
    for side in (a, b):
        product = side("Multiply", side.input("x"), side.input("w"))
        side.output("y", side("Log", product) if side is a else side("Square", product))
    predicate = p("Greater", p("Sum", p("Multiply", x, w) if by == "x" else w, [0]), 0.0)
    return p("Cond", id="side", **{"then": ":A", "else": ":B"}, x=x, w=w, predicate=predicate).pin("y")


def chosen(x: Any, w: Any) -> Any:
    return np.log(x * w) if (x * w).sum() > 0 else (x * w) ** 2


def softmax(x: Any) -> Any:
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def windows(x: Any, w: Any) -> Any:
    """A convolution with a filter of 2 x 2, without padding, of one image and channel."""
    rows, columns = x.shape[1] - 1, x.shape[2] - 1
    parts = [x[:, i : i + rows, j : j + columns] * w[i, j, 0, 0] for i in range(2) for j in range(2)]
    return sum(parts)


def cells(p: Pen, x: Ref, w: Ref, **values: Any) -> Ref:
    """A recurrent network over the rows of x; what it begins with is the same for all, as w is."""
    cell = p.on("Cell")
    h = cell("Tanh", cell("Add", cell("MatMul", cell.input("h"), cell.input("w")), cell.input("e")))
    cell.output("h", h)
    cell.output("y", cell("Multiply", h, 2.0))
    return p("Scan", id="rnn", body=":Cell", over=["e"], e=x, w=w, h=p.const(np.zeros((1, 3))), **values).pin("y")


def grown(p: Pen, x: Ref, w: Ref) -> Ref:
    """A loop of which all that is carried begins with what is another one in each round, and one that reads it only."""
    step = p.on("Step")
    x_now = step("Sin", step("Add", step.input("x"), step("Reshape", step.input("w"), [3])))
    step.output("x", x_now)
    loop = p("Repeat", id="more", body=":Step", times=3, share=True, x=x, w=w)
    still = p.on("Still")
    still.output("s", still("Cos", still.input("s")))
    side = p("Repeat", id="side", body=":Still", times=2, share=True, s=w)
    return p("Multiply", loop.pin("x"), p("Sum", side.pin("s"), [0, 1]))


def gated(p: Pen, x: Ref, w: Ref) -> Ref:
    """A recurrent network that is given whether it goes on at all."""
    cell = p.on("Gated")
    h, goes_on = cell.input("h"), cell("InputPin", id="goes_on", dtype="DT_BOOL")
    after = cell("Tanh", cell("Add", cell("Multiply", h, cell.input("w")), cell.input("e")))
    cell.output("h", cell("Where3", goes_on, after, h))
    goes_on = p("Greater", p("Sum", x, [0]), 0.0)
    return p("Scan", id="rnn", body=":Gated", over=["e"], e=x, w=w, h=p.const(0.0), goes_on=goes_on).pin("h")


def gated_rows(x: Any, w: Any) -> Any:
    h = 0.0
    for e in x if x.sum() > 0 else ():
        h = np.tanh(h * w + e)
    return h


def rows(x: Any, w: Any, reverse: bool = False) -> Any:
    h = np.zeros((1, 3))
    results: list[Any] = []
    for e in x[::-1] if reverse else x:
        h = np.tanh(h @ w + e)
        results.append(2 * h)
    return np.stack(results[::-1] if reverse else results)


def three_times(x: Any, w: Any) -> Any:
    total = np.cos(np.cos(w)).sum()
    for _ in range(3):
        x = np.sin(x + w.reshape(3))
    return x * total


Draw = Callable[[Pen, Ref, Ref], Ref]
CASES: dict[str, tuple[tuple[int, ...], tuple[int, ...], Draw, Callable[[Any, Any], Any]]] = {
    "another rank": ((3,), (2, 3), lambda p, x, w: p("Tanh", p("Multiply", w, x)), lambda x, w: np.tanh(w * x)),
    "one shape only": (
        (4,),
        (4,),
        lambda p, x, w: p("AddN", [p("Relu", x), w, x]),
        lambda x, w: np.maximum(x, 0) + w + x,
    ),
    "a number": ((), (), lambda p, x, w: p("Sin", p("Multiply", x, w)), lambda x, w: np.sin(x * w)),
    "reductions": (
        (2, 3),
        (2, 1),
        lambda p, x, w: p("Mean", p("Subtract", p("Multiply", x, w), p("Max", x, -1, keep_dims=True)), [0]),
        lambda x, w: (x * w - x.max(-1, keepdims=True)).mean(0),
    ),
    "a matrix": (
        (2, 3),
        (4, 3),
        lambda p, x, w: p("Softmax", p("MatMul", x, w, transpose_b=True)),
        lambda x, w: softmax(x @ w.T),
    ),
    "matrices of rounds": (
        (2, 3),
        (3, 2),
        lambda p, x, w: p("MatMul", p("MatMul", w, x), p("MatMul", x, x, transpose_a=True)),
        lambda x, w: w @ x @ (x.T @ x),
    ),
    "axes": (
        (2, 3),
        (2, 3),
        lambda p, x, w: p(
            "Concat",
            [
                p("Transpose", p("Stack", [x, w], axis=-1), [1, 2, 0]),
                p("ExpandDims", p("Slice", x, [0, 1], [2, 2]), -3),
            ],
            0,
        ),
        lambda x, w: np.concatenate([np.stack([x, w], -1).transpose(1, 2, 0), x[None, :, 1:]], 0),
    ),
    "parts": (
        (2, 3),
        (2, 1),
        lambda p, x, w: p("Multiply", p("Split", 1, p("Concat", [w, x, w, w], -1), num_split=3).at(1), w),
        lambda x, w: x[:, 1:] * w,
    ),
    "a bias": ((2, 3), (3,), lambda p, x, w: p("Exp", p("BiasAdd", x, w)), lambda x, w: np.exp(x + w)),
    "a bias of each round": (
        (3,),
        (2, 3),
        lambda p, x, w: p("Square", p("BiasAdd", w, x)),
        lambda x, w: (w + x) ** 2,
    ),
    "images": (
        (2, 4, 3, 1),
        (2, 2, 1, 1),
        lambda p, x, w: p("Conv2D", x, w, strides=[1, 1, 1, 1], padding="VALID"),
        windows,
    ),
    "the same in each round": (
        (2,),
        (2,),
        lambda p, x, w: p("Concat", [p("Sin", w), x], 0),
        lambda x, w: np.concatenate([np.sin(w), x]),
    ),
    "along axes": (
        (2, 3),
        (3,),
        lambda p, x, w: p("Cumsum", p("Tile", p("Pad", p("Multiply", x, w), [[0, 1], [1, 0]]), [1, 2]), -1),
        lambda x, w: np.tile(np.pad(x * w, [(0, 1), (1, 0)]), (1, 2)).cumsum(-1),
    ),
    "a loop": ((4, 1, 3), (3, 3), cells, rows),
    "a loop in reverse": (
        (4, 1, 3),
        (3, 3),
        lambda p, x, w: cells(p, x, w, reverse=True),
        lambda x, w: rows(x, w, reverse=True),
    ),
    "a loop that is given a truth value": ((4,), (), gated, gated_rows),
    "loops of constants and of numbers of the round": ((3,), (3, 1), grown, three_times),
    "branches": ((1,), (1,), lambda p, x, w: branches(p, x, w, "x"), chosen),
    "one branch for all": (
        (3,),
        (3,),
        lambda p, x, w: branches(p, x, p("Negate", p("Square", w)), "w"),
        lambda x, w: (x * -(w**2)) ** 2,
    ),
    "one by one": (
        (2, 3),
        (3,),
        lambda p, x, w: p("Multiply", p("Unstack", p("Add", x, w), num=3, axis=-1).at(1), 2.0),
        lambda x, w: 2 * (x + w)[:, 1],
    ),
}


def page(draw: Draw, x: Any, w: Any, *, gradient: bool = True) -> Session:
    diagram = blocks.Diagram()
    pen = Pen(diagram.add_page("main"), "DT_DOUBLE", Setting({}, {}))
    body = pen.on("Body")
    body.output("y", draw(body, body.input("x"), body.input("w")))
    xs, weights = (
        pen("Variable", id=name, initvalues=value, dtype="DT_DOUBLE") for name, value in (("xs", x), ("w", w))
    )
    each = pen("Map", id="each", body=":Body", over=["x"], x=xs, w=weights)
    y = each.pin("y")
    if gradient:
        pen("AddSymbolicGradients", [pen("Sin", y, id="loss")], [xs, weights], id="grad")
    return Session(diagram)


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each loop that was run went as a batch."""
    batched: list[bool] = []

    class Noting(batching.Batches):
        def run(self, values: Sequence[Any], count: int, call: Any) -> list[Any] | None:
            result = super().run(values, count, call)
            batched.append(result is not None)
            return result

    monkeypatch.setattr(nested, "Batches", Noting)
    return batched


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("budget", [batching.BUDGET, 0])
def test_a_batch_gives_what_its_rounds_give(
    name: str, budget: int, batches: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    of_round, of_all, draw, expected = CASES[name]
    x, w = RANDOM.normal(size=(ROUNDS, *of_round)), RANDOM.normal(size=of_all)
    if not budget:  # the rounds are more than a batch takes
        monkeypatch.setattr(batching, "rounds_at_once", Mock(return_value=batching.LEAST))
    results = page(draw, x, w).run()
    assert all(batches)
    np.testing.assert_allclose(results["each.result_y"], [expected(each, w) for each in x], rtol=1e-13, atol=1e-15)
    monkeypatch.setattr(nested, "LEAST", ROUNDS + 1)
    one_by_one = page(draw, x, w).run()
    for i in (0, 1):
        pin = f"grad.result_grad_outputs[{i}]"
        np.testing.assert_allclose(results[pin], one_by_one[pin], rtol=1e-11, atol=1e-13)


def test_a_batch_that_fails_is_told_by_its_round(batches: list[bool]) -> None:
    def rows(p: Pen, x: Ref, w: Ref) -> Ref:
        return p("Multiply", p("Gather", w, p("Cast", x, DstT="DT_INT32")), 2.0)

    numbers, table = np.arange(10.0) % 3, RANDOM.normal(size=(3, 2))
    np.testing.assert_array_equal(
        page(rows, numbers, table).run("each")["each.result_y"], 2 * table[numbers.astype(int)]
    )
    assert batches == [True]
    with pytest.raises(RunError, match=r"block 'each/Gather1?'.*in iteration 7: .*3"):
        page(rows, np.where(np.arange(10) == 7, 3.0, 0.0), table).run("each")


def test_how_many_rounds_there_are_may_change_without_end(batches: list[bool]) -> None:
    diagram = blocks.Diagram()
    pen = Pen(diagram.add_page("main"), "DT_DOUBLE", Setting({}, {}))
    body = pen.on("Body")
    body.output("y", body("Tanh", body.input("x")))
    pen("Map", id="each", body=":Body", over=["x"], x=pen("Placeholder", id="xs", dtype="DT_DOUBLE", shape=[None, 2]))
    session = Session(diagram)
    for count in (*range(8, 40), 1000):
        x = RANDOM.normal(size=(count, 2))
        np.testing.assert_allclose(session.run("each", feed={"xs": x})["each.result_y"], np.tanh(x), rtol=1e-13)
    assert all(batches)


def test_a_running_sum_is_given_round_by_round(batches: list[bool]) -> None:
    diagram = blocks.Diagram()
    pen = Pen(diagram.add_page("main"), "DT_DOUBLE", Setting({}, {}))
    body = pen.on("Body")
    so_far = body("Add", body.input("total"), body.input("x"))
    body.output("total", so_far)
    body.output("y", so_far)
    x = RANDOM.normal(size=(ROUNDS, 2))
    xs = pen("Variable", id="xs", initvalues=x, dtype="DT_DOUBLE")
    each = pen("Scan", id="each", body=":Body", over=["x"], x=xs, total=pen.const(np.zeros(2)))
    pen("AddSymbolicGradients", [pen("Square", each.pin("y"), id="loss")], [xs], id="grad")
    results = Session(diagram).run(["each", "grad"])
    assert not batches[0]
    np.testing.assert_allclose(results["each.result_y"], x.cumsum(0), rtol=1e-13)
    np.testing.assert_allclose(results["each.result_total"], x.sum(0), rtol=1e-13)
    np.testing.assert_allclose(
        results["grad.result_grad_outputs[0]"], 2 * x.cumsum(0)[::-1].cumsum(0)[::-1], rtol=1e-12
    )


def roots(p: Pen, a: Ref, far: Ref) -> Ref:
    """Heron's method for the square root of a, until that is right to a millionth; ``far`` is where it begins."""
    step, more = p.on("Step"), p.on("More")
    x = step.input("x")
    step.output("x", step("Multiply", step("Add", x, step("RealDiv", step.input("a"), x)), 0.5))
    error = more("Subtract", more("Square", more.input("x")), more.input("a"))
    more.output("yes", more("Greater", more("Abs", error), more("Multiply", more.input("close"), 1e-6)))
    values: dict[str, Any] = {"body": ":Step", "condition": ":More", "maximum": 8}
    return p("While", id="root", **values, x=far, a=a, close=p.const(1.0)).pin("x")


def test_rounds_of_a_while_that_have_ended_keep_what_they_have(
    batches: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    squares = np.array([*np.arange(1.0, 21.0), 1e-2])
    result = page(roots, squares, 1.0, gradient=False).run("each")["each.result_y"]
    assert batches == [True]
    np.testing.assert_allclose(result, np.sqrt(squares), atol=1e-5)
    monkeypatch.setattr(nested, "LEAST", 100)
    np.testing.assert_array_equal(page(roots, squares, 1.0, gradient=False).run("each")["each.result_y"], result)
    with pytest.raises(RunError, match=r"block 'each/root'.*in iteration 20: .*its maximum of 8"):
        page(roots, np.where(squares == 1e-2, 1e9, squares), 1.0, gradient=False).run("each")
