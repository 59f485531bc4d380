"""Loops and branches that run composites: values and gradients against the same thing written out, and TensorFlow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.base.errors import UsageError
from blocks.base.types import Array
from blocks.document.model import Diagram, PageView
from blocks.run.gradients.numeric import check_gradients
from blocks.testing.calls import same_bits
from tests.loops import put

XS = np.random.default_rng(0).normal(size=(4, 3, 2))
H0, K = XS[0] * 0.5 + 0.1, np.array([0.9, -1.3])
BY = ("xs", "h0", "k")


def cell(diagram: Diagram) -> None:
    """h = tanh((h w + x) k), y = h^2, with a variable w."""
    put(
        diagram.add_composite("Cell"),
        """
        h = InputPin() dtype=D
        x = InputPin() dtype=D
        k = InputPin() dtype=D
        w0 = Const() val=W dtype=D
        w = Variable(w0)
        mm = MatMul(h.output, w)
        sum = Add(mm, x.output)
        scaled = Multiply(sum, k.output)
        new = Tanh(scaled)
        square = Square(new)
        out = OutputPin(new) name=h
        y = OutputPin(square)
        """,
        W=[[0.5, -0.3], [0.2, 0.7]],
        D="DT_DOUBLE",
    )


def begin(diagram: Diagram, fed: str = "") -> PageView:
    page = diagram.add_page("main")
    for name, value in zip(BY, (XS, H0, K), strict=True):
        if name == fed:
            page.add("Placeholder", id=name, dtype="DT_DOUBLE", shape=[None, *value.shape[1:]])
        else:
            page.add("Const", id=name, val=value.tolist(), dtype="DT_DOUBLE")
    put(page, "zero = Const() val=Z\nfirst = Gather(xs, zero)", Z=0)
    return page


def end(page: PageView, state: str, ys: str) -> None:
    """A loss, its gradients, and the gradients of the sum of squares of these."""
    put(
        page,
        f"""
        all = Const() val=A
        two = Const() val=B
        one = Const() val=C
        stacked = Sum({ys}, all)
        last = Sum({state}, two)
        loss = Multiply(stacked, last)
        first_order = AddSymbolicGradients(loss)
        """,
        A=[0, 1, 2], B=[0, 1], C=[0],
    )  # fmt: skip
    for name, axes in zip(BY, ("all", "two", "one"), strict=True):
        page.wire(f"{name}.output", "first_order.inputs")
        at = BY.index(name)
        put(page, f"square_{name} = Square(first_order.grad_outputs[{at}])\nsum_{name} = Sum(square_{name}, {axes})")
    page.add("AddN", id="total")
    page.add("AddSymbolicGradients", id="second_order")
    page.wire("total.sum", "second_order.outputs")
    for name in BY:
        page.wire(f"sum_{name}.output", "total.inputs")
        page.wire(f"{name}.output", "second_order.inputs")


def looped(kind: str, fed: str = "", **values: Any) -> Diagram:
    diagram = Diagram()
    cell(diagram)
    page = begin(diagram, fed)
    page.add(kind, id="loop", body=":Cell", **values)
    for source, pin in (("h0", "h"), ("k", "k"), ("xs" if kind == "Scan" else "first", "x")):
        page.wire(f"{source}.output", f"loop.{pin}")
    end(page, "loop.h", "loop.y")
    return diagram


def written_out(kind: str, *, share: bool = True, reverse: bool = False) -> Diagram:
    """The same with an instance for each round."""
    diagram = Diagram()
    cell(diagram)
    page = begin(diagram)
    order = range(3, -1, -1) if reverse else range(4)
    state = "h0.output"
    for i in order:
        shares: dict[str, Any] = {"shares": f"c{order[0]}"} if share and i != order[0] else {}
        page.add(":Cell", id=f"c{i}", **shares)
        put(page, f"i{i} = Const() val=I\nx{i} = Gather(xs, i{i})", I=i if kind == "Scan" else 0)
        for source, pin in ((state, "h"), ("k.output", "k"), (f"x{i}.output", "x")):
            page.wire(source, f"c{i}.{pin}")
        state = f"c{i}.h"
    page.add("Stack", id="ys")
    for i in range(4):
        page.wire(f"c{i}.y", "ys.values")
    end(page, state, "ys.output")
    return diagram


def results(diagram: Diagram, **options: Any) -> tuple[dict[str, Array], Mapping[str, Array]]:
    """Losses and gradients by blocks and variables."""
    session = blocks.Session(diagram, **options)
    session.watch("loss")
    results = session.run()
    kept = ("loss", "first_order", "second_order")
    return {name: value for name, value in results.items() if name.partition(".")[0] in kept}, results.gradients


@pytest.mark.parametrize(
    ("values", "like"),
    [
        ({"kind": "Scan", "over": ["x"]}, {"kind": "Scan"}),
        ({"kind": "Scan", "over": ["x"], "reverse": True}, {"kind": "Scan", "reverse": True}),
        ({"kind": "Repeat", "times": 4}, {"kind": "Repeat", "share": False}),
        ({"kind": "Repeat", "times": 4, "share": True}, {"kind": "Repeat"}),
        ({"kind": "Scan", "over": ["x"], "reverse": True, "checkpoint": 3}, {"kind": "Scan", "reverse": True}),
        ({"kind": "Repeat", "times": 4, "checkpoint": 2}, {"kind": "Repeat", "share": False}),
    ],
)
def test_a_loop_gives_what_its_rounds_give_written_out(values: dict[str, Any], like: dict[str, Any]) -> None:
    actual, by = results(looped(**values))
    wanted, by_wanted = results(written_out(**like))
    assert actual.keys() == wanted.keys()
    for name, value in wanted.items():
        if name.startswith("second") or name.endswith("[2]"):  # a sum is made in another order
            np.testing.assert_allclose(actual[name], value, rtol=1e-12, err_msg=name)
        else:
            assert same_bits(actual[name], value), name
    order = range(3, -1, -1) if like.get("reverse") else range(4)
    paths = (
        [f"loop/{i}/w.ref" for i in range(4)]
        if values["kind"] == "Repeat" and not values.get("share")
        else ["loop/w.ref"]
    )
    for i, path in zip(order, paths, strict=False):
        np.testing.assert_allclose(by[path], by_wanted[f"c{i}/w.ref"], rtol=1e-12)


TENSORFLOW = """
xs = tf.constant([[0.5, -1.0], [1.5, 0.25], [-0.75, 2.0]])
h = tf.constant([0.1, -0.2])
w = tf.constant([1.5, -0.5])

