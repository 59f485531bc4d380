"""Machine code of convolutions and pooling: random layers against the plain formulation in double precision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from blocks import ops
from blocks.base.types import Array
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.graph import Node, Output
from blocks.graph.kernel_choice import chosen
from blocks.graph.native_kernels import native_of
from blocks.graph.scope import Scope
from blocks.library.nn import native
from blocks.native import convolution, convolution_code, pooling, tasks
from blocks.run.client import ClientSession

pytest.importorskip("llvmlite", reason="machine code needs llvmlite")

LAYERS = 10
"""Random layers for each width of the vectors."""


@pytest.fixture(autouse=True)
def _every_node_is_worth_it(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.setattr(native, "_FEWEST", {})
    monkeypatch.setattr(native, "_FEWEST_OF_CONVOLUTION", 0)
    monkeypatch.setattr(tasks, "FOR_THREADS", 0)
    monkeypatch.setattr(convolution, "_LARGE_FILTER", 2000)
    yield
    forget()


def forget() -> None:
    """Drop kernels that were made for other vectors or threads."""
    for made in (convolution.forward, convolution.by_input, convolution.by_filter, convolution.turning):
        made.cache_clear()
    for made in (pooling.pooled, pooling.by_average, pooling.by_largest):
        made.cache_clear()


def node_of(make: Any, *arrays: Array, **attributes: Any) -> Node:
    root = Scope.new_root_scope()
    result: Output = make(*(ops.Const(root, each) for each in arrays), **attributes).as_output()
    return result.op


def check(monkeypatch: pytest.MonkeyPatch, make: Any, *arrays: Array, **attributes: Any) -> None:
    """Compare a node's machine code with its kernel in double precision, and its bits with 1, 2 and 3 threads."""
    node = node_of(make, *arrays, **attributes)
    found, results = native_of(node), list[Array]()
    assert found is not None
    for threads in (1, 2, 3):
        monkeypatch.setattr(tasks, "thread_count", lambda threads=threads: threads)
        forget()
        function = found.make(node)
        assert function is not None, f"{node.type.name} has no machine code: {attributes}"
        results += [function(*arrays).copy() for _ in range(2)]
    wide = [each.astype(float) if each.dtype == np.float32 else each for each in arrays]
    wanted = node.type.kernel(*wide, **node.attrs)
    assert {each.tobytes() for each in results} == {results[0].tobytes()}, "its bits change"
    scale = np.abs(wanted).max(initial=1e-30)
    np.testing.assert_allclose(results[0] / scale, wanted / scale, atol=3e-6, err_msg=str(attributes))


def layers(seed: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], dict[str, Any]]]:
    """Images, filters and attributes of random convolutions of two or three axes."""
    rng = np.random.default_rng(seed)

    def several(*choices: int) -> list[int]:
        return [int(each) for each in rng.choice(choices, axes)]

    # A window that sees only padding along an axis.
    outside: dict[str, Any] = {"strides": [1, 1, 3, 40], "dilations": [1, 1, 1, 1], "padding": "EXPLICIT"}
    outside |= {"data_format": "NCHW", "explicit_paddings": [0, 0, 0, 0, 1, 2, 3, 1]}
    yield (1, 4, 7, 2), (1, 2, 4, 20), outside
    made = axes = 0
    while made < LAYERS:
        axes = int(rng.choice([2, 2, 3]))
        image, size = [int(each) for each in rng.integers(1, 12 if axes == 2 else 7, axes)], several(1, 2, 3, 5)
        strides, dilations = several(1, 1, 2, 3, 40), several(1, 1, 1, 2)
        padding = str(rng.choice(["SAME", "VALID", "EXPLICIT"] if axes == 2 else ["SAME", "VALID"]))
        form = str(rng.choice(["NHWC", "NCHW"] if axes == 2 else ["NDHWC", "NCDHW"]))
        pads = rng.integers(0, 5, (axes, 2)) if padding == "EXPLICIT" else np.zeros((axes, 2), int)
        reach = [(s - 1) * d + 1 for s, d in zip(size, dilations, strict=True)]
        short = any(i + p.sum() < r for i, p, r in zip(image, pads, reach, strict=True))
        phases = np.prod(np.minimum(strides, size))
        if (padding != "SAME" and short) or max(size) == 1 or phases > convolution.MOST_PHASES:
            continue
        inner, outs = int(rng.choice([1, 3, 4, 16, 21, 32])), int(rng.choice([1, 3, 8, 20, 33, 48, 64, 70]))
        batch = int(rng.integers(1, 4))

        def ordered(spatial: list[int], others: tuple[int, int] = (1, 1), form: str = form) -> list[int]:
            return [others[0], *spatial, others[1]] if form.endswith("C") else [*others, *spatial]

        attributes: dict[str, Any] = {"strides": ordered(strides), "dilations": ordered(dilations)}
        attributes |= {"padding": padding, "data_format": form}
        if padding == "EXPLICIT":
            flat = [int(each) for each in pads.reshape(-1)]
            attributes["explicit_paddings"] = [0, 0, *flat, 0, 0] if form == "NHWC" else [0, 0, 0, 0, *flat]
        yield tuple(ordered(image, (batch, inner))), (*size, inner, outs), attributes
        made += 1


