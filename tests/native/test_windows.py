"""Machine code of convolutions and pooling: random layers against the plain formulation in double precision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from blocks import ops
from blocks.base.types import Array
from blocks.graph.graph import Node, Output
from blocks.graph.native_kernels import native_of
from blocks.graph.scope import Scope
from blocks.library.nn import native
from blocks.native import convolution, convolution_code, pooling, tasks

pytest.importorskip("llvmlite", reason="machine code needs llvmlite")

LAYERS = 14
"""Random layers for each width of the vectors."""


@pytest.fixture(autouse=True)
def _every_node_is_worth_it(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.setattr(native, "_COMPILATION", 0.0)
    yield
    forget()


def forget() -> None:
    """Drop kernels that were made for other vectors or threads."""
    for made in (convolution.forward, convolution.by_input, convolution.by_filter):
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

    made = 0
    while made < LAYERS:
        axes = int(rng.choice([2, 2, 3]))
        image, size = [int(each) for each in rng.integers(1, 12 if axes == 2 else 7, axes)], several(1, 2, 3, 5)
        strides, dilations = several(1, 1, 2, 3, 40), several(1, 1, 1, 2)
        padding = str(rng.choice(["SAME", "VALID", "EXPLICIT"] if axes == 2 else ["SAME", "VALID"]))
        form = str(rng.choice(["NHWC", "NCHW"] if axes == 2 else ["NDHWC", "NCDHW"]))
        pads = rng.integers(0, 4, (axes, 2)) if padding == "EXPLICIT" else np.zeros((axes, 2), int)
        reach = [(s - 1) * d + 1 for s, d in zip(size, dilations, strict=True)]
        short = any(i + p.sum() < r for i, p, r in zip(image, pads, reach, strict=True))
        phases = np.prod(np.minimum(strides, size))
        if (padding != "SAME" and short) or max(size) == 1 or phases > convolution.MOST_PHASES:
            continue
        inner, outs = int(rng.choice([1, 3, 4, 16, 21, 32])), int(rng.choice([1, 3, 8, 20, 33, 48, 64, 70]))
        batch = int(rng.integers(1, 4))

        def ordered(spatial: list[int], others: tuple[int, int] = (1, 1), form: str = form) -> list[int]:
            return [others[0], *spatial, others[1]] if form.endswith("C") else [*others, *spatial]

        attributes = {"strides": ordered(strides), "dilations": ordered(dilations), "padding": padding}
        attributes["data_format"] = form
        if padding == "EXPLICIT":
            flat = [int(each) for each in pads.reshape(-1)]
            attributes["explicit_paddings"] = [0, 0, *flat, 0, 0] if form == "NHWC" else [0, 0, 0, 0, *flat]
        yield tuple(ordered(image, (batch, inner))), (*size, inner, outs), attributes
        made += 1


@pytest.mark.parametrize(("lanes", "registers"), [(4, 16), (8, 16), (16, 32)])
def test_convolutions(monkeypatch: pytest.MonkeyPatch, lanes: int, registers: int) -> None:
    machine = convolution_code.Machine(lanes, registers)
    monkeypatch.setattr(convolution, "machine", lambda: machine)
    for shape, filter, attributes in layers(lanes):
        rng = np.random.default_rng(sum(shape))
        x, w = rng.normal(size=shape).astype(np.float32), rng.normal(size=filter).astype(np.float32)
        two = len(shape) == 4
        kinds = (
            (ops.Conv2D, ops.Conv2DBackpropInput, ops.Conv2DBackpropFilter)
            if two
            else (ops.Conv3D, ops.Conv3DBackpropInputV2, ops.Conv3DBackpropFilterV2)
        )
        passes = [(kinds, x, w)]
        if two and len(set(attributes["strides"]) - {1}) < 2:
            kinds = (
                ops.DepthwiseConv2dNative,
                ops.DepthwiseConv2dNativeBackpropInput,
                ops.DepthwiseConv2dNativeBackpropFilter,
            )
            spatial = attributes["strides"][1:3] if attributes["data_format"] == "NHWC" else attributes["strides"][2:]
            if spatial[0] == spatial[1]:
                passes.append((kinds, x, np.ascontiguousarray(w[..., :1])))
        for (forward, by_input, by_filter), images, kernel in passes:
            y = node_of(forward, images, kernel, **attributes).outputs[0].shape
            dy = rng.normal(size=y).astype(np.float32)
            sizes, wanted = np.array(images.shape, np.int32), np.array(kernel.shape, np.int32)
            check(monkeypatch, forward, images, kernel, **attributes)
            check(monkeypatch, by_input, sizes, kernel, dy, **attributes)
            check(monkeypatch, by_filter, images, wanted, dy, **attributes)


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
        attributes: dict[str, Any] = {"ksize": [1, *size, 1], "strides": [1, *strides, 1], "padding": padding}
        shape = int(rng.integers(1, 4)), *image, int(rng.choice([8, 16, 23, 64, 100]))
        x, odd = rng.normal(size=shape).astype(np.float32), rng.integers(-2, 3, shape).astype(np.float32)
        for each in (np.nan, np.inf, -np.inf):
            odd[rng.random(shape) < 0.1] = each
        two = axes == 2
        largest, average, by_average = (
            (ops.MaxPool, ops.AvgPool, ops.AvgPoolGrad) if two else (ops.MaxPool3D, ops.AvgPool3D, ops.AvgPool3DGrad)
        )
        y = node_of(largest, odd, **attributes).outputs[0].shape
        dy = rng.normal(size=y).astype(np.float32)
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
