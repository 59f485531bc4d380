"""What every kernel of the page promises, and values that are known otherwise."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from blocks.base.dtypes import BFLOAT16, DOUBLE, FLOAT, HALF, INT32, INT64, DType
from blocks.base.errors import DiagramError, RunError
from blocks.base.types import Array
from blocks.graph.build import BlockType
from blocks.graph.scope import Scope
from blocks.library.index import MODULES, find
from blocks.run.client import ClientSession
from tests.library.math.checks import evaluate, gradients, new, op

TYPES = [
    t for m, names in MODULES.items() if m.startswith("math.") for n in names.split() if (t := find(n)) is not None
]
UFUNCS = [t.name for t in TYPES if t.ufunc]
VALUES = np.array([[0.5, -0.25, 2.0], [1.5, -3.0, 0.75]])


def known(name: str) -> BlockType:
    block_type = find(name)
    assert isinstance(block_type, BlockType)
    return block_type


def sample(dtype: DType, shift: int = 0) -> Array:
    values = np.roll(VALUES, shift)
    if dtype.kind == "bool":
        return values > 0
    if dtype.kind == "uint":
        return np.abs(values * 4).astype(dtype.numpy)
    if dtype.kind == "string":
        return np.array([[str(v).encode() for v in row] for row in values.tolist()], object)
    return (values * (4 if dtype.is_integer else 1)).astype(dtype.numpy)


@pytest.mark.parametrize("name", UFUNCS)
def test_elementwise_kernels_write_where_they_are_told(name: str) -> None:
    spec = known(name)
    for dtype in spec.inputs[0].allowed:
        args = [sample(dtype, shift) for shift in range(len(spec.inputs))]
        if name == "Pow" and dtype.is_integer:
            args[1] = np.abs(args[1])
        before = [a.copy() for a in args]
        with np.errstate(all="ignore"):
            expected = spec.kernel(*args)
            wanted = (spec.outputs[0].fixed or dtype).numpy
            assert expected.dtype == wanted
            for a, b in zip(args, before, strict=True):
                np.testing.assert_array_equal(a, b)
                assert not np.shares_memory(expected, a)
            outs = [np.empty_like(expected)]
            outs += [a for a in args if a.dtype == wanted]
            for i, out in enumerate(outs):
                given = [a.copy() for a in args]
                target = out if i == 0 else given[i - 1]
                result = spec.kernel(*given, target)
                assert result is target
                if dtype is BFLOAT16:  # NumPy does not know its NaN
                    result, expected = result.astype(np.float32), expected.astype(np.float32)
                np.testing.assert_array_equal(result, expected, err_msg=f"{dtype} out {i}")


@pytest.mark.parametrize("name", UFUNCS)
def test_elementwise_kernels_take_scalars(name: str) -> None:
    spec = known(name)
    for dtype in spec.inputs[0].allowed:
        if dtype.kind != "string":
            with np.errstate(all="ignore"):
                result = spec.kernel(*[sample(dtype)[0, 2][()] for _ in spec.inputs])
            assert np.shape(result) == () and result.dtype == (spec.outputs[0].fixed or dtype).numpy


@pytest.mark.parametrize("name", ["Sum", "Mean", "Prod", "Max", "Min"])
def test_reductions_keep_the_dtype_and_share_nothing(name: str) -> None:
    spec = known(name)
    for dtype in spec.inputs[0].allowed:
        x = sample(dtype)
        for axis in ([], [0], [0, 1], [-1]):
            for keep in (True, False):
                with np.errstate(all="ignore"):
                    result = spec.kernel(x, np.array(axis, np.int32), keep_dims=keep)
                assert result.dtype == dtype.numpy
                assert not np.shares_memory(result, x)
        with np.errstate(all="ignore"):
            empty = spec.kernel(np.empty((0, 2), dtype.numpy), np.array([0], np.int32))
        assert empty.shape == (2,) and empty.dtype == dtype.numpy


@pytest.mark.parametrize("name", ["Erf", "Erfc"])
def test_special_functions(name: str) -> None:
    x = np.linspace(-4, 4, 31)
    np.testing.assert_allclose(evaluate(op(name), x), [getattr(math, name.lower())(v) for v in x], rtol=1e-14)


def test_sums_of_half_are_added_up_with_more_digits() -> None:
    for dtype in (HALF, BFLOAT16):
        ones = np.ones(10_000, np.float32).astype(dtype.numpy)
        for name in ("Sum", "Mean"):
            results = evaluate(op(name, 0), ones)
            np.testing.assert_allclose(float(results), 10_000 if name == "Sum" else 1, rtol=0.005)
        small = (ones / ones.dtype.type(4)).reshape(1, -1)
        results = evaluate(op("MatMul", transpose_b=True), small, small)
        np.testing.assert_allclose(float(results[0, 0]), 625, rtol=0.005)


def test_texts_are_joined() -> None:
    root = Scope.new_root_scope()
    node = new("Add", new("Const", root, val="a"), "b")
    one = new("Placeholder", root, dtype="DT_STRING", shape=[])
    session = ClientSession(root)
    assert session.run(node)[0].tolist() == b"ab"
    assert session.run(new("Add", one, one), {one: "x"})[0].tolist() == b"xx"


@pytest.mark.parametrize("name", ["Div", "FloorDiv", "TruncateDiv", "FloorMod", "Mod", "TruncateMod"])
@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_integers_are_not_divided_by_zero(name: str, dtype: type[np.generic]) -> None:
    with pytest.raises(RunError, match="by zero") as raised:
        evaluate(op(name), np.array([1, 2], dtype), np.array([1, 0], dtype))
    assert raised.value.pin == "y"


def test_quotients_and_remainders_of_integers() -> None:
    x = np.arange(-9, 10, dtype=np.int32).reshape(-1, 1)
    y = np.array([-4, -3, -1, 1, 3, 4], np.int32)
    exact = x.astype(np.float64) / y
    for name, rounded in (("FloorDiv", np.floor(exact)), ("TruncateDiv", np.trunc(exact)), ("Div", np.trunc(exact))):
        np.testing.assert_array_equal(evaluate(op(name), x, y), rounded)
    for name, rounded in (("FloorMod", np.floor(exact)), ("Mod", np.trunc(exact)), ("TruncateMod", np.trunc(exact))):
        np.testing.assert_array_equal(evaluate(op(name), x, y), x - rounded * y)


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64, np.uint8])
def test_a_norm_of_integers_that_does_not_fit_is_refused(dtype: type[np.integer[Any]]) -> None:
    limits = np.iinfo(dtype)
    assert evaluate(op("EuclideanNorm", [0]), np.array([3, 4, 0], dtype)) == 5
    for values in ([limits.min, limits.max], [limits.max, limits.max]):
        with pytest.raises(RunError, match=f"too large for {np.dtype(dtype)}"):
            evaluate(op("EuclideanNorm", [0]), np.array(values, dtype) if limits.min else np.array([255, 255], dtype))
    # As TensorFlow 2.21 gives them: what is too large wraps.
    if limits.min:
        assert evaluate(op("Abs"), np.array(limits.min, dtype)) == limits.min
        assert evaluate(op("Negate"), np.array(limits.min, dtype)) == limits.min
        assert evaluate(op("Square"), np.array(limits.min, dtype)) == 0
        assert evaluate(op("Sum", [0]), np.array([limits.min, limits.min], dtype)) == 0


def test_integers_have_no_negative_powers() -> None:
    with pytest.raises(RunError, match="negative exponent"):
        evaluate(op("Pow"), np.array([2, 3], np.int32), np.array([1, -1], np.int32))


def test_means_of_integers_are_cut_toward_zero() -> None:
    assert evaluate(op("Mean", 0), np.array([-7, 2], np.int32)) == -2
    assert evaluate(op("Mean", 0), np.array([200, 201, 201], np.uint8)) == 200
    big = np.array([2**62, 2**62], np.uint64)
    assert evaluate(op("Mean", 0), big) == 2**62


def test_ties() -> None:
    x, y = [1.0, 2.0, 3.0], [1.0, 5.0, 0.0]
    for name in ("Maximum", "Minimum"):
        dx, dy = gradients(op(name), x, y)
        assert (dx[0], dy[0]) == (1, 0)
    np.testing.assert_array_equal(gradients(op("Max", 0), [2.0, 1.0, 2.0])[0], [0.5, 0, 0.5])
    np.testing.assert_array_equal(gradients(op("Abs"), [0.0, -0.0])[0], [0, 0])
    assert gradients(op("ComplexAbs", Tout="DT_DOUBLE"), [0j])[0] == 0


def test_places_of_extremes_skip_nan() -> None:
    x = [[np.nan, 1.0, 2.0], [3.0, np.nan, 1.0], [np.nan, np.nan, np.nan]]
    np.testing.assert_array_equal(evaluate(op("ArgMax", 1), x), [2, 0, 0])
    np.testing.assert_array_equal(evaluate(op("ArgMin", 1), x), [1, 2, 0])


def test_comparisons_of_unlike_shapes() -> None:
    x, y = np.zeros(3), np.zeros(2)
    assert not evaluate(op("Equal", incompatible_shape_error=False), x, y)
    assert evaluate(op("NotEqual", incompatible_shape_error=False), x, y)


def test_casts() -> None:
    cast = known("Cast")
    x = np.array([1.0078124, 1.9999, -1.999], np.float32)
    cut = cast.kernel(x, DstT=BFLOAT16, Truncate=True, SrcT=FLOAT).astype(np.float32)
    np.testing.assert_array_equal(cut, [1, 1.9921875, -1.9921875])
    np.testing.assert_array_equal(
        cast.kernel(x, DstT=HALF, Truncate=True, SrcT=FLOAT)[1:], [1.9990234375, -1.998046875]
    )
    assert cast.kernel(np.float64(1.5), DstT=INT32, SrcT=DOUBLE) == 1
    assert evaluate(op("Cast", DstT="DT_INT32"), np.array([1.5 + 2j])).tolist() == [1]
    assert cast.kernel(np.array([1, 0, -2]), DstT=HALF, SrcT=INT64).dtype == np.float16


def test_ranges_know_their_length_before_they_run() -> None:
    root = Scope.new_root_scope()
    assert new("Range", root, 3, 18, 4).shape == (4,)
    assert new("Range", root, 0.0, 1.0, 0.25).shape == (4,)
    assert new("Range", root, 5, 0, -2).shape == (3,)
    assert new("LinSpace", root, 0.0, 1.0, 5).shape == (5,)
    with pytest.raises(DiagramError):
        new("Range", root, 0, 5, 0)
    with pytest.raises(DiagramError):
        new("LinSpace", root, 0.0, 1.0, 0)


SHAPES: list[tuple[str, dict[str, Any], list[Any], Any]] = [
    ("MatMul", {}, [[None, 3], [3, 4]], (None, 4)),
    ("MatMul", {"transpose_a": True, "transpose_b": True}, [[3, 2], [None, 3]], (2, None)),
    ("MatMul", {}, [None, [3, 4]], (None, 4)),
    ("BatchMatMul", {"adj_x": True}, [[None, 3, 2], [7, 3, 4]], (7, 2, 4)),
    ("BatchMatMul", {}, [None, [7, 3, 4]], (7, None, 4)),
    ("Add", {}, [[None, 3], [2, 1]], (2, 3)),
    ("Where3", {}, [[None, 3], [2, None]], (2, 3)),
]


@pytest.mark.parametrize(("name", "attrs", "given", "expected"), SHAPES)
def test_partial_shapes(name: str, attrs: dict[str, Any], given: list[Any], expected: Any) -> None:
    root = Scope.new_root_scope()
    inputs = [new("Placeholder", root, dtype=FLOAT, shape=shape) for shape in given]
    if name == "Where3":
        inputs.insert(0, new("Const", root, val=True))
    assert new(name, *inputs, **attrs).shape == expected


def test_faults_name_the_numbers() -> None:
    root = Scope.new_root_scope()
    with pytest.raises(DiagramError, match=r"a.shape\[1\] == b.shape\[1\] \(transpose_b\), got \[2,2\] and \[1,3\]"):
        new("MatMul", root, [[1.0, 2.0], [3.0, 4.0]], [[1.0, 2.0, 3.0]], transpose_b=True)
    with pytest.raises(DiagramError, match="axis 2 does not exist"):
        new("Sum", root, [[1.0]], [2])
    with pytest.raises(DiagramError, match="twice"):
        new("Max", root, [[1.0]], [0, -2])
    with pytest.raises(DiagramError, match="Set Tout to DT_DOUBLE"):
        new("Real", root, np.array([1j]))


INDEX0 = np.array(0, np.int32)
OTHERS: dict[str, list[Any]] = {
    "AddN": [],
    "MatMul": [],
    "BatchMatMul": [],
    "Cumsum": [INDEX0],
    "Cumprod": [INDEX0],
    "ArgMax": [INDEX0],
    "ArgMin": [INDEX0],
    "Equal": [],
    "NotEqual": [],
    "Where3": [],
    "SumToShape": [np.array([1, 2], np.int32)],
    "BroadcastTo": [np.array([4, 2, 2], np.int32)],
    "ProductOfOthers": [np.array([0, -1], np.int32)],
}


@pytest.mark.parametrize("name", OTHERS)
def test_results_have_the_declared_dtype_and_shape(name: str) -> None:
    spec = known(name)
    first = spec.inputs[1 if name == "Where3" else 0]
    for dtype in first.allowed:
        if dtype.kind == "handle" or (dtype.size == 1 and dtype.is_floating) or "INT4" in dtype.name:
            continue
        x = sample(dtype)[:, :2]
        tensors = [x] * len([pin for pin in spec.inputs if pin.var == first.var])
        given: list[Any] = [[x, x, x]] if name == "AddN" else [*tensors, *OTHERS[name]]
        if name == "Where3":
            given.insert(0, np.array([True, False]))
        root = Scope.new_root_scope()
        output = new(name, root, *[new("Const", root, val=v, dtype=dtype) if v is x else v for v in given])
        for passes in ((), None):
            session = ClientSession(root) if passes is None else ClientSession(root, passes=passes)
            result = session.run(output)[0]
            assert result.dtype == output.dtype.numpy, dtype
            assert result.shape == output.shape, dtype


def test_casts_between_all_numbers() -> None:
    cast = known("Cast")
    for source in cast.inputs[0].allowed:
        x = np.array([[1, 0, 3]]).astype(source.numpy)
        for target in cast.inputs[0].allowed:
            with np.errstate(all="ignore"):
                y = cast.kernel(x, DstT=target, SrcT=source)
            assert y.dtype == target.numpy
            expected = [[1, 0, 1]] if "DT_BOOL" in (source.name, target.name) else [[1, 0, 3]]
            np.testing.assert_array_equal(y.astype(np.float64 if not target.is_complex else y.dtype), expected)


@pytest.mark.parametrize("exclusive", [True, False])
@pytest.mark.parametrize("reverse", [True, False])
def test_cumulative_sums_of_hardly_anything(exclusive: bool, reverse: bool) -> None:
    cumsum = known("Cumsum")
    for shape in ((0,), (1,), (0, 3), (3, 0)):
        result = cumsum.kernel(np.ones(shape), INDEX0, exclusive=exclusive, reverse=reverse)
        np.testing.assert_array_equal(result, np.full(shape, 0.0 if exclusive else np.cumsum(np.ones(shape), 0)))


def test_sequences_of_all_dtypes() -> None:
    for dtype in known("Range").inputs[0].allowed:
        start, limit, delta = (np.array(v).astype(dtype.numpy) for v in (1, 8, 3))
        result = evaluate_as(dtype, "Range", start, limit, delta)
        assert result.astype(np.float64).tolist() == [1, 4, 7]
    result = evaluate_as(FLOAT, "LinSpace", np.float32(3), np.float32(-1), np.int32(1))
    assert result.tolist() == [3]


def evaluate_as(dtype: DType, name: str, *values: Any) -> Array:
    root = Scope.new_root_scope()
    inputs = [new("Const", root, val=v) for v in values]
    array = ClientSession(root).run(new(name, *inputs))[0]
    assert array.dtype == dtype.numpy
    return array