TWO: Any = ops.Conv2D, ops.Conv2DBackpropInput, ops.Conv2DBackpropFilter
THREE: Any = ops.Conv3D, ops.Conv3DBackpropInputV2, ops.Conv3DBackpropFilterV2
BY_DEPTH: Any = (
    ops.DepthwiseConv2dNative,
    ops.DepthwiseConv2dNativeBackpropInput,
    ops.DepthwiseConv2dNativeBackpropFilter,
)


def shape_of(make: Any, *arrays: Array, **attributes: Any) -> tuple[int, ...]:
    return tuple([size or 0 for size in node_of(make, *arrays, **attributes).outputs[0].shape or ()])


@pytest.mark.parametrize(("lanes", "registers"), [(4, 16), (8, 16), (16, 32)])
def test_convolutions(monkeypatch: pytest.MonkeyPatch, lanes: int, registers: int) -> None:
    machine = convolution_code.Machine(lanes, registers)
    monkeypatch.setattr(convolution, "machine", lambda: machine)
    for shape, filter, attributes in layers(lanes):
        rng = np.random.default_rng(sum(shape))
        x, w = rng.normal(size=shape).astype(np.float32), rng.normal(size=filter).astype(np.float32)
        passes = [(TWO if len(shape) == 4 else THREE, w)]
        form, strides = attributes["data_format"], attributes["strides"]
        if len(shape) == 4 and strides[form.index("H")] == strides[form.index("W")]:
            passes.append((BY_DEPTH, np.ascontiguousarray(w[..., :1])))
        for (forward, by_input, by_filter), kernel in passes:
            dy = rng.normal(size=shape_of(forward, x, kernel, **attributes)).astype(np.float32)
            check(monkeypatch, forward, x, kernel, **attributes)
            check(monkeypatch, by_input, np.array(shape, np.int32), kernel, dy, **attributes)
            check(monkeypatch, by_filter, x, np.array(kernel.shape, np.int32), dy, **attributes)


@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize("odd", [np.nan, np.inf])
def test_an_odd_weight_reaches_only_its_pixels(stride: int, odd: float) -> None:
    """As in TensorFlow, the gradient of images does not multiply weights by zeros around the images."""
    steps = {"strides": [1, stride, stride, 1], "padding": "SAME"}
    for (forward, by_input, _), outs in ((TWO, 16), (BY_DEPTH, 1)):
        x, w = waves(2, 8, 8, 16), waves(3, 3, 16, outs)
        dy = waves(*shape_of(forward, x, w, **steps))
        w[0, 0, 3, 0] = odd
        arrays = np.array(x.shape, np.int32), w, dy
        node = node_of(by_input, *arrays, **steps)
        found = native_of(node)
        function = found and found.make(node)
        assert function is not None
        dx = function(*arrays)
        assert np.isfinite(dx[:, -1]).all(), "the last row sees no window at its first row"
        np.testing.assert_array_equal(dx, node.type.kernel(*arrays, **node.attrs))
    few = (
        np.array((1, 4, 4, 2), np.int32),
        w[..., :2, :3].copy(),
        waves(*shape_of(TWO[0], x[:1, :4, :4, :2], w[..., :2, :3], **steps)),
    )
    few[1][0, 0, 1, 0] = odd
    gather = chosen(node_of(TWO[1], *few, **steps))
    assert gather is not None and np.isfinite(gather(*few)[:, -1]).all()


def waves(*shape: int) -> Array:
    return np.sin(np.arange(np.prod(shape)) * 1.7 + 0.3).reshape(shape).astype(np.float32)


