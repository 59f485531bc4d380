"""Python functions as diagrams: NumPy and the function itself say what the diagram must give."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import blocks
from blocks import loops, ops
from blocks.interchange.tracing.calls import Recording, leaves
from blocks.interchange.tracing.diagram import draw
from blocks.library.declare import make

RNG = np.random.default_rng(0)
X = RNG.normal(size=(5, 4))
Y = RNG.normal(size=(5, 4))
N = RNG.integers(-5, 9, size=(5, 4))
Z = X + 1j * Y


def results_of(diagram: blocks.Diagram, **feed: Any) -> dict[str, Any]:
    results = blocks.Session(diagram).run(feed=feed)
    return {name.removesuffix(".result_output"): value for name, value in results.items()}


def assert_same_bits(function: Any, *examples: Any) -> blocks.Diagram:
    diagram = blocks.trace(function, *examples)
    names = function.__code__.co_varnames[: len(examples)]
    feed = {path: each for name, value in zip(names, examples, strict=True) for path, each in leaves(name, value)}
    result = results_of(diagram, **{path: np.asarray(each) for path, each in feed.items()})
    for path, value in leaves("output", function(*examples)):
        wanted = np.asarray(value)
        assert (result[path].dtype, result[path].shape) == (wanted.dtype, wanted.shape), path
        assert result[path].tobytes() == wanted.tobytes(), path
    return diagram


REAL = """
np.exp(x); np.log(abs(x) + 1); np.log1p(abs(x)); np.sqrt(abs(x)); np.tanh(x); np.arctan2(x, y); x**2; x**3
x**0.5; x**-1; abs(x) ** 1.7; 2.0**x; x / 3; 3 / x; x // 2; x % 0.7; -x; np.sign(x); np.trunc(x); np.round(x, 2)
np.round(x); x > 0
x == y; np.where(x > 0, x, 2.5); np.clip(x, -0.5, 0.5); np.maximum(x, 0); 1 - x; x * np.float64(2.5); x + y[0]
np.fmod(x, y); (x > 0) & (y < 0); np.logical_or(x, y); x.sum(); x.sum(axis=-1, keepdims=True); np.sum(x, (0, 1))
x.mean(0); x.var(1); x.std(); np.var(x, ddof=1); x.max(); x.min(1); x.prod(0); x.argmax(); x.argmin(1); np.any(x > 1)
x.cumsum(); np.cumprod(x, 0); x.T @ y; x @ y[0]; x[0] @ y.T; x[0] @ y[0]; np.dot(x[0], y[0]); np.inner(x, y)
np.outer(x, y); np.tensordot(x, y, ([0], [0])); x.reshape(2, -1); x.ravel(); np.moveaxis(x[None], 0, -1); x[:, 1:3]
x[..., 0]; x[[0, -1]]; x[:, [1, 1]]; np.concatenate([x, y], 1); np.stack([x, y], -1); np.hstack([x, y])
np.split(x, [1, 3], axis=1); np.flip(x, 0); np.roll(x, 2); np.repeat(x, 2, axis=0); np.tile(x, (2, 1)); np.pad(x, 1)
np.triu(x); np.zeros_like(x); np.trace(x); np.diag(x[0]); np.linalg.norm(x, axis=1); np.linalg.inv(x.T @ x)
np.linalg.solve(x.T @ x, y[0]); np.linalg.svd(x)[1]; np.linalg.qr(x); x.astype(np.float32); x.astype(int); x.size * x
np.add.reduce(x); np.multiply.outer(x[0], y[0]); np.diff(x); np.select([x > 1, x > 0], [x, -x], 0.5); np.ptp(x, 0)
np.matmul(x[None], y.T[None]); y * x + np.ones(4); np.sort(x); np.sort(x, 0); np.argsort(x); np.argsort(x, axis=0)
np.sort(x, axis=None)
"""
WHOLE = """
x + y; x * 2; x / y; x // 3; x % 3; x**2; abs(x); x.sum(); x.mean(); x.prod(1); x @ y.T; x & 3; ~x; x << 1; x + 1.5
np.exp(x); x.var(); np.floor(x); x == y; np.where(x > y, x, 0.5); np.sort(x, 0)
"""
COMPLEX = "x * y; x.conj(); abs(x); x.real; x.imag; np.exp(x); x @ y.T; x.sum(); x / y; x * 2j; np.angle(x)"


@pytest.mark.parametrize(
    "texts, x, y",
    [(REAL, X, Y), (REAL, X.astype(np.float32), Y.astype(np.float32)), (WHOLE, N, N[::-1]), (COMPLEX, Z, Z[::-1]),
     (WHOLE, N.astype(np.int32), N[::-1].astype(np.int32)), ("x + y; x * y; x / y", X.astype(np.float32), Y)],
)  # fmt: skip
def test_what_numpy_does_with_arrays_is_recorded(texts: str, x: Any, y: Any) -> None:
    texts = texts.strip().replace("\n", ";")
    source = "\n".join(f"    r['{i}'] = {text}" for i, text in enumerate(texts.split(";")))
    names: dict[str, Any] = {"np": np}
    exec(f"def function(x, y):\n    r = {{}}\n{source}\n    return r", names)
    with np.errstate(all="ignore"):
        assert_same_bits(names["function"], x, y)


COMPOSED = """
np.hsplit(x, 2)[1]; np.vsplit(x, [2])[0]; np.column_stack([x[0], y[0]]); np.rot90(x, 3); np.broadcast_arrays(x, y[0])[1]
np.meshgrid(x[0], y[:, 0])[0]; np.vdot(x, y); np.kron(x, y[:2]); np.cross(x[:, :3], y[:, :3])
np.take_along_axis(x, np.argsort(x, 1), 1); np.nan_to_num(x / 0); np.nansum(np.log(x), 0); np.nanmean(np.log(y), 0)
np.isclose(x, y); np.isclose(np.log(x), np.log(x), equal_nan=True); np.median(x); np.median(x, 1, keepdims=True)
np.gradient(x)[0]; np.gradient(x[0], 2.0); np.trapezoid(x, dx=0.5); np.trapezoid(x[0], np.sort(y[0]))
np.polyval(x[0], y); np.searchsorted(np.sort(x[0]), y, "right"); np.interp(y, np.sort(x[0]), y[1]); np.cov(x)
np.sinc(x); np.linspace(x[0], y[0], 7); np.linspace(x[0, 0], 1.0, 4, endpoint=False)
np.fft.fftshift(x); np.fft.ifftshift(x[0]); np.linalg.slogdet(x[:4]); np.linalg.matrix_power(x[:4], 3)
np.linalg.matrix_power(x[:4], -2); np.linalg.pinv(x)
np.linalg.eigvalsh(x @ x.T + np.eye(5, dtype=x.dtype)); x[np.arange(3), [0, -1, 2]]; x[[[0], [1]], [1, 2]]
y[None, [0, 1], 2]; x.reshape(5, 2, 2)[[0, 1], :, [1, 0]]; x[np.array([True, False, True, True, False])]
x[x.argsort(0), 1]; np.pad(x, ((1, 2), (0, 1)), mode="edge"); np.pad(x, 9, mode="wrap"); x.reshape((4, 5), order="F")
np.copysign(x, y); np.deg2rad(x); np.degrees(x); np.divmod(x, y); np.fmax(x, np.log(y)); np.heaviside(x, 0.5)
np.signbit(-0 * y); np.maximum.accumulate(x, 1); np.average(x, 0, weights=abs(y[:, 0]))
np.linalg.norm(x, "nuc"); np.linalg.norm(x, 2); np.linalg.norm(x, np.inf); np.linalg.norm(x[0], 3)
np.linalg.norm(x.reshape(5, 2, 2), axis=(1, 2)); np.max(x, initial=1.0); x.mT
"""
ROUNDED = """
np.convolve(x[0], y[0, :3]); np.convolve(x[0], y[0, :2], "same"); np.convolve(x[0], y[0, :3], "valid")
np.fft.rfft(x); np.fft.irfft(np.fft.rfft(x), 5); np.fft.rfft(x, 7); np.fft.fft2(x); np.fft.ifft2(x)
np.fft.rfft(x, axis=0); np.fft.fft(x, 7, norm="ortho"); np.fft.fftn(x.reshape(5, 2, 2)); np.hypot(x, y); np.cbrt(x)
np.log2(abs(x)); np.log10(abs(x)); np.exp2(x); np.logaddexp(x, y); np.fft.irfft(np.fft.rfft(x)); np.fft.rfft(x, 3)
np.einsum("ij,ik,il->jkl", x, y, x); np.einsum("...i,i,ji->...", x, x[0], y); np.sum(x, where=x > 0)
np.mean(x, where=x > 0)
"""


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_functions_that_numpy_makes_of_others_are_recorded(dtype: Any) -> None:
    test_what_numpy_does_with_arrays_is_recorded(COMPOSED, X.astype(dtype), Y.astype(dtype))


def test_sums_that_numpy_takes_in_another_order_are_near() -> None:
    for text in ROUNDED.replace("\n", ";").split(";"):
        if not text.strip():
            continue
        names: dict[str, Any] = {"np": np}
        exec(f"def function(x, y):\n    return {text}", names)
        result = results_of(blocks.trace(names["function"], X, Y), x=X, y=Y)["output"]
        np.testing.assert_allclose(result, names["function"](X, Y), rtol=1e-12, atol=1e-12)


W, B = RNG.normal(size=(4, 3)), np.zeros(3)


def dense(x: Any, w: Any, b: Any) -> Any:
    """A layer. And more."""
    h = np.tanh(x @ w + b)
    return h * 0.5


class State(NamedTuple):
    h: Any
    c: Any


def cell(x: Any, state: State) -> State:
    new = np.tanh(x + state.h)
    return State(h=new, c=state.c + new)


def recurrent(params: Any, xs: Any, rate: Any) -> Any:
    state = State(params["h"], params["more"][0])
    for x in xs:
        state = cell(x, state)
    hidden = dense(state.h[None], W, B)
    logits = dense(state.c[None], 2 * W, B + 1)
    given: dict[str, Any] = {"loss": np.mean(hidden - logits) * rate, "state": state}
    return given


def test_calls_of_a_function_are_instances_and_variables_name_blocks() -> None:
    params = {"h": Y[0], "more": [Y[1]]}
    diagram = assert_same_bits(recurrent, params, X, 0.1)
    page = diagram.page("recurrent")
    types = {block.id: block.type for block in page.blocks}
    assert [name for name, kind in types.items() if kind == ":cell"] == ["cell", "cell_2", "cell_3", "cell_4", "cell_5"]
    assert types["hidden"] == types["logits"] == ":dense"
    assert page.block("logits").values == {"b": [1.0, 1.0, 1.0], "w": (2 * W).tolist()}
    assert {"params_h", "params_more_0", "xs", "rate", "output_loss", "output_state_h", "run"} <= types.keys()
    layer = diagram.composite("dense")
    assert layer.doc == "A layer. And more." and {block.id for block in layer.blocks} >= {"x", "w", "b", "h", "output"}
    assert blocks.loads(diagram.dumps()).dumps() == diagram.dumps()


def test_values_that_are_the_same_in_all_calls_belong_to_the_definition() -> None:
    def scaled(x: Any, factor: float) -> Any:
        return np.exp(x * factor) * 0.25

    def function(x: Any) -> Any:
        return scaled(x, 2.0) + scaled(x, 3.0)

    diagram = assert_same_bits(function, X)
    [value] = diagram.composite("scaled").values
    assert value.default == 2.0 and diagram.page("function").block("scaled_2").values == {value.name: 3.0}


def test_a_gradient_of_a_trace_is_that_of_the_function() -> None:
    def loss(x: Any, w: Any) -> Any:
        h = ops.tanh(ops.mat_mul(x, w))
        top = ops.stop_gradient(ops.max(h, [1], keep_dims=True))
        return ops.l2_loss(h - top)

    diagram = blocks.trace(loss, X, W)
    page = diagram.page("loss")
    assert [page.block(name).type for name in ("h", "top")] == ["Tanh", "StopGradient"]
    session = blocks.Session(page)
    session.watch("output")
    slope = session.run(feed={"x": X, "w": W}).gradients["w.output"]
    h = np.tanh(X @ W)
    by_hand = X.T @ ((h - h.max(1, keepdims=True)) * (1 - h**2))
    np.testing.assert_allclose(slope, by_hand, rtol=1e-12)


def test_a_function_that_trains_trains_each_step() -> None:
    def step(x: Any, y: Any) -> Any:
        w = ops.variable(np.zeros((4, 4)), name="w")
        loss = ops.l2_loss(ops.mat_mul(x, w) - y)
        [slope] = blocks.add_symbolic_gradients(blocks.graph.scope.scope_of(loss), outputs=[loss], inputs=[w])
        ops.apply_gradient_descent(w, 0.1, slope)
        return loss

    session = blocks.Session(blocks.trace(step, X, Y))
    w = np.zeros((4, 4))
    for _ in range(3):
        result = session.run(feed={"x": X, "y": Y})["output.result_output"]
        np.testing.assert_allclose(result, np.sum((X @ w - Y) ** 2) / 2, rtol=1e-12)
        w -= 0.1 * X.T @ (X @ w - Y)


def test_loops_of_functions_are_blocks_that_run_composites() -> None:
    def cell(scope: Any, x: Any, h: Any) -> Any:
        new = np.tanh(x + h @ W @ W.T)
        return {"h": new, "y": new * 2.0}

    def kept(scope: Any, z: Any) -> Any:
        return {"o": z}

    def negated(scope: Any, z: Any) -> Any:
        return {"o": -z}

    def function(xs: Any, h: Any) -> Any:
        last: Any = loops.scan(None, cell, "rnn", over=["x"], inputs={"x": xs, "h": h})
        large: Any = np.sum(last["h"]) > 9.0
        return loops.cond(None, large, kept, negated, inputs={"z": last["y"]})["o"]

    diagram = blocks.trace(function, X, Y[0])
    page = diagram.page("function")
    assert page.block("rnn").values == {"body": ":cell", "over": ["x"]}
    assert page.block("cond").values == {"then": ":kept", "else": ":negated"}
    h, ys = Y[0], [np.zeros(4)][:0]
    for x in X:
        h = np.tanh(x + h @ W @ W.T)
        ys.append(h * 2.0)
    np.testing.assert_allclose(results_of(diagram, xs=X, h=Y[0])["output"], -np.stack(ys), rtol=1e-13)


def into_an_array(x: Any) -> Any:
    total: Any = np.zeros(4)
    total += x[0]
    return total


def one_too_many(x: Any, y: Any) -> Any:
    return x + y


UNTRACEABLE: list[tuple[str, Any]] = [
    ("no value while", lambda x: x if x[0, 0] > 0 else -x),  # pyright: ignore[reportUnknownLambdaType]
    ("no value while", lambda x: float(x[0, 0])),  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    ("numpy.partition", partial(np.partition, kth=1)),
    ("numpy.percentile", partial(np.percentile, q=30)),
    ("numpy.frexp", np.frexp),
    ("str as output", lambda x: "text"),  # pyright: ignore[reportUnknownLambdaType]
    ("returns nothing", lambda x: None),  # pyright: ignore[reportUnknownLambdaType]
    ("traced boolean array", lambda x: x[x > 0]),  # pyright: ignore[reportUnknownLambdaType]
    ("axis 7", lambda x: x.sum(7)),  # pyright: ignore[reportUnknownLambdaType, reportUnknownMemberType]
    ("written into an array", into_an_array),
    ("do not fit", one_too_many),
]


@pytest.mark.parametrize("said, function", UNTRACEABLE)
def test_what_cannot_be_recorded_is_refused_in_words(said: str, function: Any) -> None:
    with pytest.raises(blocks.DiagramError, match=said):
        blocks.trace(function, X)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_large_tensors_lie_beside_the_diagram_once_it_is_saved(dtype: Any, tmp_path: Path) -> None:
    """Those of each of two calls, what both share, and one on the page; a small one stays."""
    first, second, shared, last = (np.random.default_rng(i).normal(size=(40, 40)).astype(dtype) for i in range(4))
    small = np.ones(40, dtype)

    def layer(h: Any, weights: Any) -> Any:
        return np.tanh(h @ weights + h @ shared)

    def network(x: Any) -> Any:
        return layer(layer(x, first), second) @ last + small

    given = np.full((5, 40), 0.25, dtype)
    diagram = blocks.trace(network, given)
    wanted = network(given)
    diagram.save(tmp_path / "net.gradblocks")
    assert len(list((tmp_path / "net.weights").iterdir())) == 4
    assert (tmp_path / "net.gradblocks").stat().st_size < 10_000
    diagram.save(tmp_path / "again.gradblocks")
    for each in (diagram, blocks.load(tmp_path / "net.gradblocks"), blocks.load(tmp_path / "again.gradblocks")):
        assert results_of(each, x=given)["output"].tobytes() == wanted.tobytes()


def test_a_loop_that_writes_variables_is_refused_by_name() -> None:
    def counted(x: Any) -> Any:
        total = ops.Variable(initvalues=0.0, name="total")

        def add(scope: Any, x: Any, total: Any) -> Any:
            return {"y": ops.AssignAdd(scope, total, x)}

        return loops.scan(None, add, over=["x"], inputs={"x": x, "total": total})["y"]

    with pytest.raises(blocks.DiagramError, match="'scan' cannot be drawn: a Scan that writes variables"):
        blocks.trace(counted, np.ones(3, np.float32))


def off_by(params: Any, data: Any, squared: Any = True) -> Any:
    x, y = data
    off = (x @ params["layers"][0]["w"] + params["b"] - y).ravel()
    return (off**2 if squared else off).mean()


def descended(w: Any, b: Any) -> Any:
    """The loss, and the weights after a step along its derivative, which by w is 2 x^T (x w + b - y) / n."""
    off: Any = np.subtract(X @ w + b, N[:, :1])
    slope: Any = X.T @ off / len(off)
    return (off**2).mean(), w - 0.2 * slope, b - 0.2 * off.mean()


def test_trained_arguments_become_variables(tmp_path: Path) -> None:
    params: dict[str, Any] = {"b": np.array([0.5]), "layers": ({"w": Y[:4, :1]},), "steps": np.arange(3)}
    diagram = blocks.trace(off_by, params, [X, N[:, :1]], trainable=["params", -2])  # the same twice
    page = diagram.pages[0]
    page.add("Minimize", id="train", learning_rate=0.1)
    page.wire("output", "train.loss")
    page.wire("train.operation", "run.run_outputs")
    assert {block.id: block.type for block in page.blocks[:5]} == {
        "params_b": "Variable", "params_layers_0_w": "Variable", "params_steps": "Variable", "data_0": "Placeholder",
        "data_1": "Placeholder",
    }  # fmt: skip
    diagram.save(tmp_path / "loss.gradblocks")
    session = blocks.Session(blocks.load(tmp_path / "loss.gradblocks"))
    w, b = params["layers"][0]["w"], params["b"]
    for _ in range(20):
        found = session.run(feed={"data_0": X, "data_1": N[:, :1]})["output.result_output"]
        wanted, w, b = descended(w, b)
        np.testing.assert_allclose(found, wanted, rtol=1e-12)
    np.testing.assert_allclose(session.variables["params_layers_0_w"], w, rtol=1e-12)


@pytest.mark.parametrize("trainable", ["weights", ("w", 2), [-3], True, 0.5, [None]])
def test_a_trained_argument_that_does_not_exist_is_named(trainable: Any) -> None:
    def product(w: Any, x: Any) -> Any:
        return w * x

    with pytest.raises(blocks.DiagramError, match=r"trainable.*'w', 'x'"):
        blocks.trace(product, X, Y, trainable=trainable)


def test_trained_arguments_without_arrays_or_with_equal_names_are_refused() -> None:
    def first(w: Any, x: Any) -> Any:
        return x

    with pytest.raises(blocks.DiagramError, match="w_a_b"):
        blocks.trace(first, {"a": {"b": X}, "a_b": Y}, X, trainable=[0])
    with pytest.raises(blocks.DiagramError, match="argument w"):
        blocks.trace(first, "sum", X, trainable=["w"])


def wave(x: Any) -> Any:
    return np.sin(x) * 2


def rounded_wave(x: Any) -> Any:
    """Rounds, with a gradient that calls another function of the program."""

    def forward(x: Any) -> Any:
        return wave(np.round(x))

    def backward(inputs: Any, results: Any, grads: Any) -> Any:
        return grads[0] * wave(inputs[0])

    return blocks.custom_gradient(blocks.Scope(x.as_output().graph), forward, backward, [x])


def test_a_custom_gradient_is_a_composite_inside_of_that_of_its_function() -> None:
    def function(x: Any) -> Any:
        return np.sum(wave(rounded_wave(x * 2)) * x)

    x = np.array([1.2, 2.3], np.float32)
    diagram = blocks.trace(function, x)
    assert [(each.name, each.gradient) for each in diagram.composites] == [
        (":custom", ":custom_gradient"), (":custom_gradient", ""), (":rounded_wave", ""), (":wave", ""),
    ]  # fmt: skip
    session = blocks.Session(diagram)
    session.watch("output")
    step = session.run(feed={"x": x})
    y = wave(np.round(2 * x))
    np.testing.assert_allclose(step["output.result_output"], np.sum(wave(y) * x), rtol=1e-6)
    np.testing.assert_allclose(step.gradients["x.output"], wave(y) + 4 * x * np.cos(y) * wave(2 * x), rtol=1e-5)


def test_blocks_know_the_lines_that_they_come_from_and_equal_calls_share_a_definition() -> None:
    recording = Recording()
    x = make("Placeholder", recording.scope, dtype=np.float32, shape=[2])
    for line in (7, 9):
        call = recording.begin_call("Layer", "Layer")
        call.source, call.arguments = f"model.py:{line}", [("x", x)]
        inner = make("Tanh", recording.scope, x)
        recording.sources[inner.op.number] = f"layer.py:{line}"
        x = make("StopGradient", recording.scope, inner)
        recording.remarks[x.op.number] = "detach"
        recording.end_call([("output", x)])
    recording.root.end = len(recording.scope.graph.nodes)
    recording.root.results = [("output", x)]
    diagram = blocks.loads(draw(recording, "main").dumps())
    calls = [each.source for each in diagram.page("main").blocks if each.type == ":Layer"]
    assert calls == ["model.py:7", "model.py:9"]
    (layer,) = diagram.composites
    known = {each.type: (each.source, each.note) for each in layer.blocks if each.source or each.note}
    assert known == {"Tanh": ("layer.py:7", ""), "StopGradient": ("", "detach")}
