"""Products of matrices that are divided among threads, and sums by products."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from blocks import ops
from blocks.base import matrix_products, threads
from blocks.base.matrix_products import matmul, parts_of, summing, sums
from blocks.base.openblas import OpenBlas
from blocks.base.threads import single_blas
from blocks.graph.scope import Scope
from blocks.ops import Variable
from blocks.run.client import ClientSession
from blocks.testing.calls import same_bits

Layout = Callable[[Any], Any]


def _apart(x: Any) -> Any:
    """Rows with something in between."""
    result = np.full((*x.shape[:-1], x.shape[-1] + 3), np.nan if x.dtype.kind in "fc" else 7, x.dtype)
    result[..., :-3] = x
    return result[..., :-3]


def _in_steps(x: Any) -> Any:
    return _apart(np.repeat(x, 2, -1))[..., ::2]


def _unaligned(x: Any) -> Any:
    result = np.empty(x.nbytes + 1, np.uint8)[1:].view(x.dtype).reshape(x.shape)
    result[...] = x
    return result


def _transposed(x: Any) -> Any:
    return np.ascontiguousarray(x.swapaxes(-1, -2)).swapaxes(-1, -2)


LAYOUTS: list[Layout] = [
    np.ascontiguousarray,
    _transposed,
    _apart,
    lambda x: _apart(x.swapaxes(-1, -2)).swapaxes(-1, -2),
    _in_steps,
    _unaligned,
    lambda x: np.ascontiguousarray(x[..., ::-1])[..., ::-1],
    lambda x: np.ascontiguousarray(x[..., ::-1, :])[..., ::-1, :],
    lambda x: x.astype(x.dtype.newbyteorder()),
    lambda x: np.broadcast_to(x[..., :1, :], x.shape),
    lambda x: x.astype(np.float64 if x.dtype == np.float32 else x.dtype),
]


SIZES = st.sampled_from([1, 2, 3, 17, 64, 97, 129, 300, 515, 4096])
MOST = 1 << 24
"""Multiplications of an example: what NumPy does not leave to BLAS takes it long."""


@contextmanager
def on_cores(count: int, *, free: bool = True) -> Generator[None]:
    """So many cores, which others use or not, and an OpenBLAS of as many threads."""
    with pytest.MonkeyPatch.context() as patch, single_blas():
        for module in (threads, matrix_products):
            patch.setattr(module, "thread_count", lambda: count)
        patch.setattr(threads._pool, "alone_until", 0.0 if free else math.inf)  # pyright: ignore[reportPrivateUsage]
        patch.setattr(OpenBlas, "threads", count)
        yield


def made_of(shape: Sequence[int], kind: str, seed: int = 0) -> Any:
    """Numbers of some data type."""
    random = np.random.default_rng(seed)
    result = random.normal(size=shape) * (100 if kind == "i" else 1)
    return (result + 1j * random.normal(size=shape) if kind in "FD" else result).astype(kind)


@settings(max_examples=150)
@given(
    lead=st.sampled_from([(), (), (3,), (2, 2)]),
    sizes=st.tuples(SIZES, SIZES, SIZES),
    kind=st.sampled_from("ffdFDi"),
    layouts=st.tuples(*[st.sampled_from(LAYOUTS)] * 2),
    into=st.sampled_from([None, *LAYOUTS[:4]]),
    cores=st.sampled_from([2, 3]),
)
def test_products_are_those_of_numpy_and_the_same_whoever_makes_them(
    lead: tuple[int, ...],
    sizes: tuple[int, int, int],
    kind: str,
    layouts: tuple[Layout, Layout],
    into: Layout | None,
    cores: int,
) -> None:
    m, k, n = sizes
    assume(m * k * n * math.prod(lead) <= MOST)
    x, y = layouts[0](made_of((*lead, m, k), kind)), layouts[1](made_of((*lead, k, n), kind, 1))
    expected = np.matmul(x, y)
    results: list[Any] = []
    for free in (True, True, True, False):
        with on_cores(cores, free=free):
            out = None if into is None else into(np.full_like(expected, 7))
            results.append(matmul(x, y, out))
            assert out is None or results[-1] is out
    error = 0 if kind == "i" else 16 * k * np.finfo(np.result_type(x, y)).eps
    np.testing.assert_allclose(results[0], expected, rtol=0, atol=error * max(1, np.abs(x).max() * np.abs(y).max()))
    assert all(same_bits(each, results[0]) for each in results)


@pytest.mark.parametrize("shape", [(97, 200, 300), (300, 200, 97), (3, 999, 2000)])
def test_a_large_product_is_made_in_a_piece_for_each_thread(
    monkeypatch: pytest.MonkeyPatch, shape: tuple[int, int, int]
) -> None:
    m, k, n = shape
    x, y = made_of((m, k), "f"), made_of((k, n), "f")
    actual, pieces = np.matmul, list[tuple[int, ...]]()

    def noted(a: Any, b: Any, out: Any) -> Any:
        pieces.append(out.shape)
        return actual(a, b, out)

    monkeypatch.setattr(np, "matmul", noted)
    with on_cores(2):
        matmul(x, y)
    assert len(pieces) == 2 and sum(map(math.prod, pieces)) == m * n
    assert {min(each) for each in pieces} == {min(m, n)}, "the shorter side stays whole"


def test_a_step_gives_the_same_as_a_product_by_itself() -> None:
    x, y = made_of((300, 400), "f"), made_of((400, 97), "f")
    assert parts_of(x.shape, y.shape[-1]) > 1
    root = Scope.new_root_scope()
    session, product = ClientSession(root), ops.MatMul(Variable(root, x), Variable(root, y))
    with on_cores(2):
        result = matmul(x, y)
        for _ in range(3):  # the first step is interpreted
            assert same_bits(session.run(product)[0], result)


@pytest.mark.parametrize("columns", [1, 40])
@pytest.mark.parametrize("rows", [64, 4000])
def test_a_matrix_of_one_number_is_as_any_other(rows: int, columns: int) -> None:
    """Such as the gradient of a sum: the last digits are those of its copy, by whichever way."""
    a = np.random.default_rng(3).normal(size=(rows, 32)).astype(np.float32)
    one = np.broadcast_to(np.float32(0.3), (rows, columns))
    copy = np.ascontiguousarray(one)
    assert same_bits(matmul(a.T, one), matmul(a.T, copy))
    assert rows > 64 or same_bits(matmul(a.T, one), a.T.dot(copy))  # as programs make small ones
    assert same_bits(matmul(one.T, a), matmul(copy.T, a))


@pytest.mark.parametrize("axes", [(0,), (2,), (0, 1), (1, 2), (0, 1, 2), (-1,), (2, 0), (1,)])
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int16])
@pytest.mark.parametrize("turned", [False, True])
def test_sums_along_axes_are_those_of_numpy(axes: tuple[int, ...], dtype: Any, turned: bool) -> None:
    x: Any = np.random.default_rng(0).integers(-9, 9, (5, 6, 7)).astype(dtype)  # whose sums are exact in every order
    x = x.transpose(2, 0, 1) if turned else x
    for keep in (False, True):
        wanted: Any = np.add.reduce(x, axes, dtype, keepdims=keep)
        result = sums(x, axes, keep)
        assert result.dtype == dtype and result.shape == wanted.shape
        np.testing.assert_array_equal(result, wanted)


def test_rows_of_large_tensors_do_not_depend_on_others() -> None:
    """Plans cut these into pieces; BLAS adds up some rows in another order than others."""
    x: Any = np.random.default_rng(0).normal(size=(1_100, 130)).astype(np.float32)
    assert summing(x.shape, (1,), x.dtype) is None and summing(x.shape, (0,), x.dtype) is not None
    assert same_bits(sums(x, (1,)), np.concatenate([np.add.reduce(x[i : i + 13], 1) for i in range(0, 1_100, 13)]))
    assert summing((2, 0), (1,), x.dtype) is None and summing((), (), x.dtype) is None


def test_sums_of_many_numbers_are_left_to_numpy() -> None:
    assert summing((1 << 13, 3), (0,), np.dtype(np.float32)) is not None
    assert summing(((1 << 13) + 1, 3), (0,), np.dtype(np.float32)) is None