# The sum, the sum of absolute values, and the dot product with cos(0.9 * i), of results of TensorFlow 2.21 (pooling,
# depthwise, volumes) and of PyTorch 2.13 in double precision (the others, to which TensorFlow's are close).
RECORDED: dict[str, tuple[Any, tuple[int, ...], tuple[int, ...], list[int], str, list[tuple[float, float, float]]]] = {
    "same by 1": (
        TWO, (2, 9, 11, 5), (3, 3, 5, 20), [1, 1, 1, 1], "SAME",
        [(-1.091191, 2740.951, 0.1263912), (-0.5034618, 2508.382, 1.169964), (1.015955, 1312.468, 3.820074)],
    ),
    "same by 2": (
        TWO, (2, 10, 7, 16), (5, 3, 16, 33), [1, 2, 2, 1], "SAME",
        [(0.6695623, 1698.219, 0.4381478), (-91.64302, 41538.49, 0.3335691), (-0.1408881, 1631.19, 4.365827)],
    ),
    "valid by 2": (
        TWO, (1, 13, 13, 3), (7, 7, 3, 24), [1, 2, 2, 1], "VALID",
        [(2.315712, 248.8079, 0.3055238), (1.744473, 2280.812, 17.24284), (-3.174905, 11752.52, 1.102376)],
    ),
    "few outputs": (
        TWO, (2, 8, 8, 32), (3, 3, 32, 3), [1, 1, 1, 1], "SAME",
        [(-1.183195, 355.1705, -3.678581), (2.029559, 4182.97, -0.8192697), (1.352283, 573.3715, 1.183853)],
    ),
    "depthwise": (
        BY_DEPTH, (2, 9, 8, 20), (3, 3, 20, 1), [1, 2, 2, 1], "SAME",
        [(-16.1555, 1842.562, 3.269767), (-17.19803, 1703.622, 1.147671), (-1.391306, 134.9138, -1.120146)],
    ),
    "volumes": (
        THREE, (2, 5, 6, 7, 4), (3, 3, 3, 4, 18), [1, 1, 2, 1, 1], "SAME",
        [(19.21541, 7984.076, -13.88798), (10.37834, 3159.391, -14.58357), (-1.680647, 5540.465, -7.104189)],
    ),
}  # fmt: skip


def compared(make: Any, arrays: tuple[Array, ...], wanted: tuple[float, float, float], **attributes: Any) -> None:
    node = node_of(make, *arrays, **attributes)
    found = native_of(node)
    function = found and found.make(node)
    assert function is not None
    result: Array = function(*arrays).astype(float).reshape(-1)
    dot = np.dot(result, np.cos(np.arange(result.size) * 0.9))
    sums = [float(each) for each in (result.sum(), np.abs(result).sum(), dot)]
    np.testing.assert_allclose(sums, wanted, rtol=1e-5, atol=1e-6 * wanted[1])


@pytest.mark.parametrize("case", RECORDED.values(), ids=RECORDED)
def test_numbers_of_peers(case: Any) -> None:
    (forward, by_input, by_filter), shape, filter, strides, padding, wanted = case
    attributes = {"strides": strides, "padding": padding}
    x, w = waves(*shape), waves(*filter)
    dy = waves(*shape_of(forward, x, w, **attributes))
    compared(forward, (x, w), wanted[0], **attributes)
    compared(by_input, (np.array(shape, np.int32), w, dy), wanted[1], **attributes)
    compared(by_filter, (x, np.array(filter, np.int32), dy), wanted[2], **attributes)


def test_numbers_of_peers_in_pooling() -> None:
    x, attributes = np.rint(waves(2, 9, 8, 16) * 3), {"ksize": [1, 3, 3, 1], "strides": [1, 2, 2, 1], "padding": "SAME"}
    dy = waves(2, 5, 4, 16)
    compared(ops.MaxPool, (x,), (1732.0, 1732.0, -4.795983), **attributes)
    compared(ops.MaxPoolGrad, (x, dy, dy), (-0.02928188, 287.2066, 4.771074), **attributes)
    compared(ops.AvgPool, (x,), (0.8055556, 53.75, -0.1752903), **attributes)
    sizes = np.array(x.shape, np.int32)
    compared(ops.AvgPoolGrad, (sizes, dy), (-0.02928313, 222.7314, -0.05445671), **attributes)