def scan():
    states = tf.scan(lambda state, x: tf.tanh(state * w + x), xs, h)
    return tf.reduce_sum(states * states)
def loop():
    more = lambda n, y: tf.reduce_sum(y * y) < 50.0
    _, last = tf.while_loop(more, lambda n, y: (n + 1, y * w + 1.0), (0, h))
    return tf.reduce_sum(last * last)
def each():
    return tf.reduce_sum(tf.map_fn(lambda x: tf.exp(x * w), xs))
def branch(take):
    return tf.reduce_sum(tf.cond(take, lambda: h * w, lambda: tf.sin(h)))

In a tf.function each, with tape.gradient(loss, [xs, h, w], unconnected_gradients="zero"); TensorFlow 2.21.
"""
"""What the numbers of `WANTED` were computed by."""
WANTED: dict[str, list[Any]] = {
    "scan": [
        3.3639965057373047,
        [[0.8802476525306702, -0.8648814558982849], [0.10948675870895386, 0.687285840511322],
         [0.7636508941650391, 0.22249338030815125]],
        [1.3203715085983276, 0.43244072794914246],
        [0.9007033109664917, -0.19855059683322906],
    ],
    "loop": [74.87361907958984, None, [87.39140319824219, 0.07656250149011612],
             [208.87623596191406, 1.0412499904632568]],
    "each": [
        14.828486442565918,
        [[3.1755001544952393, -0.8243606090545654], [14.231603622436523, -0.44124844670295715],
         [0.4869787096977234, -0.18393972516059875]],
        None,
        [15.046614646911621, -0.6923381090164185],
    ],
    "then": [0.25, None, [1.5, -0.5], [0.10000000149011612, -0.20000000298023224]],
    "else": [-0.09883590787649155, None, [0.9950041770935059, 0.9800665974617004], [0.0, 0.0]],
}  # fmt: skip


def of_tensorflow() -> Diagram:
    """The diagram of `TENSORFLOW`."""
    diagram = Diagram()
    composites = {
        "Tanh": "h = InputPin()\nx = InputPin()\nw = InputPin()\na = Multiply(h.output, w.output)\n"
        "b = Add(a, x.output)\nc = Tanh(b)\nout = OutputPin(c) name=h\ny = OutputPin(c)",
        "Affine": "h = InputPin()\nw = InputPin()\na = Multiply(h.output, w.output)\nb = Add(a) y=ONE\n"
        "out = OutputPin(b) name=h",
        "Small": "h = InputPin()\na = Square(h.output)\nb = Sum(a) axis=ZERO\nc = Less(b) y=MOST\nout = OutputPin(c)",
        "Exp": "x = InputPin()\nw = InputPin()\na = Multiply(x.output, w.output)\nb = Exp(a)\n"
        "out = OutputPin(b) name=x",
        "Times": "h = InputPin()\nw = InputPin()\na = Multiply(h.output, w.output)\nout = OutputPin(a) name=h",
        "Sin": "h = InputPin()\nw = InputPin()\na = Sin(h.output)\nout = OutputPin(a) name=h",
    }
    for name, text in composites.items():
        put(diagram.add_composite(name), text, ONE=1.0, ZERO=[0], MOST=50.0)
    page = diagram.add_page("main")
    values = {"xs": [[0.5, -1.0], [1.5, 0.25], [-0.75, 2.0]], "h": [0.1, -0.2], "w": [1.5, -0.5]}
    for name, value in values.items():
        page.add("Const", id=name, val=value)
    page.add("Scan", id="scan", body=":Tanh", over=["x"])
    page.add("While", id="loop", condition=":Small", body=":Affine")
    page.add("Map", id="each", body=":Exp", over=["x"])
    for name, take in (("then", True), ("else", False)):
        sides: dict[str, Any] = {"then": ":Times", "else": ":Sin"}
        page.add("Cond", id=name, predicate=take, **sides)
    given = {"scan": "h xs>x w", "loop": "h w", "each": "xs>x w", "then": "h w", "else": "h w"}
    for name, sources in given.items():
        for source in sources.split():
            source, _, pin = source.partition(">")
            page.wire(f"{source}.output", f"{name}.{pin or source}")
        result = {"scan": "scan.y", "loop": "loop.h", "each": "each.x"}.get(name, f"{name}.h")
        squared = name in ("scan", "loop")
        put(page, f"{name}_square = Square({result})" if squared else f"{name}_square = Identity({result})")
        axes = [0, 1] if name in ("scan", "each") else [0]
        put(
            page,
            f"{name}_loss = Sum({name}_square) axis=AXES\n{name}_by = AddSymbolicGradients({name}_loss)",
            AXES=axes,
        )
        for x, wanted in zip(("xs", "h", "w"), WANTED[name][1:], strict=True):
            if wanted is not None:
                page.wire(f"{x}.output", f"{name}_by.inputs")
    return diagram


def test_values_and_gradients_are_those_of_tensorflow() -> None:
    results = blocks.Session(of_tensorflow()).run()
    for name, wanted in WANTED.items():
        np.testing.assert_allclose(results[f"{name}_loss.result_output"], wanted[0], rtol=2e-6)
        for i, each in enumerate([each for each in wanted[1:] if each is not None]):
            gradient = results[f"{name}_by.result_grad_outputs[{i}]"]
            np.testing.assert_allclose(gradient, each, rtol=5e-6, atol=2e-6, err_msg=f"{name} {i}")
    assert results["loop.result_rounds"] == 4 and results["loop.result_rounds"].dtype == np.int64


def drawing(kind: str, **values: Any) -> Diagram:
    """A loop in which noise is added to what is carried, and to a variable that begins with noise."""
    diagram = Diagram()
    body = """
        h = InputPin() dtype=D
        x = InputPin() dtype=D default=ZERO
        start = RandomNormal() shape=S dtype=D
        w = Variable(start)
        noise = RandomNormal() shape=S dtype=D
        a = Add(h.output, noise)
        b = Add(a, x.output)
        c = Add(b, w)
        out = OutputPin(c) name=h
        drawn = OutputPin(noise)
        weight = OutputPin(w)
        """
    put(diagram.add_composite("Noise"), body, D="DT_FLOAT", S=[2], ZERO=0.0)
    page = diagram.add_page("main")
    page.add(kind, id="loop", body=":Noise", h=[0.0, 0.0], **values)
    page.add(":Noise", id="alone", h=[0.0, 0.0])
    return diagram


def test_each_round_draws_its_own_numbers_and_has_its_own_variables() -> None:
    results = blocks.Session(drawing("Repeat", times=3), seed=5).run()
    again = blocks.Session(drawing("Repeat", times=3), seed=5).run()
    assert same_bits(results["loop.result_drawn"], again["loop.result_drawn"])
    rows = [*results["loop.result_drawn"], *results["loop.result_weight"], results["alone.result_drawn"]]
    assert len({row.tobytes() for row in rows}) == 7
    session = blocks.Session(drawing("Repeat", times=3))
    first, second = (session.run(fetch=["loop", "loop/1/w"]) for _ in range(2))
    assert same_bits(first["loop.result_weight"], second["loop.result_weight"]), "a variable begins once"
    assert not same_bits(first["loop.result_drawn"], second["loop.result_drawn"]), "each step draws others"
    assert same_bits(first["loop/1/w.result_ref"], first["loop.result_weight"][1])
    fed = blocks.Session(drawing("Repeat", times=3)).run(fetch="loop", feed={"loop/1/w": np.ones(2, np.float32)})
    assert fed["loop.result_weight"][1].tolist() == [1.0, 1.0]
    shared = blocks.Session(drawing("Scan", over=["x"], x=[1.0, 2.0])).run(fetch=["loop", "loop/w"])
    assert [same_bits(row, shared["loop/w.result_ref"]) for row in shared["loop.result_weight"]] == [True, True]


def test_values_inside_are_those_of_the_last_round_or_of_all() -> None:
    diagram = looped("Scan", over=["x"])
    last = blocks.Session(diagram).run(fetch=["loop/square", "loop.y"])
    every = blocks.Session(diagram, iterations=True).run(fetch="loop/square.result_y")
    assert same_bits(every["loop/square.result_y"], last["loop.result_y"])
    assert same_bits(last["loop/square.result_y"], last["loop.result_y"][-1])
    with pytest.raises(UsageError, match="no block 'loop/nowhere'"):
        blocks.Session(diagram).run(fetch="loop/nowhere")
    with pytest.raises(UsageError, match="'loop/mm' cannot be fed"):
        blocks.Session(diagram).run(fetch="loop", feed={"loop/mm": H0})


@pytest.mark.parametrize("kind", ["Repeat", "Scan"])
def test_no_rounds_give_what_came_in(kind: str) -> None:
    values: dict[str, Any] = {"times": 0} if kind == "Repeat" else {"over": ["x"], "fed": "xs"}
    feed = {"xs": XS[:0]} if kind == "Scan" else {}
    session = blocks.Session(looped(kind, **values))
    results = session.run(fetch=["loop", "first_order.grad_outputs[1]"], feed=feed)
    assert same_bits(results["loop.result_h"], H0)
    assert results["loop.result_y"].shape == (0, 3, 2)
    assert not results["first_order.result_grad_outputs[1]"].any()  # the loss is a product with an empty sum


def nested(**values: Any) -> Diagram:
    """A Scan, in each round of which are a stack of layers with variables of their own and a branch."""
    diagram = Diagram()
    put(
        diagram.add_composite("Layer"),
        """
        h = InputPin() dtype=D
        start = RandomNormal() shape=S dtype=D
        w = Variable(start)
        mm = MatMul(h.output, w)
        new = Tanh(mm)
        out = OutputPin(new) name=h
        """,
        D="DT_DOUBLE", S=[2, 2],
    )  # fmt: skip
    put(
        diagram.add_composite("Half"),
        "h = InputPin()\nk = Multiply(h.output) y=HALF\nout = OutputPin(k) name=h",
        HALF=0.5,
    )
    cell = diagram.add_composite("Cell")
    put(cell, "h = InputPin() dtype=D\nx = InputPin() dtype=D\na = Add(h.output, x.output)", D="DT_DOUBLE")
    cell.add("Repeat", id="stack", body=":Layer", times=2)
    cell.wire("a.z", "stack.h")
    put(cell, "sum = Sum(stack.h) axis=AXES\npositive = Greater(sum) y=ZERO", AXES=[0, 1], ZERO=0.0)
    sides: dict[str, Any] = {"then": ":Layer", "else": ":Half"}
    cell.add("Cond", id="side", **sides)
    cell.wire("positive.z", "side.predicate")
    cell.wire("stack.h", "side.h")
    put(cell, "out = OutputPin(side.h) name=h\ny = OutputPin(stack.h)")
    page = diagram.add_page("main")
    page.add("Variable", id="xs", initvalues=XS[:, :1].tolist(), dtype="DT_DOUBLE")
    page.add("Variable", id="h", initvalues=H0[:1].tolist(), dtype="DT_DOUBLE")
    page.add("Scan", id="rnn", body=":Cell", over=["x"], **values)
    page.wire("xs.ref", "rnn.x")
    page.wire("h.ref", "rnn.h")
    put(page, "square = Square(rnn.y)\na = Sum(square) axis=ALL\nb = Sum(rnn.h) axis=TWO\nloss = Add(a, b)",
        ALL=[0, 1, 2], TWO=[0, 1])  # fmt: skip
    put(page, "first = AddSymbolicGradients(loss)")
    page.wire("h.ref", "first.inputs")
    put(page, "squared = Square(first.grad_outputs[0])\nof_first = Sum(squared) axis=TWO", TWO=[0, 1])
    return diagram


@pytest.mark.parametrize(("of", "values"), [("loss", {"reverse": True}), ("of_first", {}), ("loss", {"checkpoint": 3})])
def test_gradients_of_loops_in_loops_are_those_of_differences(of: str, values: dict[str, Any]) -> None:
    check = check_gradients(nested(**values).page("main"), of, {}, 0)
    assert {each.name for each in check.inputs} >= {"xs", "h", "rnn/stack/0/w", "rnn/stack/1/w", "rnn/side/then/w"}
    assert {(each.verdict, each.precision) for each in check.inputs} == {("right", "float64")}


def test_rounds_that_are_computed_again_draw_the_same_numbers() -> None:
    results: list[Any] = []
    for values in ({}, {"checkpoint": 2}):
        diagram = drawing("Repeat", times=5, **values)
        page = diagram.page("main")
        put(page, "by = AddSymbolicGradients(loop.h)\nbegin = Const() val=BEGIN", BEGIN=[0.5, 1.0])
        page.wire("begin.output", "loop.h")
        noise = diagram.composite("Noise")
        put(noise, "wave = Sin(c)\nscaled = Multiply(wave, noise)\nend = OutputPin(scaled) name=g")
        page.wire("loop.g", "by.outputs")
        page.wire("begin.output", "by.inputs")
        results.append(blocks.Session(diagram, seed=3).run()["by.result_grad_outputs[0]"])
    np.testing.assert_allclose(results[0], results[1], rtol=1e-6)


@pytest.mark.parametrize("checkpoint", [None, 2])
def test_a_while_whose_shapes_grow_has_a_gradient(checkpoint: int | None) -> None:
    diagram = Diagram()
    few = "h = InputPin() shape=S\nn = Size(h.output)\nless = Less(n) y=MOST\nout = OutputPin(less)"
    put(diagram.add_composite("Few"), few, S=[None], MOST=9)
    grow = diagram.add_composite("Grow")
    put(grow, "h = InputPin() shape=S\nk = InputPin()\na = Multiply(h.output, k.output)\nb = Tanh(a)", S=[None])
    grow.add("Concat", id="both", axis=0)
    grow.wire("b.y", "both.values")
    grow.wire("h.output", "both.values")
    put(grow, "out = OutputPin(both) name=h")
    page = diagram.add_page("main")
    put(page, "h = Const() val=H dtype=D\nk = Const() val=K dtype=D", H=[0.5, 1.5], K=1.25, D="DT_FLOAT")
    values: dict[str, Any] = {} if checkpoint is None else {"checkpoint": checkpoint}
    page.add("While", id="loop", condition=":Few", body=":Grow", **values)
    page.wire("h.output", "loop.h")
    page.wire("k.output", "loop.k")
    put(page, "loss = Sum(loop.h) axis=ZERO", ZERO=[0])
    check = check_gradients(page, "loss", {}, 0)
    assert [(each.name, each.verdict) for each in check.inputs] == [("h", "right"), ("k", "right")]