@pytest.mark.parametrize(("lanes", "registers"), [(4, 16), (8, 16), (16, 32)])
def test_pooling(monkeypatch: pytest.MonkeyPatch, lanes: int, registers: int) -> None:
    """Maxima and their gradient are exact, with NaN, infinities and ties."""
    machine = convolution_code.Machine(lanes, registers)
    monkeypatch.setattr(pooling, "machine", lambda: machine)
    rng = np.random.default_rng(lanes)
    for _ in range(LAYERS):
        axes = int(rng.choice([2, 3]))
        image = [int(each) for each in rng.integers(1, 14 if axes == 2 else 7, axes)]
        size, strides = ([int(each) for each in rng.choice((1, 2, 3, 5), axes)] for _ in range(2))
        padding = "VALID" if all(map(int.__le__, size, image)) and rng.random() < 0.5 else "SAME"
        batch, channels = int(rng.integers(1, 4)), int(rng.choice([8, 16, 23, 64, 100]))
        first = bool(rng.random() < 0.4)
        shape, window, steps = (
            (a, b, *each) if first else (a, *each, b)
            for a, b, each in ((batch, channels, image), (1, 1, size), (1, 1, strides))
        )
        form = ("NCHW" if first else "NHWC") if axes == 2 else ("NCDHW" if first else "NDHWC")
        attributes: dict[str, Any] = {"ksize": [*window], "strides": [*steps], "padding": padding, "data_format": form}
        x, odd = rng.normal(size=shape).astype(np.float32), rng.integers(-2, 3, shape).astype(np.float32)
        for each in (np.nan, np.inf, -np.inf):
            odd[rng.random(shape) < 0.1] = each
        two = axes == 2
        largest, average, by_average = (
            (ops.MaxPool, ops.AvgPool, ops.AvgPoolGrad) if two else (ops.MaxPool3D, ops.AvgPool3D, ops.AvgPool3DGrad)
        )
        dy = rng.normal(size=shape_of(largest, odd, **attributes)).astype(np.float32)
        check(monkeypatch, average, x, **attributes)
        check(monkeypatch, by_average, np.array(shape, np.int32), dy, **attributes)
        exact: list[tuple[Any, tuple[Array, ...]]] = [(largest, (odd,))]
        if two:
            exact.append((ops.MaxPoolGrad, (odd, dy, np.rint(dy * 8))))
        for make, arrays in exact:
            node = node_of(make, *arrays, **attributes)
            found = native_of(node)
            function = found and found.make(node)
            assert function is not None
            np.testing.assert_array_equal(function(*arrays), node.type.kernel(*arrays, **node.attrs), str(attributes))


def test_what_has_no_machine_code_runs_as_before() -> None:
    """Groups, empty images, other dtypes, products, and windows far larger than the image."""
    x, steps = np.ones((2, 8, 8, 4), np.float32), {"strides": [1, 1, 1, 1], "padding": "SAME"}
    wide: dict[str, Any] = {"strides": [1, 1, 1, 1], "padding": "SAME", "dilations": [1, 10**6, 10**6, 1]}
    nodes = [
        node_of(ops.Conv2D, x, np.ones((3, 3, 2, 4), np.float32), **steps),
        node_of(ops.Conv2D, x[:0], np.ones((3, 3, 4, 4), np.float32), **steps),
        node_of(ops.Conv2D, x, np.ones((3, 3, 4, 0), np.float32), **steps),
        node_of(ops.Conv2D, x, np.ones((1, 1, 4, 4), np.float32), **steps),
        node_of(ops.Conv2D, x.astype(float), np.ones((3, 3, 4, 4)), **steps),
        node_of(ops.Conv2D, x, np.ones((3, 3, 4, 4), np.float32), **wide),
        node_of(ops.MaxPool, x, ksize=[1, 1, 1, 2], strides=[1, 1, 1, 2], padding="VALID"),
        node_of(ops.AvgPool, x, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID"),  # few channels
    ]
    assert [(found := native_of(node)) and found.make(node) for node in nodes] == [None] * len(nodes)


def test_a_page_with_machine_code_repeats_its_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some training steps of a small network: near those without machine code, and the same in each run."""

    def losses(engine: str, threads: int) -> list[bytes]:
        monkeypatch.setattr(tasks, "thread_count", lambda: threads)
        forget()
        root = Scope.new_root_scope()
        x = ops.Const(root, waves(4, 12, 12, 3)).as_output()
        first, second = (ops.Variable(root, waves(*shape) / 4).as_output() for shape in ((3, 3, 3, 16), (3, 3, 16, 8)))
        steps: dict[str, Any] = {"strides": [1, 1, 1, 1], "padding": "SAME"}
        y = ops.MaxPool(
            ops.Relu(ops.Conv2D(x, first, **steps)), ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME"
        )
        y = ops.AvgPool(ops.Conv2D(y, second, **steps), ksize=[1, 6, 6, 1], strides=[1, 6, 6, 1], padding="VALID")
        loss = ops.Mean(ops.Square(y), [0, 1, 2, 3]).as_output()
        gradients = add_symbolic_gradients(root, [loss], [first, second])
        updates = [ops.ApplyGradientDescent(v, 0.1, g) for v, g in zip((first, second), gradients, strict=True)]
        session = ClientSession(root, engine=engine)
        return [session.run([loss, *gradients], run_outputs=updates)[0].tobytes() for _ in range(4)]

    results = {tuple(losses("native", threads)) for threads in (1, 2, 3)}
    assert len(results) == 1
    [native_losses] = results
    ours, plain = (np.frombuffer(b"".join(each), np.float32) for each in (native_losses, losses("numpy", 1)))
    np.testing.assert_allclose(ours, plain, rtol=1e-5)
    assert ours.tobytes() != plain.tobytes(), "there was no machine code"
